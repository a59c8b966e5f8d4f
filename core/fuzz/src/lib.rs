//! The fuzz targets of `core/tests/fuzz` as a library, for the programs in `fuzz_targets`.

#[allow(dead_code, reason = "modules of tests are used in part")]
#[path = "../../tests/fuzz/targets/mod.rs"]
mod targets;

/// Runs the target with this name on an input.
pub fn run(name: &str, input: &[u8]) {
    let found = targets::TARGETS.iter().find(|(target, _)| *target == name);
    let (_, target) = found.expect("a name of a target");
    target(input);
}
