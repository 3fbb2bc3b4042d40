//! Whether two slices, taken entry by entry, have a given xor somewhere.

/// An unsigned number of fixed width.
pub trait Word: Copy + Eq + std::ops::BitXor<Output = Self> + private::Sealed {}

mod private {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
}

impl Word for u8 {}
impl Word for u16 {}
impl Word for u32 {}

/// How many pairs are compared between two looks at whether one was found.
const STRIP: usize = 256;

/// Whether `left[i] ^ right[i] == wanted` for some i; the longer slice is cut to
/// the length of the shorter one.
///
/// # Examples
///
/// ```
/// assert!(grundy_kernels::xor_contains(&[1u8, 2, 3], &[1, 1, 1], 3));
/// assert!(!grundy_kernels::xor_contains(&[1u8, 2, 3], &[1, 1, 1], 4));
/// ```
pub fn xor_contains<T: Word>(left: &[T], right: &[T], wanted: T) -> bool {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which was asked for in the line before.
        #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
        return unsafe { xor_contains_avx2(left, right, wanted) };
    }
    xor_contains_portable(left, right, wanted)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn xor_contains_avx2<T: Word>(left: &[T], right: &[T], wanted: T) -> bool {
    xor_contains_portable(left, right, wanted)
}

#[inline(always)]
fn xor_contains_portable<T: Word>(left: &[T], right: &[T], wanted: T) -> bool {
    let length = left.len().min(right.len());
    let (left, right) = (&left[..length], &right[..length]);
    let (strips, rest) = left.as_chunks::<STRIP>();
    let (other_strips, other_rest) = right.as_chunks::<STRIP>();
    for (left, right) in strips.iter().zip(other_strips) {
        // Without a way out the loop becomes vector instructions.
        let mut found = false;
        for (left, right) in left.iter().zip(right) {
            found |= *left ^ *right == wanted;
        }
        if found {
            return true;
        }
    }
    rest.iter().zip(other_rest).any(|(left, right)| *left ^ *right == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_copies_find_the_pair_wherever_it_is() {
        for length in [0usize, 1, 5, 255, 256, 257, 700] {
            let left: Vec<u16> = (0..length).map(|i| u16::try_from(i * 7 % 4096).unwrap()).collect();
            let right = vec![1u16 << 13; length + 3];
            for wanted in left.iter().map(|value| value | 1 << 13).chain([0, 1 << 14]) {
                let expected = left.iter().zip(&right).any(|(left, right)| left ^ right == wanted);
                assert_eq!(xor_contains(&left, &right, wanted), expected, "{length}, {wanted}");
                assert_eq!(xor_contains_portable(&right, &left, wanted), expected, "{length}, {wanted}");
            }
        }
        assert!(xor_contains(&[200u8; 300], &[100; 300], 200 ^ 100));
        assert!(!xor_contains(&[70_000u32; 300], &[1; 300], 70_000));
    }
}
