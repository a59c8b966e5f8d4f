//! Content search compared with a naive line matcher, on random texts and options.

use std::fs;

use proptest::prelude::*;
use ransack::{
    CancelToken, GrepMode, GrepOptions, Query, SearchOptions, Select, StoppedBy, grep, has_match,
    search,
};
use ransack_testing::naive::{Hit, Naive};
use ransack_testing::{run, tier};
use tempfile::TempDir;

/// Texts of few distinct tokens, so patterns match often.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"a"[..],
        b"b",
        b"ab",
        b"A",
        b" ",
        b"_",
        b"1",
        b"x",
        "ä".as_bytes(),
        "Ä".as_bytes(),
        "日".as_bytes(),
        b"\xFF",
        b"\n",
        b"\n",
        b"\n",
        b"\r\n",
        b"\r",
        b"a\n",
        b".",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn pattern() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "x",
        "ab",
        "ä",
        "日",
        ".",
        "[ab]",
        "[^a]",
        r"\w",
        r"\W",
        r"\s",
        r"\d",
        "^",
        "$",
        r"\b",
        r"\B",
        "A",
        "a*",
        "b+",
        "x?",
        "(?:a|b)",
        "(?:a|)",
        "a{2}",
        "(?i:a)",
        ".*",
        r"\.",
        "_",
        "(a)(b)?",
        r"\pL",
        r"[\s\S]",
        r"a\s*b",
        "$|a",
        r"\r?",
        r"[\rb]",
        r"[^\r\n]",
        r"\p{Lu}",
        "[[:upper:]]",
        r"$\b",
    ]);
    prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.concat())
}

fn literal() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec!["a", "b", "A", "ä", ".", " ", "_", "1", "x"]);
    prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.concat())
}

/// No pattern in most cases.
fn excluded(pattern: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        3 => Just(Vec::new()),
        2 => prop::collection::vec(pattern, 1..3),
    ]
}

fn query() -> impl Strategy<Value = Query> {
    let patterns = prop_oneof![
        4 => (prop::collection::vec(pattern(), 1..4), excluded(pattern())).prop_map(|p| (p, false)),
        1 => (prop::collection::vec(literal(), 1..4), excluded(literal())).prop_map(|p| (p, true)),
    ];
    let flag = || prop::bool::weighted(0.2);
    (patterns, flag(), flag(), flag(), flag()).prop_map(
        |(((patterns, exclude), literal), ignore_case, smart_case, word, invert)| {
            let mut query = Query::default();
            query.patterns = patterns;
            query.exclude = exclude;
            query.literal = literal;
            query.ignore_case = ignore_case;
            query.smart_case = smart_case;
            query.word = word;
            query.invert = invert;
            query
        },
    )
}

