//! Edited files: previews, and metadata.

use std::fs;

use ransack::{AstEditOptions, CancelToken, ErrorKind, RecoveryOptions, Scope, recover_edits};

use crate::ast_edit::{applied, edit};

#[test]
fn a_preview_changes_nothing_and_is_valid_until_a_file_changes() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("a.js", "f(1)"), ("b.py", "f(2)\n"), ("c.txt", "f(3)")] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    let mut options = applied(dir.path(), &[("f($A)", "g($A, $A)")]);
    options.dry_run = true;
    let preview = edit(&options).unwrap();
    assert!(!preview.applied && preview.report.complete);
    assert_eq!(preview.total_replacements, 2);
    assert_eq!(preview.changes[0].language, "javascript");
    assert_eq!(preview.changes[1].after, b"g(2, 2)");
    assert_eq!(fs::read(dir.path().join("a.js")).unwrap(), b"f(1)");
    options.dry_run = false;
    options.preview = Some(preview.preview);
    fs::write(dir.path().join("b.py"), "f(2)\n#\n").unwrap();
    assert_eq!(edit(&options).unwrap_err().kind(), ErrorKind::Stale);
    assert_eq!(fs::read(dir.path().join("a.js")).unwrap(), b"f(1)");
    fs::write(dir.path().join("b.py"), "f(2)\n").unwrap();
    assert!(edit(&options).unwrap().applied);
    assert_eq!(fs::read(dir.path().join("a.js")).unwrap(), b"g(1, 1)");
    assert_eq!(fs::read(dir.path().join("b.py")).unwrap(), b"g(2, 2)\n");
}

#[test]
#[cfg(unix)]
fn metadata_of_files_stays() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("in")).unwrap();
    fs::write(at("in/mode.js"), "f(1)").unwrap();
    fs::set_permissions(at("in/mode.js"), fs::Permissions::from_mode(0o751)).unwrap();
    fs::write(at("in/hard.js"), "f(1); f(2)").unwrap();
    fs::hard_link(at("in/hard.js"), at("other")).unwrap();
    fs::write(at("target"), "f(1)").unwrap();
    symlink("../target", at("in/link.js")).unwrap();
    let inode = fs::metadata(at("other")).unwrap().ino();
    let mut options = applied(&at("in"), &[("f($A)", "g($A)")]);
    assert_eq!(edit(&options).unwrap().file_changes.len(), 2);
    assert_eq!(
        fs::metadata(at("in/mode.js")).unwrap().mode() & 0o7777,
        0o751
    );
    assert_eq!(fs::read(at("in/mode.js")).unwrap(), b"g(1)");
    assert_eq!(fs::metadata(at("in/hard.js")).unwrap().ino(), inode);
    assert_eq!(fs::read(at("other")).unwrap(), b"g(1); g(2)");
    assert_eq!(fs::read(at("target")).unwrap(), b"f(1)");
    options.scope.follow_symlinks = true;
    assert_eq!(edit(&options).unwrap().file_changes.len(), 1);
    assert!(fs::symlink_metadata(at("in/link.js")).unwrap().is_symlink());
    assert_eq!(fs::read(at("target")).unwrap(), b"g(1)");
}

#[test]
fn a_preview_is_stale_if_a_file_is_changed_or_new_or_removed() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let plant = || {
        fs::write(at("a.js"), "f(1)").unwrap();
        fs::write(at("b.js"), "f(2)").unwrap();
    };
    plant();
    let mut options = applied(dir.path(), &[("f($A)", "g($A)")]);
    options.dry_run = true;
    options.preview = Some(edit(&options).unwrap().preview);
    options.dry_run = false;
    let is_stale =
        |options: &AstEditOptions| edit(options).is_err_and(|e| e.kind() == ErrorKind::Stale);
    fs::remove_file(at("a.js")).unwrap();
    assert!(is_stale(&options));
    plant();
    fs::write(at("c.js"), "f(3)").unwrap();
    assert!(is_stale(&options));
    fs::remove_file(at("c.js")).unwrap();
    let mut other = options.clone();
    other.rewrites[0].replacement = "h($A)".into();
    assert!(is_stale(&other));
    other = options.clone();
    other.preview = Some("no token".into());
    assert!(is_stale(&other));
    assert_eq!(fs::read(at("b.js")).unwrap(), b"f(2)");
    // Files without matches do not matter.
    fs::write(at("d.js"), "h(1)").unwrap();
    assert!(edit(&options).unwrap().applied);
    // Applied changes are not applied again.
    assert!(is_stale(&options));
}

#[test]
#[cfg(unix)]
fn a_root_that_is_a_link_edits_its_target() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("real.js"), "f(1)").unwrap();
    std::os::unix::fs::symlink("real.js", at("link.js")).unwrap();
    let link = at("link.js");
    let outcome = edit(&applied(&link, &[("f($A)", "g($A)")])).unwrap();
    assert_eq!(outcome.changes[0].path, link.to_str().unwrap());
    assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    assert_eq!(fs::read(at("real.js")).unwrap(), b"g(1)");
}

