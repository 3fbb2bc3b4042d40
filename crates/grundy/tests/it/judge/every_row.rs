//! Every contest problem of testdata/contest-problems.tsv is answered: by a problem
//! file, by values that are tested, or by a reason in docs/language.md.

use std::collections::HashSet;

use grundy::judge::problems;
use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::{Control, Outcome, Sum};

const ROWS: &str = include_str!("../../../../../testdata/contest-problems.tsv");
/// Rows of this file are compared, value by value, in `golden`.
const RULES: &str = include_str!("../../../../../testdata/rules.tsv");
const GUIDE: &str = include_str!("../../../../../docs/language.md");

/// Questions for counts and sums, and games without a form of input; each answered
/// by the library, and by the contest's own sample or by play in words.
const VALUES: [(&str, fn()); 8] = [
    ("PE-301", nim_of_multiples),
    ("PE-306", strips_that_win),
    ("PE-310", losing_triples_of_squares),
    ("PE-325", losing_pairs_of_euclid),
    ("PE-459", winning_flips),
    ("PE-560", losing_tuples_of_coprime_nim),
    ("PE-629", winning_partitions),
    ("HDU-5996", stones_on_a_tree),
];

/// Letters, digits and single hyphens.
fn slug(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    plain.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Whether one of the names in a row's first column is that of the problem.
fn names(row: &str, id: &str) -> bool {
    row.split('/').map(slug).any(|name| {
        let name = format!("-{name}-");
        name.starts_with(&format!("-{id}-")) || name.ends_with(&format!("-{id}-"))
    })
}

fn of_the_guide(heading: &str) -> &'static str {
    let (_, after) = GUIDE.split_once(heading).expect("the guide has the section");
    after.split("\n## ").next().unwrap_or_default()
}

#[test]
fn every_row_is_answered() {
    let reasons = of_the_guide("### What cannot be said");
    let golden: HashSet<&str> = RULES.lines().filter_map(|line| line.split('\t').next()).collect();
    let (mut by_problem, mut by_values, mut by_reason) = (0, 0, 0);
    for line in ROWS.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let row = line.split('\t').next().unwrap_or_default();
        let listed = row.split('/').any(|name| reasons.contains(&format!("| {}", name.trim())));
        let valued = golden.contains(row)
            || VALUES.iter().any(|(id, _)| row.split('/').any(|name| name.trim().starts_with(id)));
        if problems().iter().any(|problem| names(row, problem.id())) {
            assert!(!listed, "{row} has a problem file: take it out of the guide");
            by_problem += 1;
        } else if valued {
            by_values += 1;
        } else {
            let first = row.split([' ', ',']).next().unwrap_or_default();
            assert!(listed || reasons.contains(&format!("| {first}")), "{row} is not answered");
            by_reason += 1;
        }
    }
    assert!(by_problem > 35 && by_values > 8 && by_reason >= 6, "{by_problem} {by_values} {by_reason}");
}

#[test]
fn counts_and_sums_are_those_of_the_contests() {
    for (id, test) in VALUES {
        assert!(ROWS.contains(id), "{id}");
        test();
    }
}

