//! Undo journal under faults: failure and death at every step of edits, undos and redos, and two
//! processes.

use super::plans::*;
use super::undo::{TreePlace, record};
use super::*;
use crate::undo::{JournalOptions, JournaledState, UndoOptions, redo, undo};

/// Environment variable: `undo` or `redo` instead of an edit by a child process.
const CALL: &str = "RANSACK_TEST_CALL";

/// Plan of all kinds, with a created directory.
const PLAN_OF_ALL: &str = PLANS[13];

/// Runs in a child process: an edit that is recorded, an undo or a redo.
pub(super) fn run_child(dir: &Path, journal: &Path) {
    if let Ok(step) = std::env::var(STEP) {
        fault::set(Some((step.parse().unwrap(), InjectedFault::Death)));
    }
    let journal = JournalOptions::default()
        .journal_path(journal)
        .session("child");
    let options = UndoOptions::new(dir).journal(journal.clone());
    match std::env::var(CALL).as_deref() {
        Ok("undo") => drop(undo(&options, &CancelToken::new()).unwrap()),
        Ok("redo") => drop(redo(&options, &CancelToken::new()).unwrap()),
        _ => {
            let plan = std::env::var(PLAN).unwrap();
            record(dir, &ops(&plan), &journal).unwrap();
        }
    }
}

fn child_of(place: &TreePlace, call: &str, step: Option<u32>) -> Command {
    let mut child = child_command(&[&place.tree]);
    child.env(JOURNAL, place.state()).env(CALL, call);
    child.env(PLAN, PLAN_OF_ALL);
    if let Some(step) = step {
        child.env(STEP, step.to_string());
    }
    child
}

fn own_place() -> TreePlace {
    let mut place = TreePlace::new();
    place.journal.session = Some("child".into());
    plant_small(&place.tree);
    place
}

/// Ignores directories: one with temporary files, which the next call removes, is not removed.
fn without_dirs(all: &Snapshot) -> Snapshot {
    let mut all = all.clone();
    all.retain(|_, node| node.bytes.is_some());
    all
}

fn now(place: &TreePlace) -> Snapshot {
    without_links(snapshot(&place.tree))
}

#[test]
fn death_at_any_step_of_an_edit_leaves_an_edit_that_can_be_undone_or_no_record() {
    let (mut undone, mut dropped, mut is_over) = (0, 0, false);
    for step in (0..).step_by(tier_step()) {
        let place = own_place();
        let old = now(&place);
        let new = without_links(model(&snapshot(&place.tree), &ops(PLAN_OF_ALL)).unwrap());
        let status = child_of(&place, "", Some(step)).output().unwrap().status;
        is_over |= status.success();
        match undo(&place.options(), &CancelToken::new()) {
            Ok(outcome) => {
                assert!(outcome.applied, "step {step}");
                assert_eq!(now(&place), old, "step {step}");
                redo(&place.options(), &CancelToken::new()).unwrap();
                assert_eq!(now(&place), new, "step {step}");
                undone += 1;
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::NotFound, "step {step}: {error}");
                assert_eq!(recover(&place.tree).remaining, [], "step {step}");
                assert_eq!(now(&place), old, "step {step}");
                assert_eq!(place.list().edits, [], "step {step}");
                assert!(undone == 0, "step {step}");
                dropped += 1;
            }
        }
        assert_eq!(edit_files(&place.tree), [""; 0], "step {step}");
        if is_over {
            break;
        }
    }
    assert!(undone > 1 && dropped > 5, "{undone} {dropped}");
}

