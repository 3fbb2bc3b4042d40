//! How values are computed.

mod memory;
mod naive;
mod table;

pub use naive::Naive;
pub use table::Table;
