//! Look-around and back-references: compared with Python's `re`; bounds, report and cancellation.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use ransack::{
    CancelToken, ErrorKind, GrepMatch, GrepOptions, Outcome, Query, SearchOptions, SkipReason,
    has_match, search,
};
use ransack_testing::{Dice, Tree, run};

fn hard(pattern: &str) -> SearchOptions {
    SearchOptions::new(pattern).backtracking(true)
}

fn found(text: &str, options: &SearchOptions) -> Outcome<GrepMatch> {
    search(text.as_bytes(), options, &CancelToken::new()).unwrap()
}

fn lines(text: &str, options: &SearchOptions) -> Vec<u64> {
    let outcome = found(text, options);
    assert!(outcome.report.complete, "{:?}", outcome.report.skipped);
    outcome.items.iter().map(|m| m.line_number).collect()
}

/// Prints, for each pair of a pattern and a line, the matches as offsets in UTF-8, without empty
/// matches directly after another match.
const PYTHON: &str = r#"
import re, sys
lines = sys.stdin.buffer.read().decode().split("\n")
for pattern, text in zip(lines[0::2], lines[1::2]):
    last, out = None, []
    for m in re.compile(pattern).finditer(text):
        if m.start() == m.end() == last: continue
        last = m.end()
        out.append("%d-%d" % tuple(len(text[:at].encode()) for at in m.span()))
    print(",".join(out))
"#;

#[test]
fn matches_are_those_of_python() {
    const PIECES: [&str; 22] = [
        "(a)",
        "(b+)",
        "(a|ab)",
        r"\1",
        "(?=b)",
        "(?!a)",
        "(?<=a)",
        "(?<!b)",
        "a",
        "b",
        ".",
        "ä",
        "(?=.*b)",
        r"(?!\w*a$)",
        "^",
        "$",
        r"\b",
        "[ab]*",
        "(?:b|a?)+",
        "(?<=ab)",
        "a?",
        r"\w",
    ];
    const TEXTS: [&str; 8] = ["a", "b", "ab", " ", "ä", "aa", "日", "ba"];
    let mut dice = Dice::new(5);
    let mut cases = Vec::new();
    while cases.len() < 3000 {
        let mut pattern = String::new();
        let mut groups = 0;
        for _ in 0..1 + dice.below(5) {
            let piece = PIECES[dice.below(PIECES.len())];
            if piece == r"\1" && groups == 0 {
                continue;
            }
            groups += usize::from(piece.starts_with("(a") || piece.starts_with("(b"));
            pattern += piece;
        }
        let is_hard = ["(?=", "(?!", "(?<", r"\1"]
            .iter()
            .any(|part| pattern.contains(part));
        if is_hard {
            let text: String = (0..dice.below(9)).map(|_| TEXTS[dice.below(8)]).collect();
            cases.push((pattern, text));
        }
    }
    let mut input = String::new();
    for (pattern, text) in &cases {
        write!(input, "{pattern}\n{text}\n").unwrap();
    }
    let mut python = Command::new("python3");
    python.args(["-X", "utf8", "-c", PYTHON]);
    let mut python = python
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let expected = String::from_utf8(output.stdout).unwrap();
    let mut matched = 0;
    for ((pattern, text), expected) in std::iter::zip(&cases, expected.lines()) {
        let text = format!("{text}\n");
        let outcome = found(&text, &hard(pattern));
        assert!(outcome.report.complete);
        let spans = outcome.items.iter().flat_map(|m| &m.submatches);
        let spans: Vec<_> = spans.map(|s| format!("{}-{}", s.start, s.end)).collect();
        assert_eq!(spans.join(","), expected, "{pattern} in {text}");
        matched += usize::from(!spans.is_empty());
    }
    assert_eq!(expected.lines().count(), cases.len());
    assert!((300..2900).contains(&matched), "{matched}");
}

