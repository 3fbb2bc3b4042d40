//! Whether conditions hold.
//!
//! A condition in which `min` or `max` of nothing stands has no value, and what
//! it guards is skipped; `not` does not change that. `a and b` reads b only if a
//! is true; `a or b` reads b unless a is true, and is true if either is.

use super::int;
use super::machine::{Break, Machine};
use super::number::Number;
use super::number_theory;
use super::set::contains;
use crate::lang::ir::{Bool, BoolKind, Compare};

/// Whether `condition` holds.
pub(super) fn holds<N: Number>(m: &mut Machine<'_, N>, condition: &Bool) -> Result<bool, Break> {
    match &condition.kind {
        BoolKind::Const(value) => Ok(*value),
        BoolKind::Not(operand) => Ok(!holds(m, operand)?),
        BoolKind::And(left, right) => Ok(holds(m, left)? && holds(m, right)?),
        BoolKind::Or(left, right) => match holds(m, left) {
            Ok(false) => holds(m, right),
            Err(Break::NoValue) if holds(m, right)? => Ok(true),
            other => other,
        },
        BoolKind::Compare(first, rest) => {
            let mut left = int::value(m, first)?;
            for (comparison, right) in rest {
                let right = int::value(m, right)?;
                if !compare(*comparison, &left, &right) {
                    return Ok(false);
                }
                left = right;
            }
            Ok(true)
        }
        BoolKind::In(entries, set) => match entries.as_slice() {
            [entry] => {
                let entry = int::value(m, entry)?;
                contains(m, set, std::slice::from_ref(&entry))
            }
            entries => {
                let member =
                    entries.iter().map(|entry| int::value(m, entry)).collect::<Result<Vec<N>, _>>()?;
                contains(m, set, &member)
            }
        },
        BoolKind::IsPrime(operand) => {
            let number = int::value(m, operand)?;
            number_theory::is_prime(&number, &condition.span)
        }
    }
}

/// Whether `condition` holds; a condition without a value does not.
pub(super) fn holds_surely<N: Number>(m: &mut Machine<'_, N>, condition: &Bool) -> Result<bool, Break> {
    match holds(m, condition) {
        Err(Break::NoValue) => Ok(false),
        other => other,
    }
}

fn compare<N: Ord>(comparison: Compare, left: &N, right: &N) -> bool {
    match comparison {
        Compare::Eq => left == right,
        Compare::Ne => left != right,
        Compare::Lt => left < right,
        Compare::Le => left <= right,
        Compare::Gt => left > right,
        Compare::Ge => left >= right,
    }
}
