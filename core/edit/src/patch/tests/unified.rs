//! Tests of reading unified diffs.

use ransack_base::ErrorKind;

use super::*;

#[test]
fn hunks_are_read_as_their_lines_say() {
    for (text, patch, expected) in [
        // No line feed at the end of the patch.
        ("a\nb\nc\n", "@@ -2 +2 @@\n-b\n+B", "a\nB\nc\n"),
        ("a\nb\nc\n", "@@ -1,2 +1,2 @@\n+A\n-a\n b", "A\nb\nc\n"),
        (
            "a\nb\n",
            "@@ -2 +2 @@\n-b\n+B\n\\ No newline at end of file",
            "a\nB",
        ),
        // Hunks without line numbers.
        ("a\nb\nc\nd\n", "@@\n a\n-b\n+B\n", "a\nB\nc\nd\n"),
        (
            "a\nb\nc\nd\n",
            "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@\n-d\n+D",
            "a\nB\nc\nD\n",
        ),
        (
            "x\nf:\n y\ng:\n y\n",
            "@@ g:\n- y\n+ z\n\n\n",
            "x\nf:\n y\ng:\n z\n",
        ),
        ("a\nb\n", "@@ @@\n-b\n+B\n\\ Kein Zeilenumbruch\n", "a\nB"),
        // Line endings of a converted patch.
        ("a\nb\n", "@@ -2 +2 @@\r\n-b\r\n+B\r\n", "a\nB\n"),
        ("a\r\nb\r\n", "@@ -2 +2 @@\r\n-b\r\n+B\r\n", "a\r\nB\r\n"),
        (
            "a\nb",
            "@@\r\n-b\r\n\\ No newline at end of file\r\n+B\r\n",
            "a\nB",
        ),
    ] {
        let end = if patch.contains('\r') { "\r" } else { "" };
        let patch = format!("--- a/f{end}\n+++ b/f{end}\n{patch}");
        let patched = apply(text, &patch).unwrap_or_else(|error| panic!("{patch}: {error}"));
        assert_eq!(text_of(&patched), expected, "{patch}");
    }
    let patch = "*** Begin Patch\n*** Update File: f\n-b\n+B\n*** End Patch";
    assert_eq!(text_of(&apply("a\nb\n", patch).unwrap()), "a\nB\n");
}

#[test]
fn lines_that_differ_only_in_their_ends_are_named() {
    for (text, patch) in [
        ("a\nb\n", "@@ -2 +2 @@\n-b\r\n+B\r\n"),
        (
            "a\nb\n",
            "@@ -9 +9 @@\n-b\n\\ No newline at end of file\n+B\n",
        ),
    ] {
        let error = apply(text, &format!("--- a/f\n+++ b/f\n{patch}")).unwrap_err();
        let message = error.to_string();
        assert!(
            message.ends_with("differ from line 2 only in line ends"),
            "{message}"
        );
    }
}

const HUNK: &str = "@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn no_part_of_a_change_is_left_out() {
    let file = format!("--- a/f\n+++ b/f\n{HUNK}");
    for (patch, words) in [
        ("--- a/f\n+++ b/f\n", "a file without hunks in line 2"),
        (
            "--- a/f\n+++ b/f\n{HUNK}--- a/g\n+++ b/g\ntext\n",
            "a file without hunks in line 7",
        ),
        (
            "diff --git a/f b/f\nindex 1..2 100644\n",
            "a file without changes in line 2",
        ),
        (
            "--- a/f\n+++ b/f\n  @@ -1 +1 @@\n-a\n+b\n",
            "blanks before the `@@` of a hunk in line 3",
        ),
        (
            "{FILE}\t@@ -3 +3 @@\n-c\n+d\n",
            "blanks before the `@@` of a hunk in line 6",
        ),
        (
            "{FILE}text\n@@ -3 +3 @@\n-c\n+d\n",
            "a hunk belongs to no file in line 7",
        ),
        (
            "{FILE}text\n@@\n-c\n+d\n",
            "a hunk belongs to no file in line 7",
        ),
        (
            "{FILE}+c\n",
            "more or fewer lines than the header of the hunk says in line 6",
        ),
        (
            "{FILE} c\n",
            "more or fewer lines than the header of the hunk says in line 6",
        ),
        (
            "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-a\n+b\n+c\n",
            "more or fewer lines than",
        ),
        (
            "--- a/f\n+++ b/f\n@@ -1 +1\n-a\n+b\n",
            "expected `@@ -LINE,COUNT +LINE,COUNT @@`",
        ),
        (
            "--- a/f\n+++ b/f\n@@\n-a\nb\n",
            "expected ` `, `-` or `+` at the start of a line",
        ),
        ("--- a/f\n+++ b/f\n@@\n a\n", "a hunk without changes"),
        (
            "--- a/f\n+++ b/f\n@@ -5 +5 @@\n-e\n+E\n{HUNK}",
            "a hunk before the end of the one",
        ),
        (
            "--- a/f\n+++ b/f\n@@\n-a\n\\ No newline at end of file\n-b\n",
            "is not the last one",
        ),
        (
            "diff --cc f\nindex 1,2..3\n--- a/f\n+++ b/f\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n",
            "combined diff",
        ),
        (
            "--- a/f\n+++ b/f\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n",
            "combined diff of a merge in line 3",
        ),
        (
            "*** f\n--- f\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n{FILE}",
            "context diff",
        ),
        (
            "Binary files a/g and b/g differ\n{FILE}",
            "a change of a binary file in line 1",
        ),
        (
            "{FILE}Binary files a/g and b/g differ\n",
            "a change of a binary file in line 6",
        ),
        (
            "diff --git a/g b/g\nindex 1..2\nGIT binary patch\nliteral 0\n",
            "a binary file in line 3",
        ),
        (
            "--- /dev/null\n+++ /dev/null\n{HUNK}",
            "both names are `/dev/null`",
        ),
        ("--- \"a/f\n+++ b/f\n{HUNK}", "a malformed name in line 1"),
        (
            "*** Begin Patch\n*** Update File: f\n*** Move to:\n-a\n+b\n*** End Patch\n",
            "new path is missing",
        ),
    ] {
        let patch = patch.replace("{FILE}", &file).replace("{HUNK}", HUNK);
        let error = parse_patch(patch.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPatch, "{patch}");
        assert!(error.to_string().contains(words), "{patch}: {error}");
    }
}

