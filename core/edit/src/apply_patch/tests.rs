//! Tests of patches applied to files.

mod git;
mod names;

use std::collections::BTreeMap;

use ransack_search::{Workspace, WorkspaceOptions};
use tempfile::TempDir;

use super::*;

/// Paths of files with their bytes and whether they are executable.
pub(super) type Tree = BTreeMap<String, (Vec<u8>, bool)>;

pub(super) fn dir(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for (path, text) in files {
        write(dir.path(), path, text.as_bytes());
    }
    dir
}

pub(super) fn write(dir: &Path, path: &str, bytes: &[u8]) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn mode(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        path.metadata().unwrap().permissions().mode() & 0o100 != 0
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

pub(super) fn tree(dir: &Path) -> Tree {
    let mut files = Tree::new();
    let mut dirs = vec![dir.to_owned()];
    while let Some(next) = dirs.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with(".git") {
                    dirs.push(path);
                }
                continue;
            }
            let name = path.strip_prefix(dir).unwrap().to_str().unwrap();
            files.insert(name.to_owned(), (fs::read(&path).unwrap(), mode(&path)));
        }
    }
    files
}

pub(super) fn texts(dir: &Path) -> Vec<(String, String)> {
    let files = tree(dir).into_iter();
    let texts = files.map(|(path, (bytes, _))| (path, String::from_utf8(bytes).unwrap()));
    texts.collect()
}

pub(super) fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
    files.iter().map(owned).collect()
}

pub(super) fn run(options: &ApplyPatchOptions) -> Result<ApplyPatchOutcome> {
    apply_patch(options, &CancelToken::new())
}

pub(super) fn apply(patch: &str, dir: &Path) -> Result<ApplyPatchOutcome> {
    run(&ApplyPatchOptions::new(patch, dir).dry_run(false))
}

const ALL_KINDS: &str = "\
diff --git a/changed b/changed
--- a/changed
+++ b/changed
@@ -1,2 +1,2 @@
 a
-b
+B
diff --git a/copied b/sub/copy
similarity index 90%
copy from copied
copy to sub/copy
--- a/copied
+++ b/sub/copy
@@ -1 +1 @@
-c
+C
diff --git a/deleted b/deleted
deleted file mode 100644
--- a/deleted
+++ /dev/null
@@ -1 +0,0 @@
-d
diff --git a/moved b/sub/moved
similarity index 100%
rename from moved
rename to sub/moved
diff --git a/new \"b/sub/n\\303\\251w\"
new file mode 100755
--- /dev/null
+++ \"b/sub/n\\303\\251w\"
@@ -0,0 +1 @@
+n
\\ No newline at end of file
diff --git a/tool b/tool
old mode 100644
new mode 100755
";

#[test]
fn all_kinds_of_changes_are_made_in_one_call() {
    let dir = dir(&[
        ("changed", "x\na\nb\n"),
        ("copied", "c\n"),
        ("deleted", "d\n"),
        ("moved", "m\n"),
        ("tool", "t\n"),
    ]);
    let before = tree(dir.path());
    let options = ApplyPatchOptions::new(ALL_KINDS, dir.path());
    let preview = run(&options).unwrap();
    assert!(!preview.applied);
    assert_eq!(tree(dir.path()), before);
    let options = options.dry_run(false).preview(preview.preview.clone());
    let outcome = run(&options).unwrap();
    assert!(outcome.applied && outcome.report.complete);
    assert_eq!(
        texts(dir.path()),
        owned(&[
            ("changed", "x\na\nB\n"),
            ("copied", "c\n"),
            ("sub/copy", "C\n"),
            ("sub/moved", "m\n"),
            ("sub/néw", "n"),
            ("tool", "t\n"),
        ])
    );
    assert_eq!(mode(&dir.path().join("tool")), cfg!(unix));
    assert_eq!(mode(&dir.path().join("sub/néw")), cfg!(unix));
    let hunks: Vec<_> = outcome
        .patched
        .iter()
        .map(|file| file.hunks.len())
        .collect();
    assert_eq!(hunks, [1, 1, 1, 0, 1, 0]);
    assert_eq!(outcome.patched[0].hunks[0].offset, 1);
    let changes: Vec<_> = outcome
        .file_changes
        .iter()
        .map(|c| (c.path.to_string(), c.root))
        .collect();
    let expected = [
        ("changed", 0),
        ("deleted", 2),
        ("tool", 5),
        ("sub/copy", 1),
        ("moved", 3),
        ("sub/néw", 4),
    ];
    assert_eq!(
        changes,
        expected.map(|(path, root)| (path.to_owned(), root))
    );
    // The diffs of a preview are one patch with the same effect.
    let diffs = preview.file_changes.iter().map(|change| &change.diff[..]);
    let again = TempDir::new().unwrap();
    for (path, (bytes, _)) in &before {
        write(again.path(), path, bytes);
    }
    // A diff without a header of Git follows the others only after a line that ends them.
    for diff in diffs {
        run(&ApplyPatchOptions::new(diff, again.path()).dry_run(false)).unwrap();
    }
    assert_eq!(tree(again.path()), tree(dir.path()));
    // A changed file makes the preview stale.
    assert!(run(&options).is_err());
}

