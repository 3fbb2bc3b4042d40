//! Digit games against the definition: the digits taken apart for every n, and
//! the values one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use grundy::engine::DigitEngine;
use grundy::ruleset::{DigitRule, Heap, Options, Ruleset};
use grundy::theory::{Control, Stopped, Values};
use grundy::{Nimber, mex};
use num_bigint::BigUint;

use crate::random::Random;

/// Most significant first; none for 0.
fn digits(mut n: u64, base: u8) -> Vec<u64> {
    let mut digits = Vec::new();
    while n > 0 {
        digits.insert(0, n % u64::from(base));
        n /= u64::from(base);
    }
    digits
}

/// The values of 0..count by the definition.
fn direct(count: u64, amounts: impl Fn(u64) -> Vec<u64>) -> Vec<Nimber> {
    let mut values: Vec<Nimber> = Vec::new();
    for n in 0..count {
        let left = amounts(n).into_iter().filter_map(|amount| n.checked_sub(amount));
        values.push(if n == 0 { Nimber::ZERO } else { mex(left.map(|left| at(&values, left))) });
    }
    values
}

fn at(values: &[Nimber], index: u64) -> Nimber {
    values[usize::try_from(index).expect("small")]
}

/// Take the largest or the least non-zero digit.
pub(crate) fn cow(base: u8) -> DigitRule {
    let step = |&(max, min): &(u8, u8), digit: u8| match digit {
        0 => (max, min),
        _ if min == 0 => (digit, digit),
        _ => (max.max(digit), min.min(digit)),
    };
    DigitRule::from_summary(base, (0, 0), 1000, step, |&(max, min)| vec![max.into(), min.into()])
        .expect("a digit rule")
}

fn cow_amounts(n: u64, base: u8) -> Vec<u64> {
    let digits = digits(n, base);
    let nonzero = digits.iter().copied().filter(|&digit| digit > 0);
    vec![nonzero.clone().max().unwrap_or(1), nonzero.min().unwrap_or(1)]
}

/// A rule with the summary "which digits occur, and how many there are modulo 6".
fn by_digit_set(base: u8, amounts: impl Fn(&[u64], u64) -> Vec<u64>) -> DigitRule {
    let step = |&(set, count): &(u64, u64), digit: u8| (set | 1 << digit, (count + 1) % 6);
    DigitRule::from_summary(base, (0u64, 0u64), 10_000, step, |&(set, count)| {
        let digits: Vec<u64> = (0..base.into()).filter(|digit| set >> digit & 1 == 1).collect();
        amounts(&digits, count)
    })
    .expect("a digit rule")
}

fn table(engine: &mut DigitEngine, from: u64, count: u64) -> Vec<Nimber> {
    let table: Values = engine.table(&from.into(), count, &Control::default()).expect("no limit is set");
    table.iter().collect()
}

fn value(engine: &mut DigitEngine, n: &BigUint) -> Nimber {
    engine.value(n, &Control::default()).expect("no limit is set")
}

/// Compares tables, tables from the middle, and single values with `expected`.
fn compare(rule: DigitRule, expected: &[Nimber], random: &mut Random, name: &str) {
    let count = expected.len() as u64;
    assert_eq!(table(&mut DigitEngine::new(rule.clone()), 0, count), expected, "{name}: table");
    let mut engine = DigitEngine::new(rule);
    for _ in 0..20 {
        let n = random.below(count);
        assert_eq!(value(&mut engine, &n.into()), at(expected, n), "{name}: value at {n}");
    }
    let from = random.below(count);
    let length = random.below(count - from + 1);
    let part: Vec<Nimber> = (from..from + length).map(|n| at(expected, n)).collect();
    assert_eq!(table(&mut engine, from, length), part, "{name}: {length} values from {from}");
}

#[test]
fn the_cow_game_has_its_known_values() {
    let text = include_str!("../../../../testdata/cow-digits.txt");
    let line = text.lines().find(|line| !line.starts_with('#')).expect("a line of values");
    let golden: Vec<Nimber> =
        line.split(',').map(|value| Nimber::new(value.parse().expect("a value"))).collect();
    assert_eq!(golden.len(), 24);
    let values = table(&mut DigitEngine::new(cow(10)), 0, 1_000_001);
    assert_eq!(values[..golden.len()], golden);
    let occurring = |value| values[1..].iter().filter(|&&other| other == Nimber::new(value)).count();
    assert_eq!([0, 1, 2].map(occurring), [422_136, 412_885, 164_979]);
    let losing: Vec<usize> = (0..=132).filter(|&n| values[n] == Nimber::ZERO).collect();
    assert_eq!(losing, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 132]);
}

