//! Fuzzy search: matching, order, positions, paging, signals, invalid input and
//! cancellation.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, ErrorKind, FileType, FuzzyFindOptions, FuzzyMatchOptions,
    FuzzySignals, OnTimeout, Pool, StoppedBy, Workspace, WorkspaceOptions, fuzzy_find,
    fuzzy_find_stream, fuzzy_match,
};
use ransack_testing::Tree;

fn find_with(tree: &Tree, query: &str, change: impl FnOnce(&mut FuzzyFindOptions)) -> Vec<String> {
    let mut options = FuzzyFindOptions::new(query, tree.root());
    change(&mut options);
    let outcome = fuzzy_find(&options, &CancelToken::new()).unwrap();
    outcome.items.iter().map(|m| m.path.to_string()).collect()
}

fn find(tree: &Tree, query: &str) -> Vec<String> {
    find_with(tree, query, |_| {})
}

fn ranked(query: &str, strings: &[&str], options: &FuzzyMatchOptions) -> Vec<String> {
    let outcome = fuzzy_match(query, strings, options, &CancelToken::new()).unwrap();
    let items = outcome.items.iter();
    items.map(|m| strings[m.index].to_owned()).collect()
}

fn order(query: &str, strings: &[&str]) -> Vec<String> {
    ranked(query, strings, &FuzzyMatchOptions::default())
}

fn tree() -> Tree {
    Tree::of(&[
        ("kernel/sched/core.c", ""),
        ("kernel/sched/core_sched.c", ""),
        ("fs/ext4/inode.c", ""),
        ("fs/ext4/inode-test.c", ""),
        ("fs/inode.c", ""),
        (".hidden/inode.c", ""),
        ("ignored/inode.c", ""),
        (".ignore", "ignored\n"),
    ])
}

#[test]
fn the_best_path_comes_first_with_positions_kind_and_total() {
    let tree = tree();
    let options = FuzzyFindOptions::new("ext4inode", tree.root());
    let outcome = fuzzy_find(&options, &CancelToken::new()).unwrap();
    let best = &outcome.items[0];
    assert_eq!(best.path, "fs/ext4/inode.c");
    assert_eq!(best.positions, [3, 4, 5, 6, 8, 9, 10, 11, 12]);
    assert_eq!((best.root, best.file_type), (0, FileType::File));
    assert_eq!(outcome.items[1].path, "fs/ext4/inode-test.c");
    assert!(best.score > outcome.items[1].score);
    assert_eq!(outcome.report.total_matches, 2);
    assert!(outcome.report.complete && outcome.report.total_is_exact);
    assert_eq!(find(&tree, "schedcore")[0], "kernel/sched/core.c");
}

#[test]
fn offset_and_limit_cut_the_order_and_the_total_stays_exact() {
    let tree = tree();
    let all = find(&tree, "inode");
    assert_eq!(
        all,
        ["fs/inode.c", "fs/ext4/inode.c", "fs/ext4/inode-test.c"]
    );
    let mut options = FuzzyFindOptions::new("inode", tree.root());
    options.offset = 1;
    options.limit = Some(1);
    let outcome = fuzzy_find(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items[0].path, "fs/ext4/inode.c");
    let report = outcome.report;
    assert_eq!((report.total_matches, report.total_is_exact), (3, true));
    assert_eq!(report.stopped_by, Some(StoppedBy::Limit));
    assert_eq!(report.next_offset, Some(2));
    assert!(!report.complete);
    options.limit = Some(0);
    let outcome = fuzzy_find(&options, &CancelToken::new()).unwrap();
    assert!(outcome.items.is_empty());
    assert_eq!(outcome.report.total_matches, 3);
}

#[test]
fn offset_and_limit_apply_to_lists() {
    let strings = ["a", "ab", "abc", "b"];
    let mut options = FuzzyMatchOptions::default();
    options.limit = Some(1);
    options.offset = 1;
    let outcome = fuzzy_match("a", &strings, &options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items.len(), 1);
    assert_eq!(outcome.items[0].index, 1);
    let report = outcome.report;
    assert_eq!((report.total_matches, report.files_searched), (3, 4));
    assert_eq!(report.next_offset, Some(2));
    options.offset = 7;
    let outcome = fuzzy_match("a", &strings, &options, &CancelToken::new()).unwrap();
    assert!(outcome.items.is_empty() && outcome.report.next_offset.is_none());
}