#[test]
fn conflicts_of_all_files_are_listed_and_nothing_is_applied() {
    let files = [
        ("a", "1\n2\n3\n4\n"),
        ("b", "x\ny\nx\ny\n"),
        ("exists", "e\n"),
        ("good", "g\n"),
    ];
    let dir = dir(&files);
    let patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n@@ -3 +3 @@\n-three\n+III\n\
                 --- a/b\n+++ b/b\n@@ -2,2 +2,2 @@\n x\n-y\n+Y\n\
                 --- /dev/null\n+++ b/exists\n@@ -0,0 +1 @@\n+e\n\
                 --- a/good\n+++ b/good\n@@ -1 +1 @@\n-g\n+G\n\
                 --- a/missing\n+++ b/missing\n@@ -1 +1 @@\n-m\n+M\n";
    let error = apply(patch, dir.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PatchConflict);
    assert_eq!(
        error.to_string(),
        "the patch does not fit: \
         a: hunk 1 (line 1) is already applied: line 1 has its new lines; \
         a: the old lines of hunk 2 (line 3) are not in the text; \
         b: hunk 1 (line 2) fits in lines 1, 3; \
         exists: the path to add exists; \
         missing: the file does not exist"
    );
    let passages: Vec<_> = error
        .passages()
        .iter()
        .map(|p| {
            (
                p.path.clone().unwrap().to_string(),
                p.first_line,
                p.text.clone(),
            )
        })
        .collect();
    let passage =
        |path: &str, line: u64, text: &str| (path.to_owned(), line, text.as_bytes().to_vec());
    assert_eq!(
        passages,
        [
            passage("a", 1, "1\n"),
            passage("a", 3, "3\n"),
            passage("b", 1, "x\ny\n"),
            passage("b", 3, "x\ny\n"),
        ]
    );
    assert_eq!(error.paths().len(), 4);
    assert_eq!(texts(dir.path()), owned(&files));
    // A conflict without a text to plan.
    let error = apply(
        "*** Begin Patch\n*** Delete File: none\n*** End Patch\n",
        dir.path(),
    );
    assert_eq!(error.unwrap_err().kind(), ErrorKind::PatchConflict);
}

#[test]
fn changes_of_one_path_follow_each_other() {
    let dir = dir(&[("a", "1\n2\n3\n"), ("old", "o\n")]);
    let patch = "*** Begin Patch\n*** Update File: a\n@@\n-1\n+one\n*** Update File: a\n@@\n one\n-2\n+two\n\
                 *** Add File: n\n+n\n*** Update File: n\n@@\n-n\n+N\n\
                 *** Update File: old\n*** Move to: d/new\n@@\n-o\n+O\n*** Update File: d/new\n@@\n-O\n+0\n\
                 *** End Patch\n";
    let outcome = apply(patch, dir.path()).unwrap();
    let after = [("a", "one\ntwo\n3\n"), ("d/new", "0\n"), ("n", "N\n")];
    assert_eq!(texts(dir.path()), owned(&after));
    assert_eq!(outcome.file_changes.len(), 3);
    assert_eq!(outcome.patched.len(), 6);
    let reverse = ApplyPatchOptions::new(patch, dir.path())
        .dry_run(false)
        .reverse(true);
    assert!(run(&reverse).unwrap().applied);
    assert_eq!(
        texts(dir.path()),
        owned(&[("a", "1\n2\n3\n"), ("old", "o\n")])
    );
    // A file that the patch creates and deletes leaves nothing.
    let patch = "*** Begin Patch\n*** Add File: t\n+t\n*** Delete File: t\n*** End Patch\n";
    let error = apply(patch, dir.path()).unwrap_err();
    assert_eq!(error.to_string(), "the patch changes nothing");
    let patch =
        "*** Begin Patch\n*** Delete File: a\n*** Update File: a\n@@\n-1\n+2\n*** End Patch\n";
    let error = apply(patch, dir.path()).unwrap_err();
    assert!(
        error.to_string().contains("a: the patch has deleted"),
        "{error}"
    );
    // A file is replaced by another one.
    let patch = "*** Begin Patch\n*** Delete File: a\n*** Add File: a\n+new\n*** End Patch\n";
    assert!(apply(patch, dir.path()).unwrap().applied);
    assert_eq!(fs::read(dir.path().join("a")).unwrap(), b"new\n");
}

