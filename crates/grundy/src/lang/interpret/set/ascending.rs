//! The next member of a set in ascending order.
//!
//! A union with an infinite set is walked by asking again and again for the
//! least member above the last: that needs no more than the last member for
//! state, however unions and differences are nested.

use super::super::int;
use super::super::machine::{Break, Machine, ON, at};
use super::super::number::Number;
use super::super::parameters::Value;
use super::infinite::next_infinite;
use super::membership::all_hold;
use super::{Idle, as_filter, contains, walk};
use crate::lang::ir::{Set, SetKind, Slot, Step};

/// The least member of a set of numbers above `bound`, or the least of all;
/// none if there is none.
pub(in super::super) fn next_above<N: Number>(
    m: &mut Machine<'_, N>,
    set: &Set,
    bound: Option<&N>,
) -> Result<Option<N>, Break> {
    match &set.kind {
        SetKind::Parameter(id) => match m.parameter(*id, &set.span)? {
            Value::Kept(kept) => next_above(m, kept, bound),
            Value::Finite(_) | Value::Int(_) => next_by_walk(m, set, bound),
        },
        SetKind::Range(first, last) => {
            let next = not_below(int::value(m, first)?, bound, set)?;
            Ok((next <= int::value(m, last)?).then_some(next))
        }
        SetKind::From(first) => not_below(int::value(m, first)?, bound, set).map(Some),
        SetKind::Infinite(infinite) => next_infinite(m, infinite, bound, &set.span).map(Some),
        SetKind::Union(left, right) => {
            let left = next_above(m, left, bound)?;
            let right = next_above(m, right, bound)?;
            Ok(match (left, right) {
                (Some(left), Some(right)) => Some(left.min(right)),
                (left, right) => left.or(right),
            })
        }
        SetKind::NonZero(inner) => match next_above(m, inner, bound)? {
            Some(zero) if zero.is_zero() => next_above(m, inner, Some(&zero)),
            next => Ok(next),
        },
        SetKind::Without(kept, refused) => {
            next_kept(m, set, kept, bound, &mut |m, member| Ok(!contains(m, refused, member)?))
        }
        SetKind::Comprehension(element, steps) => match as_filter(element, steps) {
            Some((source, slots, conditions)) => {
                next_kept(m, set, source, bound, &mut |m, member| holds_for(m, slots, conditions, member))
            }
            None => next_by_walk(m, set, bound),
        },
        SetKind::Listed(_)
        | SetKind::Digits(..)
        | SetKind::Divisors(_)
        | SetKind::PrimeFactors(_)
        | SetKind::Partitions(..)
        | SetKind::Seq(_) => next_by_walk(m, set, bound),
    }
}

fn holds_for<N: Number>(
    m: &mut Machine<'_, N>,
    slots: &[Slot],
    conditions: &[Step],
    member: &[N],
) -> Result<bool, Break> {
    m.bind_all(slots, member);
    all_hold(m, conditions)
}

/// The first number of a range, or the one after the bound if that is larger.
fn not_below<N: Number>(first: N, bound: Option<&N>, set: &Set) -> Result<N, Break> {
    match bound {
        Some(bound) if first <= *bound => {
            let mut next = bound.clone();
            at(next.increment(), &set.span)?;
            Ok(next)
        }
        _ => Ok(first),
    }
}

/// Whether a member is kept.
type Keep<'k, 'a, N> = &'k mut dyn FnMut(&mut Machine<'a, N>, &[N]) -> Result<bool, Break>;

/// The least member of `source` above `bound` that is kept.
fn next_kept<'a, N: Number>(
    m: &mut Machine<'a, N>,
    set: &Set,
    source: &Set,
    bound: Option<&N>,
    keep: Keep<'_, 'a, N>,
) -> Result<Option<N>, Break> {
    let infinite = m.parameters.is_infinite(source);
    let mut idle = Idle::default();
    let mut last = bound.cloned();
    while let Some(member) = next_above(m, source, last.as_ref())? {
        m.step()?;
        let kept = keep(m, std::slice::from_ref(&member))?;
        if kept {
            return Ok(Some(member));
        }
        if infinite {
            idle.note(false, &set.span)?;
        }
        last = Some(member);
    }
    Ok(None)
}

/// The same by a walk through the whole set, which must be finite.
fn next_by_walk<N: Number>(m: &mut Machine<'_, N>, set: &Set, bound: Option<&N>) -> Result<Option<N>, Break> {
    if m.parameters.is_infinite(set) {
        return Err(Break::undefined("the order of an infinite set in braces", &set.span));
    }
    let mut least: Option<N> = None;
    // The walk never ends early.
    let _ = walk(m, set, &mut |_, member| {
        if let [number] = member
            && bound.is_none_or(|bound| number > bound)
            && least.as_ref().is_none_or(|least| number < least)
        {
            least = Some(number.clone());
        }
        ON
    })?;
    Ok(least)
}
