//! Built-in games on tuples, lists, coins and rows: each against the game as its
//! words describe it, played out, or against published values and laws.

mod coins;
mod rows;

use std::collections::HashMap;
use std::hash::Hash;

use grundy::lang::{Rule, game};
use grundy::solve::{Config, Solver};
use grundy::{Control, Nimber, Sum, mex};

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
