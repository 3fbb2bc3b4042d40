//! Sets of codes.

use super::WINDOW;

/// A set of codes: of 16, 32, 64, 128 or 256 of them.
pub trait Mask: private::Sealed + Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// How many codes there are.
    const CODES: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of the codes below `count`.
    #[must_use]
    fn below(count: usize) -> Self;

    /// The set with one more code, which is below [`CODES`](Mask::CODES).
    #[must_use]
    fn with(self, code: u8) -> Self;

    /// Whether the code, which is below [`CODES`](Mask::CODES), is in the set.
    #[must_use]
    fn has(self, code: u8) -> bool;

    /// The codes of this set that are in the other as well.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// The codes of this set that are not in the other.
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// The least code.
    fn least(self) -> Option<u8>;

    /// How many codes are in the set.
    fn count(self) -> usize;
}

pub(super) mod private {
    use super::super::{Front, Needed, Others, Partner, Rows, SplitWay, WINDOW};

    /// What of the kernels depends on the set, in a way that the processor has.
    pub trait Sealed: Sized {
        fn reach(
            way: SplitWay,
            others: &Others<'_>,
            at: usize,
            partners: &[Partner],
            window: &mut [Self; WINDOW],
        );

        fn find_codes(
            way: SplitWay,
            rows: &Rows<Self>,
            window: &mut [Self; WINDOW],
            found: &mut [u8],
        ) -> usize;

        #[allow(clippy::too_many_arguments, reason = "those of the kernel, and the way")]
        fn find_open(
            way: SplitWay,
            others: &Others<'_>,
            at: usize,
            partners: &[Partner],
            front: &Front,
            needed: &Needed,
            count: usize,
            open: &mut [Self; WINDOW],
        ) -> u64;
    }
}

/// A set of 64 * `N` codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>(pub(super) [u64; N]);

macro_rules! number {
    ($mask:ty) => {
        impl Mask for $mask {
            const CODES: usize = <$mask>::BITS as usize;
            const EMPTY: $mask = 0;

            fn below(count: usize) -> $mask {
                let all = <$mask>::MAX;
                u32::try_from(count).ok().and_then(|count| all.checked_shl(count)).map_or(all, |rest| !rest)
            }

            fn with(self, code: u8) -> $mask {
                self | 1 << code
            }

            fn has(self, code: u8) -> bool {
                self >> code & 1 == 1
            }

            fn and(self, other: $mask) -> $mask {
                self & other
            }

            fn without(self, other: $mask) -> $mask {
                self & !other
            }

            fn least(self) -> Option<u8> {
                u8::try_from(self.trailing_zeros()).ok().filter(|_| self != 0)
            }

            fn count(self) -> usize {
                self.count_ones() as usize
            }
        }
    };
}

number!(u16);
number!(u32);
number!(u64);

