//! Compares tables of take-and-break games with all options written from the definition:
//!
//!     cargo run --release -p grundy --example agree_codes
//!
//! all octal codes with three digits and 250 rules of unequal splits up to 20000 heaps, 250
//! hexadecimal codes up to 2000, 100 codes of splits into four and five heaps up to 200. It takes
//! some ten minutes. With a number, lengths are divided by it; with a word besides, only groups that
//! have it in their names are compared.
//!
//! Every value is computed on both sides: no laws. Rules of unequal splits are given as texts.

#![allow(clippy::print_stdout, reason = "it tells what it found")]

use std::collections::BTreeSet;
use std::process::ExitCode;

use grundy::Control;
use grundy::lang::Rule;
use grundy::solve::{Config, Solver};

/// The moves of a game: take t counters, and leave so many heaps.
struct Game {
    text: String,
    /// How many counters are taken, and how many heaps are left.
    moves: Vec<(usize, usize)>,
    /// Whether heaps that are left may be equal.
    equal: bool,
}

/// The values of the heaps 0, ..., `to`.
fn from_the_definition(game: &Game, to: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    // parted[j - 2][m]: which values m counters have in j heaps, where moves leave three and more.
    let most = game.moves.iter().map(|&(_, heaps)| heaps).max().unwrap_or(0);
    let mut parted: Vec<Vec<Vec<bool>>> = vec![Vec::new(); most.saturating_sub(1)];
    let mut seen: Vec<usize> = Vec::new();
    for heap in 0..=to {
        let mut see = |value: u64| {
            let index = usize::try_from(value).expect("values are small");
            if seen.len() <= index {
                seen.resize(index + 1, 0);
            }
            seen[index] = heap + 1;
        };
        for &(taken, heaps) in game.moves.iter().filter(|&&(taken, _)| taken <= heap) {
            let left = heap - taken;
            match heaps {
                0 if left == 0 => see(0),
                1 if left > 0 && taken > 0 => see(values[left]),
                2 => {
                    for part in 1..=left / 2 {
                        if game.equal || 2 * part != left {
                            see(values[part] ^ values[left - part]);
                        }
                    }
                }
                _ => {
                    let values = parted.get(heaps.wrapping_sub(2)).and_then(|values| values.get(left));
                    let values = values.into_iter().flatten().zip(0..).filter(|&(is_there, _)| *is_there);
                    values.for_each(|(_, value)| see(value));
                }
            }
        }
        let value = (0..).find(|&value| seen.get(value).is_none_or(|&stamp| stamp != heap + 1));
        values.push(u64::try_from(value.unwrap_or(0)).expect("values are small"));
        for heaps in 2..=if most > 2 { most } else { 0 } {
            let mut met = vec![false; (2 * to + 2).next_power_of_two()];
            let mut meet = |value: u64| met[usize::try_from(value).expect("values are small")] = true;
            for part in 1..heap {
                match heaps {
                    2 => meet(values[part] ^ values[heap - part]),
                    _ => {
                        let others = parted[heaps - 3][heap - part].iter().zip(0..);
                        others
                            .filter(|&(is_there, _)| *is_there)
                            .for_each(|(_, other)| meet(other ^ values[part]));
                    }
                }
            }
            let end = met.iter().rposition(|met| *met).map_or(0, |last| last + 1);
            met.truncate(end);
            parted[heaps - 2].push(met);
        }
    }
    values
}

/// The game with this code.
fn code(digits: &[u64]) -> Game {
    // Digits above f stand in brackets.
    let written = digits.iter().map(|&digit| match digit {
        0..16 => format!("{digit:x}"),
        _ => format!("({digit})"),
    });
    let text = format!("0.{}", written.collect::<String>());
    let moves = (1..).zip(digits).flat_map(|(taken, digit)| {
        (0..8).filter(move |bit| digit >> bit & 1 == 1).map(move |heaps| (taken, heaps))
    });
    Game { text, moves: moves.collect(), equal: true }
}

/// Some rule in which two heaps that are left must differ.
fn unequal(random: &mut impl FnMut(u64) -> u64) -> Game {
    let mut moves = BTreeSet::new();
    let mut alternatives = Vec::new();
    for _ in 0..=random(2) {
        let taken = random(5);
        if moves.insert((usize::try_from(taken).unwrap_or(0), 2)) {
            alternatives.push(format!("[a, b] where a + b == n - {taken}, 1 <= a < b"));
        }
    }
    for _ in 0..random(3) {
        let taken = 1 + random(6);
        if moves.insert((usize::try_from(taken).unwrap_or(0), 1)) {
            alternatives.push(format!("n - {taken} if n > {taken}"));
        }
    }
    for _ in 0..random(2) {
        let taken = 1 + random(4);
        if moves.insert((usize::try_from(taken).unwrap_or(0), 0)) {
            alternatives.push(format!("[] if n == {taken}"));
        }
    }
    Game {
        text: format!("n -> {}", alternatives.join(" | ")),
        moves: moves.into_iter().collect(),
        equal: false,
    }
}

/// Whether the table is that of the definition; says so if not.
fn agrees(game: &Game, to: usize) -> bool {
    let ours = Rule::parse(&game.text).map_err(|error| error.to_string()).and_then(|rule| {
        let config = Config { law: false, ..Config::default() };
        let mut solver = Solver::new(rule, config).map_err(|error| error.to_string())?;
        let table = solver.table(0, u64::try_from(to).unwrap_or(u64::MAX), &Control::default());
        table.map_err(|error| error.to_string())
    });
    let ours = match ours {
        Ok(table) => table,
        Err(error) => {
            println!("{}: {error}", game.text);
            return false;
        }
    };
    let expected = from_the_definition(game, to);
    let wrong = ours.values().iter().zip(&expected).position(|(ours, &expected)| ours.size() != expected);
    match wrong {
        Some(heap) => println!("{}: heap {heap} has the value {}", game.text, expected[heap]),
        None if ours.values().len() == expected.len() => return true,
        None => println!("{}: {} values", game.text, ours.values().len()),
    }
    false
}

fn main() -> ExitCode {
    let divisor: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1).max(1);
    let word = std::env::args().nth(2).unwrap_or_default();
    let mut state = 1_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let octal: Vec<Game> =
        (0..512).map(|code_number| code(&[code_number / 64, code_number / 8 % 8, code_number % 8])).collect();
    let unequal: Vec<Game> = (0..250).map(|_| unequal(&mut random)).collect();
    let mut codes = |count: usize, digits: u64, below: u64| -> Vec<Game> {
        (0..count).map(|_| code(&(0..=random(digits)).map(|_| random(below)).collect::<Vec<u64>>())).collect()
    };
    let hexadecimal = codes(250, 3, 16);
    let many = codes(100, 2, 64)
        .into_iter()
        .filter(|game| game.moves.iter().any(|&(_, heaps)| heaps > 3))
        .collect::<Vec<_>>();
    for (name, games, to) in [
        ("octal codes", octal, 20_000),
        ("rules of unequal splits", unequal, 20_000),
        ("hexadecimal codes", hexadecimal, 2000),
        ("codes of four and five heaps", many, 200),
    ] {
        if !name.contains(&word) {
            continue;
        }
        let to = to / divisor;
        let wrong = games.iter().filter(|game| !agrees(game, to)).count();
        println!("{name}: {} up to {to} heaps, {wrong} of them differ", games.len());
        if wrong > 0 {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
