//! The tuples that a table is about: those with each entry from 0 to a bound.

use super::error::SolveError;
use crate::lang::ir::ShapeInfo;

/// The index of the shape with as many entries as `to`, and how many positions the
/// table has.
///
/// # Errors
///
/// [`SolveError::Question`] if there is no such shape without a tag, or there are
/// too many positions for any table.
pub(super) fn shape_for(shapes: &[ShapeInfo], to: &[u64]) -> Result<(usize, u64), SolveError> {
    let fits = |shape: &ShapeInfo| shape.tag.is_none() && shape.arity == to.len();
    let Some(index) = shapes.iter().position(fits) else {
        let plain = shapes.iter().find(|shape| shape.tag.is_none());
        return Err(match plain.map(|shape| shape.arity) {
            None => SolveError::question(
                "there is no table of tagged positions",
                "ask for single positions: `grundy value RULES 'open(4)'`",
            ),
            Some(1) => SolveError::question(
                "the positions of this rule have one entry",
                "give --to one number, such as --to 100",
            ),
            Some(arity) => SolveError::question(
                format!("the positions of this rule have {arity} entries"),
                format!("give --to {arity} numbers, such as --to {}", vec!["9"; arity].join(",")),
            ),
        });
    };
    let count = to.iter().try_fold(1_u64, |count, &last| count.checked_mul(last.checked_add(1)?));
    match count.filter(|&count| usize::try_from(count).is_ok()) {
        Some(count) => Ok((index, count)),
        None => Err(SolveError::question(
            "there are too many positions for any table",
            "give --to smaller numbers, such as --to 99,99",
        )),
    }
}

/// All tuples with each entry from 0 to the one in `to`, in lexical order.
pub(super) fn tuples(to: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    let after = move |entries: &Vec<u64>| {
        let mut entries = entries.clone();
        next_tuple(&mut entries, to).then_some(entries)
    };
    std::iter::successors(Some(vec![0; to.len()]), after)
}

/// The next tuple in that order; false, and the first one, after the last.
pub(super) fn next_tuple(entries: &mut [u64], to: &[u64]) -> bool {
    for (entry, &last) in entries.iter_mut().zip(to).rev() {
        if *entry < last {
            *entry += 1;
            return true;
        }
        *entry = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_come_in_lexical_order_and_each_once() {
        let all: Vec<_> = tuples(&[1, 2]).collect();
        assert_eq!(all, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(tuples(&[0]).count(), 1);
        assert_eq!(tuples(&[2, 0, 4]).count(), 15);
    }
}
