//! The positions that a search has met, by number.
//!
//! A position is kept as bytes: the width of its numbers, then the numbers, all
//! as wide as the largest needs (1, 2, 4 or 8 bytes). Equal positions are equal
//! bytes, so one pass over short strings hashes and compares them, and a search
//! of small numbers takes little memory.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::ruleset::Heap;

/// Positions numbered in the order in which they were met.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// All positions, packed, one after the other.
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
    /// The numbers, found by the positions' hashes.
    index: HashTable<Entry>,
}

/// A number with the hash of its position, so that the table can grow without
/// looking at positions again.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    number: u32,
}

impl Met {
    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of a position; it gets the next one if it is new. None if all
    /// numbers are given away.
    #[inline]
    pub(super) fn number(&mut self, position: &[Heap]) -> Option<u32> {
        let start = self.bytes.len();
        pack(position, &mut self.bytes);
        let packed = self.bytes.get(start..).unwrap_or_default();
        let hash = hash_of(packed);
        let found = self.index.find(spread(hash), |entry| {
            entry.hash == hash && slice(&self.bytes, &self.ends, entry.number) == packed
        });
        if let Some(found) = found {
            let number = found.number;
            self.bytes.truncate(start);
            return Some(number);
        }
        let number = u32::try_from(self.ends.len()).ok();
        let Some(number) = number.filter(|&number| number < u32::MAX) else {
            self.bytes.truncate(start);
            return None;
        };
        self.ends.push(self.bytes.len());
        self.index.insert_unique(spread(hash), Entry { hash, number }, |entry| spread(entry.hash));
        Some(number)
    }

    /// Puts the numbers of a position into `position`.
    pub(super) fn unpack(&self, number: u32, position: &mut Vec<Heap>) {
        position.clear();
        let Some((&width, packed)) = slice(&self.bytes, &self.ends, number).split_first() else { return };
        if width == 1 {
            position.extend(packed.iter().map(|&byte| Heap::new(u64::from(byte))));
            return;
        }
        position.extend(packed.chunks_exact(usize::from(width).max(1)).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            Heap::new(u64::from_le_bytes(word))
        }));
    }

    /// How many bytes all this takes, free places included.
    pub(super) fn memory(&self) -> usize {
        // The table has a byte of its own for each place, and is full at 7/8.
        let index = self.index.capacity().saturating_mul(size_of::<Entry>() + 1) / 7 * 8;
        let ends = self.ends.capacity().saturating_mul(size_of::<usize>());
        self.bytes.capacity().saturating_add(ends).saturating_add(index)
    }
}

/// The bytes of a position.
#[inline]
fn slice<'b>(bytes: &'b [u8], ends: &[usize], number: u32) -> &'b [u8] {
    let Ok(place) = usize::try_from(number) else { return &[] };
    let start = place.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    let end = ends.get(place).copied().unwrap_or(start);
    bytes.get(start..end).unwrap_or_default()
}

/// Appends a position's bytes.
#[inline]
fn pack(position: &[Heap], bytes: &mut Vec<u8>) {
    let bits = position.iter().fold(0, |bits, number| bits | number.size());
    let width: u8 = match bits {
        0..0x100 => 1,
        0x100..0x1_0000 => 2,
        0x1_0000..0x1_0000_0000 => 4,
        _ => 8,
    };
    bytes.push(width);
    match width {
        1 => bytes.extend(position.iter().map(|number| number.size().to_le_bytes()[0])),
        2 => position.iter().for_each(|number| bytes.extend_from_slice(&number.size().to_le_bytes()[..2])),
        4 => position.iter().for_each(|number| bytes.extend_from_slice(&number.size().to_le_bytes()[..4])),
        _ => position.iter().for_each(|number| bytes.extend_from_slice(&number.size().to_le_bytes())),
    }
}

/// A hash of 32 bits.
#[inline]
fn hash_of(packed: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(packed);
    let [a, b, c, d, e, f, g, h] = hasher.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) ^ u32::from_le_bytes([e, f, g, h])
}

/// The hash that the table sees: it takes a place from the low bits and a mark
/// from the high ones.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_0000_0001)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn numbers_are_given_once_and_lead_back() {
        let mut state = 7_u64;
        let mut next = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let mut met = Met::default();
        let mut expected: HashMap<Vec<Heap>, u32> = HashMap::new();
        for _ in 0..20_000 {
            let length = next(5);
            let position: Vec<Heap> = (0..length)
                .map(|_| {
                    Heap::new(
                        [next(3), 255 + next(3), 65_535 + next(3), (1 << 32) - 1 + next(3)]
                            [usize::try_from(next(4)).unwrap()],
                    )
                })
                .collect();
            let fresh = u32::try_from(expected.len()).unwrap();
            let number = *expected.entry(position.clone()).or_insert(fresh);
            assert_eq!(met.number(&position), Some(number));
        }
        let huge = vec![Heap::new(u64::MAX), Heap::new(0)];
        expected.insert(huge.clone(), met.number(&huge).unwrap());
        assert_eq!(met.len(), expected.len());
        let mut back = Vec::new();
        let mut checked: Vec<(Vec<Heap>, u32)> = expected.into_iter().collect();
        checked.sort();
        for (position, number) in checked {
            met.unpack(number, &mut back);
            assert_eq!(back, position);
        }
    }
}
