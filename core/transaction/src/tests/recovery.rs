//! Journals in various locations, and files that are not journals.

use std::cell::RefCell;

use ransack_base::internal::ErrorParts;
use ransack_search::WorkspaceOptions;

use super::*;
use crate::record::{EditRecord, Group, JournalEntry, JournalEntryKind, journal_name};

/// Returns a directory with an interrupted edit of `src`, its files before the edit, and `src`.
fn interrupted(names: &[&str]) -> (tempfile::TempDir, Files, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let src = dir.path().join("src");
    plant_files(&src, names);
    let old = tree(dir.path());
    interrupt(dir.path(), &[&src], |_| ());
    (dir, old, src)
}

fn all_new(old: &Files) -> Files {
    let new = |text: &Vec<u8>| {
        if text == b"f(1);\n" {
            b"longer(1);\n".to_vec()
        } else {
            text.clone()
        }
    };
    old.iter()
        .map(|(name, text)| (name.clone(), new(text)))
        .collect()
}

#[test]
fn a_retry_with_other_filters_is_not_reverted_by_a_later_call() {
    let filters: [fn(&mut Edit); 5] = [
        |edit| edit.scope.types = vec!["js".into()],
        |edit| edit.scope.globs = vec!["**/*.js".into()],
        |edit| edit.scope.hidden = false,
        |edit| edit.max_files = 2,
        |_| (),
    ];
    for (at, filter) in filters.iter().enumerate() {
        let (dir, old, src) = interrupted(&["a.js", "b.js", "deep/c.js"]);
        fs::write(dir.path().join(".ignore"), ".*\n*.journal\n").unwrap();
        let mut retry = Edit::new(dir.path());
        filter(&mut retry);
        let outcome = edit(&retry).unwrap();
        assert!(outcome.report.complete | (at == 3), "{at}");
        let restored = |file: &RecoveredFile| file.action == RecoveryAction::Restored;
        assert!(outcome.recovered.iter().any(restored), "{at}");
        assert_eq!(outcome.files, if at == 3 { 2 } else { 3 });
        assert_eq!(edit_files(dir.path()), [""; 0], "{at}");
        let after = tree(dir.path());
        dry_run(&Edit::new(&src)).unwrap();
        let again = edit(&Edit::new(&src)).unwrap();
        assert_eq!(again.recovered, [], "{at}");
        if at != 3 {
            let mut expected = all_new(&old);
            expected.insert(".ignore".into(), b".*\n*.journal\n".to_vec());
            assert_eq!(after, expected, "{at}");
            assert_eq!(tree(dir.path()), expected, "{at}");
        }
    }
}

#[test]
fn journals_are_found_from_every_root_that_leads_to_a_file() {
    for root in ["", "src", "src/deep", "src/a.js", "src/deep/c.js"] {
        let (dir, old, _) = interrupted(&["a.js", "b.js", "deep/c.js"]);
        let root = dir.path().join(root);
        let preview = dry_run(&Edit::new(&root)).unwrap();
        assert!(!preview.report.complete, "{}", root.display());
        assert!(!preview.interrupted.is_empty());
        let nothing = Edit::new(&root).words("nothing(", "something(");
        let outcome = edit(&nothing).unwrap();
        assert!(!outcome.recovered.is_empty(), "{}", root.display());
        assert_eq!(tree(dir.path()), old, "{}", root.display());
    }
}

#[test]
fn journals_are_found_through_a_workspace_and_with_any_of_several_roots() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (dir.path().join("a"), dir.path().join("b"));
    plant_files(dir.path(), &["a/x.js", "b/y.js", "b/z.js"]);
    let old = tree(dir.path());
    for last in [&a, &b] {
        interrupt(dir.path(), &[&a, &b], |_| ());
        assert!(!dry_run(&Edit::new(last)).unwrap().report.complete);
        let nothing = Edit::new(last).words("nothing(", "something(");
        assert!(!edit(&nothing).unwrap().recovered.is_empty());
        assert_eq!(tree(dir.path()), old);
    }
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let token = CancelToken::new();
    let mut before = Edit::new(dir.path());
    before.scope.workspace = Some((&workspace).into());
    dry_run(&before).unwrap();
    interrupt(dir.path(), &[&a, &b], |_| ());
    let mut preview = before;
    preview.scope.follow_symlinks = false;
    let outcome = dry_run(&preview).unwrap();
    assert!(!outcome.report.complete);
    preview.scope.types = vec!["js".into()];
    let outcome = edit(&preview).unwrap();
    assert!(!outcome.recovered.is_empty());
    assert_eq!(tree(dir.path()), all_new(&old));
    let everything = GlobOptions::new("**", dir.path()).workspace(&workspace);
    let paths = glob(&everything, &token).unwrap();
    assert_eq!(paths.items.len(), 5);
}

