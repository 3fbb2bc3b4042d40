//! The rule language: from a line of text to a ruleset.
//!
//! A text goes through four stages: [`parse`] gives the tree and what is wrong
//! with its grammar; checking resolves names and kinds and gives the [`ir`];
//! [`interpret`] gives the options of any position straight from it; lowering
//! recognises the forms of the `ruleset` module that have engines of their own.
//! [`Rule`] holds the result.

pub mod ast;
mod check;
mod claim;
mod diagnostic;
mod essence;
mod format;
mod formula;
mod games;
pub mod interpret;
pub mod ir;
mod lex;
mod lint;
mod lower;
mod parse;
mod position;
mod product;
mod rule;
#[cfg(test)]
mod textmate;
mod words;

pub use check::Headers;
pub use claim::Claim;
pub use diagnostic::{Diagnostic, RuleError, Severity};
pub use essence::essence;
pub use format::format;
#[cfg(test)]
pub(crate) use formula::holds_at;
pub(crate) use formula::read_formula;
pub use games::{GAMES, Game, game};
pub(crate) use lower::{amount_range, coin_factors, digit_rule, ray_rules};
pub use lower::{code_of_moves, heap_moves, split_moves, subtraction_set, turn_coins};
pub use parse::parse;
pub use position::{PositionError, PositionKind, parse_number, parse_position};
pub use product::NoProduct;
pub use rule::{Form, Rule, Unread};
