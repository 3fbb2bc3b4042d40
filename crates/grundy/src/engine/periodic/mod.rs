//! Heap games of a known form: a native table, a period looked for on the way,
//! proved where a theorem allows, and then any heap at once.
//!
//! The table grows in doublings. At each of them the least period with which the
//! table ends is proposed and handed to the theorems of `proof`; a period that
//! they do not prove is not used, however long it has been seen. From a proved
//! period on nothing is computed any more: tables are filled by copying, and a
//! heap of any size is answered from its residue.

mod resume;

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::memory::{count, report};
use super::resumable::{Rares, RestoreError, SavedParts, Snapshot};
use super::saved_values::Largest;
use super::splits::{OpenEnded, SplitTable};
use super::subtraction::SubtractionTable;
use super::take_and_break::TakeAndBreakTable;
use crate::proof::PeriodProof;
use crate::ruleset::{Halt, SplitMoves, SubtractionSet, TakeAndBreakCode};
use crate::theory::{BigNimber, Control, Nimber, Period, Stopped, Values, propose_period};

/// A form of heap ruleset that computes its own table and knows its theorem.
pub(super) trait NativeTable: std::fmt::Debug + Send + Sync {
    /// Appends values until there are `length`; `values` hold what earlier calls
    /// appended, and nothing else.
    fn advance(&mut self, values: &mut Values, length: usize, control: &Control) -> Result<(), Halt>;

    /// How much repetition a table of this length must show for a proposed
    /// period to be worth an attempt at a proof.
    fn evidence(&self, length: usize) -> usize;

    /// A period with which the values end, by that evidence.
    fn propose(&self, values: &Values) -> Option<Period> {
        propose_period(values, self.evidence(values.len()))
    }

    /// How many bytes proposing takes for each of these values.
    fn bytes_to_propose(&self, _values: &Values) -> u64 {
        BYTES_TO_PROPOSE
    }

    /// How many values a proof of the period takes, if that is known before it is tried.
    fn needed(&self, _period: Period) -> Option<usize> {
        None
    }

    /// The longest table to be computed only to look for a law, the heap asked
    /// for being out of a table's reach.
    fn search_limit(&self) -> usize;

    /// Beyond this length no period is looked for.
    fn last_search(&self) -> usize {
        LAST_SEARCH
    }

    /// A proof of the period, from the table.
    fn prove(&self, values: &Values, period: Period) -> Option<PeriodProof>;

    /// Saves what the table keeps beside its values, if it takes long to make it again.
    fn snapshot(&self, _snapshot: &mut dyn Snapshot) {}

    /// Makes a table that has computed nothing yet go on from `values`. Nothing is to be
    /// done where `advance` finds in the values whatever it needs.
    fn restore(
        &mut self,
        _values: &Values,
        _parts: &dyn SavedParts,
        _control: &Control,
    ) -> Result<(), RestoreError> {
        Ok(())
    }

    /// The rare heaps, if there is a sparse space.
    fn rares(&self) -> Option<Rares> {
        None
    }

    /// The moves, if they leave at most two heaps.
    fn split_moves(&self) -> Option<&SplitMoves> {
        None
    }
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodicMethod {
    /// By a proved period.
    Law,
    /// From the table of values.
    Table,
}

/// How many bytes the search for all periods keeps for each value.
pub(super) const BYTES_TO_PROPOSE: u64 = 24;

/// The length at which a period is looked for first.
const FIRST_SEARCH: usize = 1 << 8;

/// Beyond this length no period is looked for where the search keeps 24 bytes for
/// each value.
pub(super) const LAST_SEARCH: usize = 1 << 25;

/// A table larger than this is out of reach, whatever the limits say.
const MOST_BYTES: u64 = 1 << 44;

/// How many values are copied between two looks at the control.
const BATCH: usize = 1 << 24;

/// The values of a heap game of a known form.
///
/// # Examples
///
/// ```
/// use grundy::engine::{Periodic, PeriodicMethod};
/// use grundy::ruleset::SubtractionSet;
/// use grundy::theory::Control;
///
/// let set = SubtractionSet::finite([1, 3, 4]).unwrap();
/// let mut game = Periodic::subtraction(set);
/// let huge = "10000000000000000000000000000000000000003".parse().unwrap();
/// let (value, method) = game.value(&huge, &Control::default()).unwrap();
/// assert_eq!((value.to_string().as_str(), method), ("0", PeriodicMethod::Law));
/// assert_eq!(game.law().unwrap().period().period, 7);
/// ```
#[derive(Debug)]
pub struct Periodic {
    native: Box<dyn NativeTable>,
    /// Shared with the tables that were asked for.
    values: Arc<Values>,
    /// How many of the values were computed rather than copied.
    computed: usize,
    law: Option<PeriodProof>,
    /// The length at which a period is looked for next; `None` if no more.
    next_search: Option<usize>,
    largest: Largest,
}

impl Periodic {
    /// The subtraction game on `set`.
    #[must_use]
    pub fn subtraction(set: SubtractionSet) -> Periodic {
        Periodic::of(Box::new(SubtractionTable::new(set)))
    }

