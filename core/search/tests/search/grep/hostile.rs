//! Content search with patterns and texts on which other engines take quadratic time or worse: it
//! ends at its deadline, frees its workers, and finds the expected results.

use std::sync::mpsc;
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, Error, ErrorKind, GrepMode, GrepOptions, Pool, Query, SearchOptions,
    grep, grep_stream, has_match, search,
};
use ransack_testing::{Tree, run};

/// Far longer than the whole table takes, far shorter than one of its calls without a deadline.
const WATCHDOG: Duration = Duration::from_secs(600);

/// Patterns, whether they may span lines, and the repeated unit of the text.
const HOSTILE: &[(&str, bool, &str)] = &[
    ("a{65535}", false, "a"),
    ("(?:a{1,200}){1,200}b", false, "a"),
    ("(?:a?){200}a{200}b", false, "a"),
    (r"\w{1000}x", false, "aä"),
    (r"\b\w{200}\b.*z", false, "ä"),
    ("[A-Z].*b|[A-Z]", false, "A"),
    ("[A-Z](?s:.)*b|[A-Z]", true, "A"),
    ("[A-Z](?s:.)*b|[A-Z]", true, "A\n"),
    ("(?:.*a){50}b", false, "a"),
    ("[ab]*a[ab]{200}c", false, "ab"),
    ("x*", true, "ab"),
    ("^|$", true, "a\r\n"),
    (r"(?s:.{65000}).*b", true, "a\n"),
];

/// Runs `work` on a thread, and fails if it is still running when the watchdog wakes.
fn watched<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(work()));
    receive.recv_timeout(WATCHDOG).unwrap()
}

fn query(pattern: &str, multiline: bool) -> Query {
    let mut query = Query::new(pattern);
    query.multiline = multiline;
    query
}

fn assert_ended<T>(result: Result<T, Error>, call: &str) {
    if let Err(error) = result {
        assert_eq!(error.kind(), ErrorKind::Timeout, "{call}: {error}");
    }
}

#[test]
fn every_call_ends_at_its_deadline() {
    watched(|| {
        let tree = Tree::new();
        for (index, &(pattern, multiline, unit)) in HOSTILE.iter().enumerate() {
            let text = unit.repeat((4 << 20) / unit.len());
            let deadline = || CancelToken::with_timeout(Duration::from_millis(50));
            let mut options = SearchOptions::default();
            options.query = query(pattern, multiline);
            for mode in [GrepMode::Content, GrepMode::Count] {
                for invert in [false, true] {
                    options.query.invert = invert;
                    options.select.mode = mode;
                    assert_ended(search(text.as_bytes(), &options, &deadline()), pattern);
                }
            }
            options.query.invert = false;
            assert_ended(
                has_match(text.as_bytes(), &options.query, &deadline()),
                pattern,
            );
            let name = format!("{index}");
            tree.write(&name, &text);
            let mut options = GrepOptions::new(pattern, tree.path(&name));
            options.query.multiline = multiline;
            assert_ended(grep(&options, &deadline()), pattern);
        }
    });
}

#[test]
fn calls_that_timed_out_leave_the_workers_to_others() {
    watched(|| {
        let tree = Tree::new();
        tree.write("hostile", "a".repeat(1 << 20));
        tree.write("other", "needle\n");
        let pool = Pool::new(1);
        let options = |pattern: &str, file: &str| {
            let mut options = GrepOptions::new(pattern, tree.path(file));
            options.pool = Some(pool.clone());
            options
        };
        for _ in 0..5 {
            let token = CancelToken::with_timeout(Duration::from_millis(20));
            let error = grep(&options("a{65535}", "hostile"), &token).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Timeout);
        }
        let found = run(&options("needle", "other"));
        assert_eq!(found.items.len(), 1);
    });
}

#[test]
fn a_search_in_memory_is_cancelled_from_another_thread() {
    watched(|| {
        let text = "a".repeat(4 << 20);
        for pattern in ["a{65535}", "(?:a{1,200}){1,200}b"] {
            let token = CancelToken::new();
            let error = std::thread::scope(|scope| {
                let search =
                    scope.spawn(|| search(text.as_bytes(), &SearchOptions::new(pattern), &token));
                std::thread::yield_now();
                token.cancel(AbortReason::User);
                search.join().unwrap().unwrap_err()
            });
            assert_eq!(error.kind(), ErrorKind::Aborted, "{pattern}");
        }
    });
}

