//! Options whose components have several entries: tuples, tagged positions,
//! coins on boards, and lists.
//!
//! While options are collected a component is flat: the index of its shape, then
//! its entries; of a list its length, then its entries. A set as an entry stands
//! for a choice: each of its members gives an option of its own.

use super::int;
use super::machine::{Break, DONE, Machine, ON, Origin};
use super::number::{GROWN, Number};
use super::offer::{MOST_COMPONENTS, place, refuse_infinite, too_many};
use super::seq;
use super::set::walk;
use super::step::excused;
use crate::lang::ir::{Component, Entry, Offer, Seq, ShapeId, ShapeInfo};
use crate::ruleset::{FaultKind, Options, Position, Span};

/// What is done with an option that is put together.
type Finish<'f, 'a, N> = &'f mut dyn FnMut(&mut Machine<'a, N>) -> Result<(), Break>;

/// Offers what a move leaves, if it is a position.
pub(super) fn offer<N: Number>(m: &mut Machine<'_, N>, offer: &Offer) -> Result<(), Break> {
    m.sum.clear();
    match offer {
        // A bare set offers each of its members.
        Offer::Each(Component::MembersOf(shape, set)) => {
            refuse_infinite(m, set)?;
            walk(m, set, &mut |m, member| {
                m.sum.clear();
                if push_member(m, *shape, member) {
                    finish(m, &set.span)?;
                } else {
                    m.met = true;
                }
                if m.probing && m.met_position { DONE } else { ON }
            })
            .map(|_| ())
        }
        // The most frequent options by far are made in one go.
        Offer::Each(component @ Component::Entries(shape, entries))
            if entries.iter().all(|entry| matches!(entry, Entry::Int(_))) =>
        {
            m.sum.push(index(*shape));
            for entry in entries {
                let Entry::Int(number) = entry else { continue };
                let value = int::value(m, number)?;
                if value.is_negative() {
                    m.met = true;
                    return Ok(());
                }
                m.sum.push(value);
            }
            finish(m, place(component))
        }
        Offer::Each(Component::Seq(list)) => {
            if push_list(m, list)? {
                finish(m, &list.span)
            } else {
                Ok(())
            }
        }
        Offer::Each(component) => {
            let span = place(component);
            gather(m, std::slice::from_ref(component), &mut |m| finish(m, span))
        }
        Offer::Sum(components) => {
            let span = components.last().map_or(&(0..0), place);
            gather(m, components, &mut |m| finish(m, span))
        }
        Offer::Copies(component, count) => {
            let number = int::value(m, count)?;
            if number.is_negative() {
                m.met = true;
                return Ok(());
            }
            let span = place(component);
            if number.is_zero() {
                return finish(m, span);
            }
            let copies = number.to_u64().and_then(|copies| usize::try_from(copies).ok());
            gather(m, std::slice::from_ref(component), &mut |m| {
                let once = m.sum.len();
                if once > 0 && !m.probing {
                    let all = copies.and_then(|copies| copies.checked_mul(once));
                    let all =
                        all.filter(|&all| all <= MOST_COMPONENTS).ok_or_else(|| too_many(&count.span))?;
                    let mut sum = std::mem::take(&mut m.sum);
                    let room = m.room_in_sum(&mut sum, all - once);
                    m.sum = sum;
                    room?;
                    for index in 0..all - once {
                        m.sum.push(m.sum[index].clone());
                    }
                }
                let result = finish(m, span);
                m.sum.truncate(once);
                result
            })
        }
    }
}

/// Appends the components, in every choice of members, and finishes each choice
/// in which all of them are positions.
fn gather<'a, N: Number>(
    m: &mut Machine<'a, N>,
    components: &[Component],
    then: Finish<'_, 'a, N>,
) -> Result<(), Break> {
    let Some((component, rest)) = components.split_first() else { return then(m) };
    if m.sum.len() > MOST_COMPONENTS {
        return Err(too_many(place(component)));
    }
    let mark = m.sum.len();
    let result = match component {
        Component::Entries(shape, entries) => {
            m.sum.push(index(*shape));
            gather_entries(m, entries, rest, then)
        }
        Component::MembersOf(shape, set) => {
            refuse_infinite(m, set)?;
            let flow = walk(m, set, &mut |m, member| {
                if !push_member(m, *shape, member) {
                    return DONE;
                }
                if m.sum.len() > MOST_COMPONENTS { Err(too_many(&set.span)) } else { ON }
            });
            match flow {
                Ok(flow) if flow.is_continue() => gather(m, rest, then),
                Ok(_) => {
                    m.met = true;
                    Ok(())
                }
                Err(broken) => Err(broken),
            }
        }
        Component::Seq(list) => match push_list(m, list) {
            Ok(true) => gather(m, rest, then),
            Ok(false) => Ok(()),
            Err(broken) => Err(broken),
        },
        Component::Number(_) | Component::Members(_) => {
            Err(Break::undefined("a number where a position of a shape is wanted", place(component)))
        }
    };
    m.sum.truncate(mark);
    result
}

