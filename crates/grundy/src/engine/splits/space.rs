//! The sparse space: which values are rare.
//!
//! Fix a mask m of the values' bits. The xor of two values has an odd number of
//! ones under m if, and only if, exactly one of the two has. If all moves that
//! split a heap take an even number of counters, or all an odd one, the parities of
//! the heaps add up too, and may join: the class of a heap of n counters with value
//! v is the parity of |v & m| + b(n + t), for b = 0 or 1 and t counters taken. So
//! there are two classes, *rare* (even) and *common* (odd), such that
//!
//! * a split into a rare and a common heap leads to a value with which the heap
//!   that was split would be common;
//! * any other split leads to one with which it would be rare.
//!
//! (Let c(n, v) = |v & m| + bn. For a split of n into p + q = n - t with values v
//! and w, c(n - t, v ^ w) = c(p, v) + c(q, w), so the class of n with v ^ w, that is
//! c(n, v ^ w) + bt = c(n - t, v ^ w) up to an even number, is the sum of the classes
//! of p and q, as each of those has one more bt.)
//!
//! This holds for every mask. The best one makes the fewest heaps rare: their number
//! under all masks at once is read off the Walsh-Hadamard transform of the
//! histogram of values and parities.
//!
//! A *code* is a value without its lowest bit in the mask, which the class makes up
//! for: so 512 values have codes of a byte. Codes are linear: the xor of the codes of two parts is
//! the code of the value that the split leads to, and whether the parts are of one class
//! says of which that value is. Within a class codes keep the order of the values: if two
//! values of a class differ highest in the bit left out, they differ in no higher and no lower
//! bit of the mask, so in an odd number of ones.

use grundy_kernels::Needed;
use serde::{Deserialize, Serialize};

use crate::ruleset::SplitMoves;

/// Values must be below this: their codes are bytes.
pub(super) const VALUES: usize = 512;

/// How values become codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Space {
    mask: u16,
    /// Whether the parity of the heap is in the class; then that of the counters which
    /// splits take.
    parity: Option<usize>,
}

impl Space {
    /// The best space for heaps, by the bits of values below `values`, a power of 2 up to
    /// [`VALUES`], and how many heaps are rare in it. `heaps` counts heaps by parity and value,
    /// without heap 0, which is no part of a split. `parity` is that of the counters that
    /// splits take, if it is the same for all.
    pub(super) fn best(heaps: &Counts, values: usize, parity: Option<usize>) -> (Space, usize) {
        // The histogram by 2 * value + parity.
        let mut sums = vec![0_i64; 2 * values];
        for (parity, heaps) in heaps.0.iter().enumerate() {
            for (value, &heaps) in heaps.iter().enumerate() {
                sums[2 * (value % values) + parity] += i64::try_from(heaps).unwrap_or(i64::MAX);
            }
        }
        transform(&mut sums);
        let heaps = sums[0];
        let candidates = (2..2 * values).filter_map(|mask| {
            let by_parity = mask % 2 == 1;
            let taken = if by_parity { parity? } else { 0 };
            let even = (heaps + sums[mask]) / 2;
            let rares = if taken == 0 { even } else { heaps - even };
            Some((rares, mask / 2, by_parity))
        });
        let (rares, mask, by_parity) =
            candidates.min().expect("a mask of the values alone is always possible");
        let mask = u16::try_from(mask).expect("a mask has the bits of a value");
        let space = Space { mask, parity: parity.filter(|_| by_parity) };
        (space, usize::try_from(rares).unwrap_or(usize::MAX))
    }

    /// The parity of the counters that splits take, if there is one.
    pub(super) fn parity_of(moves: &SplitMoves) -> Option<usize> {
        let first = moves.split.first()? % 2;
        moves.split.iter().all(|taken| taken % 2 == first).then_some(first)
    }

    /// Whether this may be the space of a game with these moves, and values below `values`.
    pub(super) fn is_of(&self, values: usize, moves: &SplitMoves) -> bool {
        let mask = usize::from(self.mask);
        (1..values.min(VALUES)).contains(&mask)
            && (self.parity.is_none() || self.parity == Space::parity_of(moves))
    }

