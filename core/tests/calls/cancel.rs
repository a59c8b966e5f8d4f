//! Cancellation: explicit, by deadline, by the parent token, by the consumer.

use std::ops::ControlFlow;
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, ErrorKind, GrepMode, GrepOptions, Next, OnTimeout, Pool, StoppedBy,
    grep, grep_stream,
};
use ransack_testing::{Tree, run};

const LONG: Duration = Duration::from_secs(3600);

#[test]
fn the_first_reason_stays() {
    let token = CancelToken::new();
    assert!(token.heartbeat().is_ok() && token.reason().is_none());
    assert!(token.cancel(AbortReason::User));
    assert!(!token.cancel(AbortReason::Signal));
    assert_eq!(token.clone().reason(), Some(AbortReason::User));
    assert_eq!(token.heartbeat().unwrap_err().0, AbortReason::User);
}

#[test]
fn one_of_many_simultaneous_reasons_wins() {
    for _ in 0..50 {
        let token = CancelToken::new();
        let firsts: Vec<AbortReason> = std::thread::scope(|scope| {
            let threads: Vec<_> = [AbortReason::Signal, AbortReason::User, AbortReason::Timeout]
                .map(|reason| {
                    let token = &token;
                    scope.spawn(move || token.cancel(reason).then_some(reason))
                })
                .into();
            threads
                .into_iter()
                .filter_map(|t| t.join().unwrap())
                .collect()
        });
        assert_eq!(firsts, [token.reason().unwrap()]);
    }
}

#[test]
fn children_fire_with_their_parent_but_not_the_reverse() {
    let parent = CancelToken::new();
    let (one, two) = (parent.child(), parent.child());
    let grandchild = one.child();
    assert!(one.cancel(AbortReason::Signal));
    assert_eq!(grandchild.reason(), Some(AbortReason::Signal));
    assert!(!parent.is_cancelled() && !two.is_cancelled());
    parent.cancel(AbortReason::User);
    assert_eq!(two.reason(), Some(AbortReason::User));
    assert_eq!(
        one.reason(),
        Some(AbortReason::Signal),
        "its own came first"
    );
    assert_eq!(
        parent.child().reason(),
        Some(AbortReason::User),
        "born late"
    );
}

#[test]
fn deadlines_fire_in_any_order_of_setting() {
    let late = CancelToken::with_timeout(LONG);
    let token = CancelToken::with_timeout(Duration::from_millis(2));
    let zero = CancelToken::with_timeout(Duration::ZERO);
    assert_eq!(zero.reason(), Some(AbortReason::Timeout));
    wait_for(&token);
    assert_eq!(token.reason(), Some(AbortReason::Timeout));
    assert!(!late.is_cancelled());
    let endless = CancelToken::with_timeout(Duration::MAX);
    assert!(!endless.is_cancelled());
}

#[test]
fn a_dropped_parent_still_fires_its_children() {
    let child = CancelToken::with_timeout(Duration::from_millis(2)).child();
    let grandchild = CancelToken::new()
        .child_with_timeout(Duration::from_millis(2))
        .child();
    wait_for(&child);
    wait_for(&grandchild);
    assert_eq!(child.reason(), Some(AbortReason::Timeout));
    assert_eq!(grandchild.reason(), Some(AbortReason::Timeout));
}

#[test]
fn a_child_may_be_stricter_than_its_parent() {
    let parent = CancelToken::with_timeout(LONG);
    let child = parent.child_with_timeout(Duration::ZERO);
    assert_eq!(child.reason(), Some(AbortReason::Timeout));
    assert!(!parent.is_cancelled());
}

/// Waits without a limit, so a slow machine does not fail the test. A token that never fires hangs
/// it.
fn wait_for(token: &CancelToken) {
    while !token.is_cancelled() {
        std::thread::yield_now();
    }
}

#[test]
fn no_work_starts_with_a_fired_token() {
    for (reason, kind) in [
        (AbortReason::User, ErrorKind::Aborted),
        (AbortReason::Signal, ErrorKind::Aborted),
        (AbortReason::Timeout, ErrorKind::Timeout),
    ] {
        let token = CancelToken::new();
        token.cancel(reason);
        // Any work would fail, because pattern and root are invalid.
        let error = grep(&GrepOptions::new("(", "/no/such/root"), &token).unwrap_err();
        assert_eq!(error.kind(), kind);
        let each =
            grep_stream(&GrepOptions::new("x", "."), &token).for_each(|_| panic!("a result"));
        assert_eq!(each.unwrap_err().kind(), kind);
    }
}

#[test]
fn a_passed_deadline_may_return_an_empty_partial_outcome() {
    let mut options = GrepOptions::new("x", "/no/such/root");
    options.on_timeout = OnTimeout::Partial;
    let outcome = grep(&options, &CancelToken::with_timeout(Duration::ZERO)).unwrap();
    assert!(outcome.items.is_empty() && !outcome.report.complete);
    assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Timeout));
    assert!(!outcome.report.no_files_matched_scope, "nobody looked");
    // An abort is not a timeout.
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    assert_eq!(
        grep(&options, &token).unwrap_err().kind(),
        ErrorKind::Aborted
    );
}

/// Tree with more results than are buffered for an idle consumer, so no search of it ends by
/// itself.
fn endless() -> Tree {
    let tree = Tree::new();
    let text = "a line with x in it\n".repeat(20_000);
    for n in 0..30 {
        tree.write(&format!("d{}/f{n:02}", n / 10), &text);
    }
    tree
}

