//! Replacements compared with the matches of a search and with a naive model.

use std::fs;
use std::ops::Range;
use std::path::Path;

use proptest::prelude::*;
use ransack_base::CancelToken;
use ransack_search::{GrepOptions, Query, grep};
use ransack_testing_base::tier;

use super::{ReplaceOptions, dir, run};

/// Returns the submatches that a search finds, as ranges of the file.
fn submatches(query: &Query, root: &Path, text: &[u8]) -> Vec<(Range<usize>, u32)> {
    let options = GrepOptions::new("", root).query(query.clone());
    let found = grep(&options, &CancelToken::new()).unwrap();
    let ranges = found.items.iter().flat_map(|found| {
        let at = found.byte_offset as usize;
        let line_end = match &text[at + found.line.len()..] {
            [b'\r', b'\n', ..] => 2,
            [b'\n', ..] => 1,
            _ => 0,
        };
        found.submatches.iter().map(move |sub| {
            let end = at + sub.end + if sub.ends_line { line_end } else { 0 };
            (at + sub.start..end, sub.pattern)
        })
    });
    ranges.collect()
}

/// Replaces by the `regex` crate: in each line or, with `multiline`, in the text with `\n` for `\r\n`.
fn model(pattern: &str, query: &Query, text: &[u8], template: &str) -> Vec<u8> {
    let regex = regex::bytes::RegexBuilder::new(pattern)
        .multi_line(true)
        .case_insensitive(query.ignore_case)
        .dot_matches_new_line(query.dot_all)
        .build()
        .unwrap();
    if query.multiline {
        return regex
            .replace_all(&with_line_feeds(text), template.as_bytes())
            .into_owned();
    }
    let mut out = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = match content.len() < line.len() {
            true => content.strip_suffix(b"\r").unwrap_or(content),
            false => content,
        };
        out.extend_from_slice(&regex.replace_all(content, template.as_bytes()));
        out.extend_from_slice(&line[content.len()..]);
    }
    out
}

fn with_line_feeds(text: &[u8]) -> Vec<u8> {
    let pairs = text.iter().zip(text.iter().skip(1).chain([&0]));
    let kept = pairs.filter(|(byte, next)| (**byte, **next) != (b'\r', b'\n'));
    kept.map(|(byte, _)| *byte).collect()
}

fn pattern(multiline: bool) -> impl Strategy<Value = String> {
    let mut parts = vec![
        "a",
        "b",
        "é",
        ".",
        "(a)",
        "(b|c)",
        "(a+)",
        "[ab]+",
        "c?",
        r"\b",
        "^",
        "$",
        r"(\w*)",
        "(?:a|(c))",
        " ",
        "(.*?)b",
    ];
    if multiline {
        parts.extend([r"\n", r"(\s)", r"(?s:.)"]);
    }
    let parts = proptest::collection::vec(proptest::sample::select(parts), 1..5);
    parts.prop_map(|parts| parts.concat())
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&[u8]> = vec![
        b"a",
        b"b",
        b"c",
        b"A",
        b" ",
        b"\n",
        b"\n",
        b"\r\n",
        b"\r\n",
        b"\r",
        b"\xff",
        "é".as_bytes(),
        b"ab",
    ];
    let text = proptest::collection::vec(proptest::sample::select(pieces), 0..24);
    text.prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(tier::cases(1500)))]

    #[test]
    fn replacements_are_those_of_a_search_and_of_a_naive_model(
        (multiline, pattern) in any::<bool>().prop_flat_map(|m| (Just(m), pattern(m))),
        second in proptest::option::of(pattern(false)),
        text in text(),
        ignore_case in any::<bool>(),
        word in any::<bool>(),
    ) {
        let groups = regex::bytes::Regex::new(&pattern).unwrap().captures_len() - 1;
        let template = match groups {
            0 => "<$0>".to_owned(),
            _ => format!("<${{{groups}}}-${{1}}$0>"),
        };
        let dir = dir(&[("a.txt", &text)]);
        let mut options = ReplaceOptions::new(&pattern, &template, dir.path());
        options.query.multiline = multiline;
        options.query.ignore_case = ignore_case;
        options.query.word = word;
        if let Some(second) = second.filter(|_| groups == 0) {
            options.query.patterns.push(second);
        }
        let outcome = run(&options).unwrap();
        let found: Vec<_> = outcome
            .changes
            .iter()
            .map(|change| (change.span.start.offset..change.span.end.offset, change.pattern))
            .collect();
        prop_assert_eq!(&found, &submatches(&options.query, dir.path(), &text), "{} {:?}", pattern, text);
        let mut expected = Vec::new();
        let mut from = 0;
        for change in &outcome.changes {
            let range = change.span.start.offset..change.span.end.offset;
            prop_assert_eq!(&change.before, &text[range.clone()]);
            expected.extend_from_slice(&text[from..range.start]);
            expected.extend_from_slice(&change.after);
            from = range.end;
        }
        expected.extend_from_slice(&text[from..]);
        let applied = run(&options.clone().dry_run(false).preview(outcome.preview)).unwrap();
        prop_assert_eq!(applied.changes, outcome.changes);
        let new = fs::read(dir.path().join("a.txt")).unwrap();
        prop_assert_eq!(&new, &expected);
        // In a text, empty matches at line starts and ends follow rules of their own.
        let is_empty = regex::bytes::Regex::new(&pattern).unwrap().is_match(b"");
        let can_be_empty = is_empty || pattern.contains(['^', '$', '?', '*']) || pattern.contains(r"\b");
        if !word && options.query.patterns.len() == 1 && !(multiline && can_be_empty) {
            let expected = model(&pattern, &options.query, &text, &template);
            // A template that writes `\r` before `\n` makes a line end of its own.
            let makes_line_ends = expected.windows(2).any(|pair| pair == b"\r\n");
            match multiline {
                true if makes_line_ends => {}
                true => prop_assert_eq!(with_line_feeds(&new), expected, "{} {:?}", pattern, text),
                false => prop_assert_eq!(new, expected, "{} {:?}", pattern, text),
            }
        }
    }
}
