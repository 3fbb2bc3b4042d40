//! Numbers and conditions by themselves, as in the claims that are checked
//! against a table.

use super::machine::{DONE, Machine, ON};
use super::number::GROWN;
use super::parameters::Parameters;
use super::set::walk;
use super::{int, truth};
use crate::lang::ir::{Bool, Int, Set, Slot};
use crate::ruleset::{Halt, Options};
use crate::theory::Control;

/// What the names in an expression stand for.
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) struct Scope<'a> {
    /// The values of the parameters.
    pub parameters: &'a Parameters,
    /// The names of the slots, those that the expression binds itself included.
    pub names: &'a [String],
    /// The values of the first slots. The first of them is the position that a
    /// fault names.
    pub values: &'a [i128],
}

/// The value of a number; none if it is the least or largest of nothing.
///
/// # Errors
///
/// [`Halt::Fault`] if the expression breaks (an overflow, a division by zero),
/// [`Halt::Stopped`] if `control` says so.
pub(in crate::lang) fn evaluate(
    int: &Int,
    scope: &Scope<'_>,
    control: &Control,
) -> Result<Option<i128>, Halt> {
    read(scope, control, |m| int::value(m, int))
}

/// Whether a condition holds; none if the least or largest of nothing decides.
///
/// # Errors
///
/// As [`evaluate`].
pub(in crate::lang) fn holds(
    condition: &Bool,
    scope: &Scope<'_>,
    control: &Control,
) -> Result<Option<bool>, Halt> {
    read(scope, control, |m| truth::holds(m, condition))
}

/// The members of a set, entry after entry; none if it has no value, or if it is
/// infinite by its form or has more than `most` members.
///
/// # Errors
///
/// As [`evaluate`].
pub(in crate::lang) fn members(
    set: &Set,
    scope: &Scope<'_>,
    most: usize,
    control: &Control,
) -> Result<Option<Vec<Vec<i128>>>, Halt> {
    if scope.parameters.is_infinite(set) {
        return Ok(None);
    }
    let listed = read(scope, control, |m| {
        let mut members = Vec::new();
        let flow = walk(m, set, &mut |m, member| {
            // The member, and a place for it in a list that grows.
            m.hold(GROWN * size_of::<Vec<i128>>() + 16 + size_of_val(member))?;
            members.push(member.to_vec());
            if members.len() > most { DONE } else { ON }
        })?;
        Ok(flow.is_continue().then_some(members))
    })?;
    Ok(listed.flatten())
}

fn read<T>(
    scope: &Scope<'_>,
    control: &Control,
    read: impl FnOnce(&mut Machine<'_, i128>) -> Result<T, super::machine::Break>,
) -> Result<Option<T>, Halt> {
    let mut options = Options::new();
    let mut m = Machine::new(scope.names, scope.parameters, &mut options, control);
    for (index, value) in scope.values.iter().enumerate() {
        m.bind(Slot(index), value);
    }
    let position = scope.values.first().copied().unwrap_or(0);
    match read(&mut m) {
        Ok(value) => Ok(Some(value)),
        Err(broken) => broken.into_halt(&position).map_or(Ok(None), Err),
    }
}
