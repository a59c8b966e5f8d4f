//! Diffs reproduce the new text, in this module's own reader, in `git apply` and in `patch`.

use std::process::Command;

use proptest::prelude::*;
use ransack_base::{AbortReason, CancelToken, ErrorKind};

use super::{DiffOptions, LineKind, diff_lines, unified_diff};

/// Applies a unified diff and checks its line numbers and context.
fn apply(old: &[u8], diff: &[u8]) -> Vec<u8> {
    if diff.is_empty() {
        return old.to_vec();
    }
    let lines = |text| <[u8]>::split_inclusive(text, |byte| *byte == b'\n');
    let old: Vec<&[u8]> = lines(old).collect();
    let mut diff = lines(diff).peekable();
    assert!(diff.next().unwrap().starts_with(b"--- a/"));
    assert!(diff.next().unwrap().starts_with(b"+++ b/"));
    let (mut at, mut new) = (0, Vec::<&[u8]>::new());
    while let Some(header) = diff.next() {
        let header = std::str::from_utf8(header).unwrap();
        let ranges = header
            .strip_prefix("@@ -")
            .and_then(|h| h.strip_suffix(" @@\n"));
        let (old_range, new_range) = ranges.unwrap().split_once(" +").unwrap();
        let parse = |range: &str| {
            let (line, count) = range.split_once(',').unwrap_or((range, "1"));
            let (line, count): (usize, usize) = (line.parse().unwrap(), count.parse().unwrap());
            (line - usize::from(count > 0), count)
        };
        let ((start, old_count), (new_start, new_count)) = (parse(old_range), parse(new_range));
        new.extend(&old[at..start]);
        at = start;
        assert_eq!(new.len(), new_start, "{header}");
        while let Some(line) = diff.next_if(|line| !line.starts_with(b"@@ ")) {
            let (kind, mut line) = (line[0], &line[1..]);
            if diff
                .next_if_eq(&&b"\\ No newline at end of file\n"[..])
                .is_some()
            {
                line = line.strip_suffix(b"\n").unwrap();
            }
            if kind != b'+' {
                assert_eq!(old[at], line);
                at += 1;
            }
            if kind != b'-' {
                new.push(line);
            }
        }
        assert_eq!((at - start, new.len() - new_start), (old_count, new_count));
    }
    new.extend(&old[at..]);
    new.concat()
}

fn diff(old: &[u8], new: &[u8], context: usize) -> Vec<u8> {
    let options = DiffOptions::default().context(context);
    unified_diff(old, new, b"f", &options, &CancelToken::new()).unwrap()
}

fn text(diff: &[u8]) -> &str {
    std::str::from_utf8(diff).unwrap()
}

/// Numbers from a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    /// Lines with few different contents, some of them not UTF-8, blank or with `\r\n`.
    fn line(&mut self, symbols: usize) -> Vec<u8> {
        let end: &[u8] = if self.below(4) == 0 { b"\r\n" } else { b"\n" };
        let content: &[u8] = match self.below(6) {
            0 => b"",
            1 => b"\t\xff\xfe",
            2 => "  \u{e9}\u{4e16}".as_bytes(),
            _ => b"line ",
        };
        let number = self.below(symbols).to_string();
        [content, number.as_bytes(), end].concat()
    }

    fn lines(&mut self, count: usize, symbols: usize) -> Vec<Vec<u8>> {
        (0..count).map(|_| self.line(symbols)).collect()
    }

    /// Removes, adds, replaces and moves lines, and perhaps cuts the last line ending.
    fn edit(&mut self, mut lines: Vec<Vec<u8>>, edits: usize, symbols: usize) -> Vec<u8> {
        for _ in 0..edits {
            let at = self.below(lines.len() + 1);
            let until = (at + self.below(4)).min(lines.len());
            match self.below(3) {
                0 => drop(lines.drain(at..until)),
                1 => {
                    let added = 1 + self.below(3);
                    let added = self.lines(added, symbols);
                    lines.splice(at..until, added);
                }
                _ => {
                    let moved: Vec<_> = lines.drain(at..until).collect();
                    let at = self.below(lines.len() + 1);
                    lines.splice(at..at, moved);
                }
            }
        }
        self.cut(lines.concat())
    }

    fn cut(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        if self.below(3) == 0 {
            text.pop();
        }
        text
    }
}

