//! Built-in games on tuples, lists, coins and rows: each against the game as its
//! words describe it, played out, or against published values and laws.

use std::collections::HashMap;
use std::hash::Hash;

use grundy::lang::{Rule, game};
use grundy::solve::{Config, Solver};
use grundy::{Control, Nimber, Outcome, Sum, mex};

fn solver(name: &str) -> Solver {
    let rule = Rule::parse(game(name).unwrap_or_else(|| panic!("no game {name}")).text).expect("a rule");
    Solver::new(rule, Config::default()).expect("an engine")
}

fn value(solver: &mut Solver, position: &str) -> u64 {
    let sum = Sum::new(vec![solver.parse_position(position).expect("a position")]);
    let value = solver.value(&sum, &Control::default()).expect("a value").value;
    value.to_string().parse().expect("a number")
}

/// The value by the definition, with the moves of the game in words.
pub(crate) fn brute<P: Clone + Eq + Hash>(
    position: &P,
    moves: &impl Fn(&P) -> Vec<P>,
    known: &mut HashMap<P, u64>,
) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values: Vec<Nimber> =
        moves(position).iter().map(|option| Nimber::new(brute(option, moves, known))).collect();
    let value = mex(values).size();
    known.insert(position.clone(), value);
    value
}

/// Numbers in brackets.
fn shown(open: char, numbers: &[u64], close: char) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{open}{}{close}", numbers.join(","))
}

/// Every list of `length` numbers from 0 to `to`.
fn every(length: usize, to: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|list| (0..=to).map(move |last| [list.clone(), vec![last]].concat())).collect()
    })
}

type Moves = fn(&Vec<u64>) -> Vec<Vec<u64>>;

fn with(numbers: &[u64], index: usize, value: u64) -> Vec<u64> {
    let mut next = numbers.to_vec();
    next[index] = value;
    next
}

fn lowered(numbers: &[u64]) -> Vec<Vec<u64>> {
    (0..numbers.len())
        .flat_map(|index| (0..numbers[index]).map(move |value| (index, value)))
        .map(|(index, value)| with(numbers, index, value))
        .collect()
}

fn below(numbers: &[u64], both: impl Fn(u64, u64) -> bool) -> Vec<Vec<u64>> {
    let (a, b) = (numbers[0], numbers[1]);
    let pairs = (0..=a).flat_map(|i| (0..=b).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| i + j > 0 && both(i, j)).map(|(i, j)| vec![a - i, b - j]).collect()
}

#[test]
fn tuples_are_played_in_words() {
    let games: [(&str, usize, u64, Moves); 12] = [
        ("wythoff", 2, 9, |p| below(p, |i, j| i == 0 || j == 0 || i == j)),
        ("generalised-wythoff", 2, 9, |p| below(p, |i, j| i == 0 || j == 0 || i.abs_diff(j) < 2)),
        ("corner-the-rook", 2, 9, |p| below(p, |i, j| i == 0 || j == 0)),
        ("corner-the-bishop", 2, 9, |p| below(p, |i, j| i == j)),
        ("corner-the-king", 2, 9, |p| below(p, |i, j| i <= 1 && j <= 1)),
        ("euclid", 2, 21, |p| {
            // Two numbers in no order; any positive multiple of the smaller one may be
            // taken from the larger one, and a zero ends the game.
            let (smaller, larger) = (p[0].min(p[1]), p[0].max(p[1]));
            let taken = (1..=larger).map(|k| k * smaller).filter(|&taken| taken <= larger);
            taken.filter(|_| smaller > 0).map(|taken| vec![smaller, larger - taken]).collect()
        }),
        ("fibonacci-nim", 2, 9, |p| (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, 2 * k]).collect()),
        ("no-more-than-last", 2, 9, |p| (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, k]).collect()),
        ("moores-nim", 3, 4, |p| {
            let pairs = [(0, 1), (0, 2), (1, 2)];
            let mut moves = Vec::new();
            for (first, second) in pairs {
                for a in 0..=p[first] {
                    for b in (0..=p[second]).filter(|&b| (a, b) != (p[first], p[second])) {
                        moves.push(with(&with(p, first, a), second, b));
                    }
                }
            }
            moves
        }),
        ("nim-with-a-pass", 4, 3, |p| {
            let mut moves = lowered(&p[..3]);
            moves.iter_mut().for_each(|left| left.push(p[3]));
            if p[3] > 0 && p[..3].iter().any(|&heap| heap > 0) {
                moves.push(vec![p[0], p[1], p[2], p[3] - 1]);
            }
            moves
        }),
        ("two-row-chomp", 2, 6, |p| {
            let (upper, lower) = (p[0], p[1]);
            // A bite at a square takes what is right of it and below; the first square is poison.
            let mut moves: Vec<Vec<u64>> = (1..upper).map(|left| vec![left, lower.min(left)]).collect();
            moves.extend((0..lower).map(|left| vec![upper, left]));
            if lower > upper { vec![] } else { moves }
        }),
        ("kotzigs-nim", 2, 6, |p| {
            let (at, been) = (p[0], p[1]);
            let next = [1, 2].map(|step| (at + step) % 7);
            next.into_iter()
                .filter(|place| been >> place & 1 == 0)
                .map(|place| vec![place, been | 1 << place])
                .collect()
        }),
    ];
    for (name, arity, to, moves) in games {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for position in every(arity, to) {
            if name == "two-row-chomp" && position[1] > position[0]
                || name == "nim-with-a-pass" && position[3] > 1
            {
                continue;
            }
            let expected = brute(&position, &moves, &mut known);
            let shown = shown('(', &position, ')');
            assert_eq!(value(&mut solver, &shown), expected, "{name} at {shown}");
        }
    }
}

