//! Sets of small values as machine words.

use std::ops::BitOrAssign;

/// A set of values below the number of bits. A table keeps each value as the set
/// of it alone, so that options join a set by `|`, and the mex is the lowest
/// bit that is missing: no instruction looks at one value at a time.
pub(super) trait Bits: Copy + Default + Eq + BitOrAssign {
    /// The set of the mex alone; empty if every value is in the set.
    fn mex(self) -> Self;

    /// The value in a set of one.
    fn value(self) -> u8;
}

macro_rules! bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            #[inline]
            fn mex(self) -> $word {
                !self & self.wrapping_add(1)
            }

            #[inline]
            fn value(self) -> u8 {
                u8::try_from(self.trailing_zeros()).unwrap_or(u8::MAX)
            }
        }
    )*};
}

bits!(u16, u32, u64, u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mex_is_the_lowest_missing_value() {
        assert_eq!(0u16.mex().value(), 0);
        assert_eq!(0b1011u16.mex().value(), 2);
        assert_eq!((u64::MAX >> 1).mex().value(), 63);
        assert_eq!(u16::MAX.mex(), 0);
        assert_eq!((u128::MAX >> 1).mex().value(), 127);
    }
}
