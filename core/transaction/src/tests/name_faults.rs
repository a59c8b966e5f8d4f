//! Created, deleted and renamed files under faults and death at every step, and their recovery.

use std::os::unix::fs::PermissionsExt;

use ransack_base::internal::ErrorParts;

use super::plans::*;
use super::*;

#[test]
fn a_failure_at_any_step_undoes_every_kind_of_change() {
    let dir = fast_dir();
    for way in WAYS {
        for plan in PLANS {
            let mut steps = 0;
            for at in 0.. {
                plant_small(dir.path());
                let old = snapshot(dir.path());
                let new = model(&old, &ops(plan)).unwrap();
                fault::set_exchange(way);
                fault::set(Some((at, InjectedFault::Failure)));
                let result = run(dir.path(), &ops(plan));
                let is_over = fault::set(None).is_some();
                if let Err(error) = &result {
                    assert!(
                        error.paths().is_empty(),
                        "{way:?} {plan} step {at}: {error}"
                    );
                    let now = snapshot(dir.path());
                    let now = now
                        .into_iter()
                        .filter(|(name, _)| !name.contains(EDIT_FILE_PREFIX));
                    assert_eq!(now.collect::<Snapshot>(), old, "{way:?} {plan} step {at}");
                }
                recover(dir.path());
                assert_eq!(edit_files(dir.path()), [""; 0], "{way:?} {plan} step {at}");
                let expected = if result.is_ok() { new } else { old };
                let now = snapshot(dir.path());
                assert_eq!(
                    comparable(now, way),
                    comparable(expected, way),
                    "{plan} step {at}"
                );
                steps = at;
                if is_over {
                    break;
                }
            }
            assert!(steps > 8, "{way:?} {plan}");
        }
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
fn death_at_any_step_is_recovered_and_a_commit_never_undone() {
    let dir = fast_dir();
    let plan = PLANS[13];
    let (mut actions, mut is_committed) = (Vec::new(), false);
    for at in 0.. {
        plant_small(dir.path());
        let old = snapshot(dir.path());
        let new = model(&old, &ops(plan)).unwrap();
        let mut child = child_command(&[dir.path()]);
        let output = child.env(PLAN, plan).env(STEP, at.to_string()).output();
        if output.unwrap().status.success() {
            assert_eq!(snapshot(dir.path()), new);
            break;
        }
        // Listing writes nothing.
        let crashed = snapshot(dir.path());
        list(dir.path());
        assert_eq!(snapshot(dir.path()), crashed, "step {at}");
        let outcome = recover(dir.path());
        assert_eq!(outcome.remaining, [], "step {at}");
        assert_eq!(edit_files(dir.path()), [""; 0], "step {at}");
        let now = snapshot(dir.path());
        assert!(now == old || now == new, "step {at}: {now:?}");
        assert!(!is_committed || now == new, "step {at}");
        is_committed |= now == new;
        actions.extend(outcome.recovered.iter().map(|file| file.action));
    }
    assert!(is_committed);
    for action in [
        RecoveryAction::Restored,
        RecoveryAction::Removed,
        RecoveryAction::Unchanged,
        RecoveryAction::Complete,
    ] {
        assert!(actions.contains(&action), "{action:?}");
    }
}

#[test]
fn a_failure_of_any_step_of_undoing_is_recovered() {
    let dir = fast_dir();
    for way in WAYS {
        for plan in [PLANS[7], PLANS[12], PLANS[13]] {
            let mut not_undone = 0;
            for at in 0.. {
                plant_small(dir.path());
                let old = snapshot(dir.path());
                fault::set_exchange(way);
                fault::set(Some((at, InjectedFault::Failure)));
                let stop = |_: &[AppliedChange<'_>]| Err(Error::new(ErrorKind::Io, "full"));
                let error = run_with(dir.path(), &ops(plan), stop).unwrap_err();
                let is_over = fault::set(None).is_some();
                not_undone += u32::from(!error.paths().is_empty());
                let (now, root) = (snapshot(dir.path()), dir.path().canonicalize().unwrap());
                for name in old.keys().chain(now.keys()) {
                    let is_listed = error.paths().contains(&root.join(name));
                    let is_other = name.contains(EDIT_FILE_PREFIX) || root.join(name).is_dir();
                    let bytes = |all: &Snapshot| all.get(name).map(|node| node.bytes.clone());
                    assert!(
                        is_listed || is_other || bytes(&now) == bytes(&old),
                        "{way:?} {plan} step {at}: {name}"
                    );
                }
                assert_eq!(
                    recover(dir.path()).remaining,
                    [],
                    "{way:?} {plan} step {at}"
                );
                assert_eq!(edit_files(dir.path()), [""; 0], "{way:?} {plan} step {at}");
                assert_eq!(snapshot(dir.path()), old, "{way:?} {plan} step {at}");
                if is_over {
                    break;
                }
            }
            assert!(not_undone > 0, "{way:?} {plan}");
        }
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
fn a_failure_of_any_step_of_recovery_is_recovered() {
    let (dir, crashed) = (fast_dir(), fast_dir());
    for (plan, way) in [
        (PLANS[13], WAYS[0]),
        (PLANS[12], WAYS[2]),
        (PLANS[2], WAYS[2]),
    ] {
        plant_small(dir.path());
        let old = snapshot(dir.path());
        let new = model(&old, &ops(plan)).unwrap();
        fault::set_exchange(way);
        let steps = count_steps(|| drop(run(dir.path(), &ops(plan)).unwrap()));
        // Shortly before the commit, everything is in effect.
        let mut failed = 0;
        for before_end in 0..steps {
            let at = steps - 1 - before_end;
            plant_small(dir.path());
            fault::set(Some((at, InjectedFault::Failures)));
            let result = run(dir.path(), &ops(plan));
            fault::set(None);
            if result.is_ok() {
                continue;
            }
            failed += 1;
            if failed > 8 {
                break;
            }
            for fault in [InjectedFault::Failure, InjectedFault::Failures] {
                for step in 0.. {
                    let _ = fs::remove_dir_all(crashed.path().join("tree"));
                    let status = Command::new("cp")
                        .arg("-a")
                        .args([dir.path(), &crashed.path().join("tree")])
                        .status();
                    assert!(status.unwrap().success());
                    let tree = crashed.path().join("tree");
                    fault::set(Some((step, fault)));
                    let _ = recover_edits(&RecoveryOptions::new(&tree), &CancelToken::new());
                    let is_over = fault::set(None).is_some_and(|(left, _)| left > 0);
                    assert_eq!(recover(&tree).remaining, [], "{plan} {at} {step}");
                    assert_eq!(edit_files(&tree), [""; 0], "{plan} {at} {step}");
                    let now = snapshot(&tree);
                    let is_unknown = result
                        .as_ref()
                        .is_err_and(|error| error.to_string().contains("it is unknown whether"));
                    let is_new = comparable(now.clone(), way) == comparable(new.clone(), way);
                    assert!(
                        now == old || is_unknown && is_new,
                        "{plan} {at} {step}: {now:?}"
                    );
                    if is_over {
                        break;
                    }
                }
            }
        }
        assert!(failed > 4, "{plan}");
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
fn a_root_that_an_interrupted_edit_has_removed_is_restored() {
    let dir = fast_dir();
    let mut restored = 0;
    for at in 0..30 {
        plant_small(dir.path());
        fault::set(Some((at, InjectedFault::Failures)));
        let _ = run(dir.path(), &ops("delete a\ncreate n/m text"));
        fault::set(None);
        let root = dir.path().join("a");
        if !root.exists() && !edit_files(dir.path()).is_empty() {
            let options = RecoveryOptions::new(&root);
            if let Ok(outcome) = recover_edits(&options, &CancelToken::new()) {
                let is_restored = |file: &RecoveredFile| {
                    file.path == root && file.action == RecoveryAction::Restored
                };
                assert!(outcome.recovered.iter().any(is_restored), "{outcome:?}");
                assert_eq!(tree(dir.path())["a"], b"text of a");
                assert!(!dir.path().join("n").exists());
                restored += 1;
            }
        }
    }
    assert!(restored > 0);
}

#[test]
fn an_interrupted_creation_below_a_new_directory_is_listed_above_it() {
    let dir = fast_dir();
    let mut listed = 0;
    for at in 0..20 {
        plant_small(dir.path());
        fault::set(Some((at, InjectedFault::Failures)));
        let _ = run(dir.path(), &ops("create n/m/file text"));
        fault::set(None);
        let remaining = list(dir.path()).remaining;
        let file = dir.path().canonicalize().unwrap().join("n/m/file");
        listed += u32::from(remaining.iter().any(|edit| edit.files.contains(&file)));
        // Journals of interrupted edits with no file of their own are not taken for unreadable ones.
        assert!(
            remaining
                .iter()
                .all(|edit| edit.files == [file.clone()] || edit.files.is_empty())
        );
        assert_eq!(recover(dir.path()).remaining, []);
        assert!(tree(dir.path()).contains_key("n/m/file") || !dir.path().join("n").exists());
    }
    assert!(listed > 2);
}

#[test]
fn a_journal_of_another_format_is_reported_and_left_alone() {
    let dir = fast_dir();
    plant_small(dir.path());
    let journal = dir.path().join(".ransack-edit-1f-0.journal");
    fs::write(&journal, "ransack-edit 3 1f 0\ndir /\n").unwrap();
    fs::set_permissions(&journal, fs::Permissions::from_mode(0o600)).unwrap();
    let [edit] = &recover(dir.path()).remaining[..] else {
        panic!();
    };
    assert_eq!(edit.state, EditState::Unknown);
    assert!(edit.problem.as_ref().unwrap().contains("the format 3"));
    let error = run(dir.path(), &ops("create new text")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
    run(dir.path(), &ops("create d/new text")).unwrap();
    assert!(journal.exists());
}