fn solver(rule: &str) -> Solver {
    let rule = Rule::parse(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    Solver::new(rule, Config::default()).expect("an engine")
}

/// The values of the heaps 0 to `to`.
fn table(rule: &str, to: u64) -> Vec<u64> {
    let table = solver(rule).table(0, to, &Control::default()).expect("values");
    table.values().iter().map(|value| value.size()).collect()
}

fn loses(solver: &mut Solver, positions: &[String]) -> bool {
    let sum: Sum<_> = positions.iter().map(|text| solver.parse_position(text).expect("a position")).collect();
    solver.value(&sum, &Control::default()).expect("a value").outcome == Outcome::P
}

fn nim_of_multiples() {
    let mut nim = solver("n -> 0..n-1");
    let losing = (1..=32_u64).filter(|n| loses(&mut nim, &[n, &(2 * n), &(3 * n)].map(ToString::to_string)));
    assert_eq!(losing.count(), 13);
}

fn strips_that_win() {
    let values = table("0.07", 1_000_000);
    assert_eq!(values[1..=50].iter().filter(|&&value| value != 0).count(), 40);
    assert_eq!(values[1..].iter().filter(|&&value| value != 0).count(), 852_938);
}

fn losing_triples_of_squares() {
    let values = table("n -> n - s for s in squares", 29);
    let mut losing = 0;
    for a in 0..values.len() {
        for b in a..values.len() {
            losing += values[b..].iter().filter(|&&value| value == values[a] ^ values[b]).count();
        }
    }
    assert_eq!(losing, 1160);
}

fn losing_pairs_of_euclid() {
    let mut euclid = solver("sym (a, b) -> (a - k*b, b) if b > 0 for k in 1..a / b");
    let sum = |euclid: &mut Solver, to: u64| -> u64 {
        let pairs = (1..=to).flat_map(|y| (1..y).map(move |x| (x, y)));
        pairs.filter(|&(x, y)| loses(euclid, &[format!("({x},{y})")])).map(|(x, y)| x + y).sum()
    };
    assert_eq!(sum(&mut euclid, 10), 211);
    // The known law: y is at most the golden ratio times x.
    let golden = |x: u64, y: u64| y * y < x * y + x * x;
    let law: u64 = (1..=60)
        .flat_map(|y| (1..y).map(move |x| (x, y)))
        .filter(|&(x, y)| golden(x, y))
        .map(|(x, y)| x + y)
        .sum();
    assert_eq!(sum(&mut euclid, 60), law);
}

fn winning_flips() {
    let rule = "coins (x, y) -> [{(a, b) for a in x - k*k + 1..x for b in y - t + 1..y} \\ {(x, y)}] \
                for k in 1..isqrt(x + 1) for t in triangular";
    let mut flips = solver(rule);
    for (side, expected) in [(1_u64, 1), (2, 0), (5, 8)] {
        let places: Vec<String> =
            (0..side).flat_map(|x| (0..side).map(move |y| format!("({x},{y})"))).collect();
        let board = flips.parse_position(&format!("{{{}}}", places.join(","))).expect("a board");
        let moves = flips.moves(&Sum::new(vec![board]), &Control::default()).expect("moves").moves;
        assert_eq!(moves.len(), expected, "{side} x {side}");
    }
}

fn losing_tuples_of_coprime_nim() {
    for (n, k, expected) in [(5, 2, 6_usize), (10, 5, 9964)] {
        let values = table("n -> n - y for y in 1..n if gcd(n, y) == 1", n - 1);
        // How many tuples have each nim-sum.
        let mut tuples = vec![0_usize; 32];
        tuples[0] = 1;
        for _ in 0..k {
            let mut longer = vec![0; 32];
            for (sum, &count) in tuples.iter().enumerate() {
                for &value in &values[1..] {
                    longer[sum ^ value as usize] += count;
                }
            }
            tuples = longer;
        }
        assert_eq!(tuples[0], expected);
    }
}

/// The partitions of n, each ascending.
fn partitions(n: u64, least: u64) -> Vec<Vec<u64>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let first = (least..=n).filter(|&first| first == n || 2 * first <= n);
    first
        .flat_map(|first| {
            partitions(n - first, first).into_iter().map(move |rest| [vec![first], rest].concat())
        })
        .collect()
}

fn winning_partitions() {
    // Split a pile into at most `parts` piles.
    let winning = |n: u64, parts: u64| {
        let alternatives: Vec<String> = (2..=parts)
            .map(|count| {
                let names: Vec<String> = (0..count).map(|index| format!("p{index}")).collect();
                let names = names.join(", ");
                format!("[{names}] for ({names}) in partitions(n, {count})")
            })
            .collect();
        let values = table(&format!("n -> {}", alternatives.join(" | ")), n);
        let xor = |piles: &Vec<u64>| piles.iter().fold(0, |sum, &pile| sum ^ values[pile as usize]);
        partitions(n, 1).iter().filter(|piles| xor(piles) != 0).count()
    };
    assert_eq!((winning(5, 2), winning(5, 3)), (3, 5));
    for (n, expected) in [(7, 66), (10, 291)] {
        assert_eq!((2..=n).map(|parts| winning(n, parts)).sum::<usize>(), expected, "{n}");
    }
}

