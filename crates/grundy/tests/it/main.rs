//! Integration tests.

mod digits;
mod golden;
<<<<<<< HEAD
mod judge;
=======
mod guide;
mod heaps;
>>>>>>> main
mod layers;
mod parse;
mod random_rules;
mod rows_and_coins;
mod subtraction_rules;
