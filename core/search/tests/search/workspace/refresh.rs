//! A workspace must return the same results as a call without a workspace, after any change.

use std::fs;
use std::path::Path;

use ransack::{
    CancelToken, ErrorKind, GlobOptions, GrepOptions, RefreshMode, RescanReason, Workspace,
    WorkspaceOptions, glob, grep, grep_stream,
};
use ransack_testing::Tree;
use ransack_testing::compare::{FILES, MODES, after, compare, open};

#[test]
fn nothing_changed() {
    let snapshot = after(&FILES, |_| {});
    let watched = if cfg!(target_os = "linux") {
        RefreshMode::Watch
    } else {
        RefreshMode::Stat
    };
    assert_eq!(snapshot[0].mode, watched, "{:?}", snapshot[0]);
    assert_eq!(snapshot[1].mode, RefreshMode::Stat);
    assert_eq!(snapshot[2].mode, RefreshMode::Manual);
    assert_eq!(snapshot[0].rescan, None);
    assert_eq!(snapshot[2].rescan, Some(RescanReason::Requested));
}

#[test]
fn files_and_directories_come_and_go() {
    after(&FILES, |tree| tree.write("a/b/new.rs", "x\n"));
    after(&FILES, |tree| tree.write("new/deep/er/f.rs", "x\n"));
    after(&FILES, |tree| fs::remove_file(tree.path("a/b.rs")).unwrap());
    after(&FILES, |tree| fs::remove_dir_all(tree.path("a")).unwrap());
    after(&FILES, |tree| {
        fs::rename(tree.path("a/b"), tree.path("moved")).unwrap();
        tree.write("moved/later.rs", "x\n");
    });
    after(&FILES, |tree| {
        fs::rename(tree.path("a.d"), tree.path("ignored/a.d")).unwrap();
    });
    after(&FILES, |tree| {
        fs::rename(tree.path("ignored"), tree.path("shown")).unwrap();
    });
    // A file replaces a directory, and vice versa.
    after(&FILES, |tree| {
        fs::remove_dir_all(tree.path("a/b")).unwrap();
        tree.write("a/b", "x\n");
        fs::remove_file(tree.path("a/b.rs")).unwrap();
        tree.write("a/b.rs/f", "x\n");
    });
}

#[test]
fn directories_are_swapped() {
    after(&FILES, |tree| {
        fs::rename(tree.path("a/b"), tree.path("t")).unwrap();
        fs::rename(tree.path("a.d"), tree.path("a/b")).unwrap();
        fs::rename(tree.path("t"), tree.path("a.d")).unwrap();
        tree.write("a/b/after.rs", "x\n");
    });
    // Removed and recreated, perhaps with the same inode number.
    after(&FILES, |tree| {
        fs::remove_dir_all(tree.path("a/b")).unwrap();
        fs::create_dir(tree.path("a/b")).unwrap();
        tree.write("a/b/other.rs", "x\n");
    });
}

#[test]
fn ignore_files_are_edited() {
    let edits: [&dyn Fn(&Tree); 5] = [
        &|tree| tree.write(".ignore", "a/b\n"),
        &|tree| fs::remove_file(tree.path(".ignore")).unwrap(),
        &|tree| tree.write("a/.ignore", "b\n!z.log\n"),
        // As long as before.
        &|tree| tree.write(".ignore", "IGNORED\n*.rs \n"),
        &|tree| {
            tree.write(".gitignore", "*.txt\n");
            tree.make_repository(".");
        },
    ];
    for edit in edits {
        let snapshot = after(&FILES, edit);
        assert_eq!(snapshot[0].rescan, Some(RescanReason::IgnoreFile));
        assert_eq!(snapshot[1].rescan, Some(RescanReason::IgnoreFile));
    }
    // Rules that only the repository's configuration names.
    let mut files = FILES.to_vec();
    files.extend([
        (".git/config", ""),
        (".git/info/exclude", ""),
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/objects/x", ""),
        (".git/refs/x", ""),
    ]);
    let edits: [&dyn Fn(&Tree); 2] = [&|tree| tree.write(".git/info/exclude", "*.rs\n"), &|tree| {
        tree.write(".git/rules", "*.txt\n");
        let rules = tree.path(".git/rules").display().to_string();
        tree.write(".git/config", format!("[core]\nexcludesFile = {rules}\n"));
    }];
    for edit in edits {
        let snapshot = after(&files, edit);
        assert_eq!(snapshot[0].rescan, Some(RescanReason::IgnoreFile));
    }
}

