//! Every engine agrees with the naive one on random rules of every form.

use std::cell::RefCell;
use std::collections::BTreeMap;

use grundy::Control;
use grundy::lang::Rule;
use grundy::solve::{Config, EngineName, SolveError, Solver};
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestCaseError, TestRunner};

/// How many random rules each form is tried with.
const CASES: u32 = 600;

/// A few numbers, as members of a set in braces.
fn amounts(largest: u64) -> impl Strategy<Value = String> {
    proptest::collection::btree_set(1..=largest, 1..6)
        .prop_map(|set| set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

/// One alternative of a subtraction rule.
fn subtraction_alternative() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => amounts(12).prop_map(|set| format!("n - s for s in {{{set}}}")),
        1 => amounts(60).prop_map(|set| format!("n - s for s in {{{set}}}")),
        2 => (1..6u64, 0..6u64).prop_map(|(low, length)| format!("n - s for s in {low}..{}", low + length)),
        1 => (1..6u64).prop_map(|low| format!("n - k for k in {low}..n")),
        1 => (1..4u64).prop_map(|low| format!("0..n - {low}")),
        1 => amounts(8).prop_map(|set| format!("n - s for s in (1..) \\ {{{set}}}")),
        1 => (1..5u64, 1..5u64).prop_map(|(c, d)| format!("n - ({c}*k + {d}) for k in 0..")),
        1 => (2..6u64).prop_map(|c| format!("n - {c}**k for k in 0..")),
        1 => (1..4u64, 2..5u64, 0..4u64).prop_map(|(c, b, d)| format!("n - ({c}*{b}**k + {d}) for k in 0..")),
        1 => (2..5u64, 0..5u64).prop_map(|(m, r)| format!("n - k for k in 1..n if k % {m} == {}", r % m)),
        1 => (1..30u64).prop_map(|s| format!("n - {s}")),
        2 => proptest::sample::select(vec![
            "n - p for p in primes", "n - s for s in squares", "n - k*k for k in 1..", "n - s for s in fibonacci",
            "n - s for s in triangular", "n - s for s in factorials", "n - s for s in cubes",
            "n - s for s in powers(2)", "n - s for s in powers(3)",
        ]).prop_map(ToOwned::to_owned),
    ]
}

fn subtraction() -> impl Strategy<Value = String> {
    proptest::collection::vec(subtraction_alternative(), 1..3)
        .prop_map(|parts| format!("n -> {}", parts.join(" | ")))
}

/// An amount that digits decide.
fn digit_amount(base: u64) -> impl Strategy<Value = String> {
    prop_oneof![
        Just(format!("max(digits(n, {base}))")),
        Just(format!("min(nonzero(digits(n, {base})))")),
        (1..4u64).prop_map(move |c| format!("(min(digits(n, {base})) + {c})")),
        (1..4u64).prop_map(move |c| format!("(max(digits(n, {base})) + {c})")),
        (2..4u64, 1..3u64).prop_map(move |(m, c)| format!("(sum(digits(n, {base})) % {m} + {c})")),
        (2..8u64, 1..3u64).prop_map(|(m, c)| format!("(n % {m} + {c})")),
        (2..4u64, 1..3u64).prop_map(move |(m, c)| format!("(count(digits(n, {base})) % {m} + {c})")),
        (1..9u64).prop_map(|c| c.to_string()),
    ]
}

fn digits() -> impl Strategy<Value = String> {
    (2..11u64).prop_flat_map(|base| {
        let alternative = prop_oneof![
            4 => digit_amount(base).prop_map(|amount| format!("n - {amount}")),
            1 => (0..3u64).prop_map(move |c| format!("n - d for d in digits(n, {base}) if d > {c}")),
            1 => (digit_amount(base), 0..base).prop_map(move |(amount, d)| {
                format!("n - {amount} if {d} in digits(n, {base})")
            }),
            1 => (digit_amount(base), 1..40u64).prop_map(|(amount, bound)| format!("n - {amount} if n > {bound}")),
        ];
        proptest::collection::vec(alternative, 1..3).prop_map(|parts| format!("n -> {}", parts.join(" | ")))
    })
}

