//! Content index with several threads: each search sees everything written before it began, while
//! files are written and segments are built, merged, damaged and imported.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ransack::{
    CancelToken, GrepOptions, IndexMode, RefreshMode, Workspace, WorkspaceOptions, grep,
};
use ransack_testing::changes::{ready, text};
use ransack_testing::{Dice, Tree};

/// Rounds of the writer.
const ROUNDS: usize = 40;

/// Numbers of writes that have begun and ended.
#[derive(Default)]
struct Clock {
    begun: AtomicUsize,
    ended: AtomicUsize,
}

impl Clock {
    fn write(&self, write: impl FnOnce(usize)) {
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        write(number);
        self.ended.store(number, Ordering::SeqCst);
    }

    fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    fn ended(&self) -> usize {
        self.ended.load(Ordering::SeqCst)
    }
}

fn open(tree: &Tree, store: &Path, refresh: RefreshMode, index: IndexMode) -> Workspace {
    let options = WorkspaceOptions::default()
        .refresh(refresh)
        .index(index)
        .index_path(store.to_owned());
    Workspace::open(tree.root(), &options).unwrap()
}

/// Paths with a match.
fn find(workspace: &Workspace, pattern: &str) -> Vec<String> {
    let mut options = GrepOptions::new(pattern, workspace);
    options.scope.globs = vec!["!.new".to_owned()];
    let found = grep(&options, &CancelToken::new()).unwrap();
    let items = found.items.iter();
    items.map(|item| item.path.to_string()).collect()
}

/// Writes a file next to its destination and renames it.
fn replace(tree: &Tree, path: &str, content: &str) {
    let new = tree.path(".new");
    fs::write(&new, content).unwrap();
    fs::rename(new, tree.path(path)).unwrap();
}

fn fill(tree: &Tree, dice: &mut Dice, round: usize) {
    for n in 0..150 {
        // Some files have equal contents, so documents are shared.
        let own = match n % 3 {
            0 => format!("shared_{n}\n"),
            _ => format!("own_{round}_{n}\n"),
        };
        let mut rest = text(&mut Dice::new(dice.below(40) as u64));
        // Binary files have no matches.
        rest.retain(|&byte| byte != 0);
        let content = [own.into_bytes(), rest].concat();
        tree.write(&format!("fill/{}/f{n}", n % 7), content);
    }
    tree.write(&format!("fill/rounds/r{round}"), "round\n");
}

/// Searches repeated while files change.
fn check(tree: &Tree, workspace: &Workspace, clock: &Clock) {
    // In every version of the file.
    assert_eq!(find(workspace, "unmistakable_word"), ["fixed/one"]);
    assert_eq!(find(workspace, "appended_first"), ["fixed/log"]);
    // A file that was written earlier and stays.
    let last = clock.ended();
    if last > 0 {
        let serial = find(workspace, &format!(r"serial_{last}\b"));
        assert_eq!(serial, [format!("serial/s{last}")]);
        let appended = find(workspace, &format!(r"appended_{last}\b"));
        assert_eq!(appended, ["fixed/log"], "{last}");
    }
    // A file that is being replaced, unless it was replaced in the meantime.
    let last = clock.ended();
    let count = find(workspace, &format!(r"count_{last}\b"));
    if clock.begun() == last {
        assert_eq!(count, ["count"], "{last}");
    }
    assert!(tree.path("count").exists());
}

fn write(tree: &Tree, number: usize) {
    replace(tree, "fixed/one", &format!("unmistakable_word {number}\n"));
    let mut log = File::options()
        .append(true)
        .open(tree.path("fixed/log"))
        .unwrap();
    log.write_all(format!("appended_{number}\n").as_bytes())
        .unwrap();
    tree.write(&format!("serial/s{number}"), format!("serial_{number}\n"));
    match number % 3 {
        0 => tree.write("count", format!("count_{number}\n")),
        _ => replace(tree, "count", &format!("count_{number}\n")),
    }
}

/// Damages the words of each segment of a store.
fn damage(store: &Path, dice: &mut Dice) {
    for entry in fs::read_dir(store.join("segments")).unwrap().flatten() {
        // The file may be gone.
        if let Ok(mut bytes) = fs::read(entry.path()) {
            let at = bytes.len() / 2 + dice.below(bytes.len() / 4 + 1);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 0x10;
                let _ = fs::write(entry.path(), bytes);
            }
        }
    }
}

fn readers(refresh: RefreshMode, index: IndexMode, is_damaged: bool) {
    let mut dice = Dice::new(refresh as u64 + 5);
    let (tree, store) = (Tree::new(), tempfile::tempdir().unwrap());
    tree.write("fixed/one", "unmistakable_word\n");
    tree.write("fixed/log", "appended_first\n");
    tree.write("count", "count_0\n");
    fill(&tree, &mut dice, 0);
    let workspace = open(&tree, store.path(), refresh, index);
    let other = open(&tree, store.path(), refresh, index);
    let (is_done, clock) = (AtomicBool::new(false), Clock::default());
    std::thread::scope(|scope| {
        for reader in [&workspace, &other, &workspace] {
            let (tree, clock, is_done) = (&tree, &clock, &is_done);
            scope.spawn(move || {
                while !is_done.load(Ordering::Relaxed) {
                    check(tree, reader, clock);
                }
            });
        }
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                ready(&workspace);
            }
        });
        // Also ends the readers on panic.
        let writer = scope.spawn(|| {
            for round in 1..=ROUNDS {
                fill(&tree, &mut dice, round);
                for _ in 0..10 {
                    clock.write(|number| write(&tree, number));
                }
                if is_damaged && round % 4 == 0 {
                    damage(store.path(), &mut dice);
                }
                if round % 8 == 0 {
                    ready(&other);
                }
            }
        });
        let written = writer.join();
        is_done.store(true, Ordering::Relaxed);
        written.unwrap();
    });
    check(&tree, &workspace, &clock);
    for workspace in [&workspace, &other] {
        ready(workspace);
        for n in (0..150).filter(|n| n % 3 > 0) {
            let found = find(workspace, &format!(r"own_{ROUNDS}_{n}\b"));
            assert_eq!(found, [format!("fill/{}/f{n}", n % 7)]);
        }
    }
}

#[test]
fn searches_see_what_was_written_while_watched() {
    readers(RefreshMode::Watch, IndexMode::Memory, false);
    readers(RefreshMode::Watch, IndexMode::Disk, false);
}

#[test]
fn searches_see_what_was_written_by_metadata() {
    readers(RefreshMode::Stat, IndexMode::Memory, false);
    readers(RefreshMode::Stat, IndexMode::Disk, false);
}

#[test]
fn searches_see_what_was_written_while_segments_are_damaged() {
    readers(RefreshMode::Watch, IndexMode::Disk, true);
    readers(RefreshMode::Stat, IndexMode::Disk, true);
}
