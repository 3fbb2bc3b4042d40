//! Options: what a move leaves, checked to be smaller than what is moved from.

use super::int;
use super::machine::{Break, DONE, Machine, ON, Origin};
use super::number::{GROWN, Number};
use super::set::walk;
use super::shaped;
use super::step::excused;
use crate::lang::ir::{Component, Entry, Int, Kind, Offer, Set};
use crate::ruleset::{FaultKind, Span};

/// The most components of one option; more are a fault. An option is copied whole
/// wherever it is valued or shown, so more would never be of use.
pub const MOST_COMPONENTS: usize = 1 << 20;

/// Up to so many components are shown in a message.
const SHOWN_COMPONENTS: usize = 8;

/// Offers what a move leaves, if it is a position. An offer without a value is
/// skipped.
///
/// Components are read from left to right, and a negative one ends the reading:
/// whatever follows, the option is no move.
pub(super) fn offer<N: Number>(m: &mut Machine<'_, N>, offer: &Offer) -> Result<(), Break> {
    m.step()?;
    let result = match offer {
        Offer::Each(Component::Number(number)) => {
            int::value(m, number).and_then(|value| single(m, &value, &number.span))
        }
        Offer::Each(Component::Members(set)) => each(m, set),
        _ if !matches!(m.origin, Some(Origin::Number(..)) | None) => shaped::offer(m, offer),
        Offer::Each(component) => sum(m, std::slice::from_ref(component)),
        Offer::Sum(components) => sum(m, components),
        Offer::Copies(component, count) => copies(m, component, count),
    };
    excused(m, result)
}

/// Offers one heap or coin.
fn single<N: Number>(m: &mut Machine<'_, N>, number: &N, span: &Span) -> Result<(), Break> {
    m.met = true;
    if number.is_negative() {
        return Ok(());
    }
    m.met_position = true;
    if m.probing {
        return Ok(());
    }
    let entry = checked_entry(m, number, span, &|| number.to_string())?;
    m.hold(N::entry_bytes(&entry) + GROWN * size_of::<usize>())?;
    m.options.push([entry]);
    Ok(())
}

/// Offers each member of a set.
fn each<N: Number>(m: &mut Machine<'_, N>, set: &Set) -> Result<(), Break> {
    refuse_infinite(m, set)?;
    walk(m, set, &mut |m, member| {
        for number in member {
            single(m, number, &set.span)?;
        }
        if m.probing && m.met_position { DONE } else { ON }
    })
    .map(|_| ())
}

/// Offers a sum.
fn sum<N: Number>(m: &mut Machine<'_, N>, components: &[Component]) -> Result<(), Break> {
    let mut sum = std::mem::take(&mut m.sum);
    sum.clear();
    let mut span = &(0..0);
    let mut result = Ok(true);
    for component in components {
        span = place(component);
        result = gather(m, component, &mut sum);
        if !matches!(result, Ok(true)) {
            break;
        }
    }
    m.sum = sum;
    finish(m, result?, span)
}

/// Offers copies. Their number is read first: if it is 0, the component is not
/// read, and if it is negative, there is no move.
fn copies<N: Number>(m: &mut Machine<'_, N>, component: &Component, count: &Int) -> Result<(), Break> {
    let number = int::value(m, count)?;
    let mut sum = std::mem::take(&mut m.sum);
    sum.clear();
    let mut result = Ok(!number.is_negative());
    if !number.is_negative() && !number.is_zero() {
        result = gather(m, component, &mut sum);
        if matches!(result, Ok(true)) && !m.probing && !sum.is_empty() {
            let once = sum.len();
            let all = number
                .to_u64()
                .and_then(|number| usize::try_from(number).ok())
                .and_then(|number| number.checked_mul(once))
                .filter(|&all| all <= MOST_COMPONENTS);
            match all {
                Some(all) => {
                    m.room_in_sum(&mut sum, all - once)?;
                    for index in 0..all - once {
                        sum.push(sum[index].clone());
                    }
                }
                None => result = Err(too_many(&count.span)),
            }
        }
    }
    m.sum = sum;
    finish(m, result?, place(component))
}

