//! Edits of files with open buffers: their changes are returned, and no file is written.

use std::fs;

use ransack::{
    AstEditOptions, AstEditOutcome, BufferChange, CancelToken, ErrorKind, RefreshMode, TextEdit,
    Workspace, WorkspaceOptions, ast_edit,
};
use tempfile::TempDir;

/// Calls with a workspace over `a.js` and `b.js`, in each mode.
fn in_each_mode(test: impl Fn(&TempDir, &Workspace)) {
    for mode in [
        RefreshMode::Watch,
        RefreshMode::Stat,
        RefreshMode::Manual,
        RefreshMode::Walk,
    ] {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a.js"), "f(1);\n").unwrap();
        fs::write(dir.path().join("b.js"), "f(2);\n").unwrap();
        let options = WorkspaceOptions::default().refresh(mode);
        test(&dir, &Workspace::open(dir.path(), &options).unwrap());
    }
}

fn options(dry_run: bool) -> AstEditOptions {
    AstEditOptions::new("f($A)", "g($A)", ".").dry_run(dry_run)
}

fn edit(workspace: &Workspace, options: &AstEditOptions) -> ransack::Result<AstEditOutcome> {
    ast_edit(&options.clone().workspace(workspace), &CancelToken::new())
}

fn changes(outcome: &AstEditOutcome) -> Vec<String> {
    let change = |c: &ransack::AstChange| {
        let after = String::from_utf8_lossy(&c.after);
        format!("{}:{}:{after}", c.path, c.span.start.offset)
    };
    outcome.changes.iter().map(change).collect()
}

fn read(dir: &TempDir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).unwrap()
}

#[test]
fn a_dry_run_changes_the_text_of_buffers() {
    in_each_mode(|dir, workspace| {
        workspace.set_buffer("a.js", "// é\nf(3);\n").unwrap();
        workspace.set_buffer("new/c.js", "f(4); f(5);\n").unwrap();
        let outcome = edit(workspace, &options(true)).unwrap();
        let expected = [
            "a.js:6:g(3)",
            "b.js:0:g(2)",
            "new/c.js:0:g(4)",
            "new/c.js:6:g(5)",
        ];
        assert_eq!(changes(&outcome), expected);
        assert!(!outcome.applied);
        assert!(outcome.report.complete, "{:?}", outcome.report);
        // Roots that overlap do not repeat a file.
        let mut twice = options(true);
        twice.scope.roots = vec![".".into(), "new".into(), "a.js".into()];
        assert_eq!(changes(&edit(workspace, &twice).unwrap()), expected);
        assert_eq!(read(dir, "a.js"), "f(1);\n");
        assert!(!dir.path().join("new").exists());
    });
}

#[test]
fn edits_have_the_version_of_the_buffer() {
    in_each_mode(|_, workspace| {
        workspace.set_buffer("b.js", "").unwrap();
        let change = BufferChange::whole("f(3);\n");
        workspace.update_buffer("b.js", &[change], -4).unwrap();
        let outcome = edit(workspace, &options(true)).unwrap();
        let versions: Vec<Option<i32>> = outcome
            .file_changes
            .iter()
            .map(|file| file.buffer_version)
            .collect();
        assert_eq!(versions, [None, Some(-4)]);
    });
}

/// Edits of each file: its path, whether it has a buffer, and its text edits.
fn text_edits(outcome: &AstEditOutcome) -> Vec<String> {
    let files = outcome.file_changes.iter();
    let edit = |edit: &TextEdit| {
        let text = String::from_utf8_lossy(&edit.new_text);
        format!(" {}-{}:{text}", edit.range.start, edit.range.end)
    };
    files
        .map(|file| {
            let edits: String = file.text_edits.iter().map(edit).collect();
            format!("{} {}{edits}", file.path, file.has_buffer)
        })
        .collect()
}

