//! Tests of edits of files.

mod anchors;
mod paths;

use std::fs;
use std::path::Path;

use ransack_base::{CancelToken, ContentId, ErrorKind};
use ransack_search::{Workspace, WorkspaceOptions};
use tempfile::TempDir;

use super::*;
use crate::text::TextPlace;
use crate::{FileChangeKind, parse_patch};

pub(super) fn dir(files: &[(&str, &str)]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for (path, text) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

/// Relative paths and texts of all files, sorted.
pub(super) fn tree(dir: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut dirs = vec![dir.to_owned()];
    while let Some(next) = dirs.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_str().unwrap().to_owned();
                files.push((
                    name,
                    String::from_utf8_lossy(&fs::read(&path).unwrap()).into(),
                ));
            }
        }
    }
    files.sort();
    files
}

pub(super) fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
    files.iter().map(owned).collect()
}

fn apply(edits: Vec<FileEdit>) -> Result<FileEditOutcome> {
    let options = EditOptions::default().edits(edits).dry_run(false);
    edit(&options, &CancelToken::new())
}

#[test]
fn all_kinds_of_edits_are_made_in_one_call() {
    let dir = dir(&[
        ("a.txt", "one\ntwo\n"),
        ("b.txt", "b\n"),
        ("c.txt", "c\n"),
        ("d.txt", "x\n"),
    ]);
    let at = |name: &str| dir.path().join(name);
    let edits = vec![
        FileEdit::new(at("a.txt"), TextAction::replace("two", "2")),
        FileEdit::new(at("b.txt"), FileEditAction::Delete),
        FileEdit::new(at("c.txt"), FileEditAction::rename(at("sub/c.txt"))),
        FileEdit::new(at("a.txt"), TextAction::insert(TextPlace::Start, "zero")),
        FileEdit::new(at("d.txt"), FileEditAction::rename(at("e.txt"))),
        FileEdit::new(at("d.txt"), TextAction::replace("x", "y")),
        FileEdit::new(at("new/f.txt"), FileEditAction::create("f\n")),
    ];
    let before = tree(dir.path());
    let options = EditOptions::default().edits(edits);
    let preview = edit(&options, &CancelToken::new()).unwrap();
    assert!(!preview.applied);
    assert_eq!(tree(dir.path()), before);
    let options = options.dry_run(false).preview(preview.preview.clone());
    let outcome = edit(&options, &CancelToken::new()).unwrap();
    assert!(outcome.applied);
    assert!(outcome.report.complete);
    assert_eq!(
        tree(dir.path()),
        owned(&[
            ("a.txt", "zero\none\n2\n"),
            ("e.txt", "y\n"),
            ("new/f.txt", "f\n"),
            ("sub/c.txt", "c\n"),
        ])
    );
    let kinds: Vec<_> = outcome
        .file_changes
        .iter()
        .map(|change| (change.root, std::mem::discriminant(&change.kind)))
        .collect();
    let rename = std::mem::discriminant(&FileChangeKind::Rename(Vec::new()));
    let kind = std::mem::discriminant::<FileChangeKind>;
    assert_eq!(
        kinds,
        [
            (0, kind(&FileChangeKind::Modify)),
            (4, rename),
            (1, kind(&FileChangeKind::Delete)),
            (2, rename),
            (6, kind(&FileChangeKind::Create)),
        ]
    );
    // A diff can be read as a patch.
    for change in &outcome.file_changes {
        let patch = parse_patch(&change.diff).unwrap();
        assert_eq!(
            std::mem::discriminant(&patch.files[0].change),
            std::mem::discriminant(&change.kind)
        );
    }
    assert_eq!(outcome.edits.len(), 7);
    assert_eq!(outcome.edits[3].lines[0].first, 1);
}

