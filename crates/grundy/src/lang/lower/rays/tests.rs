//! Rules as texts, and the rays that they are.

use super::*;
use crate::lang::{Form as RuleForm, Rule};
use crate::ruleset::{Options, Position, Ruleset};
use crate::theory::random::Random;

/// The rays of the first shape of a rule.
fn lowered(text: &str) -> Option<RayRule> {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let RuleForm::Shapes(rules) = rule.form() else { panic!("{text}: a rule of shapes") };
    ray_rules(rules.program(), rules.parameters(), &Control::default()).remove(0)
}

/// A ray with its start, its direction and its length, as text.
fn rays(text: &str) -> Vec<String> {
    let rule = lowered(text).unwrap_or_else(|| panic!("{text}: rays"));
    let show = |ray: &Ray| match ray.most {
        None => format!("{:?}+{:?}", ray.start, ray.direction),
        Some(1) => format!("{:?}", ray.start),
        Some(most) => format!("{:?}+{:?}*{most}", ray.start, ray.direction),
    };
    rule.rays().iter().map(show).collect()
}

/// The options of every position of the shape, tuples up to `last`, from the rays
/// and from the rule as written.
fn agrees(text: &str, last: u64) {
    let rule = Rule::parse(text).unwrap();
    let RuleForm::Shapes(rules) = rule.form() else { panic!("{text}: a rule of shapes") };
    let rays = lowered(text).unwrap_or_else(|| panic!("{text}: rays"));
    let shape = &rules.program().shapes[0];
    let control = Control::default();
    let sorted = |options: &Options<Position>| {
        let mut all: Vec<String> = options
            .iter()
            .map(|option| {
                let entries = match &option[0] {
                    Position::Tuple(entries) | Position::Tagged(_, entries) => entries.clone(),
                    other => panic!("{other}: a tuple"),
                };
                assert_eq!(option.len(), 1);
                shape.position(entries).to_string()
            })
            .collect();
        all.sort();
        all.dedup();
        all
    };
    let mut entries = vec![0; rays.arity()];
    loop {
        let (mut found, mut expected) = (Options::new(), Options::new());
        rays.options(&Position::Tuple(entries.clone()), &mut found, &control).unwrap();
        rules.options(&shape.position(entries.clone()), &mut expected, &control).unwrap();
        assert_eq!(sorted(&found), sorted(&expected), "{text} at {entries:?}");
        let Some(raised) = entries.iter().rposition(|&entry| entry < last) else { return };
        entries[raised] += 1;
        entries[raised + 1..].fill(0);
    }
}

#[test]
fn rays_are_recognised_in_whatever_words() {
    let nim = ["[0, 1]+[0, 1]", "[1, 0]+[1, 0]"];
    for text in [
        "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b",
        "(a, b) -> (a - k, b) for k in 1.. | (a, b - k) for k in 1..b + 3",
        "(a, b) -> (0..a-1, b) | (a, 0..b-1)",
        "(a, b) -> (i, b) for i in 0..a-1; (a, b) -> (a, j) where j < b",
        "(a, b) -> (i, b) where 0 <= i < a | (a, j) for j in 0..b - 1",
        "(a, b) if a > 0 -> (a - k, b) for k in 1..a; (a, b) if b != 0 -> (a, b - k) for k in 1..b",
        "(a, b) -> (a - k*p, b - k*q) for (p, q) in {(1, 0), (0, 1)} for k in 1..",
        "let one = 1; (a, b) -> (a - k, b) for k in one..a if k <= a and k >= 0 | (a, b - k) where 1 <= k <= b",
        "sym (a, b) -> (a - k, b) for k in 1..a",
    ] {
        assert_eq!(rays(text), nim, "{text}");
        agrees(text, 6);
    }
}

#[test]
fn every_kind_of_ray_is_found() {
    let wythoff = "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b | (a - k, b - k) for k in 1..min(a, b)";
    assert_eq!(rays(wythoff), ["[0, 1]+[0, 1]", "[1, 0]+[1, 0]", "[1, 1]+[1, 1]"]);
    let cases: [(&str, &[&str]); 12] = [
        ("(a, b) -> (a - 2*k, b - k) for k in 1..min(a / 2, b)", &["[2, 1]+[2, 1]"]),
        ("(a, b) -> (a - k, b - 1) for k in 2..a", &["[2, 1]+[1, 0]"]),
        ("(a, b) -> (a - k, b) for k in 1..min(a, 70)", &["[1, 0]+[1, 0]*70"]),
        ("(a, b) -> (a - k, b) for k in 1..200 if k < 100", &["[1, 0]+[1, 0]*99"]),
        ("(a, b) -> (a - 1, b) | (a, b - 3)", &["[0, 3]", "[1, 0]"]),
        ("(a, b) -> {(a - 1, b), (a, b - 2)}", &["[0, 2]", "[1, 0]"]),
        ("(x, y) -> (x + 1, y - 2) | (x - 2, y + 1)", &["[-1, 2]", "[2, -1]"]),
        ("(x, y) -> (x - s, y - t) for (s, t) in {(2, 1), (1, 2)}", &["[1, 2]", "[2, 1]"]),
        ("at(a, b, c) -> at(a, b - k, c - k) for k in 1..min(b, c)", &["[0, 1, 1]+[0, 1, 1]"]),
        ("(a, b) -> [(a - k, b)] for k in 1..a", &["[1, 0]+[1, 0]"]),
        ("sym (a, b) -> (a - 2, b - 1)", &["[1, 2]", "[2, 1]"]),
        ("(a, b) -> (i, b - 1) for i in 0..a-2", &["[2, 1]+[1, 0]"]),
    ];
    for (text, expected) in cases {
        assert_eq!(rays(text), expected, "{text}");
        agrees(text, if text.contains("70") || text.contains("100") { 110 } else { 7 });
    }
    agrees(wythoff, 9);
}

