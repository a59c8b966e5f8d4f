//! Plans of every kind, and a naive model of their effect.

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::*;
use crate::plan::CreateMode;

/// Change of a plan. Paths are relative to the directory of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Write(String, String),
    Create(String, String),
    Delete(String),
    /// Old path, new path, new text.
    Rename(String, String, Option<String>),
}

/// Parses a plan: one change per line, with words separated by spaces.
pub(super) fn ops(text: &str) -> Vec<Op> {
    let parse = |line: &str| {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let word = |at: usize| words[at].clone();
        match &*words[0] {
            "write" => Op::Write(word(1), word(2)),
            "create" => Op::Create(word(1), word(2)),
            "delete" => Op::Delete(word(1)),
            "rename" => Op::Rename(word(1), word(2), words.get(3).cloned()),
            other => panic!("{other}"),
        }
    };
    text.lines().map(parse).collect()
}

/// Formats a plan as [`ops`] parses it.
pub(super) fn to_text(ops: &[Op]) -> String {
    let line = |op: &Op| match op {
        Op::Write(path, text) => format!("write {path} {text}"),
        Op::Create(path, text) => format!("create {path} {text}"),
        Op::Delete(path) => format!("delete {path}"),
        Op::Rename(from, to, text) => {
            format!("rename {from} {to} {}", text.as_deref().unwrap_or(""))
        }
    };
    ops.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Converts changes with the bytes that the files have now.
pub(super) fn planned(dir: &Path, ops: &[Op]) -> Vec<PlannedChange> {
    let old = |path: &str| digest(&fs::read(dir.join(path)).unwrap_or_default());
    let change = |op: &Op| {
        let (path, action) = match op {
            Op::Write(path, text) => {
                let text = text.clone().into_bytes();
                (path, ChangeAction::rewrite(old(path), text))
            }
            Op::Create(path, text) => {
                let text = text.clone().into_bytes();
                (path, ChangeAction::create(text, CreateMode::Default))
            }
            Op::Delete(path) => (path, ChangeAction::Delete { old: old(path) }),
            Op::Rename(from, to, text) => {
                let text = text.clone().map(String::into_bytes);
                (from, ChangeAction::rename(old(from), dir.join(to), text))
            }
        };
        let path = dir.join(path);
        PlannedChange { path, action }
    };
    ops.iter().map(change).collect()
}

/// Applies a plan in a directory, with locks and recovery.
pub(super) fn run(dir: &Path, ops: &[Op]) -> Result<RecoveryOutcome> {
    run_with(dir, ops, |_| Ok(()))
}

pub(super) fn run_with(
    dir: &Path,
    ops: &[Op],
    mut before_commit: impl FnMut(&[AppliedChange<'_>]) -> Result<()>,
) -> Result<RecoveryOutcome> {
    let scope = begin_scope(&Scope::new(dir));
    let transaction = Transaction {
        scope: &scope,
        root_kinds: RootKinds::FilesAndDirs,
        wait: Duration::ZERO,
        pool: None,
    };
    let plan = || {
        Ok(ChangePlan {
            changes: planned(dir, ops),
            check: Ok(()),
            outcome: (),
        })
    };
    let ((), recovery) = transaction.apply_with(&CancelToken::new(), plan, |commit| {
        before_commit(&commit.changes)
    })?;
    Ok(recovery)
}

/// File or directory of a [`Snapshot`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// Content; `None` for a directory.
    pub(super) bytes: Option<Vec<u8>>,
    pub(super) mode: u32,
    pub(super) attribute: Vec<u8>,
    /// First path of the same file.
    pub(super) same_as: String,
}

/// Everything below a directory, by relative path.
pub(super) type Snapshot = BTreeMap<String, Node>;

/// Name of an extended attribute.
pub(super) const ATTRIBUTE: &str = "user.ransack";

pub(super) fn snapshot(dir: &Path) -> Snapshot {
    fn add(dir: &Path, prefix: &str, snapshot: &mut Snapshot, inodes: &mut BTreeMap<u64, String>) {
        let mut names: Vec<String> = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        for name in names {
            let (path, name) = (dir.join(&name), format!("{prefix}{name}"));
            let metadata = fs::symlink_metadata(&path).unwrap();
            let mut value = [0; 64];
            let len = rustix::fs::lgetxattr(&path, ATTRIBUTE, &mut value).unwrap_or(0);
            let first = inodes.entry(metadata.ino()).or_insert_with(|| name.clone());
            let node = Node {
                bytes: metadata.is_file().then(|| fs::read(&path).unwrap()),
                mode: metadata.mode(),
                attribute: value[..len].to_vec(),
                same_as: first.clone(),
            };
            snapshot.insert(name.clone(), node);
            if metadata.is_dir() {
                add(&path, &format!("{name}/"), snapshot, inodes);
            }
        }
    }
    let mut snapshot = Snapshot::new();
    add(dir, "", &mut snapshot, &mut BTreeMap::new());
    snapshot
}

/// Ignores hard links.
pub(super) fn without_links(mut snapshot: Snapshot) -> Snapshot {
    for (path, node) in &mut snapshot {
        node.same_as.clone_from(path);
    }
    snapshot
}

/// Returns the modes of a new file and a new directory.
pub(super) fn default_modes() -> (u32, u32) {
    static MODES: std::sync::OnceLock<(u32, u32)> = std::sync::OnceLock::new();
    *MODES.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let (file, below) = (dir.path().join("file"), dir.path().join("dir"));
        fs::write(&file, "").unwrap();
        fs::create_dir(&below).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode();
        (mode(&file), mode(&below))
    })
}

