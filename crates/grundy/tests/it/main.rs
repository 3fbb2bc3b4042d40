//! Integration tests.

mod digits;
mod golden;
mod judge;
mod guide;
mod heaps;
mod layers;
mod parse;
mod random_rules;
mod rows_and_coins;
mod subtraction_rules;
