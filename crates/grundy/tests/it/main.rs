//! Integration tests.

mod golden;
mod judge;
mod layers;
mod random_rules;
