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
//! for, and the class as its highest bit, 1 for common. Codes are linear: the xor of
//! the codes of two parts is the code of the value that the split leads to. Within
//! a class they keep the order of the values: if two values of a class differ
//! highest in the bit left out, they differ in no higher and no lower bit of the
//! mask, so in an odd number of ones.

/// How values become codes.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// By the parity of the heap, and value.
    encode: [[u8; 256]; 2],
    /// By the parity of the heap, and code.
    decode: [[u8; 256]; 2],
    /// The bit of the class.
    class: u8,
    /// Whether the parity of the heap is in the class.
    by_parity: bool,
    /// How many heaps are rare.
    rares: usize,
}

impl Space {
    /// The best space for heaps, by the bits of values below `codes`, a power of 2 up to
    /// 256; these have the codes below `codes`. `heaps` counts heaps by parity and value,
    /// without heap 0, which is no part of a split. `parity` is that of the counters that
    /// splits take, if it is the same for all.
    pub(super) fn best(heaps: &Counts, codes: usize, parity: Option<usize>) -> Space {
        // The histogram by 2 * value + parity.
        let mut sums = vec![0_i64; 2 * codes];
        for (parity, heaps) in heaps.iter().enumerate() {
            for (value, &heaps) in heaps.iter().enumerate() {
                sums[2 * (value % codes) + parity] += i64::try_from(heaps).unwrap_or(i64::MAX);
            }
        }
        transform(&mut sums);
        let heaps = sums[0];
        let candidates = (2..2 * codes).filter_map(|mask| {
            let by_parity = mask % 2 == 1;
            let taken = if by_parity { parity? } else { 0 };
            let even = (heaps + sums[mask]) / 2;
            let rares = if taken == 0 { even } else { heaps - even };
            Some((rares, mask / 2, by_parity, taken))
        });
        let (rares, mask, by_parity, taken) =
            candidates.min().expect("a mask of the values alone is always possible");
        let mask = u8::try_from(mask).expect("a mask has the bits of a value");
        let half = codes / 2;
        let class = u8::try_from(half).expect("half of at most 256");
        let below = (1_u8 << mask.trailing_zeros()) - 1;
        let encode = [0, 1].map(|heap| {
            let common = |value: u8| {
                let parity = if by_parity { heap + taken } else { 0 };
                ((value & mask).count_ones() % 2 == 1) ^ (parity % 2 == 1)
            };
            let code = |value: u8| {
                let rest = ((value >> 1) & !below) | (value & below);
                let class_bit = if common(value) { class } else { 0 };
                // The class stands below the bits that only large values have.
                (rest & (class - 1)) | class_bit | ((rest & !(class - 1)) << 1)
            };
            let mut codes = [0; 256];
            codes.iter_mut().zip(0..=u8::MAX).for_each(|(entry, value)| *entry = code(value));
            codes
        });
        let decode = [0, 1].map(|heap: usize| {
            let mut decode = [0; 256];
            for (value, &code) in (0..=u8::MAX).zip(&encode[heap]) {
                decode[usize::from(code)] = value;
            }
            decode
        });
        Space { encode, decode, class, by_parity, rares: usize::try_from(rares).unwrap_or(usize::MAX) }
    }

    /// How many of the heaps it was chosen for are rare.
    pub(super) fn rares(&self) -> usize {
        self.rares
    }

    /// The values of heaps with these codes, the first of which is heap `first`.
    pub(super) fn values(&self, first: usize, codes: &[u8]) -> Vec<u8> {
        let [even, odd] = &self.decode;
        let [even, odd] = if first.is_multiple_of(2) { [even, odd] } else { [odd, even] };
        let (pairs, rest) = codes.as_chunks::<2>();
        let mut values = Vec::with_capacity(codes.len());
        values.extend(pairs.iter().flat_map(|&[a, b]| [even[usize::from(a)], odd[usize::from(b)]]));
        values.extend(rest.iter().map(|&code| even[usize::from(code)]));
        values
    }

    /// The counts by value of heaps that were counted by code.
    pub(super) fn counts(&self, by_code: &Counts) -> Counts {
        let mut counts = [[0; 256]; 2];
        for parity in [0, 1] {
            for (&value, &heaps) in self.decode[parity].iter().zip(&by_code[parity]) {
                counts[parity][usize::from(value)] += heaps;
            }
        }
        counts
    }

    /// Whether the codes are the same.
    pub(super) fn is_same(&self, other: &Space) -> bool {
        self.encode == other.encode
    }

