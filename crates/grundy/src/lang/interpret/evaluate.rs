//! Numbers and conditions by themselves, as in the claims that are checked
//! against a table.

use super::machine::Machine;
use super::parameters::Parameters;
use super::{int, truth};
use crate::lang::ir::{Bool, Int, Slot};
use crate::ruleset::{Halt, Options};
use crate::theory::Control;

/// What the names in an expression stand for.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
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
pub fn evaluate(int: &Int, scope: &Scope<'_>, control: &Control) -> Result<Option<i128>, Halt> {
    read(scope, control, |m| int::value(m, int))
}

/// Whether a condition holds; none if the least or largest of nothing decides.
///
/// # Errors
///
/// As [`evaluate`].
pub fn holds(condition: &Bool, scope: &Scope<'_>, control: &Control) -> Result<Option<bool>, Halt> {
    read(scope, control, |m| truth::holds(m, condition))
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
