//! Integration tests.

#![allow(clippy::duplicate_mod, reason = "the fuzz targets, run small here, share helpers with the tests")]

mod digit_laws;
mod digits;
mod export;
mod fuzz;
mod games;
mod games_in_words;
mod games_of_shapes;
mod golden;
mod guide;
mod heap_moves;
mod heaps;
mod judge;
mod laws;
mod layers;
mod moves;
mod parse;
mod products;
mod random;
mod random_rules;
mod random_shapes;
mod rays;
mod rows_and_coins;
mod rows_apart;
mod shapes;
mod subtraction_rules;
mod where_conditions;
