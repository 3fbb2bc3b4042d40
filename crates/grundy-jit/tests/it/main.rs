//! Tests of the native back end.

mod agree;
mod rules;

use std::collections::BTreeMap;

use agree::{Found, compare};

#[test]
fn native_code_and_interpreter_agree_on_random_rules() {
    let mut stream = rules::Stream::new(2026);
    let mut found = BTreeMap::new();
    for case in 0..1000 {
        let rule = rules::rule(&mut stream);
        let to = if case % 10 == 0 { 400 } else { 80 };
        let what = compare(&rule, to).unwrap_or_else(|difference| panic!("{difference}"));
        *found.entry(what).or_insert(0) += 1;
    }
    // A test that compares nothing would pass.
    for (what, least) in [(Found::Values, 250), (Found::Fault, 200)] {
        assert!(found.get(&what).is_some_and(|&count| count > least), "{found:?}");
    }
}

#[test]
fn built_in_games_have_code() {
    let mut compiled = 0;
    for game in grundy::lang::GAMES {
        if compare(game.text, 3000).unwrap_or_else(|difference| panic!("{difference}")) == Found::Values {
            compiled += 1;
        }
    }
    assert!(compiled >= 4, "only {compiled} games were compared");
}

#[test]
fn golden_rules_agree() {
    const RULES: &str = include_str!("../../../../testdata/rules.tsv");
    let mut compared = 0;
    for line in RULES.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let rule = line.split('\t').nth(1).expect("a rule");
        let found = compare(rule, 700).unwrap_or_else(|difference| panic!("{difference}"));
        compared += usize::from(found == Found::Values);
    }
    assert!(compared > 25, "only {compared} rules were compared");
}

#[test]
fn values_outgrow_every_width() {
    // The value of n is n: bytes to 255, then two bytes; and some that jump.
    for rule in ["n -> 0..n-1", "n -> n - k for k in 1..n", "n -> 0..n-1 | n / 2 if n > 300"] {
        assert_eq!(compare(rule, 700), Ok(Found::Values), "{rule}");
    }
    // Large values come from the interpreter, so native code must not mistake them.
    let skips = "n -> 0..n-1 if n < 100 or n > 2**62 % 103 | n - (n + 2**64) if n == 90";
    assert!(matches!(compare(skips, 400), Ok(Found::Values | Found::Fault)));
}

#[test]
fn an_option_without_a_value_does_not_end_a_walk() {
    // At coin 0 there is no digit: no copy was met, whatever their number.
    let rule = "coins n -> n - 9 | [n - max(digits(n, 2)); k] for k in factorials";
    assert_eq!(compare(rule, 80), Ok(Found::Fault));
}

#[test]
fn an_infinite_union_is_walked_in_ascending_order() {
    for set in [
        "union(cubes, {3})",
        "union(primes, {1})",
        "union({40}, squares)",
        "union(cubes, union(primes, {1, 9}))",
    ] {
        for rule in [format!("n -> n - w for w in {set}"), format!("n -> n - w for w in {set} if n % 7 != 2")]
        {
            let found = compare(&rule, 300);
            assert!(matches!(found, Ok(Found::Values | Found::Unsupported)), "{rule}: {found:?}");
        }
    }
}

#[test]
fn a_union_with_a_set_without_a_value_has_none() {
    assert_eq!(compare("n -> [] for k in union({6, 2}, 2..max(2..(6 - 11)))", 80), Ok(Found::Values));
    assert_eq!(compare("n -> [] for k in {1, 2} \\ (1..max(2..1))", 80), Ok(Found::Values));
}

#[test]
fn folds_over_digits_follow_every_carry() {
    // Folds are kept from heap to heap; 3000 heaps carry through four decimal digits.
    for fold in ["min", "max", "sum", "count"] {
        for digits in
            ["digits(n)", "digits(n, 2)", "digits(n, 7)", "nonzero(digits(n))", "nonzero(digits(n, 3))"]
        {
            for (kind, other) in [("", "n / 2"), ("coins ", "[n - 2]")] {
                let rule = format!(
                    "{kind}n -> n - 1 - {fold}({digits}) % (n + 1) | {other} if n > 1 and sum(digits(n, 4)) > 3"
                );
                let found = compare(&rule, 3000);
                assert_eq!(found, Ok(Found::Values), "{rule}");
            }
        }
    }
}

#[test]
fn hostile_rules_are_left_to_the_interpreter() {
    // A loop of a billion steps at each heap: the limit on steps must end it.
    let rule = grundy::lang::Rule::parse("n -> n - 1 for k in 1..2**62 if k == 0").expect("a rule");
    let grundy::lang::Form::Numbers(rules) = rule.form() else { panic!("one heap") };
    use grundy::solve::Compiler;
    let mut table = grundy::engine::Table::new(rules);
    table.set_native(grundy_jit::NativeCompiler.heap_rules(rules).expect("there is code"));
    let control = grundy::Control::default().with_step_limit(1 << 20);
    assert!(matches!(table.advance(5000, &control), Err(grundy::ruleset::Halt::Stopped(_))));
}

#[test]
fn a_look_for_primes_counts_as_many_steps() {
    use grundy::solve::Compiler;
    let rule = grundy::lang::Rule::parse("n -> n - k for k in 1..n if is_prime(k + 10**12)").expect("a rule");
    let grundy::lang::Form::Numbers(rules) = rule.form() else { panic!("one heap") };
    let mut code = grundy_jit::NativeCompiler.heap_rules(rules).expect("there is code");
    let (mut cells, mut next) = (vec![0_u8; 1 << 14], 0);
    let pause = code.fill(grundy::theory::Cells::U8(&mut cells), &mut next);
    // If each counted as one step, some 5800 heaps would come before the first rest.
    assert_eq!(pause, grundy::engine::Pause::Rest);
    assert!(next < 1000, "{next}");
}
