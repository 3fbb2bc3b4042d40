//! Rows and coins from the text of a rule to values.

use grundy::engine::{CoinLaw, Naive, coin_table, staircase_value};
use grundy::lang::{Form, Rule, turn_coins};
use grundy::ruleset::{Heap, Options, Ruleset, Staircase};
use grundy::theory::Control;
use grundy::{Nimber, Outcome};

/// The lines of a golden table: rule, position, value.
fn golden(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_else(|| panic!("three fields in `{line}`"));
        (field(), field(), field())
    })
}

fn agrees(value: Nimber, expected: &str) -> bool {
    let outcome = Outcome::of(&value.into()).to_string();
    value.to_string() == expected || outcome == expected
}

#[test]
fn golden_rows() {
    let (mut staircases, mut lines) = (0, 0);
    for (text, position, expected) in golden(include_str!("../../../../testdata/rows.tsv")) {
        let rule = Rule::parse(text).unwrap();
        let Form::Rows(rules) = rule.form() else { panic!("{text} is a rule on rows") };
        let row = rules.row(position).unwrap();
        let value = Naive::new(rules).value(&row, &Control::default()).unwrap();
        assert!(agrees(value, expected), "{text} at {position}: {value}, not {expected}");
        if let Some(staircase) = Staircase::from_rule(rules) {
            assert_eq!(staircase_value(&staircase, &row), value, "{text} at {position}");
            staircases += 1;
        }
        lines += 1;
    }
    assert!(staircases >= 128 && lines > staircases, "{staircases} of {lines}");
}

#[test]
fn golden_coins() {
    let (mut tables, mut lines) = (0, 0);
    let mut naive: Option<(&str, Naive<_>)> = None;
    for (text, position, expected) in golden(include_str!("../../../../testdata/coins.tsv")) {
        let rule = Rule::parse(text).unwrap();
        let Form::Numbers(rules) = rule.form() else { panic!("{text} is a rule on coins") };
        let heads = position.trim_matches(['{', '}']).split(',').filter(|head| !head.is_empty());
        let heads: Vec<u64> = heads.map(|head| head.parse().unwrap()).collect();
        if let Some(game) = turn_coins(rules.program()) {
            let length = heads.iter().max().map_or(0, |head| head + 1);
            let table = coin_table(&game, length, &Control::default()).unwrap();
            let coin = |&head| table.get(usize::try_from(head).unwrap()).unwrap();
            let value: Nimber = heads.iter().map(coin).sum();
            assert!(agrees(value, expected), "{text} at {position}: {value}, not {expected}");
            tables += 1;
        }
        lines += 1;
        // The definition grows with the number of options, which is huge for many coins.
        if heads.iter().any(|&head| head > 12) {
            continue;
        }
        if naive.as_ref().is_none_or(|(other, _)| *other != text) {
            naive = Some((text, Naive::new(rules.clone())));
        }
        let (_, naive) = naive.as_mut().unwrap();
        let coin = |&head| naive.value(&Heap::new(head), &Control::default()).unwrap();
        let value: Nimber = heads.iter().map(coin).sum();
        assert!(agrees(value, expected), "{text} at {position} by definition: {value}, not {expected}");
    }
    assert!(tables >= 100 && lines > tables, "{tables} of {lines}");
}

/// How many smaller coins the rule turns, if it is recognised.
fn counts(text: &str) -> Option<Vec<usize>> {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let Form::Numbers(rules) = rule.form() else { panic!("{text} is a rule on coins") };
    turn_coins(rules.program()).map(|game| game.counts().to_vec())
}

#[test]
fn coin_rules_are_recognised_however_they_are_written() {
    for (text, expected) in [
        ("coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x", vec![0, 1, 2]),
        ("coins y -> [] | [u, v] where u < v, v < y | 0..y-1", vec![0, 1, 2]),
        ("coins x -> [a, b] for a in 0..x-1 for b in 0..a-1", vec![2]),
        ("coins x -> [a, b] for a in 0..x-1 for b in 0..x-1 if a != b", vec![2]),
        ("coins x -> [b, a] where x > a, a > b", vec![2]),
        ("coins x -> [a, b] where a < x, b < x, a != b; coins x -> []", vec![0, 2]),
        ("coins x -> a for a in 0..x-1", vec![1]),
        ("coins x -> [a, b, c] where a < b < c < x", vec![3]),
        ("coins x -> [a, b, c] where a < c, b < c, c < x, a != b", vec![3]),
        ("coins x -> [a, b] where a + 1 <= b, b + 1 <= x", vec![2]),
        ("coins x -> [a, b] for a in 0..x-2 for b in a+1..x-1", vec![2]),
        ("coins x -> [a, b, c, d, e] where a < b < c < d < e < x", vec![5]),
    ] {
        assert_eq!(counts(text), Some(expected), "{text}");
    }
    for text in [
        "coins x -> [a, b] where a <= b < x",
        "coins x -> [a, b] where a < b <= x - 2",
        "coins x -> [a, b] where a + b == x",
        "coins x -> [a] for a in 1..x-1",
        "coins x -> [a] for a in {0, 1}",
        "coins x -> [k..x-1] for k in 0..x",
        "coins x -> [a, b] where a < b < x if b % 2 == 0",
        "coins x -> [] if x > 0",
        "coins x if x > 2 -> []",
        "coins x -> [a, b] where a < x, b < x",
    ] {
        assert_eq!(counts(text), None, "{text}");
    }
}

/// Every rule built from these parts that is recognised has the options that
/// the interpreter finds.
#[test]
fn recognised_coin_rules_have_the_options_of_their_text() {
    let firsts = ["0..x-1", "0..x-2", "1..x-1", "0..x", "x-2..x-1"];
    let seconds = ["0..x-1", "0..a-1", "0..a", "a+1..x-1", "a-1..x-1", "a..x-1", "0-2..a-1", "a+2..x-1"];
    let conditions =
        ["", " if a != b", " if a < b", " if b < a", " if x > b > a", " if a != b + 1", " if a < x, b < x"];
    let (mut recognised, mut all) = (0, 0);
    for first in firsts {
        for second in seconds {
            for condition in conditions {
                let text = format!("coins x -> [] | [a, b] for a in {first} for b in {second}{condition}");
                let Ok(rule) = Rule::parse(&text) else { continue };
                let Form::Numbers(rules) = rule.form() else { panic!("{text} is a rule on coins") };
                all += 1;
                let Some(game) = turn_coins(rules.program()) else { continue };
                recognised += 1;
                for coin in 0..7 {
                    let [mut found, mut expected] = [Options::new(), Options::new()];
                    game.options(&Heap::new(coin), &mut found, &Control::default()).unwrap();
                    rules.options(&Heap::new(coin), &mut expected, &Control::default()).unwrap();
                    assert_eq!(found.canonical(), expected.canonical(), "{text} at {coin}");
                }
            }
        }
    }
    assert!(recognised >= 20 && all > 200, "{recognised} of {all}");
}

#[test]
fn the_law_of_a_text_reaches_any_coin() {
    let rule = Rule::parse("coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x").unwrap();
    let Form::Numbers(rules) = rule.form() else { panic!("a rule on coins") };
    let law = CoinLaw::of(&turn_coins(rules.program()).unwrap()).unwrap();
    let value = law.value(&"10000000000000000000000000000000000000000".parse().unwrap());
    // 10^40 has 53 ones in binary, so 2 * 10^40 is odious itself.
    assert_eq!(value.to_string(), "20000000000000000000000000000000000000000");
}
