//! Integration tests.

mod judge;
mod layers;
