//! The rule language: from a line of text to a ruleset.

pub mod ast;
mod check;
mod claim;
mod diagnostic;
mod games;
pub mod ir;
mod position;
mod rule;

pub use check::Headers;
pub use claim::Claim;
pub use diagnostic::{Diagnostic, RuleError, Severity};
pub use games::{GAMES, Game, game};
pub use position::PositionError;
pub use rule::Rule;
