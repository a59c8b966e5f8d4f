//! Tests of reads of lines and of places of lines that were read.

use std::fs;
use std::path::{Path, PathBuf};

use ransack_base::{CancelToken, ContentId, ErrorKind, SkipReason, StoppedBy};
use ransack_search::{Workspace, WorkspaceOptions};
use tempfile::TempDir;

use super::*;
use crate::Error;

fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a.txt");
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

fn read(options: &ReadLinesOptions) -> Result<ReadLinesOutcome> {
    read_lines(options, &CancelToken::new())
}

fn text(outcome: &ReadLinesOutcome, range: usize) -> &str {
    std::str::from_utf8(&outcome.ranges[range].text).unwrap()
}

fn resolve(path: &Path, snapshot: ContentId, from: u64, to: u64) -> Result<ResolvedLines> {
    let options = ResolveLinesOptions::new(path, snapshot, from, to);
    resolve_lines(&options, &CancelToken::new())
}

#[test]
fn lines_are_read_with_their_numbers_and_a_snapshot() {
    let bytes = "one\r\ntwo\nthrée\n\nfive".as_bytes();
    let (_dir, path) = file(bytes);
    let outcome = read(&ReadLinesOptions::new(&path, 2, 4)).unwrap();
    assert_eq!(text(&outcome, 0), "two\nthrée\n\n");
    let lines = &outcome.ranges[0];
    assert_eq!((lines.from, lines.to, lines.total_lines), (2, 4, 5));
    assert_eq!(lines.snapshot, ContentId::of(bytes));
    assert_eq!(lines.path, path);
    assert_eq!((lines.next, lines.remaining), (None, 0));
    assert!(outcome.report.complete && outcome.tokens.is_none());
    let numbered = ReadLinesOptions::new(&path, -2, -1).numbered(true);
    assert_eq!(text(&read(&numbered).unwrap(), 0), "4\t\n5\tfive");
    let all = ReadLinesOptions::default().path(&path);
    assert_eq!(text(&read(&all).unwrap(), 0).as_bytes(), bytes);
    let hashed = read(&ReadLinesOptions::new(&path, 1, 1).hashes(true)).unwrap();
    let hash = crate::snapshot::line_hash(b"one");
    assert_eq!(text(&hashed, 0), format!("1#{hash}\tone\r\n"));
}

#[test]
fn ranges_of_several_files_are_read_in_one_call() {
    let (dir, _) = file(b"one\ntwo\nthree\n");
    fs::write(dir.path().join("b.txt"), "b\n").unwrap();
    fs::write(dir.path().join("empty.txt"), "").unwrap();
    fs::write(dir.path().join("binary"), b"a\0b\n").unwrap();
    let ranges = [
        FileLines::new("b.txt", 1, -1),
        FileLines::new("a.txt", 3, 3),
        FileLines::new("binary", 1, 1),
        FileLines::new("./a.txt", 1, 2),
        FileLines::new("empty.txt", 1, -1),
    ];
    let options = ReadLinesOptions::default().path(dir.path()).ranges(ranges);
    let outcome = read(&options).unwrap();
    let found: Vec<_> = outcome
        .ranges
        .iter()
        .map(|lines| {
            (
                lines.range,
                std::str::from_utf8(&lines.text).unwrap(),
                lines.total_lines,
            )
        })
        .collect();
    let expected = [
        (0, "b\n", 1),
        (1, "three\n", 3),
        (3, "one\ntwo\n", 3),
        (4, "", 0),
    ];
    assert_eq!(found, expected);
    assert_eq!(outcome.ranges[1].path, Path::new("a.txt"));
    assert_eq!((outcome.ranges[3].from, outcome.ranges[3].to), (1, 0));
    assert_eq!(outcome.report.files_searched, 3);
    assert_eq!(outcome.report.skipped[0].reason, SkipReason::Binary);
    // An empty path names the file of the call.
    let options = ReadLinesOptions::default()
        .path(dir.path().join("a.txt"))
        .ranges([FileLines::new("", 1, 1), FileLines::new("", 3, 3)]);
    let outcome = read(&options).unwrap();
    assert_eq!((text(&outcome, 0), text(&outcome, 1)), ("one\n", "three\n"));
}