#[test]
fn a_dry_run_reports_an_interrupted_edit_and_writes_nothing() {
    let (dir, _, src) = interrupted(&["a.js", "b.js"]);
    let stamps = || -> Vec<_> {
        let entries = fs::read_dir(&src).unwrap().map(Result::unwrap);
        let mut all: Vec<_> = entries
            .map(|entry| {
                (
                    entry.file_name(),
                    FileVersion::of(&entry.metadata().unwrap()),
                )
            })
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    };
    let (before, files) = (stamps(), tree(dir.path()));
    let outcome = dry_run(&Edit::new(dir.path())).unwrap();
    let listed = list(dir.path());
    assert_eq!((stamps(), tree(dir.path())), (before, files));
    assert!(!outcome.report.complete);
    let skipped = &outcome.report.skipped[0];
    assert_eq!(
        (skipped.reason, skipped.count),
        (SkipReason::InterruptedEdit, 2)
    );
    assert_eq!(skipped.first[0].path, "src/a.js");
    assert_eq!(outcome.interrupted, listed.remaining);
    let [edit] = &listed.remaining[..] else {
        panic!("{listed:?}");
    };
    assert_eq!((edit.state, &edit.problem), (EditState::Incomplete, &None));
    let src = src.canonicalize().unwrap();
    assert_eq!(edit.files, [src.join("a.js"), src.join("b.js")]);
    let outcome = recover(dir.path());
    let mut actions: Vec<_> = outcome.recovered.iter().map(|file| file.action).collect();
    actions.sort_by_key(|action| *action != RecoveryAction::Restored);
    assert_eq!(
        actions,
        [RecoveryAction::Restored, RecoveryAction::Unchanged]
    );
    assert_eq!(recover(dir.path()).recovered, []);
    assert!(dry_run(&Edit::new(dir.path())).unwrap().report.complete);
}

#[test]
fn a_directory_that_is_gone_does_not_block_the_others() {
    let dir = tempfile::tempdir().unwrap();
    plant_files(dir.path(), &["a/x.js", "b/y.js", "c/z.js"]);
    interrupt(dir.path(), &[dir.path()], |_| ());
    fs::remove_dir_all(dir.path().join("a")).unwrap();
    for root in ["b", "", "c"] {
        let outcome = edit(&Edit::new(&dir.path().join(root))).unwrap();
        assert!(outcome.report.complete, "{root}");
    }
    assert_eq!(edit_files(dir.path()), [""; 0]);
    let new = tree(dir.path());
    assert!(new.values().all(|text| text == b"longer(1);\n") && new.len() == 2);
}

