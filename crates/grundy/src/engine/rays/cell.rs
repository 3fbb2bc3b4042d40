//! How wide the cells of a table are while it is filled.

use crate::theory::Values;

/// A value in a table, in as many bytes as the largest needs.
pub(super) trait Cell: Copy + Default {
    /// The cell that holds `value`, which fits: whoever chose the width knows a bound.
    fn new(value: usize) -> Self;

    /// The value.
    fn index(self) -> usize;

    /// The finished table, as narrow as its values allow.
    fn values(table: Vec<Self>) -> Values;
}

impl Cell for u8 {
    #[inline]
    fn new(value: usize) -> u8 {
        u8::try_from(value).expect("the width was chosen for the largest value")
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }

    fn values(table: Vec<u8>) -> Values {
        Values::from(table)
    }
}

impl Cell for u16 {
    #[inline]
    fn new(value: usize) -> u16 {
        u16::try_from(value).expect("the width was chosen for the largest value")
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }

    fn values(table: Vec<u16>) -> Values {
        Values::from(table)
    }
}

impl Cell for u32 {
    #[inline]
    fn new(value: usize) -> u32 {
        u32::try_from(value).expect("the width was chosen for the largest value")
    }

    #[inline]
    fn index(self) -> usize {
        usize::try_from(self).expect("a value in a table was made from a usize")
    }

    fn values(table: Vec<u32>) -> Values {
        Values::from(table)
    }
}
