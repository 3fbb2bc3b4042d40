//! The rule language: from a line of text to a ruleset.

pub mod ast;
mod diagnostic;
pub mod ir;
mod lex;
mod parse;
mod words;

pub use diagnostic::{Diagnostic, RuleError, Severity};
pub use parse::parse;
