//! Integration tests.

mod heaps;
mod layers;
mod subtraction_rules;
mod parse;
