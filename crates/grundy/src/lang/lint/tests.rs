//! A warning is never a false alarm: what it speaks of is taken by itself and
//! asked for its options.

use proptest::prelude::*;

use super::never;
use crate::lang::interpret::{HeapRules, ShapeRules};
use crate::lang::ir::Kind;
use crate::lang::{GAMES, Rule};
use crate::lang::{check, parse};
use crate::ruleset::{Heap, Options, Position, Ruleset, Span};
use crate::theory::{Control, Play};

fn program(text: &str) -> Option<crate::lang::ir::Program> {
    let (tree, diagnostics) = parse(text);
    if !diagnostics.is_empty() {
        return None;
    }
    match check::check(&tree, &[], Play::Normal).0?.body {
        check::Body::Program(program) => Some(program),
        _ => None,
    }
}

/// Asserts that each part of the rule that is warned of offers nothing at small
/// positions; how many parts are.
fn drive(text: &str) -> usize {
    let Some(program) = program(text) else { return 0 };
    let found = never(&program);
    for part in &found {
        let mut alone = program.clone();
        let mut clause = alone.clauses[part.clause].clone();
        if let Some(alternative) = part.alternative {
            clause.alternatives = vec![clause.alternatives[alternative].clone()];
        }
        alone.clauses = vec![clause];
        let control = Control::default().with_step_limit(1 << 20);
        let nothing = |offered: usize, position: &dyn std::fmt::Debug| {
            assert_eq!(offered, 0, "{text}: {:?} at {position:?}", part.warning);
        };
        // What breaks at a position offers nothing there.
        match alone.kind {
            Kind::Heap | Kind::Coins => {
                let Ok(rules) = HeapRules::new(alone, &control) else { continue };
                for size in 0..40 {
                    let mut options = Options::new();
                    if rules.options(&Heap::new(size), &mut options, &control).is_ok() {
                        nothing(options.len(), &size);
                    }
                }
            }
            Kind::Shapes => {
                let shapes = alone.shapes.clone();
                let Ok(rules) = ShapeRules::new(alone, &control) else { continue };
                for (shape, code) in
                    shapes.iter().flat_map(|shape| (0..216_u64).map(move |code| (shape, code)))
                {
                    let entries = [code % 6, code / 6 % 6, code / 36];
                    let position = shape.position(entries[..shape.arity.min(3)].to_vec());
                    let mut options: Options<Position> = Options::new();
                    if shape.arity <= 3 && rules.options(&position, &mut options, &control).is_ok() {
                        nothing(options.len(), &position);
                    }
                }
            }
            Kind::Board | Kind::Seq => {}
        }
    }
    found.len()
}

fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => prop::sample::select(vec!["n", "k", "m"]).prop_map(str::to_owned),
        2 => (-4_i8..9).prop_map(|value| value.to_string()),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let set = (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}..{b}"));
        prop_oneof![
            4 => (inner.clone(), prop::sample::select(vec!["+", "-", "*", "/", "%", "xor", "<<", ">>"]), inner.clone())
                .prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            1 => inner.clone().prop_map(|a| format!("({a})**2")),
            1 => inner.clone().prop_map(|a| format!("-({a})")),
            1 => (prop::sample::select(vec!["abs", "isqrt", "popcount", "bit_length", "trailing_zeros"]), inner.clone())
                .prop_map(|(f, a)| format!("{f}({a})")),
            2 => (prop::sample::select(vec!["min", "max", "sum", "count", "gcd", "lcm", "bitand", "bitor"]), inner.clone(), set)
                .prop_map(|(f, a, s)| format!("{f}({a}, {s})")),
            1 => (prop::sample::select(vec!["min", "max", "sum"]), inner).prop_map(|(f, a)| format!("{f}(digits({a}))")),
        ]
    })
}