#[test]
fn limits_leave_out_whole_lines_and_say_what_is_left() {
    let (_dir, path) = file(b"one two three\nfour five\nsix\n");
    let options = ReadLinesOptions::default().path(&path);
    let all = read(&options.clone().max_tokens(100)).unwrap();
    let total = all.tokens.unwrap();
    assert!(all.report.complete && all.ranges[0].next.is_none());
    let cut = read(&options.clone().max_tokens(total - 1)).unwrap();
    assert_eq!(text(&cut, 0), "one two three\nfour five\n");
    let lines = &cut.ranges[0];
    assert_eq!((lines.to, lines.next, lines.remaining), (2, Some(3), 1));
    assert!(cut.tokens.unwrap() < total);
    assert!(!cut.report.complete);
    assert_eq!(cut.report.stopped_by, Some(StoppedBy::Limit));
    let exact = read(&options.clone().max_bytes(24)).unwrap();
    assert_eq!(text(&exact, 0), "one two three\nfour five\n");
    let less = read(&options.clone().max_bytes(23)).unwrap();
    assert_eq!(text(&less, 0), "one two three\n");
    let numbered = read(&options.clone().max_bytes(23).numbered(true)).unwrap();
    assert_eq!(text(&numbered, 0), "1\tone two three\n");
    // Later ranges are left out as a whole.
    let ranges = [FileLines::new("", 1, 2), FileLines::new("", 3, 3)];
    let outcome = read(&options.clone().ranges(ranges).max_bytes(20)).unwrap();
    assert_eq!(
        (text(&outcome, 0), text(&outcome, 1)),
        ("one two three\n", "")
    );
    let next = |range: usize| (outcome.ranges[range].next, outcome.ranges[range].remaining);
    assert_eq!((next(0), next(1)), ((Some(2), 1), (Some(3), 1)));
    // A call that could not continue fails.
    for options in [options.clone().max_tokens(2), options.max_bytes(13)] {
        let error = read(&options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert!(error.to_string().contains("the first line has"), "{error}");
    }
}

#[test]
fn encodings_are_decoded() {
    let units = "é\nü\n".encode_utf16().flat_map(u16::to_le_bytes);
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(units).collect();
    let (_dir, path) = file(&utf16);
    let outcome = read(&ReadLinesOptions::new(&path, 2, 2)).unwrap();
    assert_eq!(text(&outcome, 0), "ü\n");
    assert_eq!(outcome.ranges[0].snapshot, ContentId::of(&utf16));
    // The same text in another encoding is another snapshot.
    fs::write(&path, "é\nü\n").unwrap();
    let outcome = read(&ReadLinesOptions::new(&path, 2, 2)).unwrap();
    assert_eq!(text(&outcome, 0), "ü\n");
    assert_eq!(
        outcome.ranges[0].snapshot,
        ContentId::of("é\nü\n".as_bytes())
    );
    fs::write(&path, b"\xEF\xBB\xBFa\nb\n").unwrap();
    assert_eq!(
        text(&read(&ReadLinesOptions::new(&path, 1, 1)).unwrap(), 0),
        "a\n"
    );
    fs::write(&path, b"\xE9\n").unwrap();
    let latin = ReadLinesOptions::new(&path, 1, 1).encoding("latin1");
    assert_eq!(text(&read(&latin).unwrap(), 0), "é\n");
    assert_eq!(
        read(&ReadLinesOptions::new(&path, 1, 1)).unwrap().ranges[0].text,
        b"\xE9\n"
    );
    assert_eq!(
        read(&latin.encoding("latin-zero")).unwrap_err().kind(),
        ErrorKind::InvalidOption
    );
}

#[test]
fn errors_name_the_file_and_the_range() {
    let (dir, path) = file(b"one\ntwo\n");
    let message = |options: ReadLinesOptions| -> (ErrorKind, String) {
        let error = read(&options).unwrap_err();
        (error.kind(), error.to_string())
    };
    let (kind, text) = message(ReadLinesOptions::new(&path, 3, 4));
    assert_eq!(kind, ErrorKind::InvalidOption);
    assert!(
        text.starts_with("line 3 does not exist; the file has 2 lines: "),
        "{text}"
    );
    let ranges = [FileLines::new("a.txt", 1, 1), FileLines::new("a.txt", 2, 1)];
    let (_, text) = message(ReadLinesOptions::default().path(dir.path()).ranges(ranges));
    let expected = "`ranges[1]`: lines 2 to 1: the last line is before the first";
    assert!(text.starts_with(expected), "{text}");
    let (kind, text) = message(ReadLinesOptions::new(dir.path().join("b.txt"), 1, 1));
    assert_eq!(kind, ErrorKind::NotFound, "{text}");
    let (kind, text) = message(ReadLinesOptions::new(dir.path(), 1, 1));
    assert_eq!(kind, ErrorKind::InvalidOption, "{text}");
    let (kind, text) = message(ReadLinesOptions::new("", 1, 1));
    assert_eq!(
        (kind, &*text),
        (ErrorKind::InvalidOption, "the path of the file is missing")
    );
    fs::write(&path, b"a\0\n").unwrap();
    let (kind, text) = message(ReadLinesOptions::new(&path, 1, 1));
    assert_eq!(kind, ErrorKind::InvalidOption);
    assert!(text.starts_with("the file cannot be read: "), "{text}");
    let (kind, _) = message(ReadLinesOptions::new(&path, 1, 1).max_file_size(2));
    assert_eq!(kind, ErrorKind::InvalidOption);
    let token = CancelToken::new();
    token.cancel(ransack_base::AbortReason::User);
    let aborted = read_lines(&ReadLinesOptions::new(&path, 1, 1), &token).unwrap_err();
    assert_eq!(aborted.kind(), ErrorKind::Aborted);
}

#[test]
fn open_buffers_replace_files() {
    let (dir, _) = file(b"one\ntwo\n");
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    workspace.set_buffer("a.txt", "zero\none\n").unwrap();
    let options = ReadLinesOptions::new("a.txt", 1, 1).workspace(&workspace);
    let first = read(&options).unwrap();
    assert_eq!(text(&first, 0), "zero\n");
    workspace.set_buffer("a.txt", "new\nzero\none\n").unwrap();
    let now = ResolveLinesOptions::new("a.txt", first.ranges[0].snapshot, 1, 1);
    let now = resolve_lines(&now.workspace(&workspace), &CancelToken::new());
    let now = now.unwrap();
    assert_eq!((now.from, now.total_lines), (2, 3));
    fs::write(dir.path().join("binary"), "a\0b").unwrap();
    let error = read(&options.clone().path("binary")).unwrap_err();
    let message = "the file cannot be read: ";
    assert!(error.to_string().starts_with(message), "{error}");
    assert!(error.to_string().ends_with(": binary"), "{error}");
    assert_eq!(error.path().unwrap(), dir.path().join("binary"));
    let error = read(&options.path("../b.txt")).unwrap_err();
    assert!(matches!(
        error.kind(),
        ErrorKind::InvalidOption | ErrorKind::NotFound
    ));
}

fn passages(error: &Error) -> Vec<(u64, u64, String)> {
    let passages = error.passages().iter();
    let shown = passages.map(|passage| {
        let text = String::from_utf8(passage.text.clone()).unwrap();
        (passage.first_line, passage.last_line, text)
    });
    shown.collect()
}

#[test]
fn lines_of_a_snapshot_are_found_in_the_changed_file() {
    let (_dir, path) = file(b"resolve one\ntwo\nthree\n}\nfive\n");
    let snapshot = read(&ReadLinesOptions::new(&path, 1, 1)).unwrap().ranges[0].snapshot;
    let now = resolve(&path, snapshot, 2, 3).unwrap();
    assert_eq!((now.from, now.to, now.snapshot), (2, 3, snapshot));
    fs::write(&path, "}\nresolve one\ntwo\nthree\n}\nFIVE\nsix\n").unwrap();
    let now = resolve(&path, snapshot, 2, 3).unwrap();
    assert_eq!((now.from, now.to, now.total_lines), (3, 4, 7));
    // The answer is a snapshot as well.
    let again = resolve(&path, now.snapshot, 3, 4).unwrap();
    assert_eq!(again, now);
    let error = resolve(&path, snapshot, 5, 5).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert_eq!(
        passages(&error),
        [(4, 7, "three\n}\nFIVE\nsix\n".to_owned())]
    );
    // The brace has a copy, and the line after it has changed.
    let error = resolve(&path, snapshot, 4, 4).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert!(
        error.to_string().contains("equal text at line 1, 5"),
        "{error}"
    );
    assert_eq!(error.passages().len(), 2);
    assert_eq!(error.paths(), std::slice::from_ref(&path));
    let error = resolve(&path, snapshot, 5, 6).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(
        error.to_string().contains("the snapshot has 5 lines"),
        "{error}"
    );
    // A snapshot that no read has given.
    let unknown = ContentId::of(b"unknown");
    let error = resolve(&path, unknown, 2, 2).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert_eq!(passages(&error), [(2, 2, "resolve one\n".to_owned())]);
    // Content that the file has needs no retained text.
    fs::write(&path, "unknown").unwrap();
    assert_eq!(resolve(&path, unknown, 1, 1).unwrap().from, 1);
}

#[test]
fn hashes_are_checked() {
    let (_dir, path) = file(b"hashed one\ntwo\n");
    let read = read(&ReadLinesOptions::new(&path, 1, 2).hashes(true)).unwrap();
    let hashes: Vec<String> = text(&read, 0)
        .lines()
        .map(|line| line.split(['#', '\t']).nth(1).unwrap().to_owned())
        .collect();
    fs::write(&path, b"zero\nhashed one\ntwo\n").unwrap();
    let options = ResolveLinesOptions::new(&path, read.ranges[0].snapshot, 1, 2);
    let resolve = |hashes: &[String]| {
        let options = options.clone().hashes(hashes.iter().cloned());
        resolve_lines(&options, &CancelToken::new())
    };
    assert_eq!(resolve(&hashes).unwrap().from, 2);
    let error = resolve(&[hashes[1].clone(), hashes[0].clone()]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Stale);
    assert!(error.to_string().contains("line 1 has the hash"), "{error}");
    let error = resolve(&hashes[..1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}
