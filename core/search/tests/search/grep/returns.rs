//! Carriage returns: before a line feed they belong to the line end, elsewhere they are characters.

use std::process::Command;

use ransack::{CancelToken, GrepMode, GrepOptions, Query, SearchOptions, grep, search};
use ransack_testing::{Dice, Tree};

/// Numbers of the lines that match.
fn lines(text: &[u8], query: &Query) -> Vec<u64> {
    let mut options = SearchOptions::default();
    options.query = query.clone();
    let outcome = search(text, &options, &CancelToken::new()).unwrap();
    (outcome.items.iter())
        .map(|item| item.line_number)
        .collect()
}

/// Numbers of the lines that match according to GNU grep.
fn gnu_lines(tree: &Tree, text: &[u8], pattern: &str) -> Vec<u64> {
    tree.write("text", text);
    let found = Command::new("grep")
        .args([
            "--text",
            "--line-number",
            "--extended-regexp",
            "-e",
            pattern,
        ])
        .arg(tree.path("text"))
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    assert!(
        found.status.code().is_some_and(|code| code < 2),
        "{found:?}"
    );
    (found.stdout.split(|&byte| byte == b'\n'))
        .filter(|line| !line.is_empty())
        .map(|line| {
            let end = line.iter().position(|&byte| byte == b':').unwrap();
            std::str::from_utf8(&line[..end]).unwrap().parse().unwrap()
        })
        .collect()
}

#[test]
fn lines_match_as_in_gnu_grep_without_the_line_ends() {
    const PATTERNS: [&str; 12] = [
        "a$",
        "^b",
        "a.b",
        "^.$",
        "[^a]$",
        "a[[:space:]]b",
        "^$",
        "a.?$|^b",
        "(a|b).+$",
        "^[^b]*$",
        "a*$",
        ".[^a].",
    ];
    const PIECES: [&str; 8] = ["a", "b", "ab", "\r", "\n", "\r\n", "\r\r\n", " "];
    let tree = Tree::new();
    let mut dice = Dice::new(1);
    for pattern in PATTERNS {
        for _ in 0..6 {
            let text: String = (0..200).map(|_| PIECES[dice.below(8)]).collect();
            let text = text + "\n";
            let expected = gnu_lines(&tree, text.replace("\r\n", "\n").as_bytes(), pattern);
            let query = Query::new(pattern);
            assert_eq!(
                lines(text.as_bytes(), &query),
                expected,
                "{pattern} {text:?}"
            );
            // In that case, a class may match a line feed.
            if !pattern.contains('[') {
                let mut multiline = query.clone();
                multiline.multiline = true;
                let found = lines(text.as_bytes(), &multiline);
                assert_eq!(found, expected, "{pattern} {text:?}");
            }
            let mut inverted = query;
            inverted.invert = true;
            let count = text.matches('\n').count() as u64;
            let others: Vec<u64> = (1..=count).filter(|n| !expected.contains(n)).collect();
            assert_eq!(
                lines(text.as_bytes(), &inverted),
                others,
                "{pattern} {text:?}"
            );
        }
    }
}

#[test]
fn a_pattern_may_name_the_carriage_return() {
    let tree = Tree::of(&[
        ("crlf", "a\r\nb\r\n"),
        ("lf", "a\nb\n"),
        ("log", "10%\r20%\r30%\n"),
    ]);
    for (pattern, expected) in [
        (r"\r$", &["crlf"][..]),
        (r"\r", &["crlf", "log"]),
        (r"a\r?$", &["crlf", "lf"]),
        ("10%.20%", &["log"]),
        (r"10%\s20%", &["log"]),
        ("^20%", &[]),
        (r"[\x00-\x1f]", &["crlf", "log"]),
        (r"[^\x00-\x7f]", &[]),
        ("a$", &["crlf", "lf"]),
        (r"^[^\r]*$", &["crlf", "lf"]),
    ] {
        let mut options = GrepOptions::new(pattern, tree.root());
        options.select.mode = GrepMode::FilesWithMatches;
        let found = grep(&options, &CancelToken::new()).unwrap().items;
        assert_eq!(ransack_testing::paths(&found), expected, "{pattern}");
    }
}

#[test]
fn a_line_feed_in_a_pattern_matches_the_whole_line_end() {
    for (pattern, literal) in [
        ("one\ntwo", true),
        (r"one\ntwo$", false),
        (r"one\s+two", false),
    ] {
        let mut options = SearchOptions::new(pattern);
        options.query.multiline = true;
        options.query.literal = literal;
        let text = b"zero\r\none\r\ntwo\r\n";
        let outcome = search(text, &options, &CancelToken::new()).unwrap();
        assert_eq!(outcome.items.len(), 1, "{pattern}");
        let item = &outcome.items[0];
        assert_eq!((item.line_number, &item.line[..]), (2, &b"one\r\ntwo"[..]));
        let submatch = item.submatches[0];
        assert_eq!(
            (submatch.start, submatch.end, submatch.ends_line),
            (0, 8, false)
        );
    }
}

#[test]
fn a_match_over_the_line_end_says_so() {
    for text in [&b"bar\nbaz\n"[..], b"bar\r\nbaz\n"] {
        for (pattern, ends_line) in [(r"bar\n", true), ("bar", false), ("bar$", false)] {
            let mut options = SearchOptions::new(pattern);
            options.query.multiline = true;
            let outcome = search(text, &options, &CancelToken::new()).unwrap();
            let submatch = outcome.items[0].submatches[0];
            assert_eq!(
                (submatch.end, submatch.ends_line),
                (3, ends_line),
                "{pattern}"
            );
        }
    }
    let named = search(b"a\r\n", &SearchOptions::new(r"a\r"), &CancelToken::new()).unwrap();
    assert_eq!(named.items[0].line, b"a");
    assert!(named.items[0].submatches[0].ends_line);
}