#[test]
fn scope_and_dirs_select_the_candidates() {
    let tree = tree();
    assert_eq!(find(&tree, "sched")[0], "kernel/sched/");
    assert_eq!(
        find(&tree, "kernel/"),
        [
            "kernel/",
            "kernel/sched/",
            "kernel/sched/core.c",
            "kernel/sched/core_sched.c"
        ]
    );
    assert!(
        find_with(&tree, "sched", |o| o.dirs = false)
            .iter()
            .all(|path| !path.ends_with('/'))
    );
    let hidden = find_with(&tree, "inode.c", |o| o.scope.hidden = true);
    assert!(hidden.contains(&".hidden/inode.c".to_owned()));
    let ignored = find_with(&tree, "inode.c", |o| o.scope.gitignore = false);
    assert!(ignored.contains(&"ignored/inode.c".to_owned()));
}

#[test]
#[cfg(unix)]
fn symbolic_links_are_candidates_on_request() {
    let tree = tree();
    std::os::unix::fs::symlink("fs/inode.c", tree.path("linked")).unwrap();
    assert_eq!(find(&tree, "linked"), [""; 0]);
    let mut options = FuzzyFindOptions::new("linked", tree.root());
    options.symlinks = true;
    let outcome = fuzzy_find(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items[0].file_type, FileType::Symlink);
}

#[test]
fn a_slash_separates_directories_from_what_is_below_them() {
    let strings = [
        "dirname.c",
        "name/dir.c",
        "dir/name.c",
        "dir/sub/name.c",
        "a/dirx/y/name.c",
    ];
    assert_eq!(
        order("dir/name", &strings),
        ["dir/name.c", "dir/sub/name.c", "a/dirx/y/name.c"]
    );
    assert_eq!(order("dir\\name", &strings), order("dir/name", &strings));
    assert_eq!(order("/dir/name", &strings), order("dir/name", &strings));
}

#[test]
fn terms_match_in_any_order_and_rank_higher_in_the_order_typed() {
    let strings = ["core/sched.c", "sched/core.c"];
    assert_eq!(
        order("sched core", &strings),
        ["sched/core.c", "core/sched.c"]
    );
    assert_eq!(
        order("core sched", &strings),
        ["core/sched.c", "sched/core.c"]
    );
    assert_eq!(
        order("core\u{0}\n sched", &strings),
        order("core sched", &strings)
    );
}

#[test]
fn better_matches_rank_higher() {
    // Descending by score.
    let cases: [(&str, &[&str]); 8] = [
        (
            "core",
            &[
                "x/y/core",
                "core.c",
                "core_sched.c",
                "my_core.c",
                "core/a.c",
                "score.c",
            ],
        ),
        (
            "abc",
            &[
                "abc.js",
                "abcdef.js",
                "AlphaBetaCharlie.js",
                "xabcx.js",
                "xaxbxc.js",
            ],
        ),
        ("fb", &["fbx.ts", "FooBar.ts", "xfb.ts"]),
        (
            "inode",
            &[
                "inode.c",
                "fs/inode.c",
                "fs/ext4/inode.c",
                "fs/ext4/inodes.c",
            ],
        ),
        ("Readme", &["Readme", "README", "docs/Readme"]),
        ("v2", &["v2.rs", "api_v2.rs", "v12.rs"]),
        ("a", &["a", "a.b", "ab", "x/ab", "b/a/c"]),
        ("thraed", &["thread.c", "kthread.c", "t/xh/xr/xa/xe/xd.c"]),
    ];
    for (query, expected) in cases {
        let mut shuffled = expected.to_vec();
        shuffled.sort_unstable();
        assert_eq!(order(query, &shuffled), expected, "{query}");
    }
}

#[test]
fn one_letter_too_many_may_be_the_last() {
    for (query, path) in [
        ("kernelx", "kernel.c"),
        ("kernelx", "kernel"),
        ("Dockerfiles", "docker/Dockerfile"),
        ("Makefiles", "Makefile"),
        ("main.rsx", "src/main.rs"),
        ("READMEE", "README"),
        ("kernelx/core", "kernel/sched/core.c"),
    ] {
        assert_eq!(order(query, &[path]), [path], "{query}");
    }
    // Two extra letters are too many; a word of four letters may have none.
    assert_eq!(order("kernelxy", &["kernel"]), [""; 0]);
    assert_eq!(order("mainx", &["mai"]), [""; 0]);
    assert_eq!(order("libx", &["lib"]), [""; 0]);
    // Exact matches come first.
    assert_eq!(
        order("Makefiles", &["Makefile", "makefiles.md"])[0],
        "makefiles.md"
    );
}