#[test]
fn lists_are_played_in_words() {
    let games: [(&str, Moves); 4] = [
        ("end-nim", |p| {
            let mut moves = Vec::new();
            for index in [0, p.len().saturating_sub(1)] {
                for left in 0..p.get(index).copied().unwrap_or_default() {
                    let mut next = with(p, index, left);
                    next.retain(|&heap| heap > 0);
                    moves.push(next);
                }
            }
            moves
        }),
        ("welter", |p| {
            let mut moves = lowered(p);
            moves.iter_mut().for_each(|coins| coins.sort_unstable());
            moves.retain(|coins| coins.windows(2).all(|pair| pair[0] != pair[1]));
            moves
        }),
        ("staircase", |p| {
            let mut moves = Vec::new();
            for from in 1..p.len() {
                moves.extend(
                    (1..=p[from]).map(|k| with(&with(p, from, p[from] - k), from - 1, p[from - 1] + k)),
                );
            }
            moves
        }),
        ("pebbles", |p| {
            let mut moves = lowered(p);
            moves.retain(|piles| piles.is_sorted());
            moves
        }),
    ];
    for (name, moves) in games {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for position in (0..=3).flat_map(|length| every(length, 4)) {
            let fits = match name {
                "end-nim" => position.iter().all(|&heap| heap > 0),
                "welter" => position.windows(2).all(|pair| pair[0] < pair[1]),
                "pebbles" => position.is_sorted() && !position.is_empty(),
                _ => true,
            };
            if fits {
                let expected = brute(&position, &moves, &mut known);
                let shown = shown('[', &position, ']');
                assert_eq!(value(&mut solver, &shown), expected, "{name} at {shown}");
            }
        }
    }
}

/// The rows of `length` coins as bits: coin i shows heads if bit i is set.
fn turned(row: u32, length: u32, allowed: impl Fn(&[u32]) -> bool) -> Vec<u32> {
    (1..1_u32 << length)
        .filter(|turned| {
            let coins: Vec<u32> = (0..length).filter(|coin| turned >> coin & 1 == 1).collect();
            let last = coins[coins.len() - 1];
            row >> last & 1 == 1 && allowed(&coins)
        })
        .map(|turned| row ^ turned)
        .collect()
}

#[test]
fn rows_of_coins_are_turned_in_words() {
    type Allowed = fn(&[u32]) -> bool;
    let in_a_run = |coins: &[u32]| coins.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let games: [(&str, Allowed); 13] = [
        ("turning-turtles", |coins| coins.len() <= 2),
        ("mock-turtles", |coins| coins.len() <= 3),
        ("up-to-four-coins", |coins| coins.len() <= 4),
        ("moebius", |coins| coins.len() <= 5),
        ("mogul", |coins| coins.len() <= 7),
        ("moidores", |coins| coins.len() <= 9),
        ("twins", |coins| coins.len() == 2),
        ("triplets", |coins| coins.len() == 3),
        ("ruler", in_a_run),
        ("short-ruler", |coins| coins.len() <= 3 && coins.windows(2).all(|pair| pair[1] == pair[0] + 1)),
        ("square-flips", |coins| {
            [1, 4, 9].contains(&coins.len()) && coins.windows(2).all(|pair| pair[1] == pair[0] + 1)
        }),
        ("turnips", |coins| coins.len() == 3 && coins[2] - coins[1] == coins[1] - coins[0]),
        ("grunt", |coins| coins.len() == 4 && coins[0] == 0 && coins[1] + coins[2] == coins[3]),
    ];
    const LENGTH: u32 = 8;
    for (name, allowed) in games {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for row in 0..1_u32 << LENGTH {
            let heads: Vec<u64> = (0..LENGTH).filter(|coin| row >> coin & 1 == 1).map(u64::from).collect();
            let expected = brute(&row, &|&row: &u32| turned(row, LENGTH, allowed), &mut known);
            assert_eq!(value(&mut solver, &shown('{', &heads, '}')), expected, "{name}: {heads:?}");
        }
    }
}

