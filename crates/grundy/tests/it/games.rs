//! The built-in games: each is whole, and plays the game that its words describe.

use std::collections::HashMap;

use grundy::lang::{GAMES, Rule, game};
use grundy::solve::{Config, Solver};
use grundy::{Control, Nimber, Sum, mex};

fn solver(name: &str) -> Solver {
    let rule = Rule::parse(game(name).unwrap_or_else(|| panic!("no game {name}")).text).expect("a rule");
    Solver::new(rule, Config::default()).expect("an engine")
}

/// The words of a line, parted by blanks outside brackets.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut depth) = (vec![String::new()], 0);
    for c in line.chars() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        match words.last_mut() {
            Some(word) if depth > 0 || !c.is_whitespace() => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_game_is_whole_and_its_example_is_answered() {
    assert!(GAMES.len() >= 60, "{} games", GAMES.len());
    assert!(GAMES.is_sorted_by(|a, b| a.name < b.name), "sorted, and no name twice");
    for game in GAMES {
        let rule = Rule::parse(game.text).unwrap_or_else(|error| panic!("{}: {error}", game.name));
        assert!(rule.warnings().is_empty(), "{}: {:?}", game.name, rule.warnings());
        let headers = rule.headers();
        assert!(headers.title.is_some() && headers.source.is_some(), "{}", game.name);
        let example = headers.example.clone().unwrap_or_else(|| panic!("{} has no example", game.name));
        let mut solver = Solver::new(rule, Config::default()).expect("an engine");
        let sum: Sum<_> = words(&example)
            .iter()
            .map(|word| solver.parse_position(word).unwrap_or_else(|error| panic!("{}: {error}", game.name)))
            .collect();
        assert!(!sum.components().is_empty(), "{}", game.name);
        let answer = solver.value(&sum, &Control::default());
        assert!(answer.is_ok(), "{}: {answer:?}", game.name);
    }
}

#[test]
fn games_have_the_values_of_the_encyclopedia() {
    const OEIS: &str = include_str!("../../data/oeis.tsv");
    let mut compared = 0;
    for (name, number, shift) in [
        ("kayles", "A002186", 0),
        ("grundys-game", "A002188", 0),
        ("take-a-square", "A014586", 0),
        ("take-a-factorial", "A014587", 0),
        ("take-a-fibonacci", "A014588", 0),
        ("take-a-prime", "A014589", 0),
        ("up-to-four-coins", "A033623", -1),
        ("moebius", "A054016", -1),
        ("guiles", "A125916", 0),
        ("officers", "A046695", 0),
        ("couples-are-forever", "A046695", 1),
        ("leave-a-non-divisor", "A025480", 0),
        ("leave-three-heaps", "A002264", 0),
        ("mark", "A229764", 0),
        ("i-mark", "A263635", 0),
        ("short-ruler", "A000034", -1),
        ("divide-by-anything", "A000523", 0),
        ("nim", "A001477", 0),
        ("dim", "A001511", 0),
        ("proper-divisors", "A007814", 0),
        ("powers-of-two", "A010872", 0),
        ("take-one-or-a-prime", "A010873", 0),
        ("divide-by-a-prime", "A066829", 0),
        ("mock-turtles", "A000069", -1),
    ] {
        // Of a number that stands twice, the first row is meant.
        let row = OEIS.lines().find(|line| line.starts_with(number)).unwrap_or_else(|| panic!("{number}"));
        let columns: Vec<&str> = row.split('\t').collect();
        let terms: Vec<u64> = columns[2].split(',').map_while(|term| term.parse().ok()).collect();
        let first: i64 = columns[3].trim().parse().unwrap_or(0);
        let from = u64::try_from(first + shift).expect("an index");
        let table =
            solver(name).table(from, from + terms.len() as u64 - 1, &Control::default()).expect("values");
        let values: Vec<u64> = table.values().iter().map(Nimber::size).collect();
        assert_eq!(values, terms, "{name} against {number}");
        compared += terms.len();
    }
    assert!(compared > 350, "{compared} terms");
}

#[test]
fn the_encyclopedia_lists_even_heaps_without_divisors() {
    const OEIS: &str = include_str!("../../data/oeis.tsv");
    let row = OEIS.lines().find(|line| line.starts_with("A365533")).expect("the row");
    let terms: Vec<u64> =
        row.split('\t').nth(2).unwrap_or_default().split(',').map_while(|term| term.parse().ok()).collect();
    assert!(terms.len() > 20, "{row}");
    let table = solver("non-divisors").table(1, 2 * terms.len() as u64, &Control::default()).expect("values");
    let values: Vec<u64> = table.values().iter().map(Nimber::size).collect();
    let (odd, even): (Vec<u64>, Vec<u64>) = values.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
    assert_eq!(even, terms);
    assert!((0..).zip(odd).all(|(half, value)| value == half), "(n - 1) / 2 for an odd n");
}

/// The moves of a heap, from the words of the game.
type Moves = fn(u64) -> Vec<Vec<u64>>;

fn brute(n: u64, moves: Moves, known: &mut HashMap<u64, u64>) -> u64 {
    if let Some(&value) = known.get(&n) {
        return value;
    }
    let values: Vec<Nimber> = moves(n)
        .into_iter()
        .map(|sum| Nimber::new(sum.into_iter().fold(0, |xor, part| xor ^ brute(part, moves, known))))
        .collect();
    let value = mex(values).size();
    known.insert(n, value);
    value
}

/// Pairs of parts, the first no larger.
fn pairs(total: u64) -> Vec<Vec<u64>> {
    (0..=total / 2).map(|a| vec![a, total - a]).collect()
}

/// Three parts, none of them empty.
fn triples(total: u64) -> Vec<Vec<u64>> {
    (1..total)
        .flat_map(|a| pairs(total - a).into_iter().map(move |parts| [vec![a], parts].concat()))
        .filter(|parts| parts[1] > 0)
        .collect()
}

fn singles(left: impl Iterator<Item = u64>) -> Vec<Vec<u64>> {
    left.map(|heap| vec![heap]).collect()
}

fn divides(d: u64, n: u64) -> bool {
    n.checked_rem(d) == Some(0)
}

fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}