#[test]
fn a_table_of_patterns() {
    let text = "foo bar\nfoobar\nbarfoo\nthe the end\nFOO\nif (a) {\n";
    for (pattern, expected) in [
        (r"foo(?=bar)", &[2][..]),
        (r"foo(?! bar)", &[2, 3]),
        (r"(?<=bar)foo", &[3]),
        (r"(?<!bar)foo$", &[]),
        (r"\b(\w+) \1\b", &[4]),
        (r"\b(?<word>\w+) \k<word>\b", &[4]),
        (r"\b(?P<word>\w+) (?P=word)\b", &[4]),
        (r"^(?!.*bar)", &[4, 5, 6]),
        (r"(?>fo|foo)bar", &[]),
        (r"(?<=a\) ){", &[6]),
        (r"(?<=f[o]{2})b", &[2]),
    ] {
        assert_eq!(lines(text, &hard(pattern)), expected, "{pattern}");
    }
    assert_eq!(lines(text, &hard(r"foo(?!.)").ignore_case(true)), [3, 5]);
    // Letters in look-around decide about smart case, too.
    assert_eq!(lines(text, &hard("foo(?!B)").smart_case(true)), [1, 2, 3]);
    assert_eq!(lines(text, &hard("foo(?!b)").smart_case(true)), [1, 3, 5]);
    assert_eq!(lines(text, &hard("(?=f)foo").word(true)), [1]);
    assert_eq!(lines(text, &hard(r"(?<=o)b").invert(true)), [1, 3, 4, 5, 6]);
    assert_eq!(
        lines(text, &hard("foo").exclude(["(?<=r)foo", "(?=z)"])),
        [1, 2]
    );
    assert_eq!(
        lines(text, &hard("foo").exclude(["(?<=r)foo"]).invert(true)),
        [4, 5, 6]
    );
    let several = SearchOptions::default().patterns(["end", "(?<=bar)foo", "foo"]);
    let outcome = found("barfoo foo end\n", &several.backtracking(true));
    let patterns: Vec<u32> = outcome.items[0]
        .submatches
        .iter()
        .map(|s| s.pattern)
        .collect();
    assert_eq!(patterns, [1, 2, 0]);
}

#[test]
fn look_around_sees_other_lines_only_with_multiline() {
    let text = "a 1\r\nb\r\na 2\nc\n";
    assert_eq!(lines(text, &hard("a .(?!x)")), [1, 3]);
    assert_eq!(lines(text, &hard(r"a .(?=\nb)").multiline(true)), [1]);
    assert_eq!(lines(text, &hard(r"(?<=b\n)a").multiline(true)), [3]);
    assert_eq!(
        lines(text, &hard(r"(?<=b\n)a").multiline(true).invert(true)),
        [1, 2, 4]
    );
    let spans = found(text, &hard(r"(a) .\n.\n\1").multiline(true));
    assert_eq!(spans.items[0].line, b"a 1\r\nb\r\na 2");
    assert_eq!(lines("ab\r\n", &hard(r"(?<=b)$")), [1]);
    assert_eq!(lines("ab\r\n", &hard(r"(?<=b)\r$")), [1]);
}

#[test]
fn long_lines_have_the_same_matches() {
    let text = format!("{}ä(x)foo{}é", "é foo ".repeat(3000), " bar".repeat(3000));
    let outcome = found(&text, &hard(r"(?<=ä\(x\))foo(?= bar)"));
    let at = text.find('(').unwrap() + 3;
    let spans = &outcome.items[0].submatches;
    assert_eq!((spans.len(), spans[0].start, spans[0].end), (1, at, at + 3));
    let outcome = found(&text, &hard(r"foo(?! bar)"));
    assert_eq!(outcome.items[0].submatches.len(), 3000);
    assert!(lines(&text, &hard(r"(?<=\)foo) baz")).is_empty());
}

/// Line on which `CATASTROPHIC` takes exponential time.
const SLOW: &str = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx zy\n";
const CATASTROPHIC: &str = r"^(x+x+)+\1y";

