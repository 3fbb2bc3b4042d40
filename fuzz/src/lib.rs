//! What the fuzz targets run, each a plain function that panics where something
//! does not hold that has to hold of every input.
//!
//! The ordinary tests of the library include this folder and run every function
//! on a few thousand inputs (`crates/grundy/tests/it/fuzz.rs`).

mod format;
mod judge;
mod position;
mod rule;
#[path = "../../crates/grundy/tests/it/parse/sexpr.rs"]
mod sexpr;
mod table;

pub use format::format_text;
pub use judge::{judge_input, problem_file};
pub use position::position_text;
pub use rule::rule_text;
pub use table::table_file;
