//! Tests of patches.

mod unified;

use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use ransack_base::{CancelToken, ErrorKind};

use super::*;
use crate::diff::{DiffOptions, unified_diff};

pub(super) fn parse(patch: &str) -> Patch {
    parse_patch(patch.as_bytes()).unwrap()
}

pub(super) fn apply(text: &str, patch: &str) -> Result<PatchedText> {
    apply_with(text, patch, 0)
}

fn apply_with(text: &str, patch: &str, fuzz: usize) -> Result<PatchedText> {
    let patch = parse_patch(patch.as_bytes())?;
    let options = PatchOptions::default().fuzz(fuzz);
    patch.files[0].apply(text.as_bytes(), &options, &CancelToken::new())
}

pub(super) fn text_of(patched: &PatchedText) -> &str {
    std::str::from_utf8(&patched.text).unwrap()
}

const CHANGE: &str = "--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n b\n-c\n+C\n d\n";

#[test]
fn a_hunk_fits_at_its_own_line_or_at_the_only_other_place() {
    let patched = apply("a\nb\nc\nd\n", CHANGE).unwrap();
    assert_eq!(text_of(&patched), "a\nb\nC\nd\n");
    assert_eq!((patched.hunks[0].line, patched.hunks[0].offset), (2, 0));
    let patched = apply("x\ny\na\nb\nc\nd\n", CHANGE).unwrap();
    assert_eq!(text_of(&patched), "x\ny\na\nb\nC\nd\n");
    assert_eq!((patched.hunks[0].line, patched.hunks[0].offset), (4, 2));
    // Its own line decides between several places.
    let patched = apply("a\nb\nc\nd\nb\nc\nd\n", CHANGE).unwrap();
    assert_eq!(text_of(&patched), "a\nb\nC\nd\nb\nc\nd\n");
    let error = apply("b\nc\nd\nb\nc\nd\n", CHANGE).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PatchConflict);
    assert_eq!(
        error.to_string(),
        "the patch does not fit: hunk 1 (line 2) fits in lines 1, 4"
    );
    assert_eq!(error.passages().len(), 2);
    let error = apply("a\nb\nx\nd\n", CHANGE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the patch does not fit: the old lines of hunk 1 (line 2) are not in the text"
    );
    assert_eq!(error.passages()[0].text, b"b\nx\nd\n");
}

#[test]
fn context_may_differ_up_to_the_fuzz() {
    let text = "a\nB\nc\nd\n";
    assert_eq!(
        apply(text, CHANGE).unwrap_err().kind(),
        ErrorKind::PatchConflict
    );
    let patched = apply_with(text, CHANGE, 1).unwrap();
    assert_eq!(text_of(&patched), "a\nB\nC\nd\n");
    assert_eq!((patched.hunks[0].fuzz, patched.hunks[0].offset), (1, 0));
}

#[test]
fn all_conflicts_are_listed() {
    let patch = "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-c\n+C\n@@ -5 +5 @@\n-e\n+E\n";
    let error = apply("x\nb\nc\nd\ny\n", patch).unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains("hunk 1 (line 1)") && message.contains("hunk 3 (line 5)"),
        "{message}"
    );
    assert!(!message.contains("hunk 2"), "{message}");
}

#[test]
fn line_ends_of_the_text_stay() {
    let patched = apply("a\r\nb\r\nc\r\nd\r\n", CHANGE).unwrap();
    assert_eq!(text_of(&patched), "a\r\nb\r\nC\r\nd\r\n");
    // A patch with `\r` changes line ends as it says.
    let patch = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n-a\n+a\r\n b\n";
    assert_eq!(text_of(&apply("a\nb\n", patch).unwrap()), "a\r\nb\n");
    assert!(apply("a\r\nb\r\n", patch).is_err());
}

#[test]
fn a_missing_line_end_is_part_of_the_line() {
    let patch = "--- f\n+++ f\n@@ -1,2 +1,3 @@\n a\n-b\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file\n";
    assert_eq!(text_of(&apply("a\nb", patch).unwrap()), "a\nb\nc");
    assert!(apply("a\nb\n", patch).is_err());
}