fn splits() -> impl Strategy<Value = String> {
    let split = (0..4u64, 0..3u64, proptest::sample::select(vec!["<", "<=", "!="])).prop_map(
        |(taken, least, order)| {
            let least = if taken == 0 { least.max(1) } else { least };
            format!("[a, b] where a + b == n - {taken}, a >= {least}, b >= {least}, a {order} b")
        },
    );
    let alternative = prop_oneof![
        3 => split,
        1 => (1..4u64, 1..3u64).prop_map(|(taken, least)| {
            format!("[a, b, c] where a + b + c == n - {taken}, {least} <= a <= b <= c")
        }),
        1 => subtraction_alternative(),
        1 => (2..4u64).prop_map(|copies| format!("[n / {copies}; {copies}] if n % {copies} == 0")),
        1 => (2..5u64).prop_map(|k| format!("n / {k}")),
    ];
    proptest::collection::vec(alternative, 1..3).prop_map(|parts| format!("n -> {}", parts.join(" | ")))
}

fn codes() -> impl Strategy<Value = String> {
    (prop_oneof![Just(0u8), Just(4)], proptest::collection::vec(0..8u8, 1..5), proptest::option::of(0..8u8))
        .prop_map(|(zero, digits, repeated)| {
            let digits: String = digits.iter().map(ToString::to_string).collect();
            match repeated {
                Some(digit) => format!("{zero}.{digits}[{digit}]"),
                None => format!("{zero}.{digits}"),
            }
        })
}

fn coins() -> impl Strategy<Value = String> {
    let alternative = proptest::sample::select(vec![
        "[]",
        "[a] for a in 0..x-1",
        "[a] where a < x",
        "[a, b] where 0 <= a < b < x",
        "[a, b] for a in 0..x-1 for b in 0..a-1",
        "[a, b] where a < x, b < x, a != b",
        "[a, b, c] where a < b < c < x",
        "[k..x-1] for k in 0..x",
        "[x - 1, x - 2]",
        "[x / 2] if x > 0",
        "[a, a + 1] for a in 0..x-2",
        "[a] for a in 0..x-1 if a % 2 == 0",
    ]);
    proptest::collection::btree_set(alternative, 1..4)
        .prop_map(|parts| format!("coins x -> {}", parts.into_iter().collect::<Vec<_>>().join(" | ")))
}

fn rows() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(vec![
            "row 1 1* 0 -> 0 1* 1",
            "row 0 1* 1 -> 1 1* 0",
            "row X X* . -> . X* X",
            "row . .* X -> X .* .",
            "row 1 0 -> 0 1",
            "row 1 1 0 -> 0 0 1",
            "row I -> X; row I I -> X X",
            "row 1 1* 0 -> 0 0",
        ])
        .prop_map(ToOwned::to_owned),
        // Rows that keep their length: a row that may grow has no naive value.
        (1..4usize)
            .prop_flat_map(|length| {
                let cells = || proptest::string::string_regex(&format!("[01]{{{length}}}")).expect("a regex");
                (cells(), cells())
            })
            .prop_map(|(left, right)| format!("row {left} -> {right}")),
        ("[01]", "[01]", "[01]", "[01]", "[01]")
            .prop_map(|(a, run, b, c, d)| { format!("row {a} {run}* {b} -> {c} {run}* {d}") }),
    ]
}

/// Rules of several clauses over two to four kinds of cells, with every item and
/// with right sides as long as the left ones or shorter.
fn rows_as_numbers() -> impl Strategy<Value = String> {
    (2..5usize).prop_flat_map(|kinds| {
        let cell = proptest::sample::select(b"01ab"[..kinds].to_vec()).prop_map(char::from);
        // An item of the left side, and what stands for it on the right.
        let item = (cell.clone(), cell, 0..14u8).prop_map(|(from, to, which)| match which {
            0 | 1 => (format!("{from}*"), format!("{to}*")),
            2 => (format!("{from}*"), format!("{from}*")),
            3 => ("?".to_owned(), "?".to_owned()),
            4 => (format!("!{from}"), format!("!{from}")),
            5 => (from.to_string(), String::new()),
            _ => (from.to_string(), to.to_string()),
        });
        let clause = (proptest::collection::vec(item, 1..4), 0..5u8).prop_map(|(items, ends)| {
            let side = |which: fn(&(String, String)) -> &String| {
                items.iter().map(which).map(String::as_str).collect::<Vec<_>>().join(" ")
            };
            let (left, right) = (side(|(left, _)| left), side(|(_, right)| right));
            let (start, stop) = [("", ""), ("", ""), ("", ""), ("<", ""), ("", ">")][usize::from(ends)];
            format!("row {start} {left} {stop} -> {right}")
        });
        proptest::collection::vec(clause, 1..3).prop_map(|clauses| clauses.join("; "))
    })
}

