//! Multi-line content search compared with all matches of the `regex` crate, grouped naively into
//! lines.

use std::fs;
use std::ops::Range;

use proptest::prelude::*;
use ransack::{CancelToken, GrepMatch, GrepMode, GrepOptions, SearchOptions, has_match, search};
use ransack_testing::run;
use ransack_testing::tier;
use regex::bytes::{Regex, RegexBuilder};

/// 0-based line indices of a result: before, in the match, after.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NaiveMatch {
    before: Vec<usize>,
    lines: Range<usize>,
    after: Vec<usize>,
    submatches: Vec<(usize, usize)>,
}

impl From<&GrepMatch> for NaiveMatch {
    fn from(item: &GrepMatch) -> NaiveMatch {
        let indices = |lines: &[ransack::ContextLine]| {
            lines
                .iter()
                .map(|line| line.line_number as usize - 1)
                .collect()
        };
        let first = item.line_number as usize - 1;
        let feeds = item.line.iter().filter(|&&b| b == b'\n').count();
        NaiveMatch {
            before: indices(&item.context_before),
            lines: first..first + feeds + 1,
            after: indices(&item.context_after),
            submatches: item.submatches.iter().map(|s| (s.start, s.end)).collect(),
        }
    }
}

fn without_line_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r\n")
        .or_else(|| line.strip_suffix(b"\n"))
        .unwrap_or(line)
}

/// Start of each line, and the end of the text.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let mut starts = vec![0];
    for line in text.split_inclusive(|&b| b == b'\n') {
        starts.push(starts[starts.len() - 1] + line.len());
    }
    starts
}

fn naive(text: &[u8], pattern: &str, options: &SearchOptions) -> Vec<NaiveMatch> {
    let query = &options.query;
    let compile = |pattern: &str| {
        RegexBuilder::new(pattern)
            .multi_line(true)
            .dot_matches_new_line(query.dot_all)
            .build()
            .unwrap()
    };
    let regex = compile(pattern);
    // A carriage return before a line feed is invisible to patterns that do not name it.
    let mut patterns = query.patterns.iter().chain(&query.exclude);
    let names_return = patterns.any(|pattern| pattern.contains(r"\r"));
    let is_seen = |at: usize| names_return || !text[at..].starts_with(b"\r\n");
    let mut places: Vec<usize> = (0..text.len()).filter(|&at| is_seen(at)).collect();
    let seen: Vec<u8> = places.iter().map(|&at| text[at]).collect();
    for place in &mut places {
        // In front of the whole line end.
        *place -= usize::from(*place > 0 && !is_seen(*place - 1));
    }
    places.push(text.len());
    let starts = line_starts(text);
    let count = starts.len() - 1;
    let line_of = |at: usize| {
        let line = starts.iter().rposition(|&start| start <= at).unwrap();
        // The end of a last line without a line feed is in that line.
        let is_in_last = line == count && text.last().is_some_and(|&b| b != b'\n');
        line - usize::from(is_in_last)
    };
    let mut blocks: Vec<(Range<usize>, Vec<Range<usize>>)> = Vec::new();
    let mut at = 0;
    while at <= seen.len()
        && let Some(in_seen) = regex.find_at(&seen, at)
    {
        let found = places[in_seen.start()]..places[in_seen.end()];
        let (is_empty, range) = (in_seen.is_empty(), found.clone());
        let first = line_of(found.start);
        if first == count {
            break;
        }
        let last = line_of(found.end - usize::from(!is_empty));
        // An inverted search continues at the line after the match.
        at = match query.invert {
            true if last + 1 == count => seen.len() + 1,
            true => places.partition_point(|&place| place < starts[last + 1]),
            false => in_seen.end() + usize::from(is_empty),
        };
        match blocks.last_mut() {
            Some((lines, matches)) if first < lines.end => {
                lines.end = lines.end.max(last + 1);
                // An empty match after another match makes a line a result and is listed only
                // there.
                if !is_empty
                    || matches
                        .last()
                        .is_none_or(|m: &Range<usize>| m.end != found.end)
                {
                    matches.push(range);
                }
            }
            _ => blocks.push((first..last + 1, vec![range])),
        }
    }
    if query.invert {
        let matched = |line: usize| blocks.iter().any(|(lines, _)| lines.contains(&line));
        blocks = (0..count)
            .filter(|&line| !matched(line))
            .map(|line| (line..line + 1, Vec::new()))
            .collect();
    }
    let excluded: Vec<Regex> = query.exclude.iter().map(|p| compile(p)).collect();
    blocks.retain(|(lines, _)| {
        let range = starts[lines.start]..starts[lines.end];
        let seen: Vec<u8> = range.filter(|&at| is_seen(at)).map(|at| text[at]).collect();
        let seen = seen.strip_suffix(b"\n").unwrap_or(&seen);
        !excluded.iter().any(|regex| regex.is_match(seen))
    });
    let mut results: Vec<NaiveMatch> = Vec::new();
    let mut visited = 0;
    for (lines, matches) in &blocks {
        if let Some(last) = results.last_mut() {
            let end = (visited + options.select.context_after).min(lines.start);
            last.after = (visited..end).collect();
            visited = end;
        }
        let from = lines
            .start
            .saturating_sub(options.select.context_before)
            .max(visited);
        let start = starts[lines.start];
        let len = without_line_end(&text[start..starts[lines.end]]).len();
        let mut submatches: Vec<(usize, usize)> = Vec::new();
        for found in matches {
            let (begin, end) = (found.start - start, found.end - start);
            if begin > len && begin == end {
                // A position between the characters of a line end is not in the line.
                continue;
            }
            let place = (begin.min(len), end.min(len));
            if begin <= len || submatches.last() != Some(&place) {
                submatches.push(place);
            }
        }
        results.push(NaiveMatch {
            before: (from..lines.start).collect(),
            lines: lines.clone(),
            after: Vec::new(),
            submatches,
        });
        visited = lines.end;
    }
    if let Some(last) = results.last_mut() {
        last.after = (visited..(visited + options.select.context_after).min(count)).collect();
    }
    results
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"a"[..],
        b"b",
        b"ab",
        b" ",
        b"x",
        "ä".as_bytes(),
        b"\xFF",
        b"\n",
        b"\n",
        b"\r\n",
        b"\r",
        b"a\n",
        b"\n\n",
    ]);
    prop::collection::vec(piece, 0..50).prop_map(|pieces| pieces.concat())
}

