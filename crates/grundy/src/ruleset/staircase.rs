//! The staircase form of row rules.
//!
//! In this form the first piece of a stretch of pieces jumps over the rest of
//! it into the gap behind: `p p* e -> e p* p`, or its mirror image
//! `e p* p -> p p* e`. A row cut at its gaps is then a staircase of Nim: a move
//! takes any number of pieces from one block to the next. docs/theory.md proves
//! it, and that rules are recognised rightly here:
//!
//! *Recognition.* Take one left side with one alternative, and strip from both
//! ends of the two what they share and leave unchanged. What is left must be
//! k >= 1 cells `p` and j >= 0 runs `p*` in any order with `e` at the end (or, for
//! the mirror image, at the start), and on the right the same with `e` at the
//! other end, every run kept. Such a pair moves `p^m e` to `e p^m` for some
//! m >= k: every option it gives is an option of the staircase. If moreover
//! k = 1, j >= 1 and only runs were stripped, which may all be empty, then m takes
//! every value >= 1 and the pair gives *all* options of the staircase. A rule is a
//! staircase if one pair gives all of its options and no pair gives any other.
//!
//! Cells that are neither piece nor gap never change and are never jumped. They
//! cut the row into parts that do not touch one another, so a row is the sum
//! of these parts.

use super::row_rule::Put;
use super::{RowItem, RowRule};

/// The way that pieces jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards the first cell.
    Left,
    /// Towards the last cell.
    Right,
}

/// A rule in staircase form.
///
/// # Examples
///
/// ```
/// use grundy::ruleset::{Direction, RowClause, RowItem, RowRule, Staircase};
///
/// let (one, run, zero) = (RowItem::Exactly(b'1'), RowItem::Run(b'1'), RowItem::Exactly(b'0'));
/// let clause = RowClause::new(vec![one, run, zero], vec![vec![zero, run, one]]).unwrap();
/// let staircase = Staircase { piece: b'1', gap: b'0', direction: Direction::Right };
/// assert_eq!(Staircase::from_rule(&RowRule::new(vec![clause])), Some(staircase));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Staircase {
    /// The cell that jumps and is jumped.
    pub piece: u8,
    /// The cell that is jumped into.
    pub gap: u8,
    /// The way the pieces jump.
    pub direction: Direction,
}

impl Staircase {
    /// The staircase that `rule` is, if it has that form.
    ///
    /// Every rule that is recognised has exactly the options of the staircase,
    /// in every row; some rules that have them too may not be recognised.
    #[must_use]
    pub fn from_rule(rule: &RowRule) -> Option<Staircase> {
        let pairs = || {
            rule.clauses()
                .iter()
                .flat_map(|clause| clause.alternatives().iter().map(|puts| (clause.left(), puts.as_slice())))
        };
        let staircase = pairs().find_map(|(left, puts)| {
            readings(left, puts).into_iter().find(|jump| jump.complete).map(|jump| jump.staircase)
        })?;
        let fits = |(left, puts)| readings(left, puts).iter().any(|jump| jump.staircase == staircase);
        pairs().all(fits).then_some(staircase)
    }
}

/// What one left side with one alternative moves.
struct Jump {
    staircase: Staircase,
    /// Whether it gives all options of the staircase, and not only some.
    complete: bool,
}

