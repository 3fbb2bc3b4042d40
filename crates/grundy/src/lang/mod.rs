//! The rule language: from a line of text to a ruleset.

pub mod ast;
mod diagnostic;
pub mod ir;
mod lex;
mod parse;
mod position;
mod words;

pub use diagnostic::{Diagnostic, RuleError, Severity};
pub use parse::parse;
pub use position::{PositionError, PositionKind, parse_number, parse_position};
