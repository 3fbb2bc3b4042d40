//! Lowering: which checked rules have a form that has an engine of its own.
//!
//! A rule is recognised by what its expressions compute, never by its text or
//! name. Every recogniser is sound, and none is complete: "not of this form" is
//! said whenever the form is not evident.

mod digits;

pub use digits::digit_rule;
