//! Rules on rows of cells.
//!
//! A [`RowRule`] is a list of [`RowClause`]s. A clause rewrites a stretch of the
//! row that its left side matches; every match at every place, with every
//! alternative of the right side, is an option.
//!
//! What a match is, in full. The items of the left side are read from left to
//! right, each from the place between two cells where the one before ended:
//!
//! * `c` takes one cell, which is `c`; `?` takes one cell of any kind.
//! * `c*` takes a run of `c` of *every* length that fits, also of length 0, and
//!   need not take the longest: `1*` on `11` matches nothing (at three places),
//!   `1` (at two) and `11`. In `1* 1` or `1* 1*` the same cells may be shared
//!   out in several ways; each way is a match, and equal options count once.
//! * `!c` takes one cell that is not `c`, or nothing where it stands at an end
//!   of the row. Either end will do, wherever the item stands in the pattern.
//!   So `!X . !X` finds a free cell without a neighbour `X`.
//! * `<` and `>` take nothing and stand at the left and the right end.
//!
//! A side may be empty, and a left side may match nothing (`1*`): it then
//! matches at every place, also in the empty row. A move that leaves the row as
//! it was is an option like any other; that play cannot end then is for the
//! engines to find.
//!
//! On the right, the i-th run stands for the i-th run on the left, the i-th `?`
//! for the i-th `?`, the i-th `!` for the i-th `!`. A run keeps its length and
//! may name another cell; the other two keep the cell, or the nothing, that
//! they matched. What the right side leaves out is lost. `<` and `>` may be
//! repeated and mean nothing more.

mod clause;
mod matching;
mod rewriting;

#[cfg(test)]
pub(super) mod oracle;

pub use clause::{RowClause, RowClauseError, RowClauseErrorKind, RowItem, RowPlace};

pub(in crate::ruleset) use clause::Put;
pub(in crate::ruleset) use matching::{Ends, each_option};
pub(crate) use rewriting::Rewriting;

use thiserror::Error;

use super::{Halt, Options, Row, Ruleset};
use crate::theory::Control;

/// The rules of a game on rows of cells.
///
/// # Examples
///
/// ```
/// use grundy::ruleset::{Options, Row, RowClause, RowItem, RowRule, Ruleset};
/// use grundy::theory::Control;
///
/// // row 1 1* 0 -> 0 1* 1
/// let (one, run, zero) = (RowItem::Exactly(b'1'), RowItem::Run(b'1'), RowItem::Exactly(b'0'));
/// let clause = RowClause::new(vec![one, run, zero], vec![vec![zero, run, one]]).unwrap();
/// let rule = RowRule::new(vec![clause]);
/// let row = rule.row("0110").unwrap();
/// let mut options = Options::new();
/// rule.options(&row, &mut options, &Control::default()).unwrap();
/// let options: Vec<String> = options.iter().map(|sum| sum[0].to_string()).collect();
/// assert_eq!(options, ["0011", "0101"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRule {
    clauses: Vec<RowClause>,
    cells: Vec<u8>,
}

impl RowRule {
    /// The rule with these clauses.
    #[must_use]
    pub fn new(clauses: Vec<RowClause>) -> RowRule {
        let mut cells: Vec<u8> = clauses.iter().flat_map(RowClause::named_cells).collect();
        cells.sort_unstable();
        cells.dedup();
        RowRule { clauses, cells }
    }

    /// Whether a right side has more items than its left side, so that rows may
    /// become longer in play.
    pub(crate) fn may_grow(&self) -> bool {
        self.clauses.iter().any(|clause| {
            let ends = [RowItem::LeftEnd, RowItem::RightEnd];
            let cells = clause.left().iter().filter(|item| !ends.contains(item)).count();
            clause.alternatives().iter().any(|right| right.len() > cells)
        })
    }

    /// The clauses in their order.
    #[must_use]
    pub fn clauses(&self) -> &[RowClause] {
        &self.clauses
    }

