//! Created, deleted and renamed files: faults and death at every step, other processes, recovery.

use std::cell::RefCell;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use ransack_base::internal::ErrorParts;

use super::plans::*;
use super::*;
use crate::applied::AppliedAction;
use crate::attributes::Attributes;
use crate::plan::CreateMode;

const WAYS: [ExchangeSupport; 4] = [
    ExchangeSupport::Real,
    ExchangeSupport::None,
    ExchangeSupport::NoLinks,
    ExchangeSupport::Busy,
];

/// Plans that succeed in the tree of [`plant_small`].
const PLANS: [&str; 14] = [
    "create new text",
    "create d/new text",
    "create x/y/new text\ncreate x/z text\ncreate x/y/other text",
    "delete a",
    "rename a b2",
    "rename a d/b2",
    "rename a x/y/b2",
    "rename a x/y/b2 changed",
    // A chain and a swap, also of equal files.
    "rename a b\nrename b c\nrename c z",
    "rename a b\nrename b a",
    "rename equal d/equal\nrename d/equal equal",
    // A path that the plan frees.
    "delete a\ncreate a other",
    "delete b\nrename a b\ncreate a other",
    // Everything at once; the files `linked` and `d/linked` are one.
    "write c changed\ndelete d/file\nrename linked x/linked\nrename a b changed\nrename b a\n\
     create x/y/new text",
];

fn plant_small(dir: &Path) {
    plant_nodes(
        dir,
        &[
            ("a", "text of a", 0),
            ("b", "text of b", 1),
            ("c", "text of c", 2),
            ("equal", "", 3),
            ("d/equal", "", 4),
            ("d/file", "text", 5),
            ("linked", "linked", 6),
            ("d/linked", "linked", 6),
        ],
    );
}

fn comparable(snapshot: Snapshot, way: ExchangeSupport) -> Snapshot {
    match way {
        ExchangeSupport::NoLinks => without_links(snapshot),
        _ => snapshot,
    }
}

