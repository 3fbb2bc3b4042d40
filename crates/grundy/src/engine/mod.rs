//! How values are computed.

mod rows;

pub use rows::{staircase_table, staircase_value};
mod memory;
mod naive;
mod table;

pub use naive::Naive;
pub use table::Table;
