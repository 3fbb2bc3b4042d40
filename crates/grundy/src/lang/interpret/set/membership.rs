//! Membership, without a walk where the form of the set tells the answer.

use super::super::machine::{Break, DONE, Machine, ON, at};
use super::super::number::Number;
use super::super::parameters::Value;
use super::super::{int, number_theory, truth};
use super::infinite::is_member;
use super::partitions::is_partition;
use super::{Idle, as_filter, ensure_value, walk};
use crate::lang::ir::{Element, Int, Set, SetKind, Step};

/// Whether `member` is in `set`.
pub(in super::super) fn contains<N: Number>(
    m: &mut Machine<'_, N>,
    set: &Set,
    member: &[N],
) -> Result<bool, Break> {
    if member.len() != set.arity {
        return Ok(false);
    }
    let single = member.first().cloned().unwrap_or_else(|| N::from_i128(0));
    match &set.kind {
        SetKind::Parameter(id) => match m.parameter(*id, &set.span)? {
            Value::Int(_) => Err(Break::undefined("a number where a set is wanted", &set.span)),
            Value::Finite(finite) => Ok(finite.contains(member)),
            Value::Kept(kept) => contains(m, kept, member),
        },
        SetKind::Range(first, last) => {
            let (first, last) = (int::value(m, first)?, int::value(m, last)?);
            Ok(first <= single && single <= last)
        }
        SetKind::From(first) => Ok(int::value(m, first)? <= single),
        SetKind::Listed(elements) => {
            for element in elements {
                if is_meant(m, element, member)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        SetKind::Comprehension(element, steps) => match as_filter(element, steps) {
            Some((source, slots, conditions)) => {
                // The slots belong to the set alone, so nothing else is overwritten.
                Ok(contains(m, source, member)? && {
                    m.bind_all(slots, member);
                    all_hold(m, conditions)?
                })
            }
            None => meets(m, set, member),
        },
        SetKind::Without(kept, refused) => {
            ensure_value(m, refused)?;
            Ok(contains(m, kept, member)? && !contains(m, refused, member)?)
        }
        SetKind::Union(left, right) => {
            ensure_value(m, right)?;
            Ok(contains(m, left, member)? || contains(m, right, member)?)
        }
        SetKind::NonZero(inner) => Ok(contains(m, inner, member)? && !member.iter().all(Number::is_zero)),
        SetKind::Digits(..) | SetKind::Seq(_) => meets(m, set, member),
        SetKind::Divisors(number) => Ok(divides(m, &single, number, set)?),
        SetKind::PrimeFactors(number) => {
            Ok(divides(m, &single, number, set)? && number_theory::is_prime(&single, &set.span)?)
        }
        SetKind::Partitions(number, parts) => {
            let value = int::value(m, number)?;
            is_partition(&value, *parts, member, &set.span)
        }
        SetKind::Infinite(infinite) => is_member(m, infinite, &single, &set.span),
    }
}

/// Whether a number above 0 divides a number above 0.
fn divides<N: Number>(m: &mut Machine<'_, N>, divisor: &N, number: &Int, set: &Set) -> Result<bool, Break> {
    let number = int::value(m, number)?;
    if number.is_negative() {
        return Err(Break::undefined("the divisors of a negative number", &set.span));
    }
    if number.is_zero() || *divisor < N::from_i128(1) {
        return Ok(false);
    }
    at(number.rem(divisor), &set.span).map(|rest| rest.is_zero())
}

/// Whether an element of a set in braces is or has `member`; an element without
/// a value is not there.
fn is_meant<N: Number>(m: &mut Machine<'_, N>, element: &Element, member: &[N]) -> Result<bool, Break> {
    let found = match element {
        Element::Entries(entries) => equals(m, entries, member),
        Element::Members(inner) => contains(m, inner, member),
    };
    match found {
        Err(Break::NoValue) => Ok(false),
        other => other,
    }
}

fn equals<N: Number>(m: &mut Machine<'_, N>, entries: &[Int], member: &[N]) -> Result<bool, Break> {
    let mut equal = entries.len() == member.len();
    // Every entry is read, so that one without a value hides the whole element.
    for (entry, value) in entries.iter().zip(member) {
        equal &= int::value(m, entry)? == *value;
    }
    Ok(equal)
}

/// Whether conditions on names that are bound hold.
pub(super) fn all_hold<N: Number>(m: &mut Machine<'_, N>, conditions: &[Step]) -> Result<bool, Break> {
    for condition in conditions {
        if let Step::If(condition) = condition
            && !truth::holds_surely(m, condition)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a walk meets `member`; a walk without end gives up after a million
/// others.
fn meets<N: Number>(m: &mut Machine<'_, N>, set: &Set, member: &[N]) -> Result<bool, Break> {
    let infinite = m.parameters.is_infinite(set);
    let mut idle = Idle::default();
    let mut found = false;
    // The flow is told by `found`.
    let _ = walk(m, set, &mut |_, other| {
        found = other == member;
        if infinite {
            idle.note(found, &set.span)?;
        }
        if found { DONE } else { ON }
    })?;
    Ok(found)
}

/// A set that many members will be looked up in.
pub(super) enum Membership<'s, N> {
    /// The set answers by its form.
    Direct(&'s Set),
    /// Its members, sorted.
    Gathered(Vec<Box<[N]>>),
}

/// The most members that are gathered; a larger set is asked one by one.
const MOST_GATHERED: usize = 1 << 20;

impl<'s, N: Number> Membership<'s, N> {
    /// Prepares for many questions.
    pub(super) fn prepare(m: &mut Machine<'_, N>, set: &'s Set) -> Result<Membership<'s, N>, Break> {
        let needs_walks = match &set.kind {
            SetKind::Digits(..) | SetKind::Seq(_) => true,
            SetKind::Comprehension(element, steps) => as_filter(element, steps).is_none(),
            SetKind::Listed(elements) => elements.len() > 8,
            _ => false,
        };
        if !needs_walks || m.parameters.is_infinite(set) {
            return Ok(Membership::Direct(set));
        }
        let mut members: Vec<Box<[N]>> = Vec::new();
        let flow = walk(m, set, &mut |_, member| {
            members.push(member.into());
            if members.len() > MOST_GATHERED { DONE } else { ON }
        })?;
        if flow.is_break() {
            return Ok(Membership::Direct(set));
        }
        members.sort_unstable();
        Ok(Membership::Gathered(members))
    }

    /// Whether `member` is in the set.
    pub(super) fn contains(&self, m: &mut Machine<'_, N>, member: &[N]) -> Result<bool, Break> {
        match self {
            Membership::Gathered(members) => {
                Ok(members.binary_search_by(|other| other.as_ref().cmp(member)).is_ok())
            }
            Membership::Direct(set) => contains(m, set, member),
        }
    }
}
