//! Files changed by another process between two system calls of an operation.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::edits::{Edit, differences};
use super::judge::{self, Tally, Verdict};
use super::plan;
use super::program::{Action, Fault, Run};
use super::searches::{self, Place, run};
use super::trees::{self, Files};

/// Change of a file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Truncate,
    Append,
    /// Another file is renamed to the path.
    Replace,
    Remove,
    Fifo,
    Directory,
    /// Link to a directory outside the tree, with files of the same names.
    LinkOutside,
    LinkNowhere,
}

const OF_FILES: [Change; 8] = [
    Change::Truncate,
    Change::Append,
    Change::Replace,
    Change::Remove,
    Change::Fifo,
    Change::Directory,
    Change::LinkOutside,
    Change::LinkNowhere,
];

const OF_DIRECTORIES: [Change; 4] = [
    Change::Remove,
    Change::Fifo,
    Change::LinkOutside,
    Change::LinkNowhere,
];

impl Change {
    /// Changes the entry at `path`, always atomically. `outside` replaces it.
    fn apply(self, path: &Path, outside: &Path) {
        let removed = outside.with_extension("removed");
        trees::clear(&removed);
        if !matches!(self, Change::Truncate | Change::Append | Change::Replace) {
            fs::rename(path, &removed).unwrap();
        }
        let append = |text: &[u8]| {
            let mut file = OpenOptions::new().append(true).open(path).unwrap();
            file.write_all(text).unwrap();
        };
        match self {
            Change::Truncate => {
                let file = OpenOptions::new().write(true).open(path).unwrap();
                file.set_len(100).unwrap();
            }
            Change::Append => append(b"var appended = call(needle);\n"),
            Change::Replace => {
                let beside = path.with_extension("beside");
                fs::write(&beside, "var replaced = call(needle);\n").unwrap();
                fs::rename(&beside, path).unwrap();
            }
            Change::Remove => {}
            Change::Fifo => {
                let status = Command::new("mkfifo").arg(path).status();
                assert!(status.unwrap().success());
            }
            Change::Directory => {
                fs::create_dir(path).unwrap();
                fs::write(path.join("inside.js"), "var inside = call(needle);\n").unwrap();
            }
            Change::LinkOutside => symlink(outside, path).unwrap(),
            Change::LinkNowhere => symlink("nowhere", path).unwrap(),
        }
    }
}

/// Pauses before each of `count` calls of a kind.
fn pauses(kind: &str, count: u64) -> Vec<Fault> {
    let pause = |at| Fault {
        kind: kind.to_owned(),
        at,
        action: Action::Pause,
        repeat: 1,
    };
    (0..count).map(pause).collect()
}

/// Pauses before every call of a run.
fn all_pauses(truth: &Run) -> Vec<Fault> {
    pauses("any", truth.calls.values().sum())
}

/// Every change at every call, or a sample.
fn cases(truth: &Run, changes: &[Change], most: usize) -> Vec<(Fault, Change)> {
    let pauses = all_pauses(truth);
    let all = changes.len() * pauses.len();
    let at: Vec<usize> = (0..all).collect();
    // Neighbours in the sample differ in both change and call.
    plan::sample(at, most)
        .into_iter()
        .map(|at| {
            let change = changes[(at + at / pauses.len()) % changes.len()];
            (pauses[at % pauses.len()].clone(), change)
        })
        .collect()
}

