//! Waiting for the content index of a workspace.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, ErrorKind, GrepOptions, IndexMode, Next, Pool, RefreshMode,
    Workspace, WorkspaceOptions, grep,
};
use ransack_testing::Tree;

fn tree() -> Tree {
    let tree = Tree::new();
    for number in 0..200 {
        tree.write(&format!("d{}/f{number}.txt", number % 7), "some needle\n");
    }
    tree
}

fn options() -> WorkspaceOptions {
    WorkspaceOptions::default().index(IndexMode::Memory)
}

fn open(tree: &Tree, options: &WorkspaceOptions) -> Workspace {
    Workspace::open(tree.root(), options).unwrap()
}

/// Pool whose only worker waits until the sender is dropped.
fn occupied_pool() -> (Pool, mpsc::Sender<()>) {
    let pool = Pool::new(1);
    let (gate, opens) = mpsc::channel();
    let (begun, begins) = mpsc::channel();
    let mut work = pool.run(&CancelToken::new(), move |_| {
        begun.send(()).unwrap();
        let _ = opens.recv();
        Ok(())
    });
    begins.recv().unwrap();
    // Dropping the stream would abandon the worker, which is then replaced.
    thread::spawn(move || work.next());
    (pool, gate)
}

#[test]
fn every_build_reports_progress_up_to_its_end() {
    let tree = tree();
    let workspace = open(&tree, &options());
    workspace.ready(&CancelToken::new(), |_| {}).unwrap();
    assert_eq!(workspace.index_stats().files, 200);
    // Nothing to wait for.
    workspace
        .ready(&CancelToken::new(), |_| panic!("no build is in flight"))
        .unwrap();
    tree.write("new.txt", "another needle\n");
    let mut seen = Vec::new();
    workspace
        .ready(&CancelToken::new(), |progress| {
            // A callback may use the workspace.
            assert!(workspace.index_stats().files >= 200);
            let found = grep(
                &GrepOptions::new("needle", ".").workspace(&workspace),
                &CancelToken::new(),
            );
            assert_eq!(found.unwrap().items.len(), 201);
            seen.push((
                progress.files_done,
                progress.files_total,
                progress.bytes_done,
            ));
        })
        .unwrap();
    assert_eq!(seen.last(), Some(&(1, 1, 15)));
    assert!(seen.is_sorted());
    assert_eq!(workspace.index_stats().files, 201);
}

#[test]
fn a_wait_ends_with_the_token() {
    let tree = tree();
    let (pool, gate) = occupied_pool();
    for index in [IndexMode::None, IndexMode::Memory] {
        let workspace = open(&tree, &options().index(index));
        let fired = CancelToken::new();
        fired.cancel(AbortReason::User);
        let error = workspace.ready(&fired, |_| {}).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Aborted);
    }
    // Neither the first scan nor the build can begin.
    let workspace = open(&tree, &options().pool(pool));
    let deadline = CancelToken::with_timeout(Duration::from_millis(20));
    let error = workspace.ready(&deadline, |_| {}).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let token = CancelToken::new();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| workspace.ready(&token, |_| {}));
        token.cancel(AbortReason::Signal);
        assert_eq!(
            waiting.join().unwrap().unwrap_err().kind(),
            ErrorKind::Aborted
        );
    });
    drop(gate);
    workspace.ready(&CancelToken::new(), |_| {}).unwrap();
}

#[test]
fn a_token_that_fires_in_the_callback_fails_the_wait() {
    let tree = tree();
    let workspace = open(&tree, &options());
    workspace.ready(&CancelToken::new(), |_| {}).unwrap();
    tree.write("new.txt", "another needle\n");
    let token = CancelToken::new();
    let mut calls = 0;
    let outcome = workspace.ready(&token, |_| {
        calls += 1;
        token.cancel(AbortReason::User);
    });
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::Aborted);
    assert_eq!(calls, 1);
    // The build continued.
    workspace.ready(&CancelToken::new(), |_| {}).unwrap();
    assert_eq!(workspace.index_stats().files, 201);
}

#[test]
fn closing_ends_waits() {
    let tree = tree();
    let (pool, gate) = occupied_pool();
    let workspace = open(&tree, &options().pool(pool));
    let mut waits: Vec<_> = (0..3)
        .map(|_| workspace.ready_stream(&CancelToken::new()))
        .collect();
    assert!(matches!(waits[0].poll_batch(1), Next::Pending));
    workspace.close();
    drop(gate);
    for wait in &mut waits {
        let error = wait.find_map(Result::err).unwrap();
        assert_eq!(error.kind(), ErrorKind::Closed);
        assert!(wait.next().is_none());
    }
    for index in [IndexMode::None, IndexMode::Memory] {
        let workspace = open(&tree, &options().index(index));
        workspace.close();
        let error = workspace.ready(&CancelToken::new(), |_| {}).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Closed);
    }
    // In the middle of builds.
    for _ in 0..20 {
        let workspace = open(&tree, &options());
        let wait = workspace.ready_stream(&CancelToken::new());
        workspace.close();
        if let Err(error) = wait.collect_outcome() {
            assert_eq!(error.kind(), ErrorKind::Closed);
        }
    }
}

#[test]
fn many_workers_wait_in_a_pool_of_one() {
    let tree = tree();
    let pool = Pool::new(1);
    let workspace = open(&tree, &options().pool(pool.clone()));
    let waits: Vec<_> = (0..20)
        .map(|_| {
            let workspace = workspace.clone();
            pool.run(&CancelToken::new(), move |token| {
                workspace.ready(token, |_| {})
            })
        })
        .collect();
    for mut wait in waits {
        wait.next().unwrap().unwrap();
    }
    assert_eq!(workspace.index_stats().files, 200);
}

#[test]
fn an_index_needs_a_table() {
    let tree = tree();
    for index in [IndexMode::Memory, IndexMode::Disk] {
        let options = options().index(index).refresh(RefreshMode::Walk);
        let error = Workspace::open(tree.root(), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
    }
}