#[test]
fn hunks_are_data_and_text() {
    let (old, new) = (
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
        "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n",
    );
    assert_eq!(
        text(&diff(old.as_bytes(), new.as_bytes(), 1)),
        "--- a/f\n+++ b/f\n@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n@@ -9 +9,2 @@\n 9\n+10\n"
    );
    let options = DiffOptions::default().context(0);
    let token = CancelToken::new();
    let diff = diff_lines(old.as_bytes(), new.as_bytes(), &options, &token).unwrap();
    let hunks = diff.hunks().iter();
    let ranges: Vec<_> = hunks
        .map(|h| (h.old_line, h.old_count, h.new_line, h.new_count))
        .collect();
    assert_eq!(ranges, [(5, 1, 5, 1), (9, 0, 10, 1)]);
    let lines = diff.lines(&diff.hunks()[0]);
    let lines: Vec<_> = lines.map(|line| (line.kind, line.text)).collect();
    assert_eq!(
        lines,
        [
            (LineKind::Removed, &b"5\n"[..]),
            (LineKind::Added, b"five\n")
        ]
    );
}

#[test]
fn equal_texts_have_no_diff() {
    for text in ["", "a", "a\n", "a\nb"] {
        assert_eq!(diff(text.as_bytes(), text.as_bytes(), 3), b"");
    }
}

#[test]
fn ends_of_texts() {
    let header = "--- a/f\n+++ b/f\n";
    let none = "\\ No newline at end of file\n";
    for (old, new, expected) in [
        ("", "a\n", "@@ -0,0 +1 @@\n+a\n".to_owned()),
        ("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n".to_owned()),
        ("a", "a\n", format!("@@ -1 +1 @@\n-a\n{none}+a\n")),
        ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n".to_owned()),
        (
            "b\na",
            "c\na",
            format!("@@ -1,2 +1,2 @@\n-b\n+c\n a\n{none}"),
        ),
    ] {
        let diff = diff(old.as_bytes(), new.as_bytes(), 3);
        assert_eq!(text(&diff), format!("{header}{expected}"));
    }
}

