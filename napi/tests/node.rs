//! Builds the package as its users do and runs its tests, under Node and under
//! Bun.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a program in the package's folder; fails with what it printed.
fn run(program: &str, args: &[&str]) {
    let called = format!("{program} {}", args.join(" "));
    let output = Command::new(program)
        .args(args)
        .current_dir(package())
        .output()
        .unwrap_or_else(|e| panic!("`{called}` needs {program} on the PATH: {e}"));
    assert!(
        output.status.success(),
        "`{called}` failed, {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
}

fn npm(args: &[&str]) {
    run(if cfg!(windows) { "npm.cmd" } else { "npm" }, args);
}

/// The type declarations that the build made, which is done once for all tests
/// here.
fn generated_types() -> &'static str {
    static TYPES: OnceLock<String> = OnceLock::new();
    TYPES.get_or_init(|| {
        let path = types_path();
        let committed = fs::read_to_string(&path).expect("index.d.ts is in the package");
        npm(&["ci", "--no-audit", "--no-fund"]);
        npm(&["run", "build"]);
        let generated = fs::read_to_string(&path).expect("the build makes index.d.ts");
        // As it was, so that a second run finds the same fault.
        fs::write(&path, committed).expect("index.d.ts can be written");
        generated
    })
}

fn types_path() -> PathBuf {
    package().join("index.d.ts")
}

#[test]
fn the_committed_types_are_those_that_the_build_makes() {
    let generated = generated_types();
    let committed = fs::read_to_string(types_path()).unwrap();
    let differs = committed
        .lines()
        .zip(generated.lines())
        .position(|(c, g)| c != g);
    assert!(
        committed == generated,
        "napi/index.d.ts differs from what is generated, from line {}: run `npm run build` in \
         napi/ and commit it",
        differs.unwrap_or_else(|| committed.lines().count().min(generated.lines().count())) + 1,
    );
}

#[test]
fn the_types_are_those_that_users_need() {
    generated_types();
    npm(&["run", "test:types"]);
}

#[test]
fn the_tests_pass_in_node() {
    generated_types();
    npm(&["test"]);
}

#[test]
fn the_tests_pass_in_bun() {
    generated_types();
    npm(&["run", "test:bun"]);
}

#[test]
fn the_lock_file_names_no_registry() {
    let lock = fs::read_to_string(package().join("package-lock.json")).unwrap();
    assert!(
        !lock.contains("\"resolved\""),
        "npm follows the user's registry only without addresses"
    );
    assert!(lock.contains("\"integrity\""));
}
