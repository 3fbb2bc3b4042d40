//! What loops and conditions say of the names, and where they never go on.

use super::facts::{Facts, Linear};
use super::interval::Interval;
use super::numbers::{linear, members};
use crate::lang::ir::{self, Relation, Set, Slot, Step};
use crate::ruleset::Span;

/// Why nothing comes after a step.
pub(super) enum Dead<'p> {
    /// A condition that never holds.
    Condition(&'p Span),
    /// A set that never has a member.
    Set(&'p Set),
    /// A `where` that no numbers satisfy.
    Where(&'p Span),
}

/// Goes through the steps, and adds to the facts what holds behind them.
pub(super) fn walk<'p>(steps: &'p [Step], facts: &mut Facts) -> Result<(), Dead<'p>> {
    for step in steps {
        match step {
            Step::If(condition) => {
                let after = facts.clone().assume(condition, true);
                *facts = after.ok_or(Dead::Condition(&condition.span))?;
            }
            Step::For { slots, set, .. } => {
                let members = members(set, facts).ok_or(Dead::Set(set))?;
                for (index, &slot) in slots.iter().enumerate() {
                    facts.bind(slot, members.get(index).copied().unwrap_or(Interval::WHOLE));
                }
            }
            Step::Solve { slot, conditions, span } => {
                facts.bind(*slot, Interval::from(0));
                for condition in conditions {
                    *facts = solve(*slot, condition, facts).ok_or(Dead::Where(span))?;
                }
            }
        }
    }
    Ok(())
}

/// Adds a linear condition on the name that is being bound; those bound later
/// are not negative, and are bound anew by steps of their own.
fn solve(slot: Slot, condition: &ir::Linear, facts: &Facts) -> Option<Facts> {
    let mut facts = facts.clone();
    let mut sum = linear(&condition.rest, &facts)?;
    for (factor, name) in condition.others.iter().map(|(factor, name)| (factor, *name)) {
        facts.bind(name, Interval::from(0));
        sum = sum.plus(&multiple(factor, name, &facts)?);
    }
    sum = sum.plus(&multiple(&condition.factor, slot, &facts)?);
    match condition.relation {
        Relation::AtMostZero => facts.at_most_zero(&sum),
        Relation::Zero => facts.zero(&sum),
    }
}

fn multiple(factor: &ir::Int, name: Slot, facts: &Facts) -> Option<Linear> {
    let factor = linear(factor, facts)?;
    Some(match factor.constant() {
        Some(factor) => Linear::name(name).scale(factor),
        None => Linear::of(facts.value(&factor).times(facts.of(name))),
    })
}
