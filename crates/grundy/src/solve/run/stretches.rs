//! Runs of engines that answer for any stretch of positions: what is kept between them is
//! the values and nothing else.

use std::fmt;

use crate::engine::{
    Largest, RestoreError, Resumable, SavedParts, Snapshot, Statistics, VALUES_FORMAT, restore_values,
    save_values,
};
use crate::proof::PeriodProof;
use crate::ruleset::Halt;
use crate::theory::{Control, Stopped, Values};

/// The values so far, and a way to compute those of any stretch, both ends included.
///
/// An engine that needs the values before makes them again after a restart.
pub(in crate::solve) struct Stretches<F> {
    compute: F,
    values: Values,
    largest: Largest,
    /// Whether a stretch is computed as quickly wherever it lies.
    anywhere: bool,
}

impl<F> Stretches<F>
where
    F: FnMut(u64, u64, &Control) -> Result<Values, Halt>,
{
    pub(in crate::solve) fn new(compute: F) -> Stretches<F> {
        Stretches { compute, values: Values::default(), largest: Largest::default(), anywhere: false }
    }

    /// For an engine that needs no values before those that are asked for.
    pub(in crate::solve) fn anywhere(compute: F) -> Stretches<F> {
        Stretches { anywhere: true, ..Stretches::new(compute) }
    }
}

impl<F> fmt::Debug for Stretches<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stretches").field("values", &self.values).finish_non_exhaustive()
    }
}

impl<F> Resumable for Stretches<F>
where
    F: FnMut(u64, u64, &Control) -> Result<Values, Halt>,
{
    fn format(&self) -> &'static str {
        VALUES_FORMAT
    }

    fn known(&self) -> u64 {
        count(&self.values)
    }

    fn advance(&mut self, length: u64, control: &Control) -> Result<(), Halt> {
        let known = self.known();
        if length <= known {
            return Ok(());
        }
        let too_long = Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
        self.values.reserve_within(usize::try_from(length).map_err(|_| too_long)?, control)?;
        for value in (self.compute)(known, length - 1, control)?.iter() {
            self.values.push_within(value, control)?;
        }
        Ok(())
    }

    fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        save_values(&self.values, self.values.len(), snapshot);
    }

    fn restore(&mut self, known: u64, parts: &dyn SavedParts, control: &Control) -> Result<(), RestoreError> {
        self.values = restore_values(known, |_, _| true, parts, control)?;
        Ok(())
    }

    fn statistics(&mut self) -> Statistics {
        statistics(&mut self.largest, &self.values)
    }

    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Halt> {
        match stretch(&self.values, from, to, control)? {
            None if self.anywhere => (self.compute)(from, to, control).map(Some),
            known => Ok(known),
        }
    }

    fn law(&self) -> Option<&PeriodProof> {
        None
    }
}

/// How many values there are.
pub(in crate::solve) fn count(values: &Values) -> u64 {
    u64::try_from(values.len()).unwrap_or(u64::MAX)
}

/// What is to be told of a table.
pub(in crate::solve) fn statistics(largest: &mut Largest, values: &Values) -> Statistics {
    Statistics { largest: largest.of(values, values.len()), ..Statistics::default() }
}

/// The values from `from` to `to`, if the table goes so far.
pub(in crate::solve) fn stretch(
    values: &Values,
    from: u64,
    to: u64,
    control: &Control,
) -> Result<Option<Values>, Stopped> {
    let (Ok(from), Some(end)) =
        (usize::try_from(from), usize::try_from(to).ok().and_then(|to| to.checked_add(1)))
    else {
        return Ok(None);
    };
    if end > values.len() {
        return Ok(None);
    }
    Ok(Some(values.stretch(from, end, control)?))
}
