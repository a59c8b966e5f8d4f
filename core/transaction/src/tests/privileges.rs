//! Other users, mounts, access control lists and directories that are not writable.
//!
//! Most of these tests must run as superuser to become another user. Otherwise they fail, unless
//! `RANSACK_UNPRIVILEGED` is set.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;

use rustix::fs::{XattrFlags, fgetxattr, getxattr, setxattr};

use super::*;

/// A user who is not the superuser.
const USER: u32 = 65534;

/// Returns whether this process runs as superuser.
///
/// # Panics
///
/// Panics if it does not and `RANSACK_UNPRIVILEGED` is not set.
fn is_superuser() -> bool {
    if rustix::process::geteuid().is_root() {
        return true;
    }
    assert!(
        std::env::var_os("RANSACK_UNPRIVILEGED").is_some(),
        "this test needs the superuser; set RANSACK_UNPRIVILEGED to go without it"
    );
    false
}

fn as_user(child: &mut Command) {
    child.uid(USER).gid(USER);
}

/// Gives a world-accessible directory and its contents to the user.
fn give(dir: &Path) {
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            give(&entry.path());
        } else {
            chown(entry.path(), Some(USER), Some(USER)).unwrap();
        }
    }
    chown(dir, Some(USER), Some(USER)).unwrap();
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Creates a world-accessible directory.
fn public_dir() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    set_mode(dir.path(), 0o755);
    dir
}

fn output(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap();
    let words = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&words).into_owned(),
    )
}

#[test]
fn an_interrupted_edit_of_another_user_is_kept_reported_and_in_nobodys_way() {
    if !is_superuser() {
        return;
    }
    let dir = public_dir();
    let src = dir.path().join("src");
    plant_files(dir.path(), &["src/a.js", "src/b.js", "x.js"]);
    let old = tree(dir.path());
    give(&src);
    interrupt(&src, &[&src], as_user);
    let crashed = tree(dir.path());
    let mut preview = dry_run(&Edit::new(dir.path())).unwrap();
    assert!(!preview.report.complete);
    let left = preview.interrupted.pop().unwrap();
    assert_eq!(left.state, EditState::Unknown);
    assert!(left.problem.unwrap().contains("user 65534"));
    let skipped = preview.report.skipped.pop().unwrap();
    assert_eq!(skipped.reason, SkipReason::InterruptedEdit);
    let error = edit(&Edit::new(dir.path())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale, "{error}");
    assert_eq!(recover(dir.path()).remaining.len(), 1);
    assert_eq!(tree(dir.path()), crashed);
    let outcome = edit(&Edit::new(&dir.path().join("x.js"))).unwrap();
    assert!(outcome.report.complete);
    let mut child = child_command(&[&src]);
    child.env(UNDO, "1");
    as_user(&mut child);
    let (is_done, words) = output(&mut child);
    assert!(is_done, "{words}");
    let now = tree(dir.path());
    assert_eq!(now["src/a.js"], old["src/a.js"]);
    assert_eq!(now["src/b.js"], old["src/b.js"]);
    assert_eq!(edit_files(dir.path()), [""; 0]);
}

#[test]
fn strangers_cannot_block_edits_in_a_shared_directory() {
    if !is_superuser() {
        return;
    }
    let dir = public_dir();
    let shared = dir.path().join("shared");
    plant_files(&shared, &["a.js", "b.js"]);
    give(&shared);
    chown(&shared, Some(0), Some(0)).unwrap();
    // Like `/tmp`: everybody may create files and remove their own.
    set_mode(&shared, 0o1777);
    interrupt(
        &shared,
        &[&shared.join("a.js"), &shared.join("b.js")],
        as_user,
    );
    let crashed = tree(&shared);
    plant_files(&shared, &["mine.js"]);
    let outcome = edit(&Edit::new(&shared.join("mine.js"))).unwrap();
    assert!(outcome.report.complete);
    fs::remove_file(shared.join("mine.js")).unwrap();
    assert_eq!(tree(&shared), crashed);
}

#[test]
fn a_repair_that_cannot_read_keeps_everything() {
    if !is_superuser() {
        return;
    }
    let dir = public_dir();
    plant_files(dir.path(), &["a.js", "b.js"]);
    let old = tree(dir.path());
    give(dir.path());
    interrupt(dir.path(), &[dir.path()], as_user);
    let crashed = tree(dir.path());
    let hidden = edit_files(dir.path());
    let hidden: Vec<_> = hidden
        .iter()
        .filter(|name| name.ends_with(".new"))
        .collect();
    let undo = || {
        let mut child = child_command(&[dir.path()]);
        child.env(UNDO, "1");
        as_user(&mut child);
        output(&mut child)
    };
    hidden
        .iter()
        .for_each(|name| set_mode(&dir.path().join(name), 0));
    let (is_done, words) = undo();
    assert!(!is_done && words.contains("Permission denied"), "{words}");
    assert_eq!(tree(dir.path()), crashed);
    // A read-only directory cannot be repaired either.
    hidden
        .iter()
        .for_each(|name| set_mode(&dir.path().join(name), 0o644));
    chown(dir.path(), Some(0), Some(0)).unwrap();
    let (is_done, words) = undo();
    assert!(!is_done && words.contains("Permission denied"), "{words}");
    assert_eq!(tree(dir.path()), crashed);
    chown(dir.path(), Some(USER), Some(USER)).unwrap();
    let (is_done, words) = undo();
    assert!(is_done, "{words}");
    assert_eq!(tree(dir.path()), old);
}