#[test]
fn files_swap_their_names() {
    let dir = dir(&[("a", "1\n"), ("b", "2\n")]);
    let patch = "diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n\
                 diff --git a/b b/a\nsimilarity index 50%\nrename from b\nrename to a\n--- a/b\n+++ b/a\n@@ -1 +1 @@\n-2\n+3\n";
    assert!(apply(patch, dir.path()).unwrap().applied);
    assert_eq!(texts(dir.path()), owned(&[("a", "3\n"), ("b", "1\n")]));
}

#[test]
fn marks_line_ends_and_encodings_stay() {
    let dir = dir(&[("crlf", "\u{feff}a\r\nb\r\nc")]);
    let patch = "*** Begin Patch\n*** Update File: crlf\n@@\n-a\n+A\n b\n c\n+d\n*** End Patch\n";
    assert!(apply(patch, dir.path()).unwrap().applied);
    let expected = [("crlf", "\u{feff}A\r\nb\r\nc\r\nd")];
    assert_eq!(texts(dir.path()), owned(&expected));
    let utf16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once('\u{feff}').chain(text.chars());
        units.flat_map(|c| (c as u16).to_le_bytes()).collect()
    };
    write(dir.path(), "utf16", &utf16("é\nb\n"));
    write(dir.path(), "latin1", b"caf\xe9\nb\n");
    let patch = "--- a/utf16\n+++ b/utf16\n@@ -1,2 +1,2 @@\n é\n-b\n+ü\n";
    assert!(apply(patch, dir.path()).unwrap().applied);
    assert_eq!(fs::read(dir.path().join("utf16")).unwrap(), utf16("é\nü\n"));
    let patch = "--- a/latin1\n+++ b/latin1\n@@ -1,2 +1,2 @@\n café\n-b\n+ü\n";
    let options = ApplyPatchOptions::new(patch, dir.path()).dry_run(false);
    assert!(run(&options).is_err());
    assert!(run(&options.encoding("latin1".to_owned())).unwrap().applied);
    assert_eq!(
        fs::read(dir.path().join("latin1")).unwrap(),
        b"caf\xe9\n\xfc\n"
    );
    // Bytes of a patch that are not UTF-8.
    let patch = b"--- a/latin1\n+++ b/latin1\n@@ -1,2 +1,2 @@\n caf\xe9\n-\xfc\n+\xfd\n";
    assert!(
        run(&ApplyPatchOptions::new(&patch[..], dir.path()).dry_run(false))
            .unwrap()
            .applied
    );
    assert_eq!(
        fs::read(dir.path().join("latin1")).unwrap(),
        b"caf\xe9\n\xfd\n"
    );
}

#[test]
fn a_hunk_after_a_moved_one_is_refused_if_its_own_line_may_be_a_repetition() {
    let text = "x\nx\na\nb\nc\nb\nc\nb\nc\n";
    let dir = dir(&[("f", text)]);
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+A\n@@ -4,2 +4,2 @@\n b\n-c\n+C\n";
    let error = apply(patch, dir.path()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("f: hunk 2 (line 4) fits in lines 4, 6"),
        "{error}"
    );
}

#[test]
fn fuzz_is_used_only_as_stated() {
    let dir = dir(&[("f", "a\nB\nc\n")]);
    let patch = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n b\n-c\n+C\n";
    let options = ApplyPatchOptions::new(patch, dir.path());
    assert!(run(&options).is_err());
    let outcome = run(&options.fuzz(2)).unwrap();
    assert_eq!(outcome.patched[0].hunks[0].fuzz, 2);
}

