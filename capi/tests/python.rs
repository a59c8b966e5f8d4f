//! Python examples: `ctypes` stands for any FFI.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod common;
mod tree;

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output};

use common::{examples, libraries, run, words};

fn python(example: &str) -> Command {
    let mut python = Command::new("python3");
    python.env("RANSACK_LIBRARY", libraries().join("libransack.so"));
    python.arg(examples().join("python").join(example));
    python
}

fn grep(root: &Path, pattern: &str) -> Output {
    run(python("grep.py").arg(root).arg(pattern))
}

#[test]
fn the_grep_example_prints_matches() {
    let place = tree::place();
    let trees = tree::make(place.path());
    let output = grep(&trees.join("tree"), "needle");
    assert!(output.status.success(), "{}", words(&output));
    let expected = [
        b"a.txt:2: needle two\na.txt:4: three needle needle\n".as_slice(),
        "b/ünï.txt:1: ä needle ö\n".as_bytes(),
        b"c\xFF.txt:1: \xFE needle \xFF\nsub/d.rs:1: // needle\n",
    ]
    .concat();
    assert_eq!(
        std::ffi::OsStr::from_bytes(&output.stdout),
        std::ffi::OsStr::from_bytes(&expected),
        "{}",
        words(&output)
    );
}

#[test]
fn the_text_example_prints_lines() {
    let text = std::ffi::OsStr::from_bytes(b"one \x1b[1m\xE4\xB8\x96 two\xFF three");
    let output = run(python("text.py").arg("7").arg(text));
    let expected = b"  6 one \x1b[1m\xE4\xB8\x96\x1b[22m\n  4 \x1b[1mtwo\xEF\xBF\xBD\x1b[22m\n  5 \x1b[1mthree\n";
    assert_eq!(
        std::ffi::OsStr::from_bytes(&output.stdout),
        std::ffi::OsStr::from_bytes(expected),
        "{}",
        words(&output)
    );
}

#[test]
fn the_tokens_example_prints_tokens() {
    let text = std::ffi::OsStr::from_bytes(b"Hello, \xE4\xB8\x96\xFF");
    let output = run(python("tokens.py").arg("gpt-4o").arg(text));
    let expected = b" 13225 Hello\n    11 ,\n 63602  \xE4\xB8\x96\n  3251 \xFF\n";
    assert_eq!(
        std::ffi::OsStr::from_bytes(&output.stdout),
        std::ffi::OsStr::from_bytes(expected),
        "{}",
        words(&output)
    );
    let output = run(python("tokens.py").args(["unheard-of", "text"]));
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
    assert!(words(&output).contains("unheard-of"), "{}", words(&output));
}

#[test]
fn the_grep_example_prints_errors() {
    let output = grep(Path::new("."), "a(");
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
    assert!(words(&output).contains("at byte 1"), "{}", words(&output));
}

/// The declarations of `include/ransack.cdef` are read as they are, by cffi and by LuaJIT.
#[test]
fn cffi_and_luajit_read_the_declarations() {
    let place = tree::place();
    let trees = tree::make(place.path());
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (program, script) in [("python3", "cdef.py"), ("luajit", "cdef.lua")] {
        let output = run(Command::new(program)
            .arg(directory.join("tests/cdef").join(script))
            .arg(directory.join("../include/ransack.cdef"))
            .arg(libraries().join("libransack.so"))
            .arg(trees.join("tree/a.txt")));
        assert!(output.status.success(), "{program}: {}", words(&output));
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            said, "a.txt:2: needle two\na.txt:4: three needle needle\n",
            "{program}"
        );
    }
}
