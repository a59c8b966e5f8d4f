//! Concurrent processes and edits.

use std::cell::RefCell;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};

use ransack_search::{FuzzyFindOptions, GrepOptions, fuzzy_find, grep};

use super::*;

thread_local! {
    /// Directory for the functions that run during an edit.
    static DIR: RefCell<PathBuf> = const { RefCell::new(PathBuf::new()) };
    /// Descriptor of a file opened before the edit.
    static OPEN: RefCell<Option<fs::File>> = const { RefCell::new(None) };
}

fn in_dir<T>(run: impl FnOnce(&Path) -> T) -> T {
    DIR.with_borrow(|dir| run(dir))
}

/// Overwrites a file, like some editors.
fn overwrite() {
    in_dir(|dir| fs::write(dir.join("a.js"), "other();\n").unwrap());
}

/// Replaces a file, like other editors.
fn replace() {
    in_dir(|dir| {
        fs::write(dir.join("a.tmp"), "other();\n").unwrap();
        fs::rename(dir.join("a.tmp"), dir.join("a.js")).unwrap();
    });
}

fn append() {
    in_dir(|dir| {
        let file = fs::OpenOptions::new().append(true).open(dir.join("a.js"));
        file.unwrap().write_all(b"other();\n").unwrap();
    });
}

/// Appends through a descriptor opened before the edit.
fn append_by_descriptor() {
    OPEN.with_borrow_mut(|file| file.as_mut().unwrap().write_all(b"other();\n").unwrap());
}

fn remove() {
    in_dir(|dir| fs::remove_file(dir.join("a.js")).unwrap());
}

/// Replaces a file with a link to a special file.
#[cfg(target_os = "linux")]
fn link() {
    in_dir(|dir| {
        std::os::unix::fs::symlink("/dev/null", dir.join("a.tmp")).unwrap();
        fs::rename(dir.join("a.tmp"), dir.join("a.js")).unwrap();
    });
}

/// Replaces a file with a directory.
#[cfg(target_os = "linux")]
fn directory() {
    in_dir(|dir| {
        fs::remove_file(dir.join("a.js")).unwrap();
        fs::create_dir(dir.join("a.js")).unwrap();
        fs::write(dir.join("a.js/inside"), "").unwrap();
    });
}

/// Runs an edit in a new directory, with `meanwhile` at the step `at`. Returns the result, the
/// resulting files and the directory.
fn edit_with(at: u32, meanwhile: fn()) -> (Result<EditOutcome>, Files, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    DIR.set(dir.path().to_owned());
    let open = fs::OpenOptions::new()
        .append(true)
        .open(dir.path().join("a.js"));
    OPEN.set(Some(open.unwrap()));
    fault::set(Some((at, InjectedFault::Meanwhile(meanwhile))));
    let result = edit(&Edit::new(dir.path()));
    fault::set(None);
    let now = tree(dir.path());
    (result, now, dir)
}

fn expected() -> (Files, Files, u32) {
    let dir = tempfile::tempdir().unwrap();
    plant(dir.path());
    let old = tree(dir.path());
    let steps = count_steps(|| assert!(edit(&Edit::new(dir.path())).is_ok()));
    (old, tree(dir.path()), steps)
}

/// Checks that the other files are all new after a success, and all old after a failure, which must
/// be `Stale` and name the file.
fn check_others(
    at: u32,
    result: &Result<EditOutcome>,
    mut now: Files,
    (old, new): (&Files, &Files),
) {
    let mut expected = match result {
        Ok(_) => new.clone(),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Stale, "step {at}: {error}");
            assert!(
                error.path().unwrap().ends_with("a.js"),
                "step {at}: {error}"
            );
            assert!(error.paths().is_empty(), "step {at}");
            old.clone()
        }
    };
    expected.remove("a.js");
    now.remove("a.js");
    assert_eq!(now, expected, "step {at}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_link_or_directory_of_another_process_is_put_back() {
    type IsThere = fn(&fs::FileType) -> bool;
    let (old, new, steps) = expected();
    for (change, is_there) in [
        (link as fn(), fs::FileType::is_symlink as IsThere),
        (directory, fs::FileType::is_dir),
    ] {
        let mut refused = 0;
        for at in 0..steps {
            let (result, mut now, dir) = edit_with(at, change);
            let metadata = fs::symlink_metadata(dir.path().join("a.js")).unwrap();
            assert!(is_there(&metadata.file_type()), "step {at}");
            now.retain(|name, _| !name.starts_with("a.js"));
            refused += u32::from(result.is_err());
            check_others(at, &result, now, (&old, &new));
            assert_eq!(recover(dir.path()).remaining, [], "step {at}");
            assert_eq!(edit_files(dir.path()), [""; 0], "step {at}");
        }
        assert!(refused > 0 && refused < steps);
    }
}

#[test]
fn a_change_by_another_process_is_never_lost() {
    no_change_is_lost(ExchangeSupport::Real);
}