/// Appends the entries of a component, in every choice of members, and goes on
/// with the rest of the option.
fn gather_entries<'a, N: Number>(
    m: &mut Machine<'a, N>,
    entries: &[Entry],
    rest: &[Component],
    then: Finish<'_, 'a, N>,
) -> Result<(), Break> {
    let Some((entry, others)) = entries.split_first() else { return gather(m, rest, then) };
    match entry {
        Entry::Int(number) => {
            let value = int::value(m, number)?;
            push_entry(m, value, |m| gather_entries(m, others, rest, then))
        }
        Entry::Each(set) => {
            refuse_infinite(m, set)?;
            walk(m, set, &mut |m, member| {
                for value in member {
                    // One choice without a value leaves the others alone.
                    let result = push_entry(m, value.clone(), |m| gather_entries(m, others, rest, then));
                    excused(m, result)?;
                }
                if m.probing && m.met_position { DONE } else { ON }
            })
            .map(|_| ())
        }
    }
}

/// Goes on with one more entry, unless it is negative: that is no move.
fn push_entry<'a, N: Number>(
    m: &mut Machine<'a, N>,
    value: N,
    then: impl FnOnce(&mut Machine<'a, N>) -> Result<(), Break>,
) -> Result<(), Break> {
    if value.is_negative() {
        m.met = true;
        return Ok(());
    }
    let mark = m.sum.len();
    m.sum.push(value);
    let result = then(m);
    m.sum.truncate(mark);
    result
}

/// Appends a list as a component; false if it is no position.
fn push_list<N: Number>(m: &mut Machine<'_, N>, list: &Seq) -> Result<bool, Break> {
    let mark = m.sum.len();
    // The length comes first, but is known last.
    m.sum.push(N::from_i128(0));
    seq::append(m, list)?;
    let Some((length, entries)) = m.sum.get_mut(mark..).and_then(<[N]>::split_first_mut) else {
        return Ok(false);
    };
    if N::any_negative(entries) {
        m.met = true;
        return Ok(false);
    }
    *length = N::from_u64(u64::try_from(entries.len()).unwrap_or(u64::MAX));
    Ok(true)
}

/// Appends the member of a set as a component; false if it is no position.
fn push_member<N: Number>(m: &mut Machine<'_, N>, shape: ShapeId, member: &[N]) -> bool {
    if member.iter().any(Number::is_negative) {
        return false;
    }
    m.sum.push(index(shape));
    m.sum.extend_from_slice(member);
    true
}

pub(super) fn index<N: Number>(shape: ShapeId) -> N {
    N::from_u64(u64::try_from(shape.0).unwrap_or(u64::MAX))
}

/// Offers the sum that was put together.
pub(super) fn finish<N: Number>(m: &mut Machine<'_, N>, span: &Span) -> Result<(), Break> {
    m.met = true;
    m.met_position = true;
    if m.probing {
        return Ok(());
    }
    if !m.options.try_push(|flat| N::append_entries(&m.sum, flat)) {
        let large = m.sum.iter().find(|number| number.to_entry().is_none());
        let option = large.map(ToString::to_string).unwrap_or_default();
        return Err(Break::fault(FaultKind::TooLarge { option }, span));
    }
    if m.reorders {
        reorder(m);
    }
    let bytes = N::bytes_of(m.options.last_mut());
    m.hold(bytes + GROWN * size_of::<usize>())
}

/// Puts the option that was offered last in the one order that stands for all.
#[inline(never)]
fn reorder<N: Number>(m: &mut Machine<'_, N>) {
    if m.shapes.iter().any(|shape| shape.sym) {
        sort_entries::<N>(m.shapes, m.options.last_mut());
    }
    if let (Some(Origin::Entries { board: true }), Some(shape)) = (&m.origin, m.shapes.first()) {
        let kept = cancel_pairs(m.options.last_mut(), 1 + shape.arity);
        m.options.replace_last(kept);
    }
}

/// Sorts the entries of positions whose order means nothing.
fn sort_entries<N: Number>(shapes: &[ShapeInfo], flat: &mut [N::Entry]) {
    let mut at = 0;
    while let Some(shape) = flat.get(at).and_then(|id| shapes.get(N::entry_index(id))) {
        let end = at + 1 + shape.arity;
        if shape.sym
            && let Some(entries) = flat.get_mut(at + 1..end)
        {
            // Most have two, which often are in order.
            let pair_in_order = entries.len() == 2 && entries.is_sorted();
            if !pair_in_order {
                entries.sort_unstable();
            }
        }
        at = end;
    }
}

/// The coins of a board that are turned once: two equal ones are none.
fn cancel_pairs<E: Clone + Ord>(flat: &[E], length: usize) -> Vec<E> {
    let mut coins: Vec<&[E]> = flat.chunks_exact(length).collect();
    coins.sort_unstable();
    let mut kept: Vec<&[E]> = Vec::with_capacity(coins.len());
    for coin in coins {
        if kept.last() == Some(&coin) {
            kept.pop();
        } else {
            kept.push(coin);
        }
    }
    kept.concat()
}

/// The options that were collected, as positions. `shapes` is empty for lists.
pub(super) fn decode<N: Number, E: Ord>(
    shapes: &[ShapeInfo],
    flat: &Options<N::Entry>,
    entry: impl Fn(&N::Entry) -> E,
    options: &mut Options<Position<E>>,
) {
    let mut components = Vec::new();
    for option in flat.iter() {
        let mut rest = option;
        while let Some((head, more)) = rest.split_first() {
            let count = N::entry_index(head);
            let info = shapes.get(count);
            let length = info.map_or(count, |info| info.arity).min(more.len());
            let (entries, after) = more.split_at(length);
            let entries = entries.iter().map(&entry).collect();
            components.push(match info {
                Some(info) => info.position(entries),
                None => Position::Seq(entries),
            });
            rest = after;
        }
        options.push(components.drain(..));
    }
}
