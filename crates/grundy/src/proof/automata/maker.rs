//! From formulas to the automata of what they say.

use std::collections::BTreeSet;

use super::automaton::Automaton;
use super::budget::{Budget, Undecided};
use super::forget::forget;
use super::formula::{Atom, Formula, Order, Relation, Variable};
use super::product::product;
use super::relations::{self, LARGE};
use super::rewrite::{Terms, conjuncts, merged, solve};

/// What makes automata.
pub(super) struct Maker<'b, 'c> {
    base: usize,
    budget: &'b Budget<'c>,
}

impl<'b, 'c> Maker<'b, 'c> {
    pub(super) fn new(base: usize, budget: &'b Budget<'c>) -> Maker<'b, 'c> {
        Maker { base, budget }
    }

    /// The tuples for which the formula is true.
    pub(super) fn of(&self, formula: &Formula) -> Result<Relation, Undecided> {
        match formula {
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(inner) => {
                let Relation { variables, automaton } = self.of(inner)?;
                Ok(Relation { variables, automaton: automaton.complement() })
            }
            Formula::And(parts) => self.all_of(self.each(parts)?),
            Formula::Or(parts) => self.one_of(self.each(parts)?),
            Formula::Same(left, right) => {
                self.join(self.of(left)?, self.of(right)?, |left, right| left == right)
            }
            Formula::Some(variable, body) => self.some(vec![*variable], body, true),
            Formula::All(variable, body) => {
                let without = self.some(vec![*variable], body, false)?;
                Ok(Relation { automaton: without.automaton.complement(), ..without })
            }
        }
    }

    fn each(&self, parts: &[Formula]) -> Result<Vec<Relation>, Undecided> {
        parts.iter().map(|part| self.of(part)).collect()
    }

    /// What is true if all of these are: the smallest ones first, as every one leaves less.
    fn all_of(&self, mut parts: Vec<Relation>) -> Result<Relation, Undecided> {
        parts.sort_by_key(|part| part.automaton.states());
        let mut parts = parts.into_iter();
        let Some(mut joined) = parts.next() else { return self.constant(true) };
        for part in parts {
            joined = self.join(joined, part, |one, other| one && other)?;
        }
        Ok(joined)
    }

    /// What is true if one of these is: two and two, as of thousands every one would make the whole larger.
    fn one_of(&self, mut parts: Vec<Relation>) -> Result<Relation, Undecided> {
        parts.sort_by_key(|part| part.automaton.states());
        while parts.len() > 1 {
            let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
            let mut left = parts.into_iter();
            while let Some(one) = left.next() {
                joined.push(match left.next() {
                    Some(other) => self.join(one, other, |one, other| one || other)?,
                    None => one,
                });
            }
            parts = joined;
        }
        match parts.pop() {
            Some(joined) => Ok(joined),
            None => self.constant(false),
        }
    }

    /// What is true if some choice of the variables makes the formula true, or with `holds` false makes it false.
    fn some(&self, mut left: Vec<Variable>, body: &Formula, holds: bool) -> Result<Relation, Undecided> {
        let mut parts = Vec::new();
        conjuncts(body, holds, &mut parts);
        hoist(&mut left, &mut parts);
        if let [part] = &parts[..]
            && let Some(alternatives) = alternatives(part)
        {
            let some = |part: Formula| {
                let bound = |body, &variable: &Variable| Formula::Some(variable, Box::new(body));
                left.iter().rev().fold(part, bound)
            };
            return self.of(&Formula::Or(alternatives.into_iter().map(some).collect()));
        }
        solve(&mut left, &mut parts);
        let parts = self.each(&parts)?;
        self.without_all(left, parts)
    }

