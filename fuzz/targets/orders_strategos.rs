//! Sheets of orders of strategos, in JSON and in shorthand.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cursus_fuzz::orders("strategos", data));
