//! Reads any bytes as a table file.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    grundy_fuzz::table_file(bytes);
});