#[test]
fn an_edit_in_a_directory_that_is_not_writable_fails_and_says_so() {
    if !is_superuser() {
        return;
    }
    let dir = public_dir();
    plant_files(dir.path(), &["a/a.js", "locked/b.js", "z/c.js"]);
    let old = tree(dir.path());
    give(dir.path());
    let locked = dir.path().join("locked");
    chown(&locked, Some(0), Some(0)).unwrap();
    set_mode(&locked, 0o755);
    let mut child = child_command(&[dir.path()]);
    as_user(&mut child);
    let (is_done, words) = output(&mut child);
    assert!(!is_done && words.contains("PermissionDenied"), "{words}");
    assert!(words.contains("cannot create the journal"), "{words}");
    assert!(words.contains(locked.to_str().unwrap()), "{words}");
    assert_eq!(tree(dir.path()), old);
}

#[test]
fn a_renamed_file_keeps_its_owner_or_the_rename_fails() {
    if !is_superuser() {
        return;
    }
    let dir = public_dir();
    plant_files(dir.path(), &["a", "b"]);
    give(dir.path());
    let owner = |name: &str| {
        let metadata = fs::metadata(dir.path().join(name)).unwrap();
        (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777)
    };
    set_mode(&dir.path().join("a"), 0o640);
    for (plan, name) in [("rename a x", "x"), ("rename x y/z other", "y/z")] {
        plans::run(dir.path(), &plans::ops(plan)).unwrap();
        assert_eq!(owner(name), (USER, USER, 0o640), "{plan}");
    }
    // A directory that the user may change, with a file that only the superuser may write.
    chown(dir.path().join("b"), Some(0), Some(0)).unwrap();
    let old = tree(dir.path());
    let run = |plan: &str| {
        let mut child = child_command(&[dir.path()]);
        child.env(PLAN, plan);
        as_user(&mut child);
        output(&mut child)
    };
    let (is_done, words) = run("rename b c other");
    assert!(!is_done && words.contains("PermissionDenied"), "{words}");
    assert_eq!(tree(dir.path()), old);
    // Depends on whether the system lets users link files of others.
    let (is_done, words) = run("rename b c");
    if is_done {
        assert_eq!(owner("c"), (0, 0, 0o644));
        return;
    }
    assert!(words.contains("PermissionDenied"), "{words}");
    assert!(words.contains("cannot be set"), "{words}");
    assert_eq!(tree(dir.path()), old);
    let (is_done, words) = run("delete b");
    assert!(is_done, "{words}");
    assert!(!dir.path().join("b").exists());
}

#[test]
fn a_mount_point_is_neither_deleted_nor_renamed() {
    let dir = tempfile::tempdir().unwrap();
    plant_files(dir.path(), &["root/a", "root/b", "source.txt"]);
    let old = tree(dir.path());
    let unshare = match rustix::process::geteuid().is_root() {
        true => "-m",
        false => "-rm",
    };
    let exe = std::env::current_exe().unwrap();
    let script = format!(
        "set -e; mount --bind source.txt root/a; '{}' tests::child --exact --ignored",
        exe.display()
    );
    for plan in ["delete a\ndelete b", "rename a c\ncreate d/e text"] {
        let mut shell = Command::new("unshare");
        shell.args([unshare, "sh", "-c", &script]);
        shell.env(ROOTS, dir.path().join("root")).env(PLAN, plan);
        let (is_done, words) = output(shell.current_dir(dir.path()));
        assert!(!is_done && words.contains("busy"), "{words}");
        assert_eq!(tree(dir.path()), old, "{plan}");
        assert!(!dir.path().join("root/d").exists());
    }
}

