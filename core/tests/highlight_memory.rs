//! Memory that hostile text takes. Each text is a process of its own, whose
//! peak the system tells: grammars and expressions are C, which no counting
//! allocator sees.

#![cfg(all(target_os = "linux", feature = "highlight"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;
use std::time::Duration;

use ransack::highlight::{Engine, HighlightOptions, highlight};
use ransack::{CancelToken, OnTimeout};

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

#[test]
fn memory_is_bounded() {
    let run = |case: usize| {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "--ignored", "memory_is_bounded_child"]);
        let output = child.env(CASE, case.to_string()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("1 passed"), "{:?}: {said}", CASES[case]);
    };
    (0..CASES.len()).for_each(run);
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
        let (peak, most) = (peak(), ELSE + PER_BYTE * text.len());
        assert!(peak <= most, "{peak} of {most}");
    }
}
