//! Runs the Rust examples as a user would.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, File};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Returns an example's command. Cargo builds the examples before the tests
/// run.
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
        "grep              \\b(main|init)\\b",
        "src/main.rs:1:fn main() {}",
        "1 found, 2 files read",
        "notes.md (8 bytes)",
        "4 tokens in 8 bytes",
        "definition        main",
        "+use std::fmt;",
        "terminal text",
        "cancel",
        "Next:",
    ] {
        assert!(shown.contains(expected), "`{expected}` is not in:\n{shown}");
    }
    assert!(shown.lines().count() < 60, "{shown}");
    assert!(!shown.contains('\x1b'), "{shown}");
}

#[test]
fn grep_prints_lines_and_exits_like_grep() {
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
fn tokio_prints_lines_without_blocking_the_runtime() {
    let dir = tree();
    let found = run(example("tokio").args(["fn"]).arg(dir.path()));
    assert_eq!(text(&found.stdout), "src/main.rs:1: fn main() {}\n");
    assert!(found.status.success());
    let wrong = run(example("tokio").args(["a("]).arg(dir.path()));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(!wrong.stderr.is_empty());
}

#[test]
fn ast_edit_previews_and_applies() {
    let dir = tree();
    let main = dir.path().join("src/main.rs");
    let edit = |extra: &[&str]| {
        let args = ["fn $A() {}", "pub fn $A() {}"];
        run(example("ast_edit").args(args).arg(dir.path()).args(extra))
    };
    let shown = "--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1,2 +1,2 @@\n-fn main() {}\n\
        +pub fn main() {}\n // the end\n\nshown 1 of 1 hunk\n";
    let preview = edit(&[]);
    let expected = format!("{shown}1 replacements possible in 1 files\n");
    assert_eq!(text(&preview.stdout), expected);
    assert_eq!(fs::read(&main).unwrap(), b"fn main() {}\n// the end\n");
    let none = run(example("ast_edit").args(["fn $A();", ""]).arg(dir.path()));
    assert_eq!(none.status.code(), Some(1));
    let applied = edit(&["--apply"]);
    let expected = format!("{shown}1 replacements made in 1 files\n");
    assert_eq!(text(&applied.stdout), expected);
    assert_eq!(fs::read(&main).unwrap(), b"pub fn main() {}\n// the end\n");
}

#[test]
fn tokens_counts_files_and_truncates() {
    let dir = tree();
    let file = dir.path().join("notes.md");
    let output = run(example("tokens").arg("3").arg(&file));
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(shown.contains("        4  "), "{shown}");
    assert!(shown.contains("without bytes"), "{shown}");
    assert!(shown.ends_with("        4  in all\n"), "{shown}");
}

#[test]
fn highlight_prints_styled_text() {
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

#[test]
fn glob_prints_paths_newest_first() {
    let dir = tree();
    let old = std::time::SystemTime::UNIX_EPOCH;
    let notes = File::options()
        .append(true)
        .open(dir.path().join("notes.md"));
    notes.unwrap().set_modified(old).unwrap();
    let output = run(example("glob").arg("*.{md,rs}").arg(dir.path()));
    assert_eq!(text(&output.stdout), "src/main.rs\nnotes.md\n");
    assert_eq!(output.status.code(), Some(0));
    let output = run(example("glob").arg("s*").arg(dir.path()));
    assert_eq!(text(&output.stdout), "src/\n");
    let none = run(example("glob").arg("*.c").arg(dir.path()));
    assert_eq!(none.status.code(), Some(1));
    let bad = run(example("glob").arg("*").arg(dir.path().join("nowhere")));
    assert_eq!(bad.status.code(), Some(2));
    assert!(
        text(&bad.stderr).contains("nowhere"),
        "{}",
        text(&bad.stderr)
    );
}

#[test]
fn search_prints_the_matches_of_its_input() {
    let dir = tree();
    let input = dir.path().join("input");
    fs::write(&input, "one\r\nTwo too\r\n").unwrap();
    let search = |pattern| {
        run(example("search")
            .arg(pattern)
            .stdin(File::open(&input).unwrap()))
    };
    let output = search("t.o");
    assert_eq!(
        text(&output.stdout),
        "2:1: Two\n2:5: too\nWindows line ends\n"
    );
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(search("nothing").status.code(), Some(1));
    let bad = search("a(");
    assert_eq!(bad.status.code(), Some(2));
    assert!(
        text(&bad.stderr).contains("at byte 1"),
        "{}",
        text(&bad.stderr)
    );
}

#[test]
fn text_prints_a_column() {
    let shown = "one two \x1b[31mthree four\x1b[39m 世界";
    let output = run(example("text").args(["12", shown]));
    assert_eq!(
        text(&output.stdout),
        "|one two     |  7\n|\x1b[31mthree four\x1b[39m  | 10\n|世界        |  4\n"
    );
    assert_eq!(run(&mut example("text")).status.code(), Some(2));
}

#[test]
fn workspace_answers_one_pattern_per_line() {
    let dir = tree();
    let mut child = example("workspace")
        .arg(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"*.rs\n[z-a\n../x\n").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let shown = text(&output.stdout);
    assert!(shown.starts_with("src/main.rs\n1 paths in "), "{shown}");
    assert!(text(&output.stderr).contains("../x"));
    assert_eq!(output.status.code(), Some(0));
    let missing = dir.path().join("nowhere");
    assert_eq!(
        run(example("workspace").arg(missing)).status.code(),
        Some(2)
    );
}
