//! The types of the heaps of a subtraction game, from their values in normal play.
//!
//! Where the amounts that may be taken do not depend on the heap, every heap is
//! tame: fickle if its value is 0 or 1, firm otherwise (docs/theory.md, Theorem
//! 10.4). So whatever finds the values quickly, a law included, finds the types.

use num_bigint::BigUint;

use crate::engine::{IntervalLaw, Periodic, PeriodicMethod};
use crate::ruleset::{Halt, SubtractionSet};
use crate::theory::{Control, TameType};

/// The types of the heaps of one subtraction game.
#[derive(Debug)]
pub(super) struct SubtractionTypes {
    /// The law of the values, if the amounts are an interval.
    interval: Option<IntervalLaw>,
    values: Periodic,
}

impl SubtractionTypes {
    /// The types of the heaps of the game on `set`; without `law` every value is computed.
    pub(super) fn new(set: SubtractionSet, law: bool) -> SubtractionTypes {
        let ends = set.as_interval().filter(|_| law);
        let interval = ends.and_then(|(least, most)| IntervalLaw::new(least, most));
        let values = Periodic::subtraction(set);
        SubtractionTypes { interval, values: if law { values } else { values.without_law() } }
    }

    /// The type of the heap of `size`.
    pub(super) fn of(&mut self, size: u64, control: &Control) -> Result<TameType, Halt> {
        // Most questions are about heaps that stand in the table already.
        let known = usize::try_from(size).ok().and_then(|index| self.values.values().get(index));
        let value = match (&self.interval, known) {
            (Some(law), _) => law.nimber(size),
            (None, Some(value)) => value,
            (None, None) => {
                let (value, _) = self.values.value(&BigUint::from(size), control)?;
                value.to_nimber().expect("a value is at most the number of counters, which fits")
            }
        };
        Ok(match value.size() {
            0 => TameType::Fickle(false),
            1 => TameType::Fickle(true),
            _ => TameType::Firm(value),
        })
    }

    /// How the values are found.
    pub(super) fn method(&self) -> PeriodicMethod {
        match self.interval.is_some() || self.values.law().is_some() {
            true => PeriodicMethod::Law,
            false => PeriodicMethod::Table,
        }
    }
}
