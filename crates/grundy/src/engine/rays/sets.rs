//! Bit sets of the values met on lines.
//!
//! All sets of one [`LineSets`] are as wide: no value ever reaches their width.
//! Each knows its first word that is not full, so that the mex over several sets
//! is sought from the furthest of these words on.

use super::super::memory::count;
use crate::theory::{Control, Stopped};

/// One bit set for each slot.
#[derive(Debug)]
pub(super) struct LineSets {
    /// Words for each set.
    width: usize,
    words: Vec<u64>,
    /// For each set, its first word that is not full.
    first_open: Vec<usize>,
    /// For each set, how many words may hold a bit.
    used: Vec<usize>,
}

impl LineSets {
    /// `slots` empty sets of `width` words, at least one.
    ///
    /// # Errors
    ///
    /// [`Stopped::MemoryLimit`] if this and the `reserved` bytes before it are more
    /// than `control` allows, or more than the machine gives.
    pub(super) fn new(
        slots: usize,
        width: usize,
        reserved: &mut u64,
        control: &Control,
    ) -> Result<LineSets, Stopped> {
        let words = count(slots).saturating_mul(count(width));
        let bytes = words.saturating_add(count(slots).saturating_mul(2)).saturating_mul(8);
        *reserved = reserved.saturating_add(bytes);
        control.reserve(*reserved)?;
        let refused = |_| Stopped::MemoryLimit { needed: *reserved, limit: control.memory_limit() };
        let mut sets = LineSets { width, words: Vec::new(), first_open: Vec::new(), used: Vec::new() };
        let words = usize::try_from(words).unwrap_or(usize::MAX);
        sets.words.try_reserve_exact(words).map_err(refused)?;
        sets.first_open.try_reserve_exact(slots).map_err(refused)?;
        sets.used.try_reserve_exact(slots).map_err(refused)?;
        sets.words.resize(words, 0);
        sets.first_open.resize(slots, 0);
        sets.used.resize(slots, 0);
        Ok(sets)
    }

    /// The words of a set.
    #[inline]
    pub(super) fn words(&self, slot: usize) -> &[u64] {
        &self.words[slot * self.width..][..self.width]
    }

    /// The first word of a set that is not full.
    #[inline]
    pub(super) fn first_open(&self, slot: usize) -> usize {
        self.first_open[slot]
    }

    /// Empties a set.
    #[inline]
    pub(super) fn clear(&mut self, slot: usize) {
        self.words[slot * self.width..][..self.used[slot]].fill(0);
        self.used[slot] = 0;
        self.first_open[slot] = 0;
    }

    /// Puts a value in.
    #[inline]
    pub(super) fn insert(&mut self, slot: usize, value: usize) {
        let words = &mut self.words[slot * self.width..][..self.width];
        let at = value / 64;
        words[at] |= 1 << (value % 64);
        self.used[slot] = self.used[slot].max(at + 1);
        let open = &mut self.first_open[slot];
        while words.get(*open) == Some(&u64::MAX) {
            *open += 1;
        }
    }

    /// Takes a value out.
    #[inline]
    pub(super) fn remove(&mut self, slot: usize, value: usize) {
        let at = value / 64;
        self.words[slot * self.width..][..self.width][at] &= !(1 << (value % 64));
        self.first_open[slot] = self.first_open[slot].min(at);
    }
}

/// The least value in none of the sets, one from each of `lines`; `N` is how many
/// there are, or 0 if the compiler need not know.
#[inline]
pub(super) fn mex<const N: usize>(lines: &[LineSets], slots: &[usize]) -> usize {
    let open = lines.iter().zip(slots).map(|(sets, &slot)| sets.first_open(slot));
    let start = open.max().unwrap_or(0);
    if N == 0 {
        let width = lines.first().map_or(0, |sets| sets.width);
        let union =
            |at: usize| lines.iter().zip(slots).fold(0, |all, (sets, &slot)| all | sets.words(slot)[at]);
        let found = (start..width).find_map(|at| first_zero(at, union(at)));
        return found.unwrap_or(width * 64);
    }
    let sets: [&[u64]; N] = std::array::from_fn(|index| &lines[index].words(slots[index])[start..]);
    let length = sets.iter().map(|words| words.len()).min().unwrap_or(0);
    let sets = sets.map(|words| &words[..length]);
    let union = |at: usize| sets.iter().fold(0, |all, words| all | words[at]);
    let mut at = 0;
    // Four words at a time: most of them are full, and no branch is needed for each.
    while at + 4 <= length {
        if union(at) & union(at + 1) & union(at + 2) & union(at + 3) != u64::MAX {
            break;
        }
        at += 4;
    }
    let found = (at..length).find_map(|at| first_zero(start + at, union(at)));
    found.unwrap_or((start + length) * 64)
}

/// The place of the first 0 of the word with this index.
#[inline]
fn first_zero(index: usize, word: u64) -> Option<usize> {
    let ones = usize::try_from(word.trailing_ones()).unwrap_or(64);
    (ones < 64).then(|| index * 64 + ones)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::theory::random::Random;

    #[test]
    fn the_mex_over_lines_is_that_of_their_union() {
        let mut stream = Random::new(5);
        let mut below = |bound: u64| usize::try_from(stream.below(bound)).unwrap();
        let mut reserved = 0;
        let mut new = || LineSets::new(2, 12, &mut reserved, &Control::default()).unwrap();
        let mut lines = [new(), new(), new()];
        let mut sets: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); 6];
        for round in 0..20_000 {
            let (line, slot) = (below(3), below(2));
            // Mostly small values, so that words fill up; at times a set starts anew.
            let value = below(1 + round % 760);
            match below(400) {
                0 => {
                    lines[line].clear(slot);
                    sets[line * 2 + slot].clear();
                }
                1..100 => {
                    lines[line].remove(slot, value);
                    sets[line * 2 + slot].remove(&value);
                }
                _ => {
                    lines[line].insert(slot, value);
                    sets[line * 2 + slot].insert(value);
                }
            }
            let slots = [below(2), below(2), below(2)];
            let missing = |value: &usize| {
                slots.iter().enumerate().all(|(line, slot)| !sets[line * 2 + slot].contains(value))
            };
            let expected = (0..).find(missing).unwrap();
            assert_eq!(mex::<3>(&lines, &slots), expected);
            assert_eq!(mex::<0>(&lines, &slots), expected);
        }
    }
}
