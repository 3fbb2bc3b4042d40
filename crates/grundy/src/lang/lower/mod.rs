//! From checked rules to the forms of the `ruleset` module.
//!
//! Rows have one form, so lowering them checks them. The other forms are
//! recognised: what is found has exactly the options of the rule as written, and
//! whatever is in doubt is left to the interpreter.

mod coins;
mod differences;
mod rows;

pub use coins::lower_coins;
pub use rows::lower_rows;
//! Lowering: which checked rules have a form that has an engine of its own.
//!
//! A rule is recognised by what its expressions compute, never by its text or
//! name. Every recogniser is sound, and none is complete: "not of this form" is
//! said whenever the form is not evident.

mod digits;

pub use digits::digit_rule;
