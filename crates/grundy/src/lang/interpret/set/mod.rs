//! Sets: their members one after the other, membership without a walk where the
//! form of the set allows it, and the order of infinite sets.
//!
//! Nothing is put into memory that is not needed to refuse repeats, so a range
//! of 10^12 members costs what is walked of it.

mod ascending;
mod distinct;
mod facts;
mod infinite;
mod membership;
mod partitions;
mod walk;

pub(super) use ascending::next_above;
pub use facts::as_filter;
pub(super) use membership::contains;
pub(super) use walk::{walk, walk_range};

use super::int;
use super::machine::{Break, Machine};
use super::number::Number;
use crate::lang::ir::{Infinite, Set, SetKind};
use crate::ruleset::{FaultKind, Span};

/// How many members in a row of an infinite set may come to nothing: after so many,
/// a walk is a fault.
pub const PATIENCE: u64 = 1_000_000;

/// Counts members of an infinite set that came to nothing.
#[derive(Debug, Default)]
pub(super) struct Idle(u64);

impl Idle {
    /// Notes a member, and whether something came of it.
    ///
    /// # Errors
    ///
    /// [`FaultKind::EndlessWalk`] after a million members in a row without.
    pub(super) fn note(&mut self, fruitful: bool, span: &Span) -> Result<(), Break> {
        self.0 = if fruitful { 0 } else { self.0 + 1 };
        if self.0 >= PATIENCE { Err(Break::fault(FaultKind::EndlessWalk, span)) } else { Ok(()) }
    }
}

/// [`Break::NoValue`] if a walk through `set` would end so. A set made from two
/// has no value if either has none, whichever is read first.
pub(super) fn ensure_value<N: Number>(m: &mut Machine<'_, N>, set: &Set) -> Result<(), Break> {
    match &set.kind {
        SetKind::Range(a, b) | SetKind::Digits(a, b) => {
            int::value(m, a)?;
            int::value(m, b).map(|_| ())
        }
        SetKind::From(a)
        | SetKind::Divisors(a)
        | SetKind::PrimeFactors(a)
        | SetKind::Partitions(a, _)
        | SetKind::Infinite(Infinite::Powers(a)) => int::value(m, a).map(|_| ()),
        SetKind::Without(left, right) | SetKind::Union(left, right) => {
            ensure_value(m, left)?;
            ensure_value(m, right)
        }
        SetKind::NonZero(inner) => ensure_value(m, inner),
        SetKind::Seq(seq) => super::seq::value(m, seq).map(|_| ()),
        // A parameter had a value when it was bound, and in braces only members are skipped.
        SetKind::Parameter(_) | SetKind::Listed(_) | SetKind::Comprehension(..) | SetKind::Infinite(_) => {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests;
