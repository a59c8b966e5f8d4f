//! Changes that the kernel's events do not report, or report in a misleading order.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::path::Path;

use ransack::{CancelToken, GlobOptions, RefreshMode, RescanReason, Workspace, glob};
use ransack_testing::Tree;
use ransack_testing::child::{child, is_child, passes};
use ransack_testing::compare::{FILES, MODES, after, compare, open};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, RenameFlags, linkat, open as open_at, renameat_with};

fn exchange(one: &Path, other: &Path) {
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).unwrap();
}

#[test]
fn exchanged_names_are_both_found() {
    let pairs = [
        ("a/b.rs", "a/x.txt"),
        ("a/x.txt", "a.d/f"),
        ("a/b", "a.d"),
        ("a/b.rs", "a.d"),
        ("a/b", "z.log"),
        ("a", "ignored"),
        ("a/b.rs", "link"),
        (".ignore", "a/x.txt"),
    ];
    for (one, other) in pairs {
        after(&FILES, |tree| {
            if other == "link" {
                std::os::unix::fs::symlink("a", tree.path("link")).unwrap();
            }
            exchange(&tree.path(one), &tree.path(other));
        });
    }
}

/// Events of one exchange may be read in two parts, before and after each of
/// many calls.
#[test]
fn exchanges_between_calls_are_found() {
    let tree = Tree::of(&FILES);
    let workspaces = MODES.map(|mode| open(&tree, mode));
    for step in 0..40 {
        let other = ["a/x.txt", "a.d/f", "new"][step % 3];
        fs::write(tree.path("new"), "x\n").unwrap();
        exchange(&tree.path("a/b.rs"), &tree.path(other));
        if step % 4 == 3 {
            fs::remove_file(tree.path("new")).unwrap();
        }
        for (workspace, mode) in workspaces.iter().zip(MODES) {
            if mode == RefreshMode::Manual || step % 5 == 0 {
                workspace.refresh().unwrap();
            }
            compare(workspace, tree.root(), &["."]);
        }
    }
}

#[test]
fn a_name_moved_away_and_made_again_is_found() {
    after(&FILES, |tree| {
        let (one, other) = (tree.path("a/b.rs"), tree.path("a/away"));
        fs::rename(&one, &other).unwrap();
        fs::rename(&other, &one).unwrap();
        fs::rename(&one, &other).unwrap();
        fs::remove_file(&other).unwrap();
        fs::write(&one, "x\n").unwrap();
        fs::rename(tree.path("a/x.txt"), tree.path("../gone")).unwrap_or_default();
    });
}

/// Size and time of the only match of a glob.
fn size(workspace: &Workspace, pattern: &str) -> (u64, i64) {
    let mut options = GlobOptions::new(pattern, workspace);
    options.stat = true;
    let found = glob(&options, &CancelToken::new()).unwrap();
    let [only] = &found.items[..] else {
        panic!("{:?}", found.items)
    };
    (only.size.unwrap(), only.mtime_ms.unwrap())
}

#[test]
fn sizes_are_those_of_the_moment() {
    for mode in MODES {
        let outside = Tree::new();
        let tree = Tree::of(&FILES);
        let workspace = open(&tree, mode);
        assert_eq!(size(&workspace, "a/b.rs").0, 2);
        // Through a name outside the tree.
        fs::hard_link(tree.path("a/b.rs"), outside.path("link")).unwrap();
        size(&workspace, "a/b.rs");
        let mut other = File::options()
            .append(true)
            .open(outside.path("link"))
            .unwrap();
        other.write_all(b"more\n").unwrap();
        assert_eq!(size(&workspace, "a/b.rs").0, 7);
        other
            .set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(7))
            .unwrap();
        assert_eq!(size(&workspace, "a/b.rs"), (7, 7000));
        // Through a descriptor without a name.
        let flags = OFlags::TMPFILE | OFlags::RDWR;
        let fd = open_at(tree.path("a"), flags, Mode::RWXU).unwrap();
        let proc = format!("/proc/self/fd/{}", fd.as_raw_fd());
        let name = tree.path("a/linked");
        linkat(CWD, proc, CWD, &name, AtFlags::SYMLINK_FOLLOW).unwrap();
        if mode == RefreshMode::Manual {
            workspace.refresh().unwrap();
        }
        assert_eq!(size(&workspace, "a/linked").0, 0);
        rustix::io::write(&fd, b"twelve bytes").unwrap();
        assert_eq!(size(&workspace, "a/linked").0, 12);
        compare(&workspace, tree.root(), &["."]);
    }
}

/// Descriptors of this process that refer to `root` or something below it.
fn descriptors(root: &Path) -> Vec<std::path::PathBuf> {
    let fds = fs::read_dir("/proc/self/fd").unwrap();
    fds.filter_map(|fd| fs::read_link(fd.ok()?.path()).ok())
        .filter(|target| target.starts_with(root))
        .collect()
}

