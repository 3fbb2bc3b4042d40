//! Walks: the members of a set, one after the other.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::super::machine::{Break, DONE, Machine, ON, Visit, Walk, at};
use super::super::number::Number;
use super::super::parameters::Value;
use super::super::step::each_member;
use super::super::{int, number_theory, seq};
use super::ascending::next_above;
use super::distinct::Distinct;
use super::infinite::walk_infinite;
use super::membership::{Membership, contains};
use super::partitions::walk_partitions;
use super::{Idle, as_filter, ensure_value};
use crate::lang::ir::{Element, Int, Set, SetKind};
use crate::ruleset::Span;

/// Visits the numbers from `first` to `last`; `span` is the place of the range.
pub(in super::super) fn walk_range<'a, N: Number>(
    m: &mut Machine<'a, N>,
    first: N,
    last: &N,
    span: &Span,
    visit: Visit<'_, 'a, N>,
) -> Walk {
    let mut number = first;
    while number <= *last {
        m.step()?;
        if visit(m, std::slice::from_ref(&number))?.is_break() {
            return DONE;
        }
        // The largest number of 128 bits may be the last.
        if number == *last {
            break;
        }
        at(number.increment(), span)?;
    }
    ON
}

/// Visits the members of `set` until it is told to end, in ascending order where
/// the set's kind promises it and else in the order written. Only digits and
/// prime factors come repeatedly.
///
/// [`Break::NoValue`] if the set itself has no value.
pub(in super::super) fn walk<'a, N: Number>(
    m: &mut Machine<'a, N>,
    set: &Set,
    visit: Visit<'_, 'a, N>,
) -> Walk {
    match &set.kind {
        SetKind::Parameter(id) => match m.parameter(*id, &set.span)? {
            Value::Int(_) => Err(Break::undefined("a number where a set is wanted", &set.span)),
            Value::Finite(finite) => finite.walk(m, visit),
            Value::Kept(kept) => walk(m, kept, visit),
        },
        SetKind::Range(first, last) => {
            let first = int::value(m, first)?;
            let last = int::value(m, last)?;
            walk_range(m, first, &last, &set.span, visit)
        }
        SetKind::From(first) => {
            let mut number = int::value(m, first)?;
            loop {
                m.step()?;
                if visit(m, std::slice::from_ref(&number))?.is_break() {
                    return DONE;
                }
                at(number.increment(), &set.span)?;
            }
        }
        SetKind::Listed(elements) => walk_listed(m, set, elements, visit),
        SetKind::Comprehension(element, steps) => {
            let infinite = m.parameters.is_infinite(set);
            // A filter of a set without repeats has none either.
            let repeats =
                as_filter(element, steps).is_none_or(|(source, ..)| m.parameters.may_repeat(source));
            let mut distinct = repeats.then(|| Distinct::new(m));
            let fresh = Cell::new(0_u64);
            let mut idle = Idle::default();
            let flow = each_member(m, steps, &fresh, &mut |m| {
                walk_element(m, element, &mut |m, member| {
                    m.step()?;
                    if is_repeat(&mut distinct, m, member)? {
                        if infinite {
                            idle.note(false, &set.span)?;
                        }
                        return ON;
                    }
                    if infinite {
                        idle.note(true, &set.span)?;
                    }
                    fresh.set(fresh.get() + 1);
                    visit(m, member)
                })
            });
            if let Some(distinct) = distinct {
                distinct.forget(m);
            }
            flow
        }
        SetKind::Without(kept, refused) => {
            ensure_value(m, refused)?;
            let refused = Membership::prepare(m, refused)?;
            let infinite = m.parameters.is_infinite(kept);
            let mut idle = Idle::default();
            // A set with repeats may not stay one: a difference has none.
            let mut distinct = m.parameters.may_repeat(kept).then(|| Distinct::new(m));
            let flow = walk(m, kept, &mut |m, member| {
                let refused = refused.contains(m, member)?;
                let out = refused || is_repeat(&mut distinct, m, member)?;
                if infinite {
                    idle.note(!out, &set.span)?;
                }
                if out { ON } else { visit(m, member) }
            });
            if let Some(distinct) = distinct {
                distinct.forget(m);
            }
            flow
        }
        SetKind::Union(left, right) => walk_union(m, set, left, right, visit),
        SetKind::Digits(number, base) => walk_digits(m, number, base, visit),
        SetKind::NonZero(inner) => walk(m, inner, &mut |m, member| {
            if member.iter().all(Number::is_zero) { ON } else { visit(m, member) }
        }),
        SetKind::Divisors(number) => {
            let value = int::value(m, number)?;
            for divisor in number_theory::divisors(&value, &set.span)? {
                m.step()?;
                if visit(m, std::slice::from_ref(&divisor))?.is_break() {
                    return DONE;
                }
            }
            ON
        }
        SetKind::PrimeFactors(number) => {
            let value = int::value(m, number)?;
            for (prime, exponent) in number_theory::factor(&value, &set.span)? {
                for _ in 0..exponent {
                    m.step()?;
                    if visit(m, std::slice::from_ref(&prime))?.is_break() {
                        return DONE;
                    }
                }
            }
            ON
        }
        SetKind::Partitions(number, parts) => {
            let value = int::value(m, number)?;
            walk_partitions(m, &value, *parts, &set.span, visit)
        }
        SetKind::Infinite(infinite) => walk_infinite(m, infinite, &set.span, visit),
        SetKind::Seq(entries) => {
            for entry in seq::value(m, entries)? {
                m.step()?;
                if visit(m, std::slice::from_ref(&entry))?.is_break() {
                    return DONE;
                }
            }
            ON
        }
    }
}