fn pattern() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "x?",
        "x*",
        "^",
        "$",
        r"\n",
        r"\r?\n",
        r"\s*",
        r"\s",
        ".",
        ".*",
        "[^b]",
        "(?:a|)",
        r"\b",
        r"\B",
        r"\A",
        r"\z",
        r"a\s+b",
        "(?s:.)",
        "(?s:.){0,4}?b",
        r"\w+",
        "ä",
        "b*?",
    ]);
    prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: tier::cases(1500),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn results_are_the_lines_of_all_matches(
        text in text(), pattern in pattern(), flags in any::<(bool, bool)>(),
        before in 0..3usize, after in 0..3usize, exclude in prop::option::weighted(0.3, pattern()),
    ) {
        let mut options = SearchOptions::new(&pattern);
        // Text anchors are errors.
        let exclude = exclude.filter(|pattern| !pattern.contains(r"\A") && !pattern.contains(r"\z"));
        options.query.exclude = exclude.into_iter().collect();
        options.query.multiline = true;
        options.query.dot_all = flags.0;
        options.query.invert = flags.1;
        options.select.context_before = before;
        options.select.context_after = after;
        let expected = naive(&text, &pattern, &options);
        let outcome = search(&text, &options, &CancelToken::new()).unwrap();
        let found: Vec<NaiveMatch> = outcome.items.iter().map(NaiveMatch::from).collect();
        prop_assert_eq!(&found, &expected);
        let starts = line_starts(&text);
        for (item, found) in std::iter::zip(&outcome.items, &expected) {
            let lines = &text[starts[found.lines.start]..starts[found.lines.end]];
            prop_assert_eq!(&item.line[..], without_line_end(lines));
            prop_assert_eq!(item.byte_offset, starts[found.lines.start] as u64);
        }
        let any = has_match(&text, &options.query, &CancelToken::new()).unwrap();
        prop_assert_eq!(any, !expected.is_empty());

        options.select.mode = GrepMode::Count;
        let counted = search(&text, &options, &CancelToken::new()).unwrap();
        prop_assert_eq!(counted.report.total_matches, expected.len() as u64);
    }
}