    /// The code of a heap with this value.
    pub(super) fn code(&self, heap: usize, value: u8) -> u8 {
        self.encode[heap % 2][usize::from(value)]
    }

    /// The value of a heap with this code.
    pub(super) fn value(&self, heap: usize, code: u8) -> u8 {
        self.decode[heap % 2][usize::from(code)]
    }

    /// Whether a heap with this code is rare.
    pub(super) fn is_rare(&self, code: u8) -> bool {
        code & self.class == 0
    }

    /// What to xor to the code of a heap to have the code of its value for a heap
    /// with `more` counters more.
    pub(super) fn flip(&self, more: usize) -> u8 {
        if self.by_parity && more % 2 == 1 { self.class } else { 0 }
    }
}

/// How many heaps there are, by the parity of the heap and its value.
pub(super) type Counts = [[u64; 256]; 2];

/// Counts heaps with these values, or codes, the first of which is heap `first`.
pub(super) fn count_heaps(first: usize, values: &[u8], counts: &mut Counts) {
    let (pairs, rest) = values.as_chunks::<2>();
    let parity = first % 2;
    for &[a, b] in pairs {
        counts[parity][usize::from(a)] += 1;
        counts[1 - parity][usize::from(b)] += 1;
    }
    for &value in rest {
        counts[parity][usize::from(value)] += 1;
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

    fn best(values: &[u8], codes: usize, parity: Option<usize>) -> Space {
        let mut counts = [[0; 256]; 2];
        count_heaps(1, &values[1..], &mut counts);
        Space::best(&counts, codes, parity)
    }

    /// Values that look like those of a game with few rares, and some noise.
    fn values(length: u32, codes: u32) -> Vec<u8> {
        (0..length)
            .map(|n| {
                let noise = n.wrapping_mul(2_654_435_761) >> 16;
                u8::try_from(
                    if n % 7 == 0 { noise } else { 2 * noise + (noise % codes).count_ones() % 2 } % codes,
                )
                .unwrap()
            })
            .collect()
    }

    #[test]
    fn codes_are_values_again_and_add_up_as_splits_do() {
        for codes in [4, 32, 64, 256] {
            for parity in [None, Some(0), Some(1)] {
                let values = values(3000, codes);
                let space = best(&values, codes as usize, parity);
                for (heap, &value) in values.iter().enumerate() {
                    assert_eq!(space.value(heap, space.code(heap, value)), value);
                }
                for (n, m) in [(5, 8), (6, 8), (7, 9), (100, 31)] {
                    let taken = parity.unwrap_or(n);
                    let whole = n + m + taken;
                    let (v, w) = (values[n], values[m]);
                    let code = space.code(n, v) ^ space.code(m, w);
                    assert_eq!(space.value(whole, code), v ^ w);
                }
                let codes_of: Vec<u8> =
                    values.iter().enumerate().map(|(heap, &value)| space.code(heap, value)).collect();
                for first in [0, 1, 8, 2999] {
                    assert_eq!(space.values(first, &codes_of[first..]), values[first..]);
                }
                let (mut by_code, mut by_value) = ([[0; 256]; 2], [[0; 256]; 2]);
                count_heaps(7, &codes_of[7..], &mut by_code);
                count_heaps(7, &values[7..], &mut by_value);
                assert_eq!(space.counts(&by_code), by_value);
                let rares = (1..values.len()).filter(|&n| space.is_rare(space.code(n, values[n]))).count();
                assert_eq!(space.rares(), rares);
                for more in 0..3 {
                    let code = space.code(10, values[10]) ^ space.flip(more);
                    assert_eq!(space.value(10 + more, code), values[10]);
                }
            }
        }
    }

    #[test]
    fn the_order_of_values_is_that_of_codes_in_each_class() {
        let space = best(&values(3000, 64), 64, Some(1));
        for heap in 0..2 {
            for class in [0, 32] {
                let decoded: Vec<u8> = (class..class + 32).map(|code| space.value(heap, code)).collect();
                assert!(decoded.is_sorted());
            }
        }
    }

    #[test]
    fn no_mask_makes_fewer_rare() {
        let values = values(500, 16);
        let least = best(&values, 16, Some(1)).rares();
        for mask in 2..32_usize {
            let rare = |n: usize| {
                let ones = ((2 * usize::from(values[n])) & mask).count_ones() as usize;
                (ones + if mask % 2 == 1 { n + 1 } else { 0 }).is_multiple_of(2)
            };
            assert!(least <= (1..500).filter(|&n| rare(n)).count());
        }
    }
}