fn select() -> impl Strategy<Value = Select> {
    let cap = prop::option::weighted(0.3, 0..4u64);
    (0..3usize, 0..3usize, cap).prop_map(|(context_before, context_after, cap)| {
        let mut select = Select::default();
        select.context_before = context_before;
        select.context_after = context_after;
        select.max_count_per_file = cap;
        select
    })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

pub(crate) fn hits(items: &[ransack::GrepMatch]) -> Vec<Hit> {
    items.iter().map(Hit::from).collect()
}

proptest! {
    #![proptest_config(config(tier::cases(600)))]

    #[test]
    fn search_finds_what_a_naive_matcher_finds(
        text in text(), query in query(), select in select(),
    ) {
        let all = Naive::new(&query).search(&text, &select);
        let mut options = SearchOptions::default();
        options.query = query.clone();
        options.select = select.clone();
        let outcome = search(&text, &options, &CancelToken::new()).unwrap();
        prop_assert_eq!(hits(&outcome.items), all.clone());
        prop_assert_eq!(outcome.report.total_matches, all.len() as u64);
        prop_assert_eq!(outcome.report.files_with_matches, u64::from(!all.is_empty()));

        let uncapped = Naive::new(&query).search(&text, &Select::default());
        let was_capped = uncapped.len() > all.len();
        prop_assert_eq!(outcome.report.complete, !was_capped);
        prop_assert_eq!(outcome.report.total_is_exact, !was_capped);
        prop_assert_eq!(has_match(&text, &query, &CancelToken::new()).unwrap(), !uncapped.is_empty());
    }

    #[test]
    fn offset_and_limit_cut_the_results(
        text in text(), query in query(), select in select(), offset in 0..6u64, limit in 0..6u64,
    ) {
        let all = Naive::new(&query).search(&text, &select);
        let mut options = SearchOptions::default();
        options.query = query;
        options.select = select;
        options.select.offset = offset;
        options.select.limit = Some(limit);
        let outcome = search(&text, &options, &CancelToken::new()).unwrap();
        let expected = Naive::new(&options.query).search(&text, &options.select);
        prop_assert_eq!(hits(&outcome.items), expected);
        let more = all.len() > (offset + limit) as usize;
        prop_assert_eq!(outcome.report.next_offset, more.then_some(offset + limit));
        prop_assert_eq!(outcome.report.stopped_by == Some(StoppedBy::Limit) || !more, true);
        prop_assert!(!more || !outcome.report.complete);
    }

    #[test]
    fn counts_are_the_number_of_lines(text in text(), query in query(), select in select()) {
        let all = Naive::new(&query).search(&text, &select);
        let mut options = SearchOptions::default();
        options.query = query;
        options.select = select;
        options.select.mode = GrepMode::Count;
        let outcome = search(&text, &options, &CancelToken::new()).unwrap();
        let counts: Vec<u64> = outcome.items.iter().map(|m| m.match_count.unwrap()).collect();
        let expected: Vec<u64> = (!all.is_empty()).then_some(all.len() as u64).into_iter().collect();
        prop_assert_eq!(counts, expected);

        options.select.mode = GrepMode::FilesWithMatches;
        let outcome = search(&text, &options, &CancelToken::new()).unwrap();
        prop_assert_eq!(outcome.items.len(), usize::from(!all.is_empty()));
        prop_assert!(outcome.items.iter().all(|m| m.line_number == 0 && m.line.is_empty()));
        prop_assert!(outcome.items.iter().all(|m| m.match_count.is_none()));
    }
}

#[test]
fn a_file_has_the_results_of_its_text() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("file");
    let mut runner = proptest::test_runner::TestRunner::new(config(tier::cases(200)));
    let cases = (text(), query(), select());
    let result = runner.run(&cases, |(text, query, select)| {
        fs::write(&path, &text).unwrap();
        let mut options = GrepOptions::new("x", &path);
        options.query = query.clone();
        options.select = select.clone();
        let outcome = run(&options);
        // No byte order mark is generated; only in files is one skipped.
        prop_assert_eq!(
            hits(&outcome.items),
            Naive::new(&query).search(&text, &select)
        );
        prop_assert!(
            outcome
                .items
                .iter()
                .all(|m| m.path.as_path().ends_with("file"))
        );
        prop_assert_eq!(outcome.report.files_searched, 1);
        Ok(())
    });
    result.unwrap();
}

#[test]
fn pages_add_up_to_the_whole() {
    let tree = ransack_testing::Tree::new();
    for n in 0..40 {
        tree.write(&format!("d{}/f{n}", n % 7), "x\ny\n".repeat(n % 5));
    }
    let whole = run(&GrepOptions::new("x", tree.root()));
    assert_eq!(whole.items.len(), 80);
    assert!(whole.report.complete && whole.report.next_offset.is_none());
    for limit in [1, 2, 7, 79, 80, 81] {
        let mut options = GrepOptions::new("x", tree.root());
        options.select.limit = Some(limit);
        let mut pages = Vec::new();
        loop {
            let page = run(&options);
            assert!(page.items.len() as u64 <= limit);
            pages.extend(page.items);
            assert_eq!(
                page.report.complete,
                page.report.next_offset.is_none() && limit > 0
            );
            match page.report.next_offset {
                Some(next) => {
                    assert_eq!(next, pages.len() as u64, "limit {limit}");
                    options.select.offset = next;
                }
                None => break,
            }
        }
        assert_eq!(pages, whole.items, "limit {limit}");
    }
}

#[test]
fn a_limit_of_zero_says_whether_there_are_results() {
    let tree = ransack_testing::Tree::of(&[("a", "x\n")]);
    for (pattern, next) in [("x", Some(0)), ("y", None)] {
        let mut options = GrepOptions::new(pattern, tree.root());
        options.select.limit = Some(0);
        let outcome = run(&options);
        assert!(outcome.items.is_empty());
        assert_eq!(outcome.report.next_offset, next);
    }
}

