//! Compiles the target.

fn main() {
    println!("cargo::rerun-if-changed=../tests/c/fuzz.c");
    cc::Build::new()
        .file("../tests/c/fuzz.c")
        .include("../../include")
        .define("RANSACK_FUZZ", None)
        .compile("ransack_fuzz_options");
}
