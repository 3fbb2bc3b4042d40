//! The rule language: from a line of text to a ruleset.

pub mod ast;
mod check;
mod diagnostic;
pub mod ir;

pub use diagnostic::{Diagnostic, RuleError, Severity};
