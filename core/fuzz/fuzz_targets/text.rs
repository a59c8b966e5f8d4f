#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let target = std::env::var("RANSACK_FUZZ_TARGET").unwrap_or_else(|_| "terminal".into());
    ransack_fuzz::run(&target, data)
});