#[test]
fn an_ignore_file_above_the_root() {
    let tree = Tree::of(&[("root/a.rs", "x\n"), ("root/b.txt", "x\n")]);
    for mode in [RefreshMode::Watch, RefreshMode::Stat] {
        let mut options = WorkspaceOptions::default();
        options.refresh = mode;
        let workspace = Workspace::open(tree.path("root"), &options).unwrap();
        compare(&workspace, &tree.path("root"), &["."]);
        tree.write(".ignore", "*.txt\n");
        compare(&workspace, &tree.path("root"), &["."]);
        fs::remove_file(tree.path(".ignore")).unwrap();
        compare(&workspace, &tree.path("root"), &["."]);
    }
}

/// Written through an unwatched name.
#[test]
#[cfg(unix)]
fn an_ignore_file_with_another_name() {
    use std::os::unix::fs::symlink;
    for mode in [RefreshMode::Watch, RefreshMode::Stat] {
        let tree = Tree::of(&[
            ("root/a.rs", "x\n"),
            ("root/b.txt", "x\n"),
            ("linked", "*.no\n"),
            ("root/.gitignore", "*.no\n"),
        ]);
        let mut options = WorkspaceOptions::default();
        options.refresh = mode;
        // The ignore file is a link.
        options.allow_outside = true;
        // Git does not follow links; `.ignore` is not its file.
        symlink("../linked", tree.path("root/.ignore")).unwrap();
        tree.make_repository("root");
        let workspace = Workspace::open(tree.path("root"), &options).unwrap();
        let compare = || compare(&workspace, &tree.path("root"), &["."]);
        compare();
        tree.write("linked", "*.txt\n");
        compare();
        tree.write("linked", "");
        compare();
        fs::hard_link(tree.path("root/.gitignore"), tree.path("other")).unwrap();
        compare();
        tree.write("other", "*.rs\n");
        compare();
        tree.write("other", "*.txt\n");
        compare();
        fs::remove_file(tree.path("other")).unwrap();
        compare();
        tree.write("root/.ignore", "*.rs\n");
        compare();
    }
}

#[test]
#[cfg(unix)]
fn links_are_retargeted() {
    use std::os::unix::fs::symlink;
    let mut files = FILES.to_vec();
    files.push(("other/f.rs", "x\n"));
    after(&files, |tree| {
        symlink("a", tree.path("link")).unwrap();
        symlink("nowhere", tree.path("dangling")).unwrap();
    });
    for mode in MODES {
        let tree = Tree::of(&files);
        symlink("a", tree.path("link")).unwrap();
        let workspace = open(&tree, mode);
        compare(&workspace, tree.root(), &[".", "link"]);
        fs::remove_file(tree.path("link")).unwrap();
        symlink("other", tree.path("link")).unwrap();
        if mode == RefreshMode::Manual {
            workspace.invalidate(Some(Path::new("link")));
        }
        compare(&workspace, tree.root(), &[".", "link"]);
        // A directory becomes a link.
        fs::rename(tree.path("a"), tree.path("was_a")).unwrap();
        symlink("was_a", tree.path("a")).unwrap();
        if mode == RefreshMode::Manual {
            workspace.invalidate(None);
        }
        compare(&workspace, tree.root(), &[".", "a", "a/b"]);
    }
}

