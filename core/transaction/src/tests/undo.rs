//! Undo journal: restored and refused edits, limits, sessions, damage.

use std::os::unix::fs::PermissionsExt;

use ransack_testing_base::tier;

use super::plans::*;
use super::*;
use crate::applied::AppliedAction;
use crate::undo::{
    CheckpointOptions, EditsOptions, EditsOutcome, JournalOptions, JournaledState, Recorder,
    UndoOptions, UndoOutcome, checkpoint, edits, redo, undo,
};

/// Applies a plan and records it. Returns the id, or the reason for the missing record.
pub(super) fn record(
    dir: &Path,
    ops: &[Op],
    journal: &JournalOptions,
) -> Result<(Option<String>, Option<String>)> {
    let scope = begin_scope(&Scope::new(dir));
    let transaction = Transaction {
        scope: &scope,
        root_kinds: RootKinds::FilesAndDirs,
        wait: Duration::ZERO,
        pool: None,
    };
    let plan = || {
        Ok(ChangePlan {
            changes: planned(dir, ops),
            check: Ok(()),
            outcome: (),
        })
    };
    let mut recorder = Recorder::new(journal, "test", vec![dir.to_owned()]);
    let applied = transaction.apply_with(&CancelToken::new(), plan, |commit| {
        recorder.record(commit);
        Ok(())
    });
    match applied {
        Ok(_) => Ok(recorder.committed()),
        Err(error) => {
            recorder.failed(!error.paths().is_empty());
            Err(error)
        }
    }
}

/// Tree with a journal next to it.
pub(super) struct TreePlace {
    _dir: tempfile::TempDir,
    pub(super) tree: PathBuf,
    pub(super) journal: JournalOptions,
}

impl TreePlace {
    pub(super) fn new() -> TreePlace {
        let dir = fast_dir();
        let tree = dir.path().canonicalize().unwrap().join("tree");
        fs::create_dir(&tree).unwrap();
        let journal = JournalOptions::default().journal_path(dir.path().join("state/undo"));
        TreePlace {
            _dir: dir,
            tree,
            journal,
        }
    }

    pub(super) fn state(&self) -> &Path {
        self.journal.journal_path.as_deref().unwrap()
    }

    fn apply(&self, text: &str) -> String {
        let (id, reason) = record(&self.tree, &ops(text), &self.journal).unwrap();
        id.unwrap_or_else(|| panic!("{reason:?}"))
    }

    pub(super) fn options(&self) -> UndoOptions {
        let options = UndoOptions::new(&self.tree).journal(self.journal.clone());
        options.wait(Duration::ZERO)
    }

    pub(super) fn list(&self) -> EditsOutcome {
        let options = EditsOptions::new(&self.tree).journal(self.journal.clone());
        edits(&options, &CancelToken::new()).unwrap()
    }

    pub(super) fn mark(&self, name: &str) {
        let options = CheckpointOptions::new(name, &self.tree).journal(self.journal.clone());
        checkpoint(&options, &CancelToken::new()).unwrap();
    }

