//! Memory bounds on hostile text. Each case runs in a child process and reads
//! its peak from the kernel: parsers and regular expressions are C code, which a
//! counting allocator does not see.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ransack::highlight::{Engine, HighlightOptions, HighlightStream, Output, highlight};
use ransack::{CancelToken, ErrorKind, OnTimeout, Pool};
use ransack_testing::child::{child, passes};

const CASE: &str = "RANSACK_TEST_CASE";

/// Language, engine, the unit that the text repeats, and the number of units.
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

/// Allowed bytes of memory per byte of text. Half of it is the scanner state that HTML keeps for
/// each tag.
const PER_BYTE: usize = 250;

/// Allowed bytes that do not depend on the text: grammars, threads and the test.
const FIXED: usize = 64 << 20;

/// Returns the peak resident set of this process, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
    kilobytes.parse::<usize>().unwrap() << 10
}

/// Runs an ignored test in a child process with one environment variable.
fn run<F: Fn()>(test: &F, name: &str, value: &str) {
    let mut command = child(test);
    command.env(name, value);
    passes(command);
}

#[test]
fn memory_is_bounded() {
    // The second budget lets most cases complete; deep nesting takes minutes. Memory of one call
    // may still be in use during the next, so each has its process.
    for case in 0..CASES.len() {
        for budget in [50, 3000] {
            run(&memory_is_bounded_child, CASE, &format!("{case} {budget}"));
        }
    }
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn memory_is_bounded_child() {
    let value = std::env::var(CASE).unwrap();
    let (case, budget) = value.split_once(' ').unwrap();
    let case: usize = case.parse().unwrap();
    let (language, engine, part, count) = CASES[case];
    let text = part.repeat(count);
    let mut options = HighlightOptions::new(language);
    options.engine = Some(engine);
    options.on_timeout = OnTimeout::Partial;
    let token = CancelToken::with_timeout(Duration::from_millis(budget.parse().unwrap()));
    let found = highlight(text.as_bytes(), &options, &token).unwrap();
    assert!(found.spans().all(|span| span.end <= text.len()));
    let (peak, most) = (peak(), FIXED + 2 * PER_BYTE * text.len());
    assert!(peak <= most, "{peak} of {most}");
}

/// Number of threads that make calls; each call is stopped.
const CALLERS: usize = 8;

fn burst(rounds: u64, call: impl Fn(Duration) + Sync) {
    std::thread::scope(|scope| {
        for caller in 0..CALLERS as u64 {
            let call = &call;
            let times = (caller..caller + rounds).map(|n| Duration::from_millis(1 + n % 50));
            scope.spawn(move || times.for_each(call));
        }
    });
}

#[test]
fn aborted_calls_do_not_pile_up() {
    for case in ["trees", "lines", "output"] {
        run(&aborted_calls_do_not_pile_up_child, CASE, case);
    }
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn aborted_calls_do_not_pile_up_child() {
    let most = match &*std::env::var(CASE).unwrap() {
        "trees" => aborted_trees(),
        "lines" => aborted_lines(),
        _ => aborted_output(),
    };
    let peak = peak();
    assert!(peak <= FIXED + most, "{peak} of {}", FIXED + most);
}

/// Workers that may hold the text of a call or data derived from it: the pool's workers, workers
/// that stop after an uninterruptible step, and one for each waiting caller.
fn workers_at_most() -> usize {
    Pool::shared().size() + Pool::MAX_ABANDONED + CALLERS
}

fn aborted_trees() -> usize {
    let text = "(".repeat(300_000);
    let options = HighlightOptions::new("c");
    let (completed, stopped) = (AtomicUsize::new(0), AtomicUsize::new(0));
    burst(100, |time| {
        let token = CancelToken::with_timeout(time);
        // The thread that fires deadlines may be late on a busy machine.
        match highlight(text.as_bytes(), &options, &token) {
            Ok(_) => completed.fetch_add(1, Ordering::Relaxed),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Timeout);
                stopped.fetch_add(1, Ordering::Relaxed)
            }
        };
    });
    let (completed, stopped) = (completed.into_inner(), stopped.into_inner());
    assert!(stopped > completed, "{stopped} of {}", stopped + completed);
    // Workers, the thread that fires deadlines, the test's own two, and one spare. A worker that
    // was replaced, because it did not stop immediately on a busy machine, ends after it stops.
    let most = Pool::shared().size() + 4;
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let deadline = Instant::now() + Duration::from_secs(60);
    while threads() > most {
        assert!(Instant::now() < deadline, "{} of {most} threads", threads());
        std::thread::yield_now();
    }
    // Each caller has a copy of its text and the classes; each worker has a tree, including
    // stopping workers, of which a busy machine may have many. Trees of all calls would take 29 GB.
    workers_at_most() * PER_BYTE * text.len() + 3 * CALLERS * text.len()
}

/// Lines whose parsing cannot be interrupted.
fn aborted_lines() -> usize {
    let text = "a.b(function(c){return c+1}),".repeat(100_000);
    let mut options = HighlightOptions::new("javascript");
    options.engine = Some(Engine::Syntect);
    options.max_line = usize::MAX;
    burst(60, |time| {
        let token = CancelToken::with_timeout(time);
        let error = highlight(text.as_bytes(), &options, &token).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout);
    });
    // The texts of all calls would take 1.4 GB.
    let blocks = 2 * std::thread::available_parallelism().unwrap().get();
    (CALLERS * 4 + blocks * 20 + workers_at_most()) * text.len()
}

/// Partial output, while no worker is free to drop it.
fn aborted_output() -> usize {
    let pool = Pool::shared();
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let gate = std::sync::Arc::new(std::sync::Mutex::new(gate));
    let busy: Vec<_> = (0..pool.size())
        .map(|_| {
            let gate = gate.clone();
            pool.run(&CancelToken::new(), move |_| {
                Ok(gate.lock().map(|gate| gate.recv()).is_ok())
            })
        })
        .collect();
    let text = "<".repeat(1 << 20);
    let options = HighlightOptions::new("klingon");
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    burst(70, |time| {
        let token = CancelToken::with_timeout(4 * time);
        // Complete output is also dropped.
        let _ = found.render(&Output::Html, &token);
        let mut stream = HighlightStream::new(&options, Output::Html);
        let _ = stream.push(text.as_bytes(), &token);
        let _ = stream.finish(&CancelToken::with_timeout(time));
    });
    drop(open);
    drop(busy);
    // Each caller has a stream with its text and classes, and partial output; 64 MiB
    // may wait to be dropped. The output of all calls would take 500 MB.
    CALLERS * 8 * text.len() + (64 << 20)
}

#[test]
fn without_threads_the_caller_does_the_work() {
    // No system can allocate a stack of this size.
    run(
        &without_threads_the_caller_does_the_work_child,
        "RUST_MIN_STACK",
        &(1_u64 << 47).to_string(),
    );
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
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
