//! Integration tests.

mod digits;
mod golden;
mod guide;
mod heaps;
mod judge;
mod layers;
mod moves;
mod parse;
mod random_rules;
mod random_shapes;
mod rows_and_coins;
mod shapes;
mod subtraction_rules;
mod where_conditions;
