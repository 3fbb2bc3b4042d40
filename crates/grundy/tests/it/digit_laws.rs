//! Laws of digit games: found by the engine, proved by a checker that does not know it, and compared with the
//! definition.

use grundy::Nimber;
use grundy::engine::{DigitEngine, Naive};
use grundy::proof::{DigitProof, digit_law};
use grundy::ruleset::{DigitRule, Heap};
use grundy::theory::{AutomaticLaw, Control};
use num_bigint::BigUint;

use crate::digits::{cow, random_rule_in};
use crate::random::Random;

fn law(rule: &DigitRule, most_states: usize) -> Option<AutomaticLaw> {
    DigitEngine::new(rule.clone()).law(most_states, &Control::default()).expect("no limit is set")
}

fn proof(rule: &DigitRule, law: &AutomaticLaw) -> Option<DigitProof> {
    digit_law(rule, law, &Control::default()).expect("no limit is set")
}

/// The law in parts: the states led to, by state and digit, and the outputs.
fn parts(law: &AutomaticLaw) -> (Vec<u32>, Vec<Nimber>) {
    let digits = |state| (0..usize::try_from(law.base()).expect("small")).map(move |digit| (state, digit));
    let next = (0..law.states()).flat_map(digits);
    let next = next.map(|(state, digit)| u32::try_from(law.step(state, digit)).expect("small"));
    (next.collect(), (0..law.states()).map(|state| law.output(state)).collect())
}

fn joined(base: u32, next: Vec<u32>, outputs: Vec<Nimber>) -> AutomaticLaw {
    AutomaticLaw::new(base, next, outputs).expect("an automaton")
}

/// The numbers of states were found before by another program, which guessed the automata from tables.
#[test]
fn the_laws_of_cow_games_are_found_and_proved() {
    for (base, states) in [(3, 9), (4, 128), (5, 260), (8, 1658), (10, 2847), (16, 12429)] {
        let rule = cow(base);
        // In base 16 more than 2^16 states are met before they are merged.
        let law = law(&rule, 1 << 20).expect("the law is found");
        assert_eq!(law.states(), states, "base {base}");
        assert_eq!(law.minimised(), law);
        let proof = proof(&rule, &law).expect("the law is true");
        assert_eq!(proof.law(), &law);
        if base == 10 {
            assert_eq!((proof.triples(), proof.equations()), (5735, 57350));
            let (next, outputs) = parts(&law);
            let lost = outputs.iter().map(|&value| Nimber::new(u64::from(value == Nimber::ZERO))).collect();
            assert_eq!(joined(10, next, lost).minimised().states(), 1674, "for P alone");
            let mut engine = DigitEngine::new(rule);
            for n in [132_u32.into(), BigUint::from(10_u8).pow(300) / 7_u8] {
                assert_eq!(Ok(law.value(&n)), engine.value(&n, &Control::default()));
            }
        }
    }
}

/// A law with one mistake, or none: some changes lead to a state with the same future, and some outputs stand
/// for no number.
fn compare_mutant(rule: &DigitRule, right: &AutomaticLaw, next: Vec<u32>, outputs: Vec<Nimber>) -> bool {
    let mutant = joined(right.base(), next, outputs);
    let says_the_same = mutant.minimised() == *right;
    assert_eq!(proof(rule, &mutant).is_some(), says_the_same);
    says_the_same
}

#[test]
fn every_mistake_in_a_law_is_seen() {
    let mut random = Random::new(21);
    for (base, tries) in [(3, 9), (4, 3), (10, 1)] {
        let rule = cow(base);
        let right = law(&rule, 1 << 16).expect("the law is found");
        let (next, outputs) = parts(&right);
        let step = if base == 10 { 100 } else { 1 };
        for place in (0..outputs.len()).step_by(step) {
            for value in (0..4).map(Nimber::new).filter(|&value| value != outputs[place]) {
                let mut outputs = outputs.clone();
                outputs[place] = value;
                assert!(!compare_mutant(&rule, &right, next.clone(), outputs), "output {place}");
            }
        }
        for place in (1..next.len()).step_by(if base == 10 { 997 } else { 1 }) {
            for _ in 0..tries {
                let mut next = next.clone();
                next[place] = u32::try_from(random.index(right.states())).expect("small");
                // In a minimal automaton no two states have the same future.
                let changed = next[place]
                    != u32::try_from(right.step(place / usize::from(base), place % usize::from(base)))
                        .expect("small");
                assert_eq!(
                    compare_mutant(&rule, &right, next, outputs.clone()),
                    !changed,
                    "transition {place}"
                );
            }
        }
    }
}

#[test]
fn random_rules_have_laws_that_are_proved_and_right() {
    let mut random = Random::new(22);
    let (mut found, mut other) = (0, None);
    for number in 0..400 {
        let base = u8::try_from(random.within(2, 5)).expect("small");
        let rule = random_rule_in(&mut random, base, 6);
        let Some(law) = law(&rule, 20_000) else { continue };
        found += 1;
        assert!(proof(&rule, &law).is_some(), "rule {number} has no law of {} states", law.states());
        let mut naive = Naive::new(rule.clone());
        for n in (0..600).chain([random.below(5_000)]) {
            let value = naive.value(&Heap::new(n), &Control::default()).expect("no limit is set");
            assert_eq!(law.value(&n.into()), value, "rule {number} at {n}");
        }
        // The law of the rule before is this rule's only if both are the same.
        if let Some(other) = other.replace(law.clone()) {
            assert_eq!(proof(&rule, &other).is_some(), other == law, "rule {number} and the one before");
        }
    }
    assert!(found > 300, "only {found}");
}

/// Amounts that reach over many blocks, and states that few numbers have.
#[test]
fn amounts_may_be_larger_than_blocks() {
    let step = |&rest: &u64, digit: u8| (rest * 2 + u64::from(digit)) % 7;
    let rule =
        DigitRule::from_summary(2, 0, 10, step, |&rest| vec![1 + rest, 9, 20 - rest]).expect("a digit rule");
    let law = law(&rule, 100_000).expect("the law is found");
    assert!(proof(&rule, &law).is_some());
    let mut naive = Naive::new(rule);
    for n in 0..3_000 {
        assert_eq!(Ok(law.value(&n.into())), naive.value(&Heap::new(n), &Control::default()), "{n}");
    }
}

#[test]
fn too_many_states_are_no_law() {
    assert_eq!(law(&cow(10), 1_000), None);
    let late = Control::default().with_time_limit(std::time::Duration::ZERO);
    assert!(DigitEngine::new(cow(10)).law(1 << 16, &late).is_err());
    let tight = Control::default().with_memory_limit(10_000);
    assert!(DigitEngine::new(cow(10)).law(1 << 16, &tight).is_err());
}
