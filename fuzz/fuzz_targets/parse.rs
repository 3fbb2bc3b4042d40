//! Reads any text as a rule, as a number and as positions.
//!
//! The body is that of the ordinary tests, which run it small.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/grundy/tests/it/parse/drive.rs"]
mod drive;

fuzz_target!(|text: &str| drive::drive(text));