#[test]
fn a_tree_or_directory_that_was_moved_is_recovered_where_it_is() {
    let (dir, old, src) = interrupted(&["a.js", "b.js", "deep/c.js"]);
    // The whole tree.
    let moved = dir.path().join("moved");
    fs::rename(&src, &moved).unwrap();
    // One directory of the tree.
    fs::rename(moved.join("deep"), dir.path().join("elsewhere")).unwrap();
    assert!(!edit(&Edit::new(&moved)).unwrap().recovered.is_empty());
    recover(dir.path());
    let now = tree(dir.path());
    assert_eq!(now["elsewhere/c.js"], old["src/deep/c.js"]);
    assert_eq!(edit_files(dir.path()), [""; 0]);
    assert_eq!(now["moved/a.js"], b"longer(1);\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_tree_on_another_device_is_recovered() {
    use std::os::unix::fs::MetadataExt;

    let (dir, old, _) = interrupted(&["a.js", "b.js", "deep/c.js"]);
    let other = tempfile::tempdir_in("/dev/shm").unwrap();
    let device = |path: &Path| fs::metadata(path).unwrap().dev();
    assert_ne!(
        device(dir.path()),
        device(other.path()),
        "/dev/shm must be another file system"
    );
    let copy = other.path().join("copy");
    let status = Command::new("cp")
        .arg("-a")
        .args([dir.path(), &copy])
        .status();
    assert!(status.unwrap().success());
    let crashed = tree(dir.path());
    assert!(!dry_run(&Edit::new(&copy)).unwrap().report.complete);
    assert_eq!(recover(&copy).remaining, []);
    assert_eq!(tree(&copy), old);
    // The original belongs to another edit.
    assert_eq!(tree(dir.path()), crashed);
    recover(dir.path());
    assert_eq!(tree(dir.path()), old);
}

#[test]
#[cfg(target_os = "linux")]
fn an_edit_of_two_file_systems_changes_all_or_none() {
    let dir = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir_in("/dev/shm").unwrap();
    plant_files(dir.path(), &["a.js", "b.js"]);
    plant_files(other.path(), &["c.js", "d/d.js"]);
    let roots = [dir.path(), other.path()];
    let all = || roots.map(tree);
    let old = all();
    let mut of_both = Edit::new(dir.path());
    of_both.scope.roots = roots.map(Path::to_owned).to_vec();
    let steps = count_steps(|| drop(edit(&of_both).unwrap()));
    let new = all();
    plant_files(dir.path(), &["a.js", "b.js"]);
    plant_files(other.path(), &["c.js", "d/d.js"]);
    for at in 0..steps {
        let mut child = child_command(&roots);
        child.env(STEP, at.to_string());
        assert!(!child.output().unwrap().status.success());
        // From either side.
        recover(roots[at as usize % 2]);
        recover(roots[(at as usize + 1) % 2]);
        let now = all();
        assert!(now == old || now == new, "step {at}: {now:?}");
        plant_files(dir.path(), &["a.js", "b.js"]);
        plant_files(other.path(), &["c.js", "d/d.js"]);
    }
    // Without the primary, nothing is guessed.
    let mut found = false;
    for at in 0..steps {
        let mut child = child_command(&roots);
        child.env(STEP, at.to_string()).output().unwrap();
        let Some(primary) = edit_files(dir.path())
            .into_iter()
            .find(|name| name.ends_with(".journal"))
        else {
            continue;
        };
        let parked = dir.path().join("parked");
        fs::rename(dir.path().join(&primary), &parked).unwrap();
        let before = tree(other.path());
        let outcome = recover(other.path());
        if let Some(left) = outcome.remaining.first() {
            assert_eq!(left.state, EditState::Unknown);
            assert!(left.problem.as_ref().unwrap().contains("missing"));
            assert_eq!(tree(other.path()), before);
            found = true;
        }
        fs::rename(parked, dir.path().join(primary)).unwrap();
        recover(other.path());
        recover(dir.path());
        let now = all();
        assert!(now == old || now == new, "step {at}");
        plant_files(dir.path(), &["a.js", "b.js"]);
        plant_files(other.path(), &["c.js", "d/d.js"]);
    }
    assert!(found);
}

thread_local! {
    static DIR: RefCell<PathBuf> = const { RefCell::new(PathBuf::new()) };
}

#[test]
fn files_of_a_directory_that_moves_in_the_middle_are_listed_if_they_are_new() {
    fn move_away() {
        DIR.with_borrow(|dir| fs::rename(dir.join("sub"), dir.join("moved")).unwrap());
    }
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    let names = ["a.js", "sub/b.js", "sub/c.js"];
    plant_files(&root, &names);
    let steps = count_steps(|| drop(edit(&Edit::new(&root)).unwrap()));
    let mut listed = 0;
    for at in 0..steps {
        let _ = fs::remove_dir_all(root.join("moved"));
        plant_files(&root, &names);
        DIR.set(root.clone());
        fault::set(Some((at, InjectedFault::Meanwhile(move_away))));
        let result = edit(&Edit::new(&root));
        fault::set(None);
        let moved = tree(&root.join("moved"));
        if let Err(error) = &result {
            for name in ["b.js", "c.js"] {
                let is_new = moved[name] == b"longer(1);\n";
                let is_listed = error.paths().contains(&root.join("sub").join(name));
                assert_eq!(is_new, is_listed, "step {at}: {error}");
                listed += u32::from(is_listed);
            }
            assert_eq!(
                fs::read(root.join("a.js")).unwrap(),
                b"f(1);\n",
                "step {at}"
            );
            // The remaining group does not block others and is repaired where it is.
            let other = Edit::new(&root.join("a.js")).words("f(", "g(");
            assert!(edit(&other).is_ok(), "step {at}");
        }
        recover(&root);
        let moved = tree(&root.join("moved"));
        let text = if result.is_ok() {
            "longer(1);\n"
        } else {
            "f(1);\n"
        };
        assert!(
            moved.values().all(|t| t == text.as_bytes()),
            "step {at}: {moved:?}"
        );
        assert_eq!(moved.len(), 2, "step {at}: {moved:?}");
    }
    assert!(listed > 0);
}

#[test]
fn a_failed_repair_keeps_the_journal_and_blocks_only_its_own_files() {
    let (dir, old, src) = interrupted(&["a.js", "b.js"]);
    plant_files(&src, &["c.js"]);
    plant_files(dir.path(), &["d.js"]);
    fault::set(Some((0, InjectedFault::Failure)));
    let outcome = recover(dir.path());
    fault::set(None);
    let [left] = &outcome.remaining[..] else {
        panic!("{outcome:?}");
    };
    assert!(left.problem.as_ref().unwrap().contains("injected fault"));
    assert!(!edit_files(dir.path()).is_empty());
    let files = left.files.clone();
    let mut of_file = Edit::new(&src.join("a.js"));
    // Whether the file is old or new.
    of_file.words.push(("longer(".into(), "other(".into()));
    fault::set(Some((0, InjectedFault::Failures)));
    let error = edit(&of_file).unwrap_err();
    fault::set(None);
    assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
    assert_eq!(error.paths(), files);
    fault::set(Some((0, InjectedFault::Failure)));
    let outcome = edit(&Edit::new(&src.join("c.js"))).unwrap();
    fault::set(None);
    assert!(outcome.interrupted.len() == 1);
    assert_eq!(recover(dir.path()).remaining, []);
    let now = tree(dir.path());
    assert!(old.iter().all(|(name, text)| now[name] == *text));
}

#[test]
#[cfg(unix)]
fn what_only_looks_like_a_journal_is_ignored() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("root");
    plant_files(&root, &["a.js"]);
    let name = |id: &str| root.join(format!("{EDIT_FILE_PREFIX}{id}-0.journal"));
    let link = |target: &Path, at: &Path| std::os::unix::fs::symlink(target, at).unwrap();
    let outside = dir.path().join("outside");
    link(&outside, &name("1"));
    link(Path::new("/dev/zero"), &name("2"));
    link(&name("3"), &name("3"));
    link(&outside, &root.join(".ransack-edit.journal"));
    fs::create_dir(name("4")).unwrap();
    let status = Command::new("mkfifo").arg(name("5")).status();
    assert!(status.unwrap().success());
    fs::write(name("6"), "\0garbage").unwrap();
    fs::write(name("7"), "ransack-edit 4 8 0\ndir /\n").unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(name("8")).unwrap();
    for follow in [false, true] {
        let mut of_root = Edit::new(&root);
        of_root.scope.follow_symlinks = follow;
        fs::write(root.join("a.js"), "f(1);\n").unwrap();
        let outcome = edit(&of_root).unwrap();
        assert!(outcome.interrupted.is_empty());
        assert_eq!(outcome.recovered, []);
        assert_eq!(fs::read(root.join("a.js")).unwrap(), b"longer(1);\n");
    }
    assert_eq!(recover(&root).remaining, []);
    assert!(!outside.exists());
    for id in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        assert!(name(id).symlink_metadata().is_ok(), "{id}");
    }
}

