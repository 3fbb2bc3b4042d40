//! Random rules on tuples, tags, symmetric pairs and lists: their options against
//! an evaluator that is written here from the language's description, and the
//! search against the naive engine, faults and limits included.

mod expression;
mod rule;

use expression::Bad;
use grundy::Control;
use grundy::engine::{Naive, Search};
use grundy::lang::interpret::ShapeRules;
use grundy::lang::{Form, Rule};
use grundy::ruleset::{FlatRuleset, Halt, Heap, Options, Position, Ruleset};
use num_bigint::BigUint;
use rule::random_rule;

use crate::random::Random;

fn parsed(text: &str) -> ShapeRules {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match rule.form() {
        Form::Shapes(rules) => rules.clone(),
        other => panic!("{text} is {other:?}"),
    }
}

/// The options in all the ways that rules can be asked.
fn asked(rules: &ShapeRules, position: &Position) -> [Result<Vec<Vec<Position>>, Halt>; 3] {
    let control = Control::default();
    let mut options = Options::new();
    let plain = rules.options(position, &mut options, &control).map(|()| options.canonical());

    let flat = rules.flatten(position).expect("a position of the rule");
    let mut found = Options::new();
    let result = rules.flat_options(&flat, &mut found, &mut Default::default(), &control);
    let flat = result.map(|()| {
        // What is flat is told apart by flattening what came the other way.
        let mut known: Vec<Vec<Position>> = Vec::new();
        for option in found.iter() {
            let same = options.iter().find(|sum| {
                let parts = sum.iter().map(|part| rules.flatten(part).expect("a position of the rule"));
                parts.collect::<Vec<_>>().concat() == option
            });
            let mut sum = same.expect("an option of the other way").to_vec();
            sum.sort();
            known.push(sum);
        }
        assert_eq!(found.len(), options.len());
        known.sort();
        known.dedup();
        known
    });

    let mut options = Options::new();
    let entries = |entries: &[u64]| entries.iter().copied().map(BigUint::from).collect();
    let big = match position {
        Position::Heap(size) => Position::Heap(BigUint::from(*size)),
        Position::Tuple(small) => Position::Tuple(entries(small)),
        Position::Tagged(tag, small) => Position::Tagged(tag.clone(), entries(small)),
        Position::Seq(small) => Position::Seq(entries(small)),
        other => panic!("{other}"),
    };
    let big = rules.big_options(&big, &mut options, &control).map(|()| {
        let small = |entries: &[BigUint]| entries.iter().map(|entry| u64::try_from(entry).unwrap()).collect();
        let mut sums: Vec<Vec<Position>> = Vec::new();
        for option in options.iter() {
            let mut sum: Vec<Position> = option
                .iter()
                .map(|part| match part {
                    Position::Heap(size) => Position::Heap(u64::try_from(size).unwrap()),
                    Position::Tuple(big) => Position::Tuple(small(big)),
                    Position::Tagged(tag, big) => Position::Tagged(tag.clone(), small(big)),
                    Position::Seq(big) => Position::Seq(small(big)),
                    other => panic!("{other}"),
                })
                .collect();
            sum.sort();
            sums.push(sum);
        }
        sums.sort();
        sums.dedup();
        sums
    });
    [plain, flat, big]
}

#[test]
fn options_are_what_the_description_says() {
    let mut random = Random::new(21);
    let (mut moves, mut bad, mut terminal) = (0, 0, 0);
    for _ in 0..1500 {
        let rule = random_rule(&mut random);
        let text = rule.to_string();
        let rules = parsed(&text);
        for _ in 0..4 {
            let (shape, entries) = rule.start(&mut random);
            let position = rule.position(shape, entries.clone());
            let expected = rule.options(shape, &entries);
            for found in asked(&rules, &position) {
                match (&expected, &found) {
                    (Ok(expected), Ok(found)) => assert_eq!(found, expected, "{text} at {position}"),
                    (Err(Bad), Err(Halt::Fault(fault))) => assert_eq!(fault.position, position.to_string()),
                    (Ok(_), other) => panic!("{text} at {position}: {other:?}"),
                    (Err(Bad), other) => panic!("{text} at {position} is bad: {other:?}"),
                }
            }
            match expected {
                Ok(options) if options.is_empty() => terminal += 1,
                Ok(_) => moves += 1,
                Err(Bad) => bad += 1,
            }
        }
    }
    assert!(moves > 1000 && bad > 500 && terminal > 300, "{moves} {bad} {terminal}");
}

#[test]
fn search_says_what_the_naive_engine_says() {
    let mut random = Random::new(22);
    let (mut values, mut faults, mut stopped) = (0, 0, 0);
    for _ in 0..1500 {
        let rule = random_rule(&mut random);
        let text = rule.to_string();
        let rules = parsed(&text);
        let (mut naive, mut search) = (Naive::new(&rules), Search::new(&rules));
        for _ in 0..3 {
            let (shape, entries) = rule.start(&mut random);
            let position = rule.position(shape, entries);
            let control = Control::default().with_position_limit(60);
            let expected = naive.value(&position, &control);
            let flat: Vec<Heap> = rules.flatten(&position).expect("a position of the rule");
            assert_eq!(search.value(&flat, &control), expected, "{text} at {position}");
            assert_eq!(search.known(), naive.known());
            match expected {
                Ok(_) => values += 1,
                Err(Halt::Fault(_)) => faults += 1,
                Err(Halt::Stopped(_)) => stopped += 1,
            }
        }
    }
    assert!(values > 800 && faults > 500 && stopped > 20, "{values} {faults} {stopped}");
}
