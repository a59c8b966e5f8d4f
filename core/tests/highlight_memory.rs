//! Memory that hostile text takes. Each text is a process of its own, whose
//! peak the system tells: grammars and expressions are C, which no counting
//! allocator sees.

#![cfg(all(target_os = "linux", feature = "highlight"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;
use std::time::Duration;

use ransack::highlight::{Engine, HighlightOptions, highlight};
use ransack::{CancelToken, ErrorKind, OnTimeout, Pool};

const CASE: &str = "RANSACK_TEST_CASE";

/// Languages, what their text consists of, and how often.
const CASES: [(&str, Engine, &str, usize); 12] = [
    (
        "javascript",
        Engine::TreeSitter,
        "a.b(function(c){return c+1}),",
        180_000,
    ),
    (
        "javascript",
        Engine::Syntect,
        "a.b(function(c){return c+1}),",
        180_000,
    ),
    (
        "javascript",
        Engine::Syntect,
        "a.b(function(c){return c+1}),\n",
        30_000,
    ),
    ("javascript", Engine::Syntect, "f(`${", 200_000),
    ("c", Engine::TreeSitter, "(", 300_000),
    ("c", Engine::Syntect, "(\n", 30_000),
    ("c", Engine::TreeSitter, "if (a) {\n", 30_000),
    ("html", Engine::TreeSitter, "<a>", 300_000),
    ("html", Engine::TreeSitter, "<script>a</script>", 10_000),
    ("markdown", Engine::TreeSitter, "> ", 2_000),
    ("markdown", Engine::TreeSitter, "```js\na\n```\n", 5_000),
    ("perl", Engine::Syntect, "\"\\", 1_000_000),
];

/// For a byte of text, and for what does not depend on it: the grammars, the
/// threads and the test itself.
const PER_BYTE: usize = 100;
const ELSE: usize = 64 << 20;

/// The most memory that was resident in this process.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
    kilobytes.parse::<usize>().unwrap() << 10
}

/// Runs an ignored test in a process of its own, with one variable set.
fn run(test: &str, name: &str, value: &str) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "--ignored", test]).env(name, value);
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("1 passed"), "{name}={value}: {said}");
}

#[test]
fn memory_is_bounded() {
    for case in 0..CASES.len() {
        run("memory_is_bounded_child", CASE, &case.to_string());
    }
}

#[test]
#[ignore = "run by the test above"]
fn memory_is_bounded_child() {
    let case: usize = std::env::var(CASE).unwrap().parse().unwrap();
    let (language, engine, part, count) = CASES[case];
    let text = part.repeat(count);
    let mut options = HighlightOptions::new(language);
    options.engine = Some(engine);
    options.on_timeout = OnTimeout::Partial;
    // Time for most of them to end; deep nesting takes a parser minutes.
    for budget in [50, 3000] {
        let token = CancelToken::with_timeout(Duration::from_millis(budget));
        let found = highlight(text.as_bytes(), &options, &token).unwrap();
        assert!(found.spans().all(|span| span.end <= text.len()));
        // What the first call leaves may be there during the second.
        let (peak, most) = (peak(), ELSE + 2 * PER_BYTE * text.len());
        assert!(peak <= most, "{peak} of {most}");
    }
}

#[test]
fn aborted_calls_do_not_pile_up() {
    run("aborted_calls_do_not_pile_up_child", CASE, "burst");
}

#[test]
#[ignore = "run by the test above"]
fn aborted_calls_do_not_pile_up_child() {
    const CALLERS: usize = 8;
    let text = "(".repeat(300_000);
    let options = HighlightOptions::new("c");
    let call = |round: u64| {
        let token = CancelToken::with_timeout(Duration::from_millis(1 + round % 50));
        let error = highlight(text.as_bytes(), &options, &token).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout);
    };
    std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let call = &call;
            scope.spawn(move || (0..100).for_each(|round| call(round + caller as u64)));
        }
    });
    let threads = std::fs::read_dir("/proc/self/task").unwrap().count();
    // Of the pool, the one that compiles queries, the clock and the test's own.
    let most = Pool::shared().size() + 4;
    assert!(threads <= most, "{threads} of {most} threads");
    // Of each caller the copy of its text and the marks, of each thread a tree and
    // what the call before left. All calls' texts and marks would be 480 MB.
    let trees = 2 * Pool::shared().size() * PER_BYTE * text.len();
    let (peak, most) = (peak(), ELSE + trees + 3 * CALLERS * text.len());
    assert!(peak <= most, "{peak} of {most}");
}

#[test]
fn without_threads_the_caller_does_the_work() {
    // No system gives a thread that much for its stack.
    run(
        "without_threads_the_caller_does_the_work_child",
        "RUST_MIN_STACK",
        &(1_u64 << 47).to_string(),
    );
}

#[test]
#[ignore = "run by the test above"]
fn without_threads_the_caller_does_the_work_child() {
    assert!(std::thread::Builder::new().spawn(|| {}).is_err());
    let text = "int a; // b\n".repeat(1000);
    for engine in [Engine::TreeSitter, Engine::Syntect] {
        let mut options = HighlightOptions::new("c");
        options.engine = Some(engine);
        let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
        assert!(found.report().complete);
        assert!(found.spans().count() >= 2000);
    }
}
