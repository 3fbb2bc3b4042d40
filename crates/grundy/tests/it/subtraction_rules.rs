//! Rules written in the language, recognised as subtraction sets: whatever is
//! recognised has exactly the options of the rule as the interpreter reads it.

use grundy::lang::interpret::HeapRules;
use grundy::lang::{Form, Rule, subtraction_set};
use grundy::ruleset::{Heap, Options, Ruleset, SubtractionSet};
use grundy::solve::{Config, EngineName, Solver};
use grundy::theory::Control;

use crate::random::Random;

fn rules(text: &str) -> HeapRules {
    match Rule::parse(text).map(|rule| rule.form().clone()) {
        Ok(Form::Numbers(rules)) => rules,
        other => panic!("`{text}` is not a rule of heaps: {other:?}"),
    }
}

fn recognise(rules: &HeapRules) -> Option<SubtractionSet> {
    subtraction_set(rules.program(), rules.parameters(), &Control::default())
}

/// Compares the options of a rule and of the set it was recognised as.
fn same_options(text: &str, rules: &HeapRules, set: &SubtractionSet) {
    let control = Control::default();
    let (mut read, mut known) = (Options::new(), Options::new());
    for size in (0..70).chain([100, 257, 1000, 4097]) {
        let heap = Heap::new(size);
        set.options(&heap, &mut known, &control).expect("no limit");
        rules.options(&heap, &mut read, &control).unwrap_or_else(|halt| panic!("`{text}`: {halt}"));
        assert_eq!(read.canonical(), known.canonical(), "`{text}` as {set}, heap {size}");
    }
}

#[test]
fn rules_in_many_spellings() {
    let nim = "every s >= 1";
    let odd = "every s >= 1 with s % 2 in {1}";
    let cases = [
        ("n -> n - s for s in {1, 3, 4}", "{1, 3, 4}"),
        ("n -> n - 1 | n - 3 | n - 4", "{1, 3, 4}"),
        ("n -> {n - 1, n - 4, n - 3}", "{1, 3, 4}"),
        ("let S = {2, 5}; n -> n - s for s in S", "{2, 5}"),
        ("let m = 5; n -> n - s for s in 1..m", "{1, 2, 3, 4, 5}"),
        ("n -> n - s for s in {1, 3, 4} if s <= n", "{1, 3, 4}"),
        ("n if n > 0 -> [n - 2] | -5 + n", "{2, 5}"),
        ("n -> n-3..n-1", "{1, 2, 3}"),
        ("n -> n - s where 1 <= s < 4", "{1, 2, 3}"),
        ("n -> n - a*b for a in {1, 2} for b in {1, 5}", "{1, 2, 5, 10}"),
        ("n -> n - a*b for a in 1..3 for b in a..3 if a != b", "{2, 3, 6}"),
        ("n -> n - d*x for (d, x) in {(1, 2), (3, 3)}", "{2, 9}"),
        ("n -> n - gcd(12, k) for k in 1..12", "{1, 2, 3, 4, 6, 12}"),
        ("n -> 0..n-1", nim),
        ("n -> k for k in 0..n-1", nim),
        ("n -> n - k for k in 1..n", nim),
        ("n -> n - k for k in 1..", nim),
        ("n -> n - k where 1 <= k <= n", nim),
        ("n -> [k] where k < n", nim),
        ("n -> n - k for k in 1.. \\ {2, 4}", "{1, 3} and every s >= 5"),
        ("n -> n - k for k in 1..n if k not in {2, 4}", "{1, 3} and every s >= 5"),
        ("n -> 0..n-5 | n - 2", "{2} and every s >= 5"),
        ("n -> n - (2*k + 1) for k in 0..", odd),
        ("n -> n - k for k in 1.. if k % 2 == 1", odd),
        ("n -> n - k for k in 1..n if k % 2 == 1", odd),
        (
            "n -> n - k for k in 1.. if k % 3 == 1 or k < 5 and k % 2 == 0",
            "{1, 2} and every s >= 3 with s % 3 in {1}",
        ),
        ("n -> n - 2**k for k in 0..", "the powers of 2"),
        ("n -> n - 2*k for k in 1..n-1", "every s >= 1 with s % 2 in {0}"),
        ("n -> n - (1 << k) for k in 0..", "the powers of 2"),
        ("n -> n - p for p in powers(3)", "the powers of 3"),
        ("let b = 3; n -> n - b**k for k in 0..", "the powers of 3"),
        ("n -> n - (2**k - 1) for k in 1..", "the numbers 2 * 2**k - 1"),
        ("n -> n - 2**k for k in 0.. if k % 2 == 0", "the powers of 4"),
        ("n -> n - k*k for k in 1..", "the squares"),
        ("n -> n - s for s in squares", "the squares"),
        ("n -> n - k**3 for k in 1..n", "the cubes"),
        ("n -> n - t for t in triangular", "the triangular numbers"),
        ("n -> n - 1 | n - p for p in primes", "{1} and the primes"),
        ("n -> n - p for p in union({1}, primes)", "{1} and the primes"),
        ("let S = union(squares, {2}); n -> n - s for s in S", "{2} and the squares"),
        ("n -> n - k for k in 1.. if k % 1000 == 1", "every s >= 1 with s % 1000 in {1}"),
        ("n -> n - f for f in fibonacci", "the Fibonacci numbers"),
        ("n -> n - f for f in factorials", "the factorials"),
        ("let S = primes; n -> n - p for p in S", "the primes"),
        ("let S = {2, 5}; n -> n - s for s in union(S, {7})", "{2, 5, 7}"),
    ];
    for (text, words) in cases {
        let rules = rules(text);
        let set = recognise(&rules).unwrap_or_else(|| panic!("`{text}` is not recognised"));
        assert_eq!(set.to_string(), words, "`{text}`");
        same_options(text, &rules, &set);
    }
}