/// Applies a plan to a snapshot, naively. Returns `None` if the plan must be refused.
pub(super) fn model(old: &Snapshot, ops: &[Op]) -> Option<Snapshot> {
    let mut new = old.clone();
    let file = |path: &str| old.get(path).filter(|node| node.bytes.is_some());
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    // Files with new bytes, by the first of their names.
    let mut written: BTreeMap<&str, &str> = BTreeMap::new();
    let fresh = |text: &str| Node {
        bytes: Some(text.as_bytes().to_vec()),
        mode: default_modes().0,
        attribute: Vec::new(),
        same_as: String::new(),
    };
    for op in ops {
        match op {
            Op::Write(path, text) => {
                let first = &*file(path)?.same_as;
                if *written.entry(first).or_insert(text) != text {
                    return None;
                }
            }
            Op::Create(path, text) => added.push((path, fresh(text))),
            Op::Delete(path) => removed.push(path),
            Op::Rename(from, to, text) => {
                let mut node = file(from)?.clone();
                let is_changed = |text: &&String| node.bytes.as_deref() != Some(text.as_bytes());
                if let Some(text) = text.as_ref().filter(is_changed) {
                    node.bytes = Some(text.as_bytes().to_vec());
                    node.same_as = String::new();
                }
                removed.push(from);
                added.push((to, node));
            }
        }
        if let Op::Rename(from, to, _) = op
            && from == to
        {
            return None;
        }
    }
    for (at, path) in removed.iter().enumerate() {
        let node = file(path)?;
        if removed[..at].contains(path) || written.contains_key(&*node.same_as) {
            return None;
        }
    }
    for node in new.values_mut() {
        if let Some(text) = written.get(&*node.same_as) {
            node.bytes = Some(text.as_bytes().to_vec());
        }
    }
    for path in &removed {
        new.remove(*path);
    }
    for (path, node) in added {
        let mut above = Path::new(path).ancestors().skip(1);
        let is_free = |dir: &Path| {
            let dir = dir.to_str().unwrap();
            // A directory does not take the place of a file that is deleted.
            dir.is_empty() || file(dir).is_none() && new.get(dir).is_none_or(|n| n.bytes.is_none())
        };
        if !above.all(is_free) || new.contains_key(path) {
            return None;
        }
        for dir in Path::new(path).ancestors().skip(1) {
            let dir = dir.to_str().unwrap();
            if !dir.is_empty() {
                new.entry(dir.to_owned()).or_insert_with(|| Node {
                    bytes: None,
                    mode: default_modes().1,
                    attribute: Vec::new(),
                    same_as: String::new(),
                });
            }
        }
        new.insert(path.clone(), node);
    }
    // The first name of each file, or of a new one its own.
    let mut firsts: BTreeMap<String, String> = BTreeMap::new();
    for (path, node) in &mut new {
        node.same_as = match node.same_as.is_empty() {
            true => path.clone(),
            false => firsts
                .entry(node.same_as.clone())
                .or_insert_with(|| path.clone())
                .clone(),
        };
    }
    Some(new)
}

