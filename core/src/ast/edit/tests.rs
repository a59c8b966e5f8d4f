//! Applying under faults: at every fault point the process dies, a call fails, or another process
//! changes a file.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::disk::fault::{self, InjectedFault};
use super::*;

/// Contents by file name.
type Files = BTreeMap<String, Vec<u8>>;

/// Files of a directory; links with the content of their targets.
fn tree(dir: &Path) -> Files {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Creates three files, one of them with two hard links, one behind a symbolic link.
fn plant(dir: &Path) {
    for (name, calls) in [("a.js", 3), ("b.js", 2000), ("c.txt", 2)] {
        fs::write(dir.join(name), "f(1, [2]); // ö\r\n".repeat(calls)).unwrap();
    }
    fs::hard_link(dir.join("b.js"), dir.join("b.txt")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("c.txt", dir.join("c.js")).unwrap();
}

fn options(dir: &Path) -> AstEditOptions {
    let mut options = AstEditOptions::new("f($$$A)", "longer($$$A)", dir);
    options.scope.follow_symlinks = true;
    options.dry_run = false;
    // A slow machine must not skip files.
    options.time_per_file = None;
    options
}

fn edit(options: &AstEditOptions) -> Result<AstEditOutcome> {
    ast_edit(options, &CancelToken::new())
}

/// Files before and after an edit without faults, and its number of fault points.
fn expected() -> (Files, Files, u32) {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    let old = tree(dir.path());
    fault::set(Some((u32::MAX, InjectedFault::Failure)));
    assert!(edit(&options(dir.path())).unwrap().applied);
    let steps = u32::MAX - fault::set(None).unwrap().0;
    let new = tree(dir.path());
    assert_eq!(old.len(), new.len());
    assert!(old.iter().all(|(name, text)| new[name] != *text));
    (old, new, steps)
}

#[test]
fn a_fault_at_any_step_leaves_all_files_old_or_all_new() {
    let (old, new, steps) = expected();
    assert!(steps > 15, "{steps}");
    for at in 0..steps {
        let dir = tempfile::tempdir().unwrap();
        plant(dir.path());
        fault::set(Some((at, InjectedFault::Failure)));
        let result = edit(&options(dir.path()));
        fault::set(None);
        let mut now = tree(dir.path());
        if result.is_ok() {
            // The next call removes remaining files.
            let mut preview = options(dir.path());
            preview.dry_run = true;
            edit(&preview).unwrap();
            now = tree(dir.path());
            assert_eq!(now, new, "step {at}");
        } else {
            assert_eq!(now, old, "step {at}");
        }
    }
}

#[test]
fn files_that_cannot_be_restored_are_named_and_restored_by_the_next_call() {
    let (old, new, steps) = expected();
    let mut named = 0;
    for at in 0..steps {
        let dir = tempfile::tempdir().unwrap();
        plant(dir.path());
        fault::set(Some((at, InjectedFault::Failures)));
        let result = edit(&options(dir.path()));
        fault::set(None);
        let now = tree(dir.path());
        let words = result.as_ref().err().map(ToString::to_string);
        for (name, text) in &old {
            // Messages name the file itself, not a link to it.
            if let (Some(words), false) = (&words, name == "c.js" || name == "b.txt") {
                let is_named = words.contains(&format!("/{name}: "));
                assert!(now[name] == *text || is_named, "step {at}: {words}");
                named += u32::from(is_named);
            }
        }
        let mut preview = options(dir.path());
        preview.dry_run = true;
        edit(&preview).unwrap();
        let expected = if result.is_ok() { &new } else { &old };
        assert_eq!(tree(dir.path()), *expected, "step {at}");
    }
    assert!(named > 0);
}

thread_local! {
    /// Directory of [`meddle`].
    static MEDDLE_DIR: RefCell<PathBuf> = const { RefCell::new(PathBuf::new()) };
}

/// Overwrites a file, as an editor would.
fn meddle() {
    MEDDLE_DIR.with_borrow(|dir| fs::write(dir.join("a.js"), "other();\n").unwrap());
}

#[test]
fn a_file_that_others_change_meanwhile_keeps_their_change() {
    let (old, new, steps) = expected();
    let mut refused = 0;
    for at in 0..steps {
        let dir = tempfile::tempdir().unwrap();
        plant(dir.path());
        MEDDLE_DIR.set(dir.path().to_owned());
        fault::set(Some((at, InjectedFault::Meanwhile(meddle))));
        let result = edit(&options(dir.path()));
        fault::set(None);
        let mut now = tree(dir.path());
        assert_eq!(now.remove("a.js").unwrap(), b"other();\n", "step {at}");
        let mut expected = match result {
            Ok(outcome) => {
                assert!(outcome.applied);
                new.clone()
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Stale, "step {at}: {error}");
                assert!(error.path().unwrap().ends_with("a.js"), "step {at}");
                refused += 1;
                old.clone()
            }
        };
        expected.remove("a.js");
        assert_eq!(now, expected, "step {at}");
    }
    assert!(refused > 0 && refused < steps);
}

/// Child process of the test below: edits the tree in its working directory and dies at a fault
/// point.
#[test]
#[ignore = "run by another test"]
fn child() {
    let step = fs::read_to_string("step").unwrap().parse().unwrap();
    fault::set(Some((step, InjectedFault::Death)));
    edit(&options(Path::new("tree"))).unwrap();
}

#[test]
fn death_at_any_step_leaves_each_file_old_or_new_and_the_next_call_cleans_up() {
    let (old, new, steps) = expected();
    let mut rolled_back = 0;
    for at in 0..steps {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("tree");
        fs::create_dir(&root).unwrap();
        plant(&root);
        fs::write(dir.path().join("step"), at.to_string()).unwrap();
        let died = Command::new(std::env::current_exe().unwrap())
            .args(["ast::edit::tests::child", "--exact", "--ignored"])
            .current_dir(dir.path())
            .output()
            .unwrap();
        assert!(!died.status.success(), "step {at}");
        let now = tree(&root);
        for (name, text) in &old {
            // A file with two hard links is written in place, so it may be a mixture.
            if !name.starts_with('b') {
                let is_whole = now[name] == *text || now[name] == new[name];
                assert!(is_whole, "step {at}: {name}");
            }
        }
        let mut preview = options(&root);
        preview.dry_run = true;
        edit(&preview).unwrap();
        let now = tree(&root);
        assert!(now == old || now == new, "step {at}");
        rolled_back += u32::from(now == old);
    }
    assert!(rolled_back > 0 && rolled_back < steps);
}

#[test]
fn a_copied_journal_changes_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("tree");
    fs::create_dir(&root).unwrap();
    plant(&root);
    let (_, _, steps) = expected();
    fs::write(dir.path().join("step"), (steps - 4).to_string()).unwrap();
    let exe = std::env::current_exe().unwrap();
    let mut child = Command::new(exe);
    child.args(["ast::edit::tests::child", "--exact", "--ignored"]);
    child.current_dir(dir.path()).output().unwrap();
    let journal = root.join(journal::NAME);
    let copy = dir.path().join(journal::NAME);
    fs::copy(&journal, &copy).unwrap();
    fs::remove_file(&journal).unwrap();
    let before = tree(&root);
    Journal::recover_at(&copy).unwrap();
    assert_eq!(tree(&root), before);
    assert!(!copy.exists());
}

