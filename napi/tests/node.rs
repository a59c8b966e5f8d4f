//! Builds the package as its users do and runs its tests, under Node and under
//! Bun.

use std::fs;
use std::path::Path;
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

/// Files that the build generates and that are committed.
const GENERATED: [&str; 8] = [
    "bundle.js",
    "entry.js",
    "index.d.mts",
    "index.d.ts",
    "index.js",
    "index.mjs",
    "js/internal/version.js",
    "js/types.d.ts",
];

fn read_generated() -> [String; 8] {
    GENERATED.map(|name| {
        fs::read_to_string(package().join(name))
            .unwrap_or_else(|e| panic!("cannot read {name}: {e}"))
    })
}

/// Builds the package, once for all tests here. Returns the generated files, as they
/// were committed and as the build made them.
fn build() -> &'static ([String; 8], [String; 8]) {
    static BUILT: OnceLock<([String; 8], [String; 8])> = OnceLock::new();
    BUILT.get_or_init(|| {
        let committed = read_generated();
        npm(&["ci", "--no-audit", "--no-fund"]);
        npm(&["run", "build"]);
        let generated = read_generated();
        // As they were, so that a second run finds the same fault.
        for (name, text) in GENERATED.iter().zip(&committed) {
            fs::write(package().join(name), text).expect("generated files can be written");
        }
        (committed, generated)
    })
}

#[test]
fn the_committed_files_are_those_that_the_build_makes() {
    let (committed, generated) = build();
    for (name, (committed, generated)) in GENERATED.iter().zip(committed.iter().zip(generated)) {
        let mut lines = committed.lines().zip(generated.lines());
        let differs = lines.position(|(c, g)| c != g);
        assert!(
            committed == generated,
            "napi/{name} differs from what is generated, from line {}: run `npm run build` in \
             napi/ and commit it",
            differs.unwrap_or_else(|| committed.lines().count().min(generated.lines().count())) + 1,
        );
    }
}

#[test]
fn the_types_are_those_that_users_need() {
    build();
    npm(&["run", "test:types"]);
}

#[test]
fn the_package_is_what_resolvers_expect() {
    build();
    npm(&["run", "test:package"]);
}

#[test]
fn the_tests_pass_in_node() {
    build();
    npm(&["test"]);
}

#[test]
fn the_tests_pass_in_bun() {
    build();
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