fn is_prime(n: u64) -> bool {
    n > 1 && (2..n).all(|d| !divides(d, n))
}

#[test]
fn games_are_those_of_their_words() {
    let games: [(&str, Moves); 37] = [
        ("bash", |n| singles((1..=3).filter(move |&s| s <= n).map(move |s| n - s))),
        ("take-l-to-r", |n| singles((2..=3).filter(move |&s| s <= n).map(move |s| n - s))),
        ("all-but", |n| singles((1..=n).filter(|&s| s != 2 && s != 5).map(move |s| n - s))),
        ("take-a-square", |n| singles((1..=n).filter(move |s| s * s <= n).map(move |s| n - s * s))),
        ("take-a-cube", |n| singles((1..=n).filter(move |s| s * s * s <= n).map(move |s| n - s * s * s))),
        ("take-a-triangular", |n| {
            singles((1..=n).map(|s| s * (s + 1) / 2).filter(move |&s| s <= n).map(move |s| n - s))
        }),
        ("subtract-134", |n| singles([1, 3, 4].into_iter().filter(move |&s| s <= n).map(move |s| n - s))),
        ("powers-of-b", |n| {
            singles([1, 3, 9, 27, 81].into_iter().filter(move |&s| s <= n).map(move |s| n - s))
        }),
        ("at-most-half", |n| singles((n - n / 2..n).filter(move |&left| left < n))),
        ("mark-t", |n| {
            let mut moves = singles((1..=2).filter(move |&s| s <= n).map(move |s| n - s));
            if n > 0 {
                moves.push(vec![n / 3]);
            }
            moves
        }),
        ("floor-division", |n| if n == 0 { vec![] } else { singles((2..=6).map(move |k| n / k)) }),
        ("dim", |n| singles((1..=n).filter(move |&d| divides(d, n)).map(move |d| n - d))),
        ("proper-divisors", |n| singles((1..n).filter(move |&d| divides(d, n)).map(move |d| n - d))),
        ("non-divisors", |n| singles((1..n).filter(move |&d| !divides(d, n)).map(move |d| n - d))),
        ("leave-a-non-divisor", |n| singles((1..n).filter(move |&d| !divides(d, n)))),
        ("coprime", |n| singles((1..=n).filter(move |&y| common(n, y) == 1).map(move |y| n - y))),
        ("divide-by-a-prime", |n| {
            singles((2..=n).filter(move |&p| is_prime(p) && divides(p, n)).map(move |p| n / p))
        }),
        ("furlo-and-rublo", |n| singles((1..n).filter(move |&y| y * y <= n && y.pow(4) >= n))),
        ("couples-are-forever", |n| {
            if n < 3 { vec![] } else { pairs(n).into_iter().filter(|parts| parts[0] > 0).collect() }
        }),
        ("officers", |n| if n < 2 { vec![] } else { pairs(n - 1) }),
        ("treblecross-heaps", |n| if n < 3 { vec![] } else { pairs(n - 3) }),
        ("leave-three-heaps", |n| if n < 4 { vec![] } else { triples(n - 1) }),
        ("nim-or-three", |n| singles(0..n).into_iter().chain(triples(n)).collect()),
        ("dawsons-kayles", |n| if n < 2 { vec![] } else { pairs(n - 2) }),
        ("scatterstone", |n| {
            let mut moves: Vec<Vec<u64>> = pairs(n).into_iter().filter(|parts| parts[0] > 0).collect();
            moves.extend(triples(n));
            moves
        }),
        ("legendre", |n| {
            let mut moves = singles((1..=1).filter(move |&s| s <= n).map(move |s| n - s));
            if n > 0 && n % 2 == 0 {
                moves.push(vec![n / 2; 2]);
            }
            moves
        }),
        ("card-runs", |n| (2..=3).filter(|&run| run <= n).flat_map(|run| pairs(n - run)).collect()),
        ("octal-156", |n| {
            let mut moves: Vec<Vec<u64>> = if n == 1 || n == 2 { vec![vec![0]] } else { vec![] };
            moves.extend(if n > 3 {
                pairs(n - 2).into_iter().filter(|parts| parts[0] > 0).collect()
            } else {
                vec![]
            });
            moves.extend(if n > 3 { pairs(n - 3) } else { vec![] });
            moves
        }),
        ("octal-16", |n| match n {
            0 | 2 => vec![],
            1 => vec![vec![0]],
            _ => pairs(n - 2),
        }),
        ("octal-56", |n| {
            let mut moves: Vec<Vec<u64>> = if n == 1 { vec![vec![0]] } else { vec![] };
            moves.extend(if n > 2 {
                pairs(n - 1).into_iter().filter(|parts| parts[0] > 0).collect()
            } else {
                vec![]
            });
            moves.extend(if n > 2 { pairs(n - 2) } else { vec![] });
            moves
        }),
        ("octal-106", |n| match n {
            0 | 2 | 3 => vec![],
            1 => vec![vec![0]],
            _ => pairs(n - 3),
        }),
        ("double-kayles", |n| (1..=4).filter(|&pins| pins <= n).flat_map(|pins| pairs(n - pins)).collect()),
        ("kenyons-game", |n| {
            let mut moves = if n > 0 { vec![vec![n - 1]] } else { vec![] };
            for a in 0..n.saturating_sub(1) {
                moves.extend(pairs(n - 2 - a).into_iter().map(|parts| [vec![a], parts].concat()));
            }
            moves
        }),
        ("equal-heaps", |n| {
            (2..=n)
                .filter(|&k| divides(k, n))
                .map(|k| vec![n / k; usize::try_from(k).expect("a count")])
                .collect()
        }),
        ("counter-game", |n| {
            let below = (0..).map(|k| 1 << k).take_while(|&power| power < n).last();
            match below {
                None => vec![],
                Some(power) if 2 * power == n => vec![vec![power]],
                Some(power) => vec![vec![n - power]],
            }
        }),
        ("upmark", |n| {
            let half = n - n / 2;
            singles((0..n).filter(move |&left| left + 1 == n || left == half))
        }),
        ("node-kayles-path", |n| {
            (1..=n).map(|i| vec![i.saturating_sub(2), n.saturating_sub(i + 1)]).collect()
        }),
    ];
    for (name, moves) in games {
        let table = solver(name).table(0, 60, &Control::default()).expect("values");
        let mut known = HashMap::new();
        for (n, value) in (0..).zip(table.values().iter()) {
            assert_eq!(value.size(), brute(n, moves, &mut known), "{name} at {n}");
        }
    }
}

