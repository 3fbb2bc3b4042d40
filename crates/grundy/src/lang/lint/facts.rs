//! What is known of the names of a clause, and what conditions add to it.
//!
//! Numbers are looked at as sums of multiples of names and a rest that lies in an
//! interval, so that `n - k < n` is seen for what it is. Every answer is on the
//! side of "perhaps": an interval may be too wide, never too narrow.

use std::collections::BTreeMap;

use super::interval::Interval;
use super::numbers::{linear, members};
use crate::lang::ir::{Bool, BoolKind, Compare, Int, IntKind, Slot};

/// More names than these in one condition are not looked at one by one.
const MOST_TERMS: usize = 16;

/// The interval of every name that is bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Facts {
    known: BTreeMap<Slot, Interval>,
}

impl Facts {
    /// Binds a name; what was known of it before is forgotten.
    pub(super) fn bind(&mut self, slot: Slot, interval: Interval) {
        self.known.insert(slot, interval);
    }

    /// Hands on what is known of the names that `other` knows too.
    pub(super) fn names_of(&self, other: &mut Facts) {
        for (&slot, interval) in &mut other.known {
            *interval = self.of(slot);
        }
    }

    /// Where the value of a name lies.
    pub(super) fn of(&self, slot: Slot) -> Interval {
        self.known.get(&slot).copied().unwrap_or(Interval::WHOLE)
    }

    /// Adds that a name lies in an interval; none if it cannot.
    fn narrow(mut self, slot: Slot, interval: Interval) -> Option<Facts> {
        let narrowed = self.of(slot).meet(interval)?;
        self.known.insert(slot, narrowed);
        Some(self)
    }

    /// What holds if one or the other does.
    fn join(self, other: &Facts) -> Facts {
        let known = self.known.into_iter();
        Facts { known: known.map(|(slot, interval)| (slot, interval.join(other.of(slot)))).collect() }
    }

    /// Where the value of a sum lies.
    pub(super) fn value(&self, sum: &Linear) -> Interval {
        let terms = sum.terms.iter().map(|(&slot, &factor)| self.of(slot).scale(factor));
        terms.fold(sum.rest, Interval::plus)
    }

    /// Adds `sum <= 0`; none if that cannot be.
    pub(super) fn at_most_zero(self, sum: &Linear) -> Option<Facts> {
        if self.value(sum).at_least(1) {
            return None;
        }
        if sum.terms.len() > MOST_TERMS {
            return Some(self);
        }
        let mut facts = self;
        for (&slot, &factor) in &sum.terms {
            // factor * name <= -least, where the rest of the sum is at least `least`.
            let others = sum.terms.iter().filter(|&(&other, _)| other != slot);
            let others = others.map(|(&other, &factor)| facts.of(other).scale(factor));
            let least = others.fold(sum.rest, Interval::plus).low;
            let Some(bound) = least.and_then(i128::checked_neg) else { continue };
            let bound = if factor > 0 {
                Interval { low: None, high: Some(bound.div_euclid(factor)) }
            } else {
                // Dividing by a negative number turns the relation round, and rounds up.
                let Some(quotient) = factor.checked_neg().map(|size| bound.div_euclid(size)) else {
                    continue;
                };
                Interval { low: quotient.checked_neg(), high: None }
            };
            facts = facts.narrow(slot, bound)?;
        }
        Some(facts)
    }

    /// Adds `sum == 0`; none if that cannot be.
    pub(super) fn zero(self, sum: &Linear) -> Option<Facts> {
        self.at_most_zero(sum)?.at_most_zero(&sum.negate())
    }

    /// Adds that a condition is true, or that it is false; none if it cannot be.
    /// A condition without a value is neither.
    pub(super) fn assume(self, condition: &Bool, truth: bool) -> Option<Facts> {
        match &condition.kind {
            BoolKind::Const(value) => (*value == truth).then_some(self),
            BoolKind::Not(operand) => self.assume(operand, !truth),
            BoolKind::And(left, right) if truth => self.assume(left, true)?.assume(right, true),
            BoolKind::Or(left, right) if !truth => self.assume(left, false)?.assume(right, false),
            BoolKind::And(left, right) | BoolKind::Or(left, right) => {
                match (self.clone().assume(left, truth), self.assume(right, truth)) {
                    (Some(left), Some(right)) => Some(left.join(&right)),
                    (left, right) => left.or(right),
                }
            }
            BoolKind::Compare(first, rest) => self.compare(first, rest, truth),
            BoolKind::In(entries, set) => {
                let members = members(set, &self);
                let mut facts = self;
                if !truth {
                    return entries.iter().all(|entry| linear(entry, &facts).is_some()).then_some(facts);
                }
                for (entry, interval) in entries.iter().zip(members?) {
                    facts = facts.inside(entry, interval)?;
                }
                Some(facts)
            }
            BoolKind::IsPrime(operand) if truth => self.inside(operand, Interval::from(2)),
            BoolKind::IsPrime(operand) => linear(operand, &self).is_some().then_some(self),
        }
    }

