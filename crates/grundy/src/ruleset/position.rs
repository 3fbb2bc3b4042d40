//! Positions of every shape, as users type them and read them.

use std::fmt;
use std::sync::Arc;

/// One component of a sum, with entries of type `E`: `u64` where engines work,
/// `BigUint` where a user may have typed any number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Position<E = u64> {
    /// A heap of counters.
    Heap(E),
    /// Several numbers: `(3,5)`.
    Tuple(Vec<E>),
    /// One or several numbers under a tag: `open(4)`.
    Tagged(Tag, Vec<E>),
    /// A list of numbers: `[3,1,2]`.
    Seq(Vec<E>),
    /// A row of coins, given by the numbers of its heads.
    Coins(CoinSet<E>),
    /// A board of coins, given by the places of its heads.
    Board(CoinSet<Coordinates<E>>),
    /// A strip of cells.
    Row(Row),
}

impl<E: fmt::Display> fmt::Display for Position<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Heap(size) => size.fmt(f),
            Position::Tuple(entries) => listed(f, "(", entries, ")"),
            Position::Tagged(tag, entries) => {
                tag.fmt(f)?;
                listed(f, "(", entries, ")")
            }
            Position::Seq(entries) => listed(f, "[", entries, "]"),
            Position::Coins(coins) => coins.fmt(f),
            Position::Board(coins) => coins.fmt(f),
            Position::Row(row) => row.fmt(f),
        }
    }
}

impl<E> Position<E> {
    /// The same position with its numbers changed; none if one of them has no
    /// other form. An order-preserving change keeps what is sorted sorted.
    pub(crate) fn map<T>(&self, mut change: impl FnMut(&E) -> Option<T>) -> Option<Position<T>> {
        let mut all = |entries: &[E]| entries.iter().map(&mut change).collect::<Option<Vec<T>>>();
        Some(match self {
            Position::Heap(size) => Position::Heap(change(size)?),
            Position::Tuple(entries) => Position::Tuple(all(entries)?),
            Position::Tagged(tag, entries) => Position::Tagged(tag.clone(), all(entries)?),
            Position::Seq(entries) => Position::Seq(all(entries)?),
            Position::Coins(coins) => Position::Coins(CoinSet(all(&coins.0)?)),
            Position::Board(coins) => {
                let heads: Option<Vec<_>> =
                    coins.0.iter().map(|head| Some(Coordinates(all(&head.0)?))).collect();
                Position::Board(CoinSet(heads?))
            }
            Position::Row(row) => Position::Row(row.clone()),
        })
    }
}

/// Numbers between brackets, parted by commas.
fn listed<E: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    entries: &[E],
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        entry.fmt(f)?;
    }
    f.write_str(close)
}

/// The word before the brackets of a tagged position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(Arc<str>);

impl Tag {
    /// The tag written so.
    #[must_use]
    pub fn new(text: &str) -> Tag {
        Tag(text.into())
    }

    /// The word.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The place of a coin on a board: `(2,3)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates<E = u64>(Vec<E>);

impl<E> Coordinates<E> {
    /// The place with these coordinates.
    #[must_use]
    pub fn new(entries: Vec<E>) -> Coordinates<E> {
        Coordinates(entries)
    }

    /// The coordinates.
    #[must_use]
    pub fn entries(&self) -> &[E] {
        &self.0
    }
}

impl<E: fmt::Display> fmt::Display for Coordinates<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        listed(f, "(", &self.0, ")")
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
        listed(f, "{", &self.0, "}")
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
