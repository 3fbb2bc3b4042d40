//! Rules that are their own mirror image.
//!
//! The mirror image of a left side with one alternative reads both from right to
//! left and exchanges the ends. If the images of all pairs of a rule are pairs of
//! the rule, then what a row may become, the mirrored row may become mirrored.
//!
//! `1 1* -> 0 0*` and its image `1* 1 -> 0* 0` say the same in another order: the
//! cells c and the runs of c that stand side by side take the same words in
//! any order, and so do those that are put side by side. They are sorted before
//! pairs are compared.

use crate::ruleset::row_rule::Put;
use crate::ruleset::{RowItem, RowRule};

/// A left side with one alternative, each item of the left side under the index
/// by which the right side knows it.
type Pair = (Vec<(RowItem, usize)>, Vec<Put>);

/// Whether the mirror image of every pair of `rules` is a pair of `rules`, up to
/// the order of cells and runs of one kind. Some symmetric rules are not seen.
pub(super) fn is_symmetric(rules: &RowRule) -> bool {
    let pairs: Vec<Pair> = rules
        .clauses()
        .iter()
        .flat_map(|clause| {
            let left: Vec<(RowItem, usize)> =
                clause.left().iter().enumerate().map(|(index, &item)| (item, index)).collect();
            clause.alternatives().iter().map(move |puts| (left.clone(), puts.clone()))
        })
        .collect();
    let known: Vec<Pair> = pairs.iter().cloned().map(sorted).collect();
    pairs.iter().all(|pair| known.contains(&sorted(mirrored(pair))))
}

fn mirrored((left, puts): &Pair) -> Pair {
    let item = |&(item, index): &(RowItem, usize)| match item {
        RowItem::LeftEnd => (RowItem::RightEnd, index),
        RowItem::RightEnd => (RowItem::LeftEnd, index),
        other => (other, index),
    };
    (left.iter().rev().map(item).collect(), puts.iter().rev().copied().collect())
}

/// The pair with cells and runs of one kind sorted where they stand side by side,
/// and the items of the left side named by their new places.
fn sorted((mut left, puts): Pair) -> Pair {
    let cell = |item: RowItem| match item {
        RowItem::Exactly(cell) | RowItem::Run(cell) => Some(cell),
        _ => None,
    };
    for stretch in left.chunk_by_mut(|(a, _), (b, _)| cell(*a).is_some() && cell(*a) == cell(*b)) {
        stretch.sort_by_key(|(item, _)| matches!(item, RowItem::Run(_)));
    }
    let place = |item: usize| left.iter().position(|&(_, index)| index == item).unwrap_or(item);
    let mut puts: Vec<Put> = puts
        .into_iter()
        .map(|put| match put {
            Put::Cell(_) => put,
            Put::Repeat { cell, item } => Put::Repeat { cell, item: place(item) },
            Put::Keep { item } => Put::Keep { item: place(item) },
        })
        .collect();
    let cell = |put: Put| match put {
        Put::Cell(cell) | Put::Repeat { cell, .. } => Some(cell),
        Put::Keep { .. } => None,
    };
    for stretch in puts.chunk_by_mut(|a, b| cell(*a).is_some() && cell(*a) == cell(*b)) {
        stretch.sort_by_key(|put| match put {
            Put::Repeat { item, .. } => Some(*item),
            _ => None,
        });
    }
    let left = left.into_iter().enumerate().map(|(place, (item, _))| (item, place)).collect();
    (left, puts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::row_rule::oracle::rule;

    #[test]
    fn symmetric_rules_are_seen_and_others_not() {
        for text in [
            "row I -> X; row I I -> X X",
            "row X X* -> . .*",
            "row X* X X* -> .* . .*",
            "row !X . !X -> !X X !X",
            "row < . . -> < X .; row . . > -> . X >",
            "row 1 0 -> 0 0; row 0 1 -> 0 0",
            "row ? 1 ? -> ? 0 ?",
            "row 1 1* 0* 0 -> 0 0* 1* 1; row 0 0* 1* 1 -> 1 1* 0* 0",
            "row 1 -> 0 1 0 | 0",
        ] {
            assert!(is_symmetric(&rule(text)), "{text}");
        }
        for text in [
            "row 1 0 -> 0 0",
            "row 1 1* 0 -> 0 1* 1",
            "row < . . -> < X .",
            "row < . . -> < X .; row . . > -> X . >",
            "row ? 1 ? -> ? 0",
            "row ? 1 -> ? 0; row 1 ? -> 0 0",
            "row 1 ? 0 ? 1 -> ? 1 ?; row ? 1 -> 1 ?",
            "row 1 -> 0 1",
            // The first run is kept, and then the last one: not the same cells.
            "row 1* 0 1* -> 1* 0",
        ] {
            assert!(!is_symmetric(&rule(text)), "{text}");
        }
    }
}
