//! Concurrent edits of one file: each waits for the others, and no wait holds a worker that another
//! call needs.

use std::fs;
use std::time::Duration;

use ransack::DefinitionAction::Replace;
use ransack::DefinitionPart::Body;
use ransack::{
    CancelToken, DefinitionEditOptions, ErrorKind, GrepOptions, Pool, edit_definition, grep,
};

/// Number of concurrent edits.
const EDITS: usize = 10;

fn source(value: impl Fn(usize) -> usize) -> String {
    (0..EDITS)
        .map(|n| format!("fn f{n}() -> usize {{\n    {}\n}}\n\n", value(n)))
        .collect()
}

#[test]
fn edits_of_one_file_follow_each_other_on_a_pool_of_any_size() {
    for size in [1, 2, 8] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.rs");
        fs::write(&path, source(|_| 0)).unwrap();
        fs::write(dir.path().join("b.rs"), "// needle\n").unwrap();
        let pool = Pool::new(size);
        // Watchdog: a wait that holds a worker never ends.
        let token = CancelToken::with_timeout(Duration::from_secs(300));
        // Like the bindings, run each call on a worker.
        let edits: Vec<_> = (0..EDITS)
            .map(|n| {
                let text = format!("{{\n    {n}\n}}");
                let action = Replace { part: Body, text };
                let mut options = DefinitionEditOptions::new(&path, format!("f{n}"), action);
                options.dry_run = false;
                options.pool = Some(pool.clone());
                options.wait = Duration::from_secs(300);
                pool.run(&token, move |token| edit_definition(&options, token))
            })
            .collect();
        let mut options = GrepOptions::new("needle", dir.path().join("b.rs"));
        options.pool = Some(pool.clone());
        let mut beside = pool.run(&token, move |token| grep(&options, token));
        let found = beside.next().unwrap().unwrap();
        assert_eq!(found.items.len(), 1, "{size}");
        for mut edit in edits {
            assert!(edit.next().unwrap().unwrap().applied, "{size}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), source(|n| n), "{size}");
    }
}

#[test]
fn without_a_wait_an_edit_fails_while_another_one_runs() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.rs");
    fs::write(&path, source(|_| 0)).unwrap();
    // Another edit of the file holds this lock.
    let held = fs::File::open(&path).unwrap();
    held.lock().unwrap();
    let text = "{ 1 }".to_owned();
    let mut options = DefinitionEditOptions::new(&path, "f0", Replace { part: Body, text });
    assert_eq!(options.wait, Duration::from_secs(10));
    options.dry_run = false;
    options.wait = Duration::ZERO;
    let error = edit_definition(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
    held.unlock().unwrap();
    assert!(
        edit_definition(&options, &CancelToken::new())
            .unwrap()
            .applied
    );
}
