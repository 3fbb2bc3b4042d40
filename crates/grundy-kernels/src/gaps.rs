//! The values of heaps from the sets of values within their reach.

/// Finds the least value out of reach for each of the next `found.len()` heaps.
///
/// Values stand in groups of eight, a byte for each heap and group: bit b of
/// `reach[k][place + j]` tells whether value 8k + b is within the reach of heap j.
/// To this comes what `shifts` lead to, the bytes `groups[k][at + j - shift]`. The
/// least value that is missing goes to `found[j]`, its bit to `groups[k][at + j]`,
/// and 0 to the bytes of the other groups that have a `reach`. Returns whether
/// every heap has such a value; if not, what was written has no meaning.
///
/// # Panics
///
/// Panics if there are more than 32 `reach` or fewer `groups` than those, if a
/// shift exceeds `at` or is less than `found.len()` (these heaps have no value
/// yet), or if a list of bytes is too short.
///
/// # Examples
///
/// ```
/// let reach = [vec![0b1011, 255], vec![0, 0b1]];
/// let mut groups = [vec![0b100, 0, 9, 9], vec![0, 0, 9, 9]];
/// let mut found = [0, 0];
/// assert!(grundy_kernels::find_gaps(&reach, 0, &mut groups, 2, &[2], &mut found));
/// assert_eq!(found, [4, 9]);
/// assert_eq!(groups, [[0b100, 0, 0b10000, 0], [0, 0, 0, 0b10]]);
/// ```
pub fn find_gaps(
    reach: &[Vec<u8>],
    place: usize,
    groups: &mut [Vec<u8>],
    at: usize,
    shifts: &[usize],
    found: &mut [u8],
) -> bool {
    assert!(reach.len() <= 32, "values must fit in a byte");
    assert!(groups.len() >= reach.len(), "what is in reach belongs to a group");
    assert!(shifts.iter().all(|&shift| found.len() <= shift && shift <= at), "a shift leads to a known heap");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which was asked for in the line before.
        #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
        return unsafe { find_gaps_avx2(reach, place, groups, at, shifts, found) };
    }
    find_gaps_portable(reach, place, groups, at, shifts, found)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn find_gaps_avx2(
    reach: &[Vec<u8>],
    place: usize,
    groups: &mut [Vec<u8>],
    at: usize,
    shifts: &[usize],
    found: &mut [u8],
) -> bool {
    find_gaps_portable(reach, place, groups, at, shifts, found)
}

#[inline(always)]
fn find_gaps_portable(
    reach: &[Vec<u8>],
    place: usize,
    groups: &mut [Vec<u8>],
    at: usize,
    shifts: &[usize],
    found: &mut [u8],
) -> bool {
    let (pieces, rest) = found.as_chunks_mut::<LANES>();
    let done = pieces.len() * LANES;
    let mut all = true;
    for (index, piece) in pieces.iter_mut().enumerate() {
        all &= find_in_piece(reach, place + index * LANES, groups, at + index * LANES, shifts, piece);
    }
    let (singles, _) = rest.as_chunks_mut::<1>();
    for (index, piece) in singles.iter_mut().enumerate() {
        all &= find_in_piece(reach, place + done + index, groups, at + done + index, shifts, piece);
    }
    all
}

/// How many heaps go through the registers at once.
const LANES: usize = 32;

