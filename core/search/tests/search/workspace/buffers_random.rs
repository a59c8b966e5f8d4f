//! Workspaces with open buffers compared with the same calls on a copy of the tree in which the
//! buffers are files, after random changes of both.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use ransack::{CancelToken, FileType, GlobOptions, IndexMode, RefreshMode, Workspace, glob};
use ransack_testing::Tree;
use ransack_testing::compare::{FILES, compare, open_indexed};
use ransack_testing::tier;
use ransack_testing::tree_change::TreeChange;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};

const KINDS: [(RefreshMode, IndexMode); 7] = [
    (RefreshMode::Watch, IndexMode::None),
    (RefreshMode::Stat, IndexMode::None),
    (RefreshMode::Manual, IndexMode::None),
    (RefreshMode::Walk, IndexMode::None),
    (RefreshMode::Watch, IndexMode::Memory),
    (RefreshMode::Stat, IndexMode::Memory),
    (RefreshMode::Manual, IndexMode::Memory),
];

#[derive(Clone, Debug)]
enum Change {
    Set(&'static str),
    Clear,
    ClearAll,
    OnDisk(TreeChange),
}

fn change() -> impl Strategy<Value = (Change, String, String)> {
    let texts = ["x\n", "x\nx\nxx\n", "", "none", "x\0x\n", "\u{feff}x\n"];
    let change = prop_oneof![
        12 => (0..6_usize).prop_map(move |i| Change::Set(texts[i])),
        2 => Just(Change::Clear),
        1 => Just(Change::ClearAll),
        15 => TreeChange::any().prop_map(Change::OnDisk),
    ];
    (change, TreeChange::place(), TreeChange::place())
}

/// Expected open buffers, by relative path without links.
type Buffers = BTreeMap<PathBuf, Buffer>;

struct Buffer {
    /// Path by which the buffer was last set.
    name: String,
    text: &'static str,
}

/// Returns the path of the buffer that was set by this name or has this path.
fn known(buffers: &Buffers, name: &str) -> Option<PathBuf> {
    let mut named = buffers.iter().filter(|(_, buffer)| buffer.name == name);
    let named = named.next().map(|(path, _)| path.clone());
    let is_path = || buffers.contains_key(Path::new(name)).then(|| name.into());
    named.or_else(is_path)
}

/// Sets a buffer in every workspace. A new one can be set if its file can be written into the copy.
fn set(
    tree: &Tree,
    workspaces: &[Workspace],
    buffers: &mut Buffers,
    name: &str,
    text: &'static str,
) {
    let copy = copy_with(tree, buffers);
    if !links_agree(tree, &copy, Path::new("")) {
        return;
    }
    let file = copy.path(name);
    let path = known(buffers, name).or_else(|| {
        if file.is_symlink() && !file.exists() {
            // A broken link.
            return None;
        }
        fs::create_dir_all(file.parent().unwrap()).ok()?;
        fs::write(&file, text).ok()?;
        let root = copy.root().canonicalize().unwrap();
        Some(
            file.canonicalize()
                .unwrap()
                .strip_prefix(root)
                .unwrap()
                .to_owned(),
        )
    });
    for workspace in workspaces {
        let set = workspace.set_buffer(name, text);
        assert_eq!(set.is_ok(), path.is_some(), "{name}: {set:?}, {path:?}");
    }
    if let Some(path) = path {
        let name = name.to_owned();
        buffers.insert(path, Buffer { name, text });
    }
}

fn clear(tree: &Tree, workspaces: &[Workspace], buffers: &mut Buffers, name: &str) {
    for workspace in workspaces {
        workspace.clear_buffer(Some(Path::new(name))).unwrap();
    }
    let on_disk = || {
        let path = tree.path(name);
        let above = path.ancestors().find(|above| above.exists())?;
        let rest = path.strip_prefix(above).unwrap();
        let root = tree.root().canonicalize().unwrap();
        let above = above.canonicalize().unwrap();
        let is_possible = above.is_dir() || rest.as_os_str().is_empty();
        is_possible.then(|| above.strip_prefix(root).unwrap().join(rest))
    };
    if let Some(path) = known(buffers, name).or_else(on_disk) {
        buffers.remove(&path);
    }
}

/// Copies the tree and writes the buffers into the copy.
fn copy_with(tree: &Tree, buffers: &Buffers) -> Tree {
    let copy = Tree::new();
    copy_dir(tree.root(), copy.root(), (tree.root(), copy.root()));
    for (path, Buffer { text, .. }) in buffers {
        let whole = copy.root().join(path);
        let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
        above.pop();
        for dir in above.into_iter().rev().map(|dir| copy.root().join(dir)) {
            let is_dir = dir.symlink_metadata().is_ok_and(|found| found.is_dir());
            if !is_dir {
                let _ = fs::remove_file(&dir);
                fs::create_dir(&dir).unwrap();
            }
        }
        match whole.symlink_metadata() {
            Ok(found) if found.is_dir() => fs::remove_dir_all(&whole).unwrap(),
            Ok(_) => fs::remove_file(&whole).unwrap(),
            Err(_) => {}
        }
        fs::write(whole, text).unwrap();
    }
    restore_times(tree.root(), copy.root());
    copy
}

fn copy_dir(from: &Path, to: &Path, roots: (&Path, &Path)) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            fs::create_dir(&to).unwrap();
            copy_dir(&from, &to, roots);
        } else if kind.is_symlink() {
            let target = fs::read_link(&from).unwrap();
            let below = target.strip_prefix(roots.0).unwrap();
            symlink(roots.1.join(below), &to).unwrap();
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

/// Gives the entries of the copy the times they have in the tree.
fn restore_times(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        let (Ok(here), Ok(there)) = (entry.metadata(), to.symlink_metadata()) else {
            continue;
        };
        if here.file_type() != there.file_type() {
            continue;
        }
        if here.is_dir() {
            restore_times(&entry.path(), &to);
        }
        set_time(&to, here.modified().unwrap());
    }
}