#[test]
fn a_file_has_the_results_of_its_text() {
    let dir = tempfile::TempDir::new().unwrap();
    let path = dir.path().join("file");
    let config = ProptestConfig {
        cases: tier::cases(200),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let result = runner.run(
        &(text(), pattern(), 0..3usize),
        |(text, pattern, context)| {
            fs::write(&path, &text).unwrap();
            let mut options = GrepOptions::new(&pattern, &path);
            options.query.multiline = true;
            options.select.context_before = context;
            options.select.context_after = context;
            let mut in_memory = SearchOptions::default();
            in_memory.query = options.query.clone();
            in_memory.select = options.select.clone();
            let expected = search(&text, &in_memory, &CancelToken::new())
                .unwrap()
                .items;
            let mut found = run(&options).items;
            for item in &mut found {
                item.path = Default::default();
            }
            prop_assert_eq!(found, expected);
            Ok(())
        },
    );
    result.unwrap();
}

/// Line number, lines and matches of a result.
type FoundLines = (u64, String, Vec<(usize, usize)>);

/// Results of a multi-line search.
fn found(text: &str, pattern: &str) -> Vec<FoundLines> {
    let mut options = SearchOptions::new(pattern);
    options.query.multiline = true;
    let outcome = search(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    let item = |item: &GrepMatch| {
        let places = item.submatches.iter().map(|s| (s.start, s.end)).collect();
        let line = String::from_utf8(item.line.clone()).unwrap();
        (item.line_number, line, places)
    };
    outcome.items.iter().map(item).collect()
}

#[test]
fn an_empty_match_is_reported_once_for_each_place() {
    let line =
        |number, line: &str, places: &[(usize, usize)]| (number, line.to_owned(), places.to_vec());
    let ends = [(0, 0), (1, 1)];
    assert_eq!(
        found("a\r\nb\r\n", "x?"),
        [line(1, "a", &ends), line(2, "b", &ends)]
    );
    assert_eq!(
        found("a\nb", "^"),
        [line(1, "a", &ends[..1]), line(2, "b", &ends[..1])]
    );
    assert_eq!(
        found("a\r\n\r\nb", "$"),
        [
            line(1, "a", &ends[1..]),
            line(2, "", &ends[..1]),
            line(3, "b", &ends[1..]),
        ]
    );
    assert_eq!(found("a\nb", "^$"), []);
    assert_eq!(
        found("a\n\nb\n", r"\n"),
        [
            line(1, "a", &ends[1..]),
            line(2, "", &ends[..1]),
            line(3, "b", &ends[1..]),
        ]
    );
    assert_eq!(found("a\nb\n", r"\Ab|\Aa"), [line(1, "a", &[(0, 1)])]);
}

#[test]
fn an_empty_match_behind_another_match_is_a_result_in_a_line_of_its_own() {
    let line =
        |number, line: &str, places: &[(usize, usize)]| (number, line.to_owned(), places.to_vec());
    assert_eq!(
        found("a\n\na\nb\na", r"a\n|$"),
        [
            line(1, "a", &[(0, 1)]),
            line(2, "", &[(0, 0)]),
            line(3, "a", &[(0, 1)]),
            line(4, "b", &[(1, 1)]),
            line(5, "a", &[(1, 1)]),
        ]
    );
    assert_eq!(
        found("a\nb\nc", r"a\n|^"),
        [
            line(1, "a", &[(0, 1)]),
            line(2, "b", &[(0, 0)]),
            line(3, "c", &[(0, 0)]),
        ]
    );
    assert_eq!(
        found("aab", "a|"),
        [line(1, "aab", &[(0, 1), (1, 2), (3, 3)])]
    );
}

#[test]
fn an_inverted_search_continues_behind_the_lines_of_a_match() {
    let lines = |text: &str, pattern: &str| -> Vec<u64> {
        let mut options = SearchOptions::new(pattern);
        options.query.multiline = true;
        options.query.invert = true;
        let outcome = search(text.as_bytes(), &options, &CancelToken::new()).unwrap();
        outcome.items.iter().map(|item| item.line_number).collect()
    };
    // The second `a` is in a line of the first match.
    assert_eq!(lines("a\nb a\nc\n", r"a\n\w"), [3]);
    assert_eq!(lines("a\nb\na\nc\nd", r"a\n\w"), [5]);
    assert_eq!(lines("a\n\nb", r"a\n|^"), [0; 0]);
    assert_eq!(lines("x\ny\n", r"\z"), [1, 2]);
}

#[test]
fn only_lines_that_share_a_match_are_joined() {
    let line =
        |number, line: &str, places: &[(usize, usize)]| (number, line.to_owned(), places.to_vec());
    assert_eq!(
        found("a b\nc d\ne f\n", r"b\nc|d\ne"),
        [line(1, "a b\nc d\ne f", &[(2, 5), (6, 9)])]
    );
    assert_eq!(
        found("a\nb\nc\n", r"\w\n"),
        [
            line(1, "a", &[(0, 1)]),
            line(2, "b", &[(0, 1)]),
            line(3, "c", &[(0, 1)]),
        ]
    );
}

#[test]
fn a_text_anchor_asserts_the_ends_of_the_text_without_multiline_too() {
    for (pattern, expected) in [(r"\Aa", vec![1]), (r"a\z", vec![3]), (r"\Ab", vec![])] {
        let outcome = search(
            b"a\nba\na",
            &SearchOptions::new(pattern),
            &CancelToken::new(),
        );
        let lines: Vec<u64> = outcome
            .unwrap()
            .items
            .iter()
            .map(|m| m.line_number)
            .collect();
        assert_eq!(lines, expected, "{pattern}");
    }
}

#[test]
fn a_result_is_given_once_when_a_file_is_searched_in_parts() {
    let tree = ransack_testing::Tree::new();
    // More results than fit in one part of the work.
    let text: String = (0..4000)
        .map(|n| format!("{n} {}\nend\n\n", "x".repeat(100)))
        .collect();
    tree.write("f", &text);
    let mut options = GrepOptions::new(r"\d+ x+\nend$", tree.root());
    options.query.multiline = true;
    let lines: Vec<u64> = run(&options).items.iter().map(|m| m.line_number).collect();
    let expected: Vec<u64> = (0..4000).map(|n| 3 * n + 1).collect();
    assert_eq!(lines, expected);
}
