#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ransack_fuzz::run("replace", data));
