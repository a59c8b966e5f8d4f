//! Tests of edits whose line numbers belong to a snapshot, and of edits of lines that no read has shown.

use std::fs;
use std::path::{Path, PathBuf};

use ransack_base::{CancelToken, ContentId, ErrorKind};
use ransack_search::{Workspace, WorkspaceOptions};
use tempfile::TempDir;

use super::*;
use crate::text::TextPlace;
use crate::{FileLines, ReadLinesOptions, read_lines};

fn file(text: &str) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.txt");
    fs::write(&path, text).unwrap();
    (dir, path)
}

fn read(path: &Path, ranges: &[(i64, i64)]) -> ContentId {
    let ranges = ranges
        .iter()
        .map(|(from, to)| FileLines::new("", *from, *to));
    let options = ReadLinesOptions::default().path(path).ranges(ranges);
    read_lines(&options, &CancelToken::new()).unwrap().ranges[0].snapshot
}

fn apply(edits: Vec<FileEdit>, only_seen: bool) -> Result<FileEditOutcome> {
    let options = EditOptions::default()
        .edits(edits)
        .dry_run(false)
        .only_seen(only_seen);
    edit(&options, &CancelToken::new())
}

fn lines(path: &Path, first: u64, last: u64, text: &str) -> FileEdit {
    FileEdit::new(path, TextAction::replace_lines(first, last, text))
}

#[test]
fn lines_of_a_snapshot_are_edited_where_they_are_now() {
    let (_dir, path) = file("anchored one\ntwo\nthree\nfour\n");
    let snapshot = read(&path, &[(1, -1)]);
    fs::write(&path, "zero\nanchored one\ntwo\nthree\nfour\nfive\n").unwrap();
    let edits = vec![
        lines(&path, 2, 3, "2\n3").snapshot(snapshot),
        FileEdit::new(&path, TextAction::insert(TextPlace::AfterLine(4), "4a")).snapshot(snapshot),
        FileEdit::new(&path, TextAction::insert(TextPlace::BeforeLine(1), "0a")).snapshot(snapshot),
        // Numbers without a snapshot count in the file as it is.
        lines(&path, 6, 6, "5"),
    ];
    let outcome = apply(edits, false).unwrap();
    let new = "zero\n0a\nanchored one\n2\n3\nfour\n4a\n5\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), new);
    assert_eq!(
        (
            outcome.edits[0].lines[0].first,
            outcome.edits[0].lines[0].last
        ),
        (3, 4)
    );
    // A second edit with the old snapshot.
    apply(vec![lines(&path, 4, 4, "FOUR").snapshot(snapshot)], false).unwrap_err();
    apply(vec![lines(&path, 1, 1, "ONE").snapshot(snapshot)], false).unwrap_err();
    assert_eq!(fs::read_to_string(&path).unwrap(), new);
}

#[test]
fn edits_that_follow_each_other_use_one_snapshot() {
    let text: String = (1..=20).map(|line| format!("sequence {line}\n")).collect();
    let (_dir, path) = file(&text);
    let snapshot = read(&path, &[(1, -1)]);
    apply(
        vec![lines(&path, 3, 5, "three\nthree and a half").snapshot(snapshot)],
        true,
    )
    .unwrap();
    apply(vec![lines(&path, 6, 6, "six").snapshot(snapshot)], true).unwrap();
    apply(vec![lines(&path, 2, 2, "").snapshot(snapshot)], true).unwrap();
    let new = fs::read_to_string(&path).unwrap();
    let start = "sequence 1\nthree\nthree and a half\nsix\nsequence 7\n";
    assert!(new.starts_with(start), "{new}");
    let error = apply(vec![lines(&path, 4, 4, "x").snapshot(snapshot)], true).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    let message = "`edits[0]`: line 4 of the snapshot has changed since; read the lines again: ";
    assert!(error.to_string().starts_with(message), "{error}");
    let passage = &error.passages()[0];
    let shown = String::from_utf8(passage.text.clone()).unwrap();
    assert!(shown.contains("three and a half\n"), "{shown}");
    assert_eq!(error.paths(), std::slice::from_ref(&path));
    // The current content id works as a snapshot without a read.
    let now = ContentId::of(new.as_bytes());
    apply(vec![lines(&path, 1, 1, "one").snapshot(now)], false).unwrap();
    let error = apply(vec![lines(&path, 1, 1, "x").snapshot(now)], false).unwrap_err();
    assert!(error.to_string().contains("not retained"), "{error}");
}

