//! Reads any text as a position of every kind.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| grundy_fuzz::position_text(text));
