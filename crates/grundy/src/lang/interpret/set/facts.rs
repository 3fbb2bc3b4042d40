//! What the form of a set tells, without a walk through it. The interpreter and
//! native code go by the same answers.

use super::super::parameters::{Parameters, Value};
use crate::lang::ir::{Element, IntKind, Set, SetKind, Slot, Step};

impl Parameters {
    /// Whether a set is infinite by its form. A difference or a set in braces is
    /// taken for infinite if what it is made from is: whether a walk through it
    /// ends is not known beforehand.
    #[must_use]
    pub fn is_infinite(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::From(_) | SetKind::Infinite(_) => true,
            SetKind::Parameter(id) => {
                matches!(self.get(*id), Some(Value::Kept(kept)) if self.is_infinite(kept))
            }
            SetKind::Without(set, _) | SetKind::NonZero(set) => self.is_infinite(set),
            SetKind::Union(left, right) => self.is_infinite(left) || self.is_infinite(right),
            SetKind::Listed(elements) => elements.iter().any(|element| self.has_infinite_members(element)),
            SetKind::Comprehension(element, steps) => {
                self.has_infinite_members(element)
                    || steps.iter().any(|step| matches!(step, Step::For { set, .. } if self.is_infinite(set)))
            }
            SetKind::Range(..)
            | SetKind::Digits(..)
            | SetKind::Divisors(_)
            | SetKind::PrimeFactors(_)
            | SetKind::Partitions(..)
            | SetKind::Seq(_) => false,
        }
    }

    fn has_infinite_members(&self, element: &Element) -> bool {
        matches!(element, Element::Members(set) if self.is_infinite(set))
    }

    /// Whether a walk through the set could meet a member twice.
    #[must_use]
    pub fn may_repeat(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Digits(..) | SetKind::PrimeFactors(_) | SetKind::Seq(_) => true,
            SetKind::NonZero(inner) => self.may_repeat(inner),
            SetKind::Parameter(id) => match self.get(*id) {
                Some(Value::Finite(finite)) => finite.has_repeats(),
                Some(Value::Kept(kept)) => self.may_repeat(kept),
                Some(Value::Int(_)) | None => false,
            },
            _ => false,
        }
    }
}

/// `{x for x in S if ...}`: members of S that are kept or left, in the order of
/// S. Gives S, the slots, and the conditions.
#[must_use]
pub fn as_filter<'s>(element: &Element, steps: &'s [Step]) -> Option<(&'s Set, &'s [Slot], &'s [Step])> {
    let (Element::Entries(entries), Some((Step::For { slots, set, .. }, rest))) =
        (element, steps.split_first())
    else {
        return None;
    };
    let plain = entries.len() == slots.len()
        && entries.iter().zip(slots).all(|(entry, slot)| entry.kind == IntKind::Slot(*slot));
    (plain && rest.iter().all(|step| matches!(step, Step::If(_)))).then_some((set, slots, rest))
}
