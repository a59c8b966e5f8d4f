//! Diffs of the changed files.

use std::fs;

use ransack::{
    AstEditOptions, DefinitionAction, DefinitionEdit, DefinitionEditOptions, InsertPlace,
};
use ransack::{CancelToken, edit_definition};

use crate::ast_edit::{applied, edit};

/// Diff of a file with this name and text, which is the same in a dry run and when applied.
fn diff_of(
    name: &str,
    text: &[u8],
    rewrites: &[(&str, &str)],
    adjust: impl Fn(&mut AstEditOptions),
) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(name), text).unwrap();
    let mut options = applied(dir.path(), rewrites);
    adjust(&mut options);
    options.dry_run = true;
    let mut preview = edit(&options).unwrap();
    // A written change has no edits for an editor.
    preview.file_changes[0].text_edits.clear();
    assert_eq!(fs::read(dir.path().join(name)).unwrap(), text);
    options.dry_run = false;
    let outcome = edit(&options).unwrap();
    assert_eq!(outcome.file_changes, preview.file_changes);
    assert_eq!(outcome.file_changes.len(), 1);
    outcome.file_changes[0].diff.clone()
}

#[test]
fn several_changes_in_a_line_are_one_changed_line() {
    let text = b"a();\nf(1); f(2);\r\n// \xff\nb();\nc();\nd();\nf(3)";
    let diff = diff_of("a.js", text, &[("f($A)", "g($A, 0)")], |_| ());
    let expected: &[u8] = b"--- a/a.js\n+++ b/a.js\n@@ -1,7 +1,7 @@\n a();\n-f(1); f(2);\r\n\
        +g(1, 0); g(2, 0);\r\n // \xff\n b();\n c();\n d();\n-f(3)\n\\ No newline at end of file\n\
        +g(3, 0)\n\\ No newline at end of file\n";
    assert_eq!(
        diff.escape_ascii().to_string(),
        expected.escape_ascii().to_string()
    );
}

#[test]
fn repeated_passes_have_one_diff() {
    let diff = diff_of("a.js", b"f(f(f(1)));\n", &[("f($A)", "$A")], |o| {
        o.repeat = 5;
    });
    assert_eq!(
        diff,
        b"--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-f(f(f(1)));\n+1;\n"
    );
}

#[test]
fn a_limit_on_replacements_limits_the_diff() {
    let text = b"f(1);\nf(2);\n";
    let diff = diff_of("a.js", text, &[("f($A)", "g($A)")], |o| {
        o.max_replacements = Some(1);
    });
    assert_eq!(
        diff,
        b"--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n-f(1);\n+g(1);\n f(2);\n"
    );
}

#[test]
fn a_decoded_file_has_the_diff_of_its_text() {
    let utf16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let diff = diff_of("a.js", &utf16("f('ä');\n"), &[("f($A)", "g($A)")], |_| ());
    let expected = "--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-f('ä');\n+g('ä');\n";
    assert_eq!(String::from_utf8(diff).unwrap(), expected);
}

#[test]
fn an_edit_of_definitions_has_the_diff_of_each_file() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (dir.path().join("a.py"), dir.path().join("b c.py"));
    fs::write(&a, "def f():\n    return 1\n").unwrap();
    fs::write(&b, "def g():\n    return 1\n").unwrap();
    let action = |text: &str| DefinitionAction::Insert {
        place: InsertPlace::After,
        text: text.into(),
    };
    let edits = [
        DefinitionEdit::new(&a, "f", action("def h():\n    return 2")),
        DefinitionEdit::new(&b, "g", DefinitionAction::Remove),
    ];
    let options = DefinitionEditOptions::default().edits(edits);
    let outcome = edit_definition(&options, &CancelToken::new()).unwrap();
    let files: Vec<(String, String)> = outcome
        .file_changes
        .iter()
        .map(|file| {
            let diff = String::from_utf8(file.diff.clone()).unwrap();
            (file.path.to_string(), diff)
        })
        .collect();
    let dir = dir.path().to_str().unwrap();
    let bare = dir.trim_start_matches('/');
    assert_eq!(
        files,
        [
            (
                format!("{dir}/a.py"),
                format!(
                    "--- a/{bare}/a.py\n+++ b/{bare}/a.py\n@@ -1,2 +1,6 @@\n def f():\n     return 1\n\
                     +\n+\n+def h():\n+    return 2\n"
                )
            ),
            (
                format!("{dir}/b c.py"),
                format!(
                    "--- a/{bare}/b c.py\t\n+++ b/{bare}/b c.py\t\n@@ -1,2 +0,0 @@\n-def g():\n-    return 1\n"
                )
            ),
        ]
    );
}