    /// Whether the parity of the heap is in the class.
    pub(super) fn is_by_parity(&self) -> bool {
        self.parity.is_some()
    }

    /// For even heaps and for odd ones, the largest code of which no common value is above this.
    pub(super) fn codes_not_above(&self, value: u16) -> [u8; 2] {
        self.common().map(|values| {
            let not_above = values.partition_point(|&common| common <= value);
            u8::try_from(not_above.saturating_sub(1)).unwrap_or(u8::MAX)
        })
    }

    /// The bits of values below the one that codes leave out.
    fn below(&self) -> u16 {
        (1 << self.mask.trailing_zeros()) - 1
    }

    /// The code of a value below [`VALUES`].
    pub(super) fn code(&self, value: u16) -> u8 {
        let code = ((value >> 1) & !self.below()) | (value & self.below());
        u8::try_from(code).expect("a value below 512 has nine bits, and one is left out")
    }

    /// Whether a heap with this value is rare.
    pub(super) fn is_rare(&self, heap: usize, value: u16) -> bool {
        let ones = (value & self.mask).count_ones() as usize;
        (ones + self.parity.map_or(0, |taken| heap + taken)).is_multiple_of(2)
    }

    /// The value of a heap.
    pub(super) fn value(&self, heap: usize, code: u8, rare: bool) -> u16 {
        let code = u16::from(code);
        let value = ((code & !self.below()) << 1) | (code & self.below());
        match self.is_rare(heap, value) == rare {
            true => value,
            false => value | (self.below() + 1),
        }
    }

    /// The values of common heaps by code, for even heaps and for odd ones.
    pub(super) fn common(&self) -> [[u16; 256]; 2] {
        [0, 1].map(|heap| {
            let mut values = [0; 256];
            for (code, value) in (0..=u8::MAX).zip(&mut values) {
                *value = self.value(heap, code, false);
            }
            values
        })
    }

    /// Whether a value changes its class with `more` counters more.
    pub(super) fn changes(&self, more: usize) -> bool {
        self.parity.is_some() && more % 2 == 1
    }

    /// How many rare values are below that of a common heap: by code, of the first
    /// `codes`. Of how many codes that is a byte, is the second.
    pub(super) fn needed(&self, codes: usize) -> (Needed, usize) {
        let of = |rare: bool| {
            [0, 1].map(|heap| {
                let values = (0..=u8::MAX).take(codes).map(|code| self.value(heap, code, rare));
                values.collect::<Vec<u16>>()
            })
        };
        let (common, rare) = (of(false), of(true));
        let count = |parity: usize, code: usize| {
            let least: &u16 = common[parity].get(code)?;
            Some(rare[parity].partition_point(|value| value < least))
        };
        let needed = Needed::new(|parity, code| {
            let count = count(parity, code.into()).unwrap_or(0);
            u8::try_from(count).unwrap_or(u8::MAX)
        });
        let is_byte = |code: usize, parity| count(parity, code).is_some_and(|count| count <= 255);
        let bytes = (0..codes).take_while(|&code| is_byte(code, 0) && is_byte(code, 1)).count();
        (needed, bytes)
    }
}

/// How many heaps there are, by the parity of the heap and its value.
#[derive(Clone, Debug)]
pub(super) struct Counts(Box<[[u64; VALUES]; 2]>);

impl Default for Counts {
    fn default() -> Counts {
        Counts(Box::new([[0; VALUES]; 2]))
    }
}

impl Counts {
    /// Counts a heap, whose value is below [`VALUES`].
    pub(super) fn add(&mut self, heap: usize, value: u16, count: u64) {
        self.0[heap % 2][usize::from(value)] += count;
    }

    /// Takes a heap out again.
    pub(super) fn remove(&mut self, heap: usize, value: u16) {
        self.0[heap % 2][usize::from(value)] -= 1;
    }
}