#[test]
fn the_roots_path_leads_elsewhere() {
    for mode in MODES {
        let tree = Tree::of(&[("root/a/f", "x\n"), ("other/b/g", "x\n")]);
        let mut options = WorkspaceOptions::default();
        options.refresh = mode;
        let root = tree.path("root");
        let workspace = Workspace::open(&root, &options).unwrap();
        compare(&workspace, &root, &["."]);
        fs::rename(&root, tree.path("was_root")).unwrap();
        let token = CancelToken::new();
        let gone = grep(&GrepOptions::new("x", ".").workspace(&workspace), &token);
        assert_eq!(gone.unwrap_err().kind(), ErrorKind::NotFound);
        compare(&workspace, &root, &["."]);
        fs::rename(tree.path("other"), &root).unwrap();
        let found = glob(&GlobOptions::new("**", ".").workspace(&workspace), &token).unwrap();
        // Windows cannot distinguish two directories at one path, but the previous call failed.
        let reason = if cfg!(windows) {
            RescanReason::Failed
        } else {
            RescanReason::Root
        };
        assert_eq!(found.report.snapshot.rescan, Some(reason));
        compare(&workspace, &root, &[".", "b"]);
        // Removed and recreated.
        fs::remove_dir_all(&root).unwrap();
        compare(&workspace, &root, &["."]);
        tree.write("root/c/h", "x\n");
        if mode == RefreshMode::Manual {
            workspace.invalidate(None);
        }
        compare(&workspace, &root, &[".", "c"]);
    }
}

#[test]
fn ten_thousand_files_at_once() {
    for mode in [RefreshMode::Watch, RefreshMode::Stat] {
        let tree = Tree::of(&FILES);
        let workspace = open(&tree, mode);
        workspace.refresh().unwrap();
        for i in 0..10_000 {
            if i % 100 == 0 {
                fs::create_dir_all(tree.path(&format!("many/{}", i / 100))).unwrap();
            }
            fs::write(tree.path(&format!("many/{}/{i}.rs", i / 100)), "").unwrap();
        }
        let all = GlobOptions::new("many/**/*.rs", &workspace);
        let found = glob(&all, &CancelToken::new()).unwrap();
        assert_eq!(found.items.len(), 10_000);
        compare(&workspace, tree.root(), &["many"]);
        fs::remove_dir_all(tree.path("many")).unwrap();
        compare(&workspace, tree.root(), &["."]);
    }
}

#[test]
fn a_directory_is_removed_during_a_search() {
    let files: Vec<(String, &str)> = (0..2000)
        .map(|i| (format!("d{}/f{i}", i / 20), "x\n"))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, c)| (p.as_str(), *c)).collect();
    for mode in MODES {
        let tree = Tree::of(&files);
        let workspace = open(&tree, mode);
        let mut stream = grep_stream(
            &GrepOptions::new("x", ".").workspace(&workspace),
            &CancelToken::new(),
        );
        assert!(stream.next().unwrap().is_ok());
        fs::remove_dir_all(tree.path("d99")).unwrap();
        let rest = stream.collect_outcome().unwrap();
        // Removed files are reported; none disappears silently.
        let skipped: u64 = rest.report.skipped.iter().map(|s| s.count).sum();
        assert_eq!(rest.items.len() as u64 + skipped + 1, 2000);
        if mode != RefreshMode::Manual {
            compare(&workspace, tree.root(), &["."]);
        }
    }
}

/// A directory may be skipped only if its times are old enough.
#[test]
fn directories_that_have_settled() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, RefreshMode::Stat);
    tree.settle();
    workspace.refresh().unwrap();
    compare(&workspace, tree.root(), &["."]);
    tree.write("a/b/new.rs", "x\n");
    compare(&workspace, tree.root(), &["."]);
    fs::rename(tree.path("a.d"), tree.path("a/b/a.d")).unwrap();
    tree.write("a/x.txt", "x\nx\n");
    compare(&workspace, tree.root(), &["."]);
    tree.write(".ignore", "ignored\n*.rs  \n");
    compare(&workspace, tree.root(), &["."]);
}

#[test]
#[cfg(target_os = "linux")]
fn names_of_every_kind() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let deep = "d/".repeat(600);
    let long = format!("{}/f", "n".repeat(255));
    for mode in MODES {
        let tree = Tree::of(&[(&format!("{deep}f"), "x\n"), (&long, "x\n"), ("a/b/c", "x")]);
        fs::write(tree.root().join(OsStr::from_bytes(b"\xff\n")), "x\n").unwrap();
        std::os::unix::net::UnixListener::bind(tree.path("a/socket")).unwrap();
        let workspace = open(&tree, mode);
        compare(&workspace, tree.root(), &[".", "a", "d/d/d"]);
        tree.write(&format!("{deep}g"), "x\n");
        if mode == RefreshMode::Manual {
            workspace.invalidate(Some(Path::new("d")));
        }
        compare(&workspace, tree.root(), &[".", "a", "d/d/d"]);
    }
}

