//! Rows of cells of one length, each kept once and known by its number.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::cell::Cell;

/// A pool of rows of cells, all of one length, without repeats.
#[derive(Clone, Debug)]
pub(super) struct Pool<C> {
    length: usize,
    cells: Vec<C>,
    /// How many rows there are.
    count: u32,
    /// An open hash table of row numbers plus 1; 0 is a free place. Its length
    /// is a power of two, and at most half of it is taken.
    places: Vec<u32>,
}

impl<C: Cell> Pool<C> {
    /// A pool of rows of `length` cells.
    pub(super) fn new(length: usize) -> Pool<C> {
        Pool { length, cells: Vec::new(), count: 0, places: vec![0; 64] }
    }

    /// The row with this number.
    #[inline]
    pub(super) fn row(&self, number: u32) -> &[C] {
        let start = number as usize * self.length;
        &self.cells[start..start + self.length]
    }

    /// How many bytes the pool takes, and could take after one more row.
    pub(super) fn bytes(&self) -> u64 {
        let cells = self.cells.capacity() * C::BYTES;
        let after = if self.cells.len() + self.length > self.cells.capacity() { 2 * cells } else { cells };
        let places = self.places.len() * size_of::<u32>();
        let widened = if self.is_crowded() { 2 * places } else { places };
        u64::try_from(after + widened).unwrap_or(u64::MAX)
    }

    /// The number of `row`, which is put into the pool if it is new; nothing if
    /// the numbers are used up.
    ///
    /// # Panics
    ///
    /// Panics if the row has not the length of the pool's rows.
    pub(super) fn intern(&mut self, row: &[C]) -> Option<u32> {
        assert_eq!(row.len(), self.length, "the rows of a pool have one length");
        let mask = self.places.len() - 1;
        let mut place = hash(row) & mask;
        while self.places[place] != 0 {
            let number = self.places[place] - 1;
            if self.row(number) == row {
                return Some(number);
            }
            place = (place + 1) & mask;
        }
        let number = self.count;
        self.count = number.checked_add(1)?;
        self.places[place] = self.count;
        self.cells.extend_from_slice(row);
        if self.is_crowded() {
            self.widen();
        }
        Some(number)
    }

    fn is_crowded(&self) -> bool {
        self.count as usize * 2 >= self.places.len()
    }

    fn widen(&mut self) {
        let mask = self.places.len() * 2 - 1;
        let mut places = vec![0; mask + 1];
        for number in 0..self.count {
            let mut place = hash(self.row(number)) & mask;
            while places[place] != 0 {
                place = (place + 1) & mask;
            }
            places[place] = number + 1;
        }
        self.places = places;
    }
}

fn hash<C: Hash>(row: &[C]) -> usize {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    // There are never more than 2^33 places, and seldom as many as 2^32.
    usize::try_from(hasher.finish() & u64::from(u32::MAX)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_have_one_number() {
        let mut pool: Pool<u16> = Pool::new(3);
        let row = |seed: u16| [seed % 7, seed % 11, seed % 13];
        for seed in 0..3_000 {
            assert_eq!(pool.intern(&row(seed)), Some(u32::from(seed % 1001)), "after {seed} rows");
        }
        assert!((0..1001).all(|seed: u16| pool.row(seed.into()) == row(seed)));
        assert!(pool.bytes() >= 1001 * 6);
    }
}