#[test]
#[cfg(unix)]
fn a_journal_that_others_may_write_or_link_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;

    let (dir, old, src) = interrupted(&["a.js", "b.js"]);
    let crashed = tree(dir.path());
    let journal = edit_files(&src)
        .into_iter()
        .find(|name| name.ends_with(".journal"));
    let journal = src.join(journal.unwrap());
    let set_mode = |mode| fs::set_permissions(&journal, fs::Permissions::from_mode(mode)).unwrap();
    set_mode(0o622);
    assert_eq!(recover(dir.path()).remaining, []);
    assert_eq!(tree(dir.path()), crashed);
    set_mode(0o600);
    fs::hard_link(&journal, dir.path().join("stolen")).unwrap();
    let left = recover(dir.path()).remaining;
    assert!(left[0].problem.as_ref().unwrap().contains("hard links"));
    fs::remove_file(dir.path().join("stolen")).unwrap();
    recover(dir.path());
    assert_eq!(tree(dir.path()), old);
}

#[test]
#[cfg(unix)]
fn an_edit_in_a_directory_that_only_a_link_reaches_is_found() {
    let (dir, old, src) = interrupted(&["a.js", "b.js"]);
    let root = dir.path().join("root");
    fs::create_dir(&root).unwrap();
    for name in ["a.js", "b.js"] {
        std::os::unix::fs::symlink(src.join(name), root.join(name)).unwrap();
    }
    // Both files change, whether old or new.
    let mut of_links = Edit::new(&root);
    of_links.words.push(("longer(".into(), "other(".into()));
    let preview = dry_run(&of_links).unwrap();
    assert_eq!(preview.interrupted, list(dir.path()).remaining);
    let outcome = edit(&of_links).unwrap();
    assert!(!outcome.recovered.is_empty());
    // The first plan saw half-edited files and was not applied.
    assert_eq!((outcome.plans, outcome.files), (2, 2));
    let now = tree(dir.path());
    for name in ["src/a.js", "src/b.js"] {
        assert_eq!(old[name], b"f(1);\n");
        assert_eq!(now[name], b"other(1);\n");
    }
    assert_eq!(edit_files(dir.path()), [""; 0]);
}