/// The ways to read one left side with one alternative as a jump. There may be
/// two: `1 0 -> 0 1` is a `1` that jumps right, and a `0` that jumps left.
fn readings(left: &[RowItem], puts: &[Put]) -> Vec<Jump> {
    let (first, last, puts, only_runs) = strip(left, puts);
    let middle = &left[first..last];
    [Direction::Right, Direction::Left]
        .into_iter()
        .filter_map(|direction| {
            let (stretch, gap, moved, moved_gap) = match direction {
                Direction::Right => {
                    let ((gap, stretch), (moved_gap, moved)) = (middle.split_last()?, puts.split_first()?);
                    (stretch, gap, moved, moved_gap)
                }
                Direction::Left => {
                    let ((gap, stretch), (moved_gap, moved)) = (middle.split_first()?, puts.split_last()?);
                    (stretch, gap, moved, moved_gap)
                }
            };
            let RowItem::Exactly(gap) = *gap else { return None };
            let (RowItem::Exactly(piece) | RowItem::Run(piece)) = *stretch.first()? else { return None };
            if piece == gap || *moved_gap != Put::Cell(gap) {
                return None;
            }
            // As many single pieces and as many runs must arrive as left. The
            // runs are the same ones, since none outside the stretch lies
            // between the stripped ends.
            let singles = stretch.iter().filter(|item| **item == RowItem::Exactly(piece)).count();
            let runs = stretch.iter().filter(|item| **item == RowItem::Run(piece)).count();
            let inside = |item: usize| (first..last).contains(&item);
            let moved_singles = moved.iter().filter(|put| **put == Put::Cell(piece)).count();
            let moved_runs = moved
                .iter()
                .filter(|put| matches!(**put, Put::Repeat { cell, item } if cell == piece && inside(item)))
                .count();
            if singles == 0
                || singles + runs != stretch.len()
                || moved_singles + moved_runs != moved.len()
                || (singles, runs) != (moved_singles, moved_runs)
            {
                return None;
            }
            let staircase = Staircase { piece, gap, direction };
            Some(Jump { staircase, complete: only_runs && singles == 1 && runs > 0 })
        })
        .collect()
}

/// Strips what both sides share and leave unchanged: the range of items that
/// stays of the left side, the puts that stay, and whether only runs went.
fn strip<'a>(left: &[RowItem], puts: &'a [Put]) -> (usize, usize, &'a [Put], bool) {
    let (mut first, mut last, mut puts, mut only_runs) = (0, left.len(), puts, true);
    while first < last {
        puts = match (left[first], puts.split_first()) {
            (RowItem::LeftEnd | RowItem::RightEnd, _) => puts,
            (item, Some((put, rest))) if unchanged(first, item, *put) => rest,
            _ => break,
        };
        only_runs &= matches!(left[first], RowItem::Run(_));
        first += 1;
    }
    while first < last {
        puts = match (left[last - 1], puts.split_last()) {
            (RowItem::LeftEnd | RowItem::RightEnd, _) => puts,
            (item, Some((put, rest))) if unchanged(last - 1, item, *put) => rest,
            _ => break,
        };
        only_runs &= matches!(left[last - 1], RowItem::Run(_));
        last -= 1;
    }
    (first, last, puts, only_runs)
}