/// Creates a directory where syncing costs little, if such a file system keeps extended attributes.
pub(super) fn fast_dir() -> tempfile::TempDir {
    let is_fit = |dir: &tempfile::TempDir| {
        let flags = rustix::fs::XattrFlags::empty();
        rustix::fs::setxattr(dir.path(), ATTRIBUTE, b"", flags).is_ok()
    };
    let fast = tempfile::tempdir_in("/dev/shm").ok().filter(is_fit);
    fast.unwrap_or_else(|| tempfile::tempdir().unwrap())
}

/// Removes everything in a directory and creates these files; directories end with `/`. Files with
/// equal numbers are hard links.
pub(super) fn plant_nodes(dir: &Path, files: &[(&str, &str, u32)]) {
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => fs::remove_dir_all(entry.path()).unwrap(),
            false => fs::remove_file(entry.path()).unwrap(),
        }
    }
    let mut firsts: BTreeMap<u32, PathBuf> = BTreeMap::new();
    for (name, text, number) in files {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if let Some(first) = firsts.get(number) {
            fs::hard_link(first, path).unwrap();
            continue;
        }
        fs::write(&path, text).unwrap();
        let mode = [0o644, 0o755, 0o600, 0o640][*number as usize % 4];
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let flags = rustix::fs::XattrFlags::empty();
        let value = number.to_string();
        rustix::fs::setxattr(&path, ATTRIBUTE, value.as_bytes(), flags)
            .expect("the temporary directory must have extended attributes");
        firsts.insert(*number, path);
    }
}

/// Ways in which a file system links and renames files.
pub(super) const WAYS: [ExchangeSupport; 4] = [
    ExchangeSupport::Real,
    ExchangeSupport::None,
    ExchangeSupport::NoLinks,
    ExchangeSupport::Busy,
];

/// Plans that succeed in the tree of [`plant_small`].
pub(super) const PLANS: [&str; 14] = [
    "create new text",
    "create d/new text",
    "create x/y/new text\ncreate x/z text\ncreate x/y/other text",
    "delete a",
    "rename a b2",
    "rename a d/b2",
    "rename a x/y/b2",
    "rename a x/y/b2 changed",
    // A chain and a swap, also of equal files.
    "rename a b\nrename b c\nrename c z",
    "rename a b\nrename b a",
    "rename equal d/equal\nrename d/equal equal",
    // A path that the plan frees.
    "delete a\ncreate a other",
    "delete b\nrename a b\ncreate a other",
    // Everything at once; the files `linked` and `d/linked` are one.
    "write c changed\ndelete d/file\nrename linked x/linked\nrename a b changed\nrename b a\n\
     create x/y/new text",
];

/// Plants the tree of [`PLANS`].
pub(super) fn plant_small(dir: &Path) {
    plant_nodes(
        dir,
        &[
            ("a", "text of a", 0),
            ("b", "text of b", 1),
            ("c", "text of c", 2),
            ("equal", "", 3),
            ("d/equal", "", 4),
            ("d/file", "text", 5),
            ("linked", "linked", 6),
            ("d/linked", "linked", 6),
        ],
    );
}

/// Ignores hard links where the file system has none.
pub(super) fn comparable(snapshot: Snapshot, way: ExchangeSupport) -> Snapshot {
    match way {
        ExchangeSupport::NoLinks => without_links(snapshot),
        _ => snapshot,
    }
}
