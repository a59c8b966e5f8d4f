//! Edits under faults, in trees created for the test, with real processes.
//!
//! - `fault_tests`: process death or failure at every step.
//! - `race_tests`: concurrent processes and edits.
//! - `recovery_tests`: journals in various locations, and files that are not journals.
//! - `privilege_tests`: other users, mounts and read-only directories.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::disk::fault::{self, ExchangeSupport, InjectedFault};
use super::*;
use ransack_search::Scope;
use ransack_search::internal::{EDIT_FILE_PREFIX, FileVersion};

#[path = "fault_tests.rs"]
mod fault_tests;
#[cfg(target_os = "linux")]
#[path = "privilege_tests.rs"]
mod privilege_tests;
#[path = "race_tests.rs"]
mod race_tests;
#[path = "recovery_tests.rs"]
mod recovery_tests;

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

fn options(dir: &Path) -> AstEditOptions {
    let mut options = AstEditOptions::new("f($$$A)", "longer($$$A)", dir);
    // Makes another edit visible immediately.
    options.wait = std::time::Duration::ZERO;
    options.scope.follow_symlinks = true;
    options.dry_run = false;
    // A slow machine must not skip files.
    options.time_per_file = None;
    options
}

fn edit(options: &AstEditOptions) -> Result<AstEditOutcome> {
    ast_edit(options, &CancelToken::new())
}

fn dry_run(options: &AstEditOptions) -> Result<AstEditOutcome> {
    let mut options = options.clone();
    options.dry_run = true;
    edit(&options)
}

fn recover(dir: &Path) -> RecoveryOutcome {
    let mut options = RecoveryOptions::new(dir);
    options.wait = std::time::Duration::ZERO;
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
/// Environment variable: journal directory of a child process.
const JOURNAL_DIR: &str = "RANSACK_TEST_JOURNAL_DIR";
/// Environment variable: pattern and replacement of a child process.
const REWRITE: &str = "RANSACK_TEST_REWRITE";
/// Environment variable: makes a child process recover instead of edit.
const UNDO: &str = "RANSACK_TEST_UNDO";

/// Child process of other tests: edits trees and dies at a fault point.
#[test]
#[ignore = "child process of other tests, which run it and check its result"]
fn child() {
    let roots = std::env::var(ROOTS).unwrap();
    let roots: Vec<PathBuf> = roots.lines().map(PathBuf::from).collect();
    let mut options = options(&roots[0]);
    options.scope.roots = roots;
    options.journal_dir = std::env::var_os(JOURNAL_DIR).map(PathBuf::from);
    if std::env::var_os(UNDO).is_some() {
        let recovery = RecoveryOptions {
            roots: options.scope.roots,
            journal_dir: options.journal_dir,
            ..RecoveryOptions::default()
        };
        let outcome = recover_edits(&recovery, &CancelToken::new()).unwrap();
        assert_eq!(outcome.remaining, []);
        return;
    }
    if let Ok(rewrite) = std::env::var(REWRITE) {
        let (pattern, replacement) = rewrite.split_once('\n').unwrap();
        options.rewrites = vec![Rewrite::new(pattern, replacement)];
        options.wait = std::time::Duration::from_secs(120);
    }
    if let Ok(step) = std::env::var(STEP) {
        fault::set(Some((step.parse().unwrap(), InjectedFault::Death)));
    }
    if let Err(error) = edit(&options) {
        panic!("{:?} {error}", error.kind());
    }
}

/// Returns a command that runs [`child`] with these roots.
fn child_command(roots: &[&Path]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["ast::edit::tests::child", "--exact", "--ignored"]);
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
