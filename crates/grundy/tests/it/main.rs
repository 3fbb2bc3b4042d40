//! Integration tests.

mod heaps;