/// As [`find_gaps`], for so many heaps as a register has bytes, or for one.
#[inline(always)]
fn find_in_piece<const N: usize>(
    reach: &[Vec<u8>],
    place: usize,
    groups: &mut [Vec<u8>],
    at: usize,
    shifts: &[usize],
    found: &mut [u8; N],
) -> bool {
    let all = |condition: bool| if condition { u8::MAX } else { 0 };
    let mut open = [u8::MAX; N];
    let mut any_open = true;
    *found = [0; N];
    let mut next = 0_u8;
    for (reach, group) in reach.iter().zip(groups) {
        let first = next;
        next = next.wrapping_add(8);
        if !any_open {
            *chunk_mut(group, at) = [0; N];
            continue;
        }
        let mut bytes: [u8; N] = *chunk(reach, place);
        for &shift in shifts {
            for (byte, source) in bytes.iter_mut().zip(chunk::<N>(group, at - shift)) {
                *byte |= source;
            }
        }
        // The lowest bit that is not set; none if all are, or an earlier group has one.
        let mut bits = bytes;
        for (bit, open) in bits.iter_mut().zip(&open) {
            *bit = !*bit & bit.wrapping_add(1) & open;
        }
        for (found, &bit) in found.iter_mut().zip(&bits) {
            let number = (all(bit & 0xaa != 0) & 1) | (all(bit & 0xcc != 0) & 2) | (all(bit & 0xf0 != 0) & 4);
            *found |= all(bit != 0) & (first + number);
        }
        for (open, &byte) in open.iter_mut().zip(&bytes) {
            *open &= all(byte == u8::MAX);
        }
        *chunk_mut(group, at) = bits;
        let left = open.iter().fold(0, |left, open| left | open);
        any_open = left != 0;
    }
    !any_open
}

#[inline(always)]
fn chunk<const N: usize>(bytes: &[u8], at: usize) -> &[u8; N] {
    bytes[at..].first_chunk().expect("the bytes of all heaps are there")
}

#[inline(always)]
fn chunk_mut<const N: usize>(bytes: &mut [u8], at: usize) -> &mut [u8; N] {
    bytes[at..].first_chunk_mut().expect("the bytes of all heaps are there")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, heap by heap, from the definition.
    fn by_counting(
        reach: &[Vec<u8>],
        place: usize,
        groups: &mut [Vec<u8>],
        at: usize,
        shifts: &[usize],
        found: &mut [u8],
    ) -> bool {
        found.iter_mut().enumerate().all(|(j, found)| {
            let known = &*groups;
            let missing = (0..8 * reach.len()).find(|value| {
                let has = |bytes: &[u8], index: usize| bytes[index] >> (value % 8) & 1 == 1;
                !has(&reach[value / 8], place + j)
                    && !shifts.iter().any(|shift| has(&known[value / 8], at + j - shift))
            });
            for (k, group) in groups[..reach.len()].iter_mut().enumerate() {
                group[at + j] = missing.filter(|value| value / 8 == k).map_or(0, |value| 1 << (value % 8));
            }
            *found = missing.map_or(0, |value| u8::try_from(value).unwrap());
            missing.is_some()
        })
    }

    #[test]
    fn gaps_are_what_counting_finds() {
        let mut state = 1_u32;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        let (mut found_all, mut open) = (0, 0);
        for round in 0..300_u32 {
            let used = usize::try_from(next() % 32 + 1).unwrap();
            let length = [1, 5, 31, 32, 33, 64, 100][usize::try_from(next() % 7).unwrap()];
            // Full bytes are frequent, more so in the first groups.
            let most_full = usize::try_from(next()).unwrap() % (2 * used);
            let reach: Vec<Vec<u8>> = (0..used)
                .map(|k| {
                    (0..length + 3)
                        .map(|_| if k < most_full || next() % 2 == 0 { 255 } else { next().to_le_bytes()[0] })
                        .collect()
                })
                .collect();
            let groups: Vec<Vec<u8>> =
                (0..used + 1).map(|_| (0..300 + length).map(|_| 1 << (next() % 8)).collect()).collect();
            let shifts: Vec<usize> =
                (0..round % 3).map(|_| length + usize::try_from(next() % 200).unwrap()).collect();
            let mut expected = (groups.clone(), vec![9; length]);
            let all = by_counting(&reach, 3, &mut expected.0, 300, &shifts, &mut expected.1);
            for find in [find_gaps, find_gaps_portable] {
                let mut groups = groups.clone();
                let mut found = vec![9; length];
                assert_eq!(find(&reach, 3, &mut groups, 300, &shifts, &mut found), all);
                if all {
                    assert_eq!((groups, found), expected);
                }
            }
            *(if all { &mut found_all } else { &mut open }) += 1;
        }
        assert!(found_all > 50 && open > 50, "{found_all} {open}");
    }
}
