//! Lowering: from checked rules to the forms of the `ruleset` module.
//!
//! A rule is recognised by what its expressions compute, never by its text or
//! name. Rows have one form, so lowering them checks them. The other forms are
//! recognised: what is found has exactly the options of the rule as written, and
//! whatever is in doubt is left to the interpreter. Every recogniser is sound,
//! and none is complete.

mod coins;
mod differences;
mod digits;
mod interval;
mod mentions;
mod moves;
mod products;
mod rays;
mod rows;
mod subtraction;

pub use coins::turn_coins;
pub(crate) use digits::digit_rule;
pub(crate) use interval::amount_range;
pub use moves::{code_of_moves, heap_moves, split_moves};
pub(crate) use products::coin_factors;
pub(crate) use rays::ray_rules;
pub(super) use rows::row_rule;
pub use subtraction::subtraction_set;