#[test]
fn a_callback_may_cancel_its_own_search() {
    let tree = endless();
    for threads in [1, 2] {
        let mut options = GrepOptions::new("x", tree.root());
        options.pool = Some(Pool::new(threads));
        let token = CancelToken::new();
        let mut seen = 0u64;
        let result = grep_stream(&options, &token).for_each(|_| {
            seen += 1;
            if seen == 1 {
                token.cancel(AbortReason::User);
            }
            ControlFlow::Continue(())
        });
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Aborted);
        assert!(seen < 600_000, "what was not fetched is dropped");
    }
}

#[test]
fn a_search_cancelled_from_another_thread_fails_with_the_reason() {
    let tree = endless();
    let token = CancelToken::new();
    let mut stream = grep_stream(&GrepOptions::new("x", tree.root()), &token);
    assert!(stream.next_batch(1).unwrap().is_ok());
    let other = token.clone();
    std::thread::spawn(move || other.cancel(AbortReason::Signal))
        .join()
        .unwrap();
    let error = stream.next_batch(usize::MAX).unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    assert!(stream.next_batch(1).is_none(), "an error is told once");
    assert!(stream.report().is_none());
}

#[test]
fn a_deadline_fails_or_returns_partial_results() {
    let tree = endless();
    for on_timeout in [OnTimeout::Fail, OnTimeout::Partial] {
        let mut options = GrepOptions::new("x", tree.root());
        options.on_timeout = on_timeout;
        let token = CancelToken::new();
        let mut stream = grep_stream(&options, &token);
        let first = stream.next_batch(1).unwrap().unwrap();
        // The deadline thread does the same.
        token.cancel(AbortReason::Timeout);
        if on_timeout == OnTimeout::Fail {
            let error = stream.next_batch(usize::MAX).unwrap().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Timeout);
            continue;
        }
        let mut items = first;
        while let Some(batch) = stream.next_batch(usize::MAX) {
            items.extend(batch.unwrap());
        }
        let report = stream.report().unwrap();
        assert!(!report.complete && !report.total_is_exact);
        assert_eq!(report.stopped_by, Some(StoppedBy::Timeout));
        assert!(items.len() < 600_000);
        assert!(items.is_sorted_by_key(|m| (m.path.clone(), m.line_number)));
    }
}

#[test]
fn a_dropped_stream_frees_its_pool() {
    let tree = endless();
    let pool = Pool::new(1);
    let token = CancelToken::new();
    for _ in 0..20 {
        let mut options = GrepOptions::new("x", tree.root());
        options.pool = Some(pool.clone());
        let mut stream = grep_stream(&options, &token);
        assert!(stream.next().unwrap().is_ok());
        drop(stream);
    }
    assert!(!token.is_cancelled(), "the caller's token is the caller's");
    let mut options = GrepOptions::new("x", tree.root());
    options.pool = Some(pool);
    options.select.mode = GrepMode::FilesWithMatches;
    assert_eq!(run(&options).items.len(), 30);
}

#[test]
fn an_unread_stream_does_not_block_the_pool() {
    let tree = endless();
    let pool = Pool::new(1);
    let mut options = GrepOptions::new("x", tree.root());
    options.pool = Some(pool.clone());
    let token = CancelToken::new();
    let idle: Vec<_> = (0..3).map(|_| grep_stream(&options, &token)).collect();
    options.select.mode = GrepMode::FilesWithMatches;
    assert_eq!(run(&options).items.len(), 30);
    for stream in idle {
        assert_eq!(stream.count(), 600_000);
    }
}

#[test]
fn a_search_that_a_callback_stops_can_be_continued() {
    let tree = Tree::new();
    for n in 0..50 {
        tree.write(&format!("d{}/f{n:02}", n / 20), "x 1\nx 2\nx 3\n");
    }
    let whole = tree.grep("x").items;
    assert_eq!(whole.len(), 150);
    for stop_after in [1, 2, 7, 149] {
        let mut options = GrepOptions::new("x", tree.root());
        let mut all = Vec::new();
        loop {
            let mut here = 0;
            let report = grep_stream(&options, &CancelToken::new()).for_each(|found| {
                all.push(found);
                here += 1;
                if here == stop_after {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let report = report.unwrap();
            if here < stop_after {
                assert!(report.stopped_by.is_none() && report.next_offset.is_none());
                break;
            }
            assert_eq!(report.stopped_by, Some(StoppedBy::Callback));
            assert_eq!(report.next_offset, Some(all.len() as u64));
            assert!(!report.complete);
            options.select.offset = all.len() as u64;
        }
        assert_eq!(all, whole);
    }
}

#[test]
fn polling_reports_available_results() {
    let tree = endless();
    let mut stream = grep_stream(&GrepOptions::new("x", tree.root()), &CancelToken::new());
    let (sender, ready) = std::sync::mpsc::channel();
    stream.on_ready(move || {
        let _ = sender.send(());
    });
    let mut count = 0;
    loop {
        match stream.poll_batch(10_000) {
            Next::Batch(batch) => {
                assert!(!batch.is_empty() && batch.len() <= 10_000);
                count += batch.len();
            }
            Next::Pending => ready.recv().unwrap(),
            Next::End(report) => {
                assert!(report.unwrap().complete);
                break;
            }
        }
    }
    assert_eq!(count, 600_000);
}

#[test]
fn a_pool_can_be_resized_under_a_call() {
    let tree = endless();
    let pool = Pool::new(4);
    let mut options = GrepOptions::new("x", tree.root());
    options.pool = Some(pool.clone());
    let mut count = 0;
    grep_stream(&options, &CancelToken::new())
        .for_each(|_| {
            if count % 100_000 == 0 {
                pool.resize(count / 100_000 % 3);
            }
            count += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(count, 600_000);
}
