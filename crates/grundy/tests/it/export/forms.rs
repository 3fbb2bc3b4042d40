//! Rules that together have every form of the language, and what cannot be exported.

use super::harness::{all_agree, case, small_positions, text};
use grundy::Control;
use grundy::export::{Language, program};
use grundy::lang::Rule;
use grundy::solve::{Config, SolveError, Solver};
use grundy::theory::Play;

/// Rules of one heap or of coins.
const NUMBERS: &[&str] = &[
    // Laws: nim, an interval, intervals with a remainder, a preperiod, saltus, coins.
    "n -> n - k for k in 2..900",
    "n -> n - s for s in (1..) \\ {2, 5}",
    "0.[3]",
    "0.07",
    "coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x",
    "coins x -> [a] for a in 0..x-1",
    "coins x -> [a, b] where a < b < x",
    "coins x -> []",
    // Codes by table: splits in three, digits that repeat, splits without taking.
    "0.8",
    "4.(15)7[2]",
    "4.31[05]",
    // Walks without end: every named set, unions, differences, filters.
    "n -> n - p for p in primes if p % 4 == n % 4 | n - s for s in squares if s % 3 != n % 3",
    "n -> n - c for c in cubes if n % 2 == 1 | n - t for t in triangular if t != n / 2",
    "n -> n - f for f in factorials if n % 5 != f | n - f for f in fibonacci if n % 3 != f % 3",
    "n -> n - q for q in powers(n % 3 + 2) | n - (2*k + n % 2 + 1) for k in 0..",
    "n -> n - u for u in union(squares, union(primes, {1, 6})) if (n + u) % 3 != 0",
    "n -> n - u for u in union(4..9, 20..) \\ squares if u != n / 3",
    "n -> n - x for x in {k*k + 1 for k in n%2.. if k % 3 != 1} | n - y for y in nonzero(n%2..) if y > n / 2",
    // Loops inside a walk without end: it ends only when no option is a position.
    "n -> n - a - b for a in 1.. for b in {0, 2, n % 4} if a % 2 == b % 2",
    "n -> n - a*b for a in 1.. if a % 2 == 0 or n % 3 == 0 for b in 2..",
    "n -> [n - a; a % 3] for a in 1.. if a % 4 != 2",
    "n -> [n - a, n - 2*a] for a in 1.. | [0..n-a] for a in n/2+1..n",
    // An option that cannot be looked at where its condition fails.
    "n -> n - n / k - 1 for k in 0.. if k > 0 if k < n | n - k for k in 1.. if n % k == 0 and 10 / k > 2",
    // `where`: equations, bounds on both sides, factors, members.
    "n -> [a, b] where a + b == n - 1, 2 * a <= b | [a, b, c] where a + b + c == n, 1 <= a < b < c",
    "n -> [a, b] where 2*a + 3*b == n, a < n, b < n | a where 3 * a < n, a > n / 5",
    "n -> n - x where x in {1, 4, 6}, x != n % 5 | n - d * e where d in 1..3, d * e <= n, 1 <= e <= 3",
    "n -> a where a * (n % 3 - 1) + 2 <= n, a < n, 2 * a >= n",
    "n -> [a, b] for x in -2..1 where a + b == n - 4 - x, a >= x, b >= x | a for x in -3..2 where x <= a, a < n, 2*a >= n + x",
    // Copies: none, an odd and an even number of them.
    "n -> [n - 2; n % 4] | [n / 2; n % 3 - 1] | [n / k; k] for k in divisors(n) if k > 1",
    // Folds, with least and largest of nothing, and functions.
    "n -> n - max(digits(n)) | n - min(nonzero(digits(n, 3) \\ {1})) | n - 1 - min(n % 5, max(digits(n, 4) \\ {0, 2}))",
    "n -> n - max({d for d in digits(n) if d % 2 == 1}) if not max(prime_factors(n)) < 7 or n % 2 == 0",
    "n -> n - 1 if max(prime_factors(n)) > 3 or n % 3 == 0 | n - 2 if not (min(digits(n) \\ {3}) == 1 and n > 4)",
    "n -> n - sum(digits(n, 2)) | n - count(divisors(n)) | n - sum({d % 3 for d in digits(n)}) - 1",
    "n -> n - gcd(n, 12) | n - lcm(n % 3 + 1, 2) | n - gcd(divisors(n)) | n - 1 - lcm(digits(n, 3))",
    "n -> n - bitand(n, 6) - 1 | bitor(n, 1) - 2 | n - bitor(digits(n)) | n - 1 - bitand(digits(n)) if n % 4 == 0",
    "n -> isqrt(n) if n > 1 | iroot(n, 3) if n > 1 | n - ilog(n, 2) - 1 | n - popcount(n) | n - bit_length(n) / 2 - 1",
    "n -> n - trailing_zeros(n) - 1 | n - 2**trailing_zeros(n) | n - abs(n - 7) - 1 | n - (n >> 2) - (1 << n % 3)",
    "n -> (n xor 3) if n xor 3 < n | n - (n % 4 == 3) - 1 | (3 - n) / 2 + n - 2 | n - 1 - (2 - n) % 3 | n - n**2 % 7 - 1",
    "n -> n - k for k in 1..n \\ divisors(n) | n - k for k in union(1..3, prime_factors(n)) | n - 3**(n % 3)",
    "n -> [x, y] for (x, y) in partitions(n - 1, 2) | [x, y, z] for (x, y, z) in partitions(n, 3) | [n - 1 - count(partitions(n / 2, 2))]",
    "n -> n - a for a in 1..3 for b in 4..6 if (a, b) in {(1, 4), (2, 6), (n % 4, 5)} | n - 1 if 3 in digits(n)",
    "n -> n - k for k in 1..n if is_prime(k) and k in fibonacci or k in triangular and not k in divisors(n)",
    "n -> n - k for k in 1..5 if k in {1, n / 2, n % 7} or k in prime_factors(n) or (k, n % 3) in partitions(k + n % 3, 2)",
    "n if n % 2 == 0 -> n / 2 | n - 1\nn if n % 2 == 1 -> n - 1 # odd\nn if not (n < 5 or n % 7 == 0) -> n - 3",
    // Parameters: numbers, sets, pairs, ranges, infinite sets.
    "let m = 3; let S = {m, 2*m + 1}; n -> n - s for s in S | n - s * (n % 2) - 1 for s in S if s < n",
    "let I = {(1, 4), (2, 6)}; let R = 2..5; let Q = squares; n -> n - a for (a, b) in I if n < b | n - r for r in R if n % r == 0 | n - q for q in Q if n % q != 1",
    "let S = {}; n -> n - s for s in S | n - 1 - count(S)",
    // Numbers of more than 64 bits on the way.
    "n -> n - n**9 % 5 - 1 | n - (n * n * n * n * n * n * n * n) % 7 - 1",
    "n -> n - (2**k - 1) for k in 1.. if k != n % 3",
    // Coins by table.
    "coins x -> [k..x-1] for k in 0..x",
    "coins c if c % 3 != 0 -> [c - 1] | [c - 1, c - 1, c / 2]; coins c -> []",
    // Words of the three languages as names.
    "let class = 2; int -> int - for_ for for_ in {class, 5} if int % 2 == 0 | int - def for def in 1..class | int - 1 - mut for mut in {int % 3}",
];