/// Creates a directory with a link to each of these files, which lie in directories that the scope
/// of the links does not contain.
#[cfg(unix)]
fn links_to(dir: &Path, names: &[&str]) -> PathBuf {
    let root = dir.join("links");
    fs::create_dir(&root).unwrap();
    for (number, name) in names.iter().enumerate() {
        let link = root.join(format!("{number}.js"));
        std::os::unix::fs::symlink(dir.join(name), link).unwrap();
    }
    root
}

#[test]
#[cfg(unix)]
fn an_edit_that_only_links_reach_is_repaired_before_the_plan_is_checked() {
    let (dir, _, src) = interrupted(&["a.js", "b.js"]);
    let root = links_to(dir.path(), &["src/a.js", "src/b.js"]);
    let mut of_links = Edit::new(&root);
    of_links.words.push(("longer(".into(), "other(".into()));
    // Like a preview token made before the crash, which names the old files.
    of_links.check = |changes| {
        let is_old =
            |change: &PlannedChange| change.action.old_digest() == Some(digest(b"f(1);\n"));
        match changes.iter().all(is_old) {
            true => Ok(()),
            false => Err(Error::new(ErrorKind::Stale, "half-edited files")),
        }
    };
    let outcome = edit(&of_links).unwrap();
    assert_eq!((outcome.plans, outcome.files), (2, 2));
    for name in ["a.js", "b.js"] {
        assert_eq!(fs::read(src.join(name)).unwrap(), b"other(1);\n");
    }
    // A check that fails for another reason changes nothing.
    of_links = of_links.words("other(", "f(");
    assert!(edit(&of_links).is_err());
    assert_eq!(fs::read(src.join("a.js")).unwrap(), b"other(1);\n");
}

