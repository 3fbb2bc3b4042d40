//! The misère engine against the definition.

use std::collections::{BTreeMap, HashMap};

use super::Misere;
use crate::ruleset::{Halt, Heap, Options, Ruleset, Sequence, SubtractionSet};
use crate::theory::random::Random;
use crate::theory::{Control, Nimber, Outcome, TameType, mex};

/// The options of each heap, by a table.
struct Listed(Vec<Vec<Vec<u64>>>);

impl Ruleset for Listed {
    type Position = Heap;

    fn options(&self, heap: &Heap, options: &mut Options<Heap>, _: &Control) -> Result<(), Halt> {
        options.clear();
        for option in &self.0[usize::try_from(heap.size()).unwrap()] {
            options.push(option.iter().copied().map(Heap::new));
        }
        Ok(())
    }
}

/// The misère value by the definition: 1 without options, else the mex.
fn value(rules: &Listed, coins: bool, sum: Vec<u64>, known: &mut HashMap<Vec<u64>, u64>) -> u64 {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    sum.into_iter().for_each(|heap| *counts.entry(heap).or_default() += 1);
    let sum: Vec<u64> = counts
        .into_iter()
        .flat_map(|(heap, count)| vec![heap; if coins { count % 2 } else { count }])
        .collect();
    if let Some(&value) = known.get(&sum) {
        return value;
    }
    let mut values = Vec::new();
    for (index, &heap) in sum.iter().enumerate() {
        for option in &rules.0[usize::try_from(heap).unwrap()] {
            let mut after = sum.clone();
            after.remove(index);
            after.extend(option);
            values.push(Nimber::new(value(rules, coins, after, known)));
        }
    }
    let own = if values.is_empty() { 1 } else { mex(values).size() };
    known.insert(sum, own);
    own
}

fn random_rules(stream: &mut Random, heaps: u64, splits: bool) -> Listed {
    let option = |stream: &mut Random, heap: u64| {
        let parts = if splits { stream.below(3) } else { 1 };
        (0..parts).map(|_| stream.below(heap)).collect::<Vec<u64>>()
    };
    let options = |stream: &mut Random, heap: u64| {
        let count = if heap == 0 { 0 } else { stream.below(4) };
        (0..count).map(|_| option(stream, heap)).collect()
    };
    Listed((0..heaps).map(|heap| options(stream, heap)).collect())
}

#[test]
fn random_games_follow_the_definition() {
    let control = Control::default();
    let mut stream = Random::new(7);
    let (mut tame_sums, mut wild_sums) = (0, 0);
    for case in 0..400 {
        let rules = random_rules(&mut stream, 8, case % 2 == 0);
        for coins in [false, true] {
            let mut known = HashMap::new();
            let mut misere = if coins { Misere::of_coins(&rules) } else { Misere::new(&rules) };
            for _ in 0..12 {
                let sum: Vec<u64> = (0..stream.below(4)).map(|_| stream.below(8)).collect();
                let heaps: Vec<Heap> = sum.iter().copied().map(Heap::new).collect();
                let expected = value(&rules, coins, sum.clone(), &mut known);
                let outcome = if expected == 0 { Outcome::P } else { Outcome::N };
                assert_eq!(misere.outcome(&heaps, &control), Ok(outcome), "{:?} {sum:?}", rules.0);
                assert_eq!(
                    misere.value(&heaps, &control),
                    Ok(Nimber::new(expected)),
                    "{:?} {sum:?}",
                    rules.0
                );
                match misere.type_of_sum(&heaps, &control).unwrap() {
                    Some(_) => tame_sums += 1,
                    None => wild_sums += 1,
                }
                for (index, &heap) in sum.iter().enumerate() {
                    let mut winning = misere.winning_options(&heaps, index, &control).unwrap();
                    winning.sort();
                    let mut wanted: Vec<Vec<Heap>> = rules.0[usize::try_from(heap).unwrap()]
                        .iter()
                        .filter(|option| {
                            let mut after = sum.clone();
                            after.remove(index);
                            after.extend(option.iter());
                            value(&rules, coins, after, &mut known) == 0
                        })
                        .map(|option| {
                            let mut option: Vec<Heap> = option.iter().copied().map(Heap::new).collect();
                            option.sort();
                            option
                        })
                        .collect();
                    wanted.sort();
                    wanted.dedup();
                    assert_eq!(winning, wanted, "{:?} {sum:?}", rules.0);
                }
            }
        }
    }
    assert!(tame_sums > 1000 && wild_sums > 1000, "{tame_sums} tame, {wild_sums} wild");
}

#[test]
fn nim_is_tame_and_large_sums_are_answered_at_once() {
    let nim = Listed((0..60).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect());
    let mut misere = Misere::new(&nim);
    let control = Control::default();
    for (sum, outcome) in [
        (&[][..], Outcome::N),
        (&[1], Outcome::P),
        (&[1, 1], Outcome::N),
        (&[2, 2], Outcome::P),
        (&[3, 5, 1], Outcome::N),
        (&[59, 58, 57, 60 - 2, 40, 33, 21, 5], Outcome::N),
        (&[17, 33, 48], Outcome::P),
    ] {
        let heaps: Vec<Heap> = sum.iter().copied().map(Heap::new).collect();
        assert_eq!(misere.outcome(&heaps, &control), Ok(outcome), "{sum:?}");
    }
    assert_eq!(misere.tame_type(&Heap::new(1), &control), Ok(Some(TameType::Fickle(true))));
    assert!(misere.outcomes.is_empty(), "nothing was searched");
}

/// Theorem 10.4 against the types as they are defined, and against the search.
#[test]
fn heaps_of_subtraction_games_have_the_types_that_their_values_say() {
    let control = Control::default();
    let mut stream = Random::new(10);
    let mut sets = vec![
        SubtractionSet::all(),
        SubtractionSet::finite([]).unwrap(),
        SubtractionSet::all_but([1, 4]).unwrap(),
        SubtractionSet::finite(1..=6).unwrap(),
        SubtractionSet::finite(4..=11).unwrap(),
        SubtractionSet::classes(3, 4, [1, 3]).unwrap(),
        SubtractionSet::sequence(Sequence::powers(1, 2, 0).unwrap()).unwrap(),
    ];
    for _ in 0..200 {
        let amounts: Vec<u64> = (0..=stream.below(5)).map(|_| 1 + stream.below(12)).collect();
        sets.push(SubtractionSet::finite(amounts).unwrap());
    }
    for set in sets {
        for law in [false, true] {
            let size = |heap: &Heap| Some(heap.size());
            let mut quick = Misere::of_subtraction(&set, set.clone(), size, law);
            let mut slow = Misere::new(&set);
            for heap in (0..80).map(Heap::new) {
                let expected = slow.tame_type(&heap, &control).unwrap();
                assert_eq!(quick.tame_type(&heap, &control), Ok(expected), "{set} {heap}");
                assert_eq!(quick.value(&[heap], &control), slow.value(&[heap], &control), "{set} {heap}");
            }
        }
    }
}

#[test]
fn circles_are_named() {
    let round = Listed(vec![vec![vec![1]], vec![vec![2]], vec![vec![0], vec![]]]);
    let halt = Misere::new(&round).outcome(&[Heap::new(1)], &Control::default()).expect_err("a circle");
    assert!(halt.to_string().contains("1 -> 2 -> 0 -> 1"), "{halt}");
    let halt = Misere::of_coins(&round).outcome(&[Heap::new(1)], &Control::default()).expect_err("a circle");
    assert!(halt.to_string().contains("1 -> 2 -> 0 -> 1"), "{halt}");
}
