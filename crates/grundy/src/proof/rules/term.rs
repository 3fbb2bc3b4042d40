//! Sums of variables, as formulas compare them.

use std::collections::BTreeMap;

use crate::proof::automata::{Atom, Formula, Order, Variable};

/// A sum of variables, each taken so many times, and of a constant: an integer, perhaps below 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Term {
    /// None is 0.
    factors: BTreeMap<Variable, i64>,
    constant: i64,
}

impl Term {
    pub(super) fn constant(constant: i64) -> Term {
        Term { factors: BTreeMap::new(), constant }
    }

    pub(super) fn variable(variable: Variable) -> Term {
        Term { factors: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// The number, if no variable stands in it.
    pub(super) fn as_constant(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// The variable, if it is one and nothing else.
    pub(super) fn as_variable(&self) -> Option<Variable> {
        match self.factors.first_key_value() {
            Some((&variable, 1)) if self.factors.len() == 1 && self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = Variable> {
        self.factors.keys().copied()
    }

    /// How often a variable is taken.
    pub(super) fn factor(&self, variable: Variable) -> i64 {
        self.factors.get(&variable).copied().unwrap_or(0)
    }

    /// Whether it is at least 0 whatever the variables are, as the signs show.
    pub(super) fn is_natural(&self) -> bool {
        self.least().is_some_and(|least| least >= 0)
    }

    /// The constant, if no variable can lead below it.
    pub(super) fn least(&self) -> Option<i64> {
        self.factors.values().all(|&factor| factor >= 0).then_some(self.constant)
    }

    /// The sum; `None` if a number does not fit.
    pub(super) fn plus(&self, other: &Term) -> Option<Term> {
        let mut factors = self.factors.clone();
        for (&variable, &factor) in &other.factors {
            let own = factors.entry(variable).or_default();
            *own = own.checked_add(factor)?;
        }
        factors.retain(|_, factor| *factor != 0);
        Some(Term { factors, constant: self.constant.checked_add(other.constant)? })
    }

    /// So many times the term; `None` if a number does not fit.
    pub(super) fn times(&self, number: i64) -> Option<Term> {
        if number == 0 {
            return Some(Term::default());
        }
        let times = |(&variable, factor): (&Variable, &i64)| Some((variable, factor.checked_mul(number)?));
        Some(Term {
            factors: self.factors.iter().map(times).collect::<Option<_>>()?,
            constant: self.constant.checked_mul(number)?,
        })
    }

    pub(super) fn minus(&self, other: &Term) -> Option<Term> {
        self.plus(&other.times(-1)?)
    }

    /// That the term is 0, or at most 0.
    fn against_zero(&self, order: Order) -> Option<Formula> {
        let constant = self.constant.checked_neg()?;
        if self.factors.is_empty() {
            let holds = match order {
                Order::Equal => constant == 0,
                Order::AtMost => 0 <= constant,
            };
            return Some(truth(holds));
        }
        let factors = self.factors.iter().map(|(&variable, &factor)| (variable, factor)).collect();
        Some(Formula::Atom(Atom::Linear(factors, order, constant)))
    }

    /// That the terms are equal.
    pub(super) fn equals(&self, other: &Term) -> Option<Formula> {
        self.minus(other)?.against_zero(Order::Equal)
    }

    /// That the term is at most the other.
    pub(super) fn at_most(&self, other: &Term) -> Option<Formula> {
        self.minus(other)?.against_zero(Order::AtMost)
    }

    /// That the term is less than the other.
    pub(super) fn less_than(&self, other: &Term) -> Option<Formula> {
        self.plus(&Term::constant(1))?.at_most(other)
    }
}

/// What is always true, or never.
pub(super) fn truth(holds: bool) -> Formula {
    if holds { Formula::And(Vec::new()) } else { Formula::Or(Vec::new()) }
}

pub(super) fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

/// That there are such numbers.
pub(super) fn some(names: impl IntoIterator<Item = Variable>, formula: Formula) -> Formula {
    names.into_iter().fold(formula, |formula, name| Formula::Some(name, Box::new(formula)))
}