#[test]
fn paths_outside_the_directory_are_refused() {
    let dir = dir(&[("root/f", "f\n"), ("secret", "s\n")]);
    let root = dir.path().join("root");
    for path in ["../secret", "/secret", "a/../../secret"] {
        let patch = format!("*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n");
        let error = apply(&patch, &root).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPatch, "{path}");
        assert!(error.to_string().contains(path), "{error}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", root.join("link")).unwrap();
        let patch = "*** Begin Patch\n*** Add File: link/new\n+n\n*** Update File: link/secret\n@@\n-s\n+t\n*** End Patch\n";
        let error = apply(patch, &root).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPatch);
        assert!(error.to_string().contains("link/new"), "{error}");
    }
    assert_eq!(fs::read(dir.path().join("secret")).unwrap(), b"s\n");
    let patch = "*** Begin Patch\n*** Add File: n\n+n\n*** End Patch\n";
    assert_eq!(
        apply(patch, &root.join("f")).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
    assert_eq!(
        apply(patch, &root.join("none")).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    assert_eq!(
        apply("", &root).unwrap_err().kind(),
        ErrorKind::InvalidPatch
    );
    let options = ApplyPatchOptions::new(ALL_KINDS, &root).reverse(true);
    assert!(
        run(&options)
            .unwrap_err()
            .to_string()
            .contains("cannot reverse")
    );
}

#[cfg(unix)]
#[test]
fn no_name_of_a_file_is_lost_and_a_mode_changes_with_a_rename() {
    let dir = dir(&[("a", "1\n")]);
    fs::hard_link(dir.path().join("a"), dir.path().join("b")).unwrap();
    let delete = |path: &str| {
        format!(
            "diff --git a/{path} b/{path}\ndeleted file mode 100644\n--- a/{path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n"
        )
    };
    let options = ApplyPatchOptions::new(delete("a") + &delete("b"), dir.path());
    assert_eq!(run(&options).unwrap().file_changes.len(), 2);
    // Both names have the lock of the file.
    let options = options.dry_run(false).wait(std::time::Duration::ZERO);
    assert!(run(&options).unwrap().applied);
    assert!(texts(dir.path()).is_empty());
    write(dir.path(), "c", b"1\n");
    let patch = "diff --git a/c b/d\nold mode 100644\nnew mode 100755\nsimilarity index 50%\nrename from c\nrename to d\n--- a/c\n+++ b/d\n@@ -1 +1 @@\n-1\n+2\n";
    let outcome = apply(patch, dir.path()).unwrap();
    assert!(
        outcome.file_changes[0]
            .new_uri
            .as_ref()
            .unwrap()
            .ends_with("/d")
    );
    assert_eq!(texts(dir.path()), owned(&[("d", "2\n")]));
    assert!(mode(&dir.path().join("d")));
    // An empty file is deleted only while it is empty.
    write(dir.path(), "e", b"x\n");
    let patch = "diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n";
    assert_eq!(
        apply(patch, dir.path()).unwrap_err().kind(),
        ErrorKind::PatchConflict
    );
    write(dir.path(), "e", b"");
    assert!(apply(patch, dir.path()).unwrap().applied);
    let patch = "diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n";
    assert!(apply(patch, dir.path()).unwrap().applied);
    assert_eq!(fs::read(dir.path().join("e")).unwrap(), b"");
}

#[test]
fn open_buffers_are_patched_and_not_written() {
    let dir = dir(&[("sub/f", "saved\n")]);
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("sub/f", "unsaved\n").unwrap();
    let patch = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-unsaved\n+changed\n--- /dev/null\n+++ b/g\n@@ -0,0 +1 @@\n+g\n";
    let options = ApplyPatchOptions::new(patch, "sub")
        .workspace(&workspace)
        .dry_run(false);
    let outcome = run(&options).unwrap();
    assert!(!outcome.applied);
    assert!(outcome.file_changes[0].has_buffer);
    assert_eq!(outcome.file_changes[0].text_edits.len(), 1);
    assert_eq!(outcome.file_changes[0].path, "sub/f");
    assert_eq!(texts(dir.path()), owned(&[("sub/f", "saved\n")]));
}
