//! Checked clauses of row rules.

use thiserror::Error;

use crate::ruleset::Row;

/// One item of a row pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowItem {
    /// `c`: exactly this cell.
    Exactly(u8),
    /// `c*`: a run of this cell, also none.
    Run(u8),
    /// `?`: any cell.
    Any,
    /// `!c`: a cell that is not this one, or an end.
    Not(u8),
    /// `<`: the left end.
    LeftEnd,
    /// `>`: the right end.
    RightEnd,
}

impl RowItem {
    /// The cell that the item names, if it names one.
    const fn cell(self) -> Option<u8> {
        match self {
            RowItem::Exactly(cell) | RowItem::Run(cell) | RowItem::Not(cell) => Some(cell),
            RowItem::Any | RowItem::LeftEnd | RowItem::RightEnd => None,
        }
    }

    /// What the item is, for messages.
    const fn in_words(self) -> &'static str {
        match self {
            RowItem::Exactly(_) => "cell",
            RowItem::Run(_) => "run",
            RowItem::Any => "`?`",
            RowItem::Not(_) => "`!`",
            RowItem::LeftEnd => "`<`",
            RowItem::RightEnd => "`>`",
        }
    }
}

/// One clause: what is matched, and what may stand in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowClause {
    left: Vec<RowItem>,
    alternatives: Vec<Vec<Put>>,
}

/// One item of a right side, joined with the item on the left that it repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// This cell.
    Cell(u8),
    /// This cell, as often as the run with this index on the left is long.
    Repeat {
        /// The cell.
        cell: u8,
        /// The index of the run among the items of the left side.
        item: usize,
    },
    /// What the item with this index on the left matched.
    Keep {
        /// The index among the items of the left side.
        item: usize,
    },
}

impl RowClause {
    /// The clause that rewrites what `left` matches as any of `alternatives`.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the clause: the left side first, then the
    /// alternatives in their order. See [`RowClauseErrorKind`].
    pub fn new(
        left: Vec<RowItem>,
        alternatives: Vec<Vec<RowItem>>,
    ) -> Result<RowClause, Vec<RowClauseError>> {
        let mut errors = Vec::new();
        check_side(&left, RowPlace::Left, &mut errors);
        let alternatives = alternatives
            .iter()
            .enumerate()
            .map(|(alternative, items)| {
                let place = |item| RowPlace::Right { alternative, item };
                check_side(items, place, &mut errors);
                join(&left, items, place, &mut errors)
            })
            .collect();
        if errors.is_empty() { Ok(RowClause { left, alternatives }) } else { Err(errors) }
    }

    /// The left side.
    #[must_use]
    pub fn left(&self) -> &[RowItem] {
        &self.left
    }

    /// The right sides, each joined with the left one; the ends are left out.
    pub(crate) fn alternatives(&self) -> &[Vec<Put>] {
        &self.alternatives
    }

    /// The cells that the clause names, with repeats.
    pub(super) fn named_cells(&self) -> impl Iterator<Item = u8> + '_ {
        let right = self.alternatives.iter().flatten().filter_map(|put| match *put {
            Put::Cell(cell) | Put::Repeat { cell, .. } => Some(cell),
            Put::Keep { .. } => None,
        });
        self.left.iter().filter_map(|item| item.cell()).chain(right)
    }
}

/// Reports cells that cannot be cells and ends that are not at the ends.
fn check_side(items: &[RowItem], place: impl Fn(usize) -> RowPlace, errors: &mut Vec<RowClauseError>) {
    for (index, item) in items.iter().enumerate() {
        let kind = match item {
            RowItem::LeftEnd if index > 0 => RowClauseErrorKind::LeftEndInside,
            RowItem::RightEnd if index + 1 < items.len() => RowClauseErrorKind::RightEndInside,
            item => match item.cell() {
                Some(cell) if !Row::is_cell(cell) => RowClauseErrorKind::NotACell { cell },
                _ => continue,
            },
        };
        errors.push(RowClauseError { place: place(index), kind });
    }
}

/// Finds for each variable item on the right its partner on the left.
fn join(
    left: &[RowItem],
    right: &[RowItem],
    place: impl Fn(usize) -> RowPlace,
    errors: &mut Vec<RowClauseError>,
) -> Vec<Put> {
    // The items of each kind on the left, in the order in which they are used up.
    let indices = |wanted: fn(&RowItem) -> bool| {
        left.iter().enumerate().filter(move |(_, item)| wanted(item)).map(|(index, _)| index)
    };
    let mut runs = indices(|item| matches!(item, RowItem::Run(_)));
    let mut anys = indices(|item| matches!(item, RowItem::Any));
    let mut nots = indices(|item| matches!(item, RowItem::Not(_)));
    let mut puts = Vec::with_capacity(right.len());
    for (index, &item) in right.iter().enumerate() {
        let put = match item {
            RowItem::Exactly(cell) => Ok(Some(Put::Cell(cell))),
            RowItem::Run(cell) => runs.next().map(|item| Some(Put::Repeat { cell, item })).ok_or(()),
            RowItem::Any => anys.next().map(|item| Some(Put::Keep { item })).ok_or(()),
            RowItem::Not(cell) => match nots.next() {
                Some(item) if left[item] == RowItem::Not(cell) => Ok(Some(Put::Keep { item })),
                Some(item) => {
                    let kind = RowClauseErrorKind::OtherCell {
                        left: left[item].cell().unwrap_or(cell),
                        right: cell,
                    };
                    errors.push(RowClauseError { place: place(index), kind });
                    continue;
                }
                None => Err(()),
            },
            RowItem::LeftEnd | RowItem::RightEnd if left.contains(&item) => Ok(None),
            RowItem::LeftEnd | RowItem::RightEnd => Err(()),
        };
        match put {
            Ok(put) => puts.extend(put),
            Err(()) => errors.push(RowClauseError {
                place: place(index),
                kind: RowClauseErrorKind::Unmatched { what: item.in_words() },
            }),
        }
    }
    puts
}

