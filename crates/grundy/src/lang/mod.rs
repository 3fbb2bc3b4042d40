//! The rule language: from a line of text to a ruleset.

pub mod ast;
mod check;
mod claim;
mod diagnostic;
mod games;
pub mod interpret;
pub mod ir;
mod lex;
mod lower;
mod parse;
mod position;
mod rule;
mod words;
mod lower;

pub use check::Headers;
pub use claim::Claim;
pub use diagnostic::{Diagnostic, RuleError, Severity};
pub use games::{GAMES, Game, game};
pub use lower::{lower_coins, lower_rows};
pub use parse::parse;
pub use position::PositionError;
pub use rule::{Form, Rule};
pub use lower::digit_rule;
