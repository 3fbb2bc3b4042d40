//! Integration tests.

mod parse;