#[test]
fn a_change_by_another_process_is_never_lost_where_files_cannot_be_exchanged() {
    no_change_is_lost(ExchangeSupport::None);
}

fn no_change_is_lost(way: ExchangeSupport) {
    fault::set_exchange(way);
    let (old, new, steps) = expected();
    for change in [overwrite as fn(), replace] {
        let mut refused = 0;
        for at in 0..steps {
            let (result, now, _dir) = edit_with(at, change);
            assert_eq!(now["a.js"], b"other();\n", "{way:?} step {at}");
            refused += u32::from(result.is_err());
            check_others(at, &result, now, (&old, &new));
        }
        assert!(refused > 0 && refused < steps);
    }
    // Removed while old, or while new.
    for at in 0..steps {
        let (result, now, _dir) = edit_with(at, remove);
        assert_eq!(now.get("a.js"), None, "{way:?} step {at}");
        check_others(at, &result, now, (&old, &new));
    }
    // The steps from the commit mark to the end are the mark, three files and the journal.
    let commit = steps - 6;
    for at in 0..steps {
        let (result, now, _dir) = edit_with(at, append);
        let text = if result.is_ok() { &new } else { &old };
        let expected = [&text["a.js"][..], b"other();\n"].concat();
        assert_eq!(now["a.js"], expected, "{way:?} step {at}");
        check_others(at, &result, now, (&old, &new));
    }
    for at in 0..commit {
        let (result, now, _dir) = edit_with(at, append_by_descriptor);
        // While the file may still be the open one, nothing is lost.
        let expected = [&old["a.js"][..], b"other();\n"].concat();
        assert_eq!(now["a.js"], expected, "{way:?} step {at}: {result:?}");
        check_others(at, &result, now, (&old, &new));
    }
    fault::set_exchange(ExchangeSupport::Real);
}

#[test]
#[cfg(unix)]
fn a_change_of_mode_or_links_by_another_process_is_never_undone() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    fn hide() {
        in_dir(|dir| {
            let mode = fs::Permissions::from_mode(0o600);
            fs::set_permissions(dir.join("a.js"), mode).unwrap();
        });
    }
    fn link() {
        in_dir(|dir| fs::hard_link(dir.join("a.js"), dir.join("a.txt")).unwrap());
    }
    let (old, new, steps) = expected();
    for at in 0..steps {
        let (result, now, dir) = edit_with(at, hide);
        let metadata = fs::metadata(dir.path().join("a.js")).unwrap();
        assert_eq!(metadata.mode() & 0o777, 0o600, "step {at}: {result:?}");
        check_others(at, &result, now, (&old, &new));
        let (result, mut now, _dir) = edit_with(at, link);
        // The two names are still one file.
        let linked = now.remove("a.txt").unwrap();
        assert_eq!(linked, now["a.js"], "step {at}: {result:?}");
        check_others(at, &result, now, (&old, &new));
    }
}

#[test]
fn other_operations_never_see_files_of_an_edit() {
    static SEEN: AtomicU32 = AtomicU32::new(0);
    fn look() {
        in_dir(|dir| {
            SEEN.fetch_add(edit_files(dir).len() as u32, Ordering::Relaxed);
            let token = CancelToken::new();
            let mut pattern = GrepOptions::new("f\\(|longer|ransack", dir);
            pattern.scope.gitignore = false;
            let found = grep(&pattern, &token).unwrap();
            assert!(found.report.complete, "{:?}", found.report);
            let mut paths: Vec<_> = found.items.into_iter().map(|m| m.path).collect();
            let mut globs = GlobOptions::new("**", dir);
            globs.scope.hidden = true;
            let found = glob(&globs, &token).unwrap();
            assert_eq!(found.report.files_searched, 5);
            paths.extend(found.items.into_iter().map(|m| m.path));
            let mut fuzzy = FuzzyFindOptions::new("", dir);
            fuzzy.scope.hidden = true;
            let found = fuzzy_find(&fuzzy, &token).unwrap();
            assert!(!found.items.is_empty());
            paths.extend(found.items.into_iter().map(|m| m.path));
            for path in paths {
                assert!(!path.to_string_lossy().contains("ransack-edit"), "{path}");
            }
        });
    }
    let (_, new, steps) = expected();
    for at in 0..steps {
        let (result, now, _dir) = edit_with(at, look);
        assert!(result.is_ok());
        assert_eq!(now, new, "step {at}");
    }
    assert!(SEEN.load(Ordering::Relaxed) > steps);
}