#[test]
fn text_around_files_is_skipped() {
    let mail = format!(
        "From {:040} Mon Sep 17 00:00:00 2001\nSubject: x\n\n@@ -1 +1 @@\n--- a/z\n+++ b/z\n---\n f | 2 +-\n\n\
         diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n{HUNK}-- \n2.40\n\n\
         commit 1\n\n    @@name --- a b\n--- a title ---\n\nIndex: g\n====\n--- g\n+++ g\n{HUNK}",
        1
    );
    for patch in [mail.clone(), mail.replace('\n', "\r\n")] {
        let patch = parse(&patch);
        let paths: Vec<&[u8]> = patch.files.iter().map(|file| &*file.path).collect();
        assert_eq!(paths, [b"f", b"g"]);
    }
}

#[test]
fn the_names_of_a_file_are_read() {
    let modify = FileChangeKind::Modify;
    let create = FileChangeKind::Create;
    let delete = FileChangeKind::Delete;
    let (new, gone) = ("@@ -0,0 +1 @@\n+a\n", "@@ -1 +0,0 @@\n-a\n");
    for (header, hunk, change, paths) in [
        ("--- a/d/f\n+++ b/d/f\n", HUNK, &modify, &["d/f"][..]),
        ("--- a/f\n", HUNK, &modify, &["f"]),
        ("+++ b/f\n", HUNK, &modify, &["f"]),
        ("--- f.orig\n+++ f\n", HUNK, &modify, &["f", "f.orig"]),
        (
            "--- c.yml\n+++ c.new.yml\n",
            HUNK,
            &modify,
            &["c.yml", "c.new.yml"],
        ),
        (
            "--- d/e/f\n+++ d/longer\n",
            HUNK,
            &modify,
            &["d/longer", "d/e/f"],
        ),
        (
            "--- old/d/f\n+++ new/d/f\n",
            HUNK,
            &modify,
            &["old/d/f", "new/d/f", "d/f"],
        ),
        ("--- a/f\n+++ b/g\n", HUNK, &modify, &["f", "g"]),
        (
            "diff --git a/f b/g\n--- a/f\n+++ b/g\n",
            HUNK,
            &modify,
            &["f", "g"],
        ),
        (
            "diff --git \"a/\\303\\251\\t\" \"b/\\303\\251\\t\"\nnew file mode 100644\n",
            "",
            &create,
            &["é\t"],
        ),
        (
            "diff --git a/x b/x b/x b/x\ndeleted file mode 100644\n",
            "",
            &delete,
            &["x b/x"],
        ),
        (
            "--- \"a/q\\\"\\n\"\n+++ /dev/null\n",
            gone,
            &delete,
            &["q\"\n"],
        ),
        (
            "--- a/f f\t2026-11-30\n+++ b/f f\t1970-01-01 00:00:00.000000000 +0000\n",
            gone,
            &delete,
            &["f f"],
        ),
        (
            "--- a/f\t1970-01-01 05:30:00.000 +0530\n+++ b/f\t2026\n",
            new,
            &create,
            &["f"],
        ),
        (
            "--- a/f\t1969-12-31 19:00:00 -0500\n+++ b/f\t2026\n",
            new,
            &create,
            &["f"],
        ),
        (
            "--- a/f\t1970-01-01 00:00:01 +0000\n+++ b/f\t2026\n",
            new,
            &modify,
            &["f"],
        ),
        (
            "--- a/f\t1970-01-01 00:00:00 +0000\n+++ b/f\t2026\n",
            HUNK,
            &modify,
            &["f"],
        ),
    ] {
        let patch = parse(&format!("{header}{hunk}"));
        let file = &patch.files[0];
        let read = std::iter::once(&file.path).chain(&file.other_paths);
        let read: Vec<_> = read.map(|path| String::from_utf8_lossy(path)).collect();
        assert_eq!(read, paths, "{header}");
        assert_eq!(&file.change, change, "{header}");
    }
}
