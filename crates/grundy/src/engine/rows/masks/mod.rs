//! The values of all rows of one width, for any rule that makes no row longer.
//!
//! A row is a number: its cells are the digits, the first one the highest, and
//! with two kinds of cells a bit mask. On rows of one width a rule is a finite
//! list of words and what replaces them, so an option is the row's number plus a
//! difference that depends on the word and its place alone, in the table of the
//! same width or of a narrower one.
//!
//! * If some order of the kinds of cells, read from the left or from the right,
//!   makes every replacement of equal length smaller (docs/theory.md, section
//!   8.6), play descends, and the rows are taken in ascending order, block by
//!   block: `blocks`.
//! * Else the rows are searched depth first, which also finds the circles in
//!   which play may go: `search`.
//!
//! Left out: rules that make rows longer, and rules with so many words that the
//! list would be longer than the table.

mod bits;
mod blocks;
mod order;
mod search;
mod words;

use order::Order;
use words::Words;

use crate::ruleset::{Halt, RowRule};
use crate::theory::{Control, Stopped, Values};

/// The most words for which rows are taken as numbers.
const MOST_WORDS: usize = 1 << 14;

/// The values of all rows of `width` cells in lexical order: cell 0 counts most,
/// the kinds of cells are in the order of [`RowRule::cells`]. `None` if the rule
/// can make a row longer, has one kind of cell only, or too many words.
///
/// # Errors
///
/// [`Halt::Stopped`] if `control` says so or the machine has not the memory,
/// [`Halt::Fault`] if play can go round in a circle.
///
/// # Examples
///
/// ```
/// use grundy::engine::row_table;
/// use grundy::ruleset::{RowClause, RowItem, RowRule};
/// use grundy::theory::Control;
///
/// // row 1 1* 0 -> 0 1* 1
/// let (one, run, zero) = (RowItem::Exactly(b'1'), RowItem::Run(b'1'), RowItem::Exactly(b'0'));
/// let clause = RowClause::new(vec![one, run, zero], vec![vec![zero, run, one]]).unwrap();
/// let table = row_table(&RowRule::new(vec![clause]), 3, &Control::default()).unwrap().unwrap();
/// // 000 001 010 011 100 101 110 111
/// assert_eq!(table.as_bytes(), Some(&[0, 0, 1, 0, 0, 1, 2, 0][..]));
/// ```
pub fn row_table(rules: &RowRule, width: usize, control: &Control) -> Result<Option<Values>, Halt> {
    let cells = rules.cells().len();
    if cells < 2 {
        return Ok(None);
    }
    let Some(rows) = rows_of(cells, width) else { return Err(too_much(u64::MAX, control).into()) };
    let Some(rewritings) = rules.rewritings(width, MOST_WORDS) else { return Ok(None) };
    if rewritings.iter().any(|rewriting| rewriting.to.len() > rewriting.from.len()) {
        return Ok(None);
    }
    if let Some(order) = Order::of(&rewritings, cells) {
        let words = Words::new(&order.apply(&rewritings), cells);
        let mut values = Vec::new();
        let reserved = grundy_kernels::try_reserve(&mut values, rows);
        reserved.map_err(|_| too_much(u64::try_from(rows).unwrap_or(u64::MAX), control))?;
        if blocks::fill(&words, width, &order, &mut values, control)? {
            return Ok(Some(Values::from(values)));
        }
    }
    search::fill(&Words::new(&rewritings, cells), rules.cells(), width, control).map(Some)
}

/// How many rows of `width` cells there are, if a table could ever hold them.
fn rows_of(cells: usize, width: usize) -> Option<usize> {
    const MOST_ROWS: usize = 1 << 44;
    let width = u32::try_from(width).ok()?;
    cells.checked_pow(width).filter(|&rows| rows <= MOST_ROWS)
}

fn too_much(needed: u64, control: &Control) -> Stopped {
    Stopped::MemoryLimit { needed, limit: control.memory_limit() }
}

#[cfg(test)]
mod tests;
