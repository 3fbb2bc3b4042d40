//! Integration tests.

mod heaps;
mod layers;
