//! Lays out any text.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| grundy_fuzz::format_text(text));
