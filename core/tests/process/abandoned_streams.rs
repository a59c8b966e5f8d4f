//! Streams kept after their call has ended hold no directories open. Runs alone in its process,
//! because it counts descriptors.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use ransack::{AbortReason, CancelToken, GlobOptions, GrepOptions, Next, glob_stream, grep_stream};
use ransack_testing::Tree;
use ransack_testing::child::alone;

fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Waits until there are at most `most` descriptors.
fn assert_falls_to(most: usize) {
    let begun = Instant::now();
    while descriptors() > most {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{}",
            descriptors()
        );
        thread::yield_now();
    }
}

#[test]
fn an_aborted_stream_holds_no_directories() {
    alone(|| {
        let tree = Tree::new();
        let line = "x".repeat(200) + "\n";
        for dir in 0..40 {
            for file in 0..40 {
                tree.write(&format!("{dir}/a/{file}"), line.repeat(100));
            }
        }
        let before = descriptors();
        let mut kept = Vec::new();
        for _ in 0..10 {
            let token = CancelToken::new();
            let mut stream = grep_stream(&GrepOptions::new("x", tree.root()), &token);
            // Its results fill the buffer, so its work pauses in the middle of directories.
            let mut most = 0;
            let begun = Instant::now();
            while most == 0 && begun.elapsed() < Duration::from_secs(60) {
                most = descriptors().saturating_sub(before);
            }
            assert!(matches!(
                stream.poll_batch(1),
                Next::Batch(_) | Next::Pending
            ));
            token.cancel(AbortReason::User);
            kept.push(stream);
        }
        assert_falls_to(before);
        let token = CancelToken::new();
        let mut paths = glob_stream(&GlobOptions::new("**", tree.root()), &token);
        assert!(paths.next().unwrap().is_ok());
        token.cancel(AbortReason::User);
        assert_falls_to(before);
        assert!(
            kept.into_iter()
                .all(|mut stream| stream.next().unwrap().is_err())
        );
    });
}