#[test]
fn an_edit_of_an_overlapping_tree_is_refused_meanwhile() {
    static REFUSED: AtomicU32 = AtomicU32::new(0);
    fn edit_others() {
        in_dir(|dir| {
            for root in [dir.join("sub"), dir.to_owned(), dir.join("sub/x.js")] {
                let other = Edit::new(&root).words("g(", "other(");
                let error = edit(&other).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Stale, "{}", root.display());
                assert!(error.to_string().contains("another edit"), "{error}");
                // Another process, using another name.
                let mut child = child_command(&[&dir.join("sub/deep/..")]);
                let output = child.output().unwrap();
                let words = [output.stdout, output.stderr].concat();
                let words = String::from_utf8_lossy(&words).into_owned();
                assert!(words.contains("Stale"), "{words}");
            }
            // An adjacent tree is free.
            let other = Edit::new(&dir.join("beside")).words("g(", "other(");
            assert!(edit(&other).is_ok());
        });
        REFUSED.fetch_add(1, Ordering::Relaxed);
    }
    let dir = tempfile::tempdir().unwrap();
    let names = ["sub/x.js", "sub/deep/y.js", "beside/z.js"];
    let plant = || {
        for name in names {
            plant_files(dir.path(), &[name]);
            fs::write(dir.path().join(name), "f(1);\ng(1);\n").unwrap();
        }
    };
    plant();
    let steps = count_steps(|| drop(edit(&Edit::new(&dir.path().join("sub"))).unwrap()));
    for at in (0..steps).step_by(3) {
        plant();
        DIR.set(dir.path().to_owned());
        fault::set(Some((at, InjectedFault::Meanwhile(edit_others))));
        assert!(edit(&Edit::new(&dir.path().join("sub"))).is_ok());
        fault::set(None);
        let now = tree(dir.path());
        assert_eq!(now["sub/x.js"], b"longer(1);\ng(1);\n", "step {at}");
        assert_eq!(now["beside/z.js"], b"f(1);\nother(1);\n", "step {at}");
    }
    assert!(REFUSED.load(Ordering::Relaxed) > 3);
}

#[test]
fn without_locks_the_journals_keep_edits_apart() {
    // Another name of a tree whose overlap is unknown: bypasses the locks.
    fn edit_other() {
        in_dir(|dir| {
            let other = Edit::new(dir).words("g(", "other(");
            let token = CancelToken::new();
            let (changes, _) = other.plan(&token).unwrap();
            let running = apply_plan(changes, Pool::shared(), &token).unwrap();
            let running = running.expect("two edits at once");
            assert_eq!(running.state, EditState::Running);
        });
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.js");
    fs::write(&path, "f(1);\ng(1);\n").unwrap();
    let steps = count_steps(|| drop(edit(&Edit::new(dir.path())).unwrap()));
    // From the first journal written to the last one removed.
    for at in 1..steps - 1 {
        fs::write(&path, "f(1);\ng(1);\n").unwrap();
        DIR.set(dir.path().to_owned());
        fault::set(Some((at, InjectedFault::Meanwhile(edit_other))));
        let result = edit(&Edit::new(dir.path()));
        fault::set(None);
        match result {
            Ok(_) => assert_eq!(fs::read(&path).unwrap(), b"longer(1);\ng(1);\n"),
            Err(error) => panic!("step {at}: {error}"),
        }
        assert_eq!(edit_files(dir.path()), [""; 0], "step {at}");
    }
}

#[test]
fn processes_that_wait_for_each_other_lose_no_update() {
    let dir = tempfile::tempdir().unwrap();
    let sub = dir.path().join("sub");
    let calls: String = (0..8).map(|number| format!("f{number}(1);\n")).collect();
    fs::create_dir(&sub).unwrap();
    for name in ["a.js", "sub/b.js", "sub/c.js"] {
        fs::write(dir.path().join(name), &calls).unwrap();
    }
    let link = dir.path().join("link.d");
    #[cfg(unix)]
    std::os::unix::fs::symlink("sub", &link).unwrap();
    let roots = [
        dir.path(),
        &sub,
        &sub.join("b.js"),
        if cfg!(unix) { &link } else { &sub },
    ];
    let children: Vec<_> = (0..8)
        .map(|number| {
            let mut child = child_command(&[roots[number % roots.len()]]);
            child.env(WORDS, format!("f{number}(\nnew{number}("));
            child.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let now = tree(dir.path());
    for number in 0..8 {
        let is_in = |name: &str| {
            let text = String::from_utf8(now[name].clone()).unwrap();
            text.contains(&format!("new{number}(1);\n"))
        };
        assert!(is_in("sub/b.js"), "{number}");
        assert_eq!(is_in("a.js"), number % 4 == 0, "{number}");
        assert_eq!(is_in("sub/c.js"), number % 4 != 2, "{number}");
    }
    assert_eq!(edit_files(dir.path()), [""; 0]);
}

#[test]
fn waiting_ends_with_the_token() {
    let dir = tempfile::tempdir().unwrap();
    plant_files(dir.path(), &["a.js"]);
    let roots = [dir.path().to_owned()];
    let held = TreeLocks::acquire(
        &roots,
        LockDeadline::after(Duration::ZERO),
        &CancelToken::new(),
    );
    let mut waiting = Edit::new(dir.path());
    waiting.wait = Duration::MAX;
    let token = CancelToken::with_timeout(Duration::from_millis(20));
    let error = waiting.run(false, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    drop(held);
    assert!(edit(&waiting).is_ok());
}
