//! Several edits and files, and input that cannot be edited.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use ransack::DefinitionAction::Remove;
use ransack::DefinitionPart::{Body, Whole};
use ransack::InsertPlace::{After, LastMember};
use ransack::{
    AbortReason, AstEditOutcome, CancelToken, DefinitionEdit, DefinitionEditOptions, ErrorKind,
    SkipReason, Workspace, WorkspaceOptions, edit_definition,
};

use super::{PYTHON, edit, insert, move_to, rename, replace};

#[test]
fn definitions_move_to_another_file_or_stay() {
    let dir = tempfile::tempdir().unwrap();
    let (from, to) = (dir.path().join("a.py"), dir.path().join("b.py"));
    fs::write(&from, PYTHON).unwrap();
    fs::write(&to, "class B:\n\tx = 1\n").unwrap();
    let moving = |name: &str, target: &str| {
        let action = move_to(to.to_str(), LastMember, target);
        let options = DefinitionEditOptions::new(&from, name, action).dry_run(false);
        edit_definition(&options, &CancelToken::new())
    };
    assert_eq!(
        moving("A.g", "C").unwrap_err().kind(),
        ErrorKind::UnknownName
    );
    assert_eq!(
        moving("A.h", "B").unwrap_err().kind(),
        ErrorKind::UnknownName
    );
    assert_eq!(fs::read_to_string(&from).unwrap(), PYTHON);
    let outcome: AstEditOutcome = moving("A.g", "B").unwrap();
    let roots: Vec<_> = outcome
        .file_changes
        .iter()
        .map(|change| change.root)
        .collect();
    assert_eq!(roots, [0, 1]);
    assert_eq!(outcome.changes[1].path.as_path(), to);
    let text =
        "class B:\n\tx = 1\n\n\t@property\n\tdef g(self):\n\t\t\"\"\"Gets.\"\"\"\n\t\treturn 2\n";
    assert_eq!(fs::read_to_string(&to).unwrap(), text);
    assert!(!fs::read_to_string(&from).unwrap().contains("property"));
}

#[test]
fn edits_of_one_call_are_meant_in_the_text_before_it() {
    let edits = [
        ("A.f", rename("h")),
        ("A.f", replace(Body, "return 3")),
        ("A.f", insert(After, "def f(self): pass")),
        ("top", Remove),
    ];
    let text = edit("a.py", PYTHON, &edits).unwrap();
    let expected = PYTHON
        .replace("def f", "def h")
        .replace("return 1\n", "return 3\n\n    def f(self): pass\n");
    assert_eq!(
        text,
        expected.strip_suffix("\n\ndef top():\n    pass\n").unwrap()
    );
    let overlapping = [("A", Remove), ("A.f", rename("h"))];
    let error = edit("a.py", PYTHON, &overlapping).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OverlappingEdits);
}

#[test]
fn code_that_is_there_is_no_change() {
    let text = edit(
        "a.py",
        PYTHON,
        &[("A.f", replace(Whole, "def f(self):\n        return 1"))],
    );
    assert_eq!(text.unwrap(), PYTHON);
    let text = edit("a.py", PYTHON, &[("A.f", rename("f"))]);
    assert_eq!(text.unwrap(), PYTHON);
}

/// Options that remove the definition `name` of a file, on disk.
fn removal(path: &Path, name: &str) -> DefinitionEditOptions {
    DefinitionEditOptions::new(path, name, Remove).dry_run(false)
}

