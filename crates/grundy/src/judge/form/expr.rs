//! Numbers worked out from numbers that were read.

use crate::ruleset::Heap;

/// A number known when the form is written, read before, or worked out of such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::judge) enum Bound {
    /// This number.
    Number(u64),
    /// The number in this slot.
    Slot(usize),
    /// What an expression gives.
    Worked(Box<Worked>),
}

/// An expression, and how the form writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::judge) struct Worked {
    pub(in crate::judge) text: String,
    pub(super) left: Bound,
    pub(super) operator: Operator,
    pub(super) right: Bound,
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    /// Rounds down; the right side is a number above 0.
    Over,
}

impl Bound {
    /// The number, with `numbers` in the slots; none if it is below 0 or no heap
    /// is so large.
    pub(in crate::judge) fn value(&self, numbers: &[u64]) -> Option<u64> {
        let value = self.wide(numbers)?;
        u64::try_from(value).ok().filter(|&value| value <= Heap::MAX.size())
    }

    /// The same; on the way to the number an expression may be below 0.
    fn wide(&self, numbers: &[u64]) -> Option<i128> {
        match self {
            Bound::Number(number) => Some((*number).into()),
            Bound::Slot(slot) => Some(numbers[*slot].into()),
            Bound::Worked(worked) => {
                let (left, right) = (worked.left.wide(numbers)?, worked.right.wide(numbers)?);
                match worked.operator {
                    Operator::Plus => left.checked_add(right),
                    Operator::Minus => left.checked_sub(right),
                    Operator::Times => left.checked_mul(right),
                    Operator::Over => left.checked_div_euclid(right),
                }
            }
        }
    }

    /// A number that the value does not exceed, with at most `limits` in the slots.
    pub(super) fn most(&self, limits: &[u64]) -> u64 {
        match self {
            Bound::Number(number) => *number,
            Bound::Slot(slot) => limits[*slot],
            Bound::Worked(worked) => {
                let (left, right) = (worked.left.most(limits), worked.right.most(limits));
                match worked.operator {
                    Operator::Plus => left.saturating_add(right),
                    // Taking a number below 0 away, or two such multiplied, may give any size.
                    Operator::Minus if worked.right.is_never_negative() => left,
                    Operator::Times if self.is_never_negative() => left.saturating_mul(right),
                    Operator::Minus | Operator::Times => u64::MAX,
                    Operator::Over => left.checked_div(right).unwrap_or(left),
                }
            }
        }
    }

    /// Whether no part of the expression can be below 0.
    fn is_never_negative(&self) -> bool {
        match self {
            Bound::Number(_) | Bound::Slot(_) => true,
            Bound::Worked(worked) => {
                worked.operator != Operator::Minus
                    && worked.left.is_never_negative()
                    && worked.right.is_never_negative()
            }
        }
    }
}