#[test]
fn files_are_created_deleted_renamed_and_copied() {
    let patch = parse(
        "diff --git a/new b/new\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n\
         diff --git a/d/old b/d/old\ndeleted file mode 100644\n--- a/d/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
         diff --git a/from b/sub/to\nsimilarity index 100%\nrename from from\nrename to sub/to\n\
         diff --git a/from b/copy\nsimilarity index 90%\ncopy from from\ncopy to copy\n--- a/from\n+++ b/copy\n@@ -1 +1 @@\n-a\n+b\n\
         diff --git a/mode b/mode\nold mode 100644\nnew mode 100755\n",
    );
    let changes: Vec<_> = patch.files.iter().map(|f| (&*f.path, &f.change)).collect();
    let rename = FileChangeKind::Rename(b"sub/to".to_vec());
    let copy = FileChangeKind::Copy(b"copy".to_vec());
    let expected: [(&[u8], _); 5] = [
        (b"new", &FileChangeKind::Create),
        (b"d/old", &FileChangeKind::Delete),
        (b"from", &rename),
        (b"from", &copy),
        (b"mode", &FileChangeKind::Modify),
    ];
    assert_eq!(changes, expected);
    assert_eq!(patch.files[0].is_executable, [None, Some(true)]);
    assert_eq!(patch.files[4].is_executable, [Some(false), Some(true)]);
    let apply = |file: &FilePatch, text: &str| {
        let patched = file.apply(
            text.as_bytes(),
            &PatchOptions::default(),
            &CancelToken::new(),
        );
        patched.map(|patched| String::from_utf8(patched.text).unwrap())
    };
    assert_eq!(apply(&patch.files[0], "").unwrap(), "x\n");
    assert_eq!(apply(&patch.files[1], "x\n").unwrap(), "");
    let error = apply(&patch.files[1], "x\ny\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PatchConflict);
    assert_eq!(apply(&patch.files[2], "any").unwrap(), "any");
    assert_eq!(patch.reversed(), None);
}

#[test]
fn patches_that_cannot_be_applied_as_text_are_refused() {
    for (patch, words) in [
        ("", "cannot read the patch"),
        ("hello\n", "cannot read the patch"),
        (
            "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-a\n",
            "cannot read the patch",
        ),
        (
            "diff --git a/f b/f\nindex 1..2 100644\nBinary files a/f and b/f differ\n",
            "binary",
        ),
        (
            "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
            "symbolic link",
        ),
        (
            "diff --git a/s b/s\nindex 1..2 160000\n--- a/s\n+++ b/s\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n",
            "submodule",
        ),
        (
            "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\nsome text\n@@ -9 +9 @@\n-c\n+d\n",
            "a hunk belongs to no file in line 7",
        ),
    ] {
        let error = parse_patch(patch.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPatch, "{patch}");
        assert!(error.to_string().contains(words), "{patch}: {error}");
    }
}

#[test]
fn begin_patch_is_read() {
    let patch = parse(
        "apply <<'EOF'\n*** Begin Patch\n*** Add File: new.txt\n+one\n+\n*** Delete File: old.txt\n\
         *** Update File: a.py\n*** Move to: b.py\n@@ class A:\n@@     def f(self):\n \n-        x\n+        y\n\
         *** End Patch\nEOF\n*** Begin Patch\n*** Update File: c\n@@\n-1\n+2\n*** End of File\n*** End Patch\n",
    );
    let kinds: Vec<_> = patch.files.iter().map(|file| &file.change).collect();
    let rename = FileChangeKind::Rename(b"b.py".to_vec());
    assert_eq!(
        kinds,
        [
            &FileChangeKind::Create,
            &FileChangeKind::Delete,
            &rename,
            &FileChangeKind::Modify
        ]
    );
    assert_eq!(
        patch.files[0].hunks[0].side(LineKind::Added).concat(),
        b"one\n\n"
    );
    let hunk = &patch.files[2].hunks[0];
    assert_eq!(hunk.headings, [&b"class A:"[..], b"def f(self):"]);
    assert!(patch.files[3].hunks[0].is_at_end);
    for (patch, words) in [
        (
            "*** Begin Patch\n*** Update File: a\n-1\n+2\n",
            "`*** End Patch` is missing in line 4",
        ),
        ("*** Begin Patch\n*** End Patch\n", "there are no changes"),
        (
            "*** Begin Patch\n*** Update File: a\n*** End Patch\n",
            "a file without changes in line 2",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n@@\n*** End Patch\n",
            "a hunk without lines",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n 1\n*** End Patch\n",
            "a hunk without changes",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n-1\nx\n*** End Patch\n",
            "at the start of a line",
        ),
        (
            "*** Begin Patch\n*** Add File: a\nx\n*** End Patch\n",
            "expected `+`",
        ),
        (
            "*** Begin Patch\nx\n*** End Patch\n",
            "expected the header of a file in line 2",
        ),
        (
            "*** Begin Patch\n*** Add File:\n+x\n*** End Patch\n",
            "expected the header of a file",
        ),
    ] {
        let error = parse_patch(patch.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPatch, "{patch}");
        assert!(error.to_string().contains(words), "{patch}: {error}");
    }
}

fn begin(hunks: &str) -> String {
    format!("*** Begin Patch\n*** Update File: f\n{hunks}*** End Patch\n")
}

#[test]
fn hunks_without_line_numbers_must_be_unique_after_their_headings() {
    let text = "class A:\n    def f(self):\n        x\n\n    def g(self):\n        x\n\nclass B:\n    x\n    y";
    let patch = |headings: &str| begin(&format!("{headings}-        x\n+        z\n"));
    let error = apply(text, &patch("")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the patch does not fit: hunk 1 fits in lines 3, 6"
    );
    let patched = apply(text, &patch("@@ class A:\n@@ def f(self):\n")).unwrap();
    assert_eq!(
        text_of(&patched),
        text.replacen("        x", "        z", 1)
    );
    let patched = apply(text, &patch("@@ def g(self):\n")).unwrap();
    assert_eq!((patched.hunks[0].line, patched.hunks[0].offset), (6, 0));
    let error = apply(text, &patch("@@ def h(self):\n")).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("heading `def h(self):` of hunk 1"),
        "{error}"
    );
    // The missing line end at the end of the file stays.
    let patched = apply(text, &begin("-    y\n+    z\n*** End of File\n")).unwrap();
    assert!(text_of(&patched).ends_with("    x\n    z"));
    let patched = apply(text, &begin("     y\n+    z\n")).unwrap();
    assert!(text_of(&patched).ends_with("    y\n    z"));
    let patched = apply(text, &begin("+# end\n")).unwrap();
    assert!(text_of(&patched).ends_with("    y\n# end"));
    let error = apply(text, &begin("-    x\n+    z\n*** End of File\n")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PatchConflict);
}

