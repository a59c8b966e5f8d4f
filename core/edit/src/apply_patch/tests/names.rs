//! Tests of the files that patches name.

use super::*;

const HUNK: &str = "@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn of_several_names_the_one_that_exists_is_taken() {
    let (old, new) = ("--- old/d/f\n+++ new/d/f\n", "--- f.orig\n+++ f\n");
    let created = "--- old/d/f\t1970-01-01 00:00:00 +0000\n+++ new/d/f\t2026\n@@ -0,0 +1 @@\n+b\n";
    for (header, before, changed) in [
        (new, &["f", "f.orig"][..], "f"),
        (new, &["f.orig"], "f.orig"),
        ("--- c.yml\n+++ c.new.yml\n", &["c.yml"], "c.yml"),
        ("--- a/c\n+++ b/c.new\n", &["c.new"], "c.new"),
        (old, &["d/f"], "d/f"),
        (old, &["new/d/f", "d/f"], "new/d/f"),
        (old, &["old/d/f", "new/d/f", "d/f"], "old/d/f"),
        ("--- /tmp/f\n+++ f\n", &["f"], "f"),
        (created, &["d/g"], "d/f"),
        (created, &["new/d/g"], "new/d/f"),
        (
            "--- f\n+++ g\n@@ -1 +1 @@\n-a\n+c\n--- g\n+++ f\n@@ -1 +1 @@\n-c\n+b\n",
            &["g"],
            "g",
        ),
    ] {
        let files: Vec<_> = before.iter().map(|path| (*path, "a\n")).collect();
        let dir = dir(&files);
        let hunk = if header.contains("@@") { "" } else { HUNK };
        apply(&format!("{header}{hunk}"), dir.path()).unwrap_or_else(|e| panic!("{header}: {e}"));
        let mut after = owned(&files);
        after.retain(|(path, _)| path != changed);
        after.push((changed.to_owned(), "b\n".to_owned()));
        after.sort();
        assert_eq!(texts(dir.path()), after, "{header}");
    }
    let dir = dir(&[("x", "")]);
    let error = apply(&format!("{old}{HUNK}"), dir.path()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the patch does not fit: old/d/f: the file does not exist; also tried `new/d/f` and `d/f`"
    );
}

#[test]
fn no_patch_changes_a_git_directory() {
    let dir = dir(&[("f", "a\n"), (".git/config", "a\n")]);
    for path in [
        ".git/hooks/pre-commit",
        "sub/.GIT/config",
        ".git",
        "git~1/x",
        "GIT~1 ./x",
        ".git::$INDEX_ALLOCATION/x",
        ".g\u{200c}it/x",
        #[cfg(unix)]
        "link/x",
    ] {
        #[cfg(unix)]
        let _ = std::os::unix::fs::symlink(".git", dir.path().join("link"));
        for patch in [
            format!("--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+q\n"),
            format!("*** Begin Patch\n*** Update File: f\n*** Move to: {path}\n*** End Patch\n"),
        ] {
            let error = apply(&patch, dir.path()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidPatch, "{path}: {error}");
            assert!(
                error.to_string().contains("in a `.git` directory"),
                "{path}: {error}"
            );
        }
    }
    let patch = "--- /dev/null\n+++ b/.gitignore\n@@ -0,0 +1 @@\n+q\n";
    assert!(apply(patch, dir.path()).unwrap().applied);
}

#[test]
fn a_path_to_add_names_a_file() {
    let dir = dir(&[("f", "a\n")]);
    for patch in [
        "*** Begin Patch\n*** Update File: f\n*** Move to: nd/\n*** End Patch\n",
        "*** Begin Patch\n*** Add File: nd/\n+x\n*** End Patch\n",
    ] {
        let message = apply(patch, dir.path()).unwrap_err().to_string();
        assert!(
            message.contains("names a directory; add the name of the file"),
            "{message}"
        );
    }
    assert_eq!(texts(dir.path()), owned(&[("f", "a\n")]));
}
