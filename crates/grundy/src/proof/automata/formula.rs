//! Formulas, and the automata of what they say.

use std::collections::BTreeMap;

use super::automaton::Automaton;
use super::budget::{Budget, Undecided};
use super::combine::{forget, product};
use super::relations::{self, LARGE};

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
    /// The third is the xor of the first two; the base is a power of 2.
    Xor([Variable; 3]),
    /// A power of the base, 1 among them.
    Power(Variable),
    /// The second is the sum of the digits of the first, modulo this number.
    DigitSum([Variable; 2], u64),
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
    Maker { base, budget }.of(formula)
}

/// What makes automata.
struct Maker<'b, 'c> {
    base: usize,
    budget: &'b Budget<'c>,
}

impl Maker<'_, '_> {
    fn of(&self, formula: &Formula) -> Result<Relation, Undecided> {
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner) => {
                let Relation { variables, automaton } = self.of(inner)?;
                Ok(Relation { variables, automaton: automaton.complement() })
            }
            Formula::And(parts) => self.all_of(self.each(parts)?),
            Formula::Or(parts) => {
                let mut parts = self.each(parts)?;
                parts.sort_by_key(|part| part.automaton.states());
                let mut joined = self.constant(false)?;
                for part in &parts {
                    joined = self.join(&joined, part, |one, other| one || other)?;
                }
                Ok(joined)
            }
            Formula::Some(..) => {
                let (variables, body) = several(formula);
                self.some(&variables, body)
            }
            Formula::All(variable, body) => {
                let without = Formula::Not(Box::new(Formula::clone(body)));
                let some = self.of(&Formula::Some(*variable, Box::new(without)))?;
                Ok(Relation { automaton: some.automaton.complement(), ..some })
            }
        }
    }

    fn each(&self, parts: &[Formula]) -> Result<Vec<Relation>, Undecided> {
        parts.iter().map(|part| self.of(part)).collect()
    }

    /// What is true if all of these are, the smallest ones first.
    fn all_of(&self, mut parts: Vec<Relation>) -> Result<Relation, Undecided> {
        parts.sort_by_key(|part| part.automaton.states());
        let mut joined = self.constant(true)?;
        for part in &parts {
            joined = self.join(&joined, part, |one, other| one && other)?;
        }
        Ok(joined)
    }

    /// Forgets variables one after the other, each time the one that stands together with the
    /// fewest others: of the parts of a conjunction only those that speak of it are joined.
    fn some(&self, variables: &[Variable], body: &Formula) -> Result<Relation, Undecided> {
        if let Formula::Or(parts) = body {
            let part = |part: &Formula| {
                let bound = |body, &variable: &Variable| Formula::Some(variable, Box::new(body));
                variables.iter().fold(part.clone(), bound)
            };
            return self.of(&Formula::Or(parts.iter().map(part).collect()));
        }
        let mut flat = Vec::new();
        flatten(body, &mut flat);
        let mut parts = flat.into_iter().map(|part| self.of(part)).collect::<Result<Vec<_>, _>>()?;
        let mut left = variables.to_vec();
        while !left.is_empty() {
            let cost = |&variable: &Variable| {
                let with = parts.iter().filter(|part| part.variables.contains(&variable));
                let mut together: Vec<Variable> = Vec::new();
                let mut states = 1_usize;
                for part in with {
                    together.extend(&part.variables);
                    states = states.saturating_mul(part.automaton.states());
                }
                together.sort_unstable();
                together.dedup();
                (together.len(), states, variable)
            };
            let Some(variable) = left.iter().copied().min_by_key(cost) else { break };
            left.retain(|&other| other != variable);
            let (with, without) = parts.into_iter().partition(|part| part.variables.contains(&variable));
            parts = without;
            let joined = self.all_of(with)?;
            parts.push(self.without(joined, variable)?);
        }
        self.all_of(parts)
    }

    fn without(&self, relation: Relation, variable: Variable) -> Result<Relation, Undecided> {
        let Some(track) = relation.variables.iter().position(|&other| other == variable) else {
            return Ok(relation);
        };
        let automaton = forget(&relation.automaton, track, self.budget)?;
        let mut variables = relation.variables;
        variables.remove(track);
        Ok(Relation { variables, automaton })
    }

    fn join(
        &self,
        one: &Relation,
        other: &Relation,
        join: impl Fn(bool, bool) -> bool,
    ) -> Result<Relation, Undecided> {
        let mut variables: Vec<Variable> = one.variables.iter().chain(&other.variables).copied().collect();
        variables.sort_unstable();
        variables.dedup();
        let tracks = |relation: &Relation| -> Vec<usize> {
            let track = |variable| variables.binary_search(variable).expect("all variables are there");
            relation.variables.iter().map(track).collect()
        };
        let automaton = product(
            (&one.automaton, &tracks(one)),
            (&other.automaton, &tracks(other)),
            variables.len(),
            join,
            self.budget,
        )?;
        Ok(Relation { variables, automaton })
    }

    fn constant(&self, truth: bool) -> Result<Relation, Undecided> {
        let automaton = Automaton::build(self.base, 0, (), |(), _| (), |()| truth, self.budget)?;
        Ok(Relation { variables: Vec::new(), automaton })
    }

    fn atom(&self, atom: &Atom) -> Result<Relation, Undecided> {
        let (base, budget) = (self.base, self.budget);
        match atom {
            Atom::Linear(terms, order, constant) => self.linear(terms, *order, *constant),
            Atom::Xor(variables) => {
                assert!(base.is_power_of_two(), "xor is digit by digit in bases that are powers of 2");
                self.on(relations::xor(base, budget)?, variables)
            }
            Atom::Power(variable) => self.on(relations::powers(base, budget)?, &[*variable]),
            Atom::DigitSum(variables, modulus) => {
                self.on(relations::digit_sum(base, *modulus, budget)?, variables)
            }
            Atom::TrailingZeros(variables, modulus) => {
                self.on(relations::trailing_zeros(base, *modulus, budget)?, variables)
            }
            Atom::Said(automaton, variables) => self.on(automaton.clone(), variables),
        }
    }

    /// What an automaton says of these variables, of which some may be the same.
    fn on(&self, automaton: Automaton, names: &[Variable]) -> Result<Relation, Undecided> {
        let mut variables = names.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let track = |variable| variables.binary_search(variable).expect("all variables are there");
        let tracks: Vec<usize> = names.iter().map(track).collect();
        let all = self.constant(true)?.automaton;
        let automaton =
            product((&automaton, &tracks), (&all, &[]), variables.len(), |one, _| one, self.budget)?;
        Ok(Relation { variables, automaton })
    }

    fn linear(&self, terms: &[(Variable, i64)], order: Order, constant: i64) -> Result<Relation, Undecided> {
        let mut factors: BTreeMap<Variable, i128> = BTreeMap::new();
        for &(variable, factor) in terms {
            *factors.entry(variable).or_default() += i128::from(factor);
        }
        factors.retain(|_, factor| *factor != 0);
        let variables: Vec<Variable> = factors.keys().copied().collect();
        let factors = factors.into_values().map(|factor| i64::try_from(factor).ok());
        let Some(mut factors) = factors.collect::<Option<Vec<i64>>>() else {
            return Err(self.budget.too_large());
        };
        let equal = order == Order::Equal;
        if constant.unsigned_abs() <= LARGE {
            let automaton = relations::linear(self.base, &factors, constant, equal, self.budget)?;
            return Ok(Relation { variables, automaton });
        }
        // The constant is a number on one more track, which is forgotten.
        factors.push(-constant.signum());
        let with = relations::linear(self.base, &factors, 0, equal, self.budget)?;
        let number = relations::exactly(self.base, constant.unsigned_abs(), self.budget)?;
        let last = variables.len();
        let all: Vec<usize> = (0..=last).collect();
        let both = product((&with, &all), (&number, &[last]), last + 1, |a, b| a && b, self.budget)?;
        Ok(Relation { variables, automaton: forget(&both, last, self.budget)? })
    }
}

/// The variables of which there are some, one inside the other, and what is said of them.
fn several(mut formula: &Formula) -> (Vec<Variable>, &Formula) {
    let mut variables = Vec::new();
    while let Formula::Some(variable, body) = formula {
        variables.push(*variable);
        formula = body;
    }
    (variables, formula)
}

/// The parts of a conjunction.
fn flatten<'f>(formula: &'f Formula, parts: &mut Vec<&'f Formula>) {
    match formula {
        Formula::And(inner) => inner.iter().for_each(|part| flatten(part, parts)),
        _ => parts.push(formula),
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