    /// Returns the files of the journal with an extension.
    fn files(&self, extension: &str) -> Vec<PathBuf> {
        let roots = fs::read_dir(self.state()).into_iter().flatten();
        let files = roots.flat_map(|root| fs::read_dir(root.unwrap().path()).unwrap());
        let paths = files.map(|file| file.unwrap().path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .collect();
        paths.sort();
        paths
    }
}

pub(super) fn undone(options: &UndoOptions) -> Result<UndoOutcome> {
    undo(options, &CancelToken::new())
}

pub(super) fn redone(options: &UndoOptions) -> Result<UndoOutcome> {
    redo(options, &CancelToken::new())
}

#[test]
fn every_plan_is_undone_and_redone() {
    for way in WAYS {
        for plan in PLANS {
            let place = TreePlace::new();
            plant_small(&place.tree);
            let old = without_links(snapshot(&place.tree));
            fault::set_exchange(way);
            let id = place.apply(plan);
            let new = without_links(snapshot(&place.tree));
            assert_ne!(old, new);
            for round in 0..3 {
                let outcome = undone(&place.options().id(&*id)).unwrap();
                assert!(outcome.applied && outcome.problem.is_none(), "{outcome:?}");
                assert_eq!(outcome.edits[0].state, JournaledState::Undone);
                let now = without_links(snapshot(&place.tree));
                assert_eq!(now, old, "{way:?} {plan} {round}");
                assert_eq!(
                    undone(&place.options().id(&*id)).unwrap_err().kind(),
                    ErrorKind::Stale
                );

                let outcome = redone(&place.options()).unwrap();
                assert_eq!(outcome.edits[0].state, JournaledState::Applied);
                let now = without_links(snapshot(&place.tree));
                assert_eq!(now, new, "{way:?} {plan} {round}");
                assert_eq!(
                    redone(&place.options().id(&*id)).unwrap_err().kind(),
                    ErrorKind::Stale
                );
            }
            fault::set_exchange(ExchangeSupport::Real);
            assert_eq!(edit_files(&place.tree), [""; 0]);
            assert_eq!(place.files("pending"), [""; 0].map(PathBuf::from));
        }
    }
}

#[test]
fn files_that_are_not_as_the_edit_left_them_are_listed_and_nothing_changes() {
    let place = TreePlace::new();
    plant_small(&place.tree);
    let id = place.apply("write a x\nwrite b y\ndelete c\nrename d/file moved\ncreate new text");
    fs::write(place.tree.join("b"), "foreign").unwrap();
    fs::write(place.tree.join("c"), "foreign").unwrap();
    fs::remove_file(place.tree.join("moved")).unwrap();
    fs::create_dir(place.tree.join("d/file")).unwrap();
    let before = snapshot(&place.tree);
    for options in [place.options(), place.options().id(&*id)] {
        let error = undone(&options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
        let expected = ["b", "c", "d/file", "moved"].map(|name| place.tree.join(name));
        assert_eq!(error.paths(), expected, "{error}");
        assert_eq!(snapshot(&place.tree), before);
    }
    assert_eq!(place.list().edits[0].state, JournaledState::Applied);
}

#[test]
fn a_file_does_not_return_where_another_has_taken_its_directory() {
    let place = TreePlace::new();
    place.apply("create q/x text");
    place.apply("delete q/x");
    fs::remove_dir(place.tree.join("q")).unwrap();
    fs::write(place.tree.join("q"), "foreign").unwrap();
    let error = undone(&place.options()).unwrap_err();
    let paths = [place.tree.join("q/x")];
    assert_eq!(
        (error.kind(), error.paths()),
        (ErrorKind::Stale, &paths[..])
    );
}

#[test]
fn created_directories_are_removed_only_if_they_are_empty() {
    let place = TreePlace::new();
    place.apply("create x/y/new text\ncreate x/z/new text");
    fs::write(place.tree.join("x/z/other"), "").unwrap();
    undone(&place.options()).unwrap();
    let left: Vec<String> = snapshot(&place.tree).into_keys().collect();
    assert_eq!(left, ["x", "x/z", "x/z/other"]);
}

#[test]
fn edits_are_listed_with_their_files_and_checkpoints() {
    let place = TreePlace::new();
    plant_small(&place.tree);
    let first = place.apply("write a x");
    place.mark("start");
    let second = place.apply("create new text\ndelete b\nrename c d/c other");
    undone(&place.options()).unwrap();
    let listed = place.list();
    assert_eq!(listed.damaged, [""; 0].map(PathBuf::from));
    let [second_listed, first_listed] = &listed.edits[..] else {
        panic!("{listed:?}");
    };
    assert_eq!((&second_listed.id, &first_listed.id), (&second, &first));
    assert_eq!(second_listed.state, JournaledState::Undone);
    assert_eq!(first_listed.state, JournaledState::Applied);
    assert_eq!(
        (&*first_listed.checkpoints, &*second_listed.checkpoints),
        (&[][..], &["start".to_owned()][..])
    );
    assert!(first_listed.time < second_listed.time && first_listed.bytes > 100);
    assert_eq!(
        (&*first_listed.operation, &first_listed.root),
        ("test", &place.tree)
    );
    let mut files = second_listed.files.clone();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let files: Vec<_> = files
        .into_iter()
        .map(|file| (file.path, file.action))
        .collect();
    let at = |name: &str| place.tree.join(name);
    let renamed = AppliedAction::Renamed { to: at("d/c") };
    assert_eq!(
        files,
        [
            (at("b"), AppliedAction::Deleted),
            (at("c"), renamed),
            (at("new"), AppliedAction::Created),
        ]
    );
    let [start] = &listed.checkpoints[..] else {
        panic!("{listed:?}");
    };
    assert_eq!((&*start.name, &start.path), ("start", &place.tree));
    assert_eq!(start.session, first_listed.session);
}

#[test]
fn an_edit_is_found_from_its_root_from_above_from_below_and_through_a_link() {
    let place = TreePlace::new();
    plant_small(&place.tree);
    let link = place.tree.with_file_name("link");
    std::os::unix::fs::symlink(&place.tree, &link).unwrap();
    let id = place.apply("write d/file x\ndelete a");
    let above = place.tree.parent().unwrap().to_owned();
    // A file that the edit has deleted does not exist.
    let paths = [
        above,
        place.tree.clone(),
        place.tree.join("d/file"),
        place.tree.join("a"),
        link.join("d"),
        link,
    ];
    for path in paths {
        for options in [place.options(), place.options().id(&*id)] {
            let options = options.path(&path);
            assert_eq!(
                undone(&options).unwrap().edits[0].id,
                id,
                "{}",
                path.display()
            );
            assert_eq!(
                redone(&options).unwrap().edits[0].id,
                id,
                "{}",
                path.display()
            );
        }
    }
    // Another file below the root, and another root.
    let error = undone(&place.options().path(place.tree.join("b"))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    let error = undone(&place.options().path(place.state()).id(&*id)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    for id in ["", "../x", "0123", "0123456789abcdef01234567"] {
        let error = undone(&place.options().id(id)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    }
}

#[test]
fn sessions_undo_only_their_own_edits() {
    let mut place = TreePlace::new();
    plant_small(&place.tree);
    let apply = |place: &mut TreePlace, session: &str, plan: &str| {
        place.journal.session = Some(session.to_owned());
        place.apply(plan)
    };
    let first = apply(&mut place, "one", "write a x");
    let second = apply(&mut place, "two", "write b y");
    let third = apply(&mut place, "two", "write a z");
    place.journal.session = Some("one".into());
    // The latest edit of the session, whose file another session has changed.
    assert_eq!(
        undone(&place.options()).unwrap_err().kind(),
        ErrorKind::Stale
    );
    // An id works for every session.
    assert_eq!(
        undone(&place.options().id(&*third)).unwrap().edits[0].id,
        third
    );
    assert_eq!(undone(&place.options()).unwrap().edits[0].id, first);
    assert_eq!(
        undone(&place.options()).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    place.journal.session = Some("two".into());
    assert_eq!(undone(&place.options()).unwrap().edits[0].id, second);
    place.journal.session = Some(String::new());
    assert_eq!(
        undone(&place.options()).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
}

#[test]
fn a_checkpoint_is_returned_to_as_a_whole_or_not_at_all() {
    let place = TreePlace::new();
    plant_small(&place.tree);
    place.apply("write c before");
    place.mark("start");
    let old = without_links(snapshot(&place.tree));
    assert!(
        !undone(&place.options().checkpoint("start"))
            .unwrap()
            .applied
    );
    place.apply("write a x\ncreate n/m/new text");
    place.apply("rename a moved y\ndelete n/m/new\nwrite b z");
    place.apply("rename moved a again\ncreate n/m/new other");
    let new = without_links(snapshot(&place.tree));
    fs::write(place.tree.join("b"), "foreign").unwrap();
    let error = undone(&place.options().checkpoint("start")).unwrap_err();
    assert_eq!(
        (error.kind(), error.paths()),
        (ErrorKind::Stale, &[place.tree.join("b")][..])
    );
    fs::write(place.tree.join("b"), "z").unwrap();
    for _ in 0..2 {
        let outcome = undone(&place.options().checkpoint("start")).unwrap();
        assert_eq!(outcome.edits.len(), 3);
        assert_eq!(without_links(snapshot(&place.tree)), old);
        let outcome = redone(&place.options().checkpoint("start")).unwrap();
        assert_eq!(outcome.edits.len(), 3);
        assert_eq!(without_links(snapshot(&place.tree)), new);
    }
    // One by one.
    undone(&place.options().checkpoint("start")).unwrap();
    for _ in 0..3 {
        redone(&place.options()).unwrap();
    }
    assert_eq!(without_links(snapshot(&place.tree)), new);
    // Edits that cancel each other out.
    place.mark("again");
    place.apply("write c one");
    place.apply("write c before");
    let outcome = undone(&place.options().checkpoint("again")).unwrap();
    assert!(outcome.applied && outcome.edits.len() == 2);
    assert_eq!(without_links(snapshot(&place.tree)), new);
    redone(&place.options()).unwrap();
    assert_eq!(tree(&place.tree)["c"], b"one");
    undone(&place.options()).unwrap();
    // A new checkpoint of the same name replaces the old one.
    place.mark("start");
    assert!(
        !undone(&place.options().checkpoint("start"))
            .unwrap()
            .applied
    );
    assert_eq!(place.list().checkpoints.len(), 2);
    let error = undone(&place.options().checkpoint("other")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[test]
fn the_journal_is_private_and_another_is_not_used() {
    let place = TreePlace::new();
    plant_small(&place.tree);
    place.apply("write a x");
    place.mark("here");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(place.state()), 0o700);
    for root in fs::read_dir(place.state()).unwrap() {
        let root = root.unwrap().path();
        assert_eq!(mode(&root), 0o700);
        for file in fs::read_dir(root).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
    }
    fs::set_permissions(place.state(), fs::Permissions::from_mode(0o777)).unwrap();
    let (id, reason) = record(&place.tree, &ops("write a y"), &place.journal).unwrap();
    assert_eq!(id, None);
    assert!(reason.unwrap().contains("other users may write"));
    assert_eq!(tree(&place.tree)["a"], b"y");
    assert_eq!(
        undone(&place.options()).unwrap_err().kind(),
        ErrorKind::PermissionDenied
    );
}

#[test]
fn an_edit_without_a_journal_is_applied_and_says_why() {
    let mut place = TreePlace::new();
    plant_small(&place.tree);
    fs::write(place.tree.parent().unwrap().join("state"), "a file").unwrap();
    let (id, reason) = record(&place.tree, &ops("write a x"), &place.journal).unwrap();
    assert_eq!(id, None);
    assert!(reason.unwrap().contains("undo journal"));
    assert_eq!(tree(&place.tree)["a"], b"x");
    // Nothing to say if it is off, or nothing has changed.
    place.journal.record_edits = false;
    let result = record(&place.tree, &ops("write a y"), &place.journal).unwrap();
    assert_eq!(result, (None, None));
    place.journal.record_edits = true;
    let result = record(&place.tree, &ops("write a y"), &place.journal).unwrap();
    assert_eq!(result, (None, None));
}

#[test]
fn the_oldest_edits_are_removed_at_the_limits() {
    let mut place = TreePlace::new();
    plant_small(&place.tree);
    let one = place.apply("write a text-0");
    let len = place.list().edits[0].bytes;
    place.journal.journal_max_bytes = len * 7 / 2;
    let ids: Vec<String> = (1..9)
        .map(|at| place.apply(&format!("write a text-{at}")))
        .collect();
    let listed = place.list().edits;
    let listed: Vec<&String> = listed.iter().map(|edit| &edit.id).collect();
    assert_eq!(listed, [&ids[7], &ids[6], &ids[5]]);
    assert_eq!(
        undone(&place.options().id(&*one)).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    // An edit that alone exceeds the limit is applied, not recorded, and evicts nothing.
    place.journal.journal_max_bytes = 40;
    let (id, reason) = record(&place.tree, &ops("write a other"), &place.journal).unwrap();
    assert!(id.is_none() && reason.unwrap().contains("maximum of 40 bytes"));
    assert_eq!(place.list().edits.len(), 3);
    // So does an undo, which cannot be redone then.
    fs::write(place.tree.join("a"), "text-8").unwrap();
    let outcome = undone(&place.options()).unwrap();
    assert!(outcome.applied && outcome.problem.is_some());
    assert_eq!(tree(&place.tree)["a"], b"text-7");
    assert_eq!(place.list().edits.len(), 2);
    // All edits are too old.
    place.journal = place
        .journal
        .clone()
        .journal_max_bytes(len * 7 / 2)
        .journal_max_age(Duration::ZERO);
    let last = place.apply("write a last");
    let listed = place.list().edits;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].id, last);
}

#[test]
fn a_damaged_journal_restores_nothing_wrong() {
    let place = TreePlace::new();
    plant_small(&place.tree);
    place.apply("write a changed\ndelete b\nrename c d/c other\ncreate new text");
    let old = {
        let other = TreePlace::new();
        plant_small(&other.tree);
        without_links(snapshot(&other.tree))
    };
    let new = snapshot(&place.tree);
    let path = place.files("edit").remove(0);
    let whole = fs::read(&path).unwrap();
    let mut refused = 0;
    let step = if tier::cases(10) < 10 { 7 } else { 1 };
    for at in (0..whole.len()).step_by(step) {
        for damaged in [whole[..at].to_vec(), {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            bytes
        }] {
            fs::write(&path, damaged).unwrap();
            let result = undone(
                &place
                    .options()
                    .id(path.file_stem().unwrap().to_str().unwrap()),
            );
            match result {
                Ok(_) => {
                    assert_eq!(without_links(snapshot(&place.tree)), old, "{at}");
                    fs::write(&path, &whole).unwrap();
                    panic!("byte {at} has no effect");
                }
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Io, "{at} {error}");
                    assert_eq!(snapshot(&place.tree), new, "{at} {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 20);
    fs::write(&path, b"ransack-undo 1\n").unwrap();
    assert_eq!(place.list().damaged, std::slice::from_ref(&path));
    fs::write(&path, &whole).unwrap();
    undone(&place.options()).unwrap();
    assert_eq!(without_links(snapshot(&place.tree)), old);
}