    /// The cells that the rule names, in ASCII order: a position holds no others.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The row that `text` spells, cell by cell.
    ///
    /// # Errors
    ///
    /// [`RowTextError`] at the first character that is not a cell of the rule.
    pub fn row(&self, text: &str) -> Result<Row, RowTextError> {
        let mut cells = Vec::with_capacity(text.len());
        for (offset, found) in text.char_indices() {
            match u8::try_from(found) {
                Ok(cell) if self.cells.contains(&cell) => cells.push(cell),
                _ => {
                    let named = self.cells.iter().map(|&cell| char::from(cell)).collect();
                    return Err(RowTextError { offset, found, named });
                }
            }
        }
        Ok(Row::new(cells).expect("clauses name only what can be a cell"))
    }
}

/// A text that is not a row of the rule's cells.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{found}` is no cell of this rule; its cells are `{}`", named.iter().collect::<String>())]
pub struct RowTextError {
    /// Where in the text it stands, in bytes.
    pub offset: usize,
    /// What stands there.
    pub found: char,
    /// The cells of the rule.
    pub named: Vec<char>,
}

/// Options are found by backtracking that never runs into a dead end, so the
/// time is bounded by the number of matches; `control` is asked all along, since
/// a pattern with many runs may have very many.
impl Ruleset for RowRule {
    type Position = Row;

    fn heap_bytes(&self, row: &Row) -> usize {
        row.cells().len()
    }

    fn options(&self, position: &Row, options: &mut Options<Row>, control: &Control) -> Result<(), Halt> {
        options.clear();
        for clause in &self.clauses {
            each_option(clause, position.cells(), Ends::BOTH, control, &mut |after| {
                options.push([Row::new(after).expect("rows and clauses hold only what can be a cell")]);
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::rule;

    fn options(text: &str, row: &str) -> Vec<String> {
        let rule = rule(text);
        let mut options = Options::new();
        rule.options(&Row::new(row.into()).unwrap(), &mut options, &Control::default()).unwrap();
        options.canonical().iter().map(|sum| sum.iter().map(Row::to_string).collect()).collect()
    }

    #[test]
    fn a_position_holds_only_named_cells() {
        let rule = rule("row 1 1* 0 !a -> 0 1* 1 !a");
        assert_eq!(rule.cells(), b"01a");
        assert_eq!(rule.row("10a").unwrap().cells(), b"10a");
        let error = rule.row("1é2").unwrap_err();
        assert_eq!((error.offset, error.found), (1, 'é'));
        assert_eq!(
            rule.row("1x").unwrap_err().to_string(),
            "`x` is no cell of this rule; its cells are `01a`"
        );
    }

    #[test]
    fn corner_cases_are_as_documented() {
        // Runs of every length, and matches of nothing at every place.
        assert_eq!(options("row 1* -> 0", "11"), ["0", "01", "011", "10", "101", "110"]);
        assert_eq!(options("row 1* -> 0", ""), ["0"]);
        // The empty left side inserts anywhere; the empty right side deletes.
        assert_eq!(options("row -> 1", "00"), ["001", "010", "100"]);
        assert_eq!(options("row 0 -> ", "010"), ["01", "10"]);
        assert_eq!(options("row -> ", ""), [""]);
    }

    #[test]
    fn runs_may_name_another_cell_and_sides_may_differ_in_length() {
        assert_eq!(options("row X X* -> . .*", "XX"), ["..", ".X", "X."]);
        assert_eq!(options("row 1 1 -> ", "111"), ["1"]);
        assert_eq!(options("row 1 -> 0 0", "11"), ["001", "100"]);
    }

    #[test]
    fn ends_are_places() {
        assert_eq!(options("row < 1 -> < 0", "111"), ["011"]);
        assert_eq!(options("row 1 > -> 0", "111"), ["110"]);
        assert_eq!(options("row < 1* > -> < 0* >", "111"), ["000"]);
        assert_eq!(options("row < > -> 1", ""), ["1"]);
        assert_eq!(options("row < > -> 1", "1"), [""; 0]);
        assert_eq!(options("row !X . !X -> !X X !X", "."), ["X"]);
        assert_eq!(options("row !X . !X -> !X X !X", "..X.."), ["..X.X", "X.X.."]);
    }

    #[test]
    fn variables_keep_what_they_matched() {
        assert_eq!(options("row ? 1 ? -> ? ?", "210"), ["20"]);
        assert_eq!(options("row ? 1* 0 -> 1* 0 ?", "2110"), ["1102", "2101"]);
    }
}
