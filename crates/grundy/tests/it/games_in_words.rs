//! Built-in games whose rule says them in another way than their words: pawns, a bar
//! of chocolate, pins, cards and numbers are played out as they lie on the table. And
//! games of pairs against the theorems published on them.

use std::collections::HashMap;

use crate::games_of_shapes::brute;
use grundy::lang::{Rule, game};
use grundy::solve::{Config, Solver};
use grundy::{Control, Outcome, Sum};

fn solver(name: &str) -> Solver {
    let rule = Rule::parse(game(name).unwrap_or_else(|| panic!("no game {name}")).text).expect("a rule");
    Solver::new(rule, Config::default()).expect("an engine")
}

fn sum(solver: &Solver, components: &[String]) -> Sum<grundy::solve::BigPosition> {
    components.iter().map(|text| solver.parse_position(text).expect("a position")).collect()
}

fn value(solver: &mut Solver, position: &str) -> u64 {
    let sum = sum(solver, &[position.to_owned()]);
    let value = solver.value(&sum, &Control::default()).expect("a value").value;
    value.to_string().parse().expect("a number")
}

fn outcome(solver: &mut Solver, components: &[String]) -> Outcome {
    let sum = sum(solver, components);
    solver.value(&sum, &Control::default()).expect("a value").outcome
}

#[test]
fn pairs_are_lost_as_published() {
    type Loses = fn(u64, u64) -> bool;
    let games: [(&str, u64, Loses); 4] = [
        // Cole and Davie (1969): won if the numbers are equal, or their ratio x is above
        // the golden one, where x * x > x + 1. With a 0 the game is over.
        ("euclid", 60, |a, b| {
            let (smaller, larger) = (a.min(b), a.max(b));
            let above = larger * larger > larger * smaller + smaller * smaller;
            smaller == 0 || !above && smaller != larger
        }),
        // Wythoff (1907): lost if the smaller is the golden ratio times the difference d,
        // rounded down: 2 * smaller - d is the root of 5 * d * d, rounded down to a
        // number of this parity.
        ("wythoff", 60, |a, b| {
            let (smaller, d) = (a.min(b), a.abs_diff(b));
            let low = 2 * smaller;
            low >= d && (low - d).pow(2) <= 5 * d * d && 5 * d * d < (low + 2 - d).pow(2)
        }),
        // Whinihan (1963): lost if fewer may be taken than the least of the Fibonacci
        // numbers, no two of them neighbours, that add up to n.
        ("fibonacci-nim", 60, |n, most| {
            let (mut rest, mut least) = (n, 0);
            for number in [55, 34, 21, 13, 8, 5, 3, 2, 1] {
                if number <= rest {
                    (rest, least) = (rest - number, number);
                }
            }
            n == 0 || most < least
        }),
        // Schwenk (1970): lost if fewer may be taken than the last 1 of n in binary says.
        ("no-more-than-last", 60, |n, most| n == 0 || most < n & n.wrapping_neg()),
    ];
    for (name, to, loses) in games {
        let mut solver = solver(name);
        for (a, b) in (0..=to).flat_map(|a| (0..=to).map(move |b| (a, b))) {
            assert_eq!(value(&mut solver, &format!("({a},{b})")) == 0, loses(a, b), "{name} at ({a},{b})");
        }
    }
}

#[test]
fn chomp_is_a_bar_of_chocolate() {
    // The squares that are left, as (row, column).
    type Bar = Vec<(u64, u64)>;
    let moves = |bar: &Bar| -> Vec<Bar> {
        let bites = bar.iter().filter(|&&square| square != (0, 0));
        bites
            .map(|bite| bar.iter().copied().filter(|square| square.0 < bite.0 || square.1 < bite.1).collect())
            .collect()
    };
    let mut known = HashMap::new();
    let (mut two, mut three) = (solver("two-row-chomp"), solver("three-row-chomp"));
    for (a, b, c) in (1..=5).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (a, b, c)))) {
        let rows = (0..).zip([a, b, c]);
        let bar: Bar = rows.flat_map(|(row, length)| (0..length).map(move |column| (row, column))).collect();
        let expected = brute(&bar, &moves, &mut known);
        assert_eq!(value(&mut three, &format!("({a},{b},{c})")), expected, "({a},{b},{c})");
        if c == 0 {
            assert_eq!(value(&mut two, &format!("({a},{b})")), expected, "({a},{b})");
        }
    }
}