/// Rules over a, b and the wall X, which stands on left sides as `!X` only. Play
/// ends: every match takes an a or a b, an a becomes b or X, and a b becomes X.
fn rows_with_walls() -> impl Strategy<Value = String> {
    let taken = (proptest::sample::select(vec!["a", "a", "b"]), 0..8u8).prop_map(|(item, put)| match put {
        0 => (item, "X X"),
        1 => (item, ""),
        2 | 3 if item == "a" => (item, "b"),
        _ => (item, "X"),
    });
    let beside = || {
        let items =
            vec![("", ""), ("", ""), ("a", "a"), ("b", "X"), ("a*", "b*"), ("b*", "b*"), ("!X", "!X")];
        proptest::sample::select(items)
    };
    let clause = (beside(), taken, beside(), 0..8u8).prop_map(|(before, taken, behind, ends)| {
        let side = |which: fn((&'static str, &'static str)) -> &'static str| {
            [before, taken, behind].map(which).join(" ")
        };
        let (start, stop) = [("<", ""), ("", ">"), ("<", ">")].get(usize::from(ends)).unwrap_or(&("", ""));
        format!("row {start} {} {stop} -> {} | X", side(|(left, _)| left), side(|(_, right)| right))
    });
    proptest::collection::vec(clause, 1..4).prop_map(|clauses| clauses.join("; "))
}

/// Rules over I and the wall X whose segments are heaps, written in several ways,
/// and some near misses: cells put between walls, or two beside a wall.
fn rows_of_heaps() -> impl Strategy<Value = String> {
    let beside = || {
        proptest::sample::select(vec!["", "", "", "", "", "", "", "", "I", "I", "I", "I", "I*", "I*", "I I"])
    };
    let clause =
        (beside(), 1..4usize, 0..2usize, beside(), 0..20u8).prop_map(|(before, taken, runs, behind, put)| {
            let left = format!("{}{}", "I ".repeat(taken), "I* ".repeat(runs));
            let all = format!("{}{}", "X ".repeat(taken), "X* ".repeat(runs));
            // Runs on the right repeat those on the left in order, so a kept one comes first or last.
            let put = match put {
                0 => "X I X",
                1..5 => "X",
                5..7 => "",
                _ if behind == "I*" => all.trim_end_matches("X* "),
                _ => &all,
            };
            let behind_right = if behind == "I*" { "" } else { behind };
            format!("row {before} {left} {behind} -> {before} {put} {behind_right}")
        });
    proptest::collection::vec(clause, 1..3)
        .prop_map(|clauses| format!("{}; row I I I I I -> X", clauses.join("; ")))
}

/// Games of turning coin x and so many smaller coins, written in several ways.
fn turning_coins() -> impl Strategy<Value = String> {
    let ways = |texts: &'static [&'static str]| proptest::option::of(proptest::sample::select(texts));
    let none = ways(&["[]"]);
    let one = ways(&[
        "[a] for a in 0..x-1",
        "[a] where a < x",
        "[a] for a in 0..x if a < x",
        "[a] where 0 <= a, a <= x - 1",
    ]);
    let two = ways(&[
        "[a, b] where 0 <= a < b < x",
        "[a, b] for a in 0..x-1 for b in 0..a-1",
        "[a, b] where a < x, b < x, a != b",
        "[b, a] where a < b, b < x",
    ]);
    let three = ways(&["[a, b, c] where a < b < c < x", "[c, a, b] where a < b, b < c, c < x"]);
    let name = proptest::sample::select(vec!["x", "y", "coin", "z"]);
    (none, one, two, three, name).prop_filter_map("no alternative", |(none, one, two, three, name)| {
        let parts: Vec<&str> = [none, one, two, three].into_iter().flatten().collect();
        let text = parts.join(" | ").replace('x', name);
        (!parts.is_empty()).then(|| format!("coins {name} -> {text}"))
    })
}

/// A piece and any runs of pieces, in any order, beside a gap.
fn staircases() -> impl Strategy<Value = String> {
    let cells = proptest::sample::subsequence(b"01XYab._".to_vec(), 2).prop_shuffle();
    (cells, 1..4usize, 0..4usize, 0..4usize, any::<bool>(), any::<bool>()).prop_map(
        |(cells, runs, from, to, leftwards, twice)| {
            let (piece, gap) = (char::from(cells[0]), char::from(cells[1]));
            let stretch = |single: usize| {
                let mut items = vec![format!("{piece}*"); runs];
                items.insert(single.min(runs), piece.to_string());
                items.join(" ")
            };
            let (before, after) = (stretch(from), stretch(to));
            let (left, right) = match leftwards {
                false => (format!("{before} {gap}"), format!("{gap} {after}")),
                true => (format!("{gap} {before}"), format!("{after} {gap}")),
            };
            let again = match (twice, leftwards) {
                (false, _) => String::new(),
                (true, false) => format!("; row {piece} {gap} -> {gap} {piece}"),
                (true, true) => format!("; row {gap} {piece} -> {piece} {gap}"),
            };
            format!("row {left} -> {right}{again}")
        },
    )
}

