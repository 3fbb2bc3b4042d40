//! From the checked words of the language to formulas.
//!
//! Numbers become sums of variables. What is more than a sum (a rest, a quotient, the least of two) is a fresh variable,
//! or the difference of two where it may be less than 0, of which a definition says what it is: every definition is met by
//! exactly one choice, so that it does not matter what stands around it. What automata cannot say
//! is reported with its place: products of variables, divisors, primes.
//!
//! A comparison in which some number has no value (the zeros at the end of 0) does not hold.

mod conditions;
mod numbers;
mod sets;

use super::formula::{Atom, Formula, Variable};
use super::sum::Sum;
use crate::lang::ir::{Quantifier, Slot, Statement};
use crate::lang::{Claim, Diagnostic};
use crate::ruleset::Span;

/// What a claim says of a position `n` and its value `g`, as a formula about digits in this base.
///
/// None if it is not known to be definable, or if it breaks at some position.
#[must_use]
pub fn claim_formula(claim: &Claim, n: Variable, g: Variable, base: usize) -> Option<Formula> {
    let mut lowering = Lowering::new(base, n.0.max(g.0) + 1);
    lowering.breaks = true;
    lowering.slots = vec![Some(Sum::variable(n)), Some(Sum::variable(g))];
    let formula = lowering.condition(claim.condition())?;
    lowering.diagnostics.is_empty().then_some(formula)
}

/// The formula that a statement is, whose free slots are the variables of the same numbers; or what is wrong with it.
pub(super) fn statement(statement: &Statement, free: usize, base: usize) -> Result<Formula, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(base, free);
    lowering.slots = (0..free).map(|slot| Some(Sum::variable(Variable(slot)))).collect();
    match lowering.statement(statement) {
        Some(formula) if lowering.diagnostics.is_empty() => Ok(formula),
        _ => Err(lowering.diagnostics),
    }
}

/// What lowering knows.
struct Lowering {
    base: usize,
    /// Variables from here on are fresh.
    fresh: usize,
    /// What the slots stand for.
    slots: Vec<Option<Sum>>,
    /// The fresh variables of the comparison that is being read, and what they are.
    defined: Vec<(Vec<Variable>, Formula)>,
    /// Whether what has no value everywhere is refused.
    breaks: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Lowering {
    fn new(base: usize, fresh: usize) -> Lowering {
        Lowering {
            base,
            fresh,
            slots: Vec::new(),
            defined: Vec::new(),
            breaks: false,
            diagnostics: Vec::new(),
        }
    }

    fn fresh(&mut self) -> Variable {
        self.fresh += 1;
        Variable(self.fresh - 1)
    }

    fn bind(&mut self, slot: Slot, sum: Sum) {
        if self.slots.len() <= slot.0 {
            self.slots.resize(slot.0 + 1, None);
        }
        self.slots[slot.0] = Some(sum);
    }

    /// Says that something is not definable.
    fn refuse<T>(&mut self, span: &Span, message: impl Into<String>, cure: impl Into<String>) -> Option<T> {
        let error = Diagnostic::error(span.clone(), message).with_cure(cure);
        if self.diagnostics.len() < 100 && !self.diagnostics.contains(&error) {
            self.diagnostics.push(error);
        }
        None
    }

    /// A sum, or a word on numbers that are too large.
    fn fits<T>(&mut self, sum: Option<T>, span: &Span) -> Option<T> {
        if sum.is_none() {
            return self.refuse(
                span,
                "a number here is too large",
                "constants and factors of formulas go up to 2**63 - 1",
            );
        }
        sum
    }

    fn define(&mut self, variables: Vec<Variable>, formula: Formula) {
        self.defined.push((variables, formula));
    }

    /// What is said by `say`, with everything that it defines.
    fn whole(&mut self, say: impl FnOnce(&mut Self) -> Option<Formula>) -> Option<Formula> {
        let outside = std::mem::take(&mut self.defined);
        let said = say(self);
        let defined = std::mem::replace(&mut self.defined, outside);
        let said = said?;
        if defined.is_empty() {
            return Some(said);
        }
        let mut variables = Vec::new();
        let mut parts = Vec::new();
        for (fresh, formula) in defined {
            variables.extend(fresh);
            parts.push(formula);
        }
        parts.push(said);
        Some(there_are(variables, Formula::And(parts)))
    }

    fn statement(&mut self, statement: &Statement) -> Option<Formula> {
        Some(match statement {
            Statement::Holds(condition) => self.condition(condition)?,
            Statement::Not(inner) => self.statement(inner)?.negated(),
            Statement::And(left, right) => {
                let (left, right) = self.both(left, right)?;
                Formula::And(vec![left, right])
            }
            Statement::Or(left, right) => {
                let (left, right) = self.both(left, right)?;
                Formula::Or(vec![left, right])
            }
            Statement::Implies(left, right) => {
                let (left, right) = self.both(left, right)?;
                left.implies(right)
            }
            Statement::Iff(left, right) => {
                let (left, right) = self.both(left, right)?;
                left.iff(right)
            }
            Statement::Quantified(quantifier, slots, body) => {
                let variables: Vec<Variable> = slots.iter().map(|_| self.fresh()).collect();
                for (&(_, slot), &variable) in slots.iter().zip(&variables) {
                    self.bind(slot, Sum::variable(variable));
                }
                let body = self.statement(body)?;
                match quantifier {
                    Quantifier::Some => there_are(variables, body),
                    Quantifier::All => variables
                        .into_iter()
                        .rev()
                        .fold(body, |body, variable| Formula::All(variable, Box::new(body))),
                }
            }
        })
    }

    fn both(&mut self, left: &Statement, right: &Statement) -> Option<(Formula, Formula)> {
        let (left, right) = (self.statement(left), self.statement(right));
        Some((left?, right?))
    }

    /// A variable for a number that is no less than 0 wherever this is asked.
    fn named(&mut self, sum: &Sum, span: &Span) -> Option<Variable> {
        if let Some(variable) = sum.alone() {
            return Some(variable);
        }
        let variable = self.fresh();
        let is = sum.equals(&Sum::variable(variable));
        let is = self.fits(is, span)?;
        self.define(vec![variable], is);
        Some(variable)
    }

    /// A number of which `says` tells what it is: `natural` if it is no less than 0.
    fn number_that(
        &mut self,
        natural: bool,
        span: &Span,
        says: impl FnOnce(&Sum) -> Option<Formula>,
    ) -> Option<Sum> {
        let (above, below) = (self.fresh(), self.fresh());
        let number = if natural { Sum::variable(above) } else { Sum::difference(above, below) };
        let says = says(&number);
        let says = self.fits(says, span)?;
        if natural {
            self.define(vec![above], says);
        } else {
            self.define(
                vec![above, below],
                Formula::And(vec![Formula::Or(vec![zero(above), zero(below)]), says]),
            );
        }
        Some(number)
    }
}

/// That a variable is 0.
fn zero(variable: Variable) -> Formula {
    Formula::Atom(Atom::Linear(vec![(variable, 1)], super::formula::Order::Equal, 0))
}

fn there_are(variables: Vec<Variable>, body: Formula) -> Formula {
    variables.into_iter().rev().fold(body, |body, variable| Formula::Some(variable, Box::new(body)))
}

#[cfg(test)]
mod tests;
