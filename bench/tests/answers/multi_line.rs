//! Multi-line searches of many small generated texts: the same lines and context lines
//! as ripgrep, for patterns that match nothing, line ends, or parts of two lines.
//!
//! Submatches are not compared here. ripgrep searches for each match without the text
//! before it, so none of the patterns has an assertion that could hold behind a match
//! and lead to another line.

use std::fs;

use ransack_testing::tier;
use tempfile::TempDir;

use crate::equivalence::{Line, both};
use crate::{forest, rg};

/// Neighbours of patterns that have been seen to differ.
const PATTERNS: &[&str] = &[
    r"needle\n|$",
    r"needle\n|",
    r"needle\n|x?",
    r"needle\n|^$",
    r"needle\n\w+",
    r"needle\n\w*",
    r"needle\n\w",
    r"needle\n+",
    r"needle\s+needle",
    r"needle\n(?:a\n)?",
    r"(?:needle|a)\n$",
    r"\w+\n\w+",
    r"\n",
    r"\n|$",
    r"\n\n|a$",
    r"\r?\n\r?\n",
    "^$",
    "^",
    "$",
    "x?",
    r"a\s*",
    r"(?s)a.*?x",
    r"(?s)a.*x|needle",
    r"\z|needle",
];

const OPTIONS: &[&[&str]] = &[
    &["-U"],
    &["-U", "-v"],
    &["-U", "-C", "1"],
    &["-U", "-v", "-C", "1"],
    &["-U", "-A", "2"],
    &["-U", "-B", "2"],
    &["-U", "-l"],
];

/// Writes 300 files of up to 15 pieces each, the same in every run.
fn plant() -> TempDir {
    let pieces = [
        "needle",
        "a",
        "x",
        " ",
        "\n",
        "\n",
        "\n\n",
        "\r\n",
        "needle\n",
        "a\n",
        "x needle\n",
        "\r",
    ];
    let mut state = 1u64;
    let mut below = |end: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % end
    };
    let dir = TempDir::new().unwrap();
    crate::equivalence::init(dir.path());
    for number in 0..300 {
        let text: String = (0..below(16))
            .map(|_| pieces[below(pieces.len())])
            .collect();
        fs::write(dir.path().join(format!("{number:03}")), text).unwrap();
    }
    dir
}

/// The lines without what is not compared.
fn comparable(mut lines: Vec<Line>) -> Vec<Line> {
    for line in &mut lines {
        line.submatches.clear();
    }
    lines
}

#[test]
fn small_texts() {
    if !tier::runs("answers") {
        return;
    }
    let rg = rg::find();
    let dir = plant();
    let plain = forest::with_plain_line_ends(dir.path());
    let mut wrong = Vec::new();
    for options in OPTIONS {
        for pattern in PATTERNS {
            let case = [*options, &[*pattern]].concat();
            let (ours, theirs) = both(&rg, (dir.path(), plain.path()), &case);
            let (ours, theirs) = (comparable(ours), comparable(theirs));
            let first = |a: &[Line], b: &[Line]| a.iter().find(|line| !b.contains(line)).cloned();
            if ours != theirs {
                let (a, b) = (first(&ours, &theirs), first(&theirs, &ours));
                wrong.push(format!(
                    "{case:?}\n  only ours:    {a:?}\n  only ripgrep: {b:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
