//! Kernels for heaps that split in two.
//!
//! A *code* is a small number for each heap, and the xor of the codes of two heaps
//! says what a split into them leads to. Heaps are looked at 64 at a time. For each
//! there is a mask with a bit for every code that one of its moves is known to lead
//! to. Codes come in two halves of equal size, told apart by their highest bit: the
//! *lower* and the *upper* half of a mask.
//!
//! The masks of the next 64 heaps are a *window*. What heaps far before contribute
//! comes in for a whole window at once ([`or_partners`]), what near ones do as each
//! code is found ([`find_codes`], [`push_code`]).
//!
//! Every kernel is written in safe Rust; on x86-64 with AVX-512 a copy that keeps
//! the window in registers stands in for it, and tests compare the two.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(test)]
mod tests;

/// The heaps that are looked at together.
pub const WINDOW: usize = 64;

/// A set of codes: 32, 64, 128 or 256 of them.
pub trait Mask: private::Sealed + Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// How many codes there are.
    const CODES: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set with one more code.
    #[must_use]
    fn with(self, code: u8) -> Self;

    /// The codes of both sets.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// The codes of this set that are not in the other.
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// The least code.
    fn least(self) -> Option<u8>;

    /// The set of all codes of the upper half.
    fn upper() -> Self;

    /// The codes that are not in this set.
    #[must_use]
    fn complement(self) -> Self;
}

mod private {
    use super::{Partner, Rows, WINDOW};

    /// What of the kernels depends on the mask, by the processor's best means.
    pub trait Sealed: Sized {
        fn or_partners(
            codes: &[u8],
            at: usize,
            upper: &[Partner],
            lower: &[Partner],
            all_small: bool,
            window: &mut [Self; WINDOW],
        );

        fn find_codes(
            rows: &Rows<Self>,
            window: &mut [Self; WINDOW],
            found: &mut [u8],
            needed: [&[Self]; 2],
        ) -> usize;
    }
}

/// A heap that is a part of splits of all heaps of a window: its code, and how far
/// the other parts lie before the window's heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partner {
    /// The code.
    pub code: u8,
    /// The distance.
    pub distance: usize,
}

/// A set of 64 * `N` codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>([u64; N]);

/// What a heap lets each of the 64 heaps after it reach.
type Row<M> = [M; WINDOW];

/// By code x of a heap: what that lets the 64 heaps after it reach.
#[derive(Clone, Debug)]
pub struct Rows<M> {
    /// rows[x][o]: of the heap o + 1 places on.
    rows: Vec<Row<M>>,
    /// rows[x][o]: of the heap o + 2 places on.
    ahead: Vec<Row<M>>,
    /// Whether no heap leads to the one before it.
    apart: bool,
}

impl<M: Mask> Rows<M> {
    /// `reach(code, offset)` says what a heap with that code lets the heap reach that
    /// is `offset` places on, 1 to 64.
    #[must_use]
    pub fn new(reach: impl Fn(u8, usize) -> M) -> Rows<M> {
        let codes = (0..=u8::MAX).take(M::CODES);
        let rows: Vec<Row<M>> =
            codes.map(|code| std::array::from_fn(|place| reach(code, place + 1))).collect();
        let ahead = rows.iter().map(|row| {
            let mut ahead = [M::EMPTY; WINDOW];
            ahead[..WINDOW - 1].copy_from_slice(&row[1..]);
            ahead
        });
        Rows { ahead: ahead.collect(), apart: rows.iter().all(|row| row[0] == M::EMPTY), rows }
    }
}

/// Adds to the masks of 64 heaps what splits with certain parts lead to.
///
/// The first of the heaps has index `at` of `codes`. A split of the heap with index
/// n has a part with the code of the partner, and the part with index
/// n - `distance`. Those of `upper` add the codes of the upper half only, those of
/// `lower` of the lower half only. What is no code of the mask is left out;
/// `all_small` promises that none of the codes that are looked at is too large
/// for the mask, and if one is, masks get codes that mean nothing.
///
/// # Panics
///
/// Panics if a part is not there: if a distance exceeds `at`, or is too small.
pub fn or_partners<M: Mask>(
    codes: &[u8],
    at: usize,
    upper: &[Partner],
    lower: &[Partner],
    all_small: bool,
    window: &mut [M; WINDOW],
) {
    M::or_partners(codes, at, upper, lower, all_small, window);
}

/// Finds the codes of heaps one after the other, as long as that is easy.
///
/// The code of a heap is the least code of the upper half that its mask, the first
/// of the window, has not; the window then moves on by one heap, of which nothing is
/// known, and gets the heap's row. Stops where the upper half of a mask is full, and where
/// the mask has not all codes that `needed` says: `needed[i][x]` for the codes
/// below the x-th of the upper half, for the heaps with index i, i + 2, ... of `found`.
/// Returns how many codes were found.
///
/// # Panics
///
/// Panics if `needed` is too short.
pub fn find_codes<M: Mask>(
    rows: &Rows<M>,
    window: &mut [M; WINDOW],
    found: &mut [u8],
    needed: [&[M]; 2],
) -> usize {
    assert!(needed.iter().all(|needed| needed.len() >= M::CODES / 2), "every code has its needs");
    M::find_codes(rows, window, found, needed)
}

