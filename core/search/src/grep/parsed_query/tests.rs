use std::thread;
use std::time::{Duration, Instant};

use super::*;
use ransack_base::{CancelToken, Pool};

fn compile(query: &Query) -> Result<CompiledGrepQuery> {
    ParsedQuery::new(query)?.compile()
}

#[test]
fn error_offsets_count_in_the_pattern_as_typed() {
    for (pattern, offset) in [
        ("a(b", 1),
        ("{x}(b", 3),
        ("${x}(b", 4),
        (r"ä\p{Nope}", 2),
        ("a**(", 3),
        ("[z-a]", 1),
    ] {
        let error = compile(&Query::new(pattern)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        assert_eq!(error.offset(), Some(offset), "{error}");
        assert_eq!(error.pattern(), Some(pattern));
    }
}

#[cfg(feature = "backtracking")]
#[test]
fn the_error_for_a_nul_escape_says_how_a_nul_byte_is_written() {
    for (pattern, backtracking) in [
        (r"a\0", false),
        (r"a\0", true),
        (r"a\012", false),
        (r"(?=a)\0", true),
    ] {
        let query = Query::new(pattern).backtracking(backtracking);
        let message = compile(&query).unwrap_err().to_string();
        assert!(message.contains(r"write `\x00`"), "{message}");
        assert!(!message.contains("back"), "{message}");
    }
    assert!(compile(&Query::new(r"a\x00")).is_ok());
}

#[cfg(feature = "backtracking")]
#[test]
fn the_index_excludes_files_for_patterns_that_need_backtracking() {
    for pattern in [r"needle(?=\w)", r"(?<!\w)needle", r"(\w+) needle \1"] {
        let query = Query::new(pattern).backtracking(true);
        let words = compile(&query).unwrap().words;
        let needle = compile(&Query::new("needle")).unwrap().words;
        assert_eq!(words.patterns(), needle.patterns(), "{pattern}: {words:?}");
    }
    let query = Query::new(r"(\w)\1").backtracking(true);
    assert_eq!(compile(&query).unwrap().words, WordQuery::All);
}

#[test]
fn a_line_feed_needs_multiline() {
    for (pattern, offset) in [("a\nb", 1), (r"ab\nc", 2)] {
        let error = compile(&Query::new(pattern)).unwrap_err();
        assert!(error.to_string().contains("multiline"), "{error}");
        assert_eq!(error.offset(), Some(offset), "{error}");
    }
}

#[test]
fn callers_that_do_not_wait_for_the_compiler_find_its_result_in_the_end() {
    // Takes longer than the time limit of each call.
    let query = Query::new("a{65000}kept");
    let begun = Instant::now();
    let mut timed_out = 0;
    loop {
        let token = CancelToken::with_timeout(Duration::from_millis(4));
        match CompiledGrepQuery::get(&query, &token) {
            Ok(_) => break,
            Err(error) => assert_eq!(error.kind(), ErrorKind::Timeout, "{error}"),
        }
        timed_out += 1;
        while Pool::shared().stats().abandoned > 0 {
            thread::yield_now();
        }
        let limit = Duration::from_secs(60);
        assert!(begun.elapsed() < limit, "{timed_out} calls");
    }
    assert!(timed_out > 0);
}

#[test]
fn of_calls_at_the_same_time_one_compiles() {
    let query = Query::new("a{65000}shared");
    let compiled: Vec<_> = thread::scope(|scope| {
        let calls = [(); 4]
            .map(|()| scope.spawn(|| CompiledGrepQuery::get(&query, &CancelToken::new()).unwrap()));
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    for other in &compiled {
        assert!(Arc::ptr_eq(other, &compiled[0]));
    }
}

#[test]
fn of_several_patterns_the_invalid_one_is_named() {
    for wrong in ["b\nc", "b(", r"\w{9000}"] {
        let mut query = Query::new("a");
        query.patterns.push(wrong.to_owned());
        let error = compile(&query).unwrap_err();
        assert_eq!(error.pattern(), Some(wrong), "{error}");
    }
}