#[test]
fn coins_have_the_published_values() {
    // The values of single coins in Winning Ways, chapter 14, the first coin left out
    // where a table there begins with none.
    for (name, values) in [
        ("turnips", vec![0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]),
        ("grunt", vec![0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
        ("moidores", vec![1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024, 2048, 4096]),
        ("triplets", vec![0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35]),
        ("ruler", vec![1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16]),
    ] {
        let last = u64::try_from(values.len() - 1).expect("few values");
        let table = solver(name).table(0, last, &Control::default()).expect("values");
        let found: Vec<u64> = table.values().iter().map(|value| value.size()).collect();
        assert_eq!(found, values, "{name}");
    }
}

#[test]
fn boards_of_coins_are_turned_in_words() {
    const SIDE: u64 = 3;
    let bit = |x: u64, y: u64| 1_u32 << (x * SIDE + y);
    let options = move |name: &str, board: u32| -> Vec<u32> {
        let mut after = Vec::new();
        for (x, y) in
            (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))).filter(|&(x, y)| board & bit(x, y) != 0)
        {
            let corners = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
            match name {
                "turning-corners" => {
                    after.extend(corners.map(|(a, b)| board ^ bit(x, y) ^ bit(a, y) ^ bit(x, b) ^ bit(a, b)));
                }
                "acrostic-twins" => {
                    after.extend((0..x).map(|a| board ^ bit(x, y) ^ bit(a, y)));
                    after.extend((0..y).map(|b| board ^ bit(x, y) ^ bit(x, b)));
                }
                _ => {
                    // A rectangle of any size, filled.
                    for (left, low) in (0..=x).flat_map(|a| (0..=y).map(move |b| (a, b))) {
                        let inside = (left..=x).flat_map(|a| (low..=y).map(move |b| (a, b)));
                        after.push(inside.fold(board, |board, (a, b)| board ^ bit(a, b)));
                    }
                }
            }
        }
        after
    };
    for name in ["turning-corners", "acrostic-twins", "rugs"] {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for board in 0..1_u32 << (SIDE * SIDE) {
            let places: Vec<String> = (0..SIDE)
                .flat_map(|x| (0..SIDE).map(move |y| (x, y)))
                .filter(|&(x, y)| board & bit(x, y) != 0)
                .map(|(x, y)| format!("({x},{y})"))
                .collect();
            let expected = brute(&board, &|&board: &u32| options(name, board), &mut known);
            assert_eq!(
                value(&mut solver, &format!("{{{}}}", places.join(","))),
                expected,
                "{name}: {places:?}"
            );
        }
    }
}

/// Every row of `length` of these cells.
fn strips(cells: &[u8], length: usize) -> Vec<Vec<u8>> {
    (0..length).fold(vec![Vec::new()], |rows, _| {
        rows.iter()
            .flat_map(|row| cells.iter().map(move |&cell| [row.clone(), vec![cell]].concat()))
            .collect()
    })
}

/// A piece put from one cell to another.
fn put(row: &[u8], from: usize, to: usize) -> Vec<u8> {
    let mut next = row.to_vec();
    next.swap(from, to);
    next
}

/// Pieces that go left over empty cells.
fn slid(row: &[u8]) -> Vec<Vec<u8>> {
    let mut moves = Vec::new();
    for from in (0..row.len()).filter(|&from| row[from] != b'.') {
        let free = (0..from).rev().take_while(|&to| row[to] == b'.');
        moves.extend(free.map(|to| put(row, from, to)));
    }
    moves
}

#[test]
fn rows_are_played_in_words() {
    type RowMoves = fn(&Vec<u8>) -> Vec<Vec<u8>>;
    let games: [(&str, &[u8], RowMoves); 5] = [
        ("silver-dollar", b".X", |row| slid(row)),
        ("row-chess", b"01", |row| {
            let pieces = (0..row.len()).filter(|&from| row[from] == b'1');
            let target =
                |from: usize| (from..row.len()).find(|&to| row[to] == b'0').map(|to| put(row, from, to));
            pieces.filter_map(target).collect()
        }),
        ("flip-game", b"OX", |row| {
            let pairs = (1..row.len()).filter(|&at| row[at - 1] == b'X' && row[at] == b'X');
            pairs.map(|at| [&row[..at - 1], b"OO", &row[at + 1..]].concat()).collect()
        }),
        ("bowling", b"IX", |row| {
            let mut moves = Vec::new();
            for pin in (0..row.len()).filter(|&pin| row[pin] == b'I') {
                let mut next = row.clone();
                next[pin] = b'X';
                moves.push(next.clone());
                if row.get(pin + 1) == Some(&b'I') {
                    next[pin + 1] = b'X';
                    moves.push(next);
                }
            }
            moves
        }),
        ("peg-duotaire", b".X", |row| {
            let mut moves = Vec::new();
            for at in 0..row.len().saturating_sub(2) {
                for (from, to) in [(at, at + 2), (at + 2, at)] {
                    if row[from] == b'X' && row[at + 1] == b'X' && row[to] == b'.' {
                        let mut next = put(row, from, to);
                        next[at + 1] = b'.';
                        moves.push(next);
                    }
                }
            }
            moves
        }),
    ];
    for (name, cells, moves) in games {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for row in (0..=8).flat_map(|length| strips(cells, length)) {
            let expected = brute(&row, &moves, &mut known);
            let text = String::from_utf8(row).expect("cells are ASCII");
            if !text.is_empty() {
                assert_eq!(value(&mut solver, &text), expected, "{name} at {text}");
            }
        }
    }
}