#[test]
fn one_edit_that_fails_fails_all() {
    let dir = dir(&[("a.txt", "one\n"), ("b.txt", "b\n")]);
    let at = |name: &str| dir.path().join(name);
    let before = tree(dir.path());
    let one = FileEdit::new(at("a.txt"), TextAction::replace("one", "1"));
    for (edit, kind, message) in [
        (
            FileEdit::new(at("b.txt"), TextAction::replace("c", "d")),
            ErrorKind::UnknownText,
            "`edits[1]`: the text to find does not occur",
        ),
        (
            FileEdit::new(at("b.txt"), FileEditAction::create("")),
            ErrorKind::Stale,
            "the path exists",
        ),
        (
            FileEdit::new(at("c.txt"), FileEditAction::Delete),
            ErrorKind::NotFound,
            "cannot delete",
        ),
        (
            FileEdit::new(at("a.txt"), FileEditAction::Delete),
            ErrorKind::OverlappingEdits,
            "another edit creates, deletes or renames the same file",
        ),
        (
            FileEdit::new(at("b.txt"), FileEditAction::rename(at("a.txt"))),
            ErrorKind::Stale,
            "the path exists",
        ),
        (
            FileEdit::new(at("missing/c.txt"), TextAction::replace("c", "d")),
            ErrorKind::NotFound,
            "missing",
        ),
        (
            FileEdit::new(dir.path(), FileEditAction::Delete),
            ErrorKind::InvalidOption,
            "",
        ),
        (
            FileEdit::new("", FileEditAction::Delete),
            ErrorKind::InvalidOption,
            "`edits[1]`: the path is empty",
        ),
        (
            FileEdit::new(at("b.txt"), TextAction::replace("b", "c"))
                .if_version(ContentId::of(b"other")),
            ErrorKind::Stale,
            "changed since it was read",
        ),
    ] {
        let error = apply(vec![one.clone(), edit.clone()]).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(message), "{edit:?}: {text}");
        assert_eq!(error.kind(), kind, "{edit:?}: {text}");
        assert_eq!(tree(dir.path()), before, "{edit:?}");
    }
    assert_eq!(
        apply(Vec::new()).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
}

#[test]
fn a_changed_file_makes_a_preview_stale() {
    let files = [("a.txt", "one\n"), ("b.txt", "b\n")];
    let dir = dir(&files);
    let at = |name: &str| dir.path().join(name);
    let (b, c) = (at("b.txt"), at("c.txt"));
    for edits in [
        vec![FileEdit::new(&b, FileEditAction::Delete)],
        vec![FileEdit::new(&b, FileEditAction::rename(&c))],
        vec![
            FileEdit::new(at("a.txt"), TextAction::replace("one", "1")),
            FileEdit::new(&b, FileEditAction::rename(&c)),
        ],
        vec![
            FileEdit::new(&b, TextAction::insert(TextPlace::End, "x")),
            FileEdit::new(&b, FileEditAction::rename(&c)),
        ],
    ] {
        fs::write(&b, "b\n").unwrap();
        let options = EditOptions::default().edits(edits);
        let preview = edit(&options, &CancelToken::new()).unwrap().preview;
        fs::write(&b, "changed\n").unwrap();
        let options = options.dry_run(false).preview(preview);
        let error = edit(&options, &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Stale);
        let message = error.to_string();
        assert!(
            message.contains("the file has changed since the preview;"),
            "{message}"
        );
        assert_eq!(error.paths(), std::slice::from_ref(&b));
        assert_eq!(tree(dir.path()), owned(&[files[0], ("b.txt", "changed\n")]));
    }
}

#[test]
fn encodings_and_binary_files_stay() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.txt");
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xFF, 0xFE].into_iter().chain(units).collect()
    };
    fs::write(&path, utf16("é\r\nx\r\n")).unwrap();
    apply(vec![FileEdit::new(&path, TextAction::replace("x", "ü\ny"))]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), utf16("é\r\nü\r\ny\r\n"));
    fs::write(&path, b"\xE9 x").unwrap();
    apply(vec![FileEdit::new(&path, TextAction::replace("x", "y"))]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"\xE9 y");
    fs::write(&path, b"a\0x").unwrap();
    let error = apply(vec![FileEdit::new(&path, TextAction::replace("x", "y"))]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    // Files of any content can be renamed and deleted.
    let to = dir.path().join("b.bin");
    apply(vec![FileEdit::new(&path, FileEditAction::rename(&to))]).unwrap();
    assert_eq!(fs::read(&to).unwrap(), b"a\0x");
    apply(vec![FileEdit::new(&to, FileEditAction::Delete)]).unwrap();
    assert_eq!(tree(dir.path()), []);
}