#[test]
fn a_file_that_is_a_mount_point_is_written_in_place() {
    let dir = tempfile::tempdir().unwrap();
    plant_files(dir.path(), &["root/a.js", "root/b.js", "source.txt"]);
    let root = dir.path().join("root");
    let old = tree(dir.path());
    // The mount ends when the shell exits.
    let run = |commands: &str| {
        let unshare = if rustix::process::geteuid().is_root() {
            "-m"
        } else {
            "-rm"
        };
        let exe = std::env::current_exe().unwrap();
        let child = format!("'{}' tests::child --exact --ignored", exe.display());
        let script = format!(
            "set -e; mount --bind source.txt root/a.js; {}; grep -q . root/a.js; cat root/a.js",
            commands.replace("CHILD", &child)
        );
        let mut shell = Command::new("unshare");
        shell.args([unshare, "sh", "-c", &script]);
        shell.env(ROOTS, &root).current_dir(dir.path());
        output(&mut shell)
    };
    let (is_done, words) = run("CHILD");
    assert!(
        is_done,
        "mounts need a privilege or user namespaces: {words}"
    );
    let mut expected = old.clone();
    expected.insert("source.txt".into(), b"longer(1);\n".to_vec());
    expected.insert("root/b.js".into(), b"longer(1);\n".to_vec());
    assert_eq!(tree(dir.path()), expected, "{words}");
    let mut restored = 0;
    for step in 0.. {
        plant_files(dir.path(), &["root/b.js"]);
        fs::write(dir.path().join("source.txt"), "f(1);\n").unwrap();
        let (is_done, words) = run(&format!("{STEP}={step} CHILD && exit 7; {UNDO}=1 CHILD"));
        if !is_done {
            // The edit completed before the step.
            assert_eq!(tree(dir.path()), expected, "step {step}: {words}");
            break;
        }
        let now = tree(dir.path());
        assert!(
            now == old || now == expected,
            "step {step}: {now:?} {words}"
        );
        restored += u32::from(now == old);
    }
    assert!(restored > 10);
}

/// Entry of an access control list: tag, permissions, user.
type AclEntry = (u16, u16, u32);

fn acl(entries: &[AclEntry]) -> Vec<u8> {
    let mut bytes = 2_u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(permissions.to_le_bytes());
        bytes.extend(id.to_le_bytes());
    }
    bytes
}

const NOBODY_IN_PARTICULAR: u32 = u32::MAX;

/// Returns a list that lets one more user read and write.
fn acl_with_user(other: u16) -> Vec<u8> {
    acl(&[
        (1, 6, NOBODY_IN_PARTICULAR),
        (2, 6, USER),
        (4, 4, NOBODY_IN_PARTICULAR),
        (0x10, 6, NOBODY_IN_PARTICULAR),
        (0x20, other, NOBODY_IN_PARTICULAR),
    ])
}

const DEFAULT_ACL: &str = "system.posix_acl_default";
const ACCESS_ACL: &str = "system.posix_acl_access";

thread_local! {
    static DIR: std::cell::RefCell<PathBuf> = const { std::cell::RefCell::new(PathBuf::new()) };
}

#[test]
fn access_control_lists_stay_as_they_are_at_every_moment() {
    /// Returns whether the list lets the user read the file.
    fn is_readable(file: &fs::File) -> bool {
        let mut list = [0; 256];
        // The group bits of the mode are the mask of the list.
        let mask = file.metadata().unwrap().mode() & 0o040;
        fgetxattr(file, ACCESS_ACL, &mut list).is_ok() && mask != 0
    }
    fn check() {
        DIR.with_borrow(|dir| {
            for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
                let name = entry.file_name().into_string().unwrap();
                let file = fs::File::open(entry.path()).unwrap();
                let is_shared = fs::read(entry.path()).unwrap().starts_with(b"shared")
                    || name.starts_with("shared");
                assert!(!is_readable(&file) || is_shared, "{name}");
                assert_eq!(file.metadata().unwrap().mode() & 0o007, 0, "{name}");
            }
        });
    }
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let list = acl_with_user(0);
    let plant = || {
        for (name, text) in [("private.js", "f(1);\n"), ("shared.js", "shared; f(1);\n")] {
            let _ = fs::remove_file(at(name));
            fs::write(at(name), text).unwrap();
            set_mode(&at(name), 0o640);
        }
        setxattr(at("shared.js"), ACCESS_ACL, &list, XattrFlags::empty())
            .expect("the temporary directory must have access control lists");
        setxattr(
            dir.path(),
            DEFAULT_ACL,
            &acl_with_user(0),
            XattrFlags::empty(),
        )
        .unwrap();
    };
    let unset = || {
        let _ = rustix::fs::removexattr(dir.path(), DEFAULT_ACL);
    };
    plant();
    let steps = count_steps(|| drop(edit(&Edit::new(dir.path())).unwrap()));
    for step in 0..steps {
        // The files themselves have not inherited the list.
        unset();
        plant();
        DIR.set(dir.path().to_owned());
        fault::set(Some((step, InjectedFault::Meanwhile(check))));
        assert!(edit(&Edit::new(dir.path())).is_ok());
        fault::set(None);
        let mut now = [0; 256];
        assert!(getxattr(at("private.js"), ACCESS_ACL, &mut now).is_err());
        let mode = |name: &str| fs::metadata(at(name)).unwrap().mode() & 0o777;
        assert_eq!(mode("private.js"), 0o640);
        let len = getxattr(at("shared.js"), ACCESS_ACL, &mut now).unwrap();
        assert_eq!(now[..len], list);
        assert_eq!(mode("shared.js"), 0o660);
        assert_eq!(fs::read(at("private.js")).unwrap(), b"longer(1);\n");
    }
}