#[test]
#[cfg(unix)]
fn several_edits_that_only_links_reach_are_repaired_by_one_more_plan() {
    let dir = tempfile::tempdir().unwrap();
    let trees = ["x", "y", "z"].map(|name| dir.path().join(name));
    let mut names = Vec::new();
    for tree in &trees {
        plant_files(tree, &["a.js", "b.js"]);
        interrupt(tree, &[tree], |_| ());
        let name = tree.file_name().unwrap().to_str().unwrap();
        names.extend([format!("{name}/a.js"), format!("{name}/b.js")]);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut of_links = Edit::new(&links_to(dir.path(), &names));
    of_links.words.push(("longer(".into(), "other(".into()));
    let outcome = edit(&of_links).unwrap();
    assert_eq!((outcome.plans, outcome.files), (2, 6));
    assert_eq!(outcome.recovered.len(), 6);
    assert_eq!(edit_files(dir.path()), [""; 0]);
}

#[test]
fn a_journal_with_the_name_of_its_primary_is_not_followed() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().canonicalize().unwrap();
    plant_files(&root, &["a/x.js", "b/y.js"]);
    let group = |dir: &str, name: &str| Group {
        dir: root.join(dir),
        made_in: None,
        entries: vec![JournalEntry {
            name: name.into(),
            kind: JournalEntryKind::Rewrite {
                old: digest(b"f(1);\n"),
                new: digest(b"longer(1);\n"),
            },
        }],
    };
    let record = EditRecord {
        id: "1f".into(),
        leader: 1,
        groups: vec![group("a", "x.js"), group("b", "y.js")],
    };
    // The journal of the second group, in the place of the first.
    let journal = root.join("a").join(journal_name("1f", 0));
    fs::write(&journal, record.to_text() + "applying\n").unwrap();
    let before = tree(&root);
    for outcome in [list(&root), recover(&root)] {
        let [edit] = &outcome.remaining[..] else {
            panic!("{outcome:?}");
        };
        assert_eq!((edit.state, &edit.journal), (EditState::Unknown, &journal));
        assert_eq!(edit.files, [root.join("a/x.js")]);
        assert!(edit.problem.as_ref().unwrap().contains("remove the copy"));
        assert_eq!(outcome.recovered, []);
    }
    assert_eq!(tree(&root), before);
    assert!(edit(&Edit::new(&root.join("a"))).is_err());
    assert!(edit(&Edit::new(&root.join("b"))).is_ok());
    fs::remove_file(journal).unwrap();
    assert_eq!(recover(&root).remaining, []);
}

#[test]
fn a_plan_sees_no_file_of_an_interrupted_edit_in_scope() {
    for root in ["", "src", "src/a.js"] {
        let (dir, old, src) = interrupted(&["a.js", "deep/b.js"]);
        let before = |edit: Edit| {
            let scope = begin_scope(&edit.scope);
            let transaction = Transaction {
                scope: &scope,
                root_kinds: RootKinds::FilesAndDirs,
                wait: edit.wait,
                pool: None,
            };
            let planned = transaction.apply(&CancelToken::new(), || {
                Ok(ChangePlan {
                    changes: Vec::new(),
                    check: Ok(()),
                    outcome: tree(dir.path()),
                })
            });
            planned.unwrap().0
        };
        assert_eq!(before(Edit::new(&dir.path().join(root))), old, "{root}");
        assert_eq!(edit_files(&src), [""; 0]);
    }
}

#[test]
#[cfg(unix)]
fn a_file_with_two_names_gets_one_text() {
    let dir = tempfile::tempdir().unwrap();
    plant_files(dir.path(), &["a.js"]);
    fs::hard_link(dir.path().join("a.js"), dir.path().join("b.js")).unwrap();
    let token = CancelToken::new();
    let plan = |words: [&str; 2]| {
        let (mut changes, _) = Edit::new(dir.path()).plan(&token).unwrap();
        for (change, word) in changes.iter_mut().zip(words) {
            change.action = ChangeAction::rewrite(digest(b"f(1);\n"), word.into());
        }
        apply_plan(changes, Pool::shared(), &token)
    };
    let error = plan(["one", "two"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OverlappingEdits);
    assert_eq!(fs::read(dir.path().join("a.js")).unwrap(), b"f(1);\n");
    assert_eq!(plan(["one", "one"]).unwrap(), None);
    assert_eq!(fs::read(dir.path().join("b.js")).unwrap(), b"one");
}
