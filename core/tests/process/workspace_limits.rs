//! Failures of the system while watching a workspace. Each test runs in its own process, because
//! limits and threads are per process.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says what it could not run"
)]

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use ransack::{
    CancelToken, GlobMatch, GlobOptions, Outcome, RefreshMode, RescanReason, WatchFallback,
    Workspace, WorkspaceOptions, glob,
};
use ransack_testing::Tree;
use ransack_testing::child::test_name;

/// Runs one of the ignored tests below, after `setup` in a shell. The shell is root in a user
/// namespace, where it may set limits and mount.
fn run_alone<F: Fn()>(test: &F, setup: &str) {
    let program = std::env::current_exe().unwrap();
    let test = test_name(test);
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c"])
        .arg(format!("{setup} && exec \"$0\" --exact --ignored {test}"))
        .arg(program)
        .output();
    let output = output.expect("`unshare` of util-linux is needed");
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        assert!(said.contains("1 passed"), "{said}");
    } else {
        assert!(!said.contains("running"), "{said}");
        // Without namespaces, the kernel does not allow this test.
        eprintln!("not run: {}", String::from_utf8_lossy(&output.stderr));
    }
}

fn tree() -> Tree {
    Tree::of(&[("a/b/c/f", "x"), ("d/e/g", "x"), ("h", "x")])
}

fn all(workspace: &Workspace) -> Outcome<GlobMatch> {
    let options = GlobOptions::new("**", workspace);
    glob(&options, &CancelToken::new()).unwrap()
}

fn falls_back() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    for step in 0..3 {
        tree.write(&format!("a/b/new{step}"), "");
        let found = all(&workspace);
        let there = GlobOptions::new("**", tree.root());
        assert_eq!(
            found.items,
            glob(&there, &CancelToken::new()).unwrap().items
        );
        let snapshot = found.report.snapshot;
        assert_eq!(snapshot.fallback, Some(WatchFallback::Limit));
        if step > 0 {
            assert_eq!(snapshot.mode, RefreshMode::Stat);
        }
    }
}

