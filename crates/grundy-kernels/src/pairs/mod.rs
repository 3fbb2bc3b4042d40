//! What two slices give by xor, taken entry by entry: whether a given number, and which
//! numbers.

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod tests;

/// An unsigned number of fixed width.
pub trait Word: Copy + Eq + std::ops::BitXor<Output = Self> + private::Sealed {}

mod private {
    pub trait Sealed: Sized {
        /// See [`mark_xors`](super::mark_xors); the slices are as long as each other.
        fn mark_xors(left: &[Self], right: &[Self], marks: &mut [bool]);

        /// With more marks than this it works one by one everywhere.
        const MOST_IN_VECTORS: usize;

        /// The same in vectors, where the processor has what they need.
        fn mark_in_vectors(left: &[Self], right: &[Self], marks: &mut [bool]);
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
        // There are no more numbers than fit.
        const MOST_IN_VECTORS: usize = usize::MAX;

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
    }

    impl Sealed for u16 {
        // The kernel goes through all pairs for each 1024 marks.
        const MOST_IN_VECTORS: usize = 1 << 12;

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
    }

    impl Sealed for u32 {
        const MOST_IN_VECTORS: usize = 0;

        fn mark_xors(left: &[u32], right: &[u32], marks: &mut [bool]) {
            one_by_one(left, right, marks);
        }

        fn mark_in_vectors(left: &[u32], right: &[u32], marks: &mut [bool]) {
            one_by_one(left, right, marks);
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

/// At most so many pairs are marked one by one first: most of them are new.
const FIRST: usize = 512;

/// What fewer pairs than this have is marked one by one.
const SHORT: usize = 128;

/// Whether [`mark_xors`] works on whole vectors where there are so many marks: then it
/// costs little more than [`xor_contains`] for a number that is not there.
pub fn marks_in_vectors<T: Word>(marks: usize) -> bool {
    marks <= T::MOST_IN_VECTORS && vectors()
}

/// Whether the processor has what marking in vectors needs.
fn vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    let vectors = avx512::available();
    #[cfg(not(target_arch = "x86_64"))]
    let vectors = false;
    vectors
}

/// Sets `marks[left[i] ^ right[i]]` for every i; the longer slice is cut to the length of
/// the shorter one, and what is beyond the marks is left out. Where it does not work in
/// vectors, it is quickest if there is a mark for each number of the width.
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
    // Whole cache lines of one side are read at least.
    let first = first.saturating_add(left[first..].as_ptr().align_offset(64)).min(length);
    let ((left, left_rest), (right, right_rest)) = (left.split_at(first), right.split_at(first));
    T::mark_xors(left, right, marks);
    T::mark_in_vectors(left_rest, right_rest, marks);
}
