//! Bound on worker threads: after the shared pool is resized to one, no operation runs on a second
//! worker, and no undocumented thread exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ransack::highlight::{Engine, HighlightOptions, highlight};
use ransack::{
    AstEditOptions, AstGrepOptions, AstMatchOptions, CancelToken, Encoding, FuzzyFindOptions,
    FuzzyList, FuzzyMatchOptions, GlobOptions, GrepOptions, Pool, Query, SearchOptions,
    TokenOptions, Tokenizer, Workspace, WorkspaceOptions, ast_edit, ast_grep, ast_match,
    check_syntax, fuzzy_find, glob, grep, has_match, search,
};
use ransack_testing::child::alone;
use ransack_testing::tier;

/// Size in bytes of a text that a worker parses itself. A larger text is parsed on a thread with a
/// larger stack, for which the worker waits.
const PARSED_BY_WORKER: usize = 1 << 17;

type Operation = (&'static str, fn(&Path, &CancelToken));

const OPERATIONS: &[Operation] = &[
    ("grep", |root, token| {
        grep(&GrepOptions::new("value", root), token).unwrap();
    }),
    ("glob", |root, token| {
        glob(&GlobOptions::new("**/*.c", root), token).unwrap();
    }),
    ("fuzzy_find", |root, token| {
        fuzzy_find(&FuzzyFindOptions::new("file", root), token).unwrap();
    }),
    ("FuzzyList", |_, token| {
        let names: Vec<String> = (0..50_000)
            .map(|n| format!("src/dir{n}/file{n}.c"))
            .collect();
        let mut list = FuzzyList::new(&names);
        list.rank("file9", &FuzzyMatchOptions::default(), token)
            .unwrap();
    }),
    ("search", |_, token| {
        search(&text(1 << 20), &SearchOptions::new("value"), token).unwrap();
        has_match(&text(1 << 20), &Query::new("absent"), &CancelToken::new()).unwrap();
    }),
    ("ast_grep", |root, token| {
        ast_grep(&AstGrepOptions::new("f($A)", root), token).unwrap();
    }),
    ("ast_match", |_, token| {
        ast_match(
            &text(PARSED_BY_WORKER),
            "c",
            &AstMatchOptions::new("f($A)"),
            token,
        )
        .unwrap();
        check_syntax(&text(PARSED_BY_WORKER), "c", token).unwrap();
    }),
    ("ast_edit", |root, token| {
        let mut options = AstEditOptions::new("f($A)", "f($A)", root);
        ast_edit(&options, token).unwrap();
        options.dry_run = false;
        ast_edit(&options, token).unwrap();
    }),
    ("highlight by grammar", |_, token| {
        highlight(&text(PARSED_BY_WORKER), &HighlightOptions::new("c"), token).unwrap();
    }),
    ("highlight by syntax definition", |_, token| {
        let mut options = HighlightOptions::new("c");
        options.engine = Some(Engine::Syntect);
        highlight(&text(1 << 16), &options, token).unwrap();
    }),
    ("count_tokens", |_, token| {
        let tokenizer = Tokenizer::get(Encoding::O200kBase);
        let text = String::from_utf8(text(3 << 20)).unwrap();
        tokenizer
            .count(&text, &TokenOptions::default(), token)
            .unwrap();
    }),
    ("Workspace", |root, token| {
        let workspace = Workspace::open(root, &WorkspaceOptions::default()).unwrap();
        grep(&GrepOptions::new("value", ".").workspace(&workspace), token).unwrap();
        fuzzy_find(
            &FuzzyFindOptions::new("file", ".").workspace(&workspace),
            token,
        )
        .unwrap();
        workspace.close();
    }),
];

#[test]
fn no_operation_uses_a_second_worker_of_a_pool_of_one() {
    alone(|| {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        for n in 0..300 {
            let sub = root.join(format!("dir{}", n % 20));
            fs::create_dir_all(&sub).unwrap();
            fs::write(sub.join(format!("file{n}.c")), text(2000)).unwrap();
        }
        Pool::shared().resize(1);
        // The deadline thread is a service thread.
        let token = CancelToken::with_timeout(Duration::from_secs(600));
        for (name, operation) in OPERATIONS {
            wait_for_surplus_workers();
            assert_bounded(name, 1, || operation(root, &token));

            // A worker that waits for other work does not count, so one more may
            // run; a third may be seen while it ends.
            assert_bounded(&format!("{name} on a worker"), 3, || {
                let (path, on_worker) = (root.to_owned(), *operation);
                let mut ran = Pool::shared().run(&token, move |token| {
                    on_worker(&path, token);
                    Ok(())
                });
                ran.next().unwrap().unwrap();
            });
        }
    });
}

/// Asserts that `run` uses at most `max_workers` at once and starts no thread without a documented
/// name.
///
/// A thread has its parent's name until it sets its own, and may have been sampled only before
/// that. A thread without its own name is seen in every run.
fn assert_bounded(name: &str, max_workers: usize, run: impl Fn()) {
    const ATTEMPTS: usize = 5;
    let attempts: Vec<Seen> = std::iter::repeat_with(|| threads_during(&run))
        .take(ATTEMPTS)
        .inspect(|seen| assert!(seen.workers <= max_workers, "{name}: {seen:?}"))
        .take_while(|seen| !seen.unknown.is_empty())
        .collect();
    assert!(attempts.len() < ATTEMPTS, "{name}: {attempts:?}");
}

/// Waits until workers that the pool no longer counts have ended.
fn wait_for_surplus_workers() {
    let deadline = Instant::now() + Duration::from_secs(60);
    while workers(&threads()) > 1 {
        assert!(Instant::now() < deadline, "a surplus worker does not end");
        std::thread::yield_now();
    }
}

fn workers(threads: &BTreeMap<String, String>) -> usize {
    threads.values().filter(|name| *name == "ransack").count()
}

/// C code of about this many bytes, in lines with different numbers.
fn text(bytes: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes);
    for n in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.extend(format!("int value{n}(int a) {{ return f(a + {n}); }}\n").bytes());
    }
    text
}

