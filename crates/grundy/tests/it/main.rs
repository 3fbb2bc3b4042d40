//! Integration tests.

mod golden;
mod layers;
mod random_rules;
mod rows_and_coins;
