//! What can be said of numbers without knowing the position: a bound from below.

use super::Lower;
use crate::lang::interpret::BoundParameter;
use crate::lang::ir::{
    Element, Fold, Infinite, Int, IntKind, IntOp, Operand, Seq, SeqKind, Set, SetKind, Step,
};

impl Lower<'_> {
    /// A number that `int` never falls below, where it has a value.
    pub(super) fn low(&self, int: &Int) -> Option<i128> {
        let not_negative = |int: &Int| self.low(int).is_some_and(|low| low >= 0);
        match &int.kind {
            IntKind::Const(value) => Some(*value),
            IntKind::Slot(slot) => self.binding(*slot)?.low,
            IntKind::Parameter(id) => match self.parameters.bound(*id)? {
                BoundParameter::Int(value) => Some(value),
                _ => None,
            },
            IntKind::FromBool(_) | IntKind::Len(_) => Some(0),
            IntKind::Index(seq, _) => self.low_of_seq(seq),
            IntKind::Neg(inner) => self.known(inner).and_then(i128::checked_neg),
            IntKind::Binary(op, left, right) => match op {
                IntOp::Add => self.low(left)?.checked_add(self.low(right)?),
                IntOp::Sub => match self.known(right) {
                    Some(known) => self.low(left)?.checked_sub(known),
                    None => self.is_bounded_by(right, left).then_some(0),
                },
                IntOp::Mul => {
                    let (left, right) = (self.low(left)?, self.low(right)?);
                    (left >= 0 && right >= 0).then(|| left.checked_mul(right))?
                }
                IntOp::Div => (not_negative(left) && self.low(right)? >= 1).then_some(0),
                IntOp::Rem => (self.low(right)? >= 1).then_some(0),
                IntOp::Pow => match self.low(left)? {
                    low if low >= 1 => Some(1),
                    0 => Some(0),
                    _ => None,
                },
                IntOp::Xor => (not_negative(left) && not_negative(right)).then_some(0),
                IntOp::ShiftLeft | IntOp::ShiftRight => not_negative(left).then_some(0),
            },
            // None of the functions has a negative value.
            IntKind::Function(..) => Some(0),
            IntKind::Fold(fold, operands) => {
                let mut lows = operands.iter().map(|operand| match operand {
                    Operand::Int(int) => self.low(int),
                    Operand::Set(set) => self.low_of(set),
                });
                match fold {
                    Fold::Count | Fold::Gcd | Fold::Lcm => Some(0),
                    Fold::Min => lows.collect::<Option<Vec<_>>>()?.into_iter().min(),
                    Fold::Max => {
                        let numbers = operands.iter().filter_map(|operand| match operand {
                            Operand::Int(int) => self.low(int),
                            Operand::Set(_) => None,
                        });
                        // The largest is at least as large as any number among them.
                        match numbers.max() {
                            Some(low) => Some(low),
                            None => lows.collect::<Option<Vec<_>>>()?.into_iter().min(),
                        }
                    }
                    // Of no members it is -1; a number among them takes the sign from all.
                    Fold::BitAnd => operands
                        .iter()
                        .any(|operand| {
                            matches!(operand, Operand::Int(int) if self.low(int).is_some_and(|low| low >= 0))
                        })
                        .then_some(0),
                    Fold::Sum | Fold::BitOr => lows
                        .all(|low| low.is_some_and(|low| low >= 0))
                        .then_some(0)
                        .filter(|_| !operands.is_empty()),
                }
            }
        }
    }

    /// The value of a number that does not depend on the position, if that is plain.
    pub(super) fn known(&self, int: &Int) -> Option<i128> {
        match &int.kind {
            IntKind::Const(value) => Some(*value),
            IntKind::Parameter(id) => match self.parameters.bound(*id)? {
                BoundParameter::Int(value) => Some(value),
                _ => None,
            },
            IntKind::Neg(inner) => self.known(inner)?.checked_neg(),
            IntKind::Binary(IntOp::Add, left, right) => self.known(left)?.checked_add(self.known(right)?),
            IntKind::Binary(IntOp::Sub, left, right) => self.known(left)?.checked_sub(self.known(right)?),
            IntKind::Binary(IntOp::Mul, left, right) => self.known(left)?.checked_mul(self.known(right)?),
            _ => None,
        }
    }

    /// Whether a name never exceeds `bound`.
    fn is_bounded_by(&self, int: &Int, bound: &Int) -> bool {
        let IntKind::Slot(slot) = int.kind else { return false };
        let Some(upper) = self.binding(slot).and_then(|binding| binding.upper.as_ref()) else { return false };
        same(upper, bound)
            // min(a, b) is at most a.
            || matches!(&upper.kind, IntKind::Fold(Fold::Min, operands) if operands.iter().any(
                |operand| matches!(operand, Operand::Int(int) if same(int, bound))))
            || matches!(&upper.kind, IntKind::Binary(IntOp::Sub, left, right)
                if same(left, bound) && self.low(right).is_some_and(|low| low >= 0))
            || matches!(&upper.kind, IntKind::Binary(IntOp::Div, left, right)
                if same(left, bound)
                    && self.low(left).is_some_and(|low| low >= 0)
                    && self.low(right).is_some_and(|low| low >= 1))
    }

    /// A number that no entry of a member of `set` falls below.
    pub(super) fn low_of(&self, set: &Set) -> Option<i128> {
        let set = self.resolved(set);
        match &set.kind {
            SetKind::Parameter(id) => match self.parameters.bound(*id)? {
                BoundParameter::Listed { entries, .. } => entries.iter().copied().min(),
                _ => None,
            },
            SetKind::Range(first, _) | SetKind::From(first) => self.low(first),
            SetKind::Listed(elements) => {
                let lows: Option<Vec<i128>> =
                    elements.iter().map(|element| self.low_of_element(element)).collect();
                lows?.into_iter().min()
            }
            SetKind::Comprehension(element, steps) => match (element.as_ref(), steps.first()) {
                // Only filters: what is inside tells nothing of other names here.
                (Element::Entries(entries), Some(Step::For { slots, set, .. }))
                    if entries
                        .iter()
                        .all(|entry| matches!(&entry.kind, IntKind::Slot(slot) if slots.contains(slot))) =>
                {
                    self.low_of(set)
                }
                _ => None,
            },
            SetKind::Without(left, _) => self.low_of(left),
            SetKind::Union(left, right) => Some(self.low_of(left)?.min(self.low_of(right)?)),
            SetKind::NonZero(inner) => {
                self.low_of(inner).map(|low| if low == 0 && set.arity == 1 { 1 } else { low })
            }
            SetKind::Digits(..) => Some(0),
            SetKind::Seq(seq) => self.low_of_seq(seq),
            SetKind::PrimeFactors(_) | SetKind::Infinite(Infinite::Primes) => Some(2),
            SetKind::Divisors(_) | SetKind::Partitions(..) | SetKind::Infinite(_) => Some(1),
        }
    }

    /// A number that no entry of a list falls below.
    fn low_of_seq(&self, seq: &Seq) -> Option<i128> {
        match &seq.kind {
            SeqKind::Position => Some(0),
            SeqKind::Set(inner, _, value) | SeqKind::Insert(inner, _, value) => {
                Some(self.low_of_seq(inner)?.min(self.low(value)?))
            }
            SeqKind::Drop(inner, _) | SeqKind::Slice(inner, ..) | SeqKind::Sort(inner) => {
                self.low_of_seq(inner)
            }
        }
    }

    fn low_of_element(&self, element: &Element) -> Option<i128> {
        match element {
            Element::Entries(entries) => {
                let lows: Option<Vec<i128>> = entries.iter().map(|entry| self.low(entry)).collect();
                lows?.into_iter().min()
            }
            Element::Members(set) => self.low_of(set),
        }
    }

    /// Whether `set` has a member at every position.
    pub(super) fn surely_has_members(&self, set: &Set) -> bool {
        let positive = |int: &Int| self.low(int).is_some_and(|low| low >= 1);
        let set = self.resolved(set);
        match &set.kind {
            SetKind::Parameter(id) => {
                matches!(self.parameters.bound(*id), Some(BoundParameter::Listed { entries: [_, ..], .. }))
            }
            SetKind::Range(first, last) => match (self.known(first), self.low(last)) {
                (Some(first), Some(low)) => low >= first,
                _ => same(first, last),
            },
            SetKind::From(_) | SetKind::Infinite(_) => true,
            SetKind::Listed(elements) => elements.iter().any(|element| match element {
                Element::Entries(entries) => entries.iter().all(|entry| self.is_plain(entry)),
                Element::Members(inner) => self.surely_has_members(inner),
            }),
            SetKind::Digits(number, _) | SetKind::Divisors(number) => positive(number),
            // The leading digit is not 0.
            SetKind::NonZero(inner) => {
                matches!(&inner.kind, SetKind::Digits(number, _) if positive(number))
            }
            SetKind::Union(left, right) => self.surely_has_members(left) || self.surely_has_members(right),
            SetKind::PrimeFactors(number) => self.low(number).is_some_and(|low| low >= 2),
            _ => false,
        }
    }
}

/// Whether two numbers are written the same.
pub(super) fn same(a: &Int, b: &Int) -> bool {
    match (&a.kind, &b.kind) {
        (IntKind::Binary(op, a, b), IntKind::Binary(other, c, d)) => op == other && same(a, c) && same(b, d),
        (IntKind::Const(a), IntKind::Const(b)) => a == b,
        (IntKind::Slot(a), IntKind::Slot(b)) => a == b,
        (IntKind::Parameter(a), IntKind::Parameter(b)) => a == b,
        (IntKind::Neg(a), IntKind::Neg(b)) => same(a, b),
        _ => false,
    }
}