/// Threads seen during a run.
#[derive(Debug, Default)]
struct Seen {
    /// Largest number of workers at once.
    workers: usize,
    /// Names of undocumented threads.
    unknown: BTreeSet<String>,
}

/// Samples the threads while `run` runs: once, or with the group `random` up to five times.
fn threads_during(run: impl Fn()) -> Seen {
    let stop = AtomicBool::new(false);
    let before = threads();
    std::thread::scope(|scope| {
        let sampler = std::thread::Builder::new()
            .name("sampler".into())
            .spawn_scoped(scope, || {
                let mut seen = Seen::default();
                // The last name of a thread counts.
                let mut names = BTreeMap::new();
                loop {
                    let is_last = stop.load(Ordering::Acquire);
                    let now = threads();
                    seen.workers = seen.workers.max(workers(&now));
                    names.extend(now);
                    if is_last {
                        break;
                    }
                }
                names.retain(|id, name| {
                    !before.contains_key(id) && !name.starts_with("ransack") && name != "sampler"
                });
                seen.unknown.extend(names.into_values());
                seen
            })
            .unwrap();
        for _ in 0..tier::cases(5) {
            run();
        }
        stop.store(true, Ordering::Release);
        sampler.join().unwrap()
    })
}

/// The threads of this process with their names.
fn threads() -> BTreeMap<String, String> {
    let mut threads = BTreeMap::new();
    for task in fs::read_dir("/proc/self/task").unwrap() {
        let task = task.unwrap();
        // A thread may end between the two calls.
        if let Ok(name) = fs::read_to_string(task.path().join("comm")) {
            let id = task.file_name().to_string_lossy().into_owned();
            threads.insert(id, name.trim().to_owned());
        }
    }
    threads
}
