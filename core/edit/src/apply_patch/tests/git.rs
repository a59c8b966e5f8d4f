//! Tests of patches made by Git, and of hunks compared with GNU patch.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use ransack_base::CancelToken;
use ransack_testing_base::tier;
use tempfile::TempDir;

use super::{ApplyPatchOptions, dir, run, tree, write};

fn set_executable(path: &Path, is_executable: bool) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = if is_executable { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let _ = (path, is_executable);
}

fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof!["[abc]{0,1}\n", "[abc]\r\n", "é\n", "line [0-9]\n"];
    let last = prop_oneof![3 => Just(String::new()), 1 => Just("z".to_owned())];
    let start = prop_oneof![9 => Just(""), 1 => Just("\u{feff}")];
    let lines = prop::collection::vec(line, 0..40);
    (start, lines, last).prop_map(|(start, lines, last)| start.to_owned() + &lines.concat() + &last)
}

/// Changes a text in some lines, or makes another one.
fn next_text(text: &str, choices: &[u8], other: String) -> String {
    if choices[0].is_multiple_of(8) || text.is_empty() {
        return other;
    }
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    for choice in &choices[1..] {
        let at = *choice as usize % (lines.len() + 1);
        match choice % 3 {
            0 if at < lines.len() => drop(lines.remove(at)),
            1 => lines.insert(at.min(lines.len().saturating_sub(1)), "new\n"),
            _ => {}
        }
    }
    lines.concat()
}

/// Commits made by Git of random trees, with renames, copies and modes: applying the diff gives the
/// new tree, and reversing it the old one, byte for byte.
#[test]
fn commits_of_git_are_applied_and_reversed() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let [theirs, ours] = [(); 2].map(|()| TempDir::new().unwrap());
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@x",
                "-c",
                "core.autocrlf=false",
            ])
            .args(arguments)
            .current_dir(theirs.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    git(&["init", "-q"]);
    let names = ["a", "fi le", "dir/é", "dir/sub/\"q\"", "b", "tool.sh"];
    let mut old: BTreeMap<&str, (String, bool)> = BTreeMap::new();
    let (mut copies, mut renames) = (0, 0);
    for case in 0..tier::cases(1000) {
        let mut new = old.clone();
        let choices = prop::collection::vec(any::<u8>(), 12)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        for (name, choice) in std::iter::zip(names, choices.chunks(2)) {
            let other = lines().new_tree(&mut runner).unwrap().current();
            let from = old.get(names[choice[1] as usize % names.len()]).cloned();
            match (choice[0] % 6, old.get(name)) {
                (0, Some(_)) => drop(new.remove(name)),
                // A copy or, if the other name goes, a rename.
                (1, None) if from.is_some() => {
                    let (text, mode) = from.unwrap();
                    let text = next_text(&text, &[1, choice[0]], other);
                    new.insert(name, (text, mode));
                }
                (2, _) => drop(new.insert(name, (other, choice[1] % 2 == 0))),
                (3 | 4, Some((text, mode))) => {
                    let edits = choices
                        .iter()
                        .map(|c| c.wrapping_mul(choice[1]))
                        .collect::<Vec<_>>();
                    let mode = *mode != (choice[1] % 5 == 0);
                    new.insert(name, (next_text(text, &edits[..4], other), mode));
                }
                _ => {}
            }
        }
        if case % 7 == 3 {
            let (a, b) = (new.remove("a"), new.remove("b"));
            new.extend(a.map(|a| ("b", a)).into_iter().chain(b.map(|b| ("a", b))));
        }
        for name in names {
            let path = theirs.path().join(name);
            match new.get(name) {
                Some((text, mode)) => {
                    write(theirs.path(), name, text.as_bytes());
                    set_executable(&path, *mode);
                }
                None => drop(fs::remove_file(path)),
            }
        }
        git(&["add", "-A"]);
        let find = ["-M", "-C", "-B"];
        let mut arguments = vec!["diff", "--cached", "--no-ext-diff"];
        arguments.extend(&find[..case as usize % 4]);
        let diff = git(&arguments);
        git(&["commit", "-q", "--allow-empty", "-m", "x"]);
        if diff.is_empty() {
            continue;
        }
        let shown = String::from_utf8_lossy(&diff);
        copies += shown.matches("\ncopy from").count();
        renames += shown.matches("\nrename from").count();
        let before = tree(ours.path());
        let options = ApplyPatchOptions::new(&diff[..], ours.path()).dry_run(false);
        let outcome = run(&options).unwrap_or_else(|error| panic!("{error}\n{shown}"));
        let expected = tree(theirs.path());
        assert_eq!(tree(ours.path()), expected, "{shown}");
        let hunks = outcome.patched.iter().flat_map(|file| &file.hunks);
        assert!(
            hunks
                .into_iter()
                .all(|hunk| hunk.offset == 0 && hunk.fuzz == 0)
        );
        let reverse = options.clone().reverse(true);
        match shown.contains("\ncopy from") {
            true => assert!(run(&reverse).is_err()),
            false => {
                run(&reverse).unwrap_or_else(|error| panic!("reverse: {error}\n{shown}"));
                assert_eq!(tree(ours.path()), before, "{shown}");
                run(&options).unwrap();
                assert_eq!(tree(ours.path()), expected);
            }
        }
        old = new;
    }
    assert!(copies > 3 && renames > 3, "{copies} {renames}");
}

/// Hunks at another line are applied where GNU patch applies them, or refused.
#[test]
fn moved_hunks_are_applied_as_gnu_patch_does() {
    let has_patch = Command::new("patch").arg("--version").output();
    if !has_patch.is_ok_and(|output| output.stdout.starts_with(b"GNU patch")) {
        return;
    }
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut applied = 0;
    for _ in 0..tier::cases(100) {
        let numbers = prop::collection::vec(0..30u8, 8..30)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let choices = prop::collection::vec(any::<u8>(), 4)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let old: Vec<String> = numbers.iter().map(|n| format!("line {n}\n")).collect();
        let mut new = old.clone();
        for choice in &choices[..2] {
            let at = *choice as usize % new.len();
            new[at] = format!("changed {choice}\n");
        }
        let head: Vec<String> = (0..choices[2] % 4).map(|n| format!("head {n}\n")).collect();
        let token = CancelToken::new();
        let options = crate::DiffOptions::default();
        let (before, after) = (old.concat(), new.concat());
        let diff = crate::unified_diff(before.as_bytes(), after.as_bytes(), b"f", &options, &token)
            .unwrap();
        let text = head.concat() + &before;
        let [ours, theirs] = [(); 2].map(|()| dir(&[("f", &text)]));
        if let Err(error) = run(&ApplyPatchOptions::new(&diff[..], ours.path()).dry_run(false)) {
            assert!(error.to_string().contains("fits in lines"), "{error}");
            continue;
        }
        applied += 1;
        fs::write(theirs.path().join("p"), &diff).unwrap();
        let output = Command::new("patch")
            .args(["-p1", "-s", "--no-backup-if-mismatch", "-i", "p"])
            .current_dir(theirs.path())
            .output()
            .unwrap();
        if !output.status.success() {
            // GNU patch wants a hunk with little context at the start of the file.
            continue;
        }
        let read = |dir: &TempDir| fs::read_to_string(dir.path().join("f")).unwrap();
        assert_eq!(read(&ours), read(&theirs));
    }
    assert!(applied > 5);
}
