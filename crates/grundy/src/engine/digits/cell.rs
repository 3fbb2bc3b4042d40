//! How wide a value is stored: one byte while every value fits, else two.

use crate::theory::{Nimber, Values};

/// A stored value, or the mark of a place before heap 0, where nothing stands.
pub(super) trait Cell: Copy + Eq + std::hash::Hash + Send + Sync + 'static {
    /// The mark of a place before heap 0: larger than every value.
    const NOTHING: Self;
    /// How many bytes one cell takes.
    const BYTES: usize = size_of::<Self>();

    /// The cell with this value.
    ///
    /// # Panics
    ///
    /// Panics if the value does not fit; the engine chooses the width so that it does.
    fn new(value: u64) -> Self;

    /// The value, or something larger than every value for [`Cell::NOTHING`].
    fn get(self) -> u32;

    /// Puts a table of cells, none of them [`Cell::NOTHING`], into its public form.
    fn into_values(cells: Vec<Self>) -> Values;
}

impl Cell for u8 {
    const NOTHING: u8 = u8::MAX;

    #[inline]
    fn new(value: u64) -> u8 {
        u8::try_from(value).expect("the values of this rule fit a byte")
    }

    #[inline]
    fn get(self) -> u32 {
        self.into()
    }

    fn into_values(cells: Vec<u8>) -> Values {
        cells.into()
    }
}

impl Cell for u16 {
    const NOTHING: u16 = u16::MAX;

    #[inline]
    fn new(value: u64) -> u16 {
        u16::try_from(value).expect("the values of this rule fit two bytes")
    }

    #[inline]
    fn get(self) -> u32 {
        self.into()
    }

    fn into_values(cells: Vec<u16>) -> Values {
        cells.into_iter().map(|cell| Nimber::new(cell.into())).collect()
    }
}
