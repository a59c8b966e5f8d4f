//! Process death or failure at every step.

use ransack_base::AbortReason;

use super::*;

/// Ways of replacing files.
const WAYS: [ExchangeSupport; 3] = [
    ExchangeSupport::Real,
    ExchangeSupport::None,
    ExchangeSupport::Busy,
];

/// Returns the files before and after an edit without faults, and its number of fault points.
fn expected() -> (Files, Files, u32) {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    let old = tree(dir.path());
    let steps = count_steps(|| assert!(edit(&Edit::new(dir.path())).is_ok()));
    let new = tree(dir.path());
    assert_eq!(old.len(), new.len());
    assert!(old.iter().all(|(name, text)| new[name] != *text));
    (old, new, steps)
}

#[test]
fn a_fault_at_any_step_leaves_all_files_old_or_all_new() {
    for way in WAYS {
        fault::set_exchange(way);
        let (old, new, steps) = expected();
        assert!(steps > 15, "{steps}");
        for at in 0..steps {
            let dir = tempfile::tempdir().unwrap();
            plant(dir.path());
            fault::set(Some((at, InjectedFault::Failure)));
            let result = edit(&Edit::new(dir.path()));
            fault::set(None);
            let mut now = tree(dir.path());
            match result {
                Ok(_) => {
                    // The next call removes leftover files.
                    assert_eq!(recover(dir.path()).remaining, []);
                    now = tree(dir.path());
                    assert_eq!(now, new, "{way:?} step {at}");
                }
                Err(error) => {
                    assert!(error.paths().is_empty(), "{way:?} step {at}: {error}");
                    assert_eq!(now, old, "{way:?} step {at}: {error}");
                }
            }
        }
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
fn files_that_cannot_be_restored_are_listed_and_restored_by_the_next_call() {
    for way in WAYS {
        fault::set_exchange(way);
        let (old, new, steps) = expected();
        let mut listed = 0;
        for at in 0..steps {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path().canonicalize().unwrap();
            plant(&root);
            fault::set(Some((at, InjectedFault::Failures)));
            let result = edit(&Edit::new(&root));
            fault::set(None);
            let now = tree(&root);
            let Err(error) = result else {
                recover(&root);
                assert_eq!(tree(&root), new, "{way:?} step {at}");
                continue;
            };
            for (name, text) in &old {
                // Lists the paths of the files themselves, not of links to them.
                let is_listed = error.paths().contains(&root.join(name));
                let is_link = name == "c.js" || name == "b.txt";
                assert!(
                    now[name] == *text || is_listed || is_link,
                    "{way:?} step {at}: {error}"
                );
                listed += u32::from(is_listed);
            }
            let known = error.to_string().contains("it is unknown whether");
            recover(&root);
            let now = tree(&root);
            assert!(
                now == old || known && now == new,
                "{way:?} step {at}: {error}"
            );
        }
        assert!(listed > 0);
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
fn death_at_any_step_leaves_each_file_old_or_new_and_recovery_restores_all() {
    let (old, new, steps) = expected();
    let mut rolled_back = 0;
    let mut is_new_so_far = false;
    for at in 0..steps {
        let dir = tempfile::tempdir().unwrap();
        plant(dir.path());
        let mut child = child_command(&[dir.path()]);
        let died = child.env(STEP, at.to_string()).output().unwrap();
        assert!(!died.status.success(), "step {at}");
        let now = tree(dir.path());
        for (name, text) in &old {
            // A file with two hard links is written in place, so it may be a mixture.
            if !name.starts_with('b') {
                let is_whole = now[name] == *text || now[name] == new[name];
                assert!(is_whole, "step {at}: {name}");
            }
        }
        let preview = dry_run(&Edit::new(dir.path())).unwrap();
        assert_eq!(tree(dir.path()), now, "step {at}: a dry run writes nothing");
        assert_eq!(preview.recovered, []);
        let outcome = recover(dir.path());
        assert_eq!(outcome.remaining, [], "step {at}");
        // Every call that found a half-edited file reported it.
        let is_left = outcome
            .recovered
            .iter()
            .any(|f| f.action == RecoveryAction::Restored);
        assert!(!is_left || !preview.report.complete, "step {at}");
        let now = tree(dir.path());
        assert!(now == old || now == new, "step {at}");
        // A committed edit is never undone.
        assert!(!is_new_so_far || now == new, "step {at}");
        is_new_so_far |= now == new;
        rolled_back += u32::from(now == old);
    }
    assert!(rolled_back > 0 && rolled_back < steps);
}

#[test]
fn death_during_recovery_is_recovered() {
    let dir = tempfile::tempdir().unwrap();
    plant_files(dir.path(), &["a.js", "b/b.js", "c/c.js"]);
    let old = tree(dir.path());
    interrupt(dir.path(), &[dir.path()], |_| ());
    let crashed = dir.path().join("crashed");
    for at in 0.. {
        let _ = fs::remove_dir_all(&crashed);
        fs::create_dir(&crashed).unwrap();
        // A copy of a crashed tree is a crashed tree.
        for name in ["a.js", "b", "c"] {
            copy(&dir.path().join(name), &crashed.join(name));
        }
        for name in edit_files(dir.path()) {
            if !name.contains('/') {
                copy(&dir.path().join(&name), &crashed.join(&name));
            }
        }
        fault::set(Some((at, InjectedFault::Failures)));
        let _ = recover_edits(&RecoveryOptions::new(&crashed), &CancelToken::new());
        let is_over = fault::set(None).is_none_or(|(left, _)| left > 0);
        assert_eq!(recover(&crashed).remaining, [], "step {at}");
        assert_eq!(tree(&crashed), old, "step {at}");
        if is_over {
            assert!(at > 3);
            break;
        }
    }
}

/// Copies a file or directory with its modes.
fn copy(from: &Path, to: &Path) {
    let status = Command::new("cp").arg("-a").args([from, to]).status();
    assert!(status.unwrap().success());
}

#[test]
fn messages_of_sync_failures_say_what_state_the_files_are_in() {
    let (old, _, steps) = expected();
    let mut states = std::collections::BTreeSet::new();
    for at in 0..steps {
        let dir = tempfile::tempdir().unwrap();
        plant(dir.path());
        fault::set(Some((at, InjectedFault::Failure)));
        let result = edit(&Edit::new(dir.path()));
        fault::set(None);
        if let Err(error) = result {
            let message = error.to_string();
            if message.contains("cannot sync") {
                assert_eq!(tree(dir.path()), old);
                states.insert(message.rsplit("; ").next().unwrap().to_owned());
            }
        }
    }
    assert!(
        states.contains("the files have their old texts"),
        "{states:?}"
    );
    assert!(
        states.contains("the files get their old texts again"),
        "{states:?}"
    );
}

#[test]
fn a_cancelled_apply_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    let old = tree(dir.path());
    let token = CancelToken::new();
    let (changes, _) = Edit::new(dir.path()).plan(&token).unwrap();
    token.cancel(AbortReason::User);
    let error = apply_plan(changes, &Pool::new(2), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    assert_eq!(tree(dir.path()), old);
}

#[test]
fn many_files_on_several_workers_change_all_or_none() {
    let dir = tempfile::tempdir().unwrap();
    for number in 0..300 {
        fs::create_dir_all(dir.path().join(format!("{}", number % 20))).unwrap();
        let name = format!("{}/{number}.js", number % 20);
        fs::write(dir.path().join(name), "f(1);\n").unwrap();
    }
    let token = CancelToken::new();
    let plan = || Edit::new(dir.path()).plan(&token).unwrap().0;
    let pool = Pool::new(3);
    let apply = |changes| apply_plan(changes, &pool, &token);
    let (old, changes) = (tree(dir.path()), plan());
    fs::write(dir.path().join("10/150.js"), "other();\n").unwrap();
    let error = apply(changes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert!(error.path().unwrap().ends_with("150.js"), "{error}");
    let mut expected = old;
    expected.insert("10/150.js".into(), b"other();\n".to_vec());
    assert_eq!(tree(dir.path()), expected);
    assert_eq!(apply(plan()).unwrap(), None);
    for (name, text) in &mut expected {
        if name != "10/150.js" {
            *text = b"longer(1);\n".to_vec();
        }
    }
    assert_eq!(tree(dir.path()), expected);
}
