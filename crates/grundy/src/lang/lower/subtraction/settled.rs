//! Conditions on a name that runs through an infinite set, which are periodic
//! from some place on.

use num_integer::Integer;

use super::Reading;
use super::growth::Growth;
use crate::lang::ir::{Bool, BoolKind, Int, IntKind, IntOp, Slot};
use crate::lang::lower::mentions;

/// From place `from` on a condition has the period `period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settled {
    pub(super) from: i128,
    pub(super) period: i128,
}

/// No condition at all.
pub(super) const ALWAYS: Settled = Settled { from: 0, period: 1 };

/// The last place of settling that is followed.
const MOST: i128 = 1 << 12;

/// The longest period that is followed.
const MOST_PERIOD: i128 = 1 << 12;

impl Settled {
    pub(super) fn and(self, other: Settled) -> Option<Settled> {
        let period = self.period.checked_mul(other.period / self.period.gcd(&other.period))?;
        let both = Settled { from: self.from.max(other.from), period };
        (both.from <= MOST && both.period <= MOST_PERIOD).then_some(both)
    }
}

/// From which place on a rising number is above `bound`.
pub(super) fn past(number: &Growth, bound: i128) -> Option<Settled> {
    let (first, step) = number.as_rising_line()?;
    // first + step * j > bound.
    let from = bound.checked_sub(first)?.div_euclid(step).checked_add(1)?.max(0);
    Settled { from, period: 1 }.and(ALWAYS)
}

impl Reading<'_> {
    /// When a condition on `name`, which grows so, becomes periodic.
    pub(super) fn settled(&self, condition: &Bool, name: Slot, growth: &Growth) -> Option<Settled> {
        if mentions::in_bool(condition, self.heap) {
            return None;
        }
        if !mentions::in_bool(condition, name) {
            return Some(ALWAYS);
        }
        match &condition.kind {
            BoolKind::Not(inner) => self.settled(inner, name, growth),
            BoolKind::And(left, right) | BoolKind::Or(left, right) => {
                self.settled(left, name, growth)?.and(self.settled(right, name, growth)?)
            }
            BoolKind::Compare(first, rest) => {
                let mut left: &Int = first;
                let mut all = ALWAYS;
                for (_, right) in rest {
                    all = all.and(self.comparison(left, right, name, growth)?)?;
                    left = right;
                }
                Some(all)
            }
            BoolKind::In(entries, set) => {
                let [entry] = entries.as_slice() else { return None };
                if mentions::in_set(set, name) || mentions::in_set(set, self.heap) {
                    return None;
                }
                let members = self.members(set)?;
                if let Some(periodic) = self.periodic(entry, name, growth) {
                    return Some(periodic);
                }
                // A number that rises is in the set no more once it has passed
                // the largest member.
                let largest = members.into_iter().flatten().max().unwrap_or(0);
                self.passes(entry, largest, name, growth)
            }
            BoolKind::Const(_) => Some(ALWAYS),
            BoolKind::IsPrime(_) => None,
        }
    }

    fn comparison(&self, left: &Int, right: &Int, name: Slot, growth: &Growth) -> Option<Settled> {
        if let (Some(left), Some(right)) =
            (self.periodic(left, name, growth), self.periodic(right, name, growth))
        {
            return left.and(right);
        }
        match (self.constant(left, name), self.constant(right, name)) {
            (Some(bound), None) => self.passes(right, bound, name, growth),
            (None, Some(bound)) => self.passes(left, bound, name, growth),
            _ => None,
        }
    }

    /// From which place on a rising number is above `bound`.
    fn passes(&self, int: &Int, bound: i128, name: Slot, growth: &Growth) -> Option<Settled> {
        let (coefficient, number) = self.symbolic(int, name, growth)?;
        if coefficient == 0 { past(&number, bound) } else { None }
    }

    /// The period of a number in which the name stands under `%` only.
    fn periodic(&self, int: &Int, name: Slot, growth: &Growth) -> Option<Settled> {
        if !mentions::in_int(int, name) {
            return self.constant(int, name).map(|_| ALWAYS);
        }
        match &int.kind {
            IntKind::Neg(inner) => self.periodic(inner, name, growth),
            IntKind::Binary(IntOp::Add | IntOp::Sub | IntOp::Mul, left, right) => {
                self.periodic(left, name, growth)?.and(self.periodic(right, name, growth)?)
            }
            IntKind::Binary(IntOp::Rem, left, right) => {
                let period = self.constant(right, name).filter(|&modulus| modulus >= 1)?;
                // A polynomial with integer coefficients is periodic modulo any number.
                let (coefficient, number) = self.symbolic(left, name, growth)?;
                (coefficient == 0 && number.is_polynomial()).then_some(())?;
                Settled { from: 0, period }.and(ALWAYS)
            }
            _ => None,
        }
    }

    /// The value of a number without the name and without the heap.
    fn constant(&self, int: &Int, name: Slot) -> Option<i128> {
        let free = !mentions::in_int(int, name) && !mentions::in_int(int, self.heap);
        free.then(|| self.evaluate(int)).flatten()
    }
}
