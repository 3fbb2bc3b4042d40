//! Sums of variables and a constant, which may be less than 0.

use super::formula::{Atom, Formula, Order, Variable};
use super::rewrite::{Terms, merged, scaled};

/// A sum of variables, each with a factor, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    terms: Terms,
    constant: i64,
}

impl Sum {
    pub(super) fn constant(constant: i64) -> Sum {
        Sum { terms: Vec::new(), constant }
    }

    pub(super) fn variable(variable: Variable) -> Sum {
        Sum { terms: vec![(variable, 1)], constant: 0 }
    }

    /// The difference of two variables.
    pub(super) fn difference(one: Variable, other: Variable) -> Sum {
        let mut terms = vec![(one, 1), (other, -1)];
        terms.sort_unstable();
        Sum { terms, constant: 0 }
    }

    /// The number, if the sum is one.
    pub(super) fn number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, if the sum is one.
    pub(super) fn alone(&self) -> Option<Variable> {
        match self.terms[..] {
            [(variable, 1)] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// Whether it is seen to be no less than 0.
    pub(super) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|&(_, factor)| factor >= 0)
    }

    pub(super) fn plus(&self, other: &Sum) -> Option<Sum> {
        let terms = merged(&[&self.terms[..], &other.terms].concat())?;
        Some(Sum { terms, constant: self.constant.checked_add(other.constant)? })
    }

    pub(super) fn times(&self, factor: i64) -> Option<Sum> {
        if factor == 0 {
            return Some(Sum::constant(0));
        }
        Some(Sum { terms: scaled(&self.terms, factor)?, constant: self.constant.checked_mul(factor)? })
    }

    pub(super) fn minus(&self, other: &Sum) -> Option<Sum> {
        self.plus(&other.times(-1)?)
    }

    /// That it is 0, or at most 0.
    pub(super) fn against_zero(self, order: Order) -> Option<Formula> {
        Some(match (order, self.number()) {
            (Order::Equal, Some(number)) => truth(number == 0),
            (Order::AtMost, Some(number)) => truth(number <= 0),
            _ => Formula::Atom(Atom::Linear(self.terms, order, self.constant.checked_neg()?)),
        })
    }

    /// That the first is at most the second.
    pub(super) fn at_most(&self, other: &Sum) -> Option<Formula> {
        self.minus(other)?.against_zero(Order::AtMost)
    }

    /// That the first is less than the second.
    pub(super) fn less(&self, other: &Sum) -> Option<Formula> {
        self.plus(&Sum::constant(1))?.at_most(other)
    }

    /// That they are the same.
    pub(super) fn equals(&self, other: &Sum) -> Option<Formula> {
        self.minus(other)?.against_zero(Order::Equal)
    }

    /// That it is a multiple of `modulus`, which is positive.
    pub(super) fn multiple_of(self, modulus: i64) -> Option<Formula> {
        Some(match self.number() {
            Some(number) => truth(number.rem_euclid(modulus) == 0),
            None => Formula::Atom(Atom::congruent(self.terms, self.constant.checked_neg()?, modulus)),
        })
    }
}

/// What is always so, or never.
pub(super) fn truth(holds: bool) -> Formula {
    if holds { Formula::And(Vec::new()) } else { Formula::Or(Vec::new()) }
}
