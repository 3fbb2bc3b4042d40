//! The copies of the kernels, and which of them a processor has.
//!
//! The copies do the same work, and tests compare them. There is none for NEON: none of the
//! machines at hand could test it.

use super::{Front, Mask, Needed, Others, Partner, Rows, WINDOW, portable};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// A copy of the kernels of splits that this processor has. [`reach`](super::reach) and the others
/// take the quickest; benchmarks and tests compare them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitWay(Copied);

/// What a copy is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copied {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

impl Copied {
    /// All copies, the quickest first.
    const ALL: &[Copied] = &[
        #[cfg(target_arch = "x86_64")]
        Copied::Avx512,
        #[cfg(target_arch = "x86_64")]
        Copied::Avx2,
        Copied::Portable,
    ];

    #[inline]
    fn is_there(self) -> bool {
        match self {
            // Some of its kernels are those of AVX2.
            #[cfg(target_arch = "x86_64")]
            Copied::Avx512 => avx512::available() && avx2::available(),
            #[cfg(target_arch = "x86_64")]
            Copied::Avx2 => avx2::available(),
            Copied::Portable => true,
        }
    }
}

impl SplitWay {
    /// The copies that this processor has, the quickest first; the last is the portable one.
    #[inline]
    pub fn all() -> impl Iterator<Item = SplitWay> {
        Copied::ALL.iter().copied().filter(|copy| copy.is_there()).map(SplitWay)
    }

    /// The quickest copy that this processor has.
    #[must_use]
    #[inline]
    pub fn best() -> SplitWay {
        // In steps, which the compiler makes short: every call of a kernel asks.
        #[cfg(target_arch = "x86_64")]
        {
            if Copied::Avx512.is_there() {
                return SplitWay(Copied::Avx512);
            }
            if Copied::Avx2.is_there() {
                return SplitWay(Copied::Avx2);
            }
        }
        SplitWay(Copied::Portable)
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Copied::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Copied::Avx2 => "AVX2",
            Copied::Portable => "portable",
        }
    }

    /// What it is compiled for, which the processor has.
    #[inline]
    pub(super) fn copied(self) -> Copied {
        self.0
    }

    /// As [`reach`](super::reach).
    ///
    /// # Panics
    ///
    /// Panics where that does.
    #[inline]
    pub fn reach<M: Mask>(
        self,
        others: &Others<'_>,
        at: usize,
        partners: &[Partner],
        window: &mut [M; WINDOW],
    ) {
        M::reach(self, others, at, partners, window);
    }

    /// As [`find_codes`](super::find_codes).
    #[inline]
    pub fn find_codes<M: Mask>(self, rows: &Rows<M>, window: &mut [M; WINDOW], found: &mut [u8]) -> usize {
        M::find_codes(self, rows, window, found)
    }

    /// As [`find_open`](super::find_open).
    ///
    /// # Panics
    ///
    /// Panics where that does.
    #[allow(clippy::too_many_arguments, reason = "those of the function, and the way")]
    #[inline]
    pub fn find_open<M: Mask>(
        self,
        others: &Others<'_>,
        at: usize,
        partners: &[Partner],
        front: &Front,
        needed: &Needed,
        count: usize,
        open: &mut [M; WINDOW],
    ) -> u64 {
        assert!(count <= WINDOW, "a window has 64 heaps");
        M::find_open(self, others, at, partners, front, needed, count, open)
    }

    /// As [`find_split`](super::find_split).
    ///
    /// # Panics
    ///
    /// Panics if the lengths differ.
    #[must_use]
    #[inline]
    pub fn find_split(self, parts: &[u8], others: &[u8], code: u8) -> Option<usize> {
        assert!(parts.len() == others.len(), "each part has its other one");
        match self.0 {
            // SAFETY: the processor has what a way is compiled for.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
            Copied::Avx512 => unsafe { avx512::find_split(parts, others, code) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
            Copied::Avx2 => unsafe { avx2::find_split(parts, others, code) },
            Copied::Portable => portable::find_split(parts, others, code),
        }
    }

    /// As [`decode`](super::decode).
    ///
    /// # Panics
    ///
    /// Panics if the lengths differ.
    pub fn decode(self, codes: &[u8], tables: [&[u8; 256]; 2], values: &mut [u8]) {
        assert!(codes.len() == values.len(), "each code has its value");
        match self.0 {
            // SAFETY: the processor has what a way is compiled for.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "compiled for a processor that was asked for")]
            Copied::Avx512 => unsafe { avx512::decode(codes, tables, values) },
            _ => portable::decode(codes, tables, values),
        }
    }
}