/// Tuples, tags, boards and lists.
const SHAPES: &[&str] = &[
    "(a, b) if a >= b and b > 0 -> (a - k*b, b) for k in 1..a / b; (a, b) if a < b -> (b, a)",
    "closed(n) -> open(n); open(n) -> open(k) for k in 0..n-1",
    "let m = 3; circle(n) if n >= m -> chain(n - m); chain(n) -> [chain(a), chain(b)] where a + b == n - m",
    "sym (a, b) -> (a - 1, b) | (a, b - 2) | (a - k, b - k) for k in 1.. if k % 3 != 0",
    "sym (a, b, c) if a <= b -> (a - 1, b, c / 2) | (c / 2, 0..a-1, 0) if c > 0; sym (x, y, z) -> (x, y - 1, 0) if z > 0",
    "(a, b) -> (0..a-1, b) | (a, {b - 1, b - 3}) | [(a - 1, b - 1); a % 3] | [(a - 1, 0), (0, b - 1)]",
    "(a, b) -> {(x, y) for x in 0..a for y in 0..b if x + y < a + b if (x + y) % 2 == 0}",
    "n -> [n - 1, box(n - 1, n / 2)] | box(n - 2, 0); box(a, b) -> a - 1 | box(a - 1, b) | []; (class, b, c) -> box(b, c) if class > 0",
    "(n, k) -> (n - t, t) for t in 1..2*k if t <= n | (n - t*t, k) for t in 1.. for u in 0..1 if t > u",
    "one(n) -> [one(n - 1); n % 3] | two(n - 2); two(n) -> one(n - s) for s in squares",
    "coins (x, y) -> [(x, b)] for b in 0..y-1 | [(a, y), (a, b)] where a < x, b < y | [{(a, y) for a in 0..x-1}]",
    "seq s -> set(s, i, s[i] - k) for i in 0..len(s)-1 for k in 1..s[i]",
    "seq s -> drop(s, i) for i in 0..len(s)-1 if s[i] % 2 == 1 | s[i..len(s)-1] for i in 1..len(s)-1 | [s[..i-1], s[i+1..]] for i in 0..len(s)-1",
    "seq s if len(s) > 0 -> sort(set(s, 0, s[0] - 1)) | insert(drop(s, 0), 0, s[0] - 2) | drop(s, 0) if max(s) == s[0] and sum(s) % 2 == 0 | drop(s, 0) if 3 in s",
    "seq s if len(s) > 0 -> drop(s, 0) if set(s, 0, s[0] - 3)[0] / 2 == -1 | set(s, 0, s[0] - 1)",
    "n -> [n - 1, n - 2] | done(n); done(n) -> {}",
];

