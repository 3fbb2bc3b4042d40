//! The values of heaps that lead to each other.

/// The heaps that are looked at together: as many as a word has bits.
const HEAPS: usize = 64;

/// The values of a group: as many as a byte has bits.
const GROUP: usize = 8;

/// Finds the least value out of reach for each of the next `found.len()` heaps,
/// where amounts lead from one of these heaps to another.
///
/// `reach`, `groups`, `place`, `at` and `found` are as in [`find_gaps`]. Bit s of
/// `near` tells that s may be taken. `within` has a word for each value: bit j
/// tells that an amount of `near` leads from heap j to one before heap 0 that has
/// this value. `next` becomes the same of the heaps that come after these ones.
/// Returns whether every heap has a value; if not, what was written has no meaning.
///
/// A heap with value v is one that has no smaller value and leads to no heap with
/// value v. So the heaps with value 0 are found among themselves, then those with
/// value 1, and so on, 64 heaps in a word.
///
/// # Panics
///
/// Panics if there are more than 32 `reach`, fewer `groups`, less than 8 `within`
/// for each of them, not as many `next`, or more than 64 `found`; if `near` has
/// bit 0; or if a list of bytes is too short.
///
/// # Examples
///
/// ```
/// // Take 1 or 3; there are no heaps before these and no other amounts.
/// let reach = [vec![0; 8]];
/// let mut groups = [vec![0; 8]];
/// let (mut found, mut next) = ([0; 8], [0; 8]);
/// assert!(grundy_kernels::find_chained_gaps(&reach, 0, &mut groups, 0, 0b1010, &[0; 8], &mut next, &mut found));
/// assert_eq!(found, [0, 1, 0, 1, 0, 1, 0, 1]);
/// // Heap 8 leads to 7 and 5, heap 9 to 6, heap 10 to 7.
/// assert_eq!(next[..3], [0b010, 0b101, 0]);
/// ```
///
/// [`find_gaps`]: crate::find_gaps
#[expect(clippy::too_many_arguments, reason = "slices in, slices out")]
pub fn find_chained_gaps(
    reach: &[Vec<u8>],
    place: usize,
    groups: &mut [Vec<u8>],
    at: usize,
    near: u64,
    within: &[u64],
    next: &mut [u64],
    found: &mut [u8],
) -> bool {
    assert!(reach.len() <= 32, "values must fit in a byte");
    assert!(groups.len() >= reach.len(), "what is in reach belongs to a group");
    assert!(within.len() >= GROUP * reach.len(), "every value has a word");
    assert!(within.len() == next.len(), "every word has a next one");
    assert!(found.len() <= HEAPS, "a word has no more bits");
    assert!(near & 1 == 0, "a move takes something");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
    {
        // SAFETY: the processor has what was asked for in the line before.
        #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
        return unsafe { find_with_avx2(reach, place, groups, at, near, within, next, found) };
    }
    find(reach, place, groups, at, near, within, next, found, words)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[expect(clippy::too_many_arguments, reason = "as above")]
fn find_with_avx2(
    reach: &[Vec<u8>],
    place: usize,
    groups: &mut [Vec<u8>],
    at: usize,
    near: u64,
    within: &[u64],
    next: &mut [u64],
    found: &mut [u8],
) -> bool {
    find(reach, place, groups, at, near, within, next, found, |bytes| words_avx2(bytes))
}

#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "as above")]
fn find(
    reach: &[Vec<u8>],
    place: usize,
    groups: &mut [Vec<u8>],
    at: usize,
    near: u64,
    within: &[u64],
    next: &mut [u64],
    found: &mut [u8],
    words: impl Fn(&[u8; HEAPS]) -> [u64; GROUP],
) -> bool {
    let count = found.len();
    // The 64 heaps after these ones, of these ones and the 64 after the word.
    let onward = |these: u64, next: u64| {
        let both = (u128::from(next) << HEAPS | u128::from(these)) >> count;
        u64::try_from(both & u128::from(u64::MAX)).expect("the upper half is cut off")
    };
    let mut open = if count == HEAPS { u64::MAX } else { (1 << count) - 1 };
    let mut values = [0; HEAPS];
    let (within, within_rest) = within.as_chunks::<GROUP>();
    let (next, next_rest) = next.as_chunks_mut::<GROUP>();
    for (next, &within) in next_rest.iter_mut().zip(within_rest) {
        *next = onward(within, 0);
    }
    let mut reach = reach.iter();
    let mut groups = groups.iter_mut();
    let mut first = 0_u8;
    for (next, within) in next.iter_mut().zip(within) {
        let group = reach.next().zip(groups.next());
        let mut in_group = [0; HEAPS];
        let mut reached = [u64::MAX; GROUP];
        if let Some((reach, _)) = &group
            && open != 0
        {
            let mut bytes = [0; HEAPS];
            bytes[..count].copy_from_slice(&reach[place..place + count]);
            reached = words(&bytes);
        }
        for (bit, ((next, &within), &reached)) in (0_u8..).zip(next.iter_mut().zip(within).zip(&reached)) {
            let mut free = open & !(reached | within);
            let (mut to_these, mut to_next) = (0, 0);
            while free != 0 {
                let heap = free.trailing_zeros();
                let leading = near << heap;
                open ^= free & free.wrapping_neg();
                free &= (free - 1) & !leading;
                to_these |= leading;
                to_next |= (near >> 1) >> (63 - heap);
                let heap = heap as usize % HEAPS;
                values[heap] = first + bit;
                in_group[heap] = 1 << bit;
            }
            *next = onward(within | to_these, to_next);
        }
        if let Some((_, group)) = group {
            group[at..at + count].copy_from_slice(&in_group[..count]);
        }
        first = first.wrapping_add(8);
    }
    found.copy_from_slice(&values[..count]);
    open == 0
}

/// Bit b of each byte, in the word b.
fn words(bytes: &[u8; HEAPS]) -> [u64; GROUP] {
    let (eights, _) = bytes.as_chunks::<8>();
    let mut words = [0; GROUP];
    for (shift, &eight) in (0..64).step_by(8).zip(eights) {
        let eight = u64::from_le_bytes(eight);
        for (bit, word) in words.iter_mut().enumerate() {
            // The product brings the lowest bits of the eight bytes together in its highest byte.
            let bits = (eight >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            *word |= bits << shift;
        }
    }
    words
}

/// As [`words`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn words_avx2(bytes: &[u8; HEAPS]) -> [u64; GROUP] {
    use std::arch::x86_64::{_mm256_add_epi8, _mm256_movemask_epi8, _mm256_set_epi64x};
    let (eights, _) = bytes.as_chunks::<8>();
    let part = |index: usize| i64::from_le_bytes(eights[index]);
    let mut low = _mm256_set_epi64x(part(3), part(2), part(1), part(0));
    let mut high = _mm256_set_epi64x(part(7), part(6), part(5), part(4));
    let mut words = [0; GROUP];
    for word in words.iter_mut().rev() {
        let mask = |bytes| u64::from(_mm256_movemask_epi8(bytes).cast_unsigned());
        *word = mask(low) | mask(high) << 32;
        low = _mm256_add_epi8(low, low);
        high = _mm256_add_epi8(high, high);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random() -> impl FnMut() -> u64 {
        let mut state = 1_u64;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 32
        }
    }

    /// The values, each from those before it; `None` if a heap has none below 8 * `reach.len()`.
    fn by_counting(
        reach: &[Vec<u8>],
        place: usize,
        near: u64,
        within: &[u64],
        count: usize,
    ) -> Option<Vec<u8>> {
        let mut values: Vec<u8> = Vec::new();
        for j in 0..count {
            let least = (0..8 * reach.len()).find(|&value| {
                let far = reach[value / 8][place + j] >> (value % 8) & 1 == 1;
                let before = within[value] >> j & 1 == 1;
                let among = (1..=j).any(|s| near >> s & 1 == 1 && usize::from(values[j - s]) == value);
                !far && !before && !among
            })?;
            values.push(u8::try_from(least).unwrap());
        }
        Some(values)
    }

    #[test]
    fn gaps_are_what_counting_finds() {
        let mut random = random();
        let mut next_to = |end: u64| random() % end;
        let (mut whole, mut open) = (0, 0);
        for round in 0..2000 {
            let used = usize::try_from(next_to(if round % 10 == 0 { 32 } else { 4 }) + 1).unwrap();
            let spare = usize::try_from(next_to(2)).unwrap().min(32 - used);
            let count = [0, 1, 5, 31, 32, 33, 63, 64, 64, 64][usize::try_from(next_to(10)).unwrap()];
            let full = usize::try_from(next_to(used as u64 + 1)).unwrap();
            let reach: Vec<Vec<u8>> = (0..used)
                .map(|k| {
                    let byte = |random: u64| if k < full { 255 } else { random.to_le_bytes()[0] };
                    (0..count + 3).map(|_| byte(next_to(256) & next_to(256))).collect()
                })
                .collect();
            let near = (next_to(1 << 32) << 32 | next_to(1 << 32))
                & !1
                & if round % 2 == 0 { !0 } else { 0x8020_0120_030a };
            let within: Vec<u64> = (0..8 * (used + spare))
                .map(|_| next_to(1 << 32) & next_to(1 << 32) << 32 | next_to(2))
                .collect();
            let expected = by_counting(&reach, 3, near, &within, count);
            let groups: Vec<Vec<u8>> = (0..used).map(|_| vec![7; count + 9]).collect();
            for find in [
                find_chained_gaps,
                |reach: &[Vec<u8>],
                 place,
                 groups: &mut [Vec<u8>],
                 at,
                 near,
                 within: &[u64],
                 next: &mut [u64],
                 found: &mut [u8]| {
                    find(reach, place, groups, at, near, within, next, found, words)
                },
            ] {
                let mut groups = groups.clone();
                let mut next = vec![9; within.len()];
                let mut found = vec![9; count];
                let all = find(&reach, 3, &mut groups, 5, near, &within, &mut next, &mut found);
                assert_eq!(all.then_some(&found), expected.as_ref());
                if !all {
                    continue;
                }
                for (k, group) in groups.iter().enumerate() {
                    let bits = found.iter().map(|&v| if usize::from(v) / 8 == k { 1 << (v % 8) } else { 0 });
                    let bytes: Vec<u8> = [7; 5].into_iter().chain(bits).chain([7; 4]).collect();
                    assert_eq!(*group, bytes);
                }
                for (value, (&next, &within)) in next.iter().zip(&within).enumerate() {
                    let leads = |heap: usize| {
                        let before = heap < 64 && within >> heap & 1 == 1;
                        before
                            || (0..count).any(|j| {
                                heap > j
                                    && heap - j < 64
                                    && near >> (heap - j) & 1 == 1
                                    && usize::from(found[j]) == value
                            })
                    };
                    let expected = (0..64).filter(|j| leads(count + j)).fold(0, |word, j| word | 1 << j);
                    assert_eq!(next, expected, "{value}");
                }
            }
            *(if expected.is_some() { &mut whole } else { &mut open }) += 1;
        }
        assert!(whole > 300 && open > 300, "{whole} {open}");
    }

    #[test]
    fn both_ways_to_words_agree() {
        let mut random = random();
        for _ in 0..200 {
            let bytes: [u8; HEAPS] = std::array::from_fn(|_| random().to_le_bytes()[0]);
            let expected: [u64; GROUP] = std::array::from_fn(|bit| {
                (0..HEAPS).fold(0, |word, j| word | u64::from(bytes[j] >> bit & 1) << j)
            });
            assert_eq!(words(&bytes), expected);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2, which was asked for in the line before.
                #[allow(unsafe_code, reason = "a test of what was compiled for such processors")]
                let words = unsafe { words_avx2(&bytes) };
                assert_eq!(words, expected);
            }
        }
    }
}