#[test]
fn paths_are_quoted_as_in_git() {
    let header = |path: &[u8]| {
        let diff = unified_diff(
            b"",
            b"a\n",
            path,
            &DiffOptions::default(),
            &CancelToken::new(),
        );
        diff.unwrap()
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap()
            .to_vec()
    };
    assert_eq!(header(b"a/b.c"), b"--- a/a/b.c");
    assert_eq!(header(b"/a/b.c"), b"--- a/a/b.c");
    assert_eq!(header(b"a b"), b"--- a/a b\t");
    assert_eq!(header("\u{e9}".as_bytes()), "--- a/\u{e9}".as_bytes());
    assert_eq!(header(b"a\"\n\x01\\"), br#"--- "a/a\"\n\001\\""#);
}

#[test]
fn an_inserted_function_is_one_block() {
    let old = "fn a() {\n    x\n}\n\n/// C\nfn c() {\n    x\n}\n";
    let new = "fn a() {\n    x\n}\n\n/// B\nfn b() {\n    x\n}\n\n/// C\nfn c() {\n    x\n}\n";
    let diff = diff(old.as_bytes(), new.as_bytes(), 1);
    let expected = "@@ -4,2 +4,7 @@\n \n+/// B\n+fn b() {\n+    x\n+}\n+\n /// C\n";
    assert_eq!(text(&diff), format!("--- a/f\n+++ b/f\n{expected}"));
}

#[test]
fn a_comment_moves_to_its_start() {
    let old = "/**\n * c\n */\nc\n";
    let new = "/**\n * b\n */\nb\n\n/**\n * c\n */\nc\n";
    let diff = diff(old.as_bytes(), new.as_bytes(), 0);
    assert!(text(&diff).ends_with("@@ -0,0 +1,5 @@\n+/**\n+ * b\n+ */\n+b\n+\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_texts_are_reproduced(
        old in "[ab\r\n ]{0,40}",
        new in "[ab\r\n ]{0,40}",
        context in 0usize..5,
    ) {
        let diff = diff(old.as_bytes(), new.as_bytes(), context);
        prop_assert_eq!(apply(old.as_bytes(), &diff), new.as_bytes());
    }
}

#[test]
fn random_edits_are_reproduced() {
    let mut random = Random(7);
    for round in 0..400 {
        let symbols = [2, 9, 1000][round % 3];
        let count = random.below(60);
        let lines = random.lines(count, symbols);
        let old = random.cut(lines.concat());
        let edits = random.below(8);
        let new = random.edit(lines, edits, symbols);
        let context = random.below(5);
        assert!(
            apply(&old, &diff(&old, &new, context)) == new,
            "round {round}"
        );
    }
}

#[test]
fn long_texts_are_reproduced() {
    let mut random = Random(11);
    for symbols in [1, 2, 300, 1 << 30] {
        for count in [2047, 2050, 9000] {
            let lines = random.lines(count, symbols);
            let old = lines.concat();
            let new = random.edit(lines, 300, symbols);
            let diff = diff(&old, &new, 3);
            assert!(apply(&old, &diff) == new, "{symbols} {count}");
            assert!(count < 9000 || diff.len() < old.len(), "{symbols} {count}");
        }
    }
    // Nothing in common; reversed; more lines than are compared.
    let numbers = |from: usize, to: usize| (from..to).map(|n| format!("{n}\n"));
    let reversed = |from: usize, to: usize| numbers(from, to).rev().collect::<String>();
    let up = numbers(0, 9000).collect::<String>();
    let many = "\n".repeat((1 << 20) + 1);
    for (old, new) in [
        (&up, numbers(9000, 30_000).collect()),
        (&up, reversed(0, 9000)),
        (&many, format!("a{}b", "\n".repeat(1 << 20))),
    ] {
        let diff = diff(old.as_bytes(), new.as_bytes(), 3);
        assert!(apply(old.as_bytes(), &diff) == new.as_bytes());
    }
}

/// Every second line of a text of equal lines changes: no line occurs once.
#[test]
fn windows_keep_equal_lines() {
    let old = "f(1);\nf(2);\n".repeat(5000);
    let new = "g(1);\nf(2);\n".repeat(5000);
    let diff = diff(old.as_bytes(), new.as_bytes(), 0);
    let added = text(&diff)
        .lines()
        .filter(|line| line.starts_with("+g"))
        .count();
    let removed = text(&diff)
        .lines()
        .filter(|line| line.starts_with("-f"))
        .count();
    assert_eq!((added, removed), (5000, 5000));
    assert!(apply(old.as_bytes(), &diff) == new.as_bytes());
}

/// 300 kB of two different lines in random order: the time is bounded, and the rest is replaced.
#[test]
fn hostile_texts_are_reproduced() {
    let mut random = Random(5);
    let mut bits = |count| -> Vec<u8> {
        let lines = (0..count).map(|_| [b'a' + random.below(2) as u8, b'\n']);
        lines.flatten().collect()
    };
    let (old, new) = (bits(150_000), bits(150_000));
    assert!(apply(&old, &diff(&old, &new, 3)) == new);
}

#[test]
fn a_cancelled_token_ends_the_comparison() {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let error = unified_diff(b"a", b"b", b"f", &DiffOptions::default(), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

/// Diffs of many files, with names that need quotes, applied in one step.
#[test]
fn git_and_patch_apply_diffs() {
    let mut random = Random(3);
    let mut files = Vec::new();
    let mut diffs = Vec::new();
    for at in 0..120 {
        let symbols = [3, 1000][at % 2];
        let count = random.below(50);
        let lines = random.lines(count, symbols);
        let old = random.cut(lines.concat());
        let edits = 1 + random.below(6);
        let new = random.edit(lines, edits, symbols);
        let name = match at % 3 {
            0 => format!("{at}.txt"),
            1 => format!("{at} b \u{e9}.txt"),
            _ => format!("{at}\"\\.txt"),
        };
        let options = DiffOptions::default();
        let token = CancelToken::new();
        diffs.extend(unified_diff(&old, &new, name.as_bytes(), &options, &token).unwrap());
        files.push((name, old, new));
    }
    let programs: [&[&str]; 2] = [
        &[
            "git",
            "apply",
            "--whitespace=nowarn",
            "--unsafe-paths",
            "-p1",
        ],
        &["patch", "--binary", "--silent", "-p1", "-i"],
    ];
    for program in programs {
        let dir = tempfile::tempdir().unwrap();
        for (name, old, _) in &files {
            std::fs::write(dir.path().join(name), old).unwrap();
        }
        let patch = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(patch.path(), &diffs).unwrap();
        let mut command = Command::new(program[0]);
        command
            .args(&program[1..])
            .arg(patch.path())
            .current_dir(dir.path());
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CEILING_DIRECTORIES", dir.path());
        let Ok(output) = command.output() else {
            // `git` is required; `patch` is not installed everywhere.
            assert_ne!(program[0], "git");
            continue;
        };
        assert!(output.status.success(), "{program:?}: {output:?}");
        for (name, old, new) in &files {
            let found = std::fs::read(dir.path().join(name)).unwrap_or_default();
            assert!(found == *new, "{program:?}: {name}: {old:?}");
        }
    }
}
