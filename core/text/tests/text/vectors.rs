//! Test vectors for cut lines, which the JavaScript binding checks too: its
//! fast path in `napi/js/internal/line.js` must give the same results as the
//! core.
//!
//! `RANSACK_BLESS=1 cargo test -p ransack-text --test text vectors` writes the file.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use ransack_text::{TextOptions, TruncateOptions, slice_with_width, truncate_to_width};
use serde_json::{Value, json};

/// Columns of each line's slices: start and length in cells.
const SLICES: [(usize, usize); 4] = [(0, 2), (1, 1), (1, 2), (2, 9)];
/// Maximum widths of each line, in cells.
const WIDTHS: [usize; 2] = [2, 3];

#[test]
fn the_vectors_of_cut_lines_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/line_cuts.json");
    let vectors = vectors();
    if std::env::var_os("RANSACK_BLESS").is_some() {
        fs::write(&path, &vectors).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == vectors,
        "core/text/tests/data/line_cuts.json is out of date: run this test with RANSACK_BLESS=1, \
         then the tests of napi"
    );
}

/// Returns the vectors as a JSON array, one line of the file per line of text.
fn vectors() -> String {
    let mut out = String::from("[\n");
    let lines = lines();
    for (i, line) in lines.iter().enumerate() {
        let comma = if i + 1 < lines.len() { "," } else { "" };
        writeln!(out, "{}{comma}", vector(line)).unwrap();
    }
    out.push_str("]\n");
    out
}

/// Returns a line with its slices (start, length, text, width) and its
/// truncations (maximum width, text).
fn vector(line: &str) -> Value {
    let slices = SLICES.map(|(start, length)| {
        let slice = slice_with_width(line, start, length, false, &TextOptions::default());
        json!([start, length, slice.text, slice.width])
    });
    let truncations = WIDTHS.map(|width| {
        let text = truncate_to_width(line, width, &TruncateOptions::default());
        json!([width, text])
    });
    json!({ "line": line, "slices": slices, "truncations": truncations })
}

/// Returns lines with every SGR number alone and after other styles, with
/// colours in every notation, and with hyperlinks.
fn lines() -> Vec<String> {
    let mut lines = vec![String::new(), "ab".into(), "abcdef".into()];
    for number in (0..=128).chain([255, 256]) {
        lines.push(format!("a\x1b[{number}mbcd"));
        let set = "\x1b[1;3;4;5;7;9;26;51;53;73;31;42;58;5;9;11;60m";
        lines.push(format!("{set}a\x1b[{number}mbcd"));
    }
    for parameters in [
        "",
        "0",
        "01",
        "1;",
        ";1",
        "38;5;120",
        "48;5;7",
        "58;5;1",
        "38;2;1;2;3",
        "48;2;;0;255",
        "38;5",
        "38;3;1",
        "38;5;1;1",
        "4:3",
        "38:2::1:2:3",
        ">4;1",
        "1;31;42",
        "31;1",
    ] {
        lines.push(format!("a\x1b[{parameters}mbcd\x1b[0me"));
    }
    for end in ["\x07", "\x1b\\"] {
        lines.push(format!("a\x1b]8;;http://a.example{end}bc\x1b]8;;{end}def"));
        lines.push(format!("\x1b]8;id=1:a=b;http://c;d{end}\x1b[1mabcdef"));
        lines.push(format!("\x1b]8;id=2;{end}abcdef"));
        lines.push(format!("\x1b]8;x{end}abcdef"));
    }
    lines.push("a\x1b]8;;unfinished".into());
    lines.push("a\x1b[31".into());
    lines
}