#[test]
fn a_cancelled_call_ends() {
    let token = CancelToken::new();
    token.cancel(ransack_base::AbortReason::User);
    let error = parse(CHANGE).files[0]
        .apply(b"", &PatchOptions::default(), &token)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof!["[abc]{0,1}\n", "[abc]\r\n", "é\n"];
    let last = prop_oneof![Just(String::new()), Just("z".to_owned())];
    (prop::collection::vec(line, 0..30), last).prop_map(|(lines, last)| lines.concat() + &last)
}

proptest! {
    /// Applying the diff of two texts to the old one gives the new one, and the reversed diff the old
    /// one, byte for byte.
    #[test]
    fn diffs_are_applied_and_reversed(old in lines(), new in lines(), context in 0..4usize) {
        prop_assume!(old != new);
        let token = CancelToken::new();
        let options = DiffOptions::default().context(context);
        let diff = unified_diff(old.as_bytes(), new.as_bytes(), b"f", &options, &token).unwrap();
        let patch = parse_patch(&diff).unwrap();
        let apply = |patch: &Patch, text: &str| {
            let options = PatchOptions::default();
            patch.files[0].apply(text.as_bytes(), &options, &token).unwrap()
        };
        let patched = apply(&patch, &old);
        prop_assert_eq!(text_of(&patched), &new);
        prop_assert!(patched.hunks.iter().all(|hunk| hunk.offset == 0 && hunk.fuzz == 0));
        let restored = apply(&patch.reversed().unwrap(), &new);
        prop_assert_eq!(text_of(&restored), &old);
    }

    /// A hunk is applied at a place where Git accepts it too, or refused.
    #[test]
    fn shifted_hunks_are_applied_as_git_does(
        old in prop::collection::vec("[a-h]", 4..20),
        at in 0..20usize,
        shift in 0..4usize,
    ) {
        let mut new = old.clone();
        new[at % old.len()] = "new".to_owned();
        let join = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let token = CancelToken::new();
        let options = DiffOptions::default();
        let diff = unified_diff(join(&old).as_bytes(), join(&new).as_bytes(), b"f", &options, &token).unwrap();
        let head: Vec<String> = (0..shift).map(|n| format!("x{n}")).collect();
        let text = join(&[head.clone(), old].concat());
        let expected = join(&[head, new].concat());
        let patch = parse_patch(&diff).unwrap();
        match patch.files[0].apply(text.as_bytes(), &PatchOptions::default(), &token) {
            Ok(patched) => {
                // At its own line, the hunk may fit a repetition.
                if patched.hunks[0].offset == shift as i64 {
                    prop_assert_eq!(text_of(&patched), expected);
                }
            }
            Err(error) => prop_assert!(error.to_string().contains("fits in lines"), "{}", error),
        }
    }
}

