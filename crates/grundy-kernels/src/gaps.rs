//! The least bit that is not set, in many sets of bits at once.

/// Looks for the least missing bit of each set in eight more of its bits.
///
/// `open[j]` is 255 if set j has all bits before these, else 0. Where it is 255
/// and a bit is missing in `bytes[j]`, the least such bit is set in `gaps[j]`, its
/// number plus `first` goes to `numbers[j]`, and `open[j]` becomes 0. Elsewhere
/// `gaps[j]` becomes 0. Whether a set is left open.
///
/// # Panics
///
/// Panics if the slices differ in length, or `first` exceeds 248.
///
/// # Examples
///
/// ```
/// let (mut open, mut numbers, mut gaps) = ([255, 255, 0], [0; 3], [9; 3]);
/// assert!(grundy_kernels::find_gaps(&[0b1011, 255, 0], 8, &mut open, &mut numbers, &mut gaps));
/// assert_eq!((open, numbers, gaps), ([0, 255, 0], [10, 0, 0], [0b100, 0, 0]));
/// ```
pub fn find_gaps(bytes: &[u8], first: u8, open: &mut [u8], numbers: &mut [u8], gaps: &mut [u8]) -> bool {
    assert!(first <= u8::MAX - 7, "the numbers must fit in a byte");
    let length = bytes.len();
    assert!(open.len() == length && numbers.len() == length && gaps.len() == length, "one length");
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which was asked for in the line before.
        #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
        return unsafe { find_gaps_avx2(bytes, first, open, numbers, gaps) };
    }
    find_gaps_portable(bytes, first, open, numbers, gaps)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn find_gaps_avx2(bytes: &[u8], first: u8, open: &mut [u8], numbers: &mut [u8], gaps: &mut [u8]) -> bool {
    find_gaps_portable(bytes, first, open, numbers, gaps)
}

#[inline(always)]
fn find_gaps_portable(bytes: &[u8], first: u8, open: &mut [u8], numbers: &mut [u8], gaps: &mut [u8]) -> bool {
    let (pieces, rest) = bytes.as_chunks::<LANES>();
    let (open_pieces, open_rest) = open.as_chunks_mut::<LANES>();
    let (number_pieces, number_rest) = numbers.as_chunks_mut::<LANES>();
    let (gap_pieces, gap_rest) = gaps.as_chunks_mut::<LANES>();
    let mut left = 0;
    for (((bytes, open), numbers), gaps) in pieces.iter().zip(open_pieces).zip(number_pieces).zip(gap_pieces)
    {
        left |= find_in_piece(bytes, first, open, numbers, gaps);
    }
    left |= find_in_piece(rest, first, open_rest, number_rest, gap_rest);
    left != 0
}

/// How many sets go through the registers at once.
const LANES: usize = 32;

/// As [`find_gaps`], for slices of one length; all that is left open, or-ed.
#[inline(always)]
fn find_in_piece(bytes: &[u8], first: u8, open: &mut [u8], numbers: &mut [u8], gaps: &mut [u8]) -> u8 {
    let all = |condition: bool| if condition { u8::MAX } else { 0 };
    let mut left = 0;
    for (((&byte, open), number), gap) in bytes.iter().zip(open).zip(numbers).zip(gaps) {
        // The lowest bit that is not set; none if all are.
        let bit = !byte & byte.wrapping_add(1) & *open;
        let place = (all(bit & 0xaa != 0) & 1) | (all(bit & 0xcc != 0) & 2) | (all(bit & 0xf0 != 0) & 4);
        *number |= all(bit != 0) & (first + place);
        *gap = bit;
        *open &= all(byte == u8::MAX);
        left |= *open;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_counting_finds() {
        let bytes: Vec<u8> = (0..=255).chain((0..=255).rev()).chain([255; 40]).collect();
        for first in [0, 8, 248] {
            for length in [0, 5, 31, 32, 100, 552] {
                let bytes = &bytes[..length];
                let start: Vec<u8> = (0..length).map(|j| if j % 3 == 0 { 0 } else { 255 }).collect();
                let mut results = Vec::new();
                for find in [find_gaps, find_gaps_portable] {
                    let (mut open, mut numbers, mut gaps) = (start.clone(), vec![0; length], vec![7; length]);
                    let left = find(bytes, first, &mut open, &mut numbers, &mut gaps);
                    assert_eq!(left, open.contains(&255));
                    results.push((open, numbers, gaps));
                }
                assert_eq!(results[0], results[1]);
                for (j, &byte) in bytes.iter().enumerate() {
                    let ones = u8::try_from(byte.trailing_ones()).unwrap();
                    let expected = match (start[j], ones) {
                        (255, 8) => (255, 0, 0),
                        (255, _) => (0, first + ones, 1 << ones),
                        _ => (0, 0, 0),
                    };
                    let (open, numbers, gaps) = &results[0];
                    assert_eq!((open[j], numbers[j], gaps[j]), expected, "{byte}");
                }
            }
        }
    }
}
