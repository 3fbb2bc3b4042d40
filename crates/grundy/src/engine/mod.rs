//! How values are computed.

mod memory;
mod naive;
mod periodic;
mod subtraction;
mod table;
mod take_and_break;

pub use naive::Naive;
pub use periodic::{Periodic, PeriodicMethod};
pub use table::Table;