    /// The game with this take-and-break code.
    #[must_use]
    pub fn take_and_break(code: TakeAndBreakCode) -> Periodic {
        match (code.to_subtraction_set(), SplitMoves::of_code(&code)) {
            (Some(set), _) => Periodic::subtraction(set),
            (None, Some(moves)) => Periodic::splits(moves),
            (None, None) => Periodic::of(Box::new(TakeAndBreakTable::new(code))),
        }
    }

    /// The game with these moves.
    #[must_use]
    pub fn splits(moves: SplitMoves) -> Periodic {
        Periodic::of(Box::new(SplitTable::new(moves)))
    }

    fn of(native: Box<dyn NativeTable>) -> Periodic {
        let next_search = Some(FIRST_SEARCH);
        let largest = Largest::default();
        Periodic { native, values: Arc::default(), computed: 0, law: None, next_search, largest }
    }

    /// The same game with every value computed: no law is looked for or used.
    #[must_use]
    pub fn without_law(mut self) -> Periodic {
        self.next_search = None;
        self
    }

    /// The same game with a table that is not kept whole, if its moves leave at most two heaps.
    /// This one must not have been asked for anything.
    #[must_use]
    pub fn open_ended(&self) -> Option<OpenEnded> {
        Some(OpenEnded::new(self.native.split_moves()?.clone(), self.next_search.is_some()))
    }

    /// The proved period, if one has been found so far.
    #[must_use]
    pub fn law(&self) -> Option<&PeriodProof> {
        self.law.as_ref()
    }

    /// The values so far.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// How many values were computed; later ones are copies by the law.
    #[must_use]
    pub fn computed(&self) -> usize {
        self.computed
    }

    /// Looks for a law as far as that takes a second or so, and returns it if
    /// there is one.
    ///
    /// # Errors
    ///
    /// As [`Periodic::search_law`].
    pub fn search_law_briefly(&mut self, control: &Control) -> Result<Option<&PeriodProof>, Halt> {
        // How far that is may be known better as the table grows.
        while self.law.is_none()
            && let Some(next) = self.next_search
            && next <= (self.native.search_limit() / 4).max(FIRST_SEARCH)
        {
            self.grow(next, control)?;
        }
        Ok(self.law.as_ref())
    }

    /// Looks for a law in the first `length` values, as far as it has not been
    /// done yet, and returns the law if there is one.
    ///
    /// # Errors
    ///
    /// [`Halt::Stopped`] if a limit is reached; what was computed stays.
    pub fn search_law(&mut self, length: usize, control: &Control) -> Result<Option<&PeriodProof>, Halt> {
        while self.law.is_none()
            && let Some(next) = self.next_search.filter(|&next| next <= length)
        {
            self.grow(next, control)?;
        }
        Ok(self.law.as_ref())
    }

    /// Makes the values of the heaps 0 to `to`, both included, stand in the table.
    ///
    /// # Errors
    ///
    /// [`Halt::Stopped`] if a limit is reached; what was computed stays, and a
    /// later call goes on from there.
    pub fn advance(&mut self, to: usize, control: &Control) -> Result<(), Halt> {
        let length = to.saturating_add(1);
        // What cannot be kept is refused before anything is computed.
        control.reserve(count(length).saturating_mul(count(self.values.width())))?;
        while self.values.len() < length {
            match &self.law {
                Some(law) => {
                    return continue_period(
                        Values::unshared(&mut self.values, control)?,
                        law.period(),
                        length,
                        control,
                    );
                }
                None => self.grow(length, control)?,
            }
        }
        Ok(())
    }

    /// The value of the heap of `size`, and how it was found.
    ///
    /// # Errors
    ///
    /// [`Halt::Stopped`] if a limit is reached, in particular if no law has been
    /// proved and the table up to `size` does not fit in memory.
    pub fn value(&mut self, size: &BigUint, control: &Control) -> Result<(BigNimber, PeriodicMethod), Halt> {
        loop {
            let index = size.to_usize();
            if let Some(value) = index.and_then(|index| self.values.get(index)) {
                let copied = index.is_some_and(|index| index >= self.computed);
                let method = if copied { PeriodicMethod::Law } else { PeriodicMethod::Table };
                return Ok((value.into(), method));
            }
            if let Some(law) = &self.law
                && let Some(value) = law.period().value(&self.values, size)
            {
                return Ok((value, PeriodicMethod::Law));
            }
            // Without a law, the table must reach the heap; the next length at
            // which a law may be found comes first.
            let length = index.map_or(usize::MAX, |index| index.saturating_add(1));
            let bytes = count(length).saturating_mul(count(self.values.width()));
            let in_reach = control.reserve(bytes).is_ok() && bytes <= MOST_BYTES;
            match self.next_search {
                Some(next) if next < length && (in_reach || next <= self.native.search_limit()) => {
                    self.grow(next, control)?;
                }
                _ if in_reach => self.grow(length, control)?,
                _ => {
                    let limit = control.memory_limit().min(MOST_BYTES);
                    return Err(Stopped::MemoryLimit { needed: bytes, limit }.into());
                }
            }
        }
    }

