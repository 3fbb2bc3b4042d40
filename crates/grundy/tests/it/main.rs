//! Integration tests.

mod layers;