#[test]
fn lines_over_the_limit_are_reported_and_end_the_search_of_their_file() {
    let fast = "xxxxy\n";
    let one = format!("{fast}{SLOW}{fast}");
    let outcome = found(&one, &hard(CATASTROPHIC));
    assert_eq!(outcome.items.len(), 2);
    let report = outcome.report;
    assert!(!report.complete);
    assert_eq!(report.skipped[0].reason, SkipReason::StepLimit);
    let detail = report.skipped[0].first[0].detail.as_deref();
    assert_eq!(detail, Some("too many steps to match: 1 line"));
    // Undecided lines are no results of an inverted search either.
    let outcome = found(&one, &hard(CATASTROPHIC).invert(true));
    assert!(outcome.items.is_empty() && !outcome.report.complete);

    let tree = Tree::of(&[
        ("b", &format!("{}{fast}", SLOW.repeat(20))[..]),
        ("c", fast),
    ]);
    let options = GrepOptions::new(CATASTROPHIC, tree.root()).backtracking(true);
    let outcome = run(&options);
    assert_eq!(outcome.items.len(), 1);
    assert_eq!(outcome.items[0].path, "c");
    assert_eq!(outcome.report.skipped[0].count, 1);
    let detail = outcome.report.skipped[0].first[0].detail.as_deref();
    assert_eq!(detail, Some("too many steps to match: 21 lines"));

    let query = Query::new(CATASTROPHIC).backtracking(true);
    let has = |text: &str| has_match(text.as_bytes(), &query, &CancelToken::new());
    assert!(has(&one).unwrap());
    let error = has(SLOW).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidPattern);
    assert_eq!(error.pattern(), Some(CATASTROPHIC));
    assert!(!has("no candidate").unwrap());
}

#[test]
fn lines_that_are_not_utf8_are_reported_if_they_may_match() {
    let tree = Tree::new();
    tree.write("a", b"\xFFfoo bar\nfoo bar\n\xFF\n");
    tree.write("b", b"\xFF foo\nother\n");
    let options = GrepOptions::new("foo(?= bar)", tree.root()).backtracking(true);
    let outcome = run(&options);
    assert_eq!(outcome.items.len(), 1);
    assert_eq!(outcome.items[0].line_number, 2);
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::Undecodable);
    assert_eq!(outcome.report.skipped[0].count, 2);
    // A declared encoding makes the lines readable.
    let outcome = run(&options.encoding("latin1"));
    assert_eq!(outcome.items.len(), 2);
    assert!(outcome.report.complete);
}

#[test]
fn a_call_is_cancelled_inside_the_engine() {
    // Each line takes most of the steps that are allowed.
    let line = format!("{} zy\n", "x".repeat(16));
    let text = line.repeat(200_000);
    let options = hard(CATASTROPHIC);
    let token = CancelToken::with_timeout(Duration::from_millis(20));
    let error = search(text.as_bytes(), &options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let token = CancelToken::with_timeout(Duration::from_millis(20));
    let error = has_match(text.as_bytes(), &options.query, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let tree = Tree::of(&[("a", &text)]);
    let token = CancelToken::with_timeout(Duration::from_millis(20));
    let options = GrepOptions::new(CATASTROPHIC, tree.root()).backtracking(true);
    let error = ransack::grep(&options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
}

#[test]
fn errors_name_the_option_and_what_is_not_supported() {
    let error = |query: &Query| has_match(b"", query, &CancelToken::new()).unwrap_err();
    for (pattern, offset) in [("a(?=b)", 1), (r"(a)\1", 3), ("(?<!ä)b", 0)] {
        let error = error(&Query::new(pattern));
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        assert!(error.to_string().contains("set `backtracking`"), "{error}");
        assert_eq!(error.offset(), Some(offset), "{error}");
    }
    for (pattern, what) in [
        ("(?<=a", "cannot parse the pattern"),
        (r"(a)\2", "back"),
        (r"\A(?=b)", "start and end of the text"),
        (r"(?=a\z)", "start and end of the text"),
        (r"(?=a)\Gb", "only look-around"),
        (r"(?=a)\Kb", "only look-around"),
        ("a(", "unclosed group"),
        ("[z-a]", "invalid character class range"),
        ("(?=a\nb)", "line feed"),
    ] {
        let error = error(&Query::new(pattern).backtracking(true));
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        assert!(error.to_string().contains(what), "{pattern}: {error}");
        assert_eq!(error.pattern(), Some(pattern), "{error}");
    }
    let mut query = Query::new("a").backtracking(true);
    query.exclude.push("(?<=b".to_owned());
    assert!(error(&query).to_string().contains("`exclude[0]`: "));
}