/// Appends the numbers that a component stands for; false if one is negative.
fn gather<N: Number>(m: &mut Machine<'_, N>, component: &Component, sum: &mut Vec<N>) -> Result<bool, Break> {
    match component {
        Component::Number(number) => {
            let value = int::value(m, number)?;
            let is_position = !value.is_negative();
            sum.push(value);
            Ok(is_position)
        }
        Component::Members(set) => {
            refuse_infinite(m, set)?;
            let flow = walk(m, set, &mut |_, member| {
                if member.iter().any(Number::is_negative) {
                    return DONE;
                }
                sum.extend_from_slice(member);
                if sum.len() > MOST_COMPONENTS { Err(too_many(&set.span)) } else { ON }
            })?;
            Ok(flow.is_continue())
        }
        Component::Entries(..) | Component::MembersOf(..) | Component::Seq(_) => {
            Err(Break::undefined("a position of another kind", place(component)))
        }
    }
}

/// Offers the sum that was put together, if it is a position.
fn finish<N: Number>(m: &mut Machine<'_, N>, is_position: bool, span: &Span) -> Result<(), Break> {
    m.met = true;
    if !is_position {
        return Ok(());
    }
    m.met_position = true;
    if m.probing {
        return Ok(());
    }
    let mut sum = std::mem::take(&mut m.sum);
    let mut bytes = GROWN * size_of::<usize>();
    let mut result = Ok(());
    for number in &sum {
        match checked_entry(m, number, span, &|| shown(&sum, number)) {
            Ok(entry) => bytes += N::entry_bytes(&entry),
            Err(broken) => {
                result = Err(broken);
                break;
            }
        }
    }
    if result.is_ok() {
        if matches!(m.origin, Some(Origin::Number(_, Kind::Coins))) {
            cancel_pairs(&mut sum);
        }
        result = m.hold(bytes);
    }
    if result.is_ok() {
        // All entries are there: each was made once already.
        m.options.push(sum.iter().filter_map(Number::to_entry));
    }
    m.sum = sum;
    result
}

/// A coin that is turned twice is not turned: equal numbers go in pairs.
fn cancel_pairs<N: Number>(sum: &mut Vec<N>) {
    if sum.len() < 2 {
        return;
    }
    sum.sort_unstable();
    let mut kept = 0;
    let mut index = 0;
    while index < sum.len() {
        if sum.get(index + 1) == Some(&sum[index]) {
            index += 2;
        } else {
            sum.swap(kept, index);
            kept += 1;
            index += 1;
        }
    }
    sum.truncate(kept);
}

/// A number >= 0 as an entry of an option, if it fits and is smaller than what
/// is moved from. `option` is how a message calls the option.
fn checked_entry<N: Number>(
    m: &Machine<'_, N>,
    number: &N,
    span: &Span,
    option: &dyn Fn() -> String,
) -> Result<N::Entry, Break> {
    let Some(entry) = number.to_entry() else {
        return Err(Break::fault(FaultKind::TooLarge { option: option() }, span));
    };
    match &m.origin {
        Some(Origin::Number(from, kind)) if number >= from => {
            let (position, option) = (from.to_string(), option());
            let fault = match kind {
                Kind::Coins => FaultKind::NotLeft { position, option },
                _ => FaultKind::NotSmaller { position, option },
            };
            Err(Break::fault(fault, span))
        }
        _ => Ok(entry),
    }
}

/// A sum as a user would type it, or of a long one the component in question.
fn shown<N: Number>(sum: &[N], number: &N) -> String {
    if sum.len() == 1 || sum.len() > SHOWN_COMPONENTS {
        return number.to_string();
    }
    let components: Vec<String> = sum.iter().map(ToString::to_string).collect();
    format!("[{}]", components.join(", "))
}

pub(super) fn place(component: &Component) -> &Span {
    match component {
        Component::Number(number) => &number.span,
        Component::Members(set) | Component::MembersOf(_, set) => &set.span,
        Component::Seq(seq) => &seq.span,
        Component::Entries(_, entries) => match entries.first() {
            Some(Entry::Int(number)) => &number.span,
            Some(Entry::Each(set)) => &set.span,
            None => &(0..0),
        },
    }
}

pub(super) fn refuse_infinite<N: Number>(m: &Machine<'_, N>, set: &Set) -> Result<(), Break> {
    if m.parameters.is_infinite(set) {
        return Err(Break::undefined("an infinite set as an option", &set.span));
    }
    Ok(())
}

pub(super) fn too_many(span: &Span) -> Break {
    Break::undefined("an option of more than 2**20 components", span)
}
