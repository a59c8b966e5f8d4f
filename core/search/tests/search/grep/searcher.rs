//! Multi-line content search compared with `grep-searcher` run directly over small generated texts.
//!
//! Two differences are excluded. `grep-searcher` hides the text before each search from the
//! pattern; here its matcher sees that text. It also reports context lines of an empty match after
//! the last line end, which is not a match; these lines are dropped.

use std::collections::BTreeSet;
use std::io;

use grep_matcher::{LineTerminator, Match, Matcher, NoCaptures, NoError};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{Searcher, SearcherBuilder, Sink, SinkContext, SinkMatch};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use ransack::{CancelToken, GrepMatch, GrepOptions, SearchOptions, grep, search};
use ransack_testing::tier;

/// Numbers of the lines that match, and of the lines that are context, 1-based.
#[derive(Debug, Default, PartialEq, Eq)]
struct Lines {
    matching: BTreeSet<u64>,
    context: BTreeSet<u64>,
}

/// Matcher that has the whole text, of which `grep-searcher` passes a tail.
struct WholeText<'a> {
    matcher: &'a RegexMatcher,
    text: &'a [u8],
}

impl Matcher for WholeText<'_> {
    type Captures = NoCaptures;
    type Error = NoError;

    fn find_at(&self, tail: &[u8], at: usize) -> Result<Option<Match>, NoError> {
        assert!(self.text.ends_with(tail));
        let hidden = self.text.len() - tail.len();
        let found = self.matcher.find_at(self.text, hidden + at)?;
        Ok(found.map(|found| Match::new(found.start() - hidden, found.end() - hidden)))
    }

    fn new_captures(&self) -> Result<NoCaptures, NoError> {
        Ok(NoCaptures::new())
    }
}

impl Sink for Lines {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        let first = found.line_number().unwrap();
        let count = found.lines().count() as u64;
        self.matching.extend(first..first + count);
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        self.context.insert(context.line_number().unwrap());
        Ok(true)
    }
}

/// One search: pattern, whether it is inverted, and the context lines before and after.
type Case<'a> = (&'a str, bool, usize, usize);

fn expected(
    matcher: &RegexMatcher,
    text: &[u8],
    (pattern, invert, before, after): Case<'_>,
) -> Lines {
    let mut lines = Lines::default();
    // A carriage return before a line feed is invisible to patterns that do not name it.
    let seen = std::str::from_utf8(text).unwrap().replace("\r\n", "\n");
    let text = match pattern.contains(r"\r") {
        true => text,
        false => seen.as_bytes(),
    };
    SearcherBuilder::new()
        .multi_line(true)
        .line_terminator(LineTerminator::byte(b'\n'))
        .invert_match(invert)
        .before_context(before)
        .after_context(after)
        .build()
        .search_slice(WholeText { matcher, text }, text, &mut lines)
        .unwrap();
    let Lines { matching, context } = &mut lines;
    context.retain(|&line| {
        let (before, after) = (before as u64, after as u64);
        let near = line.saturating_sub(after)..=line + before;
        matching.range(near).next().is_some()
    });
    lines
}

fn found(text: &[u8], (pattern, invert, before, after): Case<'_>) -> Lines {
    let mut options = SearchOptions::new(pattern);
    options.query.multiline = true;
    options.query.invert = invert;
    options.select.context_before = before;
    options.select.context_after = after;
    lines_of(search(text, &options, &CancelToken::new()).unwrap().items)
}

/// Returns the lines of results; each line is in one result.
fn lines_of(items: Vec<GrepMatch>) -> Lines {
    let mut lines = Lines::default();
    for item in items {
        let feeds = item.line.iter().filter(|&&b| b == b'\n').count() as u64;
        for number in item.line_number..=item.line_number + feeds {
            assert!(lines.matching.insert(number), "line {number} twice");
        }
        for context in item.context_before.iter().chain(&item.context_after) {
            assert!(
                lines.context.insert(context.line_number),
                "{context:?} twice"
            );
        }
    }
    lines
}

/// Compares the searches of several texts, each with its context lines.
fn compare(pattern: &str, invert: bool, texts: &[(Vec<u8>, (usize, usize))]) {
    let matcher = RegexMatcherBuilder::new()
        .multi_line(true)
        .line_terminator(None)
        .build(pattern)
        .unwrap();
    for (text, (before, after)) in texts {
        let case = (pattern, invert, *before, *after);
        assert_eq!(
            found(text, case),
            expected(&matcher, text, case),
            "{case:?} in {:?}",
            String::from_utf8_lossy(text)
        );
    }
}