#[test]
fn three_heaps_in_any_order_are_nim() {
    let mut solver = solver("three-heap-nim");
    for (a, b, c) in (0..7_u64).flat_map(|a| (0..7).flat_map(move |b| (0..7).map(move |c| (a, b, c)))) {
        assert_eq!(value(&mut solver, &format!("({a},{b},{c})")), a ^ b ^ c);
    }
}

/// Three ranks of pawns: White's go up from rank 0, Black's down from rank 2.
type Pawns = (Vec<[char; 3]>, bool);

fn pawn_moves((files, white): &Pawns) -> Vec<Pawns> {
    let (own, other, step) = if *white { ('W', 'B', 1) } else { ('B', 'W', -1) };
    let moved = |from: (usize, usize), to: (usize, usize)| {
        let mut next = files.clone();
        next[from.0][from.1] = ' ';
        next[to.0][to.1] = own;
        (next, !white)
    };
    let (mut captures, mut advances) = (Vec::new(), Vec::new());
    for file in 0..files.len() {
        for rank in (0..3).filter(|&rank| files[file][rank] == own) {
            let Some(to) = rank.checked_add_signed(step).filter(|&to| to < 3) else { continue };
            if files[file][to] == ' ' {
                advances.push(moved((file, rank), (file, to)));
            }
            for beside in [file.checked_sub(1), Some(file + 1)].into_iter().flatten() {
                if files.get(beside).is_some_and(|cells| cells[to] == other) {
                    captures.push(moved((file, rank), (beside, to)));
                }
            }
        }
    }
    // Who can take must.
    if captures.is_empty() { advances } else { captures }
}

#[test]
fn dawsons_chess_is_played_with_pawns() {
    let mut solver = solver("dawsons-chess");
    let mut known = HashMap::new();
    let mut lost = 0;
    for n in 1..=9 {
        let start: Pawns = (vec![['W', ' ', 'B']; n], true);
        let wins = brute(&start, &pawn_moves, &mut known) != 0;
        assert_eq!(value(&mut solver, &n.to_string()) != 0, wins, "{n} files");
        lost += u32::from(!wins);
    }
    assert!(lost > 0, "both outcomes occur");
}

#[test]
fn an_empty_strip_of_treblecross_is_a_heap_of_two_more() {
    let (mut strips, mut heaps) = (solver("treblecross"), solver("treblecross-heaps"));
    for n in 1..=14 {
        assert_eq!(value(&mut strips, &".".repeat(n)), value(&mut heaps, &(n + 2).to_string()), "{n} cells");
    }
}

#[test]
fn the_last_pin_of_misere_kayles_loses() {
    // Pins of all rows as bits, with a gap between two rows.
    fn wins(pins: u32, known: &mut HashMap<u32, bool>) -> bool {
        if let Some(&win) = known.get(&pins) {
            return win;
        }
        let knocked = (0..12).flat_map(|at| [1 << at, 3 << at]);
        let win = pins == 0
            || knocked
                .filter(|knocked| pins & knocked == *knocked)
                .any(|knocked| !wins(pins ^ knocked, known));
        known.insert(pins, win);
        win
    }
    let mut solver = solver("misere-kayles");
    let mut known = HashMap::new();
    for pins in 1_u32..1 << 12 {
        let rows: Vec<String> = format!("{pins:b}")
            .split('0')
            .filter(|row| !row.is_empty())
            .map(|row| row.len().to_string())
            .collect();
        let expected = if wins(pins, &mut known) { Outcome::N } else { Outcome::P };
        assert_eq!(outcome(&mut solver, &rows), expected, "{rows:?}");
    }
}

