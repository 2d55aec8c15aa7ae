//! Sheets of orders of renaissance, in JSON and in shorthand.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cursus_fuzz::orders("renaissance", data));
