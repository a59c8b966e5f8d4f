//! Builds the addon and runs its tests, under Node and under Bun. npm installs what they need.
//!
//! The default tier builds the addon of the development profile, which shares every dependency with
//! the other tests, and runs a few files in Bun; the group `addon` builds and tests the package as
//! its users get it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use ransack_testing::tier;
use ransack_testing::tools::{once, succeeds, target};

/// Files of tests that run in Bun in the default tier: one each for files, texts, streams,
/// cancellation and worker threads.
const IN_BUN: [&str; 5] = [
    "test/grep.test.mjs",
    "test/text.test.mjs",
    "test/stream.test.mjs",
    "test/cancel.test.mjs",
    "test/worker.test.mjs",
];

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn npm(args: &[&str]) {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    succeeds(npm.args(args).current_dir(package()));
}

/// Runs a script of the package, after the build.
fn node(args: &[&str]) {
    build();
    succeeds(Command::new("node").args(args).current_dir(package()));
}

/// Examples, which need packages of their own.
const EXAMPLES: &str = "../examples/node";

/// Files that the build generates and that are committed.
const GENERATED: [&str; 6] = [
    "index.d.mts",
    "index.d.ts",
    "index.js",
    "index.mjs",
    "js/internal/version.js",
    "pi.mjs",
];

fn read_generated() -> [String; 6] {
    GENERATED.map(|name| {
        fs::read_to_string(package().join(name))
            .unwrap_or_else(|e| panic!("cannot read {name}: {e}"))
    })
}

/// Installs the packages of a directory's lock file below the build directory; `node_modules` in
/// the directory is a link to them.
fn install(directory: &Path) {
    let lock = fs::read(directory.join("package-lock.json")).unwrap();
    let sum = lock.iter().fold(0_u64, |sum, &byte| {
        sum.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    let place = target().join("tools").join(format!("npm-{sum:x}"));
    let place = once(&place, |place| {
        fs::create_dir_all(place).unwrap();
        for name in ["package.json", "package-lock.json"] {
            fs::copy(directory.join(name), place.join(name)).unwrap();
        }
        let place = place.to_str().unwrap();
        npm(&["ci", "--no-audit", "--no-fund", "--prefix", place]);
    });
    let modules = place.join("node_modules");
    let link = directory.join("node_modules");
    if fs::read_link(&link).is_ok_and(|old| old != modules) {
        fs::remove_file(&link).unwrap();
    }
    // A developer's own `npm ci` stays.
    if !link.exists() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(modules, link).unwrap();
        #[cfg(windows)]
        std::os::windows::fs::symlink_dir(modules, link).unwrap();
    }
}

/// Installs the version of pi-natives that the benchmarks use below the build directory. Returns
/// the directory of its packages.
fn install_pi_natives() -> PathBuf {
    let manifest = fs::read_to_string(package().join("../bench/node/package.json")).unwrap();
    let (_, rest) = manifest.split_once("\"@oh-my-pi/pi-natives\": \"").unwrap();
    let (version, _) = rest.split_once('"').unwrap();
    let place = target().join("tools").join(format!("pi-natives-{version}"));
    let place = once(&place, |place| {
        fs::create_dir_all(place).unwrap();
        let rival = format!("@oh-my-pi/pi-natives@{version}");
        let prefix = format!("--prefix={}", place.to_str().unwrap());
        npm(&["install", "--no-audit", "--no-fund", &prefix, &rival]);
    });
    place.join("node_modules")
}

/// Builds the addon, once for all tests here. Returns the generated files, as they were committed
/// and as the build made them.
fn build() -> &'static ([String; 6], [String; 6]) {
    static BUILT: OnceLock<([String; 6], [String; 6])> = OnceLock::new();
    BUILT.get_or_init(|| {
        let committed = read_generated();
        install(package());
        install(&package().join(EXAMPLES));
        npm(&[
            "run",
            if tier::runs("addon") {
                "build"
            } else {
                "build:debug"
            },
        ]);
        let generated = read_generated();
        // As they were, so that a second run finds the same fault.
        for (name, text) in GENERATED.iter().zip(&committed) {
            fs::write(package().join(name), text).unwrap();
        }
        (committed, generated)
    })
}

#[test]
fn addon_the_committed_files_are_those_that_the_build_makes() {
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
fn addon_the_types_are_those_that_users_need() {
    build();
    npm(&["run", "test:types"]);
}

#[test]
fn addon_the_package_is_what_resolvers_expect() {
    if tier::runs("addon") {
        build();
        npm(&["run", "test:package"]);
    }
}

#[test]
fn addon_the_tests_pass_in_node() {
    node(&["testing/node.mjs"]);
}

#[test]
fn bundlers_the_package_is_bundled_and_installed() {
    if tier::runs("bundlers") {
        install(&package().join("testing/bundlers"));
        node(&["testing/node.mjs", "bundlers"]);
    }
}

#[test]
fn pi_every_difference_from_pi_natives_has_a_reason() {
    if tier::runs("pi") {
        let modules = install_pi_natives();
        node(&["../bench/node/pi.mjs", modules.to_str().unwrap()]);
    }
}

#[test]
fn stress_bounds_hold_in_long_runs() {
    if tier::runs("stress") {
        node(&["testing/node.mjs", "stress"]);
    }
}

#[test]
fn bun_the_tests_pass_in_bun() {
    if tier::runs("bun") {
        node(&["testing/bun.mjs"]);
    } else {
        node(&[&["testing/bun.mjs", "test", "--timeout=60000"], &IN_BUN[..]].concat());
    }
}

#[test]
fn the_lock_files_name_no_registry() {
    for directory in ["", "testing/bundlers", EXAMPLES] {
        let lock = package().join(directory).join("package-lock.json");
        let lock = fs::read_to_string(lock).unwrap();
        assert!(
            !lock.contains("\"resolved\""),
            "npm follows the user's registry only without addresses"
        );
        assert!(lock.contains("\"integrity\""));
    }
}