#[test]
fn natural_rules_agree_with_the_definition() {
    let mut random = Random::new(1);
    for base in [2, 3, 4, 5, 7, 8, 10, 16, 36] {
        let expected = direct(30_000, |n| cow_amounts(n, base));
        compare(cow(base), &expected, &mut random, &format!("cow in base {base}"));
    }
    for base in [2, 3, 5, 10] {
        let largest = |digits: &[u64], _| vec![digits.iter().copied().max().unwrap_or(1)];
        let expected = direct(10_000, |n| largest(&digits(n, base), 0));
        compare(by_digit_set(base, largest), &expected, &mut random, "largest digit");

        let after_least = |digits: &[u64], _| {
            digits.iter().filter(|&&digit| digit > 0).min().map_or(vec![], |min| vec![min + 1])
        };
        let expected = direct(10_000, |n| after_least(&digits(n, base), 0));
        compare(by_digit_set(base, after_least), &expected, &mut random, "least non-zero digit plus one");

        let each = |digits: &[u64], _| digits.iter().copied().filter(|&digit| digit > 0).collect();
        let expected = direct(10_000, |n| each(&digits(n, base), 0));
        compare(by_digit_set(base, each), &expected, &mut random, "each digit");

        let by_length = |digits: &[u64], count: u64| vec![digits[0] + 1, 7 * count % 6 + 1, 40];
        let expected = direct(10_000, |n| {
            let mut digits = digits(n, base);
            let count = digits.len() as u64 % 6;
            digits.sort_unstable();
            if digits.is_empty() { vec![] } else { by_length(&digits, count) }
        });
        compare(by_digit_set(base, by_length), &expected, &mut random, "least digit and length");
    }
    let sum =
        DigitRule::from_summary(10, 0, 10, |sum, digit| (sum + u64::from(digit)) % 3, |sum| vec![sum + 1]);
    let expected = direct(30_000, |n| vec![digits(n, 10).iter().sum::<u64>() % 3 + 1]);
    compare(sum.expect("a digit rule"), &expected, &mut random, "digit sum modulo 3 plus 1");
    // Values above 62, above 255, and windows longer than a block.
    for most in [70, 300] {
        let subtraction = DigitRule::new(3, vec![0; 3], vec![(1..=most).collect()]).expect("a digit rule");
        let expected = direct(5_000, |_| (1..=most).collect());
        compare(subtraction, &expected, &mut random, "a subtraction set");
    }
    let nothing = DigitRule::new(36, vec![0; 36], vec![vec![]]).expect("a digit rule");
    compare(nothing, &direct(5_000, |_| vec![]), &mut random, "no move at all");
}

/// A random automaton with random amounts; the start may be met again.
fn random_rule(random: &mut Random) -> DigitRule {
    let base = u8::try_from(2 + random.below(35)).expect("small");
    let most = [3, 10, 40, 300][usize::try_from(random.below(4)).expect("small")];
    random_rule_in(random, base, most)
}

/// The same in this base, with amounts up to `most`.
pub(crate) fn random_rule_in(random: &mut Random, base: u8, most: u64) -> DigitRule {
    let states = 1 + random.below(6);
    let mut successors: Vec<u32> =
        (0..states * u64::from(base)).map(|_| u32::try_from(random.below(states)).expect("small")).collect();
    successors[0] = 0;
    let amounts =
        (0..states).map(|_| (0..random.below(6)).map(|_| 1 + random.below(most)).collect()).collect();
    DigitRule::new(base, successors, amounts).expect("a digit rule")
}

fn amounts_of(rule: &DigitRule, n: u64) -> Vec<u64> {
    let digits = digits(n, rule.base()).into_iter().map(|digit| u8::try_from(digit).expect("small"));
    rule.amounts(rule.state_of(digits)).iter().map(|&amount| amount.into()).collect()
}

#[test]
fn random_rules_agree_with_the_definition() {
    let mut random = Random::new(2);
    for number in 0..600 {
        let rule = random_rule(&mut random);
        let count = 1 + random.below(4_000);
        let expected = direct(count, |n| amounts_of(&rule, n));
        compare(rule, &expected, &mut random, &format!("rule {number}"));
    }
    for number in 0..12 {
        let rule = random_rule(&mut random);
        let expected = direct(200_000, |n| amounts_of(&rule, n));
        compare(rule, &expected, &mut random, &format!("large rule {number}"));
    }
}

#[test]
fn options_are_the_amounts_of_the_digits() {
    let mut random = Random::new(3);
    let control = Control::default();
    for _ in 0..100 {
        let rule = random_rule(&mut random);
        let small = rule.minimised();
        assert!(small.states() <= rule.states() + 1);
        assert_eq!(small, small.minimised());
        for n in (0..200).chain([u64::MAX - random.below(1 << 20)]) {
            let mut left: Vec<Vec<Heap>> = (amounts_of(&rule, n).into_iter())
                .filter_map(|amount| n.checked_sub(amount).map(|left| vec![Heap::new(left)]))
                .collect();
            left.sort();
            for rule in [&rule, &small] {
                let mut options = Options::new();
                rule.options(&Heap::new(n), &mut options, &control).expect("no limit is set");
                assert_eq!(options.canonical(), left, "{rule:?} at {n}");
            }
        }
    }
}

