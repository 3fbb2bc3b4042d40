//! Sets: their members one after the other, membership without a walk where the
//! form of the set allows it, and the order of infinite sets.
//!
//! Nothing is put into memory that is not needed to refuse repeats, so a range
//! of 10^12 members costs what is walked of it.

mod ascending;
mod distinct;
mod infinite;
mod membership;
mod partitions;
mod walk;

pub(super) use ascending::next_above;
pub(super) use membership::contains;
pub(super) use walk::walk;

use super::machine::Break;
use super::parameters::{Parameters, Value};
use crate::lang::ir::{Element, IntKind, Set, SetKind, Slot, Step};
use crate::ruleset::{FaultKind, Span};

/// How many members in a row of an infinite set may come to nothing.
pub(super) const PATIENCE: u64 = 1_000_000;

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

/// Whether a set is infinite by its form. A difference or a set in braces is
/// taken for infinite if what it is made from is: whether a walk through it
/// ends is not known beforehand.
pub(super) fn is_infinite(parameters: &Parameters, set: &Set) -> bool {
    match &set.kind {
        SetKind::From(_) | SetKind::Infinite(_) => true,
        SetKind::Parameter(id) => {
            matches!(parameters.get(*id), Some(Value::Kept(kept)) if is_infinite(parameters, kept))
        }
        SetKind::Without(set, _) | SetKind::NonZero(set) => is_infinite(parameters, set),
        SetKind::Union(left, right) => is_infinite(parameters, left) || is_infinite(parameters, right),
        SetKind::Listed(elements) => elements.iter().any(|element| has_infinite_members(parameters, element)),
        SetKind::Comprehension(element, steps) => {
            has_infinite_members(parameters, element)
                || steps
                    .iter()
                    .any(|step| matches!(step, Step::For { set, .. } if is_infinite(parameters, set)))
        }
        SetKind::Range(..)
        | SetKind::Digits(..)
        | SetKind::Divisors(_)
        | SetKind::PrimeFactors(_)
        | SetKind::Partitions(..) => false,
    }
}

fn has_infinite_members(parameters: &Parameters, element: &Element) -> bool {
    matches!(element, Element::Members(set) if is_infinite(parameters, set))
}

/// `{x for x in S if ...}`: members of S that are kept or left, in the order of
/// S. Gives S, the slots, and the conditions.
fn as_filter<'s>(element: &Element, steps: &'s [Step]) -> Option<(&'s Set, &'s [Slot], &'s [Step])> {
    let (Element::Entries(entries), Some((Step::For { slots, set, .. }, rest))) =
        (element, steps.split_first())
    else {
        return None;
    };
    let plain = entries.len() == slots.len()
        && entries.iter().zip(slots).all(|(entry, slot)| entry.kind == IntKind::Slot(*slot));
    (plain && rest.iter().all(|step| matches!(step, Step::If(_)))).then_some((set, slots, rest))
}

#[cfg(test)]
mod tests;