/// Whether a member was met before; where no list is kept, none was.
fn is_repeat<N: Number>(
    distinct: &mut Option<Distinct<N>>,
    m: &mut Machine<'_, N>,
    member: &[N],
) -> Result<bool, Break> {
    match distinct {
        Some(distinct) => Ok(!distinct.insert(m, member)?),
        None => Ok(false),
    }
}

/// Visits the members that an element of a set in braces stands for; none if the
/// element has no value.
fn walk_element<'a, N: Number>(m: &mut Machine<'a, N>, element: &Element, visit: Visit<'_, 'a, N>) -> Walk {
    let flow = match element {
        Element::Entries(entries) => match entries.as_slice() {
            [entry] => match int::value(m, entry) {
                Ok(value) => return visit(m, std::slice::from_ref(&value)),
                Err(broken) => Err(broken),
            },
            entries => {
                match entries.iter().map(|entry| int::value(m, entry)).collect::<Result<Vec<N>, Break>>() {
                    Ok(member) => return visit(m, &member),
                    Err(broken) => Err(broken),
                }
            }
        },
        Element::Members(set) => walk(m, set, visit),
    };
    match flow {
        Err(Break::NoValue) => ON,
        other => other,
    }
}

/// Visits `{a, b, ...}` without repeats.
fn walk_listed<'a, N: Number>(
    m: &mut Machine<'a, N>,
    set: &Set,
    elements: &[Element],
    visit: Visit<'_, 'a, N>,
) -> Walk {
    if let [element @ Element::Members(inner)] = elements
        && !m.parameters.may_repeat(inner)
    {
        return walk_element(m, element, visit);
    }
    let mut distinct = Distinct::new(m);
    let mut idle = Idle::default();
    let mut flow = ON;
    for element in elements {
        let infinite = matches!(element, Element::Members(inner) if m.parameters.is_infinite(inner));
        flow = walk_element(m, element, &mut |m, member| {
            m.step()?;
            let fresh = distinct.insert(m, member)?;
            if infinite {
                idle.note(fresh, &set.span)?;
            }
            if fresh { visit(m, member) } else { ON }
        });
        if !matches!(flow, Ok(ControlFlow::Continue(()))) {
            break;
        }
    }
    distinct.forget(m);
    flow
}

/// Visits a union without repeats: merged in ascending order if it is infinite,
/// else the left set and then what the right one adds.
fn walk_union<'a, N: Number>(
    m: &mut Machine<'a, N>,
    set: &Set,
    left: &Set,
    right: &Set,
    visit: Visit<'_, 'a, N>,
) -> Walk {
    ensure_value(m, right)?;
    if m.parameters.is_infinite(set) {
        let mut last = None;
        while let Some(member) = next_above(m, set, last.as_ref())? {
            m.step()?;
            if visit(m, std::slice::from_ref(&member))?.is_break() {
                return DONE;
            }
            last = Some(member);
        }
        return ON;
    }
    let mut distinct =
        (m.parameters.may_repeat(left) || m.parameters.may_repeat(right)).then(|| Distinct::new(m));
    let mut flow = walk(m, left, &mut |m, member| {
        if is_repeat(&mut distinct, m, member)? { ON } else { visit(m, member) }
    });
    if matches!(flow, Ok(ControlFlow::Continue(()))) {
        flow = walk(m, right, &mut |m, member| {
            let old = match &mut distinct {
                Some(distinct) => !distinct.insert(m, member)?,
                None => contains(m, left, member)?,
            };
            if old { ON } else { visit(m, member) }
        });
    }
    if let Some(distinct) = distinct {
        distinct.forget(m);
    }
    flow
}

/// Visits the digits of a number, the least significant first.
fn walk_digits<'a, N: Number>(
    m: &mut Machine<'a, N>,
    number: &Int,
    base: &Int,
    visit: Visit<'_, 'a, N>,
) -> Walk {
    let mut rest = int::value(m, number)?;
    let base_value = int::value(m, base)?;
    if rest.is_negative() {
        return Err(Break::undefined("the digits of a negative number", &number.span));
    }
    if base_value < N::from_i128(2) {
        return Err(Break::undefined("digits in a base below 2", &base.span));
    }
    // A long number is cut into digits at once: step by step that takes time
    // quadratic in its length.
    if let (None, Some(radix @ 2..=256)) = (rest.to_u64(), base_value.to_u64()) {
        let radix = u32::try_from(radix).unwrap_or(u32::MAX);
        for digit in rest.magnitude().to_radix_le(radix) {
            m.step()?;
            if visit(m, std::slice::from_ref(&N::from_i128(i128::from(digit))))?.is_break() {
                return DONE;
            }
        }
        return ON;
    }
    if let (Some(mut rest), Some(base)) = (rest.to_u64(), base_value.to_u64()) {
        while rest > 0 {
            m.step()?;
            if visit(m, std::slice::from_ref(&N::from_u64(rest % base)))?.is_break() {
                return DONE;
            }
            rest /= base;
        }
        return ON;
    }
    while !rest.is_zero() {
        m.step()?;
        let digit = at(rest.rem(&base_value), &number.span)?;
        if visit(m, std::slice::from_ref(&digit))?.is_break() {
            return DONE;
        }
        rest = at(rest.div(&base_value), &number.span)?;
    }
    ON
}