/// Runs a search while `victim` changes. Results elsewhere must not change, and results in the
/// victim must be from before or after the change.
fn check_search(operation: &str, victim: &str, changes: &[Change]) {
    let place = Place::new();
    trees::plant_search(&place.root);
    let outside = place.path("outside");
    for name in ["b.rs", "c.py", "d.c", "long.js"] {
        trees::write(&outside, name, b"// outside call(needle)\n");
    }
    let outside = match place.path("tree").join(victim).is_dir() {
        true => outside,
        false => outside.join("long.js"),
    };
    // A directory may move between the reads of its names and its rules.
    fs::remove_file(place.path("tree/sub/.gitignore")).unwrap();
    let dir = place.path("run");
    fs::create_dir(&dir).unwrap();
    let fresh = || {
        trees::clear(&dir.join("tree"));
        trees::copy(&place.path("tree"), &dir.join("tree"));
    };
    let path = dir.join("tree").join(victim);
    let mut program = place.start();
    fresh();
    let before = run(&mut program, operation, &dir);
    let after: Vec<(Change, Run)> = changes
        .iter()
        .map(|&change| {
            fresh();
            change.apply(&path, &outside);
            (change, run(&mut program, operation, &dir))
        })
        .collect();
    let mut tally = Tally::default();
    for (fault, change) in cases(&before, changes, 40) {
        fresh();
        let run = program.run(operation, &dir, &fault, || change.apply(&path, &outside));
        let (_, after) = after.iter().find(|(other, _)| *other == change).unwrap();
        let verdict = judge_search(&fault, &run, [&before, after], victim)
            .map_err(|message| format!("{change:?}: {message}"));
        tally.add(&fault, &run, verdict);
    }
    tally.finish(&format!("{operation} while {victim} changes"));
}

fn judge_search(
    fault: &Fault,
    run: &Run,
    [before, after]: [&Run; 2],
    victim: &str,
) -> Result<Verdict, String> {
    judge::check_end(fault, run)?;
    if run.values("error").next().is_some() {
        return Ok(Verdict::Error);
    }
    let of_victim = |item: &&str| item.starts_with(victim);
    let of_others = |run: &'_ Run| -> Vec<String> {
        let items = run.values("item").filter(|item| !of_victim(item));
        items.map(str::to_owned).collect()
    };
    let known: BTreeSet<&str> = before.values("item").chain(after.values("item")).collect();
    if let Some(item) = run.values("item").find(|item| !known.contains(item)) {
        return Err(format!("an item that never was: {item}"));
    }
    match run.values("complete").next() {
        Some("0") if run.values("skipped").next().is_some() => Ok(Verdict::Reported),
        Some("1") if of_others(run) == of_others(before) => {
            let is_now = |other: &Run| {
                let mine = run.values("item").filter(of_victim);
                mine.eq(other.values("item").filter(of_victim))
            };
            // One file of a replaced directory may be seen and the next one not.
            let is_directory = !victim.contains('.');
            match is_now(before) || is_now(after) || is_directory {
                true => Ok(Verdict::Identical),
                false => Err("a mixture is called complete".to_owned()),
            }
        }
        _ => Err("another answer is called complete, or nothing says why not".to_owned()),
    }
}

#[test]
fn grep_of_a_file_that_changes() {
    check_search("grep", "page.txt", &OF_FILES);
}

#[test]
fn ast_grep_of_a_file_that_changes() {
    check_search("ast_grep", "sub/long.js", &OF_FILES);
}

#[test]
fn outline_of_a_file_that_changes() {
    check_search("outline_each", "sub/long.js", &OF_FILES);
}

#[test]
fn grep_of_a_directory_that_changes() {
    check_search("grep", "sub", &OF_DIRECTORIES);
}

#[test]
fn fuzzy_find_in_a_directory_that_changes() {
    check_search("fuzzy_find", "sub", &OF_DIRECTORIES);
}

/// Another process damages the files of an index during the build; the index is rebuilt.
#[test]
fn index_that_is_damaged() {
    /// Empties the files below a directory, if it exists.
    fn damage(dir: &Path) {
        for entry in fs::read_dir(dir).into_iter().flatten() {
            match entry.unwrap().path() {
                path if path.is_dir() => damage(&path),
                path => drop(File::create(path).unwrap()),
            }
        }
    }
    let place = searches::plant_indexed();
    let dir = place.path("run");
    let index = dir.join("index");
    let mut program = place.start();
    let truth = run(&mut program, "index_ready", &dir);
    let mut tally = Tally::default();
    // Between writing a file and opening it.
    let renames = pauses("rename", truth.calls["rename"]);
    let mut faults = plan::sample(renames, usize::MAX);
    faults.extend(plan::sample(all_pauses(&truth), 30));
    for fault in faults {
        trees::clear(&index);
        let run = program.run("index_ready", &dir, &fault, || damage(&index));
        let verdict = judge::search(&fault, &run, &truth).and_then(|verdict| match verdict {
            Verdict::Error => Err("it is not built again".to_owned()),
            _ => searches::after_index(&mut program, "index_ready", &dir, &run, &truth)
                .map(|()| verdict),
        });
        tally.add(&fault, &run, verdict);
    }
    tally.finish("index_ready while the index is damaged");
}

