//! Streams of results in async code.

use futures_executor::{block_on, block_on_stream};
use futures_util::{StreamExt, TryStreamExt, future, stream};
use ransack::{AbortReason, CancelToken, ErrorKind, GlobOptions, GrepOptions, glob, glob_stream};
use ransack::{Pool, grep, grep_stream};

const FILES: usize = 300;

/// Directory of `FILES` files with ten lines each.
fn tree() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for number in 0..FILES {
        let text = format!("line of {number}\n").repeat(10);
        std::fs::write(dir.path().join(format!("{number:03}.txt")), text).unwrap();
    }
    dir
}

#[test]
fn results_and_report_equal_those_of_the_call() {
    let dir = tree();
    let options = GrepOptions::new("line", dir.path());
    let token = CancelToken::new();
    let expected = grep(&options, &token).unwrap();
    let mut lines = grep_stream(&options, &token).into_async();
    assert!(lines.report().is_none());
    let found: Vec<_> = block_on(lines.by_ref().try_collect()).unwrap();
    assert_eq!(found.len(), 10 * FILES);
    let positions = |items: &[ransack::GrepMatch]| -> Vec<_> {
        let position = |item: &ransack::GrepMatch| (item.path.to_string(), item.line_number);
        items.iter().map(position).collect()
    };
    assert_eq!(positions(&found), positions(&expected.items));
    assert_eq!(
        lines.report().unwrap().total_matches,
        expected.report.total_matches
    );
    // A stream that has ended stays ended.
    assert!(block_on(lines.next()).is_none());
}

/// Both streams need the one worker, and the task is woken for each.
#[test]
fn streams_share_a_task_and_a_worker() {
    let dir = tree();
    let pool = Pool::new(1);
    let token = CancelToken::new();
    let names = GlobOptions::new("*.txt", dir.path()).pool(pool.clone());
    let lines = GrepOptions::new("of", dir.path()).pool(pool);
    let counts = block_on(future::join(
        glob_stream(&names, &token).into_async().count(),
        grep_stream(&lines, &token).into_async().count(),
    ));
    assert_eq!(counts, (FILES, 10 * FILES));
}

/// One task polls the stream, then a second task with another waker.
#[test]
fn the_latest_waker_is_woken() {
    let dir = tree();
    let options = GrepOptions::new("line", dir.path());
    let mut lines = grep_stream(&options, &CancelToken::new()).into_async();
    let first = block_on(async {
        // `FuturesUnordered` polls with its own wakers.
        let mut one = stream::FuturesUnordered::new();
        one.push(lines.next());
        one.next().await
    });
    assert!(first.flatten().unwrap().is_ok());
    let rest = block_on_stream(lines).count();
    assert_eq!(rest, 10 * FILES - 1);
}

#[test]
fn an_abort_wakes_the_task_and_is_the_last_item() {
    let dir = tree();
    let token = CancelToken::new();
    let options = GrepOptions::new("line", dir.path());
    let mut lines = grep_stream(&options, &token).into_async();
    assert!(block_on(lines.next()).unwrap().is_ok());
    token.cancel(AbortReason::User);
    let error = block_on(lines.try_next()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    assert!(block_on(lines.next()).is_none());
    assert!(lines.report().is_none());
}

#[test]
fn stop_continues_after_the_last_result() {
    let dir = tree();
    let token = CancelToken::new();
    let options = GlobOptions::new("*.txt", dir.path());
    let mut names = glob_stream(&options, &token).into_async();
    let mut first: Vec<_> = block_on(names.by_ref().take(7).try_collect()).unwrap();
    let next = names.stop().next_offset.unwrap();
    assert_eq!(next, 7);
    let rest = glob(&options.offset(next), &token).unwrap();
    first.extend(rest.items);
    assert_eq!(first.len(), FILES);
    assert!(first.is_sorted_by(|a, b| a.path < b.path));
}