#[test]
fn an_open_buffer_is_not_written() {
    let dir = dir(&[("a.txt", "one\n"), ("b.txt", "b\n")]);
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("a.txt", "unsaved one\n").unwrap();
    let edits = [
        FileEdit::new("a.txt", TextAction::replace("one", "1")),
        FileEdit::new("b.txt", FileEditAction::Delete),
    ];
    let before = tree(dir.path());
    let options = EditOptions::default()
        .workspace(&workspace)
        .edits(edits)
        .dry_run(false);
    let outcome = edit(&options, &CancelToken::new()).unwrap();
    assert!(!outcome.applied);
    assert!(outcome.file_changes[0].has_buffer);
    assert_eq!(outcome.file_changes[0].text_edits[0].new_text, b"1");
    assert_eq!(tree(dir.path()), before);
    // Nor is it deleted.
    for spelling in ["./a.txt", "sub/../a.txt"] {
        fs::create_dir_all(dir.path().join("sub")).unwrap();
        let options = EditOptions::new(spelling, FileEditAction::Delete);
        let options = options.workspace(&workspace).dry_run(false);
        let outcome = edit(&options, &CancelToken::new()).unwrap();
        assert!(!outcome.applied, "{spelling}");
        assert_eq!(tree(dir.path()), before, "{spelling}");
    }
    let delete = [FileEdit::new("a.txt", FileEditAction::Delete)];
    let options = EditOptions::default()
        .workspace(&workspace)
        .edits(delete)
        .dry_run(false);
    let outcome = edit(&options, &CancelToken::new()).unwrap();
    assert!(!outcome.applied && outcome.file_changes[0].has_buffer);
    assert_eq!(tree(dir.path()), before);
    workspace.clear_buffer(Some(Path::new("a.txt"))).unwrap();
    assert!(edit(&options, &CancelToken::new()).unwrap().applied);
    assert_eq!(tree(dir.path()), owned(&[("b.txt", "b\n")]));
}

#[test]
fn a_path_with_an_open_buffer_is_not_added() {
    let dir = dir(&[("a.txt", "one\n")]);
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("new.txt", "unsaved\n").unwrap();
    let rename = || FileEdit::new("a.txt", FileEditAction::rename("new.txt"));
    for edits in [
        vec![FileEdit::new("./new.txt", FileEditAction::create("x\n"))],
        vec![rename()],
        vec![
            rename(),
            FileEdit::new("a.txt", TextAction::replace("one", "1")),
        ],
    ] {
        let options = EditOptions::default().workspace(&workspace).edits(edits);
        for options in [options.clone(), options.dry_run(false)] {
            let error = edit(&options, &CancelToken::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Stale);
            let message = error.to_string();
            assert!(
                message.contains("the path exists in an open buffer"),
                "{message}"
            );
        }
    }
    assert_eq!(tree(dir.path()), owned(&[("a.txt", "one\n")]));
}

#[test]
fn edits_that_change_nothing_write_nothing() {
    let dir = dir(&[("a.txt", "one\n")]);
    let path = dir.path().join("a.txt");
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    let outcome = apply(vec![FileEdit::new(
        &path,
        TextAction::replace("one", "one"),
    )])
    .unwrap();
    assert!(!outcome.edits[0].is_changed);
    assert_eq!(outcome.file_changes, []);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), modified);
}

#[test]
fn a_cancelled_call_changes_nothing() {
    let dir = dir(&[("a.txt", "one\n")]);
    let token = CancelToken::new();
    token.cancel(ransack_base::AbortReason::User);
    let path = dir.path().join("a.txt");
    let options = EditOptions::new(path, TextAction::replace("one", "1")).dry_run(false);
    assert_eq!(
        edit(&options, &token).unwrap_err().kind(),
        ErrorKind::Aborted
    );
    assert_eq!(tree(dir.path()), owned(&[("a.txt", "one\n")]));
}
