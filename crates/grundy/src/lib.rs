//! Impartial games, solved.
#![forbid(unsafe_code)]

pub mod engine;
pub mod judge;
pub mod lang;
pub mod proof;
pub mod ruleset;
pub mod solve;
pub mod store;
pub mod theory;

pub use ruleset::{Heap, Position, Row};
pub use theory::{BigNimber, Control, Nimber, Outcome, Stopped, Sum, mex};
