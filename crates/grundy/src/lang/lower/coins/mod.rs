//! Coin rules that turn any so many smaller coins.
//!
//! Each alternative must be a sum of names that its loops and conditions bind,
//! and these must say that the names are any distinct numbers below x: `[a, b]
//! where 0 <= a < b < x`, `[a, b] for a in 0..x-1 for b in 0..a-1`, `[a, b] for a
//! in 0..x-1 for b in 0..x-1 if a != b`, and so on. All of it is read as
//! conditions on differences; a condition of any other form, a parameter or a
//! guard leaves the rule to the interpreter.

use std::collections::BTreeMap;

use super::differences::{Differences, FIRST, LIMIT, ZERO};
use crate::lang::ir::{
    Alternative, Bool, BoolKind, Compare, Component, Int, IntKind, IntOp, Kind, Offer, Program, Relation,
    Set, SetKind, Shape, Slot, Step,
};
use crate::ruleset::TurnCoins;

/// The rule as a [`TurnCoins`], if it certainly has that form.
#[must_use]
pub fn turn_coins(program: &Program) -> Option<TurnCoins> {
    if program.kind != Kind::Coins {
        return None;
    }
    let mut counts = Vec::new();
    for clause in &program.clauses {
        let Shape::Number(coin) = clause.shape else { return None };
        if clause.guard.as_ref().is_some_and(|guard| guard.kind != BoolKind::Const(true)) {
            return None;
        }
        for alternative in &clause.alternatives {
            counts.push(smaller_coins(coin, alternative)?);
        }
    }
    Some(TurnCoins::new(counts))
}

/// How many smaller coins the alternative turns, if it turns any of them.
fn smaller_coins(coin: Slot, alternative: &Alternative) -> Option<usize> {
    let mut reading = Reading { nodes: BTreeMap::from([(coin, LIMIT)]), differences: Differences::default() };
    alternative.steps.iter().try_for_each(|step| reading.step(step))?;
    let bound = reading.nodes.len() - 1;
    let offered = match &alternative.option {
        Offer::Sum(components) => {
            components.iter().map(|component| reading.offered(component)).collect::<Option<Vec<usize>>>()?
        }
        Offer::Each(Component::Members(set)) if bound == 0 => {
            reading.runs_through(FIRST, set)?;
            return reading.differences.say_any_distinct(1).then_some(1);
        }
        Offer::Each(component) => vec![reading.offered(component)?],
        Offer::Copies(..) => return None,
    };
    // Each name is offered once, and none is bound for another purpose.
    let mut sorted = offered.clone();
    sorted.sort_unstable();
    let all_once = sorted.into_iter().eq(FIRST..FIRST + bound);
    (all_once && reading.differences.say_any_distinct(bound)).then_some(bound)
}

/// What the steps read so far say.
struct Reading {
    /// The node of x and of each name bound.
    nodes: BTreeMap<Slot, usize>,
    differences: Differences,
}

impl Reading {
    fn step(&mut self, step: &Step) -> Option<()> {
        match step {
            Step::For { slots, set, .. } => {
                let [slot] = slots.as_slice() else { return None };
                // The ends are read before the name is known, as they are walked.
                let node = self.next_node();
                self.runs_through(node, set)?;
                self.bind(*slot)
            }
            Step::Solve { slot, conditions, .. } => {
                self.bind(*slot)?;
                // A condition with names still open stands again where the last of
                // them is bound.
                for condition in conditions.iter().filter(|condition| condition.others.is_empty()) {
                    let name = Form { terms: BTreeMap::from([(self.node(*slot)?, 1)]), rest: 0 };
                    let factor = self.form(&condition.factor)?;
                    let form = name.times(&factor)?.plus(&self.form(&condition.rest)?, 1)?;
                    self.at_most_zero(&form)?;
                    if condition.relation == Relation::Zero {
                        self.at_most_zero(&Form::default().plus(&form, -1)?)?;
                    }
                }
                Some(())
            }
            Step::If(condition) => self.condition(condition),
        }
    }

    fn next_node(&self) -> usize {
        self.nodes.len() - 1 + FIRST
    }

    fn bind(&mut self, slot: Slot) -> Option<()> {
        let node = self.next_node();
        self.nodes.insert(slot, node).is_none().then_some(())
    }

    fn node(&self, slot: Slot) -> Option<usize> {
        self.nodes.get(&slot).copied()
    }

    /// Reads that the name of `node` runs through the set.
    fn runs_through(&mut self, node: usize, set: &Set) -> Option<()> {
        let SetKind::Range(low, high) = &set.kind else { return None };
        let name = Form { terms: BTreeMap::from([(node, 1)]), rest: 0 };
        let (low, high) = (self.form(low)?, self.form(high)?);
        self.at_most_zero(&low.plus(&name, -1)?)?;
        self.at_most_zero(&name.plus(&high, -1)?)
    }