    /// Forgets variables one after the other, each time the one that stands together with the
    /// fewest others: of the parts of a conjunction only those that speak of it are joined.
    fn without_all(&self, mut left: Vec<Variable>, mut parts: Vec<Relation>) -> Result<Relation, Undecided> {
        while !left.is_empty() {
            let cost = |&variable: &Variable| {
                let with = parts.iter().filter(|part| part.variables.contains(&variable));
                let mut together: BTreeSet<Variable> = BTreeSet::new();
                let mut states = 1_usize;
                for part in with {
                    together.extend(&part.variables);
                    states = states.saturating_mul(part.automaton.states());
                }
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
        one: Relation,
        other: Relation,
        join: impl Fn(bool, bool) -> bool,
    ) -> Result<Relation, Undecided> {
        let variables: BTreeSet<Variable> = one.variables.iter().chain(&other.variables).copied().collect();
        let variables: Vec<Variable> = variables.into_iter().collect();
        let tracks = |relation: &Relation| places(&relation.variables, &variables);
        let automaton = product(
            (&one.automaton, &tracks(&one)),
            (&other.automaton, &tracks(&other)),
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
        let bitwise = || assert!(base.is_power_of_two(), "bits are in digits in bases that are powers of 2");
        match atom {
            Atom::Linear(terms, order, constant) => {
                let terms = merged(terms).ok_or_else(|| budget.too_large())?;
                self.linear(terms, *order, *constant)
            }
            Atom::Rest { terms, constant, modulus, most } => {
                assert!(*modulus > 0, "rests are of division by positive numbers");
                let terms = merged(terms).ok_or_else(|| budget.too_large())?;
                let terms =
                    terms.into_iter().map(|(variable, factor)| (variable, factor.rem_euclid(*modulus)));
                let (variables, factors): (Vec<_>, Vec<_>) = terms.filter(|&(_, factor)| factor != 0).unzip();
                let automaton = relations::rest(base, &factors, *constant, *modulus, *most, budget)?;
                Ok(Relation { variables, automaton })
            }
            Atom::Xor(variables) => {
                bitwise();
                self.on(relations::xor(base, budget)?, variables)
            }
            Atom::BitAnd(variables) => {
                bitwise();
                self.on(relations::common(base, budget)?, variables)
            }
            Atom::Power(variable) => self.on(relations::powers(base, budget)?, &[*variable]),
            Atom::DigitSum(variables, modulus) => {
                self.on(relations::digit_sum(base, *modulus, budget)?, variables)
            }
            Atom::BitSum(variables, modulus) => {
                bitwise();
                self.on(relations::bit_sum(base, *modulus, budget)?, variables)
            }
            Atom::TrailingZeros(variables, modulus) => {
                self.on(relations::trailing_zeros(base, *modulus, budget)?, variables)
            }
            Atom::Said(automaton, variables) => self.on(automaton.clone(), variables),
        }
    }

    /// What an automaton says of these variables, of which some may be the same.
    fn on(&self, automaton: Automaton, names: &[Variable]) -> Result<Relation, Undecided> {
        let variables: BTreeSet<Variable> = names.iter().copied().collect();
        let variables: Vec<Variable> = variables.into_iter().collect();
        let tracks = places(names, &variables);
        let automaton = if variables.len() == names.len() {
            automaton.permuted(&tracks)
        } else {
            let all = self.constant(true)?.automaton;
            product((&automaton, &tracks), (&all, &[]), variables.len(), |one, _| one, self.budget)?
        };
        Ok(Relation { variables, automaton })
    }

    fn linear(&self, terms: Terms, order: Order, constant: i64) -> Result<Relation, Undecided> {
        let (variables, mut factors): (Vec<Variable>, Vec<i64>) = terms.into_iter().unzip();
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

/// Where these variables stand among those, which are ascending.
fn places(of: &[Variable], among: &[Variable]) -> Vec<usize> {
    let place = |variable| among.binary_search(variable).expect("all variables are there");
    of.iter().map(place).collect()
}

/// Moves "there is" out of the parts of a conjunction.
fn hoist(left: &mut Vec<Variable>, parts: &mut Vec<Formula>) {
    loop {
        let inside = |part: &Formula| match part {
            Formula::Some(variable, body) => Some((*variable, Formula::clone(body), true)),
            Formula::Not(inner) => match &**inner {
                Formula::All(variable, body) => Some((*variable, Formula::clone(body), false)),
                _ => None,
            },
            _ => None,
        };
        let found = parts.iter().enumerate().find_map(|(at, part)| {
            let (variable, body, holds) = inside(part)?;
            let mut others = parts.iter().enumerate().filter(|&(other, _)| other != at);
            let fresh =
                !left.contains(&variable) && !others.any(|(_, other)| other.free().contains(&variable));
            let mut new = Vec::new();
            conjuncts(&body, holds, &mut new);
            // Of alternatives each forgets by itself.
            let apart = new.len() == 1 && alternatives(&new[0]).is_some() && parts.len() > 1;
            (fresh && !apart).then_some((at, variable, new))
        });
        let Some((at, variable, new)) = found else { break };
        parts.remove(at);
        parts.extend(new);
        left.push(variable);
    }
}

/// What it is enough that one of is true, if the formula says so.
fn alternatives(formula: &Formula) -> Option<Vec<Formula>> {
    match formula {
        Formula::Or(parts) => Some(parts.clone()),
        Formula::Not(inner) => match &**inner {
            Formula::And(parts) => Some(parts.iter().map(|part| part.clone().negated()).collect()),
            _ => None,
        },
        _ => None,
    }
}