#[test]
fn a_root_that_is_a_file_is_an_error() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    for query in ["inode", ""] {
        let token = CancelToken::new();
        let direct = FuzzyFindOptions::new(query, tree.path("fs/inode.c"));
        let direct = fuzzy_find(&direct, &token).unwrap_err();
        let cached = FuzzyFindOptions::new(query, "fs/inode.c");
        let cached = fuzzy_find(&cached.clone().workspace(&workspace), &token).unwrap_err();
        for error in [direct, cached] {
            assert_eq!(error.kind(), ErrorKind::InvalidOption);
            assert!(error.to_string().contains("not a directory"), "{error}");
        }
    }
}

#[test]
fn digits_tolerate_no_typo() {
    assert_eq!(order("ext5inode", &["ext4/inode.c"]), [""; 0]);
    assert_eq!(order("report2023", &["report2024.csv"]), [""; 0]);
    assert_eq!(order("reprot2024", &["report2024.csv"]).len(), 1);
}

#[test]
fn case_and_normalization_form_are_ignored() {
    let paths = [
        "r\u{e9}sum\u{e9}.txt",
        "re\u{301}sume\u{301}.txt",
        "RE\u{301}SUM\u{c9}.txt",
    ];
    for query in [
        "r\u{e9}sum\u{e9}",
        "re\u{301}sume\u{301}",
        "R\u{c9}SUM\u{c9}",
    ] {
        assert_eq!(order(query, &paths).len(), 3, "{query}");
    }
    let outcome = fuzzy_match(
        "\u{e9}s",
        &paths,
        &FuzzyMatchOptions::default(),
        &CancelToken::new(),
    );
    let mut items = outcome.unwrap().items;
    items.sort_by_key(|m| m.index);
    assert_eq!(items[0].positions, [1, 3]);
    // Decomposed: the letter and its combining mark.
    assert_eq!(items[1].positions, [1, 2, 4]);
    assert_eq!(items[2].positions, [1, 2, 4]);
}

#[test]
fn strings_that_are_not_utf8_match_with_byte_positions() {
    let strings: [&[u8]; 2] = [b"a\xffb/c.txt", b"a/\xf0\x9f.txt"];
    let options = FuzzyMatchOptions::default();
    let outcome = fuzzy_match("abc", &strings, &options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items.len(), 1);
    assert_eq!(outcome.items[0].positions, [0, 2, 4]);
}

#[test]
fn an_empty_query_matches_everything_recent_and_shallow_first() {
    let tree = tree();
    for query in ["", " \t", "\u{1}"] {
        let all = find_with(&tree, query, |o| o.dirs = false);
        assert_eq!(all[0], "fs/inode.c", "{query:?}");
        assert_eq!(all.len(), 5);
    }
    let recent = find_with(&tree, "", |o| {
        o.signals.recent = vec!["kernel/sched/core.c".into(), "fs/ext4/inode.c".into()];
    });
    assert_eq!(recent[..2], ["kernel/sched/core.c", "fs/ext4/inode.c"]);
}

#[test]
fn signals_decide_among_equals_but_not_against_an_exact_name() {
    let paths = ["a/user.rs", "b/user.rs", "b/other.rs", "c/users/list.rs"];
    let with = |change: &dyn Fn(&mut FuzzySignals)| {
        let mut options = FuzzyMatchOptions::default();
        change(&mut options.signals);
        ranked("user", &paths, &options)
    };
    assert_eq!(with(&|_| {})[..2], ["a/user.rs", "b/user.rs"]);
    assert_eq!(
        with(&|s| s.recent = vec!["b/user.rs".into()])[0],
        "b/user.rs"
    );
    assert_eq!(
        with(&|s| s.current = Some("b/other.rs".into()))[0],
        "b/user.rs"
    );
    assert_eq!(
        with(&|s| s.frecency = vec![("b/user.rs".into(), 3.0)])[0],
        "b/user.rs"
    );
    let odd = |s: &mut FuzzySignals| s.frecency = vec![("b/user.rs".into(), f64::NAN)];
    assert_eq!(with(&odd)[0], "a/user.rs");
    assert_ne!(
        with(&|s| s.recent = vec!["c/users/list.rs".into()])[0],
        "c/users/list.rs"
    );
}