#[test]
fn death_at_any_step_of_an_undo_or_redo_leaves_the_edit_applied_or_undone() {
    for call in ["undo", "redo"] {
        let (mut states, mut is_over) = ([0, 0], false);
        for step in (0..).step_by(tier_step()) {
            let place = own_place();
            let old = now(&place);
            record(&place.tree, &ops(PLAN_OF_ALL), &place.journal).unwrap();
            let new = now(&place);
            if call == "redo" {
                undo(&place.options(), &CancelToken::new()).unwrap();
            }
            let status = child_of(&place, call, Some(step)).output().unwrap().status;
            is_over |= status.success();
            assert_eq!(recover(&place.tree).remaining, [], "{call} step {step}");
            let listed = place.list().edits;
            assert_eq!(listed.len(), 1, "{call} step {step}");
            let is_applied = listed[0].state == JournaledState::Applied;
            let (state, other) = if is_applied {
                (&new, &old)
            } else {
                (&old, &new)
            };
            let left = now(&place);
            assert_eq!(
                without_dirs(&left),
                without_dirs(state),
                "{call} step {step}"
            );
            states[usize::from(is_applied)] += 1;
            let reverse = if is_applied { undo } else { redo };
            assert!(
                reverse(&place.options(), &CancelToken::new())
                    .unwrap()
                    .applied
            );
            assert_eq!(
                without_dirs(&now(&place)),
                without_dirs(other),
                "{call} step {step}"
            );
            if is_over {
                assert_eq!(left, *state, "{call}");
                break;
            }
        }
        assert!(states.iter().all(|count| *count > 1), "{call} {states:?}");
    }
}

#[test]
fn a_failure_of_the_journal_does_not_fail_an_edit() {
    let mut unrecorded = 0;
    for at in 0.. {
        let place = own_place();
        let old = now(&place);
        fault::set(Some((at, InjectedFault::Failure)));
        let result = record(&place.tree, &ops(PLAN_OF_ALL), &place.journal);
        let is_over = fault::set(None).is_some();
        recover(&place.tree);
        match result {
            Ok((Some(_), None)) => assert_eq!(place.list().edits.len(), 1, "step {at}"),
            Ok((None, Some(reason))) => {
                assert!(reason.contains("undo journal"), "step {at}: {reason}");
                unrecorded += 1;
            }
            Ok(other) => panic!("step {at}: {other:?}"),
            Err(_) => {
                assert_eq!(now(&place), old, "step {at}");
                assert_eq!(place.list().edits, [], "step {at}");
            }
        }
        if is_over {
            break;
        }
    }
    assert!(unrecorded > 3, "{unrecorded}");
}

#[test]
fn a_failure_of_the_journal_does_not_fail_an_undo() {
    let mut unredoable = 0;
    for at in 0.. {
        let place = own_place();
        let old = now(&place);
        record(&place.tree, &ops(PLAN_OF_ALL), &place.journal).unwrap();
        let new = now(&place);
        fault::set(Some((at, InjectedFault::Failure)));
        let result = undo(&place.options(), &CancelToken::new());
        let is_over = fault::set(None).is_some();
        recover(&place.tree);
        match result {
            Ok(outcome) => {
                let left = now(&place);
                assert_eq!(without_dirs(&left), without_dirs(&old), "step {at}");
                let redone = redo(&place.options(), &CancelToken::new());
                let is_told = redone.is_ok() || outcome.problem.is_some();
                assert!(is_told, "step {at}: {outcome:?}");
                unredoable += u32::from(redone.is_err());
            }
            Err(error) => {
                assert_eq!(now(&place), new, "step {at}: {error}");
                let state = place.list().edits[0].state;
                assert_eq!(state, JournaledState::Applied, "step {at}: {error}");
            }
        }
        if is_over {
            break;
        }
    }
    assert!(unredoable > 0);
}

#[test]
fn of_two_processes_one_undoes_an_edit_and_the_other_says_so() {
    for _ in 0..5 {
        let place = own_place();
        let old = now(&place);
        record(&place.tree, &ops(PLAN_OF_ALL), &place.journal).unwrap();
        let spawn = || {
            let mut child = child_of(&place, "undo", None);
            child.stdout(std::process::Stdio::piped());
            child.stderr(std::process::Stdio::piped()).spawn().unwrap()
        };
        let children = [spawn(), spawn()];
        let outputs = children.map(|child| child.wait_with_output().unwrap());
        let done = outputs.iter().filter(|output| output.status.success());
        assert_eq!(done.count(), 1);
        let failed = outputs
            .iter()
            .find(|output| !output.status.success())
            .unwrap();
        let text = String::from_utf8_lossy(&failed.stdout).into_owned()
            + &String::from_utf8_lossy(&failed.stderr);
        assert!(text.contains("NotFound"), "{text}");
        assert_eq!(now(&place), old);
        assert_eq!(place.list().edits[0].state, JournaledState::Undone);
    }
}

/// Distance of the steps at which a process dies.
fn tier_step() -> usize {
    if ransack_testing_base::tier::cases(10) < 10 {
        3
    } else {
        1
    }
}
