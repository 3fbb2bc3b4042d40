//! Programs end with a message where they cannot tell the value: at numbers that
//! leave their type, and at lines that are no positions.

use super::harness::{Case, all_agree, case, small_positions, text};
use grundy::Control;
use grundy::export::{Language, program};
use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::theory::Play;

fn rule(text: &str) -> Rule {
    Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The rule at these heaps.
fn at(text: &str, heaps: &[u64]) -> Case {
    let shown: Vec<(String, String)> = heaps.iter().map(|n| (n.to_string(), n.to_string())).collect();
    case(&rule(text), &shown)
}

/// The rule at these tuples.
fn at_pairs(text: &str, pairs: &[(u64, u64)]) -> Case {
    let shown: Vec<(String, String)> =
        pairs.iter().map(|(a, b)| (format!("({a},{b})"), format!("{a} {b}"))).collect();
    case(&rule(text), &shown)
}

/// One after the other, and not one inside the other.
#[test]
fn as_many_alternatives_as_a_text_holds() {
    let alternatives: Vec<String> = (1..=30_000).map(|k| format!("n / 2 - {k}")).collect();
    let mut solver =
        Solver::new(rule(&format!("n -> {}", alternatives.join(" | "))), Config::default()).unwrap();
    for language in Language::ALL {
        let text = program(&mut solver, language, &Control::default()).unwrap();
        let times = |k: u32| text.matches(&format!("n / 2 - {k}")).count();
        assert!(times(30_000) > 1 && times(30_000) == times(29_999), "{language}");
    }
}

#[test]
fn numbers_that_leave_their_type_end_the_program() {
    const BITS: &str = "a number leaves 128 bits";
    let all: Vec<u64> = (0..=100).collect();
    let cases = [
        // A power fills the type, and is gone on with.
        at("n -> n - 1 if 2**n * n % 3 == 1 | n - 2", &all).leaving(&[("64\n130\n", BITS)]),
        at("n -> n - 1 if 2**n * 3**n % 7 == 1 | n - 2", &all[..=49]).leaving(&[("60\n", BITS)]),
        at("n -> n - 1 if (1 << n) * 3 % 7 == 1 | n - 2 if -(2**n) - n < 0", &all)
            .leaving(&[("128\n", BITS)]),
        // 60097^8 has 128 bits.
        at("n -> n - 1 if n*n*n*n*n*n*n*n % 7 == 2 | n - 2", &[64, 128, 60_000, 60_096])
            .leaving(&[("60097\n", BITS), ("60100\n", BITS)]),
        // Names that stand for long numbers; 55109^4 has 64 bits.
        at("n -> n - 1 for x in {n*n} if x*x % 7 == 2 | n - 2", &[64, 128, 55_120]),
        at("n -> n - 1 if max({n*n, 3}) * n % 7 == 2 | n - 2 where x == n*n, x * n * n % 5 == 1", &[64, 128, 2100]),
        at("let S = {1000000000000000000, 3}; n -> n - 1 for s in S if s * n % 7 == 2 | n - 2", &[9, 64]),
        // Comparisons that are counted.
        at("n -> n - 1 - ((n % 3 == 1) * 100000 * 100000) % 7 | n - 2 - (n % 2 == 0) * 2147483647 * 7 % 3", &all),
        // Members without end that are looked for far above.
        at("n -> n - 1 if n*n*n in squares | n - 2 if n**3 in cubes and n**2 in powers(n + 2) | n - 3", &all),
        at("n -> [n - 2*f; f % 3 + 1] for f in factorials | n - p - q for p in powers(3) for q in {0, p*p}", &all),
        at("n -> n - 1 if sum({d*d*d*d for d in divisors(n*n)}) % 3 == 1 | n - 2", &[64, 128, 300]),
        // Near the end of the entries.
        at_pairs(
            "(a, k) if k > 0 -> (a - 1, k - 1) if a*a*a*a % 7 < 4 | (a - 2, k - 1) if a*a % 5 > 1 | (a, k - 2)",
            &[(2_147_483_647, 6), (2_147_483_640, 7)],
        )
        .leaving(&[("2147483648 1\n", "2147483648")]),
        at_pairs(
            "(a, k) -> (a, k - x) where 1000000000000 * a - x >= 0, 1 <= x, x <= 3 | (a, k - y) where y * 4000000000 == 4000000000 * a - 4000000000 * (a - 1)",
            &[(2_147_483_647, 9), (9, 9), (0, 5)],
        ),
        at_pairs("(a, k) if k > 0 -> (a - 1, k - 1) if a**5 % 7 < 4 | (a, k - 2)", &[(30_000_000, 6), (2, 5)])
            .leaving(&[("2147483647 3\n", BITS)]),
        // Entries that grow.
        at_pairs("(n, k) -> (n - 1, k * k) | (n - 2, k + 1)", &[(4, 3), (1, 9)])
            .leaving(&[("6 3\n", "an entry of an option exceeds 2147483647")]),
    ];
    all_agree(&cases, &Language::ALL);
}

#[test]
fn bitand_of_nothing_is_negative() {
    let all: Vec<u64> = (0..=60).collect();
    let cases = [
        at("n -> bitand(digits(n, 2) \\ {0, 1}) | n - 2", &all),
        at(
            "n -> n - 1 if bitand(digits(n, 3) \\ {0}) / 2 < 0 | n - 3 - bitand(digits(n, 3) \\ {0, 1})",
            &all,
        ),
    ];
    all_agree(&cases, &Language::ALL);
}

#[test]
fn laws_refuse_what_their_values_would_leave_64_bits_at() {
    let odious = rule("coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x");
    assert!(text(&odious, Language::Cpp).contains("popcount"));
    let mut odious = case(&odious, &small_positions(&odious, 20));
    odious.input.push_str("4611686018427387903\n");
    odious.expected.push_str("9223372036854775807\n");
    let odious = odious.leaving(&[("4611686018427387904\n", "4611686018427387904")]);
    let nim = at("n -> 0..n-1", &[0, 9]).leaving(&[("9223372036854775808\n", "9223372036854775808")]);
    all_agree(&[odious, nim], &Language::ALL);
}

#[test]
fn lines_that_are_no_positions_end_the_program() {
    const NUMBERS: &[(&str, &str)] = &[
        ("abc\n", "not a number from 0 "),
        ("3 x 5\n", ": x"),
        ("-3\n", ": -3"),
        ("3,5\n", ": 3,5"),
        ("+3\n", ": +3"),
        ("2**10\n", ": 2**10"),
        ("[1,3]\n", ": [1,3]"),
    ];
    let by_table = at("n -> n - 1 | n - 2 if n % 5 != isqrt(n)", &[0, 1, 7, 30]);
    let misere = Rule::with_play("n -> n - s for s in {1, 2, n % 3 + 3}", &[], Play::Misere).expect("a rule");
    let seq = rule("seq s -> set(s, i, s[i] - k) for i in 0..len(s)-1 for k in 1..s[i] if k != 2");
    let board = rule("coins (x, y) -> [(x, b)] for b in 0..y-1 | [(a, y)] where a < x");
    let tagged = rule("one(n) -> [one(n - 1); n % 3] | two(n - 2); two(n) -> one(n - 1)");
    let small = |rule: &Rule| case(rule, &small_positions(rule, 6));
    let mut cases = vec![
        at("n -> 0..n-1", &[0, 9]).refusing(NUMBERS),
        at("0.77", &[0, 9, 100]).refusing(NUMBERS),
        at("n -> n - s for s in {2, 37, 90, 131}", &[0, 9]).refusing(NUMBERS),
        by_table.refusing(NUMBERS).leaving(&[("99999999999999999999\n", "99999999999999999999")]),
        small(&misere).refusing(NUMBERS).refusing(&[("3\n4 5\n", "more than one heap: 4 5")]),
        at_pairs("(a, b) -> (a - 1, b) | (a, b - 2)", &[(3, 4)]).refusing(NUMBERS).refusing(&[
            ("1 2 3\n", "no position: 1 2 3"),
            ("1 -2\n", ": -2"),
            ("4\n", "no position: 4"),
        ]),
        small(&seq).refusing(NUMBERS),
        small(&board).refusing(NUMBERS).refusing(&[("1 2 3\n", "no position: 1 2 3")]),
        small(&tagged).refusing(&[
            ("one 3\none x\n", ": x"),
            ("one -3\n", ": -3"),
            ("one 3 4\n", "no position: one 3 4"),
            ("three 3\n", "no position: three 3"),
            ("3\n", "no position: 3"),
            ("one\n", "no position: one"),
        ]),
    ];
    const CELLS: &[(&str, &str)] = &[("..Q\n", "..Q"), (".O \n", ".O "), (".,O\n", ".,O")];
    for text in ["row . . O -> O . .", "row < . O O* > -> < . >", "row !O . > -> !O O >"] {
        cases.push(small(&rule(text)).refusing(CELLS));
    }
    cases.push(small(&rule("row 1 1* 0 -> 0 1* 1")).refusing(&[("12\n", "cells 01: 12")]));
    for case in &mut cases {
        case.input = case.input.replace('\n', "\r\n");
    }
    all_agree(&cases, &Language::ALL);
}

#[test]
fn constants_of_more_than_63_bits_are_refused() {
    for text in [
        "n -> n - 1 if 10000000000 * 10000000000 * n % 7 == 1",
        "n -> n - x where 10000000000 * 10000000000 * n - x >= 0, 1 <= x, x <= n",
        "let k = 10000000000000000000; n -> n - 1 if n * k % 7 == 1",
    ] {
        let mut solver = Solver::new(rule(text), Config::default()).expect("some engine fits");
        let error = program(&mut solver, Language::Python, &Control::default()).expect_err(text);
        assert!(error.to_string().contains("63 bits"), "{text}: {error}");
    }
}