/// Sets the time of a file, directory or link.
fn set_time(path: &Path, time: SystemTime) {
    let since = time.duration_since(UNIX_EPOCH).unwrap();
    let time = Timespec {
        tv_sec: since.as_secs() as i64,
        tv_nsec: i64::from(since.subsec_nanos()),
    };
    let times = Timestamps {
        last_access: time,
        last_modification: time,
    };
    utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

/// Whether each link leads to the same entry on disk and in the copy: a link to an entry that
/// exists only as a buffer is broken for the workspace.
fn links_agree(tree: &Tree, copy: &Tree, dir: &Path) -> bool {
    fs::read_dir(tree.root().join(dir)).unwrap().all(|entry| {
        let path = dir.join(entry.unwrap().file_name());
        let (here, there) = (tree.root().join(&path), copy.root().join(&path));
        let kind = here.symlink_metadata().unwrap().file_type();
        if kind.is_dir() {
            return links_agree(tree, copy, &path);
        }
        // A link to a link that a directory of buffers replaces leads elsewhere in the copy.
        let target = |path: &Path, root: &Path| {
            let found = path.canonicalize().ok()?;
            let below = found.strip_prefix(root.canonicalize().ok()?).ok()?;
            Some((found.is_dir(), below.to_owned()))
        };
        let agree = || target(&here, tree.root()) == target(&there, copy.root());
        !kind.is_symlink() || !there.is_symlink() || agree()
    })
}

/// Gives the entries of the copy the times that the workspace reports.
fn copy_times(workspace: &Workspace, copy: &Tree) {
    let mut all = GlobOptions::new("**", ".").stat(true);
    all.scope.hidden = true;
    all.scope.gitignore = false;
    all.scope.node_modules = true;
    let found = glob(&all.clone().workspace(workspace), &CancelToken::new()).unwrap();
    for item in found.items {
        if item.file_type != FileType::Symlink {
            let time = item.modified().unwrap();
            set_time(&copy.root().join(item.path), time);
        }
    }
}

type Step = (Vec<(Change, String, String)>, usize);

/// Makes the changes and compares calls of every kind of workspace after each step.
fn compare_after(steps: &[Step]) {
    let tree = Tree::of(&FILES);
    tree.make_repository(".");
    let open = |(mode, index)| open_indexed(&tree, mode, index);
    let workspaces = KINDS.map(open);
    let mut buffers = Buffers::new();
    for (changes, place) in steps {
        for (change, one, other) in changes {
            match change {
                // Whether a directory is a repository is read from disk only.
                Change::Set(_) if one.split('/').any(|name| name == ".git") => {}
                Change::Set(text) => set(&tree, &workspaces, &mut buffers, one, text),
                Change::Clear => clear(&tree, &workspaces, &mut buffers, one),
                Change::ClearAll => {
                    buffers.clear();
                    for workspace in &workspaces {
                        workspace.clear_buffer(None).unwrap();
                    }
                }
                Change::OnDisk(change) => change.make(&tree, one, other),
            }
        }
        let copy = copy_with(&tree, &buffers);
        if !links_agree(&tree, &copy, Path::new("")) {
            continue;
        }
        for (workspace, (mode, index)) in workspaces.iter().zip(KINDS) {
            if mode == RefreshMode::Manual {
                workspace.invalidate(None);
            }
            if index != IndexMode::None && place % 2 == 0 {
                workspace.ready(&CancelToken::new(), |_| {}).unwrap();
            }
            copy_times(workspace, &copy);
            let below = [".", "a", "ignored", "a/b", "node_modules", "b"][*place];
            // The path of a root that is a file is shown as the call spells it.
            let places = match copy.path(below).is_file() {
                true => &["."][..],
                false => &[".", below],
            };
            compare(workspace, copy.root(), places);
        }
    }
}

#[test]
fn a_git_that_links_to_itself() {
    let change = |change| (Change::OnDisk(change), ".git".into(), ".git".into());
    let changes = [TreeChange::RemoveDir, TreeChange::Link].map(change);
    compare_after(&[(changes.into(), 3)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tier::cases(12), ..ProptestConfig::default() })]

    /// Compared after each few changes, in every mode.
    #[test]
    fn random_changes(steps in proptest::collection::vec(
        (proptest::collection::vec(change(), 1..5), 0..6_usize), 1..if tier::runs("random") { 12 } else { 4 },
    )) {
        compare_after(&steps);
    }
}
