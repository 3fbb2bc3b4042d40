//! Integration tests.

mod golden;
mod layers;
mod random_rules;
