//! The rule language: from a line of text to a ruleset.

pub mod ast;
mod diagnostic;
pub mod interpret;
pub mod ir;

pub use diagnostic::{Diagnostic, RuleError, Severity};