#[test]
fn a_file_with_two_paths_is_edited_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.js");
    fs::write(&path, "f(1)").unwrap();
    let mut options = applied(dir.path(), &[("f($A)", "f($A, 2)")]);
    options.scope = Scope::new(dir.path());
    options.scope.roots.push(path.clone());
    edit(&options).unwrap();
    assert_eq!(fs::read(path).unwrap(), b"f(1, 2)");
}

#[test]
#[cfg(target_os = "linux")]
fn extended_attributes_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.js");
    fs::write(&path, "f(1)").unwrap();
    if setxattr(&path, "user.note", b"kept", XattrFlags::empty()).is_err() {
        // This file system has no extended attributes.
        return;
    }
    edit(&applied(dir.path(), &[("f($A)", "g($A)")])).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"g(1)");
    let mut value = [0; 8];
    let len = getxattr(&path, "user.note", &mut value).unwrap();
    assert_eq!(value[..len], *b"kept");
}

#[test]
#[cfg(target_os = "linux")]
fn the_owner_stays() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.js");
    fs::write(&path, "f(1)").unwrap();
    if chown(&path, Some(4242), Some(4343)).is_err() {
        // Only the superuser may change owners.
        return;
    }
    // Changing the owner clears these bits.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o6755)).unwrap();
    edit(&applied(dir.path(), &[("f($A)", "g($A)")])).unwrap();
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!((metadata.uid(), metadata.gid()), (4242, 4343));
    assert_eq!(metadata.mode() & 0o7777, 0o6755);
    assert_eq!(fs::read(&path).unwrap(), b"g(1)");
}

#[test]
#[cfg(unix)]
fn a_read_only_file_fails_the_call_and_no_other_file_changes() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("a.js"), "f(1)").unwrap();
    fs::write(at("b.js"), "f(2)").unwrap();
    fs::set_permissions(at("b.js"), fs::Permissions::from_mode(0o444)).unwrap();
    let result = edit(&applied(dir.path(), &[("f($A)", "g($A)")]));
    if fs::OpenOptions::new().write(true).open(at("b.js")).is_ok() {
        // The superuser may write to all files.
        assert!(result.unwrap().applied);
        return;
    }
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    assert!(error.path().unwrap().ends_with("b.js"), "{error}");
    assert_eq!(fs::read(at("a.js")).unwrap(), b"f(1)");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

/// The directory may hold the journal of an interrupted edit of the same file.
#[test]
#[cfg(unix)]
fn files_of_a_directory_that_cannot_be_listed_are_not_edited() {
    use std::os::unix::fs::PermissionsExt;

    ransack_testing::child::as_user(|| {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.js");
        fs::write(&path, "f(1)").unwrap();
        let allow = |mode| {
            fs::set_permissions(dir.path(), fs::Permissions::from_mode(mode)).unwrap();
        };
        let options = applied(&path, &[("f($A)", "g($A)")]);
        allow(0o300);
        let recovery = recover_edits(&RecoveryOptions::new(&path), &CancelToken::new());
        for error in [edit(&options).unwrap_err(), recovery.unwrap_err()] {
            let message = error.to_string();
            assert!(
                message.contains("cannot look for interrupted edits in"),
                "{message}"
            );
            assert_eq!(error.kind(), ErrorKind::PermissionDenied);
        }
        assert_eq!(fs::read(&path).unwrap(), b"f(1)");
        allow(0o700);
        assert!(edit(&options).unwrap().applied);
        assert_eq!(fs::read(&path).unwrap(), b"g(1)");
    });
}

#[test]
fn overlapping_roots_count_each_replacement_once() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("sub")).unwrap();
    for name in ["sub/a.js", "sub/b.js"] {
        fs::write(at(name), "f(1);\n").unwrap();
    }
    let roots = [dir.path().to_owned(), at("sub"), at("sub/a.js")];
    let options = applied(dir.path(), &[("f($A)", "g($A)")])
        .roots(roots)
        .max_files(2);
    for dry_run in [true, false] {
        let outcome = edit(&options.clone().dry_run(dry_run)).unwrap();
        assert_eq!(outcome.total_replacements, 2);
        assert_eq!((outcome.file_changes.len(), outcome.changes.len()), (2, 2));
        assert_eq!(outcome.report.total_matches, 2);
        assert_eq!(outcome.report.files_with_matches, 2);
        assert_eq!(outcome.report.stopped_by, None);
    }
    for name in ["sub/a.js", "sub/b.js"] {
        assert_eq!(fs::read(at(name)).unwrap(), b"g(1);\n");
    }
}
