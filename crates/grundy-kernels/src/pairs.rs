//! What two slices give by xor, taken entry by entry: whether a given number, and which
//! numbers.

/// An unsigned number of fixed width.
pub trait Word: Copy + Eq + Default + std::ops::BitXor<Output = Self> + private::Sealed {}

mod private {
    pub trait Sealed {
        fn index(self) -> usize;
    }

    impl Sealed for u8 {
        fn index(self) -> usize {
            usize::from(self)
        }
    }

    impl Sealed for u16 {
        fn index(self) -> usize {
            usize::from(self)
        }
    }

    impl Sealed for u32 {
        fn index(self) -> usize {
            usize::try_from(self).unwrap_or(usize::MAX)
        }
    }
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
    if is_x86_feature_detected!("avx512bw") {
        // SAFETY: the processor has what was asked for in the line before.
        #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
        return unsafe { xor_contains_avx512(left, right, wanted) };
    }
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw")]
fn xor_contains_avx512<T: Word>(left: &[T], right: &[T], wanted: T) -> bool {
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

/// Sets `marks[left[i] ^ right[i]]` for every i; the longer slice is cut to the length of
/// the shorter one, and what is beyond the marks is left out.
///
/// # Examples
///
/// ```
/// let mut marks = [false; 4];
/// grundy_kernels::mark_xors(&[1u8, 2, 200], &[1, 1, 1], &mut marks);
/// assert_eq!(marks, [true, false, false, true]);
/// ```
pub fn mark_xors<T: Word>(left: &[T], right: &[T], marks: &mut [bool]) {
    const FEW: usize = 64;
    let length = left.len().min(right.len());
    let mut mark = |number: T| {
        if let Some(mark) = marks.get_mut(number.index()) {
            *mark = true;
        }
    };
    let (chunks, rest) = left[..length].as_chunks::<FEW>();
    let (other_chunks, other_rest) = right[..length].as_chunks::<FEW>();
    for (left, right) in chunks.iter().zip(other_chunks) {
        // All at once, in vectors, and then one by one.
        let mut numbers = [T::default(); FEW];
        for (number, (left, right)) in numbers.iter_mut().zip(left.iter().zip(right)) {
            *number = *left ^ *right;
        }
        numbers.into_iter().for_each(&mut mark);
    }
    rest.iter().zip(other_rest).for_each(|(left, right)| mark(*left ^ *right));
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

    #[test]
    fn marks_are_those_of_all_pairs() {
        for length in [0usize, 1, 63, 64, 65, 300] {
            let left: Vec<u16> = (0..length).map(|i| u16::try_from(i * i % 900).unwrap()).collect();
            let right: Vec<u16> = (0..length + 2).map(|i| u16::try_from(i * 31 % 600).unwrap()).collect();
            let mut marks = vec![false; 700];
            mark_xors(&left, &right, &mut marks);
            for (number, &mark) in marks.iter().enumerate() {
                assert_eq!(mark, left.iter().zip(&right).any(|(l, r)| usize::from(l ^ r) == number));
            }
        }
    }
}