    /// The values of the heaps `from` to `to`, both included, and how the last of
    /// them was found.
    ///
    /// With a law this costs the length of the stretch, wherever it begins.
    ///
    /// # Errors
    ///
    /// As [`Periodic::value`].
    pub fn table(
        &mut self,
        from: u64,
        to: u64,
        control: &Control,
    ) -> Result<(Arc<Values>, PeriodicMethod), Halt> {
        let length = to.saturating_sub(from).saturating_add(1);
        control.reserve(length)?;
        let end = usize::try_from(to.saturating_add(1)).unwrap_or(usize::MAX);
        self.search_law(end.min(LAST_SEARCH), control)?;
        let Some(period) = self.law.as_ref().map(PeriodProof::period) else {
            // Asking for the last value makes the table reach it, or finds a law.
            self.value(&BigUint::from(to), control)?;
            if self.law.is_some() {
                return self.table(from, to, control);
            }
            let first = usize::try_from(from).unwrap_or(usize::MAX);
            return Ok((Values::shared_stretch(&self.values, first, end, control)?, PeriodicMethod::Table));
        };
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let first = usize::try_from(from).unwrap_or(usize::MAX);
        // The part before the period, and one period of it, one by one.
        let single = period.preperiod.saturating_sub(first).saturating_add(period.period).min(length);
        let mut values = Values::default();
        values.reserve_within(length, control)?;
        let mut method = PeriodicMethod::Law;
        for heap in (from..).take(single) {
            let (value, found_by) = self.value(&BigUint::from(heap), control)?;
            method = found_by;
            // Values are at most the heap's size.
            values.push_within(value.to_nimber().unwrap_or_default(), control)?;
        }
        if length > single {
            method = PeriodicMethod::Law;
            continue_period(&mut values, period, length, control)?;
        }
        Ok((Arc::new(values), method))
    }

    /// The heaps smaller than `below` that have this value, ascending, if a law
    /// with a saltus has been proved: then no residue has a value twice.
    ///
    /// `None` without such a law, where there may be as many as heaps.
    #[must_use]
    pub fn heaps_of_value(&self, value: &BigNimber, below: &BigUint) -> Option<Vec<BigUint>> {
        let Period { preperiod, period, saltus } = self.law.as_ref().map(PeriodProof::period)?;
        if saltus == 0 {
            return None;
        }
        let mut heaps = Vec::new();
        for index in 0..preperiod + period {
            let first = self.values.get(index)?;
            let heap = BigUint::from(index);
            if BigNimber::from(first) == *value {
                heaps.push(heap);
            } else if index >= preperiod && *value.size() > BigUint::from(first.size()) {
                let rise = value.size() - first.size();
                if (&rise % saltus).is_zero() {
                    heaps.push(heap + rise / saltus * period);
                }
            }
        }
        heaps.retain(|heap| heap < below);
        heaps.sort_unstable();
        Some(heaps)
    }

    /// Computes values up to `length` or the next search for a law, whichever
    /// comes first.
    fn grow(&mut self, length: usize, control: &Control) -> Result<(), Halt> {
        let end = self.next_search.map_or(length, |next| next.min(length));
        let grown = self.native.advance(Values::unshared(&mut self.values, control)?, end, control);
        self.computed = self.values.len();
        grown?;
        if self.next_search == Some(end) {
            // The search needs room for differences and borders. Without that
            // room the table is as good as before.
            let affordable = control
                .reserve(count(end).saturating_mul(self.native.bytes_to_propose(&self.values)))
                .is_ok();
            self.next_search =
                end.checked_mul(2).filter(|&next| affordable && next <= self.native.last_search());
            if affordable {
                let proposed = self.native.propose(&self.values);
                self.law = proposed.and_then(|period| self.native.prove(&self.values, period));
                // A proof that only wants some more values is tried as soon as they are there.
                let needed = proposed.and_then(|period| self.native.needed(period));
                if let Some(needed) = needed.filter(|&needed| needed > end) {
                    self.next_search = self.next_search.map(|next| next.min(needed));
                }
            }
            if self.law.is_some() {
                self.next_search = None;
            }
        }
        Ok(())
    }
}

/// Appends values by the law of `period`, which holds for the last of them.
pub(super) fn continue_period(
    values: &mut Values,
    period: Period,
    length: usize,
    control: &Control,
) -> Result<(), Halt> {
    values.reserve_within(length, control)?;
    while values.len() < length {
        control.check()?;
        let end = length.min(values.len().saturating_add(BATCH));
        if period.is_plain() {
            values.repeat_period(period.period, end);
        } else {
            while values.len() < end {
                let before = values.get(values.len() - period.period).unwrap_or_default();
                // Values are smaller than the number of heaps, so nothing is cut off.
                values.push_within(Nimber::new(before.size().saturating_add(period.saltus)), control)?;
            }
        }
        report(end, length, control);
    }
    Ok(())
}
