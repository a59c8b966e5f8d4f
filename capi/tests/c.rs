//! Compiles every program in `tests/c` as C99 and as C++17, against the static and the shared
//! library, and runs it.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail by panicking and report what they skip"
)]

mod common;
mod compile;
mod install;
mod tree;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{has, libraries, run, words};
use compile::{Language, Link, VARIANTS, compile};
use install::include;
use tempfile::TempDir;

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/c")
        .join(name)
        .with_extension("c")
}

/// Compiles a program in every variant and runs each on a new tree.
fn check(name: &str) {
    for (language, link) in VARIANTS {
        let place = tree::place();
        let trees = tree::make(place.path());
        let binary = compile(&program(name), place.path(), language, link);
        let output = run(Command::new(binary).arg(trees));
        assert!(
            output.status.success(),
            "{name}.c fails as {language:?}, {link:?}: {}",
            words(&output)
        );
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn abi() {
    check("abi");
}

#[test]
fn ast() {
    check("ast");
}

#[test]
fn ast_edit() {
    check("ast_edit");
}

#[test]
fn cancel() {
    check("cancel");
}

#[test]
fn errors() {
    check("errors");
}

#[test]
fn fuzzy() {
    check("fuzzy");
}

#[test]
fn glob() {
    check("glob");
}

#[test]
fn grep() {
    check("grep");
}

#[test]
fn highlight() {
    check("highlight");
}

#[test]
fn search() {
    check("search");
}

#[test]
fn text() {
    check("text");
}

#[test]
fn tokens() {
    check("tokens");
}

#[test]
fn tokens_files() {
    check("tokens_files");
}

#[test]
fn tokens_misuse() {
    check("tokens_misuse");
}

#[test]
fn unreadable() {
    check("unreadable");
}

#[test]
fn workspace() {
    check("workspace");
}

#[test]
fn workspace_limits() {
    check("workspace_limits");
}

#[test]
fn every_program_is_run() {
    let directory = program("any").parent().unwrap().read_dir().unwrap();
    let mut names: Vec<String> = directory
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".c").map(str::to_owned))
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "abi",
            "ast",
            "ast_edit",
            "cancel",
            "errors",
            "fuzzy",
            "glob",
            "grep",
            "highlight",
            "search",
            "text",
            "tokens",
            "tokens_files",
            "tokens_misuse",
            "unreadable",
            "workspace",
            "workspace_limits"
        ]
    );
}

/// Leaks and invalid accesses that the programs themselves cannot detect.
#[test]
fn valgrind_reports_nothing() {
    if !has("valgrind") {
        return;
    }
    for name in [
        "search",
        "grep",
        "glob",
        "fuzzy",
        "ast",
        "ast_edit",
        "highlight",
        "text",
        "tokens",
        "workspace",
    ] {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let binary = compile(&program(name), place.path(), Language::C99, Link::Shared);
        let mut valgrind = Command::new("valgrind");
        // Memory of static tables and of sleeping threads stays reachable.
        valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
        valgrind.args([
            "--errors-for-leak-kinds=definite",
            "--show-leak-kinds=definite",
        ]);
        let output = run(valgrind.arg(binary).arg(trees));
        assert!(
            output.status.success(),
            "{name}.c under valgrind: {}",
            words(&output)
        );
    }
}

/// The library exports exactly the functions of the header, with the SONAME and flags of
/// build.rs.
#[test]
fn shared_library_exports_the_header() {
    let library = libraries().join("libransack.so");
    if !has("nm") || !has("readelf") {
        return;
    }
    let output = run(Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(&library));
    let listing = String::from_utf8(output.stdout).unwrap();
    let mut exported: Vec<&str> = listing
        .lines()
        .filter_map(|line| line.split(' ').nth(2))
        .collect();
    exported.sort_unstable();

    let header = std::fs::read_to_string(include().join("ransack.h")).unwrap();
    let code = header.split_once("extern \"C\" {").unwrap().1;
    let mut declared: Vec<&str> = code
        .lines()
        .filter(|line| !line.starts_with([' ', '/', '#']))
        .filter_map(|line| line.split_once('('))
        .filter_map(|(before, _)| before.rsplit([' ', '*']).next())
        .collect();
    declared.sort_unstable();
    assert_eq!(exported, declared);
    assert!(declared.contains(&"ransack_grep"));

    let output = run(Command::new("readelf")
        .args(["--wide", "--dynamic"])
        .arg(&library));
    let dynamic = String::from_utf8(output.stdout).unwrap();
    let soname = concat!("[libransack.so.", env!("CARGO_PKG_VERSION_MAJOR"), "]");
    assert!(dynamic.contains(soname), "{dynamic}");
    assert!(dynamic.contains("NODELETE"), "{dynamic}");
}