#[test]
#[cfg(unix)]
fn permissions_change() {
    use std::os::unix::fs::PermissionsExt;
    after(&FILES, |tree| {
        let locked = fs::Permissions::from_mode(0o0);
        fs::set_permissions(tree.path("a/b"), locked.clone()).unwrap();
        fs::set_permissions(tree.path("a/x.txt"), locked).unwrap();
    });
}

/// Many names in known directories that stay.
#[test]
fn thousands_of_files_in_known_directories() {
    let files: Vec<String> = (0..100).map(|dir| format!("d{dir}/old.rs")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|path| (path.as_str(), "x\n")).collect();
    for mode in [RefreshMode::Watch, RefreshMode::Stat] {
        let tree = Tree::of(&files);
        tree.write("d0/.ignore", "*500.rs\n");
        let workspace = open(&tree, mode);
        compare(&workspace, tree.root(), &["."]);
        let path = |kind: &str, i: usize| tree.path(&format!("d{}/{kind}{i}.rs", i % 100));
        let all = |change: &dyn Fn(usize)| {
            (0..3_000).for_each(change);
            let mut all = GlobOptions::new("*", ".");
            all.stat = true;
            let here = glob(&all.clone().workspace(&workspace), &CancelToken::new()).unwrap();
            all.scope.roots = vec![tree.root().into()];
            let there = glob(&all, &CancelToken::new()).unwrap();
            assert!(here.items == there.items);
            here.items.len()
        };
        assert_eq!(all(&|i| fs::write(path("n", i), "x\n").unwrap()), 3_197);
        assert_eq!(
            all(&|i| fs::write(path("n", i), "longer\n").unwrap()),
            3_197
        );
        assert_eq!(
            all(&|i| fs::rename(path("n", i), path("m", i)).unwrap()),
            3_197
        );
        assert_eq!(all(&|i| fs::remove_file(path("m", i)).unwrap()), 200);
        compare(&workspace, tree.root(), &[".", "d0"]);
    }
}

/// More changes than the system queues, while no query consumes them.
#[test]
#[cfg(target_os = "linux")]
fn more_changes_than_one_query_takes_in() {
    let tree = Tree::of(&FILES);
    let workspace = open(&tree, RefreshMode::Watch);
    compare(&workspace, tree.root(), &["."]);
    let mut last = tree.path("a/x.txt");
    for n in 0..70_000 {
        let next = tree.path(&format!("a/n{n}"));
        fs::rename(&last, &next).unwrap();
        last = next;
    }
    let all = GlobOptions::new("**", &workspace);
    let found = glob(&all, &CancelToken::new()).unwrap();
    assert_eq!(found.report.snapshot.mode, RefreshMode::Watch);
    // Depends on how many of them the workspace has already applied.
    let rescan = found.report.snapshot.rescan;
    assert!(
        matches!(rescan, None | Some(RescanReason::Overflow)),
        "{rescan:?}"
    );
    compare(&workspace, tree.root(), &[".", "a"]);
}

/// The entry at a name changes its kind.
#[test]
#[cfg(unix)]
fn names_are_used_again() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let at = |tree: &Tree| {
        fs::remove_file(tree.path("a/b.rs")).unwrap();
        tree.path("a/b.rs")
    };
    after(&FILES, |tree| fs::write(at(tree), "x\nx\nx\n").unwrap());
    after(&FILES, |tree| symlink("b/c.rs", at(tree)).unwrap());
    after(&FILES, |tree| fs::create_dir(at(tree)).unwrap());
    after(&FILES, |tree| drop(UnixListener::bind(at(tree)).unwrap()));
    after(&FILES, |tree| {
        fs::hard_link(tree.path("a/x.txt"), at(tree)).unwrap();
    });
    after(&FILES, |tree| {
        fs::rename(tree.path("a/x.txt"), tree.path("a/b.rs")).unwrap();
        tree.write("a/x.txt", "x\nx\n");
        fs::remove_file(tree.path("a/x.txt")).unwrap();
    });
    // A file, then a directory, then a file.
    after(&FILES, |tree| {
        fs::create_dir(at(tree)).unwrap();
        fs::remove_dir(tree.path("a/b.rs")).unwrap();
        tree.write("a/b.rs", "x\n");
    });
}
