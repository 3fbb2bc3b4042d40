//! Tables of subtraction games against the definition.

use super::*;
use crate::ruleset::Sequence;

/// The values of the heaps below `length`, one amount after the other.
fn by_definition(amounts: &[u64], length: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..length {
        let reached: Vec<u64> = amounts
            .iter()
            .filter_map(|&amount| n.checked_sub(usize::try_from(amount).ok()?))
            .map(|left| values[left])
            .collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn below(seed: &mut u64, bound: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % bound
}

/// The values that the table computes in steps that end at `ends`, and whether
/// the last of them came from blocks.
fn computed(set: &SubtractionSet, ends: &[usize]) -> (Vec<u64>, bool) {
    let mut table = SubtractionTable::new(set.clone());
    let mut values = Values::default();
    for &end in ends {
        table.advance(&mut values, end, &Control::default()).unwrap();
        assert_eq!(values.len(), end);
    }
    (values.iter().map(Nimber::size).collect(), table.blocks.is_some())
}

#[test]
fn threads_change_no_value() {
    // Enough far amounts that the far part of a block is worth a thread.
    let set = SubtractionSet::sequence(Sequence::squares()).unwrap();
    let tables = [1, 2, 5].map(|threads| {
        let control = Control::default().with_threads(threads.try_into().unwrap());
        let mut values = Values::default();
        SubtractionTable::new(set.clone()).advance(&mut values, 120_000, &control).unwrap();
        values
    });
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0], tables[2]);
}

#[test]
fn random_sets_have_the_values_of_the_definition() {
    let mut seed = 3;
    let mut in_blocks = 0;
    for round in 0..800 {
        let span = [12, 40, 100, 500, 1100, 3000][round % 6];
        let count = 1 + below(&mut seed, 60);
        // Some sets without small amounts: their parts are computed at one go.
        let least = [1, 1, 20, 40, 70][usize::try_from(below(&mut seed, 5)).unwrap()];
        let amounts: Vec<u64> = (0..count).map(|_| least + below(&mut seed, span)).collect();
        let set = SubtractionSet::finite(amounts.iter().copied()).unwrap();
        let length = usize::try_from(300 + below(&mut seed, if round % 6 < 3 { 400 } else { 3500 })).unwrap();
        let mut ends: Vec<usize> =
            (0..below(&mut seed, 4)).map(|_| usize::try_from(below(&mut seed, 3000)).unwrap()).collect();
        ends.retain(|&end| end < length);
        ends.sort_unstable();
        ends.push(length);
        let (values, blocks) = computed(&set, &ends);
        assert_eq!(values, by_definition(set.listed(), length), "{set}, in steps to {ends:?}");
        in_blocks += usize::from(blocks);
    }
    assert!(in_blocks >= 500, "only {in_blocks} sets were computed in blocks");
}

#[test]
fn many_values_fill_several_words_and_then_leave_the_blocks() {
    for (most, blocks) in
        [(63, true), (64, true), (100, true), (200, true), (255, true), (256, false), (700, false)]
    {
        let set = SubtractionSet::finite(1..=most).unwrap();
        let (values, in_blocks) = computed(&set, &[256, 2000, 2500]);
        assert!(values.iter().copied().eq((0..2500).map(|n| n % (most + 1))), "1..{most}");
        assert_eq!(in_blocks, blocks, "1..{most}");
    }
}

#[test]
fn sequences_bring_new_amounts_as_the_table_grows() {
    let limit = 4000;
    for sequence in [Sequence::squares(), Sequence::PRIMES, Sequence::FIBONACCI, Sequence::triangular()] {
        let amounts = sequence.members(limit);
        let set = SubtractionSet::sequence(sequence).unwrap();
        // At 36 heaps the amount 55 is not known yet, and 34 has led nowhere.
        let (values, blocks) = computed(&set, &[36, 41, 60, 100, 256, 512, 1000, 1024, 4000]);
        assert_eq!(values, by_definition(&amounts, 4000), "{set}");
        assert!(blocks, "{set}");
    }
}

#[test]
fn old_bytes_are_dropped_and_nothing_is_lost() {
    // 1, 2, ..., 9 and two far amounts: long after the first bytes are gone the
    // values are still those of the definition.
    let amounts: Vec<u64> = (1..=9).chain([1500, 40_001]).collect();
    let set = SubtractionSet::finite(amounts.iter().copied()).unwrap();
    let length = 260_000;
    let (values, blocks) = computed(&set, &[256, 70_000, 140_000, length]);
    assert!(blocks);
    let mut expected: Vec<u64> = Vec::new();
    for n in 0..length {
        let mask = amounts.iter().fold(0u64, |mask, &amount| {
            n.checked_sub(usize::try_from(amount).unwrap()).map_or(mask, |left| mask | 1 << expected[left])
        });
        expected.push(mask.trailing_ones().into());
    }
    assert_eq!(values, expected);
}