    fn offered(&self, component: &Component) -> Option<usize> {
        match component {
            Component::Number(Int { kind: IntKind::Slot(slot), .. }) => self.node(*slot),
            _ => None,
        }
    }

    fn condition(&mut self, condition: &Bool) -> Option<()> {
        match &condition.kind {
            BoolKind::Const(true) => Some(()),
            BoolKind::And(left, right) => {
                self.condition(left)?;
                self.condition(right)
            }
            BoolKind::Compare(first, rest) => {
                let mut left = self.form(first)?;
                for (compare, right) in rest {
                    let right = self.form(right)?;
                    let (less, more) = (left.plus(&right, -1)?, right.plus(&left, -1)?);
                    let one = Form { terms: BTreeMap::new(), rest: 1 };
                    match compare {
                        Compare::Le => self.at_most_zero(&less)?,
                        Compare::Lt => self.at_most_zero(&less.plus(&one, 1)?)?,
                        Compare::Ge => self.at_most_zero(&more)?,
                        Compare::Gt => self.at_most_zero(&more.plus(&one, 1)?)?,
                        Compare::Eq => {
                            self.at_most_zero(&less)?;
                            self.at_most_zero(&more)?;
                        }
                        Compare::Ne => {
                            let (u, v, c) = less.difference()?;
                            self.differences.not_equal(u, v, c);
                        }
                    }
                    left = right;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Reads form <= 0.
    fn at_most_zero(&mut self, form: &Form) -> Option<()> {
        if form.terms.is_empty() {
            // Always true, or else an alternative that offers nothing, which has no name here.
            return (form.rest <= 0).then_some(());
        }
        let (u, v, c) = form.difference()?;
        self.differences.at_most(u, v, c);
        Some(())
    }

    /// A number as a linear form in x and the names.
    fn form(&self, int: &Int) -> Option<Form> {
        match &int.kind {
            IntKind::Const(value) => Form { terms: BTreeMap::new(), rest: *value }.in_bounds(),
            IntKind::Slot(slot) => Some(Form { terms: BTreeMap::from([(self.node(*slot)?, 1)]), rest: 0 }),
            IntKind::Neg(operand) => Form::default().plus(&self.form(operand)?, -1),
            IntKind::Binary(IntOp::Add, left, right) => self.form(left)?.plus(&self.form(right)?, 1),
            IntKind::Binary(IntOp::Sub, left, right) => self.form(left)?.plus(&self.form(right)?, -1),
            IntKind::Binary(IntOp::Mul, left, right) => self.form(left)?.times(&self.form(right)?),
            _ => None,
        }
    }
}

/// `rest + the sum of factor * node`; factors are not 0.
#[derive(Clone, Debug, Default)]
struct Form {
    terms: BTreeMap<usize, i128>,
    rest: i128,
}

impl Form {
    /// The form, if its numbers are so small that no position in a table makes
    /// the rule's own arithmetic leave 128 bits.
    fn in_bounds(self) -> Option<Form> {
        const BOUND: std::ops::RangeInclusive<i128> = -(1 << 62)..=1 << 62;
        (BOUND.contains(&self.rest) && self.terms.values().all(|factor| (-16..=16).contains(factor)))
            .then_some(self)
    }

    /// The form plus `factor` times another.
    fn plus(&self, other: &Form, factor: i128) -> Option<Form> {
        let mut sum = self.clone();
        sum.rest = sum.rest.checked_add(other.rest.checked_mul(factor)?)?;
        for (&node, &own) in &other.terms {
            let entry = sum.terms.entry(node).or_insert(0);
            *entry = entry.checked_add(own.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, factor| *factor != 0);
        sum.in_bounds()
    }

    /// The product, if one of the two is a constant.
    fn times(&self, other: &Form) -> Option<Form> {
        if self.terms.is_empty() {
            return Form::default().plus(other, self.rest);
        }
        if other.terms.is_empty() { Form::default().plus(self, other.rest) } else { None }
    }

    /// `(u, v, c)` if form <= 0 says u - v <= c.
    fn difference(&self) -> Option<(usize, usize, i128)> {
        let mut terms = self.terms.iter().map(|(&node, &factor)| (node, factor));
        match (terms.next(), terms.next(), terms.next()) {
            (Some((u, 1)), None, None) => Some((u, ZERO, -self.rest)),
            (Some((v, -1)), None, None) => Some((ZERO, v, -self.rest)),
            (Some((u, 1)), Some((v, -1)), None) | (Some((v, -1)), Some((u, 1)), None) => {
                Some((u, v, -self.rest))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
