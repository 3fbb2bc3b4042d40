//! Integration tests.

mod digits;
mod golden;
mod guide;
mod heap_moves;
mod heaps;
mod judge;
mod layers;
mod moves;
mod parse;
mod random_rules;
mod rows_and_coins;
mod shapes;
mod subtraction_rules;
mod where_conditions;
