//! The period of a table in which a window is seen twice.

use super::super::codes::Codes;
use super::super::table::{SparseTable, sparse_from};
use super::super::windows::Repeated;
use super::{Bounded, STRETCH, kept};
use crate::engine::periodic::Periodic;
use crate::proof::{PeriodProof, RepeatedWindow};
use crate::ruleset::{Halt, SplitMoves};
use crate::theory::{Control, Period, Stopped};

impl Bounded {
    /// The proof of the period that the repeated window shows, with the least preperiod. Without one, the
    /// window is not held to be repeated any more.
    ///
    /// # Errors
    ///
    /// [`Halt::Stopped`] if a limit is reached; later it is tried again.
    pub(in super::super) fn prove(
        &mut self,
        moves: &SplitMoves,
        control: &Control,
    ) -> Result<Option<PeriodProof>, Halt> {
        let Some(repeated) = self.repeated else { return Ok(None) };
        let proof = self.prove_period(repeated, moves, control)?;
        if proof.is_none() {
            self.repeated = None;
        }
        Ok(proof)
    }

    fn prove_period(
        &self,
        Repeated { first, second }: Repeated,
        moves: &SplitMoves,
        control: &Control,
    ) -> Result<Option<PeriodProof>, Halt> {
        let period = second - first;
        let kept = self.windows.kept();
        let before = kept.partition_point(|(end, _)| *end < first);
        let mut preperiod = None;
        for (end, window) in kept[..before].iter().rev() {
            let Some(last) = self.last_difference(*end, window, first, period, control)? else {
                return Ok(None);
            };
            preperiod = last.map(|heap| heap + 1);
            if preperiod.is_some() {
                break;
            }
        }
        let preperiod = match preperiod {
            Some(preperiod) => preperiod,
            // The period begins before the first window, where the table was whole.
            None => self.least_preperiod(moves, period, control)?,
        };
        let window = |end: usize| kept.iter().find(|(other, _)| *other == end).map(|(_, window)| &window[..]);
        let again = self.table.kept();
        let again = (second <= again.next() && second - self.windows.length() >= again.first())
            .then(|| again.range(second - self.windows.length()..second));
        let (Some(earlier), Some(later)) = (window(first), again) else { return Ok(None) };
        let proof = RepeatedWindow {
            windows: [earlier, later],
            ends: [first, second],
            last_odd: self.table.odd().last().map_or(0, |odd| odd.heap),
            far: self.table.far(),
            last_place: moves.last_place(),
            by_parity: self.table.space().is_by_parity(),
        };
        Ok(proof.prove(preperiod))
    }

    /// The table as it was at the end of a window.
    fn at(&self, end: usize, window: &[u8]) -> Box<dyn SparseTable> {
        let codes = Codes::of_parts(self.table.kept().front().to_vec(), end - window.len(), window.to_vec());
        let table = &self.table;
        let again =
            sparse_from(table.moves(), table.space().clone(), codes, table.odd(), table.codes(), table.far());
        again.expect("masks of these codes are in use")
    }

    /// Computes codes up to heap `to` again; false if that is not possible, which means that what was
    /// kept is not what was computed.
    fn run(&self, table: &mut dyn SparseTable, to: usize, control: &Control) -> Result<bool, Stopped> {
        while table.kept().next() < to {
            let next = table.kept().next();
            table.give_up(self.front, kept(self.windows.length()));
            if table.advance(to.min(next + STRETCH), control)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The last heap n from the window that ends at `start` up to `to` such that the heaps n and n + `period` have
    /// different codes, or none, if there is none; `None` if the codes cannot be computed again.
    fn last_difference(
        &self,
        start: usize,
        window: &[u8],
        to: usize,
        period: usize,
        control: &Control,
    ) -> Result<Option<Option<usize>>, Stopped> {
        let mut earlier = self.at(start, window);
        let kept = self.windows.kept();
        let (end, later) = &kept[kept.partition_point(|(end, _)| *end <= start + period) - 1];
        let mut later = self.at(*end, later);
        if !self.run(later.as_mut(), start + period, control)? {
            return Ok(None);
        }
        let mut from = start - window.len();
        let mut last = None;
        let mut next = start;
        loop {
            let one = earlier.kept().range(from..next);
            let other = later.kept().range(from + period..next + period);
            let differs = one.iter().zip(other).rposition(|(one, other)| one != other);
            last = differs.map(|place| from + place).or(last);
            if next >= to {
                return Ok(Some(last));
            }
            (from, next) = (next, to.min(next + STRETCH));
            let both = self.run(earlier.as_mut(), next, control)?
                && self.run(later.as_mut(), next + period, control)?;
            if !both {
                return Ok(None);
            }
        }
    }

    /// The least preperiod of a period that holds from the first window on.
    fn least_preperiod(&self, moves: &SplitMoves, period: usize, control: &Control) -> Result<usize, Halt> {
        let (end, window) = &self.windows.kept()[0];
        let start = end - window.len();
        let length = start.saturating_add(period);
        let mut whole = Periodic::splits(moves.clone()).without_law();
        whole.advance(length, control)?;
        Ok(Period::plain(start, period).with_least_preperiod(whole.values()).preperiod)
    }
}
