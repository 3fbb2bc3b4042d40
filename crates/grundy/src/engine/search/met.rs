//! The positions that a search has met, by number.
//!
//! A position of few and small numbers is one word: how many numbers there are,
//! and the numbers, each with its share of the bits. Any other is kept as bytes:
//! the width of its numbers, then the numbers, all as wide as the largest needs
//! (1, 2, 4 or 8 bytes). Either way equal positions are equal words or bytes, so
//! that hashing and comparing them takes one pass over little memory.
//!
//! Where a whole box of positions is expected, theirs are the first numbers, in
//! lexical order: these are computed and stand nowhere.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::ruleset::Heap;

/// Positions numbered in the order in which they were met.
#[derive(Debug, Default)]
pub(super) struct Met {
    expected: Option<Expected>,
    /// Each position: its word, or with the mark [`LONG`] the place among `ends`.
    words: Vec<u64>,
    /// The numbers of those of one word.
    short: HashTable<Short>,
    /// All others, packed, one after the other.
    bytes: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// Their numbers.
    long: HashTable<Long>,
}

/// The positions of one head with each entry from 0 to the one given.
#[derive(Debug)]
struct Expected {
    head: Heap,
    to: Vec<u64>,
    count: u32,
}

impl Expected {
    /// The number of a position of the box.
    #[inline]
    fn number(&self, position: &[Heap]) -> Option<u32> {
        let (head, entries) = position.split_first()?;
        if *head != self.head || entries.len() != self.to.len() {
            return None;
        }
        let mut number = 0;
        for (entry, &last) in entries.iter().zip(&self.to) {
            if entry.size() > last {
                return None;
            }
            number = number * (last + 1) + entry.size();
        }
        u32::try_from(number).ok()
    }

    fn unpack(&self, number: u32, position: &mut Vec<Heap>) {
        position.push(self.head);
        let mut rest = u64::from(number);
        for &last in self.to.iter().rev() {
            position.push(Heap::new(rest % (last + 1)));
            rest /= last + 1;
        }
        position[1..].reverse();
    }
}

/// A position of one word and its number.
#[derive(Clone, Copy, Debug)]
struct Short {
    word: u64,
    number: u32,
}

/// A longer position by its place among these, with its hash, so that the table
/// can grow without looking at positions again.
#[derive(Clone, Copy, Debug)]
struct Long {
    hash: u32,
    place: u32,
    number: u32,
}

/// The mark of a position that is not one word.
const LONG: u64 = 1 << 63;

/// How many bits of a word the numbers share, and how many numbers at most.
const SHARED_BITS: u32 = 60;
const MOST_SHORT: usize = 8;

impl Met {
    /// Gives the first numbers to all positions of a head with entries up to those of
    /// `to`. How many these are; none if there are too many, or other positions were
    /// met before.
    pub(super) fn expect(&mut self, head: Heap, to: &[u64]) -> Option<u32> {
        if self.len() > 0 {
            return None;
        }
        let count = to.iter().try_fold(1_u64, |count, &last| count.checked_mul(last.checked_add(1)?));
        let count =
            count.and_then(|count| u32::try_from(count).ok()).filter(|&count| count < u32::MAX / 2)?;
        self.expected = Some(Expected { head, to: to.to_vec(), count });
        Some(count)
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.words.len() + usize::try_from(self.before_words()).unwrap_or(usize::MAX)
    }

    /// How many numbers come before those of the words.
    fn before_words(&self) -> u32 {
        self.expected.as_ref().map_or(0, |expected| expected.count)
    }

    /// The number of a position; it gets the next one if it is new. None if all
    /// numbers are given away.
    #[inline]
    pub(super) fn number(&mut self, position: &[Heap]) -> Option<u32> {
        if let Some(number) = self.expected.as_ref().and_then(|expected| expected.number(position)) {
            return Some(number);
        }
        let Some(word) = word(position) else { return self.long_number(position) };
        let found = self.short.find(hash_word(word), |short| short.word == word);
        if let Some(found) = found {
            return Some(found.number);
        }
        let number = self.next_number()?;
        self.words.push(word);
        self.short.insert_unique(hash_word(word), Short { word, number }, |short| hash_word(short.word));
        Some(number)
    }

    fn long_number(&mut self, position: &[Heap]) -> Option<u32> {
        let start = self.bytes.len();
        pack(position, &mut self.bytes);
        let packed = self.bytes.get(start..).unwrap_or_default();
        let hash = hash_bytes(packed);
        let found = self.long.find(spread(hash), |long| {
            long.hash == hash && slice(&self.bytes, &self.ends, long.place) == packed
        });
        let found = found.map(|long| long.number);
        let fresh = self.next_number().zip(u32::try_from(self.ends.len()).ok());
        let (None, Some((number, place))) = (found, fresh) else {
            self.bytes.truncate(start);
            return found;
        };
        self.words.push(LONG | u64::from(place));
        self.ends.push(self.bytes.len());
        self.long.insert_unique(spread(hash), Long { hash, place, number }, |long| spread(long.hash));
        Some(number)
    }

