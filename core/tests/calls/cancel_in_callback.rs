//! A token that fires while a stream delivers results: no operation delivers another result, and
//! each fails with the reason, even if its work was already done.

use std::ops::ControlFlow;
use std::path::Path;

use ransack::{
    AbortReason, AstGrepOptions, CancelToken, ErrorKind, FuzzyFindOptions, GlobOptions,
    GrepOptions, Next, OnTimeout, Report, Result, Workspace, WorkspaceOptions, ast_grep_stream,
    fuzzy_find_stream, glob_stream, grep_stream,
};
use ransack_testing::Tree;

/// Number of results of every operation below.
const RESULTS: usize = 200;

/// Called for each result.
type Each<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Operation over a tree.
type Run = fn(&Path, &CancelToken, Each<'_>) -> Result<Report>;

fn workspace(root: &Path) -> Workspace {
    Workspace::open(root, &WorkspaceOptions::default()).unwrap()
}

const OPERATIONS: [(&str, Run); 8] = [
    ("grep", |root, token, each| {
        grep_stream(&GrepOptions::new("f", root), token).for_each(|_| each())
    }),
    ("glob", |root, token, each| {
        glob_stream(&GlobOptions::new("*.c", root), token).for_each(|_| each())
    }),
    ("fuzzy_find", |root, token, each| {
        let mut options = FuzzyFindOptions::new("c", root);
        options.limit = None;
        fuzzy_find_stream(&options, token).for_each(|_| each())
    }),
    ("ast_grep", |root, token, each| {
        ast_grep_stream(&AstGrepOptions::new("f($A)", root), token).for_each(|_| each())
    }),
    ("workspace grep", |root, token, each| {
        grep_stream(
            &GrepOptions::new("f", ".").workspace(&workspace(root)),
            token,
        )
        .for_each(|_| each())
    }),
    ("workspace glob", |root, token, each| {
        glob_stream(
            &GlobOptions::new("*.c", ".").workspace(&workspace(root)),
            token,
        )
        .for_each(|_| each())
    }),
    ("workspace fuzzy_find", |root, token, each| {
        let mut options = FuzzyFindOptions::new("c", ".");
        options.limit = None;
        fuzzy_find_stream(&options.clone().workspace(&workspace(root)), token).for_each(|_| each())
    }),
    ("workspace ast_grep", |root, token, each| {
        ast_grep_stream(
            &AstGrepOptions::new("f($A)", ".").workspace(&workspace(root)),
            token,
        )
        .for_each(|_| each())
    }),
];

fn tree() -> Tree {
    let tree = Tree::new();
    for n in 0..RESULTS {
        tree.write(&format!("{n}.c"), "int x = f(1);\n");
    }
    tree
}

#[test]
fn no_result_follows_the_firing_of_the_token() {
    let tree = tree();
    for (name, run) in OPERATIONS {
        // This includes the last result: the call has not returned yet.
        for last in [1, 2, RESULTS / 2, RESULTS] {
            for (reason, kind) in [
                (AbortReason::User, ErrorKind::Aborted),
                (AbortReason::Signal, ErrorKind::Aborted),
                (AbortReason::Timeout, ErrorKind::Timeout),
            ] {
                let token = CancelToken::new();
                let mut seen = 0;
                let result = run(tree.root(), &token, &mut || {
                    seen += 1;
                    if seen == last {
                        token.cancel(reason);
                    }
                    ControlFlow::Continue(())
                });
                assert_eq!(result.unwrap_err().kind(), kind, "{name}, {last}");
                assert_eq!(seen, last, "{name}");
            }
        }
    }
}

#[test]
fn without_a_token_every_result_is_shown() {
    let tree = tree();
    for (name, run) in OPERATIONS {
        let mut seen = 0;
        let report = run(tree.root(), &CancelToken::new(), &mut || {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(seen, RESULTS, "{name}");
        assert!(report.unwrap().complete, "{name}");
    }
}

/// If the callback stops the call, that takes precedence.
#[test]
fn stopping_counts_more_than_cancelling() {
    let tree = tree();
    for (name, run) in OPERATIONS {
        let token = CancelToken::new();
        let report = run(tree.root(), &token, &mut || {
            token.cancel(AbortReason::User);
            ControlFlow::Break(())
        });
        assert_eq!(report.unwrap().next_offset, Some(1), "{name}");
    }
}

#[test]
fn results_found_before_a_partial_timeout_are_shown() {
    let tree = tree();
    let mut options = GlobOptions::new("*.c", tree.root());
    options.on_timeout = OnTimeout::Partial;
    let token = CancelToken::new();
    let mut seen = 0;
    let report = glob_stream(&options, &token).for_each(|_| {
        seen += 1;
        token.cancel(AbortReason::Timeout);
        ControlFlow::Continue(())
    });
    let report = report.unwrap();
    assert!(seen > 0);
    assert_eq!(report.complete, seen == RESULTS);
}

/// A polled stream follows the same rule.
#[test]
fn a_polled_stream_ends_when_the_token_fires() {
    let tree = tree();
    let token = CancelToken::new();
    let mut stream = glob_stream(&GlobOptions::new("*.c", tree.root()), &token);
    assert_eq!(stream.next_batch(1).unwrap().unwrap().len(), 1);
    token.cancel(AbortReason::User);
    match stream.poll_batch(RESULTS) {
        Next::End(Err(error)) => assert_eq!(error.kind(), ErrorKind::Aborted),
        other => panic!("{other:?}"),
    }
}
