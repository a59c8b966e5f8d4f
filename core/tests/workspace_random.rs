//! Workspaces beside the same calls without one, after random changes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/compare.rs"]
mod compare;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use common::Tree;
use compare::{FILES, MODES, compare, open};
use proptest::prelude::*;
use ransack::RefreshMode;

#[derive(Clone, Debug)]
enum Change {
    MakeDir,
    Write(usize),
    Append,
    SetTime(u64),
    RemoveFile,
    RemoveDir,
    Rename,
    Link,
    SecondName,
    Rules(usize, usize),
}

const NAMES: [&str; 8] = [
    "a",
    "b",
    "c.rs",
    "ignored",
    ".h",
    "x.log",
    "node_modules",
    "a.d",
];

fn change() -> impl Strategy<Value = (Change, String, String)> {
    let place = || {
        let name = (0..NAMES.len()).prop_map(|i| NAMES[i]);
        proptest::collection::vec(name, 1..4).prop_map(|parts| parts.join("/"))
    };
    let change = prop_oneof![
        3 => Just(Change::MakeDir),
        3 => (0..9_usize).prop_map(Change::Write),
        1 => Just(Change::Append),
        1 => (0..9_u64).prop_map(Change::SetTime),
        1 => Just(Change::RemoveFile),
        1 => Just(Change::RemoveDir),
        2 => Just(Change::Rename),
        1 => Just(Change::Link),
        1 => Just(Change::SecondName),
        1 => (0..2_usize, 0..5_usize).prop_map(|(file, rules)| Change::Rules(file, rules)),
    ];
    (change, place(), place())
}

/// Does it if it can be done.
fn make(tree: &Tree, (change, one, other): &(Change, String, String)) {
    let (one, other) = (tree.path(one), tree.path(other));
    let _ = match *change {
        Change::MakeDir => fs::create_dir_all(&one),
        Change::Write(len) => fs::write(&one, &b"x\nx\nxx\nx"[..len]),
        Change::Append => fs::File::options()
            .append(true)
            .open(&one)
            .and_then(|mut file| file.write_all(b"x\n")),
        Change::SetTime(seconds) => fs::File::options()
            .write(true)
            .open(&one)
            .and_then(|file| file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds))),
        Change::RemoveFile => fs::remove_file(&one),
        Change::RemoveDir => fs::remove_dir_all(&one),
        Change::Rename => fs::rename(&one, &other),
        Change::Link => link(&one, &other),
        Change::SecondName => fs::hard_link(&one, &other),
        Change::Rules(file, rules) => {
            let rules = ["b\n", "*.rs\n!c.rs\n", "a/\n", "", "!.h\n/a\n"][rules];
            fs::write(one.join([".gitignore", ".ignore"][file]), rules)
        }
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Compared after each few changes, in every mode.
    #[test]
    fn random_changes(steps in proptest::collection::vec(
        (proptest::collection::vec(change(), 1..4), 0..4_usize, any::<bool>()), 1..16,
    )) {
        let tree = Tree::of(&FILES);
        tree.make_repository(".");
        let workspaces = MODES.map(|mode| open(&tree, mode));
        for (changes, place, refreshes) in &steps {
            for change in changes {
                make(&tree, change);
                if *refreshes {
                    for workspace in &workspaces {
                        workspace.refresh().unwrap();
                    }
                }
            }
            for (workspace, mode) in workspaces.iter().zip(MODES) {
                if mode == RefreshMode::Manual {
                    workspace.invalidate(None);
                }
                let below = [".", "a", "ignored", "a/b"][*place];
                compare(workspace, tree.root(), &[".", below]);
            }
        }
    }
}

#[cfg(unix)]
fn link(one: &Path, other: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(one, other)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}