#[test]
fn the_money_bag_is_the_race_for_the_dollar() {
    // The real game, on two strips: whoever bags the dollar of either has won the whole.
    fn moves(strips: &[Vec<u8>; 2]) -> Option<Vec<[Vec<u8>; 2]>> {
        let mut found = Vec::new();
        for index in 0..2 {
            let strip = &strips[index];
            let mut leave = |left: Vec<u8>| {
                let mut next = strips.clone();
                next[index] = left;
                found.push(next);
            };
            slid(strip).into_iter().for_each(&mut leave);
            match strip.iter().position(|&cell| cell != b'.') {
                Some(first) if strip[first] == b'D' => return None,
                Some(first) => {
                    let mut left = strip.clone();
                    left[first] = b'.';
                    leave(left);
                }
                None => {}
            }
        }
        Some(found)
    }
    fn wins(strips: &[Vec<u8>; 2], known: &mut HashMap<[Vec<u8>; 2], bool>) -> bool {
        if let Some(&win) = known.get(strips) {
            return win;
        }
        // Where the first coin is the dollar, it is bagged at once.
        let win = match moves(strips) {
            None => true,
            Some(moves) => moves.iter().any(|next| !wins(next, known)),
        };
        known.insert(strips.clone(), win);
        win
    }
    let mut solver = solver("money-bag");
    let mut known = HashMap::new();
    // One dollar on each strip, and not before all coins.
    let good = |strip: &Vec<u8>| {
        let coins: Vec<u8> = strip.iter().copied().filter(|&cell| cell != b'.').collect();
        coins.iter().filter(|&&coin| coin == b'D').count() == 1 && coins[0] == b'X'
    };
    let all: Vec<Vec<u8>> = (2..=4).flat_map(|length| strips(b".XD", length)).filter(good).collect();
    let mut compared = 0;
    for (index, first) in all.iter().enumerate() {
        for second in all[index..].iter().step_by(3) {
            let texts = [first, second].map(|strip| String::from_utf8_lossy(strip).into_owned());
            let sum: Sum<_> =
                texts.iter().map(|text| solver.parse_position(text).expect("a strip")).collect();
            let answer = solver.value(&sum, &Control::default()).expect("a value").outcome;
            let expected = wins(&[first.clone(), second.clone()], &mut known);
            assert_eq!(answer == Outcome::N, expected, "{texts:?}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn laws_told_in_the_games_hold() {
    // Who is to move in Moore's nim loses exactly if the ones of each binary place are
    // a multiple of three.
    let mut moore = solver("moores-nim");
    for heaps in every(3, 7) {
        let losing = (0..3).all(|place| heaps.iter().filter(|&heap| heap >> place & 1 == 1).count() % 3 == 0);
        assert_eq!(value(&mut moore, &shown('(', &heaps, ')')) == 0, losing, "{heaps:?}");
    }
    // Equal heaps: the odd prime factors, and one more for an even number.
    let table = solver("equal-heaps").table(1, 400, &Control::default()).expect("values");
    for (n, value) in (1_u64..).zip(table.values().iter()) {
        let (mut rest, mut count) = (n >> n.trailing_zeros(), u64::from(n % 2 == 0));
        for prime in (3..=n).step_by(2) {
            while rest % prime == 0 {
                (rest, count) = (rest / prime, count + 1);
            }
        }
        assert_eq!(value.size(), count, "{n}");
    }
    // The periods told of the octal games that a small table reaches.
    for (name, preperiod, period) in [("kayles", 71, 12), ("guiles", 1, 10), ("octal-156", 3479, 349)] {
        let table = solver(name).table(0, 10_000, &Control::default()).expect("values");
        let values: Vec<u64> = table.values().iter().map(|value| value.size()).collect();
        assert!((preperiod..values.len() - period).all(|n| values[n] == values[n + period]), "{name}");
        assert_ne!(values[preperiod - 1], values[preperiod - 1 + period], "{name}");
    }
}
