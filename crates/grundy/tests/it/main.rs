//! Integration tests.

mod digits;
mod export;
mod golden;
mod guide;
mod heaps;
mod judge;
mod layers;
mod moves;
mod parse;
mod random_rules;
mod rays;
mod rows_and_coins;
mod shapes;
mod subtraction_rules;
mod where_conditions;
