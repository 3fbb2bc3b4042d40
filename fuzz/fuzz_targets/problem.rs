//! Reads any text as a problem file.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| grundy_fuzz::problem_file(text));
