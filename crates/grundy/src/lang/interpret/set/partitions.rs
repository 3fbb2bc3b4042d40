//! Partitions of a number into a fixed count of positive parts.

use super::super::machine::{Break, Machine, ON, Visit, Walk, at};
use super::super::number::Number;

/// Visits the tuples of `parts` positive numbers, ascending and with repeats
/// allowed, whose sum is `number`, in lexical order.
pub(super) fn walk_partitions<'a, N: Number>(
    m: &mut Machine<'a, N>,
    number: &N,
    parts: usize,
    span: &crate::ruleset::Span,
    visit: Visit<'_, 'a, N>,
) -> Walk {
    let mut tuple = Vec::with_capacity(parts);
    extend(m, &mut tuple, number, parts, span, visit)
}

/// Extends `tuple` by `parts` more numbers with sum `rest`.
fn extend<'a, N: Number>(
    m: &mut Machine<'a, N>,
    tuple: &mut Vec<N>,
    rest: &N,
    parts: usize,
    span: &crate::ruleset::Span,
    visit: Visit<'_, 'a, N>,
) -> Walk {
    let one = N::from_i128(1);
    let mut part = tuple.last().cloned().unwrap_or(one);
    if parts == 1 {
        m.step()?;
        if *rest < part {
            return ON;
        }
        tuple.push(rest.clone());
        let flow = visit(m, tuple);
        tuple.pop();
        return flow;
    }
    let count = N::from_u64(u64::try_from(parts).unwrap_or(u64::MAX));
    // Every part from here on is at least as large as this one.
    while at(part.mul(&count), span)? <= *rest {
        m.step()?;
        let left = at(rest.sub(&part), span)?;
        tuple.push(part.clone());
        let flow = extend(m, tuple, &left, parts - 1, span, visit);
        tuple.pop();
        if flow?.is_break() {
            return super::super::machine::DONE;
        }
        at(part.increment(), span)?;
    }
    ON
}

/// Whether `member` is such a tuple.
pub(super) fn is_partition<N: Number>(
    number: &N,
    parts: usize,
    member: &[N],
    span: &crate::ruleset::Span,
) -> Result<bool, Break> {
    if member.len() != parts || !member.is_sorted() || member.iter().any(|part| *part < N::from_i128(1)) {
        return Ok(false);
    }
    let mut sum = N::from_i128(0);
    for part in member {
        sum = at(sum.add(part), span)?;
    }
    Ok(sum == *number)
}
