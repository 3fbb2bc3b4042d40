//! Options that go up or down in equal steps: a loop over a range whose name stands in
//! the entries of the option only in sums and in products with constants, as in
//! `(n - k, 2*k) for k in 1..m`.
//!
//! The entries of such options are a progression: they are worked out at the ends of
//! the range, and those between follow by addition. As every part of them is between
//! its values at the ends, none is beyond the numbers if those are not.

use super::int;
use super::machine::{Break, Machine, Origin, at};
use super::number::Number;
use super::offer::place;
use super::shaped;
use crate::lang::ir::{Component, Entry, Int, IntKind, IntOp, Offer, Slot};
use crate::ruleset::Span;

/// Shorter ranges are quicker one by one.
const SHORT: i128 = 4;

/// Whether the value of `int` goes up or down in equal steps as that of `slot` goes up.
fn is_linear(int: &Int, slot: Slot) -> bool {
    match &int.kind {
        IntKind::Const(_) | IntKind::Slot(_) => true,
        IntKind::Binary(IntOp::Add | IntOp::Sub, left, right) => {
            is_linear(left, slot) && is_linear(right, slot)
        }
        IntKind::Binary(IntOp::Mul, left, right) => {
            (is_fixed(left, slot) && is_linear(right, slot))
                || (is_linear(left, slot) && is_fixed(right, slot))
        }
        _ => false,
    }
}

/// Whether `int` is a constant, or the value of another name.
fn is_fixed(int: &Int, slot: Slot) -> bool {
    match int.kind {
        IntKind::Const(_) => true,
        IntKind::Slot(other) => other != slot,
        _ => false,
    }
}

/// Offers `option` for each number from the first to the last, which `slot` stands for,
/// if that is a progression; false, and nothing is offered, if it is to be done one by one.
pub(super) fn offer<N: Number>(
    m: &mut Machine<'_, N>,
    slot: Slot,
    [first, last]: [&N; 2],
    option: &Offer,
) -> Result<bool, Break> {
    let span = last.sub(first).ok().and_then(|span| span.to_i128());
    let Some(more @ SHORT..) = span else { return Ok(false) };
    let Offer::Each(component @ Component::Entries(shape, entries)) = option else { return Ok(false) };
    let linear = |entry: &Entry| matches!(entry, Entry::Int(number) if is_linear(number, slot));
    if m.probing || !matches!(m.origin, Some(Origin::Entries { .. })) || !entries.iter().all(linear) {
        return Ok(false);
    }
    m.sum.clear();
    m.sum.push(shaped::index(*shape));
    m.steps_on.clear();
    if !prepare(m, slot, entries, [first, last]) {
        return Ok(false);
    }
    each(m, more, place(component))?;
    Ok(true)
}

/// Appends the entries at the first number to the sum, and finds what is added to them
/// from each number to the next; false if something is not there at an end.
fn prepare<N: Number>(m: &mut Machine<'_, N>, slot: Slot, entries: &[Entry], [first, last]: [&N; 2]) -> bool {
    let mut second = first.clone();
    if second.increment().is_err() {
        return false;
    }
    for entry in entries {
        let Entry::Int(number) = entry else { return false };
        let values = [last, &second, first].map(|member| {
            m.bind(slot, member);
            int::value(m, number).ok()
        });
        let [Some(_), Some(second), Some(first)] = values else { return false };
        let Ok(step) = second.sub(&first) else { return false };
        m.steps_on.push(step);
        m.sum.push(first);
    }
    true
}

/// Offers the sum and so many `more`; `span` is the place of the option.
fn each<N: Number>(m: &mut Machine<'_, N>, more: i128, span: &Span) -> Result<(), Break> {
    let mut left = more;
    loop {
        // One for the loop and one for the option.
        m.step()?;
        m.step()?;
        if N::any_negative(&m.sum[1..]) {
            m.met = true;
        } else {
            shaped::finish(m, span)?;
        }
        if left == 0 {
            return Ok(());
        }
        left -= 1;
        for (entry, step) in m.sum[1..].iter_mut().zip(&m.steps_on) {
            *entry = at(entry.add(step), span)?;
        }
    }
}
