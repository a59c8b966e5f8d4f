//! Created, deleted and renamed files while other processes change the same names.

use std::cell::RefCell;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use ransack_base::internal::ErrorParts;

use super::plans::*;
use super::*;

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
        let fail = |_: &[AppliedChange<'_>]| Err(Error::new(ErrorKind::Io, "no"));
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
            let fail = |_: &[AppliedChange<'_>]| Err(Error::new(ErrorKind::Io, "no"));
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
