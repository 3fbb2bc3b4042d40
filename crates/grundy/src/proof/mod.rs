//! The theorems' conditions, checked. Nothing here knows an engine or a finder.
//!
//! Each function takes a ruleset, a table of its values and a proposed period,
//! and returns a [`PeriodProof`] exactly if a theorem of docs/theory.md makes the
//! period hold for ever. What is trusted is that the table holds the values of
//! the ruleset; everything else is derived again. Only this module can make a
//! proof, so whoever holds one need not ask how it was found.

pub mod automata;
#[cfg(test)]
mod brute;
mod digits;
mod heap_splits;
mod relative_state;
mod repeated_window;
mod residues;
pub mod rules;

pub use digits::{DigitProof, digit_law};
pub(crate) use repeated_window::RepeatedWindow;

use std::fmt;

use crate::ruleset::{SplitMoves, SubtractionSet, TakeAndBreakCode};
use crate::theory::{Period, Values};

/// A period that holds for every heap, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodProof {
    period: Period,
    theorem: Theorem,
    values: usize,
}

/// The theorem that a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// Subtraction from an eventually periodic set: the relative state repeats.
    RelativeState,
    /// Subtraction from a set whose amounts have known residues.
    Residues,
    /// Take-and-break codes: the equation on a finite range (Guy and Smith 1956
    /// for splits in two).
    HeapSplits,
    /// Moves that leave at most two heaps, which differ: the equation on a longer
    /// finite range.
    UnequalSplits,
    /// Moves that leave at most two heaps: a stretch of values that decides all later ones
    /// is seen twice.
    RepeatedWindow,
}

impl PeriodProof {
    /// The period; its preperiod is the least.
    #[must_use]
    pub fn period(&self) -> Period {
        self.period
    }

    /// The theorem.
    #[must_use]
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// How many values the theorem's condition was checked on: those of heaps 0,
    /// 1, ... up to this many.
    #[must_use]
    pub fn values_used(&self) -> usize {
        self.values
    }

    /// A proof of `period` by `theorem`, which was checked on `values`; the
    /// equation also holds throughout the table from the preperiod on.
    fn new(period: Period, theorem: Theorem, values: &Values) -> PeriodProof {
        let period = period.with_least_preperiod(values);
        PeriodProof { period, theorem, values: values.len() }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::RelativeState => {
                "relative state: the last values and the values seen in each residue class repeat, \
                 counted from the least value that is missing"
            }
            Theorem::Residues => {
                "residues: no amount leads from a class to a class of the same value, \
                 and every smaller value is reached"
            }
            Theorem::UnequalSplits => {
                "unequal splits: the period holds on a range so long that every later option has a \
                 heap to shift that stays unlike the other"
            }
            Theorem::RepeatedWindow => {
                "repeated window: no rare heap comes any more, and as many values as decide all later ones repeat"
            }
            Theorem::HeapSplits => {
                "Guy-Smith: the period holds on a range so long that every later option has a heap to shift"
            }
        })
    }
}

/// A proof that `period` holds for ever in the subtraction game on `set`, whose
/// first values are `values`; `None` if no theorem here shows it.
#[must_use]
pub fn subtraction_period(set: &SubtractionSet, values: &Values, period: Period) -> Option<PeriodProof> {
    if set.sequences().is_empty() {
        relative_state::prove(set, values, period)
    } else {
        residues::prove(set, values, period)
    }
}

/// A proof that `period` holds for ever in the game with this code, whose first
/// values are `values`; `None` if no theorem here shows it.
#[must_use]
pub fn take_and_break_period(
    code: &TakeAndBreakCode,
    values: &Values,
    period: Period,
) -> Option<PeriodProof> {
    match code.to_subtraction_set() {
        Some(set) => subtraction_period(&set, values, period),
        None => heap_splits::prove(heap_splits::Bounds::of_code(code)?, values, period),
    }
}

/// A proof that `period` holds for ever in the game with these moves, whose first
/// values are `values`; `None` if no theorem here shows it.
#[must_use]
pub fn split_period(moves: &SplitMoves, values: &Values, period: Period) -> Option<PeriodProof> {
    heap_splits::prove(heap_splits::Bounds::of_moves(moves), values, period)
}

/// How many values a proof by [`split_period`] takes; fewer prove nothing. `None` if
/// they are more than can be counted.
#[must_use]
pub fn split_values_needed(moves: &SplitMoves, period: Period) -> Option<usize> {
    heap_splits::Bounds::of_moves(moves).needed(period)
}

/// Whether the equation of `period` holds in the table, and at least once.
fn holds(period: Period, values: &Values) -> bool {
    let enough = period.preperiod.checked_add(period.period).is_some_and(|length| length < values.len());
    period.period > 0 && enough && period.holds_in(values)
}