#[test]
fn no_file_is_written_if_one_has_a_buffer() {
    in_each_mode(|dir, workspace| {
        let preview = edit(workspace, &options(true)).unwrap();
        assert_eq!(
            text_edits(&preview),
            ["a.js false 0:0-0:1:g", "b.js false 0:0-0:1:g"]
        );
        workspace
            .set_buffer("b.js", "/* 😀 */ f(3);\r\nf(f(4));\n")
            .unwrap();
        workspace.set_buffer("new/c.js", "f(4);\n").unwrap();
        let stale = options(false).preview(preview.preview);
        assert_eq!(
            edit(workspace, &stale).unwrap_err().kind(),
            ErrorKind::Stale
        );
        let now = edit(workspace, &options(true)).unwrap();
        for options in [options(false), options(false).preview(&now.preview)] {
            let outcome = edit(workspace, &options).unwrap();
            assert!(!outcome.applied);
            assert_eq!(outcome, now);
            let expected = [
                "a.js false 0:0-0:1:g",
                "b.js true 0:9-0:10:g 1:0-1:1:g",
                "new/c.js true 0:0-0:1:g",
            ];
            assert_eq!(text_edits(&outcome), expected);
        }
        assert_eq!(read(dir, "a.js"), "f(1);\n");
        assert_eq!(read(dir, "b.js"), "f(2);\n");
        assert!(!dir.path().join("new").exists());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);

        // Only files that would change count: by the buffers' texts, up to the limits.
        workspace.set_buffer("b.js", "none();\n").unwrap();
        let outcome = edit(workspace, &options(false).max_files(1)).unwrap();
        assert_eq!(changes(&outcome), ["a.js:0:g(1)"]);
        assert!(outcome.applied);
        assert_eq!(text_edits(&outcome), ["a.js false"]);
        assert_eq!(read(dir, "a.js"), "g(1);\n");
        assert_eq!(read(dir, "b.js"), "f(2);\n");
        workspace.clear_buffer(None).unwrap();
        assert_eq!(
            changes(&edit(workspace, &options(false)).unwrap()),
            ["b.js:0:g(2)"]
        );
        assert_eq!(read(dir, "b.js"), "g(2);\n");
    });
}

/// A second name of the file also leads to it.
#[test]
#[cfg(unix)]
fn a_file_with_two_names_is_not_written() {
    in_each_mode(|dir, workspace| {
        let path = |name| dir.path().join(name);
        fs::hard_link(path("b.js"), path("0.js")).unwrap();
        std::os::unix::fs::symlink("a.js", path("link.js")).unwrap();
        workspace.invalidate(None);
        workspace.set_buffer("b.js", "f(2);\n").unwrap();
        let outcome = edit(workspace, &options(false)).unwrap();
        let expected = [
            "0.js false 0:0-0:1:g",
            "a.js false 0:0-0:1:g",
            "b.js true 0:0-0:1:g",
        ];
        assert_eq!(text_edits(&outcome), expected);
        workspace.clear_buffer(None).unwrap();
        workspace.set_buffer("a.js", "f(1);\n").unwrap();
        let mut through_link = options(false);
        through_link.scope.roots = vec!["link.js".into()];
        let outcome = edit(workspace, &through_link).unwrap();
        assert!(!outcome.applied);
        assert!(outcome.file_changes[0].has_buffer);
        assert_eq!(
            (read(dir, "a.js"), read(dir, "b.js")),
            ("f(1);\n".into(), "f(2);\n".into())
        );
    });
}

#[test]
fn an_encoding_does_not_apply_to_buffers() {
    in_each_mode(|dir, workspace| {
        fs::write(dir.path().join("a.js"), b"\xff\xfef\0(\x001\0)\0").unwrap();
        workspace.set_buffer("a.js", "f(\"é\");\n").unwrap();
        let outcome = edit(workspace, &options(true).encoding("latin1")).unwrap();
        assert_eq!(changes(&outcome), ["a.js:0:g(\"é\")", "b.js:0:g(2)"]);
    });
}

/// The URI names the document that the editor has opened, not the file that its path leads to.
#[test]
#[cfg(unix)]
fn uris_are_spelled_as_given() {
    let place = tempfile::tempdir().unwrap();
    let real = place.path().join("real");
    fs::create_dir(&real).unwrap();
    for name in ["a.js", "b.js", "é %.js"] {
        fs::write(real.join(name), "f(1);\n").unwrap();
    }
    let linked = place.path().join("linked");
    std::os::unix::fs::symlink(&real, &linked).unwrap();
    std::os::unix::fs::symlink("b.js", real.join("other.js")).unwrap();
    let base = format!("file://{}", linked.display());
    let uris = |outcome: &AstEditOutcome| -> Vec<String> {
        outcome
            .file_changes
            .iter()
            .map(|file| file.uri.clone())
            .collect()
    };
    let workspace = Workspace::open(&linked, &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("other.js", "f(2);\n").unwrap();
    let expected = ["a.js", "other.js", "%C3%A9%20%25.js"].map(|name| format!("{base}/{name}"));
    assert_eq!(uris(&edit(&workspace, &options(true)).unwrap()), expected);
    let without = AstEditOptions::new("f($A)", "g($A)", linked.join("a.js"));
    let outcome = ast_edit(&without, &CancelToken::new()).unwrap();
    assert_eq!(uris(&outcome), [format!("{base}/a.js")]);
}
