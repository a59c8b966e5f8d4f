//! Tests of damaged and foreign segments, and of segments of another version.

use super::super::format::{SearchError, WriteError};
use super::*;

/// Texts for a segment of several hundred bytes with lists of all kinds.
fn small_texts() -> Vec<Vec<u8>> {
    (0..70_usize)
        .map(|number| {
            let word = ["struct", "strong", "Strange_name", "+="][number % 4];
            let often = if number == 9 { "" } else { "often" };
            let half = if number % 2 == 0 { "half" } else { "" };
            format!("{word} {often} {half} n{}", number / 8).into_bytes()
        })
        .collect()
}

fn small_queries() -> Vec<WordQuery> {
    [
        ("struct", true, true, false),
        ("str", true, false, false),
        ("often", true, true, false),
        ("half", true, true, true),
        ("ange", false, false, true),
        ("n8", true, true, false),
    ]
    .map(|(run, at_start, at_end, case)| {
        WordQuery::run(run.as_bytes(), end(at_start), end(at_end), case)
    })
    .to_vec()
}

/// A segment whose bytes are changed.
struct Original {
    texts: Vec<Vec<u8>>,
    bytes: Vec<u8>,
    /// Queries and their expected results.
    answers: Vec<(WordQuery, Vec<u32>)>,
}

impl Original {
    fn new(texts: Vec<Vec<u8>>, queries: Vec<WordQuery>) -> Original {
        let answer = |query| {
            let answer = expected(&texts, &query);
            (query, answer)
        };
        Original {
            bytes: build(&texts),
            answers: queries.into_iter().map(answer).collect(),
            texts,
        }
    }

    /// Checks that a change causes a fault or has no effect.
    fn check(&self, changed: &[u8]) {
        let token = CancelToken::new();
        let opened = [
            SegmentReader::open(SegmentData::Memory(changed.to_vec())),
            in_file(changed),
        ];
        for segment in opened.into_iter().flatten() {
            assert_eq!(segment.doc_count() as usize, self.texts.len());
            let document = (key(3), self.texts[3].len() as u64 + 3);
            assert_eq!(segment.doc(3), document);
            for (query, answer) in &self.answers {
                match segment.search(query, &token) {
                    Ok(set) => assert!(set.iter().eq(answer.iter().copied()), "{query:?}"),
                    Err(SearchError::Fault) => {}
                    Err(error) => panic!("{error:?}"),
                }
            }
            let mut bytes = Vec::new();
            let kept = DocSet::full(segment.doc_count());
            match merge(&[(&segment, &kept)], &mut bytes, &token) {
                Ok(()) => assert!(bytes == self.bytes),
                Err(WriteError::Input { number: 0, .. }) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
    }
}

#[test]
fn every_changed_byte_is_recognized_or_does_not_matter() {
    let original = Original::new(small_texts(), small_queries());
    for at in 0..original.bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = original.bytes.clone();
            changed[at] ^= change;
            original.check(&changed);
        }
    }
}

#[test]
fn every_truncation_is_recognized() {
    let bytes = build(&small_texts());
    for len in 0..bytes.len() {
        let fault = in_file(&bytes[..len]).expect_err("truncated");
        let _ =
            SegmentReader::open(SegmentData::Memory(bytes[..len].to_vec())).expect_err("truncated");
        assert!(!matches!(fault, SegmentFault::Io(_)), "{fault}");
    }
}

#[test]
fn changed_bytes_of_a_large_segment_are_recognized() {
    let queries = vec![
        WordQuery::run(b"amel777", end(false), end(false), false),
        WordQuery::run(
            b"mmCOMMON_REGISTER_000400_MASK",
            end(true),
            end(true),
            false,
        ),
    ];
    let original = Original::new(large_texts(), queries);
    let len = original.bytes.len();
    for at in (0..len).step_by(len / 50) {
        let mut changed = original.bytes.clone();
        changed[at] ^= 0x10;
        original.check(&changed);
    }
}

#[test]
fn foreign_and_other_files_are_refused() {
    let open = |bytes: &[u8]| SegmentReader::open(SegmentData::Memory(bytes.to_vec()));
    let foreign = [&b""[..], b"PK\x03\x04", &[0; 4096], b"\x89ransac"];
    for bytes in foreign {
        assert!(matches!(open(bytes), Err(SegmentFault::NotASegment)));
    }
    let bytes = build(&small_texts());
    let mut other = bytes.clone();
    other[8] = 77;
    assert!(matches!(open(&other), Err(SegmentFault::OtherVersion(77))));
    let truncated = open(&bytes[..bytes.len() - 1]);
    assert!(matches!(truncated, Err(SegmentFault::Truncated)));
}

#[test]
fn a_file_that_shrinks_is_a_fault() {
    let texts = small_texts();
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&build(&texts)).unwrap();
    let segment = SegmentReader::open(SegmentData::File(file.try_clone().unwrap())).unwrap();
    file.set_len(100).unwrap();
    let found = segment.search(&small_queries()[0], &CancelToken::new());
    assert!(matches!(found, Err(SearchError::Fault)));
}
