//! Transactions under faults, in trees created for the test, with real processes.
//!
//! The plan of most tests replaces words in JavaScript files; [`plans`] has plans of every kind.
//!
//! - `faults`: process death or failure at every step.
//! - `races`: concurrent processes and edits.
//! - `recovery`: journals in various locations, and files that are not journals.
//! - `privileges`: other users, mounts and read-only directories.
//! - `names`, `name_faults`, `name_races`: created, deleted and renamed files.
//! - `random`: random plans and faults against a model.
//! - `undo`, `undo_faults`, `undo_model`: the undo journal.

mod faults;
#[cfg(target_os = "linux")]
mod name_faults;
#[cfg(target_os = "linux")]
mod name_races;
#[cfg(target_os = "linux")]
mod names;
#[cfg(target_os = "linux")]
mod plans;
#[cfg(target_os = "linux")]
mod privileges;
mod races;
#[cfg(target_os = "linux")]
mod random;
mod recovery;
#[cfg(target_os = "linux")]
mod undo;
#[cfg(target_os = "linux")]
mod undo_faults;
#[cfg(target_os = "linux")]
mod undo_model;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ransack_base::{CancelToken, Error, ErrorKind, Pool, Report, Result, SkipReason};
use ransack_search::internal::{EDIT_FILE_PREFIX, FileVersion, RootKinds, begin_scope};
use ransack_search::{GlobOptions, Scope, Workspace, glob};

use crate::applied::AppliedChange;
use crate::apply;
use crate::disk::fault::{self, ExchangeSupport, InjectedFault};
use crate::locks::{LockDeadline, TreeLocks};
use crate::plan::{ChangeAction, ChangePlan, PlannedChange, digest};
use crate::recovery::{
    EditState, InterruptedEdit, JournalSearch, RecoveredFile, RecoveryAction, RecoveryOptions,
    RecoveryOutcome, add_to_report, find_journals, interrupted_edits, recover_edits,
};
use crate::resolve::Targets;
use crate::transaction::Transaction;

/// Contents by path relative to a directory.
type Files = BTreeMap<String, Vec<u8>>;