    fn next_number(&self) -> Option<u32> {
        u32::try_from(self.len()).ok().filter(|&number| number < u32::MAX)
    }

    /// Puts the numbers of a position into `position`.
    pub(super) fn unpack(&self, number: u32, position: &mut Vec<Heap>) {
        position.clear();
        let place = match (&self.expected, number.checked_sub(self.before_words())) {
            (Some(expected), None) => return expected.unpack(number, position),
            (_, place) => place,
        };
        let place = place.and_then(|place| usize::try_from(place).ok());
        let Some(&word) = place.and_then(|place| self.words.get(place)) else { return };
        if word & LONG == 0 {
            let length = (word >> SHARED_BITS) + 1;
            let bits = share(length);
            position.extend((0..length).map(|place| Heap::new(word >> (place * bits) & ((1 << bits) - 1))));
            return;
        }
        let Ok(place) = u32::try_from(word & !LONG) else { return };
        let Some((&width, packed)) = slice(&self.bytes, &self.ends, place).split_first() else { return };
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
        // A table has a byte of its own for each place, and is full at 7/8.
        let table = |places: usize, size: usize| places.saturating_mul(size + 1) / 7 * 8;
        let short = table(self.short.capacity(), size_of::<Short>());
        let long = table(self.long.capacity(), size_of::<Long>());
        let lists = self.words.capacity().saturating_add(self.ends.capacity());
        let lists = lists.saturating_mul(size_of::<u64>()).saturating_add(self.bytes.capacity());
        lists.saturating_add(short).saturating_add(long)
    }
}

/// How many bits each of so many numbers gets of a word.
#[inline]
fn share(length: u64) -> u64 {
    const SHARES: [u64; MOST_SHORT] = [60, 30, 20, 15, 12, 10, 8, 7];
    usize::try_from(length).ok().and_then(|length| SHARES.get(length.checked_sub(1)?)).copied().unwrap_or(0)
}

/// A position as one word, if it fits: the first number in the lowest bits.
#[inline]
fn word(position: &[Heap]) -> Option<u64> {
    if position.is_empty() || position.len() > MOST_SHORT {
        return None;
    }
    let length = u64::try_from(position.len()).ok()?;
    let bits = share(length);
    let (mut word, mut all) = (0, 0);
    for number in position.iter().rev() {
        word = word << bits | number.size();
        all |= number.size();
    }
    // If all numbers kept to their bits, none was put over another.
    (all >> bits == 0).then_some((length - 1) << SHARED_BITS | word)
}

/// The bytes of a long position.
#[inline]
fn slice<'b>(bytes: &'b [u8], ends: &[usize], place: u32) -> &'b [u8] {
    let Ok(place) = usize::try_from(place) else { return &[] };
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

#[inline]
fn hash_word(word: u64) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(word);
    hasher.finish()
}

/// A hash of 32 bits.
#[inline]
fn hash_bytes(packed: &[u8]) -> u32 {
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
    use crate::theory::random::Random;

    #[test]
    fn a_box_of_positions_has_the_first_numbers() {
        let flat = |numbers: &[u64]| numbers.iter().copied().map(Heap::new).collect::<Vec<Heap>>();
        let mut met = Met::default();
        assert_eq!(met.expect(Heap::new(1), &[2, 3]), Some(12));
        assert_eq!(met.expect(Heap::new(1), &[2, 3]), None, "there are positions already");
        assert_eq!(met.len(), 12);
        let mut back = Vec::new();
        let mut expected = 0;
        for a in 0..3 {
            for b in 0..4 {
                assert_eq!(met.number(&flat(&[1, a, b])), Some(expected));
                met.unpack(expected, &mut back);
                assert_eq!(back, flat(&[1, a, b]));
                expected += 1;
            }
        }
        for outside in [[1, 3, 0], [1, 0, 4], [0, 0, 0], [2, 1, 1]] {
            assert_eq!(met.number(&flat(&outside)), Some(expected));
            met.unpack(expected, &mut back);
            assert_eq!(back, flat(&outside));
            expected += 1;
        }
        assert_eq!(met.number(&flat(&[1, 2])), Some(expected));
        assert_eq!(met.len(), 17);
        assert_eq!(Met::default().expect(Heap::new(0), &[1 << 20, 1 << 20]), None);
        assert_eq!(Met::default().expect(Heap::new(0), &[u64::MAX]), None);
    }

    #[test]
    fn numbers_are_given_once_and_lead_back() {
        let mut stream = Random::new(7);
        let mut next = |bound: u64| stream.below(bound);
        let mut met = Met::default();
        let mut expected: HashMap<Vec<Heap>, u32> = HashMap::new();
        // Numbers about the limits of words and of widths, in lengths about the limit.
        let edges = [0, 7, 8, 10, 12, 15, 16, 20, 30, 32, 60, 63];
        for _ in 0..40_000 {
            let length = next(10);
            let edge = usize::try_from(next(12)).unwrap();
            let position: Vec<Heap> = (0..length)
                .map(|_| Heap::new(if next(3) == 0 { (1 << edges[edge]) - next(2) } else { next(3) }))
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
