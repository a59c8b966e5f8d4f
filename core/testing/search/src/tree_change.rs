//! Random changes to a tree on disk.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use proptest::prelude::*;

use crate::Tree;

/// Change to one or two paths in a tree.
#[derive(Clone, Debug)]
pub enum TreeChange {
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

const NAMES: [&str; 9] = [
    "a",
    "b",
    "c.rs",
    "ignored",
    ".h",
    "x.log",
    "node_modules",
    "a.d",
    ".git",
];

impl TreeChange {
    pub fn any() -> impl Strategy<Value = TreeChange> {
        prop_oneof![
            3 => Just(TreeChange::MakeDir),
            3 => (0..9_usize).prop_map(TreeChange::Write),
            1 => Just(TreeChange::Append),
            1 => (0..9_u64).prop_map(TreeChange::SetTime),
            1 => Just(TreeChange::RemoveFile),
            1 => Just(TreeChange::RemoveDir),
            2 => Just(TreeChange::Rename),
            1 => Just(TreeChange::Link),
            1 => Just(TreeChange::SecondName),
            1 => (0..2_usize, 0..5_usize).prop_map(|(file, rules)| TreeChange::Rules(file, rules)),
        ]
    }

    /// Relative path for a change.
    pub fn place() -> impl Strategy<Value = String> {
        let name = prop_oneof![8 => 0..8_usize, 1 => 8..9_usize].prop_map(|at| NAMES[at]);
        proptest::collection::vec(name, 1..4).prop_map(|parts| parts.join("/"))
    }

    /// Makes the change, if possible.
    pub fn make(&self, tree: &Tree, one: &str, other: &str) {
        let (one, other) = (tree.path(one), tree.path(other));
        let _ = match *self {
            TreeChange::MakeDir => fs::create_dir_all(&one),
            TreeChange::Write(len) => fs::write(&one, &b"x\nx\nxx\nx"[..len]),
            TreeChange::Append => fs::File::options()
                .append(true)
                .open(&one)
                .and_then(|mut file| file.write_all(b"x\n")),
            TreeChange::SetTime(seconds) => fs::File::options()
                .write(true)
                .open(&one)
                .and_then(|file| file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds))),
            TreeChange::RemoveFile => fs::remove_file(&one),
            TreeChange::RemoveDir => fs::remove_dir_all(&one),
            TreeChange::Rename => fs::rename(&one, &other),
            TreeChange::Link => link(&one, &other),
            TreeChange::SecondName => fs::hard_link(&one, &other),
            TreeChange::Rules(file, rules) => {
                let rules = ["b\n", "*.rs\n!c.rs\n", "a/\n", "", "!.h\n/a\n"][rules];
                fs::write(one.join([".gitignore", ".ignore"][file]), rules)
            }
        };
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