/// Returns all files below a directory; links to files have the content of their targets.
fn tree(dir: &Path) -> Files {
    fn add(dir: &Path, prefix: &str, files: &mut Files) {
        for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
            if entry.file_type().unwrap().is_dir() {
                add(&entry.path(), &format!("{name}/"), files);
            } else if !entry.path().is_dir() {
                files.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    let mut files = Files::new();
    add(dir, "", &mut files);
    files
}

/// Returns the names of edit files below a directory.
fn edit_files(dir: &Path) -> Vec<String> {
    let names = tree(dir).into_keys();
    names
        .filter(|name| name.contains(EDIT_FILE_PREFIX))
        .collect()
}

/// Creates three files, one with two hard links and one reached through a symbolic link.
fn plant(dir: &Path) {
    for (name, calls) in [("a.js", 3), ("b.js", 2000), ("c.txt", 2)] {
        fs::write(dir.join(name), "f(1, [2]); // ö\r\n".repeat(calls)).unwrap();
    }
    fs::hard_link(dir.join("b.js"), dir.join("b.txt")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("c.txt", dir.join("c.js")).unwrap();
}

/// Creates JavaScript files with one call each.
fn plant_files(dir: &Path, names: &[&str]) {
    for name in names {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "f(1);\n").unwrap();
    }
}

/// Edit of the JavaScript files in a scope.
#[derive(Clone)]
struct Edit {
    scope: Scope,
    /// Words and their replacements.
    words: Vec<(String, String)>,
    wait: Duration,
    max_files: usize,
    /// Check of a plan.
    check: fn(&[PlannedChange]) -> Result<()>,
}

#[derive(Debug)]
struct EditOutcome {
    /// Number of files with changes.
    files: usize,
    recovered: Vec<RecoveredFile>,
    interrupted: Vec<InterruptedEdit>,
    report: Report,
    /// Number of plans made.
    plans: u32,
}

impl Edit {
    fn new(dir: &Path) -> Edit {
        Edit {
            scope: Scope::new(dir).follow_symlinks(true),
            words: vec![("f(".into(), "longer(".into())],
            // Makes another edit visible immediately.
            wait: Duration::ZERO,
            max_files: usize::MAX,
            check: |_| Ok(()),
        }
    }

    fn words(mut self, word: &str, replacement: &str) -> Edit {
        self.words = vec![(word.into(), replacement.into())];
        self
    }

    /// Plans all files in scope.
    fn plan(&self, token: &CancelToken) -> Result<(Vec<PlannedChange>, Report)> {
        let mut paths = Vec::new();
        let mut report = Report::default();
        report.complete = true;
        for root in &self.scope.roots {
            if root.is_file() {
                paths.push(root.clone());
                continue;
            }
            let options = GlobOptions::new("**/*.js", root.clone());
            let found = glob(
                &options.scope(self.scope.clone().roots([root.clone()])),
                token,
            )?;
            report.complete &= found.report.complete;
            paths.extend(
                found
                    .items
                    .iter()
                    .map(|item| root.join(item.path.as_path())),
            );
        }
        let mut changes = Vec::new();
        for path in paths {
            let old = fs::read_to_string(&path).unwrap();
            let replace = |text: String, (word, new): &(String, String)| text.replace(word, new);
            let new = self.words.iter().fold(old.clone(), replace);
            if new == old {
                continue;
            }
            if changes.len() == self.max_files {
                report.complete = false;
                break;
            }
            changes.push(PlannedChange {
                path,
                action: ChangeAction::rewrite(digest(old.as_bytes()), new.into_bytes()),
            });
        }
        Ok((changes, report))
    }

    fn run(&self, dry_run: bool, token: &CancelToken) -> Result<EditOutcome> {
        let scope = begin_scope(&self.scope);
        let edit = Edit {
            scope: scope.clone(),
            ..self.clone()
        };
        let transaction = Transaction {
            scope: &scope,
            root_kinds: RootKinds::FilesAndDirs,
            wait: self.wait,
            pool: None,
        };
        let mut plans = 0;
        let ((files, mut report), recovered, interrupted) = if dry_run {
            let (changes, report) = edit.plan(token)?;
            let search = JournalSearch {
                scope: &scope,
                root_kinds: RootKinds::FilesAndDirs,
                pool: Pool::shared(),
            };
            let (journals, _) = find_journals(&search, token)?;
            let interrupted = transaction.preview(changes.iter(), Path::is_symlink, journals)?;
            ((changes.len(), report), Vec::new(), interrupted)
        } else {
            let (outcome, recovery) = transaction.apply(token, || {
                plans += 1;
                let (changes, report) = edit.plan(token)?;
                let check = (self.check)(&changes);
                let outcome = (changes.len(), report);
                Ok(ChangePlan {
                    changes,
                    check,
                    outcome,
                })
            })?;
            (outcome, recovery.recovered, recovery.remaining)
        };
        add_to_report(&interrupted, &scope, &mut report)?;
        Ok(EditOutcome {
            files,
            recovered,
            interrupted,
            report,
            plans,
        })
    }
}

/// Applies a plan without locks and recovery.
fn apply_plan(
    changes: Vec<PlannedChange>,
    pool: &Pool,
    token: &CancelToken,
) -> Result<Option<InterruptedEdit>> {
    apply::apply(Targets::resolve(changes)?, None, pool, token)
}

fn edit(edit: &Edit) -> Result<EditOutcome> {
    edit.run(false, &CancelToken::new())
}

fn dry_run(edit: &Edit) -> Result<EditOutcome> {
    edit.run(true, &CancelToken::new())
}

fn recover(dir: &Path) -> RecoveryOutcome {
    let mut options = RecoveryOptions::new(dir);
    options.wait = Duration::ZERO;
    recover_edits(&options, &CancelToken::new()).unwrap()
}

fn list(dir: &Path) -> RecoveryOutcome {
    interrupted_edits(&RecoveryOptions::new(dir), &CancelToken::new()).unwrap()
}

/// Returns the number of fault points of an edit.
fn count_steps(run: impl FnOnce()) -> u32 {
    fault::set(Some((u32::MAX, InjectedFault::Failure)));
    run();
    u32::MAX - fault::set(None).unwrap().0
}

/// Environment variable: fault point at which a child process dies.
const STEP: &str = "RANSACK_TEST_STEP";
/// Environment variable: roots that a child process edits, one per line.
const ROOTS: &str = "RANSACK_TEST_ROOTS";
/// Environment variable: word and replacement of a child process.
const WORDS: &str = "RANSACK_TEST_WORDS";
/// Environment variable: plan of a child process, in the form of `plans::ops`.
#[cfg(target_os = "linux")]
const PLAN: &str = "RANSACK_TEST_PLAN";
/// Environment variable: directory of the undo journal of a child process.
#[cfg(target_os = "linux")]
const JOURNAL: &str = "RANSACK_TEST_JOURNAL";
/// Environment variable: makes a child process recover instead of edit.
const UNDO: &str = "RANSACK_TEST_UNDO";

/// Child process of other tests: edits trees and dies at a fault point.
#[test]
#[ignore = "child process of other tests, which run it and check its result"]
fn child() {
    let roots = std::env::var(ROOTS).unwrap();
    let roots: Vec<PathBuf> = roots.lines().map(PathBuf::from).collect();
    if std::env::var_os(UNDO).is_some() {
        let recovery = RecoveryOptions::default().roots(roots);
        let outcome = recover_edits(&recovery, &CancelToken::new()).unwrap();
        assert_eq!(outcome.remaining, []);
        return;
    }
    #[cfg(target_os = "linux")]
    if let Some(journal) = std::env::var_os(JOURNAL) {
        return undo_faults::run_child(&roots[0], Path::new(&journal));
    }
    #[cfg(target_os = "linux")]
    if let Ok(plan) = std::env::var(PLAN) {
        if let Ok(step) = std::env::var(STEP) {
            fault::set(Some((step.parse().unwrap(), InjectedFault::Death)));
        }
        if let Err(error) = plans::run(&roots[0], &plans::ops(&plan)) {
            panic!("{:?} {error}", error.kind());
        }
        return;
    }
    let mut of_child = Edit::new(&roots[0]);
    of_child.scope.roots = roots;
    if let Ok(words) = std::env::var(WORDS) {
        let (word, replacement) = words.split_once('\n').unwrap();
        of_child = of_child.words(word, replacement);
        of_child.wait = Duration::from_secs(120);
    }
    if let Ok(step) = std::env::var(STEP) {
        fault::set(Some((step.parse().unwrap(), InjectedFault::Death)));
    }
    if let Err(error) = edit(&of_child) {
        panic!("{:?} {error}", error.kind());
    }
}

/// Returns a command that runs [`child`] with these roots.
fn child_command(roots: &[&Path]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["tests::child", "--exact", "--ignored"]);
    let roots: Vec<&str> = roots.iter().map(|root| root.to_str().unwrap()).collect();
    command.env(ROOTS, roots.join("\n"));
    command
}

/// Interrupts an edit of these roots by killing its process while some files in `dir` are old and
/// some new. `adjust` modifies the command of the process.
fn interrupt(dir: &Path, roots: &[&Path], adjust: impl Fn(&mut Command)) {
    let old = tree(dir);
    for step in 0.. {
        let mut command = child_command(roots);
        command.env(STEP, step.to_string());
        adjust(&mut command);
        let output = command.output().unwrap();
        let now = tree(dir);
        assert!(!output.status.success(), "no step leaves a mixture");
        let replaced = old
            .iter()
            .filter(|(name, text)| now[*name] != **text)
            .count();
        if replaced > 0 && replaced < old.len() {
            return;
        }
        let mut undo = child_command(roots);
        undo.env(UNDO, "1");
        adjust(&mut undo);
        assert!(undo.output().unwrap().status.success());
        assert_eq!(tree(dir), old, "step {step}");
    }
}