/// The first result arrives within milliseconds of the start of the call, too early to wake the
/// consumer for it alone, and the search of the second file outlasts the test.
#[test]
fn a_result_does_not_wait_for_the_search_of_the_next_file() {
    let tree = Tree::new();
    tree.write("a/a.txt", "first\n");
    let pattern = "first|[01]*1[01]{800}x";
    let warm = grep(
        &GrepOptions::new(pattern, tree.path("")),
        &CancelToken::new(),
    );
    assert_eq!(warm.unwrap().items.len(), 1);
    let mut bits = 1u32;
    let random = std::iter::repeat_with(|| {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b'0' + (bits >> 31) as u8
    });
    tree.write("b/b.txt", random.take(30_000_000).collect::<Vec<u8>>());
    watched(move || {
        for round in 0..8 {
            let token = CancelToken::new();
            let mut stream = grep_stream(&GrepOptions::new(pattern, tree.path("")), &token);
            let first = stream.next().unwrap().unwrap();
            assert_eq!(first.path, "a/a.txt", "round {round}");
            token.cancel(AbortReason::User);
            let end = stream.next().unwrap().unwrap_err();
            assert_eq!(end.kind(), ErrorKind::Aborted, "round {round}: {end}");
        }
    });
}

#[test]
fn a_line_that_only_the_interruptible_engines_search_has_the_same_results() {
    let filler = "lorem ipsum dolor_sit 12 Ünïcode ".repeat(40_000);
    let text = format!("first\n{filler}Needle_END{filler}\r\nneedle_end\n");
    let second = 6 + filler.len();
    for (pattern, word, ignore_case, places, last) in [
        (
            r"\bN\w+_END",
            false,
            false,
            vec![(second - 6, second + 4)],
            0,
        ),
        (
            r"n[a-z]+_end",
            false,
            true,
            vec![(second - 6, second + 4)],
            1,
        ),
        (
            r"Needle_\w+",
            true,
            false,
            vec![(second - 6, second + 9)],
            0,
        ),
        (r"Needle_[A-Z]+$|^need", false, false, vec![], 1),
    ] {
        let mut options = SearchOptions::new(pattern);
        options.query.word = word;
        options.query.ignore_case = ignore_case;
        for context in [0, 1] {
            options.select.context_before = context;
            options.select.context_after = context;
            let items = search(text.as_bytes(), &options, &CancelToken::new())
                .unwrap()
                .items;
            let expected = usize::from(!places.is_empty()) + last;
            assert_eq!(items.len(), expected, "{pattern}");
            if !places.is_empty() {
                let found: Vec<_> = items[0]
                    .submatches
                    .iter()
                    .map(|s| (s.start, s.end))
                    .collect();
                assert_eq!(
                    (items[0].line_number, found),
                    (2, places.clone()),
                    "{pattern}"
                );
                assert_eq!(items[0].line.len(), 2 * filler.len() + 10);
                assert_eq!(items[0].context_before.len(), context);
            }
        }
    }
}

#[test]
fn of_several_patterns_on_a_long_line_each_match_names_its_own() {
    let mut options = SearchOptions::default();
    options.query.patterns = vec!["a[0-9]+".into(), "[ab][0-9]".into(), r"\w+c".into()];
    let text = "a12 b3 xc ".repeat(100_000);
    let items = search(text.as_bytes(), &options, &CancelToken::new())
        .unwrap()
        .items;
    let submatches = &items[0].submatches;
    assert!(submatches.len() == 10_000 && items[0].submatches_capped);
    for (index, found) in submatches.iter().enumerate() {
        let unit = 10 * (index / 3);
        let (start, end) = [(0, 3), (4, 6), (7, 9)][index % 3];
        assert_eq!((found.start, found.end), (unit + start, unit + end));
        assert_eq!(found.pattern as usize, index % 3);
    }
}

#[test]
fn a_pattern_that_compiles_to_more_than_the_limit_is_an_error() {
    let refused = |pattern: &str, limit: Option<usize>| {
        let mut query = Query::new(pattern);
        query.size_limit = limit;
        has_match(b"a", &query, &CancelToken::new()).map_err(|error| {
            assert_eq!(error.kind(), ErrorKind::InvalidPattern);
            assert_eq!(error.pattern(), Some(pattern));
            error.to_string()
        })
    };
    let error = refused(r"\w{5000}", None).unwrap_err();
    assert!(
        error.contains("10485760 bytes") && error.contains("`size_limit`"),
        "{error}"
    );
    assert_eq!(refused("a{65535}", None), Ok(false));
    let error = refused("a{65535}", Some(100_000)).unwrap_err();
    assert!(error.contains("100000 bytes"), "{error}");
    assert_eq!(refused("a{1,60}", Some(100_000)), Ok(true));
}

#[test]
fn messages_name_the_pattern_of_several() {
    let message = |patterns: &[&str]| {
        let query = Query::default().patterns(patterns.iter().copied());
        let error = has_match(b"a", &query, &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        error.to_string()
    };
    for (pattern, text) in [("(", "cannot parse"), ("", "the pattern is empty")] {
        assert!(message(&[pattern]).starts_with(text));
        let start = format!("`patterns[1]`: {text}");
        assert!(message(&["a", pattern, "b"]).starts_with(&start));
    }
    let line_feed = message(&["a", "b\nc"]);
    let start = "`patterns[1]`: the pattern contains a line feed";
    assert!(line_feed.starts_with(start), "{line_feed}");
    assert!(line_feed.ends_with("; set `multiline` to match across lines"));
}
