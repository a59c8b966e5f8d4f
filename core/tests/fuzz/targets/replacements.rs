//! Replacements of matches: the matches of a search, and unchanged text between them.

use std::fs;
use std::sync::{Mutex, OnceLock, PoisonError};

use ransack::{
    CancelToken, ErrorKind, GrepOptions, Query, ReplaceOptions, SkipReason, grep, replace,
};
use tempfile::TempDir;

use super::Input;

/// Directory of the edited file; used by one call at a time.
fn directory() -> &'static Mutex<TempDir> {
    static DIRECTORY: OnceLock<Mutex<TempDir>> = OnceLock::new();
    DIRECTORY.get_or_init(|| Mutex::new(TempDir::new().unwrap()))
}

/// Input: two bytes of flags, patterns in lines, a NUL byte, a replacement, a NUL byte, and the text.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let flags = input.byte();
    let bit = |number: u8| flags >> number & 1 == 1;
    let more = input.byte();
    let patterns: Vec<String> = input.text().split('\n').map(str::to_owned).collect();
    let replacement = input.text();
    let text = input.rest();
    let mut query = Query::default().patterns(patterns).size_limit(100_000);
    query.literal = bit(0);
    query.ignore_case = bit(1);
    query.smart_case = bit(2);
    query.word = bit(3);
    query.multiline = bit(4);
    query.dot_all = bit(5);
    query.backtracking = bit(6);
    if bit(7) {
        query.exclude.extend(query.patterns.pop());
    }
    let dir = directory().lock().unwrap_or_else(PoisonError::into_inner);
    let path = dir.path().join("text");
    fs::write(&path, text).unwrap();
    let options = ReplaceOptions::new("", replacement, path.as_path())
        .query(query.clone())
        .preserve_case(more & 1 == 1)
        .max_file_size(1 << 20);
    let token = CancelToken::new();
    let outcome = match replace(&options, &token) {
        Ok(outcome) => outcome,
        Err(error) => {
            let expected = [ErrorKind::InvalidPattern, ErrorKind::InvalidOption];
            assert!(expected.contains(&error.kind()), "{error}");
            return;
        }
    };
    let (mut expected, mut from) = (Vec::new(), 0);
    let is_decoded = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    for change in outcome.changes.iter().filter(|_| !is_decoded) {
        let (start, end) = (change.span.start.offset, change.span.end.offset);
        assert!(from <= start && start <= end, "{:?}", outcome.changes);
        assert_eq!(text[start..end], change.before);
        assert_ne!(change.before, change.after);
        assert!((change.pattern as usize) < query.patterns.len());
        expected.extend_from_slice(&text[from..start]);
        expected.extend_from_slice(&change.after);
        from = end;
    }
    let found = grep(&GrepOptions::new("", path.as_path()).query(query), &token).unwrap();
    let lines: usize = found.items.iter().map(|item| item.submatches.len()).sum();
    let matches = outcome.unchanged_matches.unwrap() as usize + outcome.changes.len();
    let is_undecided = |reason| reason == SkipReason::StepLimit;
    let is_exact = !outcome
        .report
        .skipped
        .iter()
        .any(|s| is_undecided(s.reason));
    if is_exact && !found.items.iter().any(|item| item.submatches_capped) {
        // A search lists matches inside one line end at the same place.
        assert!(matches == lines || matches > lines && text.contains(&b'\r'));
    }
    let options = options.dry_run(false).preview(outcome.preview);
    let applied = replace(&options, &token).unwrap();
    assert_eq!(applied.changes, outcome.changes);
    if !is_decoded {
        expected.extend_from_slice(&text[from..]);
        assert_eq!(fs::read(&path).unwrap(), expected);
    }
}
