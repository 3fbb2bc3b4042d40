//! What in a checked rule can never have an effect: clauses that never match,
//! alternatives that never offer anything.
//!
//! Names are followed as intervals through guards, loops and conditions, the
//! names of a position being at least 0 and the parameters anything. What cannot
//! be in that wider world cannot be in the rule, so a warning is never a false
//! alarm; much that never happens goes unnoticed, for want of a proof as simple
//! as this. Row clauses and codes are not looked at.

mod facts;
mod interval;
mod numbers;
mod steps;
#[cfg(test)]
mod tests;

use super::diagnostic::Diagnostic;
use super::ir::{
    Alternative, Clause, Component, Element, Entry, Int, Kind, Offer, Program, Seq, SeqKind, Set, SetKind,
    Shape,
};
use crate::ruleset::Span;
use facts::Facts;
use interval::Interval;
use numbers::{members, value};
use steps::{Dead, walk};

/// A part of a rule that never has an effect.
#[derive(Debug)]
pub(super) struct Never {
    /// The clause.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests take the part out and compare"))]
    clause: usize,
    /// Its alternative; none if the whole clause never matches.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests take the part out and compare"))]
    alternative: Option<usize>,
    /// What is said of it.
    pub(super) warning: Diagnostic,
}

/// Every part of the rule of which it is certain that it never has an effect, in
/// the order of the text.
pub(super) fn never(program: &Program) -> Vec<Never> {
    let mut found = Vec::new();
    for (index, clause) in program.clauses.iter().enumerate() {
        let mut facts = at_any_position(clause, program.kind);
        if let Some(guard) = &clause.guard {
            // The second time, what the end of the condition says bears on its beginning.
            let after = facts.clone().assume(guard, true).and_then(|facts| facts.assume(guard, true));
            let Some(after) = after else {
                let warning = guard_warning(clause, program.kind, &guard.span);
                found.push(Never { clause: index, alternative: None, warning });
                continue;
            };
            facts = after;
        }
        for (alternative, of) in clause.alternatives.iter().enumerate() {
            if let Some(warning) = never_offers(of, facts.clone()) {
                found.push(Never { clause: index, alternative: Some(alternative), warning });
            }
        }
    }
    found
}

/// What is known of the names on the left side.
fn at_any_position(clause: &Clause, kind: Kind) -> Facts {
    let mut facts = Facts::default();
    match &clause.shape {
        // Heap 0 has no move, and the rule is not read there.
        Shape::Number(slot) => facts.bind(*slot, Interval::from(i128::from(kind == Kind::Heap))),
        Shape::Entries(_, slots) => slots.iter().for_each(|&slot| facts.bind(slot, Interval::from(0))),
        Shape::Seq => {}
    }
    facts
}

fn guard_warning(clause: &Clause, kind: Kind, span: &Span) -> Diagnostic {
    let at_zero = match (&clause.shape, &clause.guard) {
        (Shape::Number(slot), Some(guard)) if kind == Kind::Heap => {
            let mut facts = Facts::default();
            facts.bind(*slot, Interval::from(0));
            facts.assume(guard, true).is_some()
        }
        _ => false,
    };
    let message = "this condition never holds, so the clause never applies";
    Diagnostic::warning(span.clone(), message).with_cure(if at_zero {
        "heap 0 is empty: it has no move, and the rule is not read there"
    } else {
        "correct it, or take the clause out"
    })
}