/// Moves the window on by one heap, whose code is now known. A code that is too large
/// for the mask has no row.
pub fn push_code<M: Mask>(rows: &Rows<M>, window: &mut [M; WINDOW], code: u8) {
    portable::push_code(rows, window, code);
}

/// A part a of a split of `total`, `least` <= a <= `most`, such that the codes at a
/// and at `total` - a have the xor `code`; not always the least such part.
///
/// # Panics
///
/// Panics if `most` exceeds `total`, or a part is not there.
#[must_use]
pub fn find_split(codes: &[u8], total: usize, least: usize, most: usize, code: u8) -> Option<usize> {
    if least > most {
        return None;
    }
    assert!(most <= total, "a part is no larger than the whole");
    assert!(most < codes.len() && total - least < codes.len(), "both parts are there");
    #[cfg(target_arch = "x86_64")]
    if avx512::available() {
        // SAFETY: the processor has what was asked for in the line before.
        #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
        return unsafe { avx512::find_split(codes, total, least, most, code) };
    }
    portable::find_split(codes, total, least, most, code)
}

/// The kernels of one mask.
macro_rules! mask {
    ($mask:ty, $or_partners:ident, $find_codes:ident) => {
        impl Mask for $mask {
            const CODES: usize = <$mask>::BITS as usize;
            const EMPTY: $mask = 0;

            fn with(self, code: u8) -> $mask {
                self | 1 << code
            }

            fn or(self, other: $mask) -> $mask {
                self | other
            }

            fn without(self, other: $mask) -> $mask {
                self & !other
            }

            fn least(self) -> Option<u8> {
                u8::try_from(self.trailing_zeros()).ok().filter(|_| self != 0)
            }

            fn complement(self) -> $mask {
                !self
            }

            fn upper() -> $mask {
                <$mask>::MAX << (<$mask>::BITS / 2)
            }
        }

        impl private::Sealed for $mask {
            fn or_partners(
                codes: &[u8],
                at: usize,
                upper: &[Partner],
                lower: &[Partner],
                all_small: bool,
                window: &mut [$mask; WINDOW],
            ) {
                #[cfg(target_arch = "x86_64")]
                if avx512::available() {
                    // SAFETY: the processor has what was asked for in the line before.
                    #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
                    return unsafe {
                        match all_small {
                            true => avx512::$or_partners::<false>(codes, at, upper, lower, window),
                            false => avx512::$or_partners::<true>(codes, at, upper, lower, window),
                        }
                    };
                }
                portable::or_partners(codes, at, upper, lower, window);
            }

            fn find_codes(
                rows: &Rows<$mask>,
                window: &mut [$mask; WINDOW],
                found: &mut [u8],
                needed: [&[$mask]; 2],
            ) -> usize {
                #[cfg(target_arch = "x86_64")]
                if avx512::available() {
                    // SAFETY: the processor has what was asked for in the line before.
                    #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
                    return unsafe { avx512::$find_codes(rows, window, found, needed) };
                }
                portable::find_codes(rows, window, found, needed)
            }
        }
    };
}

mask!(u32, or_partners_32, find_codes_32);
mask!(u64, or_partners_64, find_codes_64);

impl<const N: usize> Mask for Words<N>
where
    Words<N>: private::Sealed,
{
    const CODES: usize = 64 * N;
    const EMPTY: Words<N> = Words([0; N]);

    fn with(mut self, code: u8) -> Words<N> {
        self.0[usize::from(code / 64)] |= 1 << (code % 64);
        self
    }

    fn or(self, other: Words<N>) -> Words<N> {
        Words(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn without(self, other: Words<N>) -> Words<N> {
        Words(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn least(self) -> Option<u8> {
        let (word, bits) = (0_u8..).zip(self.0).find(|&(_, bits)| bits != 0)?;
        Some(64 * word + u8::try_from(bits.trailing_zeros()).unwrap_or(0))
    }

    fn complement(self) -> Words<N> {
        Words(self.0.map(|word| !word))
    }

    fn upper() -> Words<N> {
        Words(std::array::from_fn(|word| if word < N / 2 { 0 } else { u64::MAX }))
    }
}

/// The kernels of a mask of several words: its window does not fit in registers, so
/// that only the partners have a copy for the processor.
macro_rules! words {
    ($words:literal, $planes:literal) => {
        impl private::Sealed for Words<$words> {
            fn or_partners(
                codes: &[u8],
                at: usize,
                upper: &[Partner],
                lower: &[Partner],
                _all_small: bool,
                window: &mut [Words<$words>; WINDOW],
            ) {
                #[cfg(target_arch = "x86_64")]
                if avx512::available() {
                    // SAFETY: the processor has what was asked for in the line before.
                    #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
                    return unsafe {
                        avx512::or_partners_words::<$words, $planes>(codes, at, upper, lower, window)
                    };
                }
                portable::or_partners(codes, at, upper, lower, window);
            }

            fn find_codes(
                rows: &Rows<Words<$words>>,
                window: &mut [Words<$words>; WINDOW],
                found: &mut [u8],
                needed: [&[Words<$words>]; 2],
            ) -> usize {
                portable::find_codes(rows, window, found, needed)
            }
        }
    };
}

words!(2, 8);
words!(4, 16);
