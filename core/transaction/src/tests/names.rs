//! Effects of created, deleted and renamed files, refused plans, and the hook before the commit.

use std::os::unix::fs::{MetadataExt, symlink};

use ransack_base::internal::ErrorParts;

use super::plans::*;
use super::*;
use crate::applied::AppliedAction;
use crate::attributes::Attributes;
use crate::plan::CreateMode;

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
            let stop = |_: &[AppliedChange<'_>]| Err(Error::new(ErrorKind::Io, "full"));
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
fn reverse(change: &AppliedChange<'_>) -> PlannedChange {
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