/// Parts of patterns: empty matches, line ends, and matches that end in another line.
const PARTS: &[&str] = &[
    "a",
    "b",
    "x?",
    "^",
    "$",
    "",
    r"\n",
    r"\r?\n",
    r"\n?",
    r"a\n",
    r"\na",
    r"\n\w+",
    r"\s*",
    r"\s+",
    ".",
    ".*",
    "(?s:.)",
    "(?s:.)*",
    "(?s:.){0,3}?b",
    r"\b",
    r"\B",
    r"\w+",
    r"\z",
    "b*?",
];

/// Whole patterns, each with neighbours that differ in one part.
const PATTERNS: &[&str] = &[
    r"a\n|$",
    r"a\n|^",
    r"a\n|",
    r"a\n|^$",
    r"a\n\w+",
    r"a\n\w*",
    r"a\n\w",
    "^$",
    "^",
    "$",
    "x?",
    r"\n",
    r"\n|$",
    r"\n\n|a$",
    r"^\n",
    r"\r?\n\r?\n",
    r"a\n(?:b\n)?",
    r"(?:a|b)\n$",
    r"$\n^",
    r"^\w*\n|b",
    r"(?s:a.*?b)|a",
    r"(?s:a.*b)|\w",
    r"\w\s|\z",
    r"\b|\n",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"a"[..],
        b"b",
        b"ab",
        b" ",
        b"x",
        b"\n",
        b"\n",
        b"a\n",
        b"b\n",
        b"\r\n",
        b"\r",
        b"\n\n",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

fn pattern() -> impl Strategy<Value = String> {
    let parts = || prop::collection::vec(prop::sample::select(PARTS), 1..4);
    let joined = || parts().prop_map(|parts| parts.concat());
    prop_oneof![
        2 => prop::sample::select(PATTERNS).prop_map(str::to_owned),
        2 => joined(),
        3 => (joined(), joined()).prop_map(|(one, other)| format!("{one}|{other}")),
    ]
    .prop_filter("the empty pattern is an error", |pattern| {
        !pattern.is_empty()
    })
}

/// Checks a property on the same cases in every run.
fn run<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let config = Config {
        cases: tier::cases(cases),
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let result = TestRunner::new_with_rng(config, rng).run(&strategy, |value| {
        property(value);
        Ok(())
    });
    result.unwrap();
}

#[test]
fn the_same_lines_match_and_are_context() {
    let texts = prop::collection::vec((text(), (0..3usize, 0..3usize)), 12);
    run(
        1500,
        (pattern(), any::<bool>(), texts),
        |(pattern, invert, texts)| compare(&pattern, invert, &texts),
    );
}

#[test]
fn the_same_lines_of_long_texts_match() {
    // Longer than the uninterruptible engine searches.
    let long = "(?s:a.*?b{500}x)|";
    run(
        60,
        (prop::sample::select(PATTERNS), text(), any::<bool>()),
        |(pattern, text, invert)| {
            let text = text.repeat(4000 / text.len().max(1));
            compare(&format!("{long}(?:{pattern})"), invert, &[(text, (1, 1))]);
        },
    );
}

/// Patterns whose matches cross lines, and two whose matches do not.
const CROSSING: &[&str] = &[
    r"a\s+\w+",
    r"a\n\w+",
    r"b\n+\w",
    r"(?s:a.{0,9}?b)",
    r"\n\n\w+",
    "a",
    "x|^$",
];

/// A file with more results than are buffered is searched in several parts, which end at results
/// and may start after context lines in the middle of a match.
#[test]
fn the_same_lines_of_files_in_parts_match_and_are_context() {
    // Minimum size in bytes of the results at which a part ends, and of a result.
    const PART: usize = 256 << 10;
    const RESULT: usize = size_of::<GrepMatch>();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("text.txt");
    let context = || (0..4usize, 0..4usize);
    let case = (
        prop::sample::select(CROSSING),
        text(),
        any::<bool>(),
        context(),
    );
    let parts = std::cell::Cell::new(0);
    run(150, case, |(pattern, text, invert, (before, after))| {
        // In every text, some lines match and others do not.
        let text = [&text[..], b"c a\n\nb c\nc\n"].concat();
        let text = text.repeat(30_000 / text.len());
        std::fs::write(&path, &text).unwrap();
        let mut options = GrepOptions::new(pattern, &path);
        options.query.multiline = true;
        options.query.invert = invert;
        options.select.context_before = before;
        options.select.context_after = after;
        let items = grep(&options, &CancelToken::new()).unwrap().items;
        parts.set(parts.get() + items.len() * RESULT / PART);
        let matcher = RegexMatcherBuilder::new()
            .multi_line(true)
            .line_terminator(None)
            .build(pattern)
            .unwrap();
        let case = (pattern, invert, before, after);
        assert_eq!(lines_of(items), expected(&matcher, &text, case), "{case:?}");
    });
    let most = tier::cases(100) as usize;
    assert!(parts.get() > most, "{} of {most} parts", parts.get());
}