/// The Walsh-Hadamard transform: each entry becomes the sum of all, those with an odd
/// number of ones in common with its index taken negative.
fn transform(sums: &mut [i64]) {
    let mut length = 1;
    while length < sums.len() {
        for block in sums.chunks_exact_mut(2 * length) {
            let (low, high) = block.split_at_mut(length);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        length *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(values: &[u16], below: usize, parity: Option<usize>) -> (Space, usize) {
        let mut counts = Counts::default();
        for (heap, &value) in values.iter().enumerate().skip(1) {
            counts.add(heap, value, 1);
        }
        Space::best(&counts, below, parity)
    }

    /// Values that look like those of a game with few rares, and some noise.
    fn values(length: u32, below: u32) -> Vec<u16> {
        (0..length)
            .map(|n| {
                let noise = n.wrapping_mul(2_654_435_761) >> 16;
                u16::try_from(
                    if n % 7 == 0 { noise } else { 2 * noise + (noise % below).count_ones() % 2 } % below,
                )
                .unwrap()
            })
            .collect()
    }

    #[test]
    fn codes_are_values_again_and_add_up_as_splits_do() {
        for below in [4_u16, 32, 64, 256, 512] {
            for parity in [None, Some(0), Some(1)] {
                let values = values(3000, below.into());
                let (space, rares) = best(&values, below.into(), parity);
                let common = space.common();
                for (heap, &value) in values.iter().enumerate() {
                    let (code, rare) = (space.code(value), space.is_rare(heap, value));
                    assert_eq!(space.value(heap, code, rare), value);
                    assert!(u16::from(code) < below / 2);
                    assert!(rare || common[heap % 2][usize::from(code)] == value);
                }
                for (n, m) in [(5, 8), (6, 8), (7, 9), (100, 31)] {
                    let taken = parity.unwrap_or(n);
                    let whole = n + m + taken;
                    let (v, w) = (values[n], values[m]);
                    let rare = space.is_rare(n, v) == space.is_rare(m, w);
                    assert_eq!(space.value(whole, space.code(v) ^ space.code(w), rare), v ^ w);
                }
                assert_eq!(rares, (1..values.len()).filter(|&n| space.is_rare(n, values[n])).count());
                for more in 0..3 {
                    let changed = space.is_rare(10, values[10]) != space.is_rare(10 + more, values[10]);
                    assert_eq!(changed, space.changes(more));
                }
            }
        }
    }

    #[test]
    fn the_order_of_values_is_that_of_codes_in_each_class() {
        for below in [64, 512] {
            let (space, _) = best(&values(3000, 64), below, Some(1));
            let codes = below / 2;
            let (needed, bytes) = space.needed(codes);
            assert!(bytes >= codes - 1, "{bytes}");
            for heap in 0..2 {
                let of = |rare: bool| -> Vec<u16> {
                    let codes = (0..=u8::MAX).take(codes);
                    codes.map(|code| space.value(heap, code, rare)).collect()
                };
                let (common, rare) = (of(false), of(true));
                assert!(common.is_sorted() && rare.is_sorted());
                for (code, least) in (0..=u8::MAX).zip(&common).take(bytes) {
                    let below = rare.iter().filter(|&value| value < least).count();
                    assert_eq!(usize::from(needed.count(heap, code)), below);
                }
            }
        }
    }

    #[test]
    fn what_is_no_byte_is_known() {
        // The highest bit alone: all rare values are below all common ones.
        let space = Space { mask: 256, parity: None };
        assert_eq!(space.needed(256).1, 0);
        assert_eq!(Space { mask: 1, parity: None }.needed(256).1, 255);
        assert_eq!(Space { mask: 128, parity: None }.needed(128).1, 128);
    }

    #[test]
    fn no_mask_makes_fewer_rare() {
        let values = values(500, 16);
        let least = best(&values, 16, Some(1)).1;
        for mask in 2..32_usize {
            let rare = |n: usize| {
                let ones = ((2 * usize::from(values[n])) & mask).count_ones() as usize;
                (ones + if mask % 2 == 1 { n + 1 } else { 0 }).is_multiple_of(2)
            };
            assert!(least <= (1..500).filter(|&n| rare(n)).count());
        }
    }
}