#[test]
fn treblecross_on_the_reduced_strip_is_treblecross() {
    // The real game: who first has three crosses in a row wins. The reduced rule is
    // right on every strip on which nobody can win at once.
    fn wins(strip: u32, length: u32, known: &mut HashMap<(u32, u32), bool>) -> bool {
        if let Some(&value) = known.get(&(strip, length)) {
            return value;
        }
        let three = |strip: u32| strip & (strip >> 1) & (strip >> 2) != 0;
        let value = (0..length)
            .filter(|cell| strip >> cell & 1 == 0)
            .map(|cell| strip | 1 << cell)
            .any(|next| three(next) || !wins(next, length, known));
        known.insert((strip, length), value);
        value
    }
    let mut solver = solver("treblecross");
    let mut known = HashMap::new();
    let mut compared = 0;
    for length in 3..10 {
        for strip in 0..1_u32 << length {
            let near = strip & (strip >> 1) != 0 || strip & (strip >> 2) != 0;
            if near {
                continue;
            }
            let text: String =
                (0..length).map(|cell| if strip >> cell & 1 == 1 { 'X' } else { '.' }).collect();
            let sum = Sum::new(vec![solver.parse_position(&text).expect("a strip")]);
            let answer = solver.value(&sum, &Control::default()).expect("a value");
            let expected = wins(strip, length, &mut known);
            assert_eq!(answer.outcome == grundy::Outcome::N, expected, "{text}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} strips");
}

#[test]
fn paper_cutting_is_the_race_to_a_square_of_one() {
    // The real game, as a race: cutting off a piece of 1 x 1 wins the whole.
    fn value_of_sheet(solver: &mut Solver, w: u64, h: u64) -> bool {
        let sum = Sum::new(vec![solver.parse_position(&format!("({w},{h})")).expect("a sheet")]);
        solver.value(&sum, &Control::default()).expect("a value").outcome == grundy::Outcome::N
    }
    fn wins(sheets: &mut Vec<(u64, u64)>, known: &mut HashMap<Vec<(u64, u64)>, bool>) -> bool {
        sheets.sort_unstable();
        if let Some(&value) = known.get(sheets) {
            return value;
        }
        let mut found = false;
        for index in 0..sheets.len() {
            let (w, h) = sheets[index];
            let cuts = (1..w).map(|a| [(a, h), (w - a, h)]).chain((1..h).map(|b| [(w, b), (w, h - b)]));
            for parts in cuts.collect::<Vec<_>>() {
                let mut left = sheets.clone();
                left.remove(index);
                left.extend(parts);
                if parts.contains(&(1, 1)) || !wins(&mut left, known) {
                    found = true;
                }
            }
        }
        known.insert(sheets.clone(), found);
        found
    }
    let mut solver = solver("paper-cutting");
    let mut known = HashMap::new();
    for (w, h) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (2, 5), (3, 4)] {
        assert_eq!(value_of_sheet(&mut solver, w, h), wins(&mut vec![(w, h)], &mut known), "{w} x {h}");
    }
}