#[test]
fn a_cancelled_apply_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    let old = tree(dir.path());
    let token = CancelToken::new();
    let mut plans = plan_all(&options(dir.path()), None, &token).unwrap().plans;
    token.cancel(crate::AbortReason::User);
    let error = apply::apply(&mut plans, dir.path(), &Pool::new(2), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    assert_eq!(tree(dir.path()), old);
}

#[test]
fn many_files_on_several_workers_change_all_or_none() {
    let dir = tempfile::tempdir().unwrap();
    for number in 0..300 {
        fs::write(dir.path().join(format!("{number}.js")), "f(1);\n").unwrap();
    }
    let token = CancelToken::new();
    let plan = || plan_all(&options(dir.path()), None, &token).unwrap().plans;
    let (old, mut plans) = (tree(dir.path()), plan());
    let pool = Pool::new(3);
    fs::write(dir.path().join("150.js"), "other();\n").unwrap();
    let error = apply::apply(&mut plans, dir.path(), &pool, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert!(error.path().unwrap().ends_with("150.js"), "{error}");
    let mut expected = old;
    expected.insert("150.js".into(), b"other();\n".to_vec());
    assert_eq!(tree(dir.path()), expected);
    apply::apply(&mut plan(), dir.path(), &pool, &token).unwrap();
    for (name, text) in &mut expected {
        if name != "150.js" {
            *text = b"longer(1);\n".to_vec();
        }
    }
    assert_eq!(tree(dir.path()), expected);
}
