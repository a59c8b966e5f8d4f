//! Content index of a workspace: the same results as without one, after random
//! changes of every kind.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use common::{Dice, Tree};
use ransack::{
    CancelToken, GrepMatch, GrepOptions, IndexMode, IndexUse, Outcome, RefreshMode, SnapshotInfo,
    Workspace, WorkspaceOptions, grep,
};

/// Words of the texts; some contain others.
const WORDS: [&str; 12] = [
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
const PATTERNS: [&str; 14] = [
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

fn open(tree: &Tree, refresh: RefreshMode) -> Workspace {
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(IndexMode::Memory);
    Workspace::open(tree.root(), &options).unwrap()
}

fn ready(workspace: &Workspace) {
    workspace.ready(&CancelToken::new(), |_| {}).unwrap();
}

/// Returns an outcome without what depends on the index.
fn plain(outcome: Outcome<GrepMatch>) -> Outcome<GrepMatch> {
    let mut outcome = outcome;
    outcome.report.snapshot = SnapshotInfo::default();
    outcome.report.index = IndexUse::default();
    outcome
}

/// Compares a search through a workspace with the same search without one. Returns
/// the use of the index.
fn compare(workspace: &Workspace, options: &GrepOptions) -> IndexUse {
    let token = CancelToken::new();
    let found = workspace.grep(options, &token).unwrap();
    let index = found.report.index;
    let mut direct = options.clone();
    direct.scope.roots = vec![workspace.root().to_owned()];
    let expected = plain(grep(&direct, &token).unwrap());
    let found = plain(found);
    let lines = |outcome: &Outcome<GrepMatch>| -> Vec<String> {
        let items = outcome.items.iter();
        items
            .map(|item| format!("{}:{}", item.path, item.line_number))
            .collect()
    };
    assert_eq!(lines(&found), lines(&expected), "{options:?}");
    assert_eq!(found.items, expected.items, "{options:?}");
    assert_eq!(found.report, expected.report, "{options:?}");
    index
}

fn text(dice: &mut Dice) -> Vec<u8> {
    let mut text = Vec::new();
    match dice.below(20) {
        0 => return b"bin\0ary alpha".to_vec(),
        1 => {
            // UTF-16, little-endian, sometimes cut within a unit.
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

fn place(dice: &mut Dice) -> String {
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

/// Does one random change, if it can be done.
fn change(tree: &Tree, dice: &mut Dice) {
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
            // As editors save: a new file takes the place of the old one.
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
fn link(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn permissions(path: &Path, is_readable: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if is_readable { 0o644 } else { 0 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn permissions(_: &Path, _: bool) -> std::io::Result<()> {
    Ok(())
}

/// Overwrites a file with as many bytes and restores its modification time.
fn same_size(path: &Path) -> std::io::Result<()> {
    let metadata = fs::metadata(path)?;
    let text = b"alphabet lock ".repeat(metadata.len() as usize / 14 + 1);
    fs::write(path, &text[..metadata.len() as usize])?;
    File::options()
        .write(true)
        .open(path)?
        .set_modified(metadata.modified()?)
}

fn query(dice: &mut Dice) -> GrepOptions {
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

fn fill(tree: &Tree, dice: &mut Dice) {
    for _ in 0..120 {
        let path = place(dice);
        if !path.ends_with(".gitignore") && !tree.path(&path).is_dir() {
            let _ = fs::create_dir_all(tree.path(&path).parent().unwrap());
            let _ = fs::write(tree.path(&path), text(dice));
        }
    }
}

/// Compares searches after each change.
fn random_changes(refresh: RefreshMode, rounds: usize) {
    let mut dice = Dice::new(refresh as u64 + 7);
    let tree = Tree::new();
    tree.make_repository(".");
    fill(&tree, &mut dice);
    let workspace = open(&tree, refresh);
    ready(&workspace);
    let mut excluded = 0;
    for round in 0..rounds {
        for _ in 0..dice.below(3) {
            change(&tree, &mut dice);
        }
        if refresh == RefreshMode::Manual {
            workspace.invalidate(None);
            workspace.refresh().unwrap();
        }
        if round % 50 == 0 {
            ready(&workspace);
        }
        if round % 400 == 399 {
            fill(&tree, &mut dice);
            if refresh == RefreshMode::Manual {
                workspace.refresh().unwrap();
            }
        }
        let index = compare(&workspace, &query(&mut dice));
        excluded += usize::from(index.used && index.candidates > index.always_scanned);
    }
    assert!(excluded > rounds / 10, "{excluded} of {rounds}");
}

#[test]
fn results_are_those_without_an_index_while_watched() {
    random_changes(RefreshMode::Watch, 3000);
}

#[test]
fn results_are_those_without_an_index_by_metadata() {
    random_changes(RefreshMode::Stat, 2000);
}

#[test]
fn results_are_those_without_an_index_by_hand() {
    random_changes(RefreshMode::Manual, 1000);
}

/// Sources in several languages, with code of one in another.
fn source(dice: &mut Dice, name: &str) -> String {
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

#[cfg(feature = "ast")]
#[test]
fn syntax_searches_have_the_results_without_an_index() {
    use ransack::{AstGrepOptions, AstQuery, ast_grep};
    let mut dice = Dice::new(11);
    let tree = Tree::new();
    let names: Vec<String> = (0..160)
        .map(|n| format!("d{}/f{n}.{}", n % 5, ["c", "py", "rs", "md", "txt"][n % 5]))
        .collect();
    for name in &names {
        tree.write(name, source(&mut dice, name));
    }
    let workspace = open(&tree, RefreshMode::Watch);
    ready(&workspace);
    let token = CancelToken::new();
    let mut excluded = 0;
    for round in 0..400 {
        let name = &names[dice.below(names.len())];
        tree.write(name, source(&mut dice, name));
        if round % 40 == 0 {
            ready(&workspace);
        }
        // The last two are invalid in some of the languages, or in all.
        let pattern = [
            "kfree($A)",
            "spin_lock($A)",
            "$F(a)",
            "absent($A)",
            "def f(): $$$",
            "((",
        ][dice.below(6)];
        let mut options = AstGrepOptions::new(pattern, ".");
        options.query = AstQuery::new(pattern);
        options.language = [None, None, Some("c"), Some("python")][dice.below(4)].map(String::from);
        if dice.below(4) == 0 {
            options.scope.globs = vec![["*.c", "*.py", "*.txt", "d1/**"][dice.below(4)].to_owned()];
        }
        let mut direct = options.clone();
        direct.scope.roots = vec![tree.root().to_owned()];
        let expected = ast_grep(&direct, &token).map_err(|error| error.to_string());
        let found = workspace
            .ast_grep(&options, &token)
            .map_err(|error| error.to_string());
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                let index = found.report.index;
                excluded += usize::from(index.used && index.candidates < index.always_scanned + 20);
                let plain = |mut report: ransack::Report| {
                    report.snapshot = SnapshotInfo::default();
                    report.index = IndexUse::default();
                    report
                };
                assert_eq!(found.items, expected.items, "{options:?}");
                assert_eq!(plain(found.report), plain(expected.report), "{options:?}");
            }
            (found, expected) => {
                let failed = |outcome: Result<ransack::Outcome<_>, String>| outcome.err();
                assert_eq!(failed(found), failed(expected), "{options:?}");
            }
        }
    }
    assert!(excluded > 40, "{excluded}");
}

#[test]
fn readers_see_no_wrong_result_while_files_change() {
    let mut dice = Dice::new(3);
    let tree = Tree::new();
    fill(&tree, &mut dice);
    tree.write("fixed/one", "unmistakable_word\n");
    let workspace = open(&tree, RefreshMode::Watch);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let options = GrepOptions::new("unmistakable_word", ".");
                while !is_done.load(Ordering::Relaxed) {
                    let found = workspace.grep(&options, &CancelToken::new()).unwrap();
                    assert_eq!(found.items.len(), 1);
                }
            });
        }
        for round in 0..600 {
            change(&tree, &mut dice);
            if round % 100 == 0 {
                ready(&workspace);
            }
        }
        is_done.store(true, Ordering::Relaxed);
    });
    for _ in 0..50 {
        compare(&workspace, &query(&mut dice));
    }
}

#[test]
fn selective_searches_read_few_files() {
    let tree = Tree::new();
    for n in 0..200 {
        tree.write(
            &format!("d{}/f{n}", n % 10),
            format!("int word_{n} = {n};\n"),
        );
    }
    tree.write("image", "\0\0");
    let workspace = open(&tree, RefreshMode::Watch);
    ready(&workspace);
    let found = |pattern: &str| {
        let options = GrepOptions::new(pattern, ".");
        let found = workspace.grep(&options, &CancelToken::new()).unwrap();
        let index = found.report.index;
        assert_eq!(found.report.files_searched, 200, "{pattern}");
        (
            found.items.len(),
            index.used,
            index.candidates,
            index.always_scanned,
        )
    };
    assert_eq!(found(r"word_17\b"), (1, true, 2, 1));
    assert_eq!(found("absent_word"), (0, true, 1, 1));
    tree.write("d7/f17", "absent_word\n");
    assert_eq!(found("absent_word"), (1, true, 2, 2));
    assert_eq!(found("."), (200, false, 0, 0));
}