#[test]
fn hashes_check_lines() {
    let (_dir, path) = file("checked one\ntwo\n");
    let hash = |line: &str| crate::snapshot::line_hash(line.as_bytes());
    let edit = |hashes: &[String]| {
        let edit = lines(&path, 1, 2, "new").hashes(hashes.iter().cloned());
        edit_dry(edit)
    };
    assert!(edit(&[hash("checked one"), hash("two")]).is_ok());
    let error = edit(&[hash("checked one"), hash("three")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert!(error.to_string().contains("line 2 has the hash"), "{error}");
    assert_eq!(error.passages()[0].text, b"checked one\ntwo\n");
    assert_eq!(
        edit(&[hash("two")]).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
    let quoted = FileEdit::new(&path, TextAction::replace("two", "2")).hashes(["0000"]);
    let error = edit_dry(quoted).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let delete = FileEdit::new(&path, FileEditAction::Delete).snapshot(ContentId::default());
    assert_eq!(
        edit_dry(delete).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
}

fn edit_dry(one: FileEdit) -> Result<FileEditOutcome> {
    edit(&EditOptions::default().edits([one]), &CancelToken::new())
}

#[test]
fn only_lines_that_were_read_are_changed() {
    let text = "seen one\ntwo\nthree\nfour\nfive\nsix\n";
    let (_dir, path) = file(text);
    let try_edit = |action: TextAction| -> std::result::Result<(), (ErrorKind, String)> {
        let options = EditOptions::new(&path, action).only_seen(true);
        let outcome = edit(&options, &CancelToken::new());
        outcome
            .map(drop)
            .map_err(|error| (error.kind(), error.to_string()))
    };
    let insert = TextAction::insert;
    let quote = |text: &str| TextPlace::After(text.to_owned());
    let refused = |action: TextAction, line: u64| {
        let (kind, message) = try_edit(action).unwrap_err();
        assert_eq!(kind, ErrorKind::Stale, "{message}");
        let expected = format!("no read has shown line {line};");
        assert!(message.contains(&expected), "{message}");
    };
    refused(TextAction::replace("two", "2"), 2);
    let snapshot = read(&path, &[(2, 3), (5, 5)]);
    assert_eq!(try_edit(TextAction::replace("two\nthree", "2")), Ok(()));
    refused(TextAction::replace("one\ntwo", "2"), 1);
    refused(TextAction::replace("two\nthree\nf", "2"), 4);
    refused(TextAction::replace_all("o", "0"), 1);
    assert_eq!(try_edit(TextAction::replace_lines(5, 5, "5")), Ok(()));
    refused(TextAction::replace_lines(3, 5, "5"), 4);
    assert_eq!(try_edit(insert(TextPlace::AfterLine(3), "x")), Ok(()));
    refused(insert(TextPlace::BeforeLine(4), "x"), 4);
    assert_eq!(try_edit(insert(TextPlace::Start, "x")), Ok(()));
    assert_eq!(try_edit(insert(TextPlace::End, "x")), Ok(()));
    assert_eq!(try_edit(insert(quote("two\nthree\n"), "x")), Ok(()));
    assert_eq!(try_edit(insert(quote("two\nth"), "x")), Ok(()));
    refused(insert(quote("three\nfour\n"), "x"), 4);
    refused(insert(TextPlace::Before("three\nfour".to_owned()), "x"), 4);
    assert_eq!(
        try_edit(insert(TextPlace::Before("two\nthree".to_owned()), "x")),
        Ok(())
    );
    // Lines stay shown while they are unchanged.
    fs::write(&path, text.replace("seen one", "zero\nseen one")).unwrap();
    assert_eq!(try_edit(TextAction::replace("two\nthree", "2")), Ok(()));
    refused(TextAction::replace("zero", "0"), 1);
    refused(TextAction::replace("four", "4"), 5);
    let of_snapshot = |first, last| {
        let edits = [lines(&path, first, last, "x").snapshot(snapshot)];
        let options = EditOptions::default().edits(edits).only_seen(true);
        edit(&options, &CancelToken::new()).map(drop)
    };
    of_snapshot(2, 3).unwrap();
    assert_eq!(of_snapshot(3, 4).unwrap_err().kind(), ErrorKind::Stale);
    // Reads of two versions count together.
    read(&path, &[(5, 5)]);
    assert_eq!(
        try_edit(TextAction::replace("three\nfour\nfive", "x")),
        Ok(())
    );
}

#[test]
fn open_buffers_have_snapshots() {
    let (dir, _) = file("on disk\n");
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    workspace
        .set_buffer("a.txt", "buffered one\ntwo\n")
        .unwrap();
    let options = ReadLinesOptions::new("a.txt", 2, 2).workspace(&workspace);
    let read = read_lines(&options, &CancelToken::new()).unwrap();
    workspace
        .set_buffer("a.txt", "zero\nbuffered one\ntwo\n")
        .unwrap();
    let edits = [lines(Path::new("a.txt"), 2, 2, "2").snapshot(read.ranges[0].snapshot)];
    let options = EditOptions::default()
        .workspace(&workspace)
        .edits(edits)
        .only_seen(true);
    let outcome = edit(&options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.file_changes[0].text_edits[0].new_text, b"2");
    assert_eq!(outcome.edits[0].lines[0].first, 3);
}

#[test]
fn copied_line_numbers_are_refused() {
    let (_dir, path) = file("numbered one\ntwo\n");
    for (options, copied) in [
        (
            ReadLinesOptions::new(&path, 2, 2).numbered(true),
            "2\ttwo\n",
        ),
        (ReadLinesOptions::new(&path, 2, 2).hashes(true), "2#"),
    ] {
        let listing = read_lines(&options, &CancelToken::new()).unwrap();
        let listing = String::from_utf8(listing.ranges[0].text.clone()).unwrap();
        assert!(listing.starts_with(copied), "{listing}");
        let error = edit_dry(lines(&path, 2, 2, &listing)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert!(
            error.to_string().contains("begin with line numbers"),
            "{error}"
        );
    }
    let error = edit_dry(lines(&path, 2, 2, "2: two")).unwrap_err();
    assert!(
        error.to_string().contains("begin with line numbers"),
        "{error}"
    );
    // Numbers are part of a table of numbers.
    fs::write(&path, "1\ta\n2\tb\n").unwrap();
    edit_dry(lines(&path, 2, 2, "2\tc")).unwrap();
    let row = TextAction::insert(TextPlace::AfterLine(2), "3\tc");
    edit_dry(FileEdit::new(&path, row)).unwrap();
}
