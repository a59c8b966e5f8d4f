//! Random trees, changes and queries, to compare searches with and without a content index.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use ransack_search::{CancelToken, GrepOptions, IndexUse, Report, SnapshotInfo, Workspace};

use crate::{Dice, Tree};

/// Words of the texts; some contain others.
pub const WORDS: [&str; 12] = [
    "alpha",
    "alphabet",
    "beta_1",
    "gamma",
    "ALPHA",
    "\u{e9}t\u{e9}",
    "->",
    "spin_lock",
    "lock",
    "\u{212a}elvin",
    "unspin_lock_irq",
    "0xff",
];

/// Patterns of the queries.
pub const PATTERNS: [&str; 14] = [
    "alpha",
    "alphabet",
    "spin_lock",
    r"\bspin_lock\b",
    "lock_irq",
    "absent",
    "beta_1 gamma",
    "alpha|gamma",
    "(?i)KELVIN",
    "\u{e9}t",
    r"->\s*lock",
    ".",
    r"\d[xX]f+",
    "^gamma",
];

pub fn ready(workspace: &Workspace) {
    workspace.ready(&CancelToken::new(), |_| {}).unwrap();
}

/// Returns a report without the fields that depend on the index.
pub fn plain(mut report: Report) -> Report {
    report.snapshot = SnapshotInfo::default();
    report.index = IndexUse::default();
    report
}

pub fn text(dice: &mut Dice) -> Vec<u8> {
    let mut text = Vec::new();
    match dice.below(20) {
        0 => return b"bin\0ary alpha".to_vec(),
        1 => {
            // UTF-16, little-endian, sometimes cut inside a unit.
            text.extend(b"\xff\xfe");
            let words = format!("{} gamma\n", WORDS[dice.below(WORDS.len())]);
            text.extend(words.encode_utf16().flat_map(u16::to_le_bytes));
            text.truncate(text.len() - dice.below(2));
            return text;
        }
        2 => text.extend(b"alpha \xe9t\xff beta_1\n"),
        3 => {
            // Words that are split.
            for _ in 0..dice.below(40) {
                text.extend(WORDS[dice.below(WORDS.len())].as_bytes());
            }
            text.push(b'\n');
        }
        _ => {}
    }
    for _ in 0..dice.below(12) {
        text.extend(WORDS[dice.below(WORDS.len())].as_bytes());
        text.extend([&b" "[..], b"\n", b"", b"."][dice.below(4)]);
    }
    text
}

pub fn place(dice: &mut Dice) -> String {
    const DIRS: [&str; 6] = ["", "a/", "a/b/", "c/", "c/d/e/", ".h/"];
    const NAMES: [&str; 7] = ["x.rs", "y", "z.txt", ".gitignore", "w.log", "a", "b"];
    let dir = DIRS[dice.below(DIRS.len())];
    // Ignore files are rarer than others.
    let name = match dice.below(5) {
        0 => NAMES[dice.below(NAMES.len())].to_owned(),
        _ => format!("f{}", dice.below(12)),
    };
    format!("{dir}{name}")
}

/// Makes one random change, if possible.
pub fn change(tree: &Tree, dice: &mut Dice) {
    let path = place(dice);
    let (one, other) = (tree.path(&path), tree.path(&place(dice)));
    let parent = one.parent().unwrap();
    let _ = match dice.below(16) {
        0..5 => {
            let text = match path.ends_with(".gitignore") {
                true => [&b"*.log\n"[..], b"y\n", b"b/\n", b""][dice.below(4)].to_vec(),
                false => text(dice),
            };
            fs::create_dir_all(parent).and_then(|()| fs::write(&one, text))
        }
        5 => File::options()
            .append(true)
            .open(&one)
            .and_then(|mut file| file.write_all(b"spin_lock gamma\n")),
        6 => {
            // Save like an editor: a new file replaces the old file.
            let new = parent.join(".new");
            fs::write(&new, text(dice)).and_then(|()| fs::rename(&new, &one))
        }
        7 => fs::remove_file(&one),
        8 => fs::rename(&one, &other),
        9 => fs::rename(parent, tree.path(["a/b2", "c/d2", "g"][dice.below(3)])),
        10 if parent != tree.root() => fs::remove_dir_all(parent),
        11 => fs::hard_link(&one, &other),
        12 => link(&other, &one),
        13 => File::options()
            .write(true)
            .open(&one)
            .and_then(|file| file.set_modified(UNIX_EPOCH + Duration::from_secs(9))),
        14 => permissions(&one, dice.below(2) == 0),
        // The same size and the same time.
        _ => same_size(&one),
    };
}

#[cfg(unix)]
pub fn link(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
pub fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub fn permissions(path: &Path, is_readable: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if is_readable { 0o644 } else { 0 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub fn permissions(_: &Path, _: bool) -> std::io::Result<()> {
    Ok(())
}

/// Overwrites a file with as many bytes and restores its modification time.
pub fn same_size(path: &Path) -> std::io::Result<()> {
    let metadata = fs::metadata(path)?;
    let text = b"alphabet lock ".repeat(metadata.len() as usize / 14 + 1);
    fs::write(path, &text[..metadata.len() as usize])?;
    File::options()
        .write(true)
        .open(path)?
        .set_modified(metadata.modified()?)
}

pub fn query(dice: &mut Dice) -> GrepOptions {
    let mut options = GrepOptions::new(PATTERNS[dice.below(PATTERNS.len())], ".");
    options.query.ignore_case = dice.below(4) == 0;
    options.query.word = dice.below(6) == 0;
    options.query.invert = dice.below(20) == 0;
    options.scope.gitignore = dice.below(4) != 0;
    options.scope.hidden = dice.below(4) != 0;
    options.max_file_size = (dice.below(8) == 0).then_some(40);
    if dice.below(8) == 0 {
        options.scope.globs = vec!["*.rs".to_owned(), "f1*".to_owned()];
    }
    options
}

pub fn fill(tree: &Tree, dice: &mut Dice) {
    for _ in 0..120 {
        let path = place(dice);
        if !path.ends_with(".gitignore") && !tree.path(&path).is_dir() {
            let _ = fs::create_dir_all(tree.path(&path).parent().unwrap());
            let _ = fs::write(tree.path(&path), text(dice));
        }
    }
}

/// Sources in several languages, some with embedded code.
pub fn source(dice: &mut Dice, name: &str) -> String {
    let name_of = |dice: &mut Dice| ["kfree", "kfree_skb", "free", "spin_lock"][dice.below(4)];
    let mut text = String::new();
    for _ in 0..dice.below(4) {
        let called = name_of(dice);
        text += &match name.rsplit('.').next() {
            Some("c") => format!("void f(void) {{ {called}(a); }}\n"),
            Some("py") => format!("def f():\n    {called}(a)\n"),
            Some("rs") => format!("fn f() {{ {called}(a); }}\n"),
            Some("md") => format!("Text\n\n```c\nvoid f(void) {{ {called}(a); }}\n```\n"),
            _ => format!("{called}(a)\n"),
        };
    }
    text
}
