//! Rows that fall apart: rules in which some cells are never read.
//!
//! A *wall* is a kind of cell that no item of any left side can take: no item
//! names it but as `!c`, there is no `?`, and every `!d` has d = c. A wall stays
//! where it is, and no match reaches across it, so a row is the sum of the
//! stretches between its walls, its *segments*, and a move in a segment may
//! leave several. docs/theory.md, section 8.5, proves it.
//!
//! What a rule may see of a wall is that a segment stops there and the row does
//! not: `<`, `>` and `!c` tell an end from a wall. So a segment knows which of its
//! borders are ends of the row, as far as the rule looks at it. If with every
//! clause the rule has its mirror image, a segment and its mirror image are one.

mod heaps;
mod mirror;

use std::fmt;
use std::sync::Arc;

use super::row_rule::{Ends, each_option};
use super::{Halt, Options, Row, RowItem, RowRule, Ruleset, TakeAndBreakCode};
use crate::theory::Control;

/// A rule whose rows fall apart at walls.
#[derive(Clone, Debug)]
pub(crate) struct Segments {
    rules: Arc<RowRule>,
    walls: Vec<u8>,
    /// Which ends the rule can tell from a wall.
    sees: Ends,
    /// Whether the mirror image of every clause is in the rule.
    is_symmetric: bool,
    /// Whether every match takes a cell, so that an empty segment has no move.
    empty_is_over: bool,
}

/// A stretch of a row without walls, between two borders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Segment {
    cells: Vec<u8>,
    /// Whether the left border is an end of the row; false if the rule does not see it.
    at_left_end: bool,
    /// Whether the right border is an end of the row; false if the rule does not see it.
    at_right_end: bool,
    /// How a border that is no end is shown.
    wall: Option<u8>,
}

/// The cells, and where the rule sees which borders are ends, the walls beside them.
impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wall = |at_end: bool| self.wall.filter(|_| !at_end);
        let cells = wall(self.at_left_end).into_iter().chain(self.cells.iter().copied());
        for cell in cells.chain(wall(self.at_right_end)) {
            fmt::Write::write_char(f, char::from(cell))?;
        }
        Ok(())
    }
}

impl Segment {
    /// How many cells it has.
    pub(crate) fn length(&self) -> usize {
        self.cells.len()
    }
}

impl Segments {
    /// The rule as one on segments, if it names a wall.
    pub(crate) fn from_rule(rules: Arc<RowRule>) -> Option<Segments> {
        let items = || rules.clauses().iter().flat_map(|clause| clause.left());
        let is_read = |cell: u8| {
            items().any(|&item| match item {
                RowItem::Exactly(read) | RowItem::Run(read) => read == cell,
                RowItem::Not(other) => other != cell,
                RowItem::Any => true,
                RowItem::LeftEnd | RowItem::RightEnd => false,
            })
        };
        let walls: Vec<u8> = rules.cells().iter().copied().filter(|&cell| !is_read(cell)).collect();
        if walls.is_empty() {
            return None;
        }
        let sees = |end: RowItem| items().any(|&item| item == end || matches!(item, RowItem::Not(_)));
        let takes_a_cell =
            |items: &[RowItem]| items.iter().any(|item| matches!(item, RowItem::Exactly(_) | RowItem::Any));
        Some(Segments {
            walls,
            sees: Ends { left: sees(RowItem::LeftEnd), right: sees(RowItem::RightEnd) },
            is_symmetric: mirror::is_symmetric(&rules),
            empty_is_over: rules.clauses().iter().all(|clause| takes_a_cell(clause.left())),
            rules,
        })
    }

    /// The kinds of cells that are never read.
    pub(crate) fn walls(&self) -> &[u8] {
        &self.walls
    }

    /// The segments whose sum `row` is; empty ones without a move are left out.
    pub(crate) fn split<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = Segment> + 'a {
        self.parts(row.cells(), Ends::BOTH)
    }

    /// The code that the rule is on the lengths of its segments, if it is one:
    /// then the value of a row is the nim-sum of the values of these heaps.
    pub(crate) fn take_and_break(&self) -> Option<TakeAndBreakCode> {
        if self.sees.left || self.sees.right {
            return None;
        }
        heaps::take_and_break(&self.rules, &self.walls)
    }

    fn parts<'a>(&'a self, cells: &'a [u8], ends: Ends) -> impl Iterator<Item = Segment> + 'a {
        let mut parts = cells.split(|cell| self.walls.contains(cell)).peekable();
        let mut first = true;
        std::iter::from_fn(move || {
            let cells = parts.next()?;
            let left = ends.left && std::mem::take(&mut first);
            first = false;
            Some((cells, Ends { left, right: ends.right && parts.peek().is_none() }))
        })
        .filter(|(cells, _)| !(cells.is_empty() && self.empty_is_over))
        .map(|(cells, ends)| self.segment(cells, ends))
    }

    /// The canonical form of a stretch between two borders.
    fn segment(&self, cells: &[u8], ends: Ends) -> Segment {
        let segment = Segment {
            cells: cells.to_vec(),
            at_left_end: ends.left && self.sees.left,
            at_right_end: ends.right && self.sees.right,
            wall: self.walls.first().copied().filter(|_| self.sees.left || self.sees.right),
        };
        if !self.is_symmetric {
            return segment;
        }
        let mirrored = Segment {
            cells: cells.iter().rev().copied().collect(),
            at_left_end: segment.at_right_end,
            at_right_end: segment.at_left_end,
            wall: segment.wall,
        };
        segment.min(mirrored)
    }
}

/// A move in a segment leaves the segments of what stands in its place.
impl Ruleset for Segments {
    type Position = Segment;

    fn heap_bytes(&self, segment: &Segment) -> usize {
        segment.cells.len()
    }

    fn options(
        &self,
        segment: &Segment,
        options: &mut Options<Segment>,
        control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        let ends = Ends { left: segment.at_left_end, right: segment.at_right_end };
        for clause in self.rules.clauses() {
            each_option(clause, &segment.cells, ends, control, &mut |after| {
                options.push(self.parts(&after, ends));
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