/// Patches made by Git, of random trees, give the same files as `git apply`.
#[test]
fn patches_of_git_are_applied() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let files = prop::collection::vec(prop::option::of(lines()), 4);
    for _ in 0..ransack_testing_base::tier::cases(40) {
        let mut tree = || files.new_tree(&mut runner).unwrap().current();
        let (old, new) = (tree(), tree());
        let dir = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| run_git(dir.path(), arguments);
        git(&["init", "-q"]);
        let write = |tree: &[Option<String>]| {
            for (number, text) in tree.iter().enumerate() {
                let path = dir.path().join(format!("fi le{number}é"));
                match text {
                    Some(text) => fs::write(path, text).unwrap(),
                    None => drop(fs::remove_file(path)),
                }
            }
            git(&["add", "-A"]);
        };
        write(&old);
        git(&[
            "-c",
            "user.name=x",
            "-c",
            "user.email=x@x",
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "1",
        ]);
        write(&new);
        let diff = git(&["diff", "--cached", "-M", "--no-ext-diff"]);
        if diff.is_empty() {
            continue;
        }
        let patch = parse_patch(&diff).unwrap();
        let old_text = |path: &[u8]| {
            let number = (0..4)
                .find(|n| format!("fi le{n}é").as_bytes() == path)
                .unwrap();
            old[number].clone().unwrap_or_default()
        };
        let mut now = old.clone();
        for file in &patch.files {
            let text = old_text(&file.path);
            let options = PatchOptions::default();
            let patched = file
                .apply(text.as_bytes(), &options, &CancelToken::new())
                .unwrap();
            let patched = String::from_utf8(patched.text).unwrap();
            let index = |path: &[u8]| {
                (0..4)
                    .find(|n| format!("fi le{n}é").as_bytes() == path)
                    .unwrap()
            };
            match &file.change {
                FileChangeKind::Delete => now[index(&file.path)] = None,
                FileChangeKind::Rename(to) => {
                    now[index(&file.path)] = None;
                    now[index(to)] = Some(patched);
                }
                FileChangeKind::Copy(to) => now[index(to)] = Some(patched),
                FileChangeKind::Create | FileChangeKind::Modify => {
                    now[index(&file.path)] = Some(patched);
                }
            }
        }
        assert_eq!(now, new, "{}", String::from_utf8_lossy(&diff));
    }
}

fn run_git(dir: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new("git")
        .args(["-c", "core.autocrlf=false", "-c", "core.quotePath=true"])
        .args(arguments)
        .current_dir(dir)
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
}
