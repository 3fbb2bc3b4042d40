//! How values are computed.

mod coins;
mod memory;
mod naive;
mod rows;
mod table;

pub use coins::{CoinLaw, coin_table};
pub use naive::Naive;
pub use rows::{staircase_table, staircase_value};
pub use table::Table;
mod digits;

pub use digits::DigitEngine;