#[test]
fn files_that_cannot_be_edited_are_errors() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let good = write("good.py", PYTHON.as_bytes());
    let cases = [
        (dir.path().join("nowhere.py"), ErrorKind::NotFound),
        (write("binary.py", b"x = 1\0\n"), ErrorKind::InvalidOption),
        (write("text.txt", b"x = 1\n"), ErrorKind::InvalidOption),
        (write("no.py", b"y = 1\n"), ErrorKind::UnknownName),
        (write("two.py", b"x = 1\nx = 2\n"), ErrorKind::AmbiguousName),
        (dir.path().to_owned(), ErrorKind::InvalidOption),
    ];
    for (path, kind) in cases {
        let edits = [(&good, "top"), (&path, "x")];
        let edits = edits.map(|(path, name)| DefinitionEdit::new(path, name, Remove));
        let options = DefinitionEditOptions::default().edits(edits).dry_run(false);
        let error = edit_definition(&options, &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        let shown = format!("{error}");
        assert!(shown.contains(path.to_str().unwrap()), "{shown}");
        assert_eq!(fs::read_to_string(&good).unwrap(), PYTHON);
    }
    let error = edit_definition(&DefinitionEditOptions::default(), &CancelToken::new());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidOption);
    let small = removal(&good, "top").max_file_size(10);
    let error = edit_definition(&small, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let unknown = removal(&good, "top").language("klingon");
    let error = edit_definition(&unknown, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn a_preview_is_applied_exactly_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.py");
    fs::write(&path, PYTHON).unwrap();
    let options = DefinitionEditOptions::new(&path, "top", rename("bottom"));
    let preview = edit_definition(&options, &CancelToken::new()).unwrap();
    assert!(!preview.applied && fs::read_to_string(&path).unwrap() == PYTHON);
    let options = options.preview(preview.preview).dry_run(false);
    fs::write(&path, format!("{PYTHON}\nz = 1\n")).unwrap();
    let error = edit_definition(&options, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    fs::write(&path, PYTHON).unwrap();
    assert!(
        edit_definition(&options, &CancelToken::new())
            .unwrap()
            .applied
    );
}

#[test]
fn broken_code_is_edited_where_it_can_be_read() {
    let source = "def f():\n    return 1\n\n\ndef g(:\n    pass\n";
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.py");
    fs::write(&path, source).unwrap();
    let options = DefinitionEditOptions::new(&path, "f", replace(Body, "return 2"));
    let outcome = edit_definition(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.changes.len(), 1);
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::SyntaxErrors);
    let strict = options.clone().fail_on_parse_error(true);
    let error = edit_definition(&strict, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
    let worse = DefinitionEditOptions::new(&path, "f", replace(Body, "return ("));
    let error = edit_definition(&worse, &CancelToken::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
    let expected = "`edits[0]`: the edits would make a syntax error in line ";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert!(edit_definition(&worse.allow_syntax_errors(true), &CancelToken::new()).is_ok());
}

#[test]
fn a_file_keeps_its_encoding() {
    let encode = |text: &str| {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.py");
    fs::write(&path, encode("ä = 1\nb = 2\n")).unwrap();
    let action = insert(After, "ö = 3");
    let options = DefinitionEditOptions::new(&path, "ä", action).dry_run(false);
    edit_definition(&options, &CancelToken::new()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), encode("ä = 1\nö = 3\nb = 2\n"));
}

#[test]
#[cfg(unix)]
fn one_file_by_two_names_is_edited_once() {
    let dir = tempfile::tempdir().unwrap();
    let (path, link) = (dir.path().join("a.py"), dir.path().join("b.py"));
    fs::write(&path, "x = 1\n\ny = 2\n").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let edits = [(&path, "x"), (&link, "y")];
    let edits = edits.map(|(path, name)| DefinitionEdit::new(path, name, rename("z")));
    let options = DefinitionEditOptions::default().edits(edits).dry_run(false);
    let outcome = edit_definition(&options, &CancelToken::new()).unwrap();
    assert_eq!((outcome.changes.len(), outcome.file_changes.len()), (2, 1));
    assert_eq!(fs::read_to_string(&path).unwrap(), "z = 1\n\nz = 2\n");
    assert!(link.is_symlink());
}

#[test]
fn a_workspace_edits_files_below_its_root() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.py"), PYTHON).unwrap();
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let options = DefinitionEditOptions::new("a.py", "top", rename("bottom")).dry_run(false);
    let outcome =
        edit_definition(&options.clone().workspace(&workspace), &CancelToken::new()).unwrap();
    assert_eq!(outcome.changes[0].path.as_bytes(), b"a.py");
    workspace.set_buffer("a.py", "def f(): pass\n").unwrap();
    let options = DefinitionEditOptions::new("a.py", "f", rename("g"));
    let outcome =
        edit_definition(&options.clone().workspace(&workspace), &CancelToken::new()).unwrap();
    assert_eq!(outcome.changes[0].before, b"f");
    let options = options.dry_run(false).workspace(&workspace);
    let outcome = edit_definition(&options, &CancelToken::new()).unwrap();
    assert!(!outcome.applied);
    assert_eq!(outcome.file_changes[0].text_edits[0].new_text, b"g");
}

#[test]
fn a_cancelled_call_fails_before_and_during_the_work() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.js");
    // Takes seconds to parse unless stopped.
    let source = "[".repeat(3_000_000);
    fs::write(&path, &source).unwrap();
    let options = removal(&path, "f").time_per_file(None);
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    let error = edit_definition(&options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    let token = CancelToken::new();
    thread::scope(|scope| {
        let running = scope.spawn(|| edit_definition(&options, &token));
        thread::sleep(Duration::from_millis(20));
        token.cancel(AbortReason::User);
        let error = running.join().unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Aborted);
    });
    let token = CancelToken::with_timeout(Duration::from_millis(20));
    let error = edit_definition(&options, &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(fs::read_to_string(&path).unwrap() == source);
}
