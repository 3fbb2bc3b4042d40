//! Games whose moves leave one heap or two, as far as anybody likes.
//!
//! The table begins as a whole one, with the laws that whole tables prove. Once its first and last
//! codes decide what comes (`bounded`), the others are given up; from then on a window
//! that is seen twice proves a period. The least preperiod is found by computing two
//! stretches once more, a period apart, from windows that were kept.

use super::bounded::Bounded;
use super::sparse::sparse_after;
use crate::engine::memory::count;
use crate::engine::periodic::Periodic;
use crate::engine::resumable::{RestoreError, Resumable, SavedParts, Snapshot, Statistics};
use crate::proof::PeriodProof;
use crate::ruleset::{Halt, SplitMoves};
use crate::theory::{Control, Stopped, Values};

/// The least length of a table whose middle is given up.
const LEAST: usize = 1 << 22;

/// The values of a game whose moves leave at most two heaps, of which only the first
/// and the last are kept once they decide the others.
#[derive(Debug)]
pub struct OpenEnded {
    moves: SplitMoves,
    /// Whether laws are looked for.
    with_law: bool,
    /// The whole table, as long as there is one.
    whole: Periodic,
    bounded: Option<Bounded>,
    /// The length at which it is looked next whether values can be given up.
    next_look: usize,
    law: Option<PeriodProof>,
}

impl OpenEnded {
    /// The game with these moves; whether laws are looked for.
    #[must_use]
    pub fn new(moves: SplitMoves, with_law: bool) -> OpenEnded {
        let whole = OpenEnded::whole(&moves, with_law);
        OpenEnded { moves, with_law, whole, bounded: None, next_look: LEAST, law: None }
    }

    fn whole(moves: &SplitMoves, with_law: bool) -> Periodic {
        let whole = Periodic::splits(moves.clone());
        if with_law { whole } else { whole.without_law() }
    }

    /// Gives up the middle of the table, if what is left decides all later values.
    fn look_for_bounds(&mut self) {
        let Some(largest) = Resumable::statistics(&mut self.whole).largest else { return };
        let (Ok(value), Ok(heap)) = (u16::try_from(largest.0.size()), usize::try_from(largest.1)) else {
            return;
        };
        let Some(table) = sparse_after(&self.moves, self.whole.values(), 0) else { return };
        if let Some(bounded) = Bounded::of(table, (value, heap), self.with_law) {
            self.bounded = Some(bounded);
            self.whole = OpenEnded::whole(&self.moves, self.with_law);
        }
    }

    fn advance_bounded(
        bounded: &mut Bounded,
        moves: &SplitMoves,
        length: usize,
        control: &Control,
    ) -> Result<Option<PeriodProof>, Halt> {
        let ended = bounded.advance(length, control)?;
        if bounded.repeated().is_some() {
            return bounded.prove(moves, control);
        }
        if ended.is_some() {
            // The splits that would tell are those into heaps that were given up.
            let (needed, limit) = (count(bounded.next()).saturating_mul(2), control.memory_limit());
            return Err(Stopped::MemoryLimit { needed, limit }.into());
        }
        Ok(None)
    }
}

impl Resumable for OpenEnded {
    /// That of whole tables; a run that keeps all values can go on from one of these as long as it is
    /// whole, and the other way round.
    fn format(&self) -> &'static str {
        self.whole.format()
    }

    fn known(&self) -> u64 {
        match &self.bounded {
            Some(bounded) => count(bounded.next()),
            None => self.whole.known(),
        }
    }

    fn advance(&mut self, length: u64, control: &Control) -> Result<(), Halt> {
        let too_long = Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
        let end = usize::try_from(length).map_err(|_| too_long)?;
        while self.known() < length && self.law().is_none() {
            match &mut self.bounded {
                Some(bounded) => {
                    self.law = OpenEnded::advance_bounded(bounded, &self.moves, end, control)?;
                }
                None => {
                    Resumable::advance(&mut self.whole, count(end.min(self.next_look)), control)?;
                    if self.whole.known() >= count(self.next_look) && self.law().is_none() {
                        self.next_look = self.next_look.saturating_mul(2);
                        self.look_for_bounds();
                    }
                }
            }
        }
        Ok(())
    }

    fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        match &self.bounded {
            Some(bounded) => bounded.snapshot(snapshot),
            None => self.whole.snapshot(snapshot),
        }
    }

    fn restore(&mut self, known: u64, parts: &dyn SavedParts, control: &Control) -> Result<(), RestoreError> {
        self.bounded = Bounded::restore(&self.moves, known, self.with_law, parts, control)?;
        if self.bounded.is_none() {
            self.whole.restore(known, parts, control)?;
            while count(self.next_look) <= known {
                self.next_look = self.next_look.saturating_mul(2);
            }
        }
        Ok(())
    }

    fn statistics(&mut self) -> Statistics {
        match &self.bounded {
            Some(bounded) => bounded.statistics(),
            None => Resumable::statistics(&mut self.whole),
        }
    }

    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Halt> {
        match &self.bounded {
            Some(bounded) => Ok(bounded.stretch(from, to, control)?),
            None => self.whole.stretch(from, to, control),
        }
    }

    fn law(&self) -> Option<&PeriodProof> {
        self.law.as_ref().or_else(|| Resumable::law(&self.whole))
    }
}
