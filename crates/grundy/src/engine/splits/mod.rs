//! The table of a game whose moves leave one heap or two.
//!
//! It begins with all splits (`dense`). At each doubling, and more often at first, a sparse space is looked for;
//! where there is one that costs less, most splits need not be looked at (`sparse`).

mod bounded;
mod codes;
mod dense;
mod helpers;
mod marks;
mod open_ended;
mod pairs;
mod space;
mod sparse;
mod table;
mod windows;

use dense::Dense;
pub(super) use marks::Marks;
pub use open_ended::OpenEnded;
pub(super) use pairs::Streams;
use sparse::{Ended, first_length};
use table::{SparseTable, sparse_after};

use super::memory::{count, report};
use super::periodic::{BYTES_TO_PROPOSE, NativeTable};
use super::resumable::Rares;
use crate::proof::{self, PeriodProof};
use crate::ruleset::{Halt, SplitMoves};
use crate::theory::{Control, Period, Stopped, Values, propose_period, propose_plain_period};

/// About how many splits are looked at between two looks at the control.
const BATCH: usize = 1 << 20;

/// So many values of a sparse table are computed at a time.
const STRETCH: usize = 1 << 17;

/// Tables of this length are searched for a period in little memory.
const LONG: usize = 1 << 12;

/// The first length at which a sparse space is looked for.
const FIRST_SPARSE: usize = 1 << 11;

/// In tables shorter than this it is looked for more often than at each doubling.
const SHORT: usize = 1 << 15;

/// What a table keeps beside its values.
#[derive(Debug)]
pub(super) struct SplitTable {
    moves: SplitMoves,
    dense: Option<Dense>,
    sparse: Option<Box<dyn SparseTable>>,
    /// The length at which a sparse space is looked for next.
    next_sparse: usize,
}

impl SplitTable {
    pub(super) fn new(moves: SplitMoves) -> SplitTable {
        let next_sparse = first_length(&moves).max(FIRST_SPARSE);
        SplitTable { moves, dense: None, sparse: None, next_sparse }
    }

    /// Looks for a sparse space of masks that hold all values so far, and more than
    /// `codes` codes.
    fn look_for_sparse(&mut self, values: &Values, codes: usize) {
        let length = values.len();
        self.next_sparse = if length < SHORT { length + length / 4 } else { 2 * length };
        self.sparse = sparse_after(&self.moves, values, codes);
        if self.sparse.is_some() {
            self.dense = None;
        }
    }

    /// Computes values up to `length`, or as far as the sparse space goes.
    fn advance_sparse(
        &mut self,
        sparse: &mut dyn SparseTable,
        values: &mut Values,
        length: usize,
        control: &Control,
    ) -> Result<Option<Ended>, Stopped> {
        sparse.reserve(length, values, control)?;
        loop {
            let ended = sparse.advance(length.min(values.len() + STRETCH), control);
            sparse.append(values, values.len(), length, control)?;
            report(values.len(), length, control);
            let ended = ended?;
            if ended.is_some() || values.len() >= length {
                return Ok(ended);
            }
        }
    }

    /// Computes values by all splits up to `length`, or to the next look for a sparse space.
    fn advance_dense(&mut self, values: &mut Values, length: usize, control: &Control) -> Result<(), Halt> {
        let dense = self.dense.get_or_insert_with(|| Dense::new(self.moves.clone()));
        let end = length.min(self.next_sparse.max(values.len() + 1));
        let mut steps = BATCH;
        while values.len() < end {
            if steps >= BATCH {
                steps = 0;
                control.check()?;
                let bytes = dense.bytes(end).saturating_add(end.saturating_mul(values.width()));
                control.reserve(count(bytes))?;
                report(values.len(), length, control);
            }
            let found = dense.next(values, end - values.len(), control.threads());
            let limit = Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
            for value in found.map_err(|_| limit)? {
                steps = steps.saturating_add(values.len() / 8).saturating_add(16);
                values.push_within(value, control)?;
            }
        }
        Ok(())
    }
}

/// The values, if they are searched for a period in little memory.
fn long_bytes(values: &Values) -> Option<&[u8]> {
    values.as_bytes().filter(|bytes| bytes.len() >= LONG)
}

impl NativeTable for SplitTable {
    fn advance(&mut self, values: &mut Values, length: usize, control: &Control) -> Result<(), Halt> {
        values.reserve_within(length, control)?;
        while values.len() < length {
            if values.len() >= self.next_sparse && self.sparse.is_none() {
                self.look_for_sparse(values, 0);
            }
            let Some(mut sparse) = self.sparse.take() else {
                self.advance_dense(values, length, control)?;
                continue;
            };
            let ended = self.advance_sparse(sparse.as_mut(), values, length, control);
            match ended {
                Ok(None) => self.sparse = Some(sparse),
                // Perhaps a value that is too large for these masks comes next.
                Ok(Some(Ended::TooLarge)) => self.look_for_sparse(values, sparse.codes()),
                Ok(Some(Ended::NotSparse | Ended::OutOfReach)) => self.next_sparse = 2 * values.len(),
                Err(stopped) => {
                    self.sparse = Some(sparse);
                    return Err(stopped.into());
                }
            }
        }
        report(length, length, control);
        Ok(())
    }

    fn evidence(&self, length: usize) -> usize {
        // The theorem's range covers at least this much of the table.
        (self.moves.last_place() + 1).max(length / 2)
    }

    fn propose(&self, values: &Values) -> Option<Period> {
        match long_bytes(values) {
            // Less repetition is enough to know how many values a proof takes.
            Some(bytes) => propose_plain_period(bytes, (bytes.len() / 8).max(self.moves.last_place() + 1)),
            None => propose_period(values, self.evidence(values.len())),
        }
    }

    fn bytes_to_propose(&self, values: &Values) -> u64 {
        if long_bytes(values).is_some() { 0 } else { BYTES_TO_PROPOSE }
    }

    fn needed(&self, period: Period) -> Option<usize> {
        proof::split_values_needed(&self.moves, period)
    }

    fn rares(&self) -> Option<Rares> {
        self.sparse.as_ref().map(|sparse| sparse.rares())
    }

    fn split_moves(&self) -> Option<&SplitMoves> {
        Some(&self.moves)
    }

    fn search_limit(&self) -> usize {
        // A few seconds: without a sparse space the work grows with the square.
        match &self.sparse {
            Some(sparse) => ((1 << 36) / (64 + sparse.partners())).min(1 << 29),
            None => 1 << 17,
        }
    }

    fn last_search(&self) -> usize {
        usize::MAX
    }

    fn prove(&self, values: &Values, period: Period) -> Option<PeriodProof> {
        proof::split_period(&self.moves, values, period)
    }
}