#[test]
fn a_closed_workspace_has_no_descriptors() {
    let tree = Tree::of(&FILES);
    let root = tree.root().canonicalize().unwrap();
    for n in 0..200 {
        tree.write(&format!("many/{n}/{n}/f"), "x\n");
    }
    for mode in MODES {
        // During the first scan, or after calls.
        for calls in 0..6 {
            let workspace = open(&tree, mode);
            let clone = workspace.clone();
            let all = GlobOptions::new("**", &workspace);
            for _ in 0..calls.min(2) {
                glob(&all, &CancelToken::new()).unwrap();
            }
            workspace.close();
            assert_eq!(descriptors(&root), Vec::<std::path::PathBuf>::new());
            drop(clone);
        }
    }
}

#[test]
fn an_evicted_workspace_has_no_descriptors() {
    let tree = Tree::of(&FILES);
    let root = tree.root().canonicalize().unwrap();
    let link = Tree::new();
    std::os::unix::fs::symlink(&root, link.path("link")).unwrap();
    let cache = ransack::WorkspaceCache::new(4.try_into().unwrap(), Default::default());
    let given = [root.clone(), tree.path("a/.."), link.path("link")];
    for opened in &given {
        for invalidated in [Some(&*root), Some(link.root()), root.parent(), None] {
            let workspace = cache.get(opened).unwrap();
            workspace.refresh().unwrap();
            drop(workspace);
            assert!(!descriptors(&root).is_empty());
            cache.invalidate(invalidated);
            let is_inside = invalidated != Some(link.root()) || opened.starts_with(link.root());
            assert_eq!(descriptors(&root).is_empty(), is_inside, "{opened:?}");
            cache.invalidate(None);
        }
    }
}

/// The file of a linked work tree that names the repository is outside the tree.
#[test]
fn a_changed_commondir_changes_the_rules() {
    let tree = Tree::of(&[("root/a.rs", "x\n"), ("root/b.txt", "x\n")]);
    for (dir, rules) in [("one", "*.rs\n"), ("two", "*.txt\n")] {
        tree.make_repository(dir);
        tree.write(&format!("{dir}/.git/info/exclude"), rules);
    }
    tree.write("linked/HEAD", "ref: refs/heads/main\n");
    tree.write("root/.git", "gitdir: ../linked\n");
    for mode in MODES {
        tree.write("linked/commondir", "../one/.git\n");
        let mut options = ransack::WorkspaceOptions::default();
        options.refresh = mode;
        let workspace = Workspace::open(tree.path("root"), &options).unwrap();
        let paths = || {
            if mode == RefreshMode::Manual {
                workspace.refresh().unwrap();
            }
            compare(&workspace, &tree.path("root"), &["."]);
            let all = GlobOptions::new("*", &workspace);
            let found = glob(&all, &CancelToken::new()).unwrap();
            let paths = found.items.iter().map(|m| m.path.to_string());
            paths.collect::<Vec<String>>()
        };
        assert_eq!(paths(), ["b.txt"]);
        tree.write("linked/commondir", "../two/.git\n");
        assert_eq!(paths(), ["a.rs"]);
        fs::remove_file(tree.path("linked/commondir")).unwrap();
        assert_eq!(paths(), ["a.rs", "b.txt"]);
        tree.write("linked/commondir", "../one/.git\n");
        fs::remove_file(tree.path("linked/HEAD")).unwrap();
        assert_eq!(paths(), ["a.rs", "b.txt"]);
        tree.write("linked/HEAD", "ref: refs/heads/main\n");
        assert_eq!(paths(), ["b.txt"]);
    }
}

/// A change of the ignore rules counts even if no event reports it.
#[test]
fn a_changed_home_changes_the_rules() {
    if !is_child() {
        let mut command = child(&a_changed_home_changes_the_rules);
        command.env_remove("XDG_CONFIG_HOME");
        return passes(command);
    }
    for mode in MODES {
        let (one, other) = (Tree::new(), Tree::new());
        one.write(".config/git/ignore", "x.txt\n");
        other.write(".config/git/ignore", "*.rs\n");
        // SAFETY: the process runs only this test, and its other threads are pool workers, which
        // read the environment through the standard library, whose lock makes that sound.
        let set_home = |tree: &Tree| unsafe { std::env::set_var("HOME", tree.root()) };
        set_home(&one);
        let tree = Tree::of(&FILES);
        tree.make_repository(".");
        let workspace = open(&tree, mode);
        compare(&workspace, tree.root(), &["."]);
        set_home(&other);
        if mode == RefreshMode::Manual {
            workspace.invalidate(None);
        }
        let all = GlobOptions::new("**/x.txt", &workspace);
        let found = glob(&all, &CancelToken::new()).unwrap();
        assert_eq!(found.items.len(), 1, "{mode:?}");
        assert_ne!(found.report.snapshot.rescan, Some(RescanReason::First));
        compare(&workspace, tree.root(), &["."]);
    }
}
