//! What two slices give by xor, taken entry by entry: whether a given number, and which
//! numbers.

#[cfg(target_arch = "x86_64")]
mod avx512;

/// An unsigned number of fixed width.
pub trait Word: Copy + Eq + std::ops::BitXor<Output = Self> + private::Sealed {}

mod private {
    pub trait Sealed: Sized {
        /// See [`mark_xors`](super::mark_xors); the slices are as long as each other.
        fn mark_xors(left: &[Self], right: &[Self], marks: &mut [bool]);

        /// The same in vectors, on a processor for which they are there.
        fn mark_in_vectors(left: &[Self], right: &[Self], marks: &mut [bool]);

        /// How many marks that is meant for; 0 if there are no vectors.
        fn marks_in_vectors() -> usize;
    }

    fn one_by_one<T: Copy + Into<u32>>(left: &[T], right: &[T], marks: &mut [bool]) {
        for (&left, &right) in left.iter().zip(right) {
            let index = usize::try_from(left.into() ^ right.into());
            if let Some(mark) = index.ok().and_then(|index| marks.get_mut(index)) {
                *mark = true;
            }
        }
    }

    impl Sealed for u8 {
        fn mark_xors(left: &[u8], right: &[u8], marks: &mut [bool]) {
            // Where there is a mark for each number none is looked for in vain, and eight
            // are read at once.
            let Some(marks) = marks.first_chunk_mut::<{ 1 << u8::BITS }>() else {
                return one_by_one(left, right, marks);
            };
            let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
            for (&left, &right) in left.iter().zip(right) {
                let xors = u64::from_le_bytes(left) ^ u64::from_le_bytes(right);
                for number in xors.to_le_bytes() {
                    marks[usize::from(number)] = true;
                }
            }
            one_by_one(left_rest, right_rest, marks);
        }

        fn mark_in_vectors(left: &[u8], right: &[u8], marks: &mut [bool]) {
            #[cfg(target_arch = "x86_64")]
            if super::avx512::available() {
                // SAFETY: the processor has what was asked for in the line before.
                #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
                return unsafe { super::avx512::mark_bytes(left, right, marks) };
            }
            Self::mark_xors(left, right, marks);
        }

        fn marks_in_vectors() -> usize {
            #[cfg(target_arch = "x86_64")]
            if super::avx512::available() {
                // There are no more numbers than fit.
                return usize::MAX;
            }
            0
        }
    }

    impl Sealed for u16 {
        fn mark_xors(left: &[u16], right: &[u16], marks: &mut [bool]) {
            let Some(marks) = marks.first_chunk_mut::<{ 1 << u16::BITS }>() else {
                return one_by_one(left, right, marks);
            };
            let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<4>(), right.as_chunks::<4>());
            let word = |[a, b, c, d]: [u16; 4]| {
                u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
            };
            for (&left, &right) in left.iter().zip(right) {
                let xors = word(left) ^ word(right);
                for shift in [0, 16, 32, 48] {
                    let [low, high, ..] = (xors >> shift).to_le_bytes();
                    marks[usize::from(u16::from_le_bytes([low, high]))] = true;
                }
            }
            one_by_one(left_rest, right_rest, marks);
        }

        fn mark_in_vectors(left: &[u16], right: &[u16], marks: &mut [bool]) {
            #[cfg(target_arch = "x86_64")]
            if super::avx512::available() {
                // SAFETY: the processor has what was asked for in the line before.
                #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
                return unsafe { super::avx512::mark_halves(left, right, marks) };
            }
            Self::mark_xors(left, right, marks);
        }

        fn marks_in_vectors() -> usize {
            #[cfg(target_arch = "x86_64")]
            if super::avx512::available() {
                return super::MOST_MARKS;
            }
            0
        }
    }

    impl Sealed for u32 {
        fn mark_xors(left: &[u32], right: &[u32], marks: &mut [bool]) {
            one_by_one(left, right, marks);
        }

        fn mark_in_vectors(left: &[u32], right: &[u32], marks: &mut [bool]) {
            one_by_one(left, right, marks);
        }

        fn marks_in_vectors() -> usize {
            0
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

/// With more marks than this those that are missing are looked for in too many parts.
const MOST_MARKS: usize = 1 << 12;

/// At most so many pairs are marked one by one first: most of them are new.
const FIRST: usize = 512;

/// What fewer pairs than this have is marked one by one.
const SHORT: usize = 128;

/// Whether [`mark_xors`] works on whole vectors where there are so many marks: then it
/// costs little more than [`xor_contains`] for one number that is not there.
pub fn marks_in_vectors<T: Word>(marks: usize) -> bool {
    marks <= T::marks_in_vectors()
}

/// Sets `marks[left[i] ^ right[i]]` for every i; the longer slice is cut to the length of
/// the shorter one, and what is beyond the marks is left out. It is quickest where there
/// is a mark for each number of the width.
///
/// # Examples
///
/// ```
/// let mut marks = [false; 4];
/// grundy_kernels::mark_xors(&[1u8, 2, 200], &[1, 1, 1], &mut marks);
/// assert_eq!(marks, [true, false, false, true]);
/// ```
pub fn mark_xors<T: Word>(left: &[T], right: &[T], marks: &mut [bool]) {
    let length = left.len().min(right.len());
    let (left, right) = (&left[..length], &right[..length]);
    let first = marks.len().min(FIRST);
    if length < first + SHORT || !marks_in_vectors::<T>(marks.len()) {
        return T::mark_xors(left, right, marks);
    }
    let ((left, left_rest), (right, right_rest)) = (left.split_at(first), right.split_at(first));
    T::mark_xors(left, right, marks);
    T::mark_in_vectors(left_rest, right_rest, marks);
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
            let narrow = |numbers: &[u16]| -> Vec<u8> {
                numbers.iter().map(|number| number.to_le_bytes()[0]).collect()
            };
            let (left_bytes, right_bytes) = (narrow(&left), narrow(&right));
            for room in [100, 700, 1 << 16] {
                let (mut marks, mut byte_marks) = (vec![false; room], vec![false; room]);
                mark_xors(&left, &right, &mut marks);
                mark_xors(&left_bytes, &right_bytes, &mut byte_marks);
                let (mut expected, mut expected_bytes) = (vec![false; 1 << 16], vec![false; 1 << 16]);
                for (l, r) in left.iter().zip(&right) {
                    expected[usize::from(l ^ r)] = true;
                    expected_bytes[usize::from((l ^ r) % 256)] = true;
                }
                assert_eq!((&marks[..], &byte_marks[..]), (&expected[..room], &expected_bytes[..room]));
            }
        }
    }
}