    /// Adds that a number lies in an interval.
    fn inside(self, number: &Int, interval: Interval) -> Option<Facts> {
        self.value(&linear(number, &self)?).meet(interval)?;
        match number.kind {
            IntKind::Slot(slot) => self.narrow(slot, interval),
            _ => Some(self),
        }
    }

    fn compare(self, first: &Int, rest: &[(Compare, Int)], truth: bool) -> Option<Facts> {
        let mut left = linear(first, &self)?;
        if truth {
            let mut facts = self;
            for (comparison, right) in rest {
                let right = linear(right, &facts)?;
                facts = facts.relate(&left.minus(&right), *comparison)?;
                left = right;
            }
            return Some(facts);
        }
        if let [(comparison, right)] = rest {
            let right = linear(right, &self)?;
            return self.relate(&left.minus(&right), opposite(*comparison));
        }
        // A chain is false if one of its comparisons can be.
        for (comparison, right) in rest {
            let right = linear(right, &self)?;
            if self.clone().relate(&left.minus(&right), opposite(*comparison)).is_some() {
                return Some(self);
            }
            left = right;
        }
        None
    }

    /// Adds that a difference compares to 0 in this way.
    fn relate(self, difference: &Linear, comparison: Compare) -> Option<Facts> {
        let one = Linear::of(Interval::point(1));
        match comparison {
            Compare::Eq => self.zero(difference),
            Compare::Ne => (self.value(difference) != Interval::point(0)).then_some(self),
            Compare::Le => self.at_most_zero(difference),
            Compare::Ge => self.at_most_zero(&difference.negate()),
            Compare::Lt => self.at_most_zero(&difference.plus(&one)),
            Compare::Gt => self.at_most_zero(&difference.negate().plus(&one)),
        }
    }
}

const fn opposite(comparison: Compare) -> Compare {
    match comparison {
        Compare::Eq => Compare::Ne,
        Compare::Ne => Compare::Eq,
        Compare::Lt => Compare::Ge,
        Compare::Ge => Compare::Lt,
        Compare::Le => Compare::Gt,
        Compare::Gt => Compare::Le,
    }
}

/// A sum of multiples of names, none of them zero, and a rest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Linear {
    pub(super) terms: BTreeMap<Slot, i128>,
    pub(super) rest: Interval,
}

impl Linear {
    /// A number of which only an interval is known.
    pub(super) fn of(rest: Interval) -> Linear {
        Linear { terms: BTreeMap::new(), rest }
    }

    /// A name.
    pub(super) fn name(slot: Slot) -> Linear {
        Linear { terms: BTreeMap::from([(slot, 1)]), rest: Interval::point(0) }
    }

    /// The number itself, if no name is in it and it is certain.
    pub(super) fn constant(&self) -> Option<i128> {
        self.rest.single().filter(|_| self.terms.is_empty())
    }

    pub(super) fn plus(&self, other: &Linear) -> Linear {
        let mut terms = self.terms.clone();
        let mut rest = self.rest.plus(other.rest);
        for (&slot, &factor) in &other.terms {
            match terms.get(&slot).copied().unwrap_or(0).checked_add(factor) {
                Some(0) => {
                    terms.remove(&slot);
                }
                Some(sum) => {
                    terms.insert(slot, sum);
                }
                // So large a factor is not followed.
                None => {
                    terms.remove(&slot);
                    rest = Interval::WHOLE;
                }
            }
        }
        Linear { terms, rest }
    }

    pub(super) fn minus(&self, other: &Linear) -> Linear {
        self.plus(&other.negate())
    }

    pub(super) fn negate(&self) -> Linear {
        self.scale(-1)
    }

    pub(super) fn scale(&self, factor: i128) -> Linear {
        if factor == 0 {
            return Linear::of(Interval::point(0));
        }
        let mut terms = BTreeMap::new();
        let mut rest = self.rest.scale(factor);
        for (&slot, &own) in &self.terms {
            match own.checked_mul(factor) {
                Some(product) => {
                    terms.insert(slot, product);
                }
                None => rest = Interval::WHOLE,
            }
        }
        Linear { terms, rest }
    }
}
