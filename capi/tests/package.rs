//! Builds the C example against an installation, found by pkg-config and by CMake.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail by panicking and report what they skip"
)]

mod common;
mod install;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{examples, has, libraries, run, words};
use install::{include, install};
use tempfile::TempDir;

fn capi(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Installs the libraries, the header and the package files below `prefix`, and returns the library
/// directory.
fn install_all(prefix: &Path) -> PathBuf {
    let lib = install(prefix);
    fs::copy(libraries().join("libransack.a"), lib.join("libransack.a")).unwrap();
    fs::create_dir_all(prefix.join("include")).unwrap();
    fs::copy(
        include().join("ransack.h"),
        prefix.join("include/ransack.h"),
    )
    .unwrap();

    let template = fs::read_to_string(capi("ransack.pc.in")).unwrap();
    let filled = template
        .replace("@PREFIX@", prefix.to_str().unwrap())
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    fs::create_dir_all(lib.join("pkgconfig")).unwrap();
    fs::write(lib.join("pkgconfig/ransack.pc"), filled).unwrap();

    let cmake = lib.join("cmake/ransack");
    fs::create_dir_all(&cmake).unwrap();
    fs::copy(
        capi("ransack-config.cmake"),
        cmake.join("ransack-config.cmake"),
    )
    .unwrap();
    lib
}

/// Runs the example on one file.
fn check(binary: &Path, lib: &Path, place: &Path) {
    let file = place.join("a.txt");
    fs::write(&file, "one\nneedle\n").unwrap();
    let output = run(Command::new(binary)
        .arg(file)
        .arg("needle")
        .env("LD_LIBRARY_PATH", lib));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "a.txt:2: needle\n",
        "{}",
        words(&output)
    );
}

#[test]
fn pkg_config_finds_the_library() {
    if !has("pkg-config") {
        return;
    }
    let place = TempDir::new().unwrap();
    let lib = install_all(place.path());
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", lib.join("pkgconfig"));
    let output = run(command.args(["--cflags", "--libs", "ransack"]));
    assert!(output.status.success(), "{}", words(&output));
    let flags = String::from_utf8(output.stdout).unwrap();

    let binary = place.path().join("grep");
    let mut compiler = Command::new("cc");
    compiler
        .arg(examples().join("c/grep.c"))
        .arg("-o")
        .arg(&binary);
    let output = run(compiler.args(flags.split_whitespace()));
    assert!(output.status.success(), "{}", words(&output));
    check(&binary, &lib, place.path());
}

#[test]
fn cmake_finds_the_libraries() {
    if !has("cmake") {
        return;
    }
    let place = TempDir::new().unwrap();
    let lib = install_all(place.path());
    let project = format!(
        "cmake_minimum_required(VERSION 3.13)\n\
         project(example C)\n\
         find_package(ransack REQUIRED)\n\
         foreach(kind shared static)\n\
         add_executable(grep_${{kind}} {})\n\
         target_link_libraries(grep_${{kind}} PRIVATE ransack::${{kind}})\n\
         endforeach()\n",
        examples().join("c/grep.c").display()
    );
    fs::write(place.path().join("CMakeLists.txt"), project).unwrap();
    let build = place.path().join("build");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(place.path()).arg("-B").arg(&build);
    let output = run(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", place.path().display())));
    assert!(output.status.success(), "{}", words(&output));
    let output = run(Command::new("cmake").arg("--build").arg(&build));
    assert!(output.status.success(), "{}", words(&output));
    for kind in ["shared", "static"] {
        check(&build.join(format!("grep_{kind}")), &lib, place.path());
    }
}
