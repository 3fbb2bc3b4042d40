//! Rows of cells: rules in staircase form.
//!
//! The theorem is in docs/theory.md: cut a row at its gaps and number the blocks
//! of pieces, empty ones too, from the end that the pieces jump towards,
//! starting at 0. The value is the nim-sum of the lengths of the blocks with odd
//! numbers. One row costs its length; the table of all rows of one width is
//! filled at about the speed of memory.
//!
//! Left out: winning moves, which generic code finds from the values, and
//! rows of other rules, which are searched.

mod masks;
mod staircase;
mod table;

pub use masks::row_table;
pub use staircase::staircase_value;
pub use table::staircase_table;
