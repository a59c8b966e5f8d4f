//! The Rust examples, run as a user would.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::process::{Command, Output};

/// Cargo builds the examples before it runs this.
fn example(name: &str) -> Command {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    Command::new(path.join("examples").join(name))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn tree() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("src")).unwrap();
    fs::write(dir.path().join("src/main.rs"), "fn main() {}\n// the end\n").unwrap();
    fs::write(dir.path().join("notes.md"), "one\ntwo\n").unwrap();
    dir
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap()
}

#[test]
fn the_tour_shows_every_operation() {
    let dir = tree();
    let output = run(example("tour").arg(dir.path()));
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{shown}{}", text(&output.stderr));
    for expected in [
        "src/main.rs:1: fn main() {}",
        "1 found, 2 looked at",
        "notes.md",
        "cancel:",
        "ransack_grep(",
        "await glob(",
        "highlightCode(",
    ] {
        assert!(shown.contains(expected), "`{expected}` is not in:\n{shown}");
    }
}

#[test]
fn grep_prints_lines_and_tells_by_its_status() {
    let dir = tree();
    let output = run(example("grep").arg("t.o").arg(dir.path()));
    assert_eq!(text(&output.stdout), "notes.md:2: two\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        run(example("grep").arg("nothing").arg(dir.path()))
            .status
            .code(),
        Some(1)
    );
    let bad = run(example("grep").arg("a(").arg(dir.path()));
    assert_eq!(bad.status.code(), Some(2));
    assert!(
        text(&bad.stderr).contains("at byte 1"),
        "{}",
        text(&bad.stderr)
    );
}

#[test]
fn highlight_shows_a_file_in_colour() {
    let dir = tree();
    let path = dir.path().join("src/main.rs");
    let output = run(example("highlight")
        .arg(&path)
        .env("COLORTERM", "truecolor"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("mfn\x1b["), "{shown}");
    assert_eq!(ransack::strip_ansi(&shown), "fn main() {}\n// the end\n");
    let output = run(example("highlight").arg(&path).arg("no such theme"));
    assert!(!output.status.success() && text(&output.stderr).contains("Dracula"));
}
