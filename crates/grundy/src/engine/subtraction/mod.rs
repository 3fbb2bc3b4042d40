//! The table of a subtraction game, computed from its set of amounts.
//!
//! Amounts below the set's bound and members of sequences are looked up one by
//! one. The residue classes need no loop: for each class of heaps the values that
//! its amounts can reach are kept in a set that only grows, and its mex is where
//! the search for a free value starts. So nim, with n options, costs no more
//! than a game with one. Where there are many amounts and no classes, whole blocks of
//! heaps are computed at once (`blocks`).

mod blocks;

use blocks::{BLOCK, Blocks};

use super::memory::{count, report};
use super::periodic::NativeTable;
use super::resumable::{RestoreError, SavedParts};
use crate::proof::{self, PeriodProof};
use crate::ruleset::{Halt, SubtractionSet};
use crate::theory::{Control, Nimber, Period, Stopped, Values};

/// How many values are computed between two looks at the control.
const BATCH: usize = 1 << 14;

/// From so many amounts on, blocks of heaps are computed at once.
const MANY: usize = 8;

/// The growing state of one subtraction game's table.
#[derive(Debug)]
pub(super) struct SubtractionTable {
    set: SubtractionSet,
    /// The listed amounts and the members of sequences, ascending, up to `known`.
    amounts: Vec<usize>,
    /// How many of them are at most the heap's size.
    live: usize,
    known: u64,
    /// By residue of the heap: the values within reach of the classes' amounts.
    reachable: Vec<Growing>,
    /// By value: 1 + the last heap that can reach it.
    reached: Vec<usize>,
    /// Whether every value so far is below 64.
    narrow: bool,
    /// The state of the computation in blocks, if the last values came from it.
    blocks: Option<Blocks>,
}

/// A set of values that only grows.
#[derive(Clone, Debug, Default)]
struct Growing {
    words: Vec<u64>,
    mex: u64,
}

impl Growing {
    fn contains(&self, value: u64) -> bool {
        let word = usize::try_from(value / 64).ok().and_then(|index| self.words.get(index));
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    fn insert(&mut self, value: u64) {
        // Values are smaller than the number of heaps, so the word exists.
        let Ok(index) = usize::try_from(value / 64) else { return };
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        self.words[index] |= 1 << (value % 64);
        while self.contains(self.mex) {
            self.mex += 1;
        }
    }
}

impl SubtractionTable {
    pub(super) fn new(set: SubtractionSet) -> SubtractionTable {
        SubtractionTable {
            set,
            amounts: Vec::new(),
            live: 0,
            known: 0,
            reachable: Vec::new(),
            reached: Vec::new(),
            narrow: true,
            blocks: None,
        }
    }

    /// Lists the amounts that are looked up one by one, up to `limit` at least.
    fn list_amounts(&mut self, limit: u64, control: &Control) -> Result<(), Stopped> {
        if limit <= self.known && !self.amounts.is_empty() {
            return Ok(());
        }
        let dense = self.set.sequences().iter().any(|sequence| !sequence.is_sparse());
        control.reserve(if dense { limit } else { count(self.set.listed().len()).saturating_mul(8) })?;
        let mut amounts: Vec<u64> =
            self.set.listed().iter().copied().filter(|&amount| amount <= limit).collect();
        for sequence in self.set.sequences() {
            amounts.extend(sequence.members(limit));
        }
        amounts.sort_unstable();
        amounts.dedup();
        self.amounts = amounts.into_iter().filter_map(|amount| usize::try_from(amount).ok()).collect();
        self.known = limit;
        Ok(())
    }

    /// The value of the heap of `size`, all smaller ones being in `values`.
    fn value(&mut self, size: usize, values: &Values) -> Nimber {
        while self.amounts.get(self.live).is_some_and(|&amount| amount <= size) {
            self.live += 1;
        }
        let amounts = &self.amounts[..self.live];
        if self.narrow
            && self.reachable.is_empty()
            && let Some(bytes) = values.as_bytes()
        {
            let mask = amounts.iter().fold(0u64, |mask, &amount| mask | 1 << (bytes[size - amount] & 63));
            let mex = mask.trailing_ones();
            self.narrow = mex < 64;
            return Nimber::new(mex.into());
        }
        let tag = size + 1;
        for &amount in amounts {
            let value = values.get(size - amount).and_then(|value| usize::try_from(value.size()).ok());
            if let Some(value) = value {
                if value >= self.reached.len() {
                    self.reached.resize(value + 1, 0);
                }
                self.reached[value] = tag;
            }
        }
        let class = self.reachable.get(size % self.reachable.len().max(1));
        let mut mex = class.map_or(0, |class| class.mex);
        loop {
            let taken = class.is_some_and(|class| class.contains(mex))
                || usize::try_from(mex).ok().and_then(|mex| self.reached.get(mex)) == Some(&tag);
            if !taken {
                return Nimber::new(mex);
            }
            mex += 1;
        }
    }