#[test]
fn near_misses_are_left_to_the_interpreter() {
    for text in [
        "(a, b) -> (a - k, b) for k in 1..a-1",
        "(a, b) -> (a - k, b) for k in 1..b",
        "(a, b) -> (1..a-1, b)",
        "(a, b) -> (a - k, b - k) for k in 1..a - b",
        "(a, b) if a > b -> (a - k, b) for k in 1..a",
        "(a, b) if a > 1 -> (a - 1, b)",
        "(a, b) -> (b, a - 1)",
        "(a, b) -> (a, j) for j in 0..b-1 if j != b",
        "(a, b) -> (a - k, k) for k in 1..a",
        "(a, b) -> (a - k*b, b) for k in 1..a / b if b > 0",
        "(a, b) -> (a - k*k, b) for k in 1..a",
        "(a, b) -> (a - k, b) for k in 1..a if k % 2 == 1",
        "(a, b) -> (a - k, b) for k in primes",
        "(a, b) -> [(a - 1, b), (0, b)]",
        "(a, b) -> []",
        "(a, b) -> (a - k, b - j) for k in 1..a for j in 1..b",
        "(a, b) -> (a - k, b) for k in 1..a / 2",
        "(a, b) -> (a - 2*k, b) for k in 1..a / 3",
        "(a, b) -> (a - 2**k, b) for k in 0..",
        "(a, b) -> (k, b) for k in 0.. if k < a",
        "(a, b) -> (a + 1, b - 1) | (a - 1, b + 1)",
        "(a, b) -> (a, b)",
        "(a, b) -> (a - k, b + k) for k in 1..a",
        "(a, b) -> (a - 1 + 2**100, b)",
        "coins (x, y) -> [(x - k, y)] for k in 1..x",
    ] {
        assert_eq!(lowered(text), None, "{text}");
    }
}

/// Alternatives put together from parts, many of them nearly rays: whatever is
/// recognised has exactly the options of the rule as written.
#[test]
fn what_is_recognised_has_the_options_of_the_rule() {
    let mut random = Random::new(9);
    let mut pick = |choices: &[&str]| -> String { choices[random.index(choices.len())].to_owned() };
    let (mut found, mut left) = (0, 0);
    for _ in 0..3_000 {
        let first =
            pick(&["a", "a - 1", "a - k", "a - 2*k", "a - k - 1", "a + 1", "a - k + 1", "k", "k + 1"]);
        let second = pick(&["b", "b - 2", "b - k", "b - k", "b - 3*k", "b - 2 - k", "b", "k"]);
        let low = pick(&["0", "1", "1", "2", "max(1, 2)", "-1"]);
        let high = pick(&[
            "a",
            "b",
            "min(a, b)",
            "a - 1",
            "b / 2",
            "min(a, b / 3)",
            "3",
            "min(a + 1, 9)",
            "90",
            "a + b",
        ]);
        let guard = pick(&[
            "",
            "",
            "",
            " if a >= 1",
            " if b > 1",
            " if a + b > 0",
            " if a >= b",
            " if k < 4",
            " if 2*k <= a + 1",
            " if b != 0",
        ]);
        let steps = match pick(&["for", "for", "where", "none"]).as_str() {
            "for" => format!(" for k in {low}..{high}"),
            "where" => format!(" where {low} <= k, k <= {high}"),
            _ => String::new(),
        };
        let sym = pick(&["", "", "sym "]);
        let text = format!("{sym}(a, b) -> ({first}, {second}){steps}{guard}");
        if steps.is_empty() && (first.contains('k') || second.contains('k') || guard.contains('k')) {
            continue;
        }
        let Ok(rule) = Rule::parse(&text) else { continue };
        assert!(matches!(rule.form(), RuleForm::Shapes(_)));
        match lowered(&text) {
            Some(_) => {
                agrees(&text, 7);
                found += 1;
            }
            None => left += 1,
        }
    }
    assert!(found > 300 && left > 300, "{found} found, {left} left");
}
