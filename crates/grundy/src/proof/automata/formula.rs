//! Formulas, and the automata of what they say.

use std::collections::BTreeSet;

use super::automaton::Automaton;
use super::budget::{Budget, Undecided};
use super::maker::Maker;

/// A name for a natural number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub usize);

/// How a sum stands to a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It is the constant.
    Equal,
    /// It is at most the constant.
    AtMost,
}

/// A relation that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Atom {
    /// A sum of numbers, each taken so many times, against a constant.
    Linear(Vec<(Variable, i64)>, Order, i64),
    /// A sum of numbers, each taken so many times, less `constant`, leaves a rest of at most `most` when it is divided by
    /// `modulus`, which is positive.
    Rest {
        /// The sum.
        terms: Vec<(Variable, i64)>,
        /// What is taken away.
        constant: i64,
        /// By what it is divided.
        modulus: i64,
        /// The greatest rest.
        most: i64,
    },
    /// The third is the xor of the first two; the base is a power of 2.
    Xor([Variable; 3]),
    /// The third is the bitwise *and* of the first two; the base is a power of 2.
    BitAnd([Variable; 3]),
    /// A power of the base, 1 among them.
    Power(Variable),
    /// The second is the sum of the digits of the first, modulo this number.
    DigitSum([Variable; 2], u64),
    /// The second is how many bits of the first are 1, modulo this number; the base is a power of 2.
    BitSum([Variable; 2], u64),
    /// The first is not 0, and the second is the number of zeros at the end of its digits, modulo this number.
    TrailingZeros([Variable; 2], u64),
    /// Something that an automaton says, track by track.
    Said(Automaton, Vec<Variable>),
}

/// A formula of first-order logic about natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A relation.
    Atom(Atom),
    /// What is not so.
    Not(Box<Formula>),
    /// All of these; nothing is true.
    And(Vec<Formula>),
    /// One of these at least; nothing is false.
    Or(Vec<Formula>),
    /// Both of these or neither.
    Same(Box<Formula>, Box<Formula>),
    /// There is such a number.
    Some(Variable, Box<Formula>),
    /// All numbers are such.
    All(Variable, Box<Formula>),
}

/// The tuples for which a formula is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// What the tracks stand for, ascending: the free variables.
    pub variables: Vec<Variable>,
    /// The automaton.
    pub automaton: Automaton,
}

/// Whether a formula without free variables is true.
///
/// # Errors
///
/// [`Undecided`] if the budget does not do.
///
/// # Panics
///
/// Panics if a variable is free, or as [`relation`].
pub fn decide(formula: &Formula, base: usize, budget: &Budget<'_>) -> Result<bool, Undecided> {
    let relation = relation(formula, base, budget)?;
    assert!(relation.variables.is_empty(), "a formula without free variables");
    Ok(relation.automaton.accepts(&[]))
}

/// The automaton of a formula, over its free variables, which reads digits in this base.
///
/// # Errors
///
/// [`Undecided`] if the budget does not do.
///
/// # Panics
///
/// Panics if the base is not 2 to 256, or not a power of 2 where xor is asked for.
pub fn relation(formula: &Formula, base: usize, budget: &Budget<'_>) -> Result<Relation, Undecided> {
    assert!((2..=256).contains(&base), "bases are 2 to 256");
    Maker::new(base, budget).of(formula)
}

impl Formula {
    /// What is true if this is not; two such words cancel.
    #[must_use]
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// If this holds, so does the other.
    #[must_use]
    pub fn implies(self, other: Formula) -> Formula {
        Formula::Or(vec![self.negated(), other])
    }

    /// Both hold or neither does.
    #[must_use]
    pub fn iff(self, other: Formula) -> Formula {
        Formula::Same(Box::new(self), Box::new(other))
    }

    /// The variables that no "some" or "all" brings in.
    #[must_use]
    pub fn free(&self) -> BTreeSet<Variable> {
        match self {
            Formula::Atom(atom) => atom.variables().into_iter().collect(),
            Formula::Not(inner) => inner.free(),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().flat_map(Formula::free).collect(),
            Formula::Same(left, right) => left.free().into_iter().chain(right.free()).collect(),
            Formula::Some(variable, body) | Formula::All(variable, body) => {
                let mut free = body.free();
                free.remove(variable);
                free
            }
        }
    }
}

impl Atom {
    /// A sum of numbers, each taken so many times, leaves the same rest as the constant when it is divided by `modulus`,
    /// which is positive.
    #[must_use]
    pub fn congruent(terms: Vec<(Variable, i64)>, constant: i64, modulus: i64) -> Atom {
        Atom::Rest { terms, constant, modulus, most: 0 }
    }

    /// The variables that it speaks of.
    pub(super) fn variables(&self) -> Vec<Variable> {
        match self {
            Atom::Linear(terms, ..) | Atom::Rest { terms, .. } => {
                terms.iter().map(|&(variable, _)| variable).collect()
            }
            Atom::Xor(variables) | Atom::BitAnd(variables) => variables.to_vec(),
            Atom::Power(variable) => vec![*variable],
            Atom::DigitSum(variables, _) | Atom::BitSum(variables, _) | Atom::TrailingZeros(variables, _) => {
                variables.to_vec()
            }
            Atom::Said(_, variables) => variables.clone(),
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
