//! Integration tests.

mod digits;
