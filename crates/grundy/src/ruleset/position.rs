//! Positions of every shape, as users type them and read them.

use std::fmt;

/// One component of a sum, with entries of type `E`: `u64` where engines work,
/// `BigUint` where a user may have typed any number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Position<E = u64> {
    /// A heap of counters.
    Heap(E),
    /// A row of coins, given by the numbers of its heads.
    Coins(CoinSet<E>),
    /// A strip of cells.
    Row(Row),
}

impl<E: fmt::Display> fmt::Display for Position<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Heap(size) => size.fmt(f),
            Position::Coins(coins) => coins.fmt(f),
            Position::Row(row) => row.fmt(f),
        }
    }
}

/// A row of coins, given by the numbers of the coins that show heads; coin 0 is
/// the left-most.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoinSet<E = u64>(Vec<E>);

impl<E: Ord> CoinSet<E> {
    /// The row whose heads are `heads`; a coin listed twice is one coin.
    #[must_use]
    pub fn from_heads(mut heads: Vec<E>) -> CoinSet<E> {
        heads.sort();
        heads.dedup();
        CoinSet(heads)
    }

    /// The row after every coin in `turned` was turned; a coin listed twice is
    /// turned twice and stays.
    #[must_use]
    pub fn after_turning(&self, turned: impl IntoIterator<Item = E>) -> CoinSet<E>
    where
        E: Clone,
    {
        let mut heads = std::collections::BTreeSet::from_iter(self.0.iter().cloned());
        for coin in turned {
            if !heads.remove(&coin) {
                heads.insert(coin);
            }
        }
        CoinSet(heads.into_iter().collect())
    }

    /// The numbers of the heads, ascending.
    #[must_use]
    pub fn heads(&self) -> &[E] {
        &self.0
    }
}

/// As a set: `{1,2,5}`.
impl<E: fmt::Display> fmt::Display for CoinSet<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, head) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            head.fmt(f)?;
        }
        f.write_str("}")
    }
}

/// A strip of cells, each an ASCII letter, digit, `.` or `_`; the left-most first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(Vec<u8>);

impl Row {
    /// The row with these cells, if each of them can be a cell.
    #[must_use]
    pub fn new(cells: Vec<u8>) -> Option<Row> {
        cells.iter().all(|&cell| Row::is_cell(cell)).then_some(Row(cells))
    }

    /// Whether a cell may be written so: a letter, digit, `.` or `_`.
    #[must_use]
    pub const fn is_cell(cell: u8) -> bool {
        cell.is_ascii_alphanumeric() || cell == b'.' || cell == b'_'
    }

    /// The cells from left to right.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &cell in &self.0 {
            fmt::Write::write_char(f, char::from(cell))?;
        }
        Ok(())
    }
}
