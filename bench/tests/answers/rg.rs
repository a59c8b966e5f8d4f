//! ripgrep's results, parsed from its `--json` output.

use std::path::{Path, PathBuf};
use std::process::Command;

use ransack_testing::tools::python_packages;
use serde_json::Value;

use crate::equivalence::{Line, comparable, hides_returns};

/// Returns the program: that of `RANSACK_BENCH_RG`, or of the package of PyPI.
pub(crate) fn find() -> PathBuf {
    let named = std::env::var_os("RANSACK_BENCH_RG").filter(|path| !path.is_empty());
    named.map_or_else(
        || python_packages(&["ripgrep==15.1.0"]).join("bin/rg"),
        PathBuf::from,
    )
}

pub(crate) fn answer(rg: &Path, root: &Path, case: &[&str]) -> Vec<Line> {
    let files_only = case.contains(&"-l") || case.contains(&"-c");
    let mut command = Command::new(rg);
    command.current_dir(root).arg("--no-config");
    if !case.contains(&"-U") {
        command.arg("--crlf");
    }
    command.args(if files_only {
        &["--null", "--with-filename"][..]
    } else {
        &["--json"]
    });
    if !case.contains(&"--no-hidden") {
        command.arg("--hidden");
    }
    let (pattern, flags) = case.split_last().unwrap();
    // Some cases have a flag after the pattern.
    let (pattern, flags) = match pattern.starts_with('-') {
        true => (case[0], &case[1..]),
        false => (*pattern, flags),
    };
    command
        .args(flags)
        .args(["--glob=!.git", "--glob=!node_modules", "-e", pattern, "./"]);
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() != Some(2), "{case:?}: {errors}");
    let mut lines = if files_only {
        file_lines(&output.stdout)
    } else {
        json_lines(&output.stdout, !hides_returns(case))
    };
    lines.sort();
    lines
}

/// Parses `path NUL count LF`, or `path NUL`.
fn file_lines(output: &[u8]) -> Vec<Line> {
    let text = String::from_utf8_lossy(output);
    let path = |path: &str| path.strip_prefix("./").unwrap_or(path).to_owned();
    if !text.contains('\n') {
        let names = text.split('\0').filter(|name| !name.is_empty());
        return names.map(|name| Line::file(path(name), 0)).collect();
    }
    let counted = text.lines().filter_map(|line| line.split_once('\0'));
    counted
        .map(|(name, count)| Line::file(path(name), count.parse().unwrap()))
        .collect()
}

/// Parses the lines; `has_returns` says that their line ends may have a carriage return.
fn json_lines(output: &[u8], has_returns: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for message in output.split(|&b| b == b'\n').filter(|m| !m.is_empty()) {
        let message: Value = serde_json::from_slice(message).unwrap();
        let is_match = message["type"] == "match";
        if !is_match && message["type"] != "context" {
            continue;
        }
        let data = &message["data"];
        let path = String::from_utf8(bytes(&data["path"])).unwrap();
        let mut text = bytes(&data["lines"]);
        if text.last() == Some(&b'\n') {
            text.pop();
            if has_returns && text.last() == Some(&b'\r') {
                text.pop();
            }
        }
        let place = |sub: &Value, key: &str| sub[key].as_u64().unwrap() as usize;
        let path = path.strip_prefix("./").unwrap_or(&path).to_owned();
        let mark = if path == crate::forest::MARKED { 3 } else { 0 };
        let submatches = match is_match {
            true => data["submatches"].as_array().unwrap().iter(),
            false => [].iter(),
        };
        let submatches = submatches
            .map(|s| (place(s, "start"), place(s, "end")))
            .collect();
        lines.push(Line {
            path,
            number: data["line_number"].as_u64().unwrap(),
            is_match,
            submatches: comparable(submatches, text.len()),
            text,
            offset: if is_match {
                data["absolute_offset"].as_u64().unwrap() + mark
            } else {
                0
            },
        });
    }
    lines
}

/// Parses `{"text": ...}`, or `{"bytes": base64}` for bytes that are not UTF-8.
fn bytes(value: &Value) -> Vec<u8> {
    if let Some(text) = value["text"].as_str() {
        return text.as_bytes().to_vec();
    }
    let mut out = Vec::new();
    let (mut held, mut bits) = (0u32, 0);
    for byte in value["bytes"].as_str().unwrap().bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        held = held << 6 | u32::from(digit);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
        }
    }
    out
}