/// At numbers of a thousand digits only the recursion itself can be the oracle.
#[test]
fn values_of_large_numbers_satisfy_the_recursion() {
    let mut random = Random::new(4);
    for base in [10u8, 3, 7, 16] {
        let mut engine = DigitEngine::new(cow(base));
        for _ in 0..5 {
            let digits: Vec<u8> = (0..1000)
                .map(|place| {
                    u8::try_from(random.below(base.into())).expect("small").max(u8::from(place == 0))
                })
                .collect();
            let n = BigUint::from_radix_be(&digits, base.into()).expect("digits of the base");
            let max = digits.iter().copied().max().unwrap_or(1);
            let min = digits.iter().copied().filter(|&digit| digit > 0).min().unwrap_or(1);
            let options = [&n - max, &n - min].map(|left| value(&mut engine, &left));
            assert_eq!(value(&mut engine, &n), mex(options), "{n}");
        }
        // Around block boundaries, tables against values, and against the recursion.
        for exponent in [4, 17, 1000] {
            let boundary = BigUint::from(base).pow(exponent) * 3u8;
            let from = &boundary - 200u8;
            let table = engine.table(&from, 400, &Control::default()).expect("no limit is set");
            for (index, found) in table.iter().enumerate() {
                let n = &from + index;
                assert_eq!(value(&mut engine, &n), found, "base {base}, {n}");
                let digits = n.to_radix_be(base.into());
                let taken = [digits.iter().max(), digits.iter().filter(|&&digit| digit > 0).min()]
                    .map(|digit| usize::from(*digit.expect("n is not 0")));
                if index >= 36 {
                    let options = taken.map(|amount| table.get(index - amount).expect("in the table"));
                    assert_eq!(found, mex(options), "base {base}, {n}");
                }
            }
        }
    }
}

#[test]
fn random_rules_satisfy_the_recursion_far_out() {
    let mut random = Random::new(5);
    let mut checked = 0;
    for number in 0..60 {
        let rule = random_rule(&mut random);
        let mut engine = DigitEngine::new(rule.clone());
        let control = Control::default().with_memory_limit(4 << 20);
        let far = BigUint::from(rule.base()).pow(200) / 3u8 + random.below(1 << 30);
        let table = match engine.table(&far, 800, &control) {
            Ok(table) => table,
            Err(stopped) => {
                assert!(matches!(stopped, Stopped::MemoryLimit { .. }), "{stopped}");
                continue;
            }
        };
        checked += 1;
        for index in 300..800usize {
            let n = &far + index;
            let state = rule.state_of(n.to_radix_be(rule.base().into()));
            let options = rule.amounts(state).iter().map(|&amount| {
                let amount = usize::try_from(amount).expect("small");
                table.get(index - amount).expect("in the table")
            });
            assert_eq!(table.get(index), Some(mex(options)), "rule {number} at {n}");
        }
    }
    assert!(checked > 30, "most rules stay within the limit, not only {checked}");
}

#[test]
fn limits_stop_the_work_and_say_so() {
    let n = BigUint::from(10u8).pow(1000);
    let mut engine = DigitEngine::new(cow(10));
    let tight = Control::default().with_memory_limit(10_000);
    assert!(matches!(engine.value(&n, &tight), Err(Stopped::MemoryLimit { limit: 10_000, .. })));
    assert!(matches!(engine.table(&n, 20_000, &tight), Err(Stopped::MemoryLimit { .. })));
    assert!(matches!(
        engine.table(&n, u64::MAX, &Control::default().with_memory_limit(1 << 40)),
        Err(Stopped::MemoryLimit { .. })
    ));
    assert!(matches!(engine.table(&n, u64::MAX, &Control::default()), Err(Stopped::MemoryLimit { .. })));
    let late = Control::default().with_time_limit(Duration::ZERO);
    assert_eq!(engine.value(&n, &late), Err(Stopped::TimeLimit { limit: Duration::ZERO }));
    let stop = Control::default().with_stop(Arc::new(AtomicBool::new(true)));
    assert_eq!(engine.table(&n, 10, &stop), Err(Stopped::Interrupted));
    // After all that the engine still knows what it knew.
    assert_eq!(value(&mut engine, &132u8.into()), Nimber::ZERO);
    let last = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&last);
    let listening = Control::default().with_listener(move |progress| {
        assert_eq!(progress.total, Some(5_000_000));
        assert!(seen.swap(progress.done, Ordering::Relaxed) <= progress.done);
    });
    assert_eq!(engine.table(&n, 5_000_000, &listening).map(|table| table.len()), Ok(5_000_000));
    assert_eq!(last.load(Ordering::Relaxed), 5_000_000);
}
