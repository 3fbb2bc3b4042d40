//! The union of many stretches of one slice, and bytes put together to words.

/// How many bytes are kept in registers while the shifts are run through.
const LANES: usize = 256;

/// How many shifts are run through for all targets before the next ones: what
/// they read stays in the first-level cache, if shifts that are neighbours are
/// close together.
const TILE: usize = 64;

/// Sets `targets[j] |= values[base - shift + j]` for every target and shift.
///
/// # Panics
///
/// Panics if a shift exceeds `base`, or if `values` has no
/// `base - shift + targets.len()` bytes.
///
/// # Examples
///
/// ```
/// let mut targets = [0, 0];
/// grundy_kernels::or_shifted(&mut targets, &[1, 2, 4, 8], 3, &[1, 3]);
/// assert_eq!(targets, [4 | 1, 8 | 2]);
/// ```
pub fn or_shifted(targets: &mut [u8], values: &[u8], base: usize, shifts: &[usize]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which was asked for in the line before.
        #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
        unsafe {
            or_shifted_avx2(targets, values, base, shifts);
        }
        return;
    }
    or_shifted_portable(targets, values, base, shifts);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn or_shifted_avx2(targets: &mut [u8], values: &[u8], base: usize, shifts: &[usize]) {
    or_shifted_portable(targets, values, base, shifts);
}

#[inline(always)]
fn or_shifted_portable(targets: &mut [u8], values: &[u8], base: usize, shifts: &[usize]) {
    let (pieces, rest) = targets.as_chunks_mut::<LANES>();
    let end = pieces.len() * LANES;
    for tile in shifts.chunks(TILE) {
        for (index, piece) in pieces.iter_mut().enumerate() {
            or_piece(piece, values, base + index * LANES, tile);
        }
    }
    let (pieces, rest) = rest.as_chunks_mut::<32>();
    let rest_start = end + pieces.len() * 32;
    for (index, piece) in pieces.iter_mut().enumerate() {
        or_piece(piece, values, base + end + index * 32, shifts);
    }
    let length = rest.len();
    for &shift in shifts {
        let from = base - shift + rest_start;
        for (target, value) in rest.iter_mut().zip(&values[from..from + length]) {
            *target |= value;
        }
    }
}

/// One piece of the targets, whose first byte answers to `values[base - shift]`.
#[inline(always)]
fn or_piece<const N: usize>(piece: &mut [u8; N], values: &[u8], base: usize, shifts: &[usize]) {
    let mut sum = *piece;
    for &shift in shifts {
        assert!(shift <= base, "a shift exceeds the base");
        let source: &[u8; N] =
            values[base - shift..].first_chunk().expect("the values reach to the end of the targets");
        for (sum, value) in sum.iter_mut().zip(source) {
            *sum |= value;
        }
    }
    *piece = sum;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_copies_do_what_the_definition_says() {
        let values: Vec<u8> = (0..3000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for length in [0, 1, 31, 32, 33, 64, 127, 128, 129, 500] {
            for count in [0, 1, 2, 63, 64, 65, 200] {
                let base = 1500;
                let shifts: Vec<usize> = (0..count).map(|i| (i * 37 + i * i * 11) % 1500 + 1).collect();
                let start: Vec<u8> = (0..length).map(|i| if i % 7 == 0 { 128 } else { 0 }).collect();
                let mut expected = start.clone();
                for (j, target) in expected.iter_mut().enumerate() {
                    for shift in &shifts {
                        *target |= values[base - shift + j];
                    }
                }
                let (mut quick, mut portable) = (start.clone(), start);
                or_shifted(&mut quick, &values, base, &shifts);
                or_shifted_portable(&mut portable, &values, base, &shifts);
                assert_eq!(quick, expected, "{length} targets, {count} shifts");
                assert_eq!(portable, expected, "{length} targets, {count} shifts");
            }
        }
    }
}
