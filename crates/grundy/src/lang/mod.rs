//! The rule language: from a line of text to a ruleset.

pub mod ast;
mod diagnostic;
pub mod ir;
mod lower;

pub use diagnostic::{Diagnostic, RuleError, Severity};
pub use lower::digit_rule;
