//! Reads, checks and plays any text as a rule.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| grundy_fuzz::rule_text(text));