    /// Lets the amounts of the classes reach the heap that is the set's bound
    /// below `size`.
    fn enter(&mut self, size: usize, values: &Values) {
        let entered = usize::try_from(self.set.bound()).ok().and_then(|bound| size.checked_sub(bound));
        let Some((entered, value)) = entered.and_then(|heap| Some((heap, values.get(heap)?))) else { return };
        let modulus = self.reachable.len();
        for &residue in self.set.residues() {
            // A residue is smaller than the modulus, which is a length.
            let residue = usize::try_from(residue).unwrap_or(0);
            self.reachable[(entered % modulus + residue) % modulus].insert(value.size());
        }
    }
}

impl SubtractionTable {
    /// Computes whole blocks as long as that is the quicker way, up to `length`.
    fn advance_blocks(
        &mut self,
        values: &mut Values,
        length: usize,
        control: &Control,
    ) -> Result<(), Stopped> {
        if !self.reachable.is_empty() || self.amounts.len() < MANY {
            return Ok(());
        }
        // The largest amount of all, also if it is not listed yet.
        let largest = self.set.listed().last().and_then(|&amount| usize::try_from(amount).ok());
        let back = largest.filter(|_| self.set.sequences().is_empty());
        if self.blocks.is_none() {
            self.blocks = values.as_bytes().and_then(|values| Blocks::after(values, back).ok());
        }
        let kept = back.map_or(length, |back| back.saturating_mul(2).saturating_add(1 << 17));
        while values.len() < length
            && let Some(blocks) = &mut self.blocks
        {
            control.check()?;
            control.reserve(count(length.saturating_add(kept.saturating_mul(blocks.width()))))?;
            let advanced = blocks.advance(values, length, &self.amounts, back, control.threads());
            // More than 64 values are none for the masks of `value`.
            self.narrow &= blocks.width() <= 8;
            if advanced.is_err() {
                self.blocks = None;
            }
            values.reserve_within(length, control)?;
            if values.len() % BATCH < BLOCK {
                report(values.len(), length, control);
            }
        }
        Ok(())
    }
}

impl SubtractionTable {
    /// Makes room for the classes, if there are any.
    fn make_classes(&mut self, control: &Control) -> Result<(), Stopped> {
        if self.reachable.is_empty() && !self.set.residues().is_empty() {
            control.reserve(self.set.modulus().saturating_mul(64))?;
            self.reachable = vec![Growing::default(); usize::try_from(self.set.modulus()).unwrap_or(1)];
        }
        Ok(())
    }
}

impl NativeTable for SubtractionTable {
    fn advance(&mut self, values: &mut Values, length: usize, control: &Control) -> Result<(), Halt> {
        values.reserve_within(length, control)?;
        self.make_classes(control)?;
        self.list_amounts(count(length), control)?;
        self.advance_blocks(values, length, control)?;
        if values.len() < length {
            self.blocks = None;
        }
        while values.len() < length {
            control.check()?;
            let end = length.min(values.len() + BATCH);
            for size in values.len()..end {
                if !self.reachable.is_empty() {
                    self.enter(size, values);
                }
                let value = self.value(size, values);
                values.push_within(value, control)?;
            }
            report(end, length, control);
        }
        Ok(())
    }

    fn restore(
        &mut self,
        values: &Values,
        _parts: &dyn SavedParts,
        control: &Control,
    ) -> Result<(), RestoreError> {
        self.narrow = values.iter().all(|value| value.size() < 64);
        self.make_classes(control)?;
        if !self.reachable.is_empty() {
            for size in 0..values.len() {
                if size % BATCH == 0 {
                    control.check()?;
                }
                self.enter(size, values);
            }
        }
        Ok(())
    }

    fn evidence(&self, length: usize) -> usize {
        let window =
            usize::try_from(self.set.bound().saturating_add(self.set.modulus())).unwrap_or(usize::MAX);
        if self.set.sequences().is_empty() && self.set.residues().is_empty() {
            // A window that repeats is a proof.
            window
        } else {
            window.max(length / 2)
        }
    }

    fn search_limit(&self) -> usize {
        // A second or so: with sequences the work for each heap grows.
        if self.set.sequences().is_empty() { 1 << 22 } else { 1 << 17 }
    }

    fn last_search(&self) -> usize {
        // With sequences only g(n) = n mod p and the like can be proved, and such
        // laws show early.
        if self.set.sequences().is_empty() { super::periodic::LAST_SEARCH } else { self.search_limit() }
    }

    fn prove(&self, values: &Values, period: Period) -> Option<PeriodProof> {
        proof::subtraction_period(&self.set, values, period)
    }
}

#[cfg(test)]
mod tests;
