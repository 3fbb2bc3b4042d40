//! How values are computed.

mod rows;

pub use rows::{staircase_table, staircase_value};
