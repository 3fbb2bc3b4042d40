//! The interpreter: the options of a position, straight from the checked rule.
//!
//! It is the definition that every other engine and every back end must agree
//! with, so it is written for plainness first; but tables of a million heaps go
//! through it, so simple rules cost no allocation for an option. It runs over
//! two kinds of numbers, `i128` for tables and `BigInt` for positions of any
//! size, by the same code.
//!
//! What the language leaves to the reader is settled here:
//!
//! * `min` or `max` of nothing has no value, and the innermost option, loop,
//!   condition or member of a set in braces that contains it is skipped. A
//!   condition without a value fails where it stands after `if`, and so does its
//!   `not`; `a or b` still holds if either does.
//! * The digits, bits, roots, factors and divisors of a negative number, bases
//!   below 2, and answers that could only be probable (whether a very large
//!   number is prime) are faults.
//! * The components of a sum are read from left to right up to the first
//!   negative one. `[p; k]` reads k first, and p only if k is above 0.
//! * Finite loops are bounded by nothing but the control, which is asked every
//!   few thousand steps.

mod endless;
mod evaluate;
mod fold;
mod int;
mod machine;
mod number;
mod number_theory;
mod offer;
mod parameters;
mod product_rules;
mod progression;
mod rules;
mod seq;
mod set;
mod shape_rules;
mod shaped;
mod solve;
mod step;
mod truth;

pub(super) use evaluate::{Scope, evaluate, holds, members};
pub use number_theory::prime::{is_prime, next_prime};
pub use offer::MOST_COMPONENTS;
pub use parameters::{BindError, BoundParameter, ParameterFault, Parameters};
pub use product_rules::ProductRules;
pub use rules::HeapRules;
pub use set::{PATIENCE, as_filter};
pub use shape_rules::{ShapeRules, ShapeScratch};

#[cfg(test)]
mod build;
#[cfg(test)]
mod tests;