/// Whether `put` leaves what the item at `index` matched as it was.
fn unchanged(index: usize, item: RowItem, put: Put) -> bool {
    match (item, put) {
        (RowItem::Exactly(before), Put::Cell(after)) => before == after,
        (RowItem::Run(before), Put::Repeat { cell, item }) => before == cell && index == item,
        (RowItem::Any | RowItem::Not(_), Put::Keep { item }) => index == item,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::row_rule::oracle::rule;
    use super::*;
    use crate::ruleset::{Options, Row, Ruleset};
    use crate::theory::Control;

    fn staircase(text: &str) -> Option<(char, char, Direction)> {
        Staircase::from_rule(&rule(text))
            .map(|found| (char::from(found.piece), char::from(found.gap), found.direction))
    }

    #[test]
    fn staircases_are_found_however_they_are_written() {
        let right = Some(('1', '0', Direction::Right));
        for text in [
            "row 1 1* 0 -> 0 1* 1",
            "row 1* 1 0 -> 0 1* 1",
            "row 1 1* 0 -> 0 1 1*",
            "row 1 1* 0 -> 0 1* 1 | 0 1 1*",
            "row 1 1* 0 -> 0 1* 1; row 1 1* 0 -> 0 1* 1",
            "row 1 1* 1* 0 -> 0 1* 1* 1",
            "row 0* 1 1* 0 2* -> 0* 0 1* 1 2*",
            "row 1 1* 0 -> 0 1* 1; row 1 0 -> 0 1; row < 0 1 1 1 0 > -> < 0 0 1 1 1 >",
            "row 1 0 -> 0 1; row ? 1 1* 0 !0 -> ? 0 1* 1 !0; row 1 1* 0 -> 0 1* 1",
            "row 1* 1 0 -> 1* 0 1; row 1 1* 0 -> 0 1* 1",
        ] {
            assert_eq!(staircase(text), right, "{text}");
        }
        assert_eq!(staircase("row X X* . -> . X* X"), Some(('X', '.', Direction::Right)));
        assert_eq!(staircase("row 0 1* 1 -> 1 1* 0"), Some(('1', '0', Direction::Left)));
        assert_eq!(staircase("row . .* X -> X .* ."), Some(('.', 'X', Direction::Right)));
    }

    #[test]
    fn other_rules_are_left_alone() {
        for text in [
            "row 1 0 -> 0 1",
            "row 1 1* 1 -> 1 1* 1",
            "row 1 1* 0 -> 0 1* 0",
            "row 1 1* 0 -> 0 0* 1",
            "row 1 1* 0 -> 1 1* 0",
            "row 1 1 1* 0 -> 0 1* 1 1",
            "row 1* 0 -> 0 1*",
            "row < 1 1* 0 -> < 0 1* 1",
            "row 1 1* 0 1 -> 0 1* 1 1",
            "row ? 1 1* 0 -> ? 0 1* 1",
            "row 1* 1 0 -> 1* 0 1",
            "row 1 1* 0 -> 0 1* 1; row 0 1* 1 -> 1 1* 0",
            "row 1 1* 0 -> 0 1* 1; row 1 1 -> 0 0",
            "row 1 1* 0 -> 0 1* 1 | 0 1*",
            "row 1 1* 0* 0 -> 0 1* 0* 1",
            "row 1 1* 2* 0 -> 0 1* 2* 1",
            "row 1* 1 1* 0 -> 0 1* 1",
            "row 1 1* 0 -> 0 1 1",
            "row -> ",
        ] {
            assert_eq!(staircase(text), None, "{text}");
        }
    }

    /// The definition: the options of the plain rule for the same staircase.
    #[test]
    fn recognised_rules_have_the_options_of_the_plain_staircase() {
        let pieces = ["1", "1 1", "1*", "1 1*", "1* 1", "1* 1*", "0*", "0", "?"];
        let mut recognised = 0;
        for before in pieces {
            for after in pieces {
                for (left, right) in [("", ""), ("0*", "0*"), ("1*", "1*"), ("<", "<"), ("?", "?")] {
                    let text =
                        format!("row {left} {before} 0 -> {right} 0 {after}; row 1 0 -> 0 1; row ? -> ?");
                    let text = text.strip_suffix("; row ? -> ?").unwrap();
                    let joined = text.matches('?').count() % 2 == 0
                        && before.matches('*').count() >= after.matches('*').count()
                        && before.matches('?').count() >= after.matches('?').count();
                    if !joined {
                        continue;
                    }
                    let tried = rule(text);
                    let Some(found) = Staircase::from_rule(&tried) else { continue };
                    recognised += 1;
                    assert_eq!(found, Staircase { piece: b'1', gap: b'0', direction: Direction::Right });
                    let plain = rule("row 1 1* 0 -> 0 1* 1");
                    for row in 0u32..1 << 9 {
                        let cells = (0..9).map(|place| b'0' + u8::from(row >> place & 1 == 1)).collect();
                        let row = Row::new(cells).unwrap();
                        let [mut a, mut b] = [Options::new(), Options::new()];
                        tried.options(&row, &mut a, &Control::default()).unwrap();
                        plain.options(&row, &mut b, &Control::default()).unwrap();
                        assert_eq!(a.canonical(), b.canonical(), "{text} on {row}");
                    }
                }
            }
        }
        assert!(recognised >= 8, "{recognised}");
    }
}