/// What is said of an alternative that never offers anything.
fn never_offers(alternative: &Alternative, mut facts: Facts) -> Option<Diagnostic> {
    let mut first = facts.clone();
    let steps = &alternative.steps;
    // The second time, what later steps say of the position bears on the first.
    let walked = walk(steps, &mut first).and_then(|()| {
        first.names_of(&mut facts);
        walk(steps, &mut facts)
    });
    match walked {
        Ok(()) => {}
        Err(Dead::Condition(span)) => {
            let message = "this condition never holds, so nothing is offered here";
            let warning = Diagnostic::warning(span.clone(), message);
            return Some(warning.with_cure("correct it, or take the alternative out"));
        }
        Err(Dead::Where(span)) => {
            let message = "no numbers satisfy these conditions, so nothing is offered here";
            let warning = Diagnostic::warning(span.clone(), message);
            return Some(warning.with_cure("correct them, or take the alternative out"));
        }
        Err(Dead::Set(set)) => return Some(empty_set(set)),
    }
    match &alternative.option {
        Offer::Each(component) => never_each(component, &facts),
        Offer::Sum(components) => components.iter().find_map(|component| never_component(component, &facts)),
        Offer::Copies(component, count) => match value(count, &facts) {
            Some(interval) if interval.below(0) => Some(negative(&count.span, "number of copies")),
            Some(interval) if !interval.at_least(1) => None,
            Some(_) => never_component(component, &facts),
            None => Some(no_value(&count.span)),
        },
    }
}

/// An option of one component, or of each member of a set.
fn never_each(component: &Component, facts: &Facts) -> Option<Diagnostic> {
    match component {
        Component::Members(set) | Component::MembersOf(_, set) => {
            // `-> {}` says plainly that there is no move.
            let plain = matches!(&set.kind, SetKind::Listed(elements) if elements.is_empty());
            match members(set, facts) {
                None if plain => None,
                None => Some(empty_set(set)),
                Some(entries) => {
                    let never = entries.iter().any(|entry| entry.below(0));
                    never.then(|| negative(&set.span, "member of this set"))
                }
            }
        }
        _ => never_component(component, facts),
    }
}

/// A component of an option.
fn never_component(component: &Component, facts: &Facts) -> Option<Diagnostic> {
    match component {
        Component::Number(number) => never_entry(number, facts),
        // Here a set stands for its members together, and may have none.
        Component::Members(_) | Component::MembersOf(..) => None,
        Component::Entries(_, entries) => entries.iter().find_map(|entry| match entry {
            Entry::Int(number) => never_entry(number, facts),
            Entry::Each(set) => match members(set, facts) {
                None => Some(empty_set(set)),
                Some(members) => {
                    let never = members.iter().any(|member| member.below(0));
                    never.then(|| negative(&set.span, "member of this set"))
                }
            },
        }),
        Component::Seq(Seq { kind: SeqKind::Set(_, _, number) | SeqKind::Insert(_, _, number), .. }) => {
            never_entry(number, facts)
        }
        Component::Seq(_) => None,
    }
}

fn never_entry(number: &Int, facts: &Facts) -> Option<Diagnostic> {
    match value(number, facts) {
        Some(interval) if interval.below(0) => Some(negative(&number.span, "number")),
        Some(_) => None,
        None => Some(no_value(&number.span)),
    }
}

fn negative(span: &Span, what: &str) -> Diagnostic {
    let message = format!("this is never a move: the {what} is always negative");
    Diagnostic::warning(span.clone(), message)
        .with_cure("an option is what the move leaves, such as `n - 1`, and has no negative entry")
}

fn no_value(span: &Span) -> Diagnostic {
    Diagnostic::warning(span.clone(), "this never has a value, so nothing is offered here")
        .with_cure("`min` and `max` of nothing have no value")
}

fn empty_set(set: &Set) -> Diagnostic {
    let warning =
        Diagnostic::warning(set.span.clone(), "this set is always empty, so nothing is offered here");
    warning.with_cure(match &set.kind {
        SetKind::Range(..) => "a range runs upwards: its smaller end comes first",
        SetKind::Listed(elements) if elements.iter().all(is_range) && !elements.is_empty() => {
            "a range runs upwards: its smaller end comes first"
        }
        _ => "correct it, or take the alternative out",
    })
}

fn is_range(element: &Element) -> bool {
    matches!(element, Element::Members(Set { kind: SetKind::Range(..), .. }))
}