/// Rows that are no staircase, and staircases of both directions.
const ROWS: &[&str] = &[
    "row 1 1* 0 -> 0 1* 1",
    "row 0 1* 1 -> 1 1* 0; row 2 -> 3",
    "row I -> X ; row I I -> X X",
    "row !X . !X -> !X X !X | . X",
    "row < 1 -> < 0 | ; row 1 ? 0 -> 0 ? 1; row X X* > -> . .* >",
];

fn rules(texts: &[&str]) -> Vec<Rule> {
    texts.iter().map(|text| Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

fn agree(texts: &[&str], to: u64) {
    let cases: Vec<_> = rules(texts).iter().map(|rule| case(rule, &small_positions(rule, to))).collect();
    all_agree(&cases, &Language::ALL);
}

#[test]
fn forms_of_one_number_agree_in_every_language() {
    agree(NUMBERS, 60);
}

#[test]
fn forms_of_several_entries_agree_in_every_language() {
    agree(SHAPES, 12);
}

#[test]
fn forms_of_rows_agree_in_every_language() {
    agree(ROWS, 5);
}

#[test]
fn parameters_that_were_given_are_exported() {
    let given = [("S".to_owned(), "{1, 3}".to_owned()), ("m".to_owned(), "2".to_owned())];
    let rule =
        Rule::with_parameters("let m = 1; let S = {2, 5}; n -> n - s for s in S if s != n / m", &given);
    let rule = rule.expect("a rule");
    all_agree(&[case(&rule, &small_positions(&rule, 40))], &Language::ALL);
}

#[test]
fn sums_and_long_periods_and_misere() {
    let mut cases = Vec::new();
    // The first has its values written out, the second a table up to g(n + 260) = g(n) from 5537 on.
    for (text, heaps) in [
        ("0.77", (0..400).step_by(7).collect::<Vec<u64>>()),
        ("n -> n - s for s in {2, 37, 90, 131}", vec![0, 1, 5, 5536, 5537, 5796, 5797, 5798, 6057, 8000]),
    ] {
        let rule = Rule::parse(text).expect("a rule");
        let shown: Vec<(String, String)> = heaps.iter().map(|n| (n.to_string(), n.to_string())).collect();
        cases.push(case(&rule, &shown));
    }
    for (case, mark) in cases.iter().zip(["FIRST", "def place(n)"]) {
        assert!(text(&case.rule, Language::Python).contains(mark), "{}", case.rule.text());
    }
    let nim = Rule::parse("n -> 0..n-1").expect("nim");
    cases.push(case(&nim, &[("3 5 7".to_owned(), "3 5 7".to_owned()), (" ".to_owned(), String::new())]));
    let misere = Rule::with_play("n -> n - s for s in {1, 2, n % 3 + 3}", &[], Play::Misere).expect("a rule");
    cases.push(case(&misere, &small_positions(&misere, 40)));
    all_agree(&cases, &Language::ALL);
}

#[test]
fn what_cannot_be_exported_says_why() {
    let refused = |text: &str, play: Play| {
        let rule = Rule::with_play(text, &[], play).expect("a rule");
        let mut solver = Solver::new(rule, Config::default()).expect("some engine fits");
        program(&mut solver, Language::Cpp, &Control::default()).expect_err(text)
    };
    for (text, play) in [
        ("n -> [a, b] where a + b == n - 2", Play::Misere),
        ("(a, b) -> (a - 1, b)", Play::Misere),
        ("n -> n - 1 | n + 1 if n < 5", Play::Loopy),
        ("n -> n - k for k in {a*b for a in 2.. for b in 1..3} if k != n % 7", Play::Normal),
    ] {
        let error = refused(text, play);
        assert!(matches!(error, SolveError::Question { .. }), "{text}: {error}");
    }
    // A rule that breaks is no program.
    let error = refused("n -> n - 12 / (n - 3)", Play::Normal);
    assert!(matches!(error, SolveError::Fault(_)), "{error}");
}

#[test]
fn the_guide_shows_what_is_printed() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language.md");
    let guide = std::fs::read_to_string(path).expect("the guide is read");
    let (_, after) = guide.split_once("\nprints\n\n").expect("the guide shows a program");
    let shown: Vec<&str> = after
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with("    "))
        .map(|line| line.strip_prefix("    ").unwrap_or_default())
        .collect();
    let rule = Rule::parse("n -> n - d for d in divisors(n) if d < n").expect("a rule");
    assert_eq!(shown.join("\n").trim_end(), text(&rule, Language::Python).trim_end());
}