fn set() -> impl Strategy<Value = String> {
    let listed = || prop::collection::vec(number(), 0..3).prop_map(|list| format!("{{{}}}", list.join(", ")));
    prop_oneof![
        3 => (number(), number()).prop_map(|(a, b)| format!("{a}..{b}")),
        2 => listed(),
        1 => number().prop_map(|a| format!("divisors({a})")),
        1 => number().prop_map(|a| format!("prime_factors({a})")),
        1 => number().prop_map(|a| format!("nonzero(digits({a}, 3))")),
        1 => (listed(), number(), number()).prop_map(|(s, a, b)| format!("union({s}, {a}..{b}) \\ {{{a}}}")),
        1 => (number(), number(), number()).prop_map(|(a, b, c)| format!("{{x + {c} for x in {a}..{b} if x > {c}}}")),
        1 => Just("squares".to_owned()),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        5 => (number(), prop::sample::select(vec!["<", "<=", "==", "!=", ">", ">="]), number())
            .prop_map(|(a, op, b)| format!("{a} {op} {b}")),
        1 => (number(), number(), number()).prop_map(|(a, b, c)| format!("{a} < {b} <= {c}")),
        1 => (number(), set()).prop_map(|(a, s)| format!("{a} in {s}")),
        1 => number().prop_map(|a| format!("is_prime({a})")),
        1 => any::<bool>().prop_map(|value| value.to_string()),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            inner.prop_map(|a| format!("(not ({a}))")),
        ]
    })
}

fn alternative() -> impl Strategy<Value = String> {
    let option = prop_oneof![
        4 => number(),
        1 => number().prop_map(|a| format!("n - {a}")),
        1 => (number(), number()).prop_map(|(a, b)| format!("[{a}, {b}]")),
        1 => (number(), number()).prop_map(|(a, b)| format!("[{a}; {b}]")),
        1 => set().prop_map(|s| s),
        1 => set().prop_map(|s| format!("[{s}]")),
    ];
    // `m` is a name of `where`, or without it unknown.
    (option, set(), condition(), condition(), any::<u8>()).prop_map(|(option, set, a, b, which)| {
        match which % 4 {
            0 => format!("{option} for k in {set} if {a} if {b}"),
            1 => format!("{option} for k in {set} where m < n + 3, {a}"),
            2 => format!("{option} where m + 2*k == n - 3, {a}, {b}"),
            _ => format!("{option} for (k, m) in {{(n, 1), (2, -n), (n + 3, 5)}} if {a}"),
        }
    })
}

fn rule() -> impl Strategy<Value = String> {
    let guard = prop_oneof![condition().prop_map(Some), Just(None)];
    (guard, alternative(), alternative(), any::<u8>()).prop_map(|(guard, a, b, which)| {
        let names = ["n", "coins n", "(n, y)"][usize::from(which % 3)];
        let wrap = |alternative: String| {
            let end = alternative.find(" for ").or(alternative.find(" where ")).unwrap_or(alternative.len());
            let (option, tail) = alternative.split_at(end);
            if which % 3 == 2 { format!("({option}, y - 1){tail}") } else { alternative }
        };
        // A guard has neither k nor m.
        let guard = guard.map(|guard| format!(" if {}", guard.replace(['k', 'm'], "n"))).unwrap_or_default();
        format!("{names}{guard} -> {} | {}", wrap(a), wrap(b))
    })
}

/// The warnings of a rule, each as the text it points at and the message.
fn warnings(text: &str) -> Vec<String> {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let said = rule.warnings().iter();
    said.map(|warning| format!("{}: {}", &text[warning.span.clone()], warning.message)).collect()
}

#[track_caller]
fn check_warnings(text: &str, expected: &[&str]) {
    assert_eq!(warnings(text), expected, "{text}");
    drive(text);
}