/// How often each engine gave the values of a rule.
type Served = RefCell<BTreeMap<EngineName, u32>>;

fn agree(strategy: impl Strategy<Value = String>, to: u64, least: &[(EngineName, u32)]) {
    agree_on(CASES, strategy, to, least);
}

fn agree_on(cases: u32, strategy: impl Strategy<Value = String>, to: u64, least: &[(EngineName, u32)]) {
    let served = Served::default();
    let mut runner = TestRunner::new(Cases { cases, failure_persistence: None, ..Cases::default() });
    let result = runner.run(&strategy, |text| compare(&text, to, &served));
    result.unwrap_or_else(|failure| panic!("{failure}"));
    for (engine, least) in least {
        let count = served.borrow().get(engine).copied().unwrap_or(0);
        assert!(count >= *least, "{engine} served only {count} of {cases} rules");
    }
}

/// Compares every engine that takes the rule with the naive one.
fn compare(text: &str, to: u64, served: &Served) -> Result<(), TestCaseError> {
    let rule = Rule::parse(text).map_err(|error| TestCaseError::reject(error.to_string()))?;
    let table = |engine| {
        let mut solver = Solver::new(rule.clone(), Config { engine, ..Config::default() })?;
        let table = solver.table(0, to, &Control::default())?;
        Ok::<_, SolveError>(table.values().iter().map(|value| value.size()).collect::<Vec<_>>())
    };
    let naive = table(EngineName::Naive);
    for engine in EngineName::ALL {
        let values = table(engine);
        if matches!(values, Err(SolveError::Question { .. })) {
            continue;
        }
        // A rule that breaks is compared too, but shows little.
        *served.borrow_mut().entry(engine).or_insert(0) += u32::from(naive.is_ok());
        match (&naive, &values) {
            (Err(SolveError::Fault(_)), Err(SolveError::Fault(_))) => {}
            _ => prop_assert_eq!(&values, &naive, "{} on `{}`", engine, text),
        }
    }
    Ok(())
}

#[test]
fn engines_agree_on_subtraction_rules() {
    agree(subtraction(), 150, &[(EngineName::Table, CASES), (EngineName::Periodic, 500)]);
}

#[test]
fn engines_agree_on_digit_rules() {
    agree(digits(), 400, &[(EngineName::Table, CASES), (EngineName::Digits, 500)]);
}

#[test]
fn engines_agree_on_splitting_rules() {
    agree(splits(), 45, &[(EngineName::Table, CASES)]);
}

#[test]
fn engines_agree_on_codes() {
    agree(codes(), 60, &[(EngineName::Table, CASES / 2), (EngineName::Periodic, CASES / 2)]);
}

#[test]
fn engines_agree_on_coins() {
    agree(coins(), 24, &[(EngineName::Table, CASES), (EngineName::Coins, 50)]);
}

#[test]
fn engines_agree_on_rows() {
    agree(rows(), 8, &[(EngineName::Naive, CASES / 2), (EngineName::Staircase, 100)]);
}

#[test]
fn engines_agree_on_rows_as_numbers() {
    agree_on(1_500, rows_as_numbers(), 5, &[(EngineName::Masks, 500)]);
}

#[test]
fn engines_agree_on_rows_with_walls() {
    agree(rows_with_walls(), 5, &[(EngineName::Segments, 500), (EngineName::Masks, 300)]);
}

#[test]
fn engines_agree_on_rows_of_heaps() {
    agree_on(800, rows_of_heaps(), 7, &[(EngineName::Periodic, 500), (EngineName::Segments, 700)]);
}

#[test]
fn engines_agree_on_long_intervals() {
    let rules = (1..300u64, 256..320u64)
        .prop_map(|(least, most)| format!("let R = {most}; n -> n - k for k in {}..R", least.min(most)));
    agree(rules, 650, &[(EngineName::Periodic, CASES)]);
}

#[test]
fn engines_agree_on_turning_coins() {
    agree(turning_coins(), 16, &[(EngineName::Coins, CASES)]);
}

#[test]
fn engines_agree_on_staircases() {
    agree(staircases(), 7, &[(EngineName::Staircase, CASES)]);
}