#[test]
fn plans_have_the_effect_of_the_model_wherever_links_or_exchanges_are_missing() {
    let dir = fast_dir();
    for way in WAYS {
        fault::set_exchange(way);
        for plan in PLANS {
            plant_small(dir.path());
            let new = model(&snapshot(dir.path()), &ops(plan)).unwrap();
            run(dir.path(), &ops(plan)).unwrap();
            let now = snapshot(dir.path());
            assert_eq!(comparable(now, way), comparable(new, way), "{way:?} {plan}");
        }
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
fn a_renamed_file_keeps_its_inode_and_the_target_of_a_chain_its_own() {
    let dir = fast_dir();
    plant_small(dir.path());
    let inode = |name: &str| fs::metadata(dir.path().join(name)).unwrap().ino();
    let (a, b, linked) = (inode("a"), inode("b"), inode("linked"));
    run(
        dir.path(),
        &ops("rename a b\nrename b x/c\nrename linked l"),
    )
    .unwrap();
    assert_eq!((inode("b"), inode("x/c")), (a, b));
    assert_eq!((inode("l"), inode("d/linked")), (linked, linked));
}

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
fn a_failure_of_any_step_of_recovery_is_recovered() {
    let (dir, crashed) = (fast_dir(), fast_dir());
    for (plan, way) in [
        (PLANS[13], WAYS[0]),
        (PLANS[12], WAYS[2]),
        (PLANS[2], WAYS[2]),
    ] {
        plant_small(dir.path());
        let old = snapshot(dir.path());
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
                    let is_new = model(&old, &ops(plan))
                        .is_some_and(|new| comparable(new, way) == comparable(now.clone(), way));
                    let is_unknown = result
                        .as_ref()
                        .is_err_and(|error| error.to_string().contains("it is unknown whether"));
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

thread_local! {
    static DIR: RefCell<PathBuf> = const { RefCell::new(PathBuf::new()) };
}

fn in_dir<T>(run: impl FnOnce(&Path) -> T) -> T {
    DIR.with_borrow(|dir| run(dir))
}

/// Runs a plan with another process at every step. `check` gets the result and the files.
fn with_other(plan: &str, other: fn(), check: impl Fn(u32, &Result<RecoveryOutcome>, Files)) {
    let dir = fast_dir();
    for way in WAYS {
        for at in 0.. {
            plant_small(dir.path());
            DIR.set(dir.path().to_owned());
            fault::set_exchange(way);
            fault::set(Some((at, InjectedFault::Meanwhile(other))));
            let result = run(dir.path(), &ops(plan));
            let is_over = fault::set(None).is_some();
            if let Err(error) = &result {
                assert_eq!(error.kind(), ErrorKind::Stale, "{way:?} step {at}: {error}");
                assert!(error.paths().is_empty(), "{way:?} step {at}: {error}");
            }
            assert_eq!(recover(dir.path()).remaining, [], "{way:?} step {at}");
            assert_eq!(edit_files(dir.path()), [""; 0], "{way:?} step {at}");
            if is_over {
                break;
            }
            check(at, &result, tree(dir.path()));
        }
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
fn a_file_that_another_process_creates_at_a_new_path_is_never_lost() {
    fn create() {
        in_dir(|dir| {
            let path = dir.join("new");
            if !path.exists() {
                fs::write(path, "other").unwrap();
            }
        });
    }
    for (plan, old_path) in [
        ("create new text\nwrite b x", None),
        ("rename a new", Some("a")),
    ] {
        with_other(plan, create, |at, result, now| match result {
            // Created before the other process looked.
            Ok(_) => assert_ne!(now["new"], b"other", "{plan} step {at}"),
            Err(_) => {
                assert_eq!(now["new"], b"other", "{plan} step {at}");
                assert_eq!(now["b"], b"text of b", "{plan} step {at}");
                assert!(old_path.is_none_or(|path| now[path] == b"text of a"));
            }
        });
    }
}

#[test]
fn a_change_of_a_file_to_be_removed_is_never_lost() {
    fn overwrite() {
        in_dir(|dir| {
            if dir.join("a").exists() {
                fs::write(dir.join("a"), "other").unwrap();
            }
        });
    }
    fn replace() {
        in_dir(|dir| {
            if dir.join("a").exists() {
                fs::write(dir.join("tmp"), "other").unwrap();
                fs::rename(dir.join("tmp"), dir.join("a")).unwrap();
            }
        });
    }
    for plan in ["delete a\nwrite b x", "rename a x/new\nwrite b x"] {
        for other in [overwrite as fn(), replace] {
            with_other(plan, other, |at, result, now| match result {
                Ok(_) => {
                    // The other process came after the removal and found nothing.
                    assert!(!now.contains_key("a"), "{plan} step {at}");
                    assert_eq!(now.contains_key("x/new"), plan.starts_with("rename"));
                    assert!(now.get("x/new").is_none_or(|text| text == b"text of a"));
                }
                Err(_) => {
                    assert!(now["a"] == b"other", "{plan} step {at}");
                    assert_eq!(now["b"], b"text of b", "{plan} step {at}");
                    assert!(!now.contains_key("x/new"));
                }
            });
        }
    }
}

#[test]
fn a_change_of_mode_or_links_of_a_removed_file_fails_the_plan_and_stays() {
    fn hide() {
        in_dir(|dir| {
            let mode = fs::Permissions::from_mode(0o600);
            if dir.join("a").exists() {
                fs::set_permissions(dir.join("a"), mode).unwrap();
            }
        });
    }
    fn link() {
        in_dir(|dir| {
            if dir.join("a").exists() {
                fs::hard_link(dir.join("a"), dir.join("link")).unwrap();
            }
        });
    }
    let dir = fast_dir();
    for plan in ["delete a", "rename a x/new"] {
        let mut refused = [0, 0];
        for (kind, other) in [hide as fn(), link].into_iter().enumerate() {
            for at in 0.. {
                plant_small(dir.path());
                DIR.set(dir.path().to_owned());
                fault::set(Some((at, InjectedFault::Meanwhile(other))));
                let result = run(dir.path(), &ops(plan));
                let is_over = fault::set(None).is_some();
                if result.is_err() {
                    refused[kind] += 1;
                    let metadata = fs::metadata(dir.path().join("a")).unwrap();
                    let is_kept = match kind {
                        0 => metadata.mode() & 0o777 == 0o600,
                        _ => metadata.nlink() == 2,
                    };
                    assert!(is_kept, "{plan} step {at}");
                }
                if is_over {
                    break;
                }
            }
        }
        assert!(refused[0] > 0 && refused[1] > 0, "{plan} {refused:?}");
    }
}

#[test]
fn what_others_write_into_a_renamed_file_returns_with_it() {
    fn write() {
        in_dir(|dir| {
            if dir.join("x/new").exists() {
                fs::write(dir.join("x/new"), "other").unwrap();
            }
        });
    }
    let dir = fast_dir();
    let mut returned = 0;
    for at in 0.. {
        plant_small(dir.path());
        DIR.set(dir.path().to_owned());
        fault::set(Some((at, InjectedFault::Meanwhile(write))));
        let result = run(dir.path(), &ops("rename a x/new\nrename b a"));
        let is_over = fault::set(None).is_some();
        let now = tree(dir.path());
        match result {
            Ok(_) => assert_eq!(now["a"], b"text of b", "step {at}"),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Stale, "step {at}: {error}");
                assert_eq!((&*now["a"], &*now["b"]), (&b"other"[..], &b"text of b"[..]));
                assert!(!now.contains_key("x/new") && !dir.path().join("x").exists());
                returned += 1;
            }
        }
        if is_over {
            break;
        }
    }
    assert!(returned > 0);
}

#[test]
fn a_directory_in_the_place_of_a_removed_file_is_reported_until_it_is_moved() {
    fn make() {
        in_dir(|dir| {
            if !dir.join("a").exists() {
                fs::create_dir(dir.join("a")).unwrap();
            }
        });
    }
    let dir = fast_dir();
    let mut reported = 0;
    for at in 0.. {
        plant_small(dir.path());
        DIR.set(dir.path().to_owned());
        fault::set(Some((at, InjectedFault::Meanwhile(make))));
        // A foreign file makes the plan fail after the removal.
        let fail = |_: &[AppliedChange]| Err(Error::new(ErrorKind::Io, "no"));
        let result = run_with(dir.path(), &ops("delete a"), fail);
        let is_over = fault::set(None).is_some();
        assert!(result.is_err());
        if dir.path().join("a").is_dir() {
            let left = recover(dir.path()).remaining;
            assert!(left[0].problem.as_ref().unwrap().contains("move it away"));
            fs::remove_dir(dir.path().join("a")).unwrap();
            assert_eq!(recover(dir.path()).remaining, []);
            reported += 1;
        }
        assert_eq!(tree(dir.path())["a"], b"text of a", "step {at}");
        if is_over {
            break;
        }
    }
    assert!(reported > 0);
}

#[test]
fn one_of_several_processes_creates_a_file() {
    let dir = fast_dir();
    for plan in ["create new/file ", "rename NUMBER new/file "] {
        let files = ["0", "1", "2", "3"].map(|name| (name, name, 9 + name.len() as u32));
        plant_nodes(dir.path(), &[]);
        for (name, text, _) in files {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let children: Vec<_> = (0..4)
            .map(|number| {
                let text = plan.replace("NUMBER", &number.to_string());
                let mut child = child_command(&[dir.path()]);
                child.env(PLAN, format!("{text}process{number}"));
                child.stdout(std::process::Stdio::piped());
                child.stderr(std::process::Stdio::piped());
                child.spawn().unwrap()
            })
            .collect();
        let mut winners = Vec::new();
        for (number, child) in children.into_iter().enumerate() {
            let output = child.wait_with_output().unwrap();
            let words = [output.stdout, output.stderr].concat();
            let words = String::from_utf8_lossy(&words).into_owned();
            match output.status.success() {
                true => winners.push(number),
                false => assert!(words.contains("Stale"), "{words}"),
            }
        }
        // All may give way to each other, but never two succeed.
        assert!(winners.len() <= 1, "{winners:?}");
        let now = tree(dir.path());
        for number in winners {
            assert_eq!(now["new/file"], format!("process{number}").into_bytes());
        }
        assert_eq!(edit_files(dir.path()), [""; 0]);
    }
}

#[test]
fn plans_that_cannot_be_made_are_refused_with_a_reason() {
    let dir = fast_dir();
    plant_small(dir.path());
    symlink("a", dir.path().join("link")).unwrap();
    symlink("nothing", dir.path().join("dangling")).unwrap();
    fs::hard_link(dir.path().join("a"), dir.path().join("A")).unwrap();
    let before = snapshot(dir.path());
    use ErrorKind::{InvalidOption, NotFound, OverlappingEdits, Stale};
    for (plan, kind, message) in [
        ("create a text", Stale, "the path exists"),
        ("create d text", Stale, "the path exists"),
        ("create dangling text", Stale, "the path exists"),
        ("create dangling/x text", NotFound, "cannot create"),
        ("create a/x text", NotFound, "cannot create"),
        // A directory cannot take the place of a file.
        ("delete a\ncreate a/x text", NotFound, "cannot create"),
        ("create x/../y text", ErrorKind::Io, "invalid filename"),
        (
            "create d/.ransack-edit-1f-0-1.new text",
            InvalidOption,
            "reserved",
        ),
        ("delete link", InvalidOption, "a symbolic link"),
        (
            "rename link x",
            InvalidOption,
            "cannot rename a path that is a symbolic link",
        ),
        ("delete d", InvalidOption, "a directory"),
        ("delete missing", NotFound, "cannot delete"),
        ("rename missing x", NotFound, "cannot rename"),
        ("rename a b", Stale, "the path exists"),
        // Not another spelling of the same name.
        ("rename a A", Stale, "the path exists"),
        ("rename a a", InvalidOption, "already has the path"),
        (
            "rename a d/../a text",
            InvalidOption,
            "already has the path",
        ),
        (
            "delete a\nrename a x",
            OverlappingEdits,
            "deletes or renames the same file",
        ),
        (
            "create x text\nrename a x",
            OverlappingEdits,
            "creates the same file",
        ),
        (
            "create x text\ncreate x/y text",
            OverlappingEdits,
            "creates the file",
        ),
        (
            "write a text\ndelete a",
            OverlappingEdits,
            "which another change edits",
        ),
        (
            "write link text\nrename a x",
            OverlappingEdits,
            "which another change edits",
        ),
        (
            "write linked text\ndelete d/linked",
            OverlappingEdits,
            "another change edits",
        ),
    ] {
        let error = run(dir.path(), &ops(plan)).unwrap_err();
        assert_eq!(error.kind(), kind, "{plan}: {error}");
        assert!(error.to_string().contains(message), "{plan}: {error}");
        assert!(error.path().is_some(), "{plan}: {error}");
        assert_eq!(snapshot(dir.path()), before, "{plan}");
    }
}

#[test]
fn an_outdated_digest_fails_every_kind_of_change() {
    let dir = fast_dir();
    for plan in ["write a x", "delete a", "rename a x", "rename a x/y text"] {
        plant_small(dir.path());
        let changes = planned(dir.path(), &ops(plan));
        fs::write(dir.path().join("a"), "changed").unwrap();
        let before = snapshot(dir.path());
        let error = apply_plan(changes, Pool::shared(), &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Stale, "{plan}");
        assert_eq!(snapshot(dir.path()), before, "{plan}");
    }
}

#[test]
fn files_get_the_mode_that_the_plan_asks_for() {
    let dir = fast_dir();
    plant_small(dir.path());
    let like = Attributes::of(&fs::File::open(dir.path().join("c")).unwrap()).unwrap();
    let like = Attributes::from_bytes(&like.to_bytes()).unwrap();
    let modes = [
        CreateMode::Default,
        CreateMode::Executable,
        CreateMode::Like(like),
    ];
    let changes = modes.into_iter().zip(["x", "y", "z"]).map(|(mode, name)| {
        let path = dir.path().join(name);
        let action = ChangeAction::create(b"text".to_vec(), mode);
        PlannedChange { path, action }
    });
    let changes = changes.collect();
    assert_eq!(
        apply_plan(changes, Pool::shared(), &CancelToken::new()).unwrap(),
        None
    );
    let now = snapshot(dir.path());
    let (file, below) = default_modes();
    assert_eq!(now["x"].mode, file);
    // New directories are as executable as the umask allows.
    assert_eq!(now["y"].mode & 0o777, below & 0o777);
    assert_eq!(
        (now["z"].mode, &now["z"].attribute),
        (now["c"].mode, &now["c"].attribute)
    );
}

#[test]
fn the_hook_gets_what_a_reversal_needs_and_its_error_undoes_the_plan() {
    let dir = fast_dir();
    for way in WAYS {
        for plan in PLANS {
            plant_small(dir.path());
            let old = snapshot(dir.path());
            fault::set_exchange(way);
            let stop = |_: &[AppliedChange]| Err(Error::new(ErrorKind::Io, "full"));
            let error = run_with(dir.path(), &ops(plan), stop).unwrap_err();
            assert_eq!(error.to_string(), "full");
            assert_eq!(snapshot(dir.path()), old, "{way:?} {plan}");
            let mut reversed = Vec::new();
            run_with(dir.path(), &ops(plan), |changes| {
                reversed.extend(changes.iter().map(reverse));
                Ok(())
            })
            .unwrap();
            let after = apply_plan(reversed, Pool::shared(), &CancelToken::new());
            assert_eq!(after.unwrap(), None);
            // Directories stay.
            let mut now = without_links(snapshot(dir.path()));
            now.retain(|path, node| old.contains_key(path) || node.bytes.is_some());
            assert_eq!(now, without_links(old), "{way:?} {plan}");
        }
    }
    fault::set_exchange(ExchangeSupport::Real);
}

/// Returns the change that reverses an applied one.
fn reverse(change: &AppliedChange) -> PlannedChange {
    let old_bytes = change.old_bytes().unwrap();
    assert_eq!(old_bytes.as_deref().map(digest), change.old);
    let (path, action) = match (&change.action, old_bytes) {
        (AppliedAction::Rewritten, Some(bytes)) => {
            let action = ChangeAction::rewrite(change.new.unwrap(), bytes);
            (change.path.clone(), action)
        }
        (AppliedAction::Created, None) => {
            let old = change.new.unwrap();
            (change.path.clone(), ChangeAction::Delete { old })
        }
        (AppliedAction::Deleted, Some(bytes)) => {
            let mode = CreateMode::Like(change.attributes.clone());
            (change.path.clone(), ChangeAction::create(bytes, mode))
        }
        (AppliedAction::Renamed { to }, Some(bytes)) => {
            let bytes = (change.old != change.new).then_some(bytes);
            let action = ChangeAction::rename(change.new.unwrap(), change.path.clone(), bytes);
            (to.clone(), action)
        }
        (action, _) => panic!("{action:?}"),
    };
    PlannedChange { path, action }
}

#[test]
fn a_rename_to_another_file_system_keeps_everything_but_the_inode() {
    let dir = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir_in("/dev/shm").unwrap();
    let device = |path: &Path| fs::metadata(path).unwrap().dev();
    assert_ne!(
        device(dir.path()),
        device(other.path()),
        "/dev/shm must be another file system"
    );
    let to = other.path().join("x/new");
    let both = || (snapshot(dir.path()), tree(other.path()));
    plant_small(dir.path());
    let old = both();
    let plan = [Op::Rename("b".into(), to.to_str().unwrap().into(), None)];
    let mut renamed = 0;
    for at in 0.. {
        fault::set(Some((at, InjectedFault::Failures)));
        let result = run(dir.path(), &plan);
        let is_over = fault::set(None).is_some_and(|(left, _)| left > 0);
        recover(dir.path());
        recover(other.path());
        if is_over {
            result.unwrap();
            break;
        }
        let now = both();
        let is_old = now.0.contains_key("b");
        assert_ne!(is_old, to.exists(), "step {at}");
        assert!(!is_old || now == old, "step {at}");
        assert!(is_old || result.is_ok() || result.unwrap_err().to_string().contains("unknown"));
        if !is_old {
            renamed += 1;
            let _ = fs::remove_dir_all(other.path().join("x"));
        }
        plant_small(dir.path());
    }
    assert!(renamed > 0);
    let node = &snapshot(other.path())["x/new"];
    let (bytes, mode) = (node.bytes.as_deref(), node.mode);
    assert_eq!((bytes, mode), (Some(&b"text of b"[..]), old.0["b"].mode));
    assert_eq!(node.attribute, old.0["b"].attribute);
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
fn directories_that_others_use_or_create_stay() {
    fn use_dir() {
        in_dir(|dir| {
            if dir.join("n/m").exists() {
                fs::write(dir.join("n/m/other"), "").unwrap();
            }
        });
    }
    fn make_dir() {
        in_dir(|dir| {
            let _ = fs::create_dir(dir.join("n"));
        });
    }
    let dir = fast_dir();
    let (mut used, mut made) = (0, 0);
    for at in 0..40 {
        for other in [use_dir as fn(), make_dir] {
            plant_small(dir.path());
            DIR.set(dir.path().to_owned());
            fault::set(Some((at, InjectedFault::Meanwhile(other))));
            let fail = |_: &[AppliedChange]| Err(Error::new(ErrorKind::Io, "no"));
            let result = run_with(dir.path(), &ops("create n/m/file text"), fail);
            fault::set(None);
            let error = result.unwrap_err();
            assert_eq!(edit_files(dir.path()), [""; 0], "step {at}");
            assert!(!tree(dir.path()).contains_key("n/m/file"));
            used += u32::from(tree(dir.path()).contains_key("n/m/other"));
            if error.kind() == ErrorKind::Stale {
                assert!(error.to_string().contains("created meanwhile"), "{error}");
                assert!(dir.path().join("n").exists());
                made += 1;
            }
        }
    }
    assert!(used > 0 && made > 0);
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