#[test]
fn what_is_certain_is_said() {
    let guard = "this condition never holds, so the clause never applies";
    for condition in [
        "n > 5 and n < 3",
        "n == 0",
        "n < n",
        "n % 4 == 4",
        "2*n + 1 <= n",
        "n in {0, -1}",
        "n > 5 and not (n > 3 or n == 7)",
        "not n >= 1",
        "3 < n < 4",
        "n / 2 > n * n + 1 and false",
        "is_prime(n) and n < 2",
        "min(n, 3) > 3",
        "max(n, 3) < 3",
    ] {
        check_warnings(
            &format!("n if {condition} -> n - 1; n -> n - 2"),
            &[&format!("{condition}: {guard}")],
        );
    }
    let negative = "this is never a move: the number is always negative";
    check_warnings("n -> -1 | n - 1", &[&format!("-1: {negative}")]);
    check_warnings("n -> 3 - n if n > 3 | n - 1", &[&format!("3 - n: {negative}")]);
    check_warnings("(a, b) -> (a - 1, -b - 1) | (a, b - 1)", &[&format!("-b - 1: {negative}")]);
    check_warnings("seq s -> set(s, 0, -1) | drop(s, 0)", &[&format!("-1: {negative}")]);
    check_warnings("n -> [n - 1, -n]", &[&format!("-n: {negative}")]);
    check_warnings(
        "n -> [n - 1; -2]",
        &["-2: this is never a move: the number of copies is always negative"],
    );
    let empty = "this set is always empty, so nothing is offered here";
    check_warnings("n -> n - k for k in {}", &[&format!("{{}}: {empty}")]);
    check_warnings("n -> n - k for k in 3..1 | n - 1", &[&format!("3..1: {empty}")]);
    check_warnings("n -> n - k for k in n..n-1", &[&format!("n..n-1: {empty}")]);
    check_warnings(
        "n -> n - k for k in {j for j in 1..9 if j > 9}",
        &[&format!("{{j for j in 1..9 if j > 9}}: {empty}")],
    );
    let nothing = "never holds, so nothing is offered here";
    check_warnings("n -> n - k for k in 1..4 if k > 4", &[&format!("k > 4: this condition {nothing}")]);
    check_warnings("n if n < 3 -> n - 1 | n - 2 if n > 3", &[&format!("n > 3: this condition {nothing}")]);
    check_warnings(
        "n -> [a, b] where a + b == 5, a > 6",
        &["where a + b == 5, a > 6: no numbers satisfy these conditions, so nothing is offered here"],
    );
}

#[test]
fn what_may_have_an_effect_is_left_alone() {
    for text in [
        "n if n > 0 -> n - 1",
        "coins x if x == 0 -> []",
        "(a, b) if a == 0 -> (a, b - 1)",
        "done(n) -> {}; open(n) -> done(n) | open(n - 1)",
        "let k = 0; n -> n - k if k > 0 | n - 1",
        "let S = {}; n -> n - s for s in S | n - 1",
        "n -> n - s for s in {1, 3, 4} if s != n",
        "n -> [n / 2; n % 2 - 1] | n - 1",
        "n -> 0..n-2 | [0..n-3]",
        "n -> n - min(digits(n)) if min(digits(n)) > 0 | 0",
    ] {
        check_warnings(text, &[]);
    }
}

#[test]
fn no_known_rule_is_warned_of() {
    let table = include_str!("../../../../../testdata/rules.tsv");
    let golden = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let golden = golden.filter_map(|line| line.split('\t').nth(1));
    let mut looked_at = 0;
    for text in golden.chain(GAMES.iter().map(|game| game.text)) {
        if let Ok(rule) = Rule::parse(text) {
            assert_eq!(rule.warnings(), [], "{text}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 70, "{looked_at}");
}

/// What the random rules can be wrong about shows in other rules as well.
#[test]
fn the_warning_stands_in_the_text() {
    let places = |text: &str| -> Vec<Span> {
        let rule = Rule::parse(text).unwrap();
        rule.warnings().iter().map(|warning| warning.span.clone()).collect()
    };
    assert_eq!(places("let k = 3; n -> n - 1 if n < 0 | -2"), [4..5, 25..30, 33..35]);
}

#[test]
fn nested_conditions_take_linear_time() {
    let mut text = "n > 0".to_owned();
    for depth in 0..45 {
        text = match depth % 3 {
            0 => format!("(n in {{k{depth} for k{depth} in 0..n if {text}}})"),
            1 => format!("(not ({text}) or n < 3)"),
            _ => format!("(min(n, ({text}) + 1) > 0 and n > 1)"),
        };
    }
    let rule = format!("n if {text} -> n - 1");
    assert!(program(&rule).is_some(), "{rule}");
    never(&program(&rule).unwrap());
}

#[test]
fn what_is_warned_of_never_offers_anything() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let (mut rules, mut warned) = (0, 0);
    for _ in 0..30_000 {
        let text = rule().new_tree(&mut runner).unwrap().current();
        rules += usize::from(program(&text).is_some());
        warned += drive(&text);
    }
    assert!(rules > 3_000 && warned > 1_000, "{rules} rules, {warned} warnings");
}