#[test]
fn invalid_and_hostile_input_is_an_error_or_has_a_result() {
    let tree = tree();
    let long = "x".repeat(10 << 10);
    assert_eq!(find(&tree, &long), [""; 0]);
    let options = FuzzyFindOptions::new(long + "x", tree.root());
    let error = fuzzy_find(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert_eq!(
        error.to_string(),
        "query is 10241 bytes long; the maximum is 10240"
    );
    let options = FuzzyFindOptions::new("x", tree.path("nowhere"));
    let error = fuzzy_find(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let nothing: [&str; 0] = [];
    assert_eq!(order("x", &nothing), [""; 0]);
    // A long string with every character of the query at many positions.
    let hostile = "ab/".repeat(200_000);
    let strings = [hostile.as_str()];
    assert_eq!(order(&"ab".repeat(5000), &strings).len(), 1);
    assert_eq!(order(&"ba/".repeat(3000), &strings).len(), 1);
    assert_eq!(order(&"abba".repeat(2000), &strings).len(), 1);
}

#[test]
fn cancelled_and_timed_out_calls_fail_unless_partial() {
    let tree = tree();
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let mut options = FuzzyFindOptions::new("inode", tree.root());
    assert_eq!(
        fuzzy_find(&options, &token).unwrap_err().kind(),
        ErrorKind::Aborted
    );
    let list = ["inode"; 3];
    let error = fuzzy_match("inode", &list, &FuzzyMatchOptions::default(), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    let token = CancelToken::with_timeout(Duration::ZERO);
    assert_eq!(
        fuzzy_find(&options, &token).unwrap_err().kind(),
        ErrorKind::Timeout
    );
    options.on_timeout = OnTimeout::Partial;
    let outcome = fuzzy_find(&options, &token).unwrap();
    assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Timeout));
}

#[test]
fn ranking_of_a_long_list_is_cancelled_midway() {
    let strings: Vec<String> = (0..2_000_000).map(|i| format!("a{i}/b/inode.c")).collect();
    let token = CancelToken::new();
    let mut options = FuzzyMatchOptions::default();
    options.pool = Some(Pool::new(2));
    let start = std::sync::Barrier::new(2);
    std::thread::scope(|scope| {
        let call = scope.spawn(|| {
            start.wait();
            fuzzy_match("indoe", &strings, &options, &token)
        });
        start.wait();
        token.cancel(AbortReason::User);
        assert_eq!(call.join().unwrap().unwrap_err().kind(), ErrorKind::Aborted);
    });
}

#[test]
fn the_copy_of_a_long_list_is_cancelled_midway() {
    const LEN: usize = 100_000;
    struct Cancelling<'a> {
        token: &'a CancelToken,
        reads: &'a AtomicUsize,
        last: usize,
    }
    impl AsRef<[u8]> for Cancelling<'_> {
        fn as_ref(&self) -> &[u8] {
            if self.reads.fetch_add(1, Ordering::Relaxed) == self.last {
                self.token.cancel(AbortReason::User);
            }
            b"fs/inode.c"
        }
    }
    // Each string is read twice: for the size of the copy, and to be copied.
    for last in [1000, LEN + 1000] {
        let (token, reads) = (&CancelToken::new(), &AtomicUsize::new(0));
        let string = |_| Cancelling { token, reads, last };
        let list: Vec<Cancelling<'_>> = (0..LEN).map(string).collect();
        let error = fuzzy_match("inode", &list, &FuzzyMatchOptions::default(), token).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Aborted);
        let reads = reads.load(Ordering::Relaxed);
        assert!((last..last + 1000).contains(&reads), "{reads} strings read");
    }
}

#[test]
fn break_from_the_callback_ends_the_call() {
    let tree = tree();
    let mut seen = Vec::new();
    let report = fuzzy_find_stream(
        &FuzzyFindOptions::new("inode", tree.root()),
        &CancelToken::new(),
    )
    .for_each(|item| {
        seen.push(item.path.to_string());
        ControlFlow::Break(())
    })
    .unwrap();
    assert_eq!(seen, ["fs/inode.c"]);
    assert_eq!(report.stopped_by, Some(StoppedBy::Callback));
    assert_eq!(report.next_offset, Some(1));
}

#[test]
fn results_of_several_roots_are_ranked_together() {
    let (one, two) = (tree(), tree());
    two.write("inode", "");
    let mut options = FuzzyFindOptions::new("inode", one.root());
    options.scope.roots.push(two.root().into());
    let outcome = fuzzy_find(&options, &CancelToken::new()).unwrap();
    assert_eq!((outcome.items[0].root, outcome.items[1].root), (1, 0));
    assert_eq!(outcome.report.total_matches, 7);
}
