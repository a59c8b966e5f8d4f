//! Search of text from a reader.

use std::io::{self, Read};

use proptest::prelude::*;
use ransack::{
    AbortReason, CancelToken, ErrorKind, GrepMode, SearchOptions, search, search_reader,
};

/// Reader that returns at most `step` bytes at a time, and is interrupted now and then.
struct Slow<'t> {
    text: &'t [u8],
    step: usize,
    count: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.count += 1;
        if self.count.is_multiple_of(3) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = self.step.min(buffer.len());
        self.text.read(&mut buffer[..len])
    }
}

/// Reader that fails after some text.
struct Broken<'t>(&'t [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("unplugged")),
            len => Ok(len),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A reader has the results of its text, however the text arrives.
    #[test]
    fn a_reader_has_the_results_of_its_text(
        text in "([ab\u{e9}\\x00\\r]{0,6}\n?){0,20}",
        pattern in prop::sample::select(vec!["a", "b+$", "^a", "a\nb", "\u{e9}", "[^\n]*b", "(?=b)b"]),
        context in 0_usize..3,
        multiline in any::<bool>(),
        invert in any::<bool>(),
        limit in prop::option::of(0_u64..5),
        step in 1_usize..9,
    ) {
        let mut options = SearchOptions::new(pattern).context(context).limit(limit);
        options = options.multiline(multiline).invert(invert).backtracking(true);
        let token = CancelToken::new();
        let reader = Slow { text: text.as_bytes(), step, count: 0 };
        match (search(text.as_bytes(), &options, &token), search_reader(reader, &options, &token)) {
            (Ok(expected), Ok(found)) => {
                prop_assert_eq!(&found.items, &expected.items);
                prop_assert_eq!(found.report.next_offset, expected.report.next_offset);
            }
            (Err(expected), Err(found)) => prop_assert_eq!(found.kind(), expected.kind()),
            (expected, found) => prop_assert!(false, "{expected:?} {found:?}"),
        }
    }
}

#[test]
fn reading_stops_once_the_results_are_found() {
    // The second read would fail.
    let text = [b"a\n".repeat(10), b"b\n".repeat(100_000)].concat();
    let options = SearchOptions::new("a").limit(5);
    let outcome = search_reader(Broken(&text), &options, &CancelToken::new()).unwrap();
    assert_eq!(outcome.items.len(), 5);
    let lines: Vec<String> = outcome
        .into_iter()
        .map(|found| found.line_lossy().into())
        .collect();
    assert_eq!(lines, ["a"; 5]);
}

#[test]
fn failures_of_the_reader_and_aborts_are_errors() {
    for pattern in ["a", "a\nb"] {
        let options = SearchOptions::new(pattern)
            .multiline(true)
            .mode(GrepMode::Count);
        let error = search_reader(Broken(b"b\n"), &options, &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
        assert!(error.to_string().contains("unplugged"), "{error}");
        let token = CancelToken::new();
        token.cancel(AbortReason::User);
        let error = search_reader(Broken(b""), &options, &token).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Aborted);
    }
}
