//! Functions that fold numbers and sets: `min`, `sum`, `gcd` and the like.

use super::int;
use super::machine::{Break, Machine, ON, at};
use super::number::{Number, Outcome};
use super::parameters::Value;
use super::set::{next_above, walk};
use crate::lang::ir::{Fold, Operand, Set, SetKind};
use crate::ruleset::Span;

/// The fold of all operands; [`Break::NoValue`] for `min` and `max` of nothing.
pub(super) fn fold<N: Number>(
    m: &mut Machine<'_, N>,
    fold: Fold,
    operands: &[Operand],
    span: &Span,
) -> Result<N, Break> {
    let mut total: Option<N> = None;
    for operand in operands {
        match operand {
            Operand::Int(operand) => {
                let value = int::value(m, operand)?;
                at(take(fold, &mut total, &value), span)?;
            }
            Operand::Set(set) => fold_set(m, fold, set, &mut total, span)?,
        }
    }
    match (total, fold) {
        (Some(total), _) => Ok(total),
        (None, Fold::Min | Fold::Max) => Err(Break::NoValue),
        (None, Fold::Sum | Fold::Count | Fold::Gcd | Fold::BitOr) => Ok(N::from_i128(0)),
        (None, Fold::Lcm) => Ok(N::from_i128(1)),
        (None, Fold::BitAnd) => Ok(N::from_i128(-1)),
    }
}

/// Adds one number to a fold.
fn take<N: Number>(fold: Fold, total: &mut Option<N>, value: &N) -> Outcome<()> {
    let Some(so_far) = total else {
        *total = Some(match fold {
            Fold::Count => N::from_i128(1),
            // One number by itself: its divisors and multiples have no sign.
            Fold::Gcd | Fold::Lcm => value.abs()?,
            Fold::Min | Fold::Max | Fold::Sum | Fold::BitAnd | Fold::BitOr => value.clone(),
        });
        return Ok(());
    };
    match fold {
        Fold::Min if value < so_far => so_far.clone_from(value),
        Fold::Max if value > so_far => so_far.clone_from(value),
        Fold::Min | Fold::Max => {}
        Fold::Sum => *so_far = so_far.add(value)?,
        Fold::Count => so_far.increment()?,
        Fold::Gcd => *so_far = so_far.gcd(value)?,
        Fold::Lcm => *so_far = so_far.lcm(value)?,
        Fold::BitAnd => *so_far = so_far.and(value),
        Fold::BitOr => *so_far = so_far.or(value),
    }
    Ok(())
}

/// Adds the members of a set to a fold. Ranges are not walked where their ends
/// tell the answer.
fn fold_set<N: Number>(
    m: &mut Machine<'_, N>,
    fold: Fold,
    set: &Set,
    total: &mut Option<N>,
    span: &Span,
) -> Result<(), Break> {
    if let SetKind::Parameter(id) = &set.kind
        && let Value::Kept(kept) = m.parameter(*id, &set.span)?
    {
        return fold_set(m, fold, kept, total, span);
    }
    if set.arity != 1 && fold != Fold::Count {
        return Err(Break::undefined("a number made from tuples", &set.span));
    }
    if let (SetKind::Range(first, last), Fold::Min | Fold::Max | Fold::Sum | Fold::Count) = (&set.kind, fold)
    {
        let first = int::value(m, first)?;
        let last = int::value(m, last)?;
        if first > last {
            return Ok(());
        }
        return at(fold_range(fold, &first, &last, total), span);
    }
    if m.parameters.is_infinite(set) {
        let first = match fold {
            Fold::Min => next_above(m, set, None)?,
            _ => return Err(Break::undefined("a number made from all members of an infinite set", span)),
        };
        return first.map_or(Ok(()), |first| at(take(fold, total, &first), span));
    }
    walk(m, set, &mut |_, member| {
        let value = match member {
            [value] => value,
            _ => &N::from_i128(0),
        };
        at(take(fold, total, value), span)?;
        ON
    })
    .map(|_| ())
}

/// Adds the members of `first..last`, which is not empty.
fn fold_range<N: Number>(fold: Fold, first: &N, last: &N, total: &mut Option<N>) -> Outcome<()> {
    let one = N::from_i128(1);
    let two = N::from_i128(2);
    match fold {
        Fold::Min => take(fold, total, first),
        Fold::Max => take(fold, total, last),
        Fold::Sum | Fold::Count => {
            let count = last.sub(first)?.add(&one)?;
            let part = if fold == Fold::Count {
                count
            } else {
                // (first + last) * count / 2; if the count is odd, the other factor is even.
                let ends = first.add(last)?;
                if count.rem(&two)?.is_zero() {
                    count.div(&two)?.mul(&ends)?
                } else {
                    ends.div(&two)?.mul(&count)?
                }
            };
            *total = Some(match total {
                Some(so_far) => so_far.add(&part)?,
                None => part,
            });
            Ok(())
        }
        _ => Ok(()),
    }
}