impl<const N: usize> Mask for Words<N>
where
    Words<N>: private::Sealed,
{
    const CODES: usize = 64 * N;
    const EMPTY: Words<N> = Words([0; N]);

    fn below(count: usize) -> Words<N> {
        Words(std::array::from_fn(|word| u64::below(count.saturating_sub(WINDOW * word))))
    }

    fn with(mut self, code: u8) -> Words<N> {
        self.0[usize::from(code / 64)] |= 1 << (code % 64);
        self
    }

    fn has(self, code: u8) -> bool {
        self.0[usize::from(code / 64)] >> (code % 64) & 1 == 1
    }

    fn and(self, other: Words<N>) -> Words<N> {
        Words(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn without(self, other: Words<N>) -> Words<N> {
        Words(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn least(self) -> Option<u8> {
        let (word, bits) = (0_u8..).zip(self.0).find(|&(_, bits)| bits != 0)?;
        Some(64 * word + u8::try_from(bits.trailing_zeros()).unwrap_or(0))
    }

    fn count(self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}

/// The kernels of one set: their copies for processors with AVX-512 and with AVX2.
macro_rules! kernels {
    (
        $mask:ty,
        reach: $reach_512:path, $reach_2:path;
        find_codes: $find_codes_512:path, $find_codes_2:path;
        find_open: $find_open_512:path, $find_open_2:path;
    ) => {
        #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
        impl private::Sealed for $mask {
            fn reach(
                way: SplitWay,
                others: &Others<'_>,
                at: usize,
                partners: &[Partner],
                window: &mut [$mask; WINDOW],
            ) {
                match way.copied() {
                    // SAFETY: the processor has what a way is compiled for.
                    #[cfg(target_arch = "x86_64")]
                    Copied::Avx512 => unsafe { $reach_512(others, at, partners, window) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Copied::Avx2 => unsafe { $reach_2(others, at, partners, window) },
                    Copied::Portable => portable::reach(others, at, partners, window),
                }
            }

            fn find_codes(
                way: SplitWay,
                rows: &Rows<$mask>,
                window: &mut [$mask; WINDOW],
                found: &mut [u8],
            ) -> usize {
                match way.copied() {
                    // SAFETY: the processor has what a way is compiled for.
                    #[cfg(target_arch = "x86_64")]
                    Copied::Avx512 => unsafe { $find_codes_512(rows, window, found) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Copied::Avx2 => unsafe { $find_codes_2(rows, window, found) },
                    Copied::Portable => portable::find_codes(rows, window, found),
                }
            }

            fn find_open(
                way: SplitWay,
                others: &Others<'_>,
                at: usize,
                partners: &[Partner],
                front: &Front,
                needed: &Needed,
                count: usize,
                open: &mut [$mask; WINDOW],
            ) -> u64 {
                match way.copied() {
                    // SAFETY: the processor has what a way is compiled for.
                    #[cfg(target_arch = "x86_64")]
                    Copied::Avx512 => unsafe {
                        $find_open_512(others, at, partners, front, needed, count, open)
                    },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Copied::Avx2 => unsafe { $find_open_2(others, at, partners, front, needed, count, open) },
                    Copied::Portable => portable::find_open(others, at, partners, front, needed, count, open),
                }
            }
        }
    };
}

use super::ways::Copied;
use super::{Front, Needed, Others, Partner, Rows, SplitWay, portable};

#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

kernels! {
    u16,
    reach: avx512::reach_16, avx2::reach_16;
    find_codes: avx512::find_codes_16, avx2::find_codes_16;
    find_open: avx512::find_open_narrow::<u16, 2>, avx2::find_open_narrow::<u16, 2, 2, 1>;
}
kernels! {
    u32,
    reach: avx512::reach_32, avx2::reach_32;
    find_codes: avx512::find_codes_32, avx2::find_codes_32;
    find_open: avx512::find_open_narrow::<u32, 4>, avx2::find_open_narrow::<u32, 4, 2, 1>;
}
kernels! {
    u64,
    reach: avx512::reach_64, avx2::reach_64;
    find_codes: avx512::find_codes_64, avx2::find_codes_far::<u64, 16>;
    find_open: avx512::find_open_narrow::<u64, 8>, avx2::find_open_narrow::<u64, 8, 1, 2>;
}
// The windows of these do not fit in registers, and memory is no quicker by larger ones.
kernels! {
    Words<2>,
    reach: avx512::reach_words, avx2::reach_words;
    find_codes: avx2::find_codes_far::<Words<2>, 32>, avx2::find_codes_far::<Words<2>, 32>;
    find_open: avx512::find_open_words, avx2::find_open_words::<2, 4>;
}
kernels! {
    Words<4>,
    reach: avx512::reach_words, avx2::reach_words;
    find_codes: avx2::find_codes_far::<Words<4>, 64>, avx2::find_codes_far::<Words<4>, 64>;
    find_open: avx512::find_open_words, avx2::find_open_words::<4, 8>;
}
