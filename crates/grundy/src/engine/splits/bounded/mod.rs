//! Tables of which only the first and the last codes are kept.
//!
//! Once no rare heap has come for long, the codes of a stretch of heaps decide all later ones,
//! as long as the tails go on to be found with small parts: so that stretch, the first codes and the
//! rare heaps are enough to go on, and a stretch that is seen twice proves a period
//! (docs/theory.md, section 6.3). A heap whose tail is not found in what is kept ends the table:
//! it may be rare, or not.

mod law;
mod state;

use grundy_kernels::WINDOW;
use serde::{Deserialize, Serialize};

use super::sparse::Ended;
use super::table::SparseTable;
use super::windows::{Repeated, Windows};
use crate::engine::memory::{count, report};
use crate::engine::resumable::Statistics;
use crate::ruleset::SplitMoves;
use crate::theory::{Control, Nimber, Stopped, Values};

/// The codes that decide may be one in so many of the table.
const DECISIVE: usize = 16;

/// So many values are computed at a time.
const STRETCH: usize = 1 << 14;

/// What is known of a table whose middle is given up.
#[derive(Debug)]
pub(super) struct Bounded {
    table: Box<dyn SparseTable>,
    windows: Windows,
    largest: Largest,
    repeated: Option<Repeated>,
    /// Whether repeated windows are looked for.
    with_law: bool,
    /// How many codes of the first heaps are kept.
    front: usize,
}

/// The largest common value, and the first heap that has it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Largest {
    value: u16,
    heap: usize,
    /// The largest code that is known not to be more, for even heaps and for odd ones.
    codes: [u8; 2],
}

/// How many of the last codes decide the next heap, where the other parts of its splits are so far
/// before it.
fn decisive(far: usize, moves: &SplitMoves) -> usize {
    far.saturating_add(2 * moves.last_place()).saturating_add(4 * WINDOW)
}

/// How many codes are kept at the least, where so many decide.
fn kept(decisive: usize) -> usize {
    2 * decisive + STRETCH
}

impl Bounded {
    /// The table, if so few codes decide what comes that the others may be given up;
    /// `largest` is its largest value so far, and the first heap that has it.
    pub(super) fn of(
        table: Box<dyn SparseTable>,
        largest: (u16, usize),
        with_law: bool,
        front: usize,
    ) -> Option<Bounded> {
        let next = table.kept().next();
        let decisive = decisive(table.far(), table.moves());
        // The first codes, and then some.
        let few = decisive.checked_mul(DECISIVE).is_some_and(|least| least <= next);
        let start = next.checked_sub(2 * decisive).filter(|_| few && next > front)?;
        let windows = Windows::new(2 * decisive, next, table.kept().range(start..next));
        let codes = table.space().codes_not_above(largest.0);
        let largest = Largest { value: largest.0, heap: largest.1, codes };
        Some(Bounded { table, windows, largest, repeated: None, with_law, front })
    }

    /// How many heaps have values.
    pub(super) fn next(&self) -> usize {
        self.table.kept().next()
    }

    /// The first heap after those that were given up; 0 if none were.
    #[cfg(test)]
    pub(super) fn first(&self) -> usize {
        self.table.kept().first()
    }

    /// A window that was seen twice, if there is one.
    pub(super) fn repeated(&self) -> Option<Repeated> {
        self.repeated
    }

    /// Computes values until `length` are known in all or some more, or a window repeats.
    pub(super) fn advance(&mut self, length: usize, control: &Control) -> Result<Option<Ended>, Stopped> {
        while self.next() < length && self.repeated.is_none() {
            let next = self.next();
            let ended = self.table.advance(length.min(next + STRETCH), control);
            self.look_at(next);
            self.table.give_up(self.front, kept(self.windows.length()));
            report(self.next(), length, control);
            if let Some(ended) = ended? {
                return Ok(Some(ended));
            }
        }
        Ok(None)
    }

    /// Looks at the codes from heap `from` on.
    fn look_at(&mut self, from: usize) {
        let codes = self.table.kept();
        let next = codes.next();
        let new = codes.range(from..next);
        let (even, odd) = (&new[from % 2..], &new[1 - from % 2..]);
        for (parity, codes) in [even, odd].into_iter().enumerate() {
            let most = codes.iter().step_by(2).copied().max().unwrap_or(0);
            if most > self.largest.codes[parity] {
                let place = codes.iter().step_by(2).position(|&code| code == most).unwrap_or(0);
                self.largest.codes[parity] = most;
                let heap = from + usize::from(from % 2 != parity) + 2 * place;
                let value = self.table.space().value(heap, most, false);
                let rank = |largest: Largest| (largest.value, std::cmp::Reverse(largest.heap));
                let new = Largest { value, heap, codes: self.largest.codes };
                if rank(new) > rank(self.largest) {
                    self.largest = new;
                }
            }
        }
        if !self.with_law {
            return;
        }
        let decisive = decisive(self.table.far(), self.table.moves());
        if decisive > self.windows.length() {
            // Longer windows from here on.
            let length = (2 * decisive).min(next - codes.first());
            self.windows = Windows::new(length, next, codes.range(next - length..next));
            return;
        }
        let back = self.windows.picked().searched - self.windows.length();
        self.repeated = self.windows.look(back, codes.range(back..next), self.table.space().is_by_parity());
    }

    /// The values of the heaps `from` to `to`, both included, if their codes are kept.
    pub(super) fn stretch(&self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Stopped> {
        let codes = self.table.kept();
        let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to)) else { return Ok(None) };
        if from < codes.first() || to >= codes.next() || from > to {
            return Ok(None);
        }
        let mut values = Values::default();
        control.reserve(count(to - from).saturating_mul(2))?;
        self.table.append(&mut values, from, to + 1, control)?;
        Ok(Some(values))
    }

    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            largest: Some((Nimber::new(self.largest.value.into()), count(self.largest.heap))),
            rares: Some(self.table.rares()),
        }
    }
}
