//! Time for which a call waits for a worker.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use ransack::{CancelToken, GrepOptions, Pool, grep_stream};
use ransack_testing::Tree;

#[test]
fn the_report_says_how_long_the_call_waited_for_a_worker() {
    let tree = Tree::of(&[("a", "x\n")]);
    let token = CancelToken::new();
    let pool = Pool::new(1);
    let (started, starts) = mpsc::channel();
    let (release, held) = mpsc::channel::<()>();
    let mut holder = pool.run(&token, move |_| {
        started.send(()).unwrap();
        let _ = held.recv();
        Ok(())
    });
    starts.recv().unwrap();
    let options = GrepOptions::new("x", tree.root()).pool(pool.clone());
    let begun = Instant::now();
    let stream = grep_stream(&options, &token);
    assert_eq!(pool.stats().queued, 1);
    let least = Duration::from_millis(2);
    let queued = Instant::now();
    while queued.elapsed() < least {
        std::hint::spin_loop();
    }
    release.send(()).unwrap();
    holder.next().unwrap().unwrap();
    let outcome = stream.collect_outcome().unwrap();
    assert_eq!(outcome.items.len(), 1);
    let waited = outcome.report.waited;
    assert!(waited >= least && waited <= begun.elapsed(), "{waited:?}");
}