#[test]
fn rules_of_other_forms_are_left_alone() {
    let others = [
        "n -> n - k for k in 1..n/2",
        "n -> n - d for d in divisors(n) if d < n",
        "n -> n - k for k in 1..n-1",
        "n -> n - max(digits(n))",
        "n -> [a, b] where a + b == n - 2",
        "n -> n / 2",
        "n -> []",
        "n if n % 2 == 0 -> n - 1",
        "n if n > 1 -> n - 1",
        "n -> n - k for k in 2..n if n % k == 0",
        "n -> n - s for s in {1, 3} if n > 3",
        "n -> n - k*k for k in 0..",
        "n -> n - s for s in {0, 1}",
        "n -> 1..n-1",
        "n -> k for k in 0..n-1 if k % 2 == 0",
        "n -> [n - 1, 0]",
        "n -> [n - 1; 2]",
        "n -> n - k for k in 1.. if k % 2 == 3",
        "n -> n - 2**200",
        "n -> n - k for k in 1.. if is_prime(k)",
        "n -> n - n",
        "n -> 0",
        "n -> n - 2**k for k in 0..n",
        "n -> n - 2*k for k in 1..n/3",
        "n -> n - 2*p for p in union({1}, primes)",
        "n -> n - (20 - p) for p in union({1}, primes)",
        "n -> n - k for k in 1.. if k % 5000 == 1",
        "coins x -> [a] for a in 0..x-1",
    ];
    for text in others {
        let rules = rules(text);
        assert_eq!(recognise(&rules), None, "`{text}`");
    }
}

/// Random rules of many forms, the right ones and others: what is recognised must
/// be right.
#[test]
fn recognition_is_sound_on_random_rules() {
    let mut random = Random::new(17);
    let mut below = |bound: u64| random.below(bound);
    let mut recognised = 0;
    for _ in 0..1200 {
        let alternatives: Vec<String> = (0..1 + below(2))
            .map(|_| {
                let (a, b, c) = (below(4), below(4), below(3));
                let amount = match below(7) {
                    0 => "k".to_owned(),
                    1 => format!("({a}*k + {b})"),
                    2 => format!("(k*k - {a}*k + {b})"),
                    3 => format!("({a}*2**k + {b})"),
                    4 => format!("(k + n % {})", 1 + a),
                    5 => format!("({b} + {c}*(k - {a})**2)"),
                    _ => format!("(k - {c})"),
                };
                let set = match below(8) {
                    0 => format!("{a}..{}", a + b),
                    1 => format!("{c}.."),
                    2 => format!("{{{a}, {b}, {}}}", 5 + c),
                    3 => format!("{c}..n - {a}"),
                    4 => format!("{a}..n + {c}"),
                    5 => "squares".to_owned(),
                    6 => format!("{c}.. \\ {{{a}, {b}}}"),
                    _ => "1..n".to_owned(),
                };
                let condition = match below(7) {
                    0 => format!(" if k % {} == {b}", 1 + a),
                    1 => format!(" if k > {a}"),
                    2 => format!(" if n > k + {c}"),
                    3 => format!(" if k not in {{{a}, {c}}}"),
                    _ => String::new(),
                };
                let option = if below(4) == 0 { "k".to_owned() } else { format!("n - {amount}") };
                format!("{option} for k in {set}{condition}")
            })
            .collect();
        let text = format!("n -> {}", alternatives.join(" | "));
        // Some of the texts are no rules, as with a condition that is always false.
        let Ok(rule) = Rule::parse(&text) else { continue };
        let Form::Numbers(rules) = rule.form() else { continue };
        if let Some(set) = recognise(rules) {
            same_options(&text, rules, &set);
            recognised += 1;
        }
    }
    assert!(recognised > 200, "only {recognised} of 1200 rules were recognised");
}

/// An interval is one however it is written, and a gap makes it none.
#[test]
fn a_long_interval_that_is_listed_has_the_law_of_an_interval() {
    let control = Control::default();
    let listed = |amounts: &[u64]| {
        let amounts: Vec<String> = amounts.iter().map(ToString::to_string).collect();
        [
            format!("n -> n - s for s in {{{}}}", amounts.join(", ")),
            format!("let S = {{{}}}; n -> n - s for s in S", amounts.join(", ")),
            format!("n -> n - {}", amounts.join(" | n - ")),
        ]
    };
    let from_three: Vec<u64> = (3..=300).rev().collect();
    let gap: Vec<u64> = (3..=300).filter(|amount| *amount != 100).collect();
    for (amounts, interval) in [(from_three, true), (gap, false)] {
        for text in listed(&amounts) {
            let rule = Rule::parse(&text).unwrap();
            let mut solver = Solver::new(rule.clone(), Config::default()).unwrap();
            let reason = solver.engine_report(&control).unwrap().reason;
            assert_eq!(
                reason == "what may be taken is any number from 3 to 300",
                interval,
                "{text}: {reason}"
            );
            let config = Config { engine: EngineName::Naive, ..Config::default() };
            let mut naive = Solver::new(rule, config).unwrap();
            for heap in (0..=700).step_by(7).map(Heap::new) {
                assert_eq!(
                    solver.heap_value(heap, &control),
                    naive.heap_value(heap, &control),
                    "{text}, {heap}"
                );
            }
        }
    }
}