/// Another process changes a file during an edit: its text remains, edited or not, and the other
/// files are all old or all new.
#[test]
fn edit_of_a_file_that_changes() {
    const VICTIM: &str = "b/f10.js";
    let place = Place::new();
    let mut program = place.start();
    let edit = Edit::new(&mut program, place, "ast_edit");
    let dir = edit.place.path("run");
    let path = edit.tree().join(VICTIM);
    let outside = edit.place.path("outside.js");
    fs::write(&outside, "var outside = 1;\n").unwrap();
    let mut tally = Tally::default();
    for (fault, change) in cases(&edit.truth, &OF_FILES, 100) {
        edit.renew();
        let run = program.run("ast_edit", &dir, &fault, || change.apply(&path, &outside));
        let is_listed = run.values("listed").next().is_some();
        let verdict = match is_listed {
            // Files that recovery restores.
            true => Ok(Verdict::Error),
            false => judge_edit(&edit, &fault, &run, change, VICTIM),
        };
        let verdict = verdict.and_then(|verdict| {
            let recovery = program.run("recover_edits", &dir, &Fault::none(), || ());
            match recovery.values("remaining").next() {
                Some(remaining) => Err(format!("after recovery: {remaining}")),
                None => judge_edit(&edit, &fault, &run, change, VICTIM).map(|_| verdict),
            }
        });
        let verdict = verdict.map_err(|message| format!("{change:?}: {message}"));
        let is_untouched = fs::read(&outside).unwrap() == b"var outside = 1;\n";
        assert!(is_untouched, "{fault} {change:?}: a file outside is edited");
        tally.add(&fault, &run, verdict);
    }
    tally.finish("ast_edit while a file changes");
}

fn judge_edit(
    edit: &Edit,
    fault: &Fault,
    run: &Run,
    change: Change,
    victim: &str,
) -> Result<Verdict, String> {
    judge::check_end(fault, run)?;
    let now = trees::without_edit_files(&trees::read(&edit.tree()));
    let others = |files: &Files| -> Files {
        let others = files.iter().filter(|(path, _)| !path.starts_with(victim));
        others
            .map(|(path, text)| (path.clone(), text.clone()))
            .collect()
    };
    let is_error = run.values("error").next().is_some();
    let expected = if is_error { &edit.old } else { &edit.new };
    if others(&now) != others(expected) {
        return Err(differences("other files", &others(&now), &others(expected)));
    }
    let text = now
        .get(victim)
        .map(|content| String::from_utf8_lossy(content).into_owned());
    let has = |part: &str| text.as_ref().is_some_and(|text| text.contains(part));
    let is_kept = match change {
        _ if run.hits == 0 => true,
        // The first bytes are the whole file.
        Change::Truncate => text.is_some(),
        Change::Append => has("appended = call") && has("file1 = 0"),
        Change::Replace => has("replaced = call") && !has("file1"),
        Change::Remove => true,
        Change::Fifo => has("special"),
        Change::Directory => now.contains_key(&format!("{victim}/inside.js")),
        Change::LinkOutside => has("-> /"),
        Change::LinkNowhere => has("-> nowhere"),
    };
    if !is_kept {
        return Err(format!("the change is lost: {text:?}"));
    }
    match (run.hits, is_error) {
        (0, _) => Ok(Verdict::NotReached),
        (_, true) => Ok(Verdict::Error),
        _ if run.values("complete").next() == Some("0") => Ok(Verdict::Reported),
        _ => Ok(Verdict::Identical),
    }
}