/// Where in a clause an error lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowPlace {
    /// The item with this index on the left.
    Left(usize),
    /// An item on the right.
    Right {
        /// The index of the alternative.
        alternative: usize,
        /// The index of the item in it.
        item: usize,
    },
}

/// What is wrong with a clause, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct RowClauseError {
    /// Where.
    pub place: RowPlace,
    /// What.
    pub kind: RowClauseErrorKind,
}

/// What may be wrong with a clause.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowClauseErrorKind {
    /// A cell that is no letter, digit, `.` or `_`.
    #[error("`{}` cannot be a cell", char::from(*cell).escape_default())]
    NotACell {
        /// The byte that was given.
        cell: u8,
    },
    /// `<` with something before it.
    #[error("`<` is the left end and can only come first")]
    LeftEndInside,
    /// `>` with something after it.
    #[error("`>` is the right end and can only come last")]
    RightEndInside,
    /// A variable item or an end on the right without a partner on the left.
    #[error("there is no {what} on the left that this {what} could repeat")]
    Unmatched {
        /// Which kind of item: "run".
        what: &'static str,
    },
    /// `!c` on the right for `!d` on the left.
    #[error("`!{}` on the right repeats `!{}` on the left and must name the same cell", char::from(*right), char::from(*left))]
    OtherCell {
        /// The cell named on the left.
        left: u8,
        /// The cell named on the right.
        right: u8,
    },
}

impl RowClauseErrorKind {
    /// What to do about it, in one line.
    #[must_use]
    pub fn cure(&self) -> String {
        match self {
            RowClauseErrorKind::NotACell { .. } => "use a letter, a digit, `.` or `_`".to_owned(),
            RowClauseErrorKind::LeftEndInside => "move `<` to the start, or take it out".to_owned(),
            RowClauseErrorKind::RightEndInside => "move `>` to the end, or take it out".to_owned(),
            RowClauseErrorKind::Unmatched { what } => {
                format!("take it out, or write another {what} on the left")
            }
            RowClauseErrorKind::OtherCell { left, .. } => format!("write `!{}`", char::from(*left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RowItem::{Any, Exactly, LeftEnd, Not, RightEnd, Run};

    fn errors(left: &[RowItem], right: &[RowItem]) -> Vec<(RowPlace, String)> {
        match RowClause::new(left.to_vec(), vec![right.to_vec()]) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.into_iter().map(|error| (error.place, error.to_string())).collect(),
        }
    }

    #[test]
    fn every_error_is_reported_at_its_place() {
        let right = |item| RowPlace::Right { alternative: 0, item };
        let inside = "`<` is the left end and can only come first".to_owned();
        assert_eq!(errors(&[Any, LeftEnd], &[]), [(RowPlace::Left(1), inside.clone())]);
        assert_eq!(errors(&[LeftEnd, LeftEnd], &[]), [(RowPlace::Left(1), inside)]);
        assert_eq!(
            errors(&[RightEnd, Any], &[]),
            [(RowPlace::Left(0), "`>` is the right end and can only come last".to_owned())]
        );
        assert_eq!(errors(&[Exactly(b'#')], &[]), [(RowPlace::Left(0), "`#` cannot be a cell".to_owned())]);
        let unmatched = |what| format!("there is no {what} on the left that this {what} could repeat");
        assert_eq!(
            errors(&[Run(b'1')], &[Run(b'1'), Run(b'0'), Any, Not(b'1'), RightEnd]),
            [
                (right(1), unmatched("run")),
                (right(2), unmatched("`?`")),
                (right(3), unmatched("`!`")),
                (right(4), unmatched("`>`")),
            ]
        );
        assert_eq!(
            errors(&[Not(b'1')], &[Not(b'0')]),
            [(right(0), "`!0` on the right repeats `!1` on the left and must name the same cell".to_owned())]
        );
    }

    #[test]
    fn kinds_are_joined_each_by_its_own_count() {
        let clause =
            RowClause::new(vec![Any, Run(b'1'), Not(b'2'), Any], vec![vec![Run(b'0'), Any, Not(b'2'), Any]])
                .unwrap();
        let puts = [
            Put::Repeat { cell: b'0', item: 1 },
            Put::Keep { item: 0 },
            Put::Keep { item: 2 },
            Put::Keep { item: 3 },
        ];
        assert_eq!(clause.alternatives(), [puts.to_vec()]);
    }
}
