//! Loops and conditions: the ways through the steps of an alternative or of a
//! set in braces.

use std::cell::Cell;

use super::endless;
use super::int;
use super::machine::{Break, Machine, ON, Visit, Walk};
use super::number::Number;
use super::offer::offer;
use super::progression;
use super::set::{Idle, walk, walk_range};
use super::solve::solve;
use super::truth::holds_surely;
use crate::lang::ir::{Offer, Set, SetKind, Slot, Step};
use crate::ruleset::FaultKind;

/// Calls `then` for every way through `steps`, the names being bound.
///
/// `fresh` counts what comes of it: the members of the set in braces that are
/// new. An infinite loop that adds nothing for a million members is a fault.
pub(super) fn each_member<'a, N: Number>(
    m: &mut Machine<'a, N>,
    steps: &[Step],
    fresh: &Cell<u64>,
    then: &mut dyn FnMut(&mut Machine<'a, N>) -> Walk,
) -> Walk {
    match steps.split_first() {
        None => then(m),
        Some((Step::If(condition), rest)) => {
            if holds_surely(m, condition)? {
                each_member(m, rest, fresh, then)
            } else {
                ON
            }
        }
        Some((Step::For { slots, set, span }, rest)) => {
            let infinite = m.parameters.is_infinite(set);
            let mut idle = Idle::default();
            let flow = walk(m, set, &mut |m, member| {
                m.bind_all(slots, member);
                let before = fresh.get();
                let flow = each_member(m, rest, fresh, then)?;
                if infinite {
                    idle.note(fresh.get() != before, span)?;
                }
                Ok(flow)
            });
            skipped_without_value(flow)
        }
        Some((Step::Solve { slot, conditions, span }, rest)) => {
            let flow = solve(m, *slot, conditions, span, &mut |m| each_member(m, rest, fresh, then));
            skipped_without_value(flow)
        }
    }
}

/// A loop over a set without a value is skipped.
fn skipped_without_value(flow: Walk) -> Walk {
    match flow {
        Err(Break::NoValue) => ON,
        other => other,
    }
}

/// Offers `option` for every way through `steps`.
///
/// If an `if` fails inside an infinite walk, the steps after it are gone through
/// all the same to learn whether an option would be a position: the walk ends by
/// the options, whether or not its conditions hold. Nothing is offered then, and
/// what goes wrong there does not matter, for nobody asked for the option.
pub(super) fn options<N: Number>(
    m: &mut Machine<'_, N>,
    steps: &[Step],
    option: &Offer,
) -> Result<(), Break> {
    match steps.split_first() {
        None => offer(m, option),
        Some((Step::If(condition), rest)) => {
            if m.probing || holds_surely(m, condition)? {
                options(m, rest, option)
            } else if m.infinite_walks > 0 && !m.met_position {
                m.probing = true;
                let result = options(m, rest, option);
                m.probing = false;
                result
            } else {
                Ok(())
            }
        }
        Some((Step::For { slots, set, span }, rest)) => {
            let flow = if m.parameters.is_infinite(set) {
                endless::options(m, slots, set, span, rest, option)
            } else {
                finite_options(m, slots, set, rest, option)
            };
            excused(m, flow)
        }
        Some((Step::Solve { slot, conditions, span }, rest)) => {
            let flow = solve(m, *slot, conditions, span, &mut |m| {
                options(m, rest, option)?;
                enough(m)
            });
            excused(m, flow)
        }
    }
}

/// The options of a loop over a finite set.
fn finite_options<N: Number>(
    m: &mut Machine<'_, N>,
    slots: &[Slot],
    set: &Set,
    rest: &[Step],
    option: &Offer,
) -> Walk {
    let visit: Visit<'_, '_, N> = &mut |m, member| {
        m.bind_all(slots, member);
        options(m, rest, option)?;
        enough(m)
    };
    let (SetKind::Range(first, last), [slot]) = (&set.kind, slots) else { return walk(m, set, visit) };
    let first = int::value(m, first)?;
    let last = int::value(m, last)?;
    if rest.is_empty() && progression::offer(m, *slot, [&first, &last], option)? {
        return ON;
    }
    walk_range(m, first, &last, &set.span, visit)
}

/// Ends a loop that only looks for a position once there is one.
fn enough<N: Number>(m: &Machine<'_, N>) -> Walk {
    if m.probing && m.met_position { super::machine::DONE } else { ON }
}

/// A loop without a value is skipped, and so is one that breaks while only the
/// end of a walk is looked for.
pub(super) fn excused<N: Number, T>(m: &Machine<'_, N>, result: Result<T, Break>) -> Result<(), Break> {
    match result {
        Ok(_) | Err(Break::NoValue) => Ok(()),
        // A walk without end is an error wherever it is met: each may take long.
        Err(Break::Fault(fault)) if m.probing && fault.0 != FaultKind::EndlessWalk => Ok(()),
        Err(broken) => Err(broken),
    }
}