#[test]
fn no_more_watches() {
    run_alone(
        &no_more_watches_child,
        "echo 3 > /proc/sys/user/max_inotify_watches",
    );
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn no_more_watches_child() {
    falls_back();
}

#[test]
fn no_more_watchers() {
    run_alone(
        &no_more_watchers_child,
        "echo 0 > /proc/sys/user/max_inotify_instances",
    );
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn no_more_watchers_child() {
    falls_back();
}

#[test]
fn threads_end_with_the_workspace() {
    run_alone(&threads_end_with_the_workspace_child, "true");
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn threads_end_with_the_workspace_child() {
    let watchers = || {
        let tasks = fs::read_dir("/proc/self/task").unwrap();
        let names = tasks.map(|t| fs::read_to_string(t.unwrap().path().join("comm")));
        let watches = |name: &std::io::Result<String>| {
            name.as_ref()
                .is_ok_and(|name| name.starts_with("ransack-watch"))
        };
        names.filter(watches).count()
    };
    let tree = tree();
    let open = || Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    // A thread gets its name once it runs, and remains visible briefly after it is joined.
    let await_watchers = |count| {
        let begun = Instant::now();
        while watchers() != count {
            assert!(begun.elapsed() < Duration::from_secs(60), "{}", watchers());
            std::thread::yield_now();
        }
    };
    await_watchers(0);
    let (one, other) = (open(), open());
    assert_eq!(all(&one).items.len() + all(&other).items.len(), 16);
    await_watchers(2);
    one.close();
    await_watchers(1);
    let clone = other.clone();
    drop(other);
    await_watchers(1);
    drop(clone);
    await_watchers(0);
}

#[test]
fn mounts_are_seen() {
    run_alone(&mounts_are_seen_child, "true");
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn mounts_are_seen_child() {
    let tree = tree();
    let workspace = Workspace::open(tree.root(), &WorkspaceOptions::default()).unwrap();
    let count = |expected, rescan| {
        let found = all(&workspace);
        assert_eq!(found.items.len(), expected);
        let there = GlobOptions::new("**", tree.root());
        let there = glob(&there, &CancelToken::new()).unwrap();
        assert_eq!(found.items, there.items);
        let snapshot = found.report.snapshot;
        assert_eq!(
            (snapshot.mode, snapshot.rescan),
            (RefreshMode::Watch, rescan)
        );
    };
    let run = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        let status = command.args(args).arg(tree.path("a/b")).status();
        assert!(status.unwrap().success());
    };
    count(8, Some(RescanReason::First));
    count(8, None);
    run("mount", &["-t", "tmpfs", "none"]);
    count(6, Some(RescanReason::Mount));
    tree.write("a/b/new", "");
    count(7, None);
    run("umount", &[]);
    count(8, Some(RescanReason::Mount));
    tree.write("a/b/new", "");
    count(9, None);
}

#[test]
fn a_bind_mount_loses_its_source() {
    run_alone(&a_bind_mount_loses_its_source_child, "true");
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn a_bind_mount_loses_its_source_child() {
    let source = Tree::of(&[("dir/f", "x"), ("dir/sub/g", "x")]);
    let tree = tree();
    let run = |program: &str, args: &[&std::path::Path]| {
        let status = Command::new(program).args(args).status();
        assert!(status.unwrap().success(), "{program} {args:?}");
    };
    let bind = std::path::Path::new("--bind");
    for mode in [RefreshMode::Watch, RefreshMode::Stat] {
        let place = tree.path("a/b");
        tree.write("a/b/c/f", "x");
        source.write("dir/f", "x");
        run("mount", &[bind, &source.path("dir"), &place]);
        let mut options = WorkspaceOptions::default();
        options.refresh = mode;
        let workspace = Workspace::open(tree.root(), &options).unwrap();
        let same = || {
            let found = all(&workspace);
            let there = GlobOptions::new("**", tree.root());
            let there = glob(&there, &CancelToken::new()).unwrap();
            assert_eq!(found.items, there.items);
            assert_eq!(found.report.skipped, there.report.skipped);
            assert_eq!(found.report.complete, there.report.complete);
            assert_eq!(found.report.snapshot.mode, mode);
        };
        same();
        fs::remove_dir_all(source.path("dir")).unwrap();
        same();
        same();
        run("umount", &[&place]);
        same();
    }
}

/// No descriptor keeps the file system busy.
#[test]
fn a_file_system_is_unmounted_after_closing() {
    run_alone(&a_file_system_is_unmounted_after_closing_child, "true");
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn a_file_system_is_unmounted_after_closing_child() {
    let place = Tree::new();
    let run = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        let status = command.args(args).arg(place.root()).status();
        assert!(status.unwrap().success(), "{program}");
    };
    for mode in [RefreshMode::Watch, RefreshMode::Stat, RefreshMode::Manual] {
        for calls in 0..2 {
            run("mount", &["-t", "tmpfs", "none"]);
            for n in 0..50 {
                place.write(&format!("{n}/{n}/f"), "x");
            }
            let mut options = WorkspaceOptions::default();
            options.refresh = mode;
            let workspace = Workspace::open(place.root(), &options).unwrap();
            for _ in 0..calls {
                all(&workspace);
            }
            workspace.close();
            run("umount", &[]);
            run("mount", &["-t", "tmpfs", "none"]);
            place.write("f", "x");
            let cache = ransack::WorkspaceCache::new(2.try_into().unwrap(), options);
            for _ in 0..calls {
                all(&cache.get(place.root()).unwrap());
            }
            cache.invalidate(Some(place.root()));
            run("umount", &[]);
        }
    }
}

/// Changes that the kernel itself makes there are not reported.
#[test]
fn file_systems_that_change_unseen() {
    let root = "/proc/sys/fs";
    let workspace = Workspace::open(root, &WorkspaceOptions::default()).unwrap();
    for _ in 0..2 {
        let found = all(&workspace);
        let there = glob(&GlobOptions::new("**", root), &CancelToken::new()).unwrap();
        assert!(found.items.len() > 3);
        assert_eq!(found.items, there.items);
        let snapshot = found.report.snapshot;
        assert_eq!(snapshot.mode, RefreshMode::Stat);
        assert_eq!(snapshot.fallback, Some(WatchFallback::FileSystem));
    }
}