fn stones_on_a_tree() {
    let rule = "let E = {(1, 0), (2, 1), (3, 0)}; seq s -> set(set(s, i, s[i] - k), p, s[p] + k) \
                for (i, p) in E for k in 1..s[i]";
    let mut tree = solver(rule);
    assert!(loses(&mut tree, &["[2,3,3,3]".to_owned()]), "the second sample");
    for a in 0..4 {
        for b in 0..3 {
            for c in 0..4 {
                // Nodes 1 and 3 stand at an odd depth.
                assert_eq!(loses(&mut tree, &[format!("[1,{a},{b},{c}]")]), a == c);
            }
        }
    }
}

#[test]
fn numbers_divided_by_powers_of_primes() {
    // The lists of Arpa's game, played as they are; `arpa` has a heap for each prime,
    // whose bits are the exponents that occur.
    use std::collections::HashMap;
    fn wins(list: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&win) = known.get(list) {
            return win;
        }
        let powers = [2_u64, 3].iter().flat_map(|&prime| (1..7).map(move |k| prime.pow(k)));
        let mut win = false;
        for power in powers.filter(|&power| list.iter().any(|number| number % power == 0)) {
            let next: Vec<u64> = list.iter().map(|&n| if n % power == 0 { n / power } else { n }).collect();
            win = win || !wins(&next, known);
        }
        known.insert(list.to_vec(), win);
        win
    }
    let mut arpa = solver(grundy::lang::game("arpa").expect("a game").text);
    let mut known = HashMap::new();
    for a in 0..5_u32 {
        for b in 0..5 {
            for (c, d) in [(0, 0), (1, 0), (2, 1), (3, 3)] {
                let list = [2_u64.pow(a) * 3_u64.pow(c), 2_u64.pow(b) * 3_u64.pow(d)];
                let heap = |exponents: [u32; 2]| (1_u64 << exponents[0] | 1 << exponents[1]).to_string();
                let losing = loses(&mut arpa, &[heap([a, b]), heap([c, d])]);
                assert_eq!(losing, !wins(&list, &mut known), "{list:?}");
            }
        }
    }
}

#[test]
fn rows_of_numbers_divided_together() {
    let rule = "(a, b) -> (a / d, b / e) for d in divisors(a) for e in divisors(b) if d * e > 1";
    let primes_of = |n: u64| {
        let (mut rest, mut count) = (n, 0);
        for prime in 2..=n {
            while rest % prime == 0 && rest > 1 {
                (rest, count) = (rest / prime, count + 1);
            }
        }
        count
    };
    let mut division = solver(rule);
    for a in 1..=16 {
        for b in 1..=16 {
            let sum = Sum::new(vec![division.parse_position(&format!("({a},{b})")).expect("a row")]);
            let value = division.value(&sum, &Control::default()).expect("a value").value.to_string();
            assert_eq!(value, (primes_of(a) + primes_of(b)).to_string(), "({a},{b})");
        }
    }
}

#[test]
fn divisors_of_which_the_last_loses() {
    // The exceptions are as known from a search of ours in words, up to 400.
    let mut game = solver("misere; n -> n - 1 | d for d in divisors(n) if 1 < d < n");
    let mut wins = vec![true];
    for n in 1..=400_usize {
        let parts = (2..n).filter(|d| n.is_multiple_of(*d));
        let win = !wins[n - 1] || parts.into_iter().any(|d| !wins[d]);
        wins.push(win);
        assert_eq!(loses(&mut game, &[n.to_string()]), !win, "{n}");
    }
    let prime = |n: usize| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    let exceptions: Vec<usize> = (2..=400).filter(|&n| wins[n] == prime(n)).collect();
    assert_eq!(exceptions, [2, 16, 17, 34, 289]);
}