#[test]
fn a_carriage_return_alone_is_not_a_line_end() {
    let outcome = search(
        b"a\rb\r\nc\r",
        &SearchOptions::new("[bc]"),
        &CancelToken::new(),
    )
    .unwrap();
    let lines: Vec<&[u8]> = outcome.items.iter().map(|m| &m.line[..]).collect();
    assert_eq!(lines, [&b"a\rb"[..], b"c\r"]);
}

#[test]
fn the_last_match_under_a_cap_has_its_context() {
    for (pattern, invert) in [("[ab]", false), ("c", true)] {
        let mut options = SearchOptions::new(pattern);
        options.query.invert = invert;
        options.select.context_after = 2;
        options.select.max_count_per_file = Some(1);
        let text = b"a\nb\na\nb\n";
        let outcome = search(text, &options, &CancelToken::new()).unwrap();
        assert_eq!(outcome.items.len(), 1);
        let after: Vec<u64> = (outcome.items[0].context_after.iter())
            .map(|line| line.line_number)
            .collect();
        assert_eq!(after, [2, 3], "{pattern}");
    }
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_line() {
    let tree = ransack_testing::Tree::of(&[("bom", "\u{FEFF}x1\nx2\n")]);
    let items = tree.grep("^x").items;
    let found: Vec<_> = items
        .iter()
        .map(|m| (m.line_number, m.byte_offset, &m.line[..]))
        .collect();
    assert_eq!(found, [(1, 3, &b"x1"[..]), (2, 6, b"x2")]);
}

#[test]
fn encodings_are_decoded_before_the_search() {
    let utf16: Vec<u8> = "\u{FEFF}eins\nzwölf\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let tree = ransack_testing::Tree::new();
    tree.write("utf16", utf16);
    tree.write("utf8", "zwölf\n");
    tree.write("latin1", b"zw\xF6lf\n");
    assert_eq!(
        ransack_testing::paths(&tree.grep("zwölf").items),
        ["utf16", "utf8"]
    );
    let mut options = GrepOptions::new("zwölf", tree.root());
    options.encoding = Some("latin1".into());
    let outcome = run(&options);
    assert_eq!(ransack_testing::paths(&outcome.items), ["latin1", "utf16"]);
    assert_eq!(outcome.items[1].line_number, 2);
    assert_eq!(outcome.items[1].line, "zwölf".as_bytes());
}

#[test]
fn binary_and_too_large_files_are_skipped_and_reported() {
    let tree = ransack_testing::Tree::of(&[("bin", "x\0\n"), ("big", "x234567\n"), ("ok", "x\n")]);
    let mut options = GrepOptions::new("x", tree.root());
    options.max_file_size = Some(7);
    let outcome = run(&options);
    assert_eq!(ransack_testing::paths(&outcome.items), ["ok"]);
    let skipped: Vec<_> = outcome
        .report
        .skipped
        .iter()
        .map(|s| {
            (
                s.reason,
                s.count,
                s.first[0].path.to_string_lossy().into_owned(),
            )
        })
        .collect();
    let expected = [
        (ransack::SkipReason::Binary, 1, "bin".to_owned()),
        (ransack::SkipReason::TooLarge, 1, "big".to_owned()),
    ];
    assert_eq!(skipped, expected);
    assert!(
        !outcome.report.complete,
        "a file over the size limit may hold more"
    );

    options.max_file_size = None;
    options.binary = true;
    let outcome = run(&options);
    assert_eq!(ransack_testing::paths(&outcome.items), ["big", "bin", "ok"]);
    assert!(outcome.report.complete && outcome.report.skipped.is_empty());
}

#[test]
fn long_lines_are_clipped_around_the_match_and_marked() {
    let line = format!("{}näher{}", "a".repeat(500), "b".repeat(500));
    let mut options = SearchOptions::new("näher");
    options.select.max_columns = Some(20);
    let outcome = search(line.as_bytes(), &options, &CancelToken::new()).unwrap();
    let found = &outcome.items[0];
    assert!(found.line.len() <= 20 && outcome.report.complete);
    let sub = found.submatches[0];
    assert_eq!(&found.line[sub.start..sub.end], "näher".as_bytes());
    let clip = found.clip.unwrap();
    assert_eq!(clip.line_len, line.len());
    assert_eq!(
        &line.as_bytes()[clip.offset..][..found.line.len()],
        &found.line[..]
    );
    assert_eq!((clip.lines, clip.column_utf16), (0, clip.offset));
}

#[test]
fn the_place_of_a_clipped_window_counts_lines_and_utf_16_units() {
    let place_of = |text: &[u8]| {
        let mut options = SearchOptions::new("needle");
        options.query.multiline = true;
        options.select.max_columns = Some(6);
        let found = search(text, &options, &CancelToken::new()).unwrap();
        let clip = found.items[0].clip.unwrap();
        assert_eq!(found.items[0].line, b"needle");
        (found.items[0].line_number, clip.lines, clip.column_utf16)
    };
    assert_eq!(place_of("x\né😀 needle é".as_bytes()), (2, 0, 4));
    assert_eq!(place_of(b"\xC3\xFF needle"), (1, 0, 3));
    // The window of a match of several lines is at the start of the match.
    let several = "(?s)needle.*b";
    let mut options = SearchOptions::new(several);
    options.query.multiline = true;
    options.select.max_columns = Some(8);
    let text = "é needle\n\na b";
    let found = search(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    let clip = found.items[0].clip.unwrap();
    assert_eq!((clip.offset, clip.lines, clip.column_utf16), (3, 0, 2));
    // Longer than what is measured between two checks of the token.
    let long = format!("{}é needle", "é".repeat(3 << 20));
    assert_eq!(place_of(long.as_bytes()), (1, 0, (3 << 20) + 2));
}

#[test]
fn results_of_several_roots_are_in_the_order_of_the_roots() {
    let tree = ransack_testing::Tree::of(&[("b/f", "x\n"), ("a/f", "x\n"), ("c", "x\n")]);
    let mut options = GrepOptions::new("x", tree.path("b"));
    options
        .scope
        .roots
        .extend([tree.path("a"), tree.path("c"), tree.path("b")]);
    let outcome = grep(&options, &CancelToken::new()).unwrap();
    let found: Vec<_> = outcome
        .items
        .iter()
        .map(|m| (m.root, m.path.to_string_lossy().into_owned()))
        .collect();
    let name = |name: &str| name.to_owned();
    assert_eq!(
        found,
        [
            (0, name("f")),
            (1, name("f")),
            (2, name(tree.path("c").to_str().unwrap())),
        ]
    );
}

/// Large text is searched in chunks; line numbers and offsets must be continuous.
#[test]
fn line_numbers_run_through_text_of_many_megabytes() {
    let mut text = Vec::new();
    let mut expected = Vec::new();
    for n in 0..200_000u64 {
        if n % 7919 == 0 || n == 199_999 {
            expected.push((n + 1, text.len() as u64));
            text.extend_from_slice(b"a needle here\r\n");
        } else {
            text.extend_from_slice(b"nothing but straw, as far as one can see\n");
        }
    }
    let mut options = SearchOptions::new("needle here$");
    for (before, after) in [(0, 0), (1, 2)] {
        options.select.context_before = before;
        options.select.context_after = after;
        let outcome = search(&text, &options, &CancelToken::new()).unwrap();
        let found: Vec<_> = outcome
            .items
            .iter()
            .map(|m| (m.line_number, m.byte_offset))
            .collect();
        assert_eq!(found, expected);
        assert!(outcome.report.complete);
    }
    options.select.limit = Some(3);
    let outcome = search(&text, &options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items.len(), 3);
    assert_eq!(outcome.report.next_offset, Some(3));
    options.select.max_count_per_file = Some(2);
    options.select.context_before = 0;
    options.select.context_after = 0;
    let outcome = search(&text, &options, &CancelToken::new()).unwrap();
    assert_eq!((outcome.items.len(), outcome.report.complete), (2, false));
    // A line longer than any chunk.
    let mut line = vec![b'x'; 5 << 20];
    line.extend_from_slice(b" needle here\nafter needle here\n");
    let mut options = SearchOptions::new("needle");
    options.select.max_columns = Some(40);
    let outcome = search(&line, &options, &CancelToken::new()).unwrap();
    let lines: Vec<_> = outcome.items.iter().map(|m| m.line_number).collect();
    assert_eq!(lines, [1, 2]);
}