#[test]
fn the_game_of_31_is_played_with_cards() {
    // The sum so far, and the cards that still lie there.
    type Table = (u64, Vec<u64>);
    let moves = |(sum, cards): &Table| -> Vec<Table> {
        let taken = (0..cards.len()).filter(|&at| sum + cards[at] <= 31);
        taken
            .map(|at| {
                let mut left = cards.clone();
                let card = left.remove(at);
                (sum + card, left)
            })
            .collect()
    };
    let mut solver = solver("game-of-31");
    let mut known = HashMap::new();
    for counts in 0..3_u64.pow(6) {
        let counts: Vec<u64> = (0..6).map(|card| counts / 3_u64.pow(card) % 3).collect();
        let cards: Vec<u64> =
            (1..).zip(&counts).flat_map(|(card, &count)| (0..count).map(move |_| card)).collect();
        for so_far in [17, 22, 26, 31] {
            let expected = brute(&(so_far, cards.clone()), &moves, &mut known);
            let entries: Vec<String> = [so_far].iter().chain(&counts).map(u64::to_string).collect();
            let position = format!("[{}]", entries.join(","));
            assert_eq!(value(&mut solver, &position), expected, "{position}");
        }
    }
}

#[test]
fn divided_exponents_are_divided_numbers() {
    // The numbers themselves, all powers of 2: a move chooses a power of 2 above 1
    // that divides some of them, and divides all by it that it divides.
    let moves = |numbers: &Vec<u64>| -> Vec<Vec<u64>> {
        let powers = (1..8).map(|k| 1_u64 << k).filter(|power| numbers.iter().any(|n| n % power == 0));
        powers
            .map(|power| numbers.iter().map(|n| if n % power == 0 { n / power } else { *n }).collect())
            .collect()
    };
    let mut solver = solver("arpa");
    let mut known = HashMap::new();
    for exponents in 0..1_u64 << 8 {
        let numbers: Vec<u64> = (0..8).filter(|k| exponents >> k & 1 == 1).map(|k| 1 << k).collect();
        let expected = brute(&numbers, &moves, &mut known);
        assert_eq!(value(&mut solver, &exponents.to_string()), expected, "{numbers:?}");
    }
}

#[test]
fn tokens_that_go_in_circles_are_played_backwards() {
    // Two tokens: what is decided at once, then what that decides, and draws at last.
    const EDGES: [(usize, usize); 5] = [(0, 1), (1, 0), (1, 4), (3, 4), (4, 2)];
    let after = |at: usize| EDGES.iter().filter(move |edge| edge.0 == at).map(|edge| edge.1);
    let options = |(u, w): (usize, usize)| -> Vec<(usize, usize)> {
        after(u).map(|next| (next, w)).chain(after(w).map(|next| (u, next))).collect()
    };
    let pairs: Vec<(usize, usize)> = (0..5).flat_map(|u| (0..5).map(move |w| (u, w))).collect();
    let mut decided: HashMap<(usize, usize), Outcome> = HashMap::new();
    loop {
        let before = decided.len();
        for &pair in &pairs {
            let outcomes: Vec<Option<Outcome>> =
                options(pair).iter().map(|option| decided.get(option).copied()).collect();
            if outcomes.contains(&Some(Outcome::P)) {
                decided.insert(pair, Outcome::N);
            } else if outcomes.iter().all(|outcome| *outcome == Some(Outcome::N)) {
                decided.insert(pair, Outcome::P);
            }
        }
        if decided.len() == before {
            break;
        }
    }
    let mut solver = solver("tokens-with-circles");
    let mut seen = Vec::new();
    for (u, w) in pairs {
        let expected = decided.get(&(u, w)).copied().unwrap_or(Outcome::D);
        assert_eq!(outcome(&mut solver, &[format!("at({u})"), format!("at({w})")]), expected, "{u} {w}");
        seen.push(expected);
    }
    assert!([Outcome::N, Outcome::P, Outcome::D].iter().all(|outcome| seen.contains(outcome)), "{seen:?}");
}
