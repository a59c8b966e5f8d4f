//! Segments against their definition: `WordQuery::holds_for` of each text.

use std::io::{self, Seek, Write};

use proptest::prelude::*;
use proptest::sample::Index;

use super::builder::SegmentBuilder;
use super::doc_key::DocKey;
use super::doc_set::DocSet;
use super::format::{SearchError, SegmentFault, WriteError};
use super::merge::merge;
use super::search::Limits;
use super::segment::{Segment, SegmentData};
use crate::cancel::{AbortReason, CancelToken};
use crate::scan::{Boundary, WordPattern, WordQuery, fold};

fn key(number: usize) -> DocKey {
    // Not in the order of the documents.
    let mut id = [0; 20];
    id[..8].copy_from_slice(
        &(number as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .to_le_bytes(),
    );
    DocKey::new(id)
}

/// Builds a segment of texts, whose keys count from `first`.
fn build_from(first: usize, texts: &[Vec<u8>]) -> Vec<u8> {
    let token = CancelToken::new();
    let mut builder = SegmentBuilder::new();
    for (number, text) in texts.iter().enumerate() {
        let size = text.len() as u64 + 3;
        let added = builder.add(key(first + number), size, text, &token);
        assert_eq!(added, Ok(number as u32));
    }
    let mut bytes = Vec::new();
    builder.finish(&mut bytes, &token).unwrap();
    bytes
}

fn build(texts: &[Vec<u8>]) -> Vec<u8> {
    build_from(0, texts)
}

fn in_memory(bytes: &[u8]) -> Segment {
    Segment::open(SegmentData::Memory(bytes.to_vec())).unwrap()
}

fn in_file(bytes: &[u8]) -> Result<Segment, SegmentFault> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    Segment::open(SegmentData::File(file))
}

fn merged(inputs: &[(&Segment, &DocSet)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    merge(inputs, &mut bytes, &CancelToken::new()).unwrap();
    bytes
}

fn found(segment: &Segment, query: &WordQuery) -> Vec<u32> {
    let set = segment.search(query, &CancelToken::new()).unwrap();
    assert_eq!(set.universe(), segment.doc_count());
    set.iter().collect()
}

fn expected(texts: &[Vec<u8>], query: &WordQuery) -> Vec<u32> {
    let holds = |number: &u32| query.holds_for(&texts[*number as usize]);
    (0..texts.len() as u32).filter(holds).collect()
}

/// Checks documents and searches of a segment of texts with these keys.
fn check(segment: &Segment, keys: &[usize], texts: &[Vec<u8>], queries: &[WordQuery]) {
    assert_eq!(segment.doc_count() as usize, texts.len());
    for (number, &key_number) in keys.iter().enumerate() {
        let (key, size) = (key(key_number), texts[number].len() as u64 + 3);
        assert_eq!(segment.doc(number as u32), (key, size));
        assert_eq!(segment.find(&key), Some(number as u32));
    }
    assert_eq!(segment.find(&key(usize::MAX)), None);
    for query in queries {
        assert_eq!(found(segment, query), expected(texts, query), "{query:?}");
    }
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => "[a-cA-C_0]{1,5}",
        4 => "[ \n]{1,2}",
        3 => "[-+(;]{1,4}",
        2 => "[kKs\u{17f}\u{212a}\u{e9}\u{c9}\u{4e2d}]{1,4}",
        1 => "[abK\u{212a}\u{e9}]{60,150}|[-;]{60,150}",
    ]
    .prop_map(String::into_bytes);
    let piece = prop_oneof![12 => piece, 1 => proptest::collection::vec(any::<u8>(), 1..4)];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn texts() -> impl Strategy<Value = Vec<Vec<u8>>> {
    proptest::collection::vec(text(), 0..20)
}

/// A run of a text, or of none, and the form of a pattern.
#[derive(Clone, Debug)]
struct Condition {
    text: Index,
    start: Index,
    len: usize,
    changes: bool,
    forms: [bool; 4],
}

fn condition() -> impl Strategy<Value = Condition> {
    let len = prop_oneof![8 => 1..6_usize, 1 => 6..80_usize];
    (
        any::<Index>(),
        any::<Index>(),
        len,
        any::<[bool; 4]>(),
        0..8,
    )
        .prop_map(|(text, start, len, forms, change)| Condition {
            text,
            start,
            len,
            changes: change == 0,
            forms,
        })
}

impl Condition {
    fn query(&self, texts: &[Vec<u8>]) -> WordQuery {
        let Some(text) = texts
            .get(self.text.index(texts.len().max(1)))
            .filter(|text| !text.is_empty())
        else {
            return WordQuery::None;
        };
        let start = self.start.index(text.len());
        let mut run = text[start..text.len().min(start + self.len)].to_vec();
        if self.changes {
            run[0] ^= 1;
        }
        let [at_start, at_end, ignores_case, is_direct] = self.forms;
        if !is_direct {
            return WordQuery::run(&run, boundary(at_start), boundary(at_end), ignores_case);
        }
        // Also shorter ones than a query has.
        WordQuery::Word(WordPattern {
            run: if ignores_case {
                fold(&run).into_owned()
            } else {
                run
            },
            start: boundary(at_start),
            end: boundary(at_end),
            ignores_case,
        })
    }
}

fn boundary(is_known: bool) -> Boundary {
    match is_known {
        true => Boundary::Closed,
        false => Boundary::Open,
    }
}

/// A query of several conditions: all of each group, one of the groups.
fn query(conditions: &[Vec<Condition>], texts: &[Vec<u8>]) -> WordQuery {
    WordQuery::any_of(
        conditions
            .iter()
            .map(|group| WordQuery::all_of(group.iter().map(|condition| condition.query(texts)))),
    )
}

fn conditions() -> impl Strategy<Value = Vec<Vec<Condition>>> {
    proptest::collection::vec(proptest::collection::vec(condition(), 1..4), 1..3)
}

proptest! {
    #[test]
    fn a_search_finds_the_documents_that_fulfil_a_condition(
        texts in texts(),
        conditions in proptest::collection::vec(conditions(), 1..8),
    ) {
        let queries: Vec<_> = conditions.iter().map(|all| query(all, &texts)).collect();
        let keys: Vec<_> = (0..texts.len()).collect();
        let bytes = build(&texts);
        check(&in_memory(&bytes), &keys, &texts, &queries);
        check(&in_file(&bytes).unwrap(), &keys, &texts, &queries);
    }

    #[test]
    fn a_merged_segment_is_that_of_the_kept_texts(
        parts in proptest::collection::vec(texts(), 0..5),
        dropped in proptest::collection::vec(any::<Index>(), 0..6),
        conditions in conditions(),
    ) {
        let mut first = 0;
        let mut segments = Vec::new();
        let mut keys = Vec::new();
        let mut kept_texts = Vec::new();
        for texts in &parts {
            let bytes = build_from(first, texts);
            let segment = if first % 2 == 0 { in_memory(&bytes) } else { in_file(&bytes).unwrap() };
            let mut kept = DocSet::full(segment.doc_count());
            for index in dropped.iter().filter(|_| !texts.is_empty()) {
                kept.remove(index.index(texts.len()) as u32);
            }
            for number in kept.iter() {
                keys.push(first + number as usize);
                kept_texts.push(texts[number as usize].clone());
            }
            first += texts.len();
            segments.push((segment, kept));
        }
        let inputs: Vec<_> = segments.iter().map(|(segment, kept)| (segment, kept)).collect();
        let bytes = merged(&inputs);
        let query = query(&conditions, &kept_texts);
        check(&in_memory(&bytes), &keys, &kept_texts, &[query]);

        // Merging leaves no trace.
        let token = CancelToken::new();
        let mut builder = SegmentBuilder::new();
        for (&number, text) in keys.iter().zip(&kept_texts) {
            builder.add(key(number), text.len() as u64 + 3, text, &token).unwrap();
        }
        let mut built = Vec::new();
        builder.finish(&mut built, &token).unwrap();
        prop_assert!(built == bytes);
    }

    #[test]
    fn small_limits_only_add_documents(
        texts in texts(),
        conditions in conditions(),
        units in 0..4_u64,
        free_units in 0..3_u64,
    ) {
        let query = query(&conditions, &texts);
        let segment = in_memory(&build(&texts));
        let limits = Limits { units, free_units, units_per_document: 1 };
        let found = segment.search_within(&query, limits, &CancelToken::new()).unwrap();
        for number in expected(&texts, &query) {
            prop_assert!(found.contains(number), "{query:?}");
        }
    }
}

/// Texts with some 25,000 words: several pages and filters, lists of all forms, and
/// words that have much in common.
fn large_texts() -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new(); 300];
    for number in 0..25_000_usize {
        let word = match number % 4 {
            0 => format!("mmCOMMON_REGISTER_{number:06}_MASK\n"),
            1 => format!("0x{:08x};", number * 7919),
            2 => format!("word_{}_{}\u{e9} ", number % 97, number),
            _ => format!("{}Camel{} ", (b'a' + (number % 26) as u8) as char, number),
        };
        let count = match number % 50 {
            0 => number % 301,
            1..=9 => 3,
            _ => 1,
        };
        for step in 0..count {
            texts[(number / 100 + step) % 300].extend_from_slice(word.as_bytes());
        }
    }
    // A document with more words than are collected at once, and with repetitions.
    let all = texts[..150].concat();
    texts.push([&all[..], &all[..]].concat());
    texts
}

fn large_queries() -> Vec<WordQuery> {
    let run = |run: &str, at_start, at_end, ignores_case| {
        WordQuery::run(
            run.as_bytes(),
            boundary(at_start),
            boundary(at_end),
            ignores_case,
        )
    };
    let mut queries = vec![
        run("mmCOMMON_REGISTER_000000_MASK", true, true, false),
        run("mmCOMMON_REGISTER_000400_MASK", true, true, false),
        run("mmCOMMON_REGISTER_0123", true, false, false),
        run("mmcommon_register_0123", true, false, true),
        run("5_MASK", false, true, false),
        run("_register_", false, false, true),
        run("_register_", false, false, false),
        run("word_96", true, false, false),
        run("_13\u{e9}", false, true, false),
        run("_13\u{c9}", false, true, true),
        run("amel777", false, false, false),
        run("zzz", false, false, true),
        run("0x0", true, false, false),
        run("zz", true, false, false),
        run("00", true, false, false),
        run("", true, true, false),
    ];
    let parts = [
        run("amel99", false, false, false),
        run("_MASK", false, true, false),
        run("word_1", true, false, true),
    ];
    queries.push(WordQuery::all_of(parts.clone()));
    queries.push(WordQuery::any_of(parts));
    queries
}

/// Limits that no search of a test reaches.
const NO_LIMITS: Limits = Limits {
    units: u64::MAX,
    free_units: u64::MAX,
    units_per_document: u64::MAX,
};

#[test]
fn a_large_segment_gives_the_answers_of_its_texts() {
    let texts = large_texts();
    let bytes = build(&texts);
    let token = CancelToken::new();
    let limits = [
        NO_LIMITS,
        Limits {
            units: 20,
            free_units: 20,
            units_per_document: 1,
        },
    ];
    for query in large_queries() {
        let expected = expected(&texts, &query);
        for segment in [in_memory(&bytes), in_file(&bytes).unwrap()] {
            let found = segment.search_within(&query, limits[0], &token).unwrap();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{query:?}");
            let found = segment.search_within(&query, limits[1], &token).unwrap();
            assert!(
                expected.iter().all(|&number| found.contains(number)),
                "{query:?}"
            );
        }
    }
    let segment = in_memory(&bytes);
    assert!(segment.stats().words > 20_000);
    assert_eq!(segment.stats().size, bytes.len() as u64);

    let middle = 100;
    let parts = [
        build(&texts[..middle]),
        build_from(middle, &texts[middle..]),
    ];
    let parts = parts.map(|bytes| in_file(&bytes).unwrap());
    let kept = [&parts[0], &parts[1]].map(|part| DocSet::full(part.doc_count()));
    let merged = merged(&[(&parts[0], &kept[0]), (&parts[1], &kept[1])]);
    assert!(merged == bytes, "merging differs from building");
}

#[test]
fn repeated_and_empty_documents_are_documents() {
    let texts = [&b"a b"[..], b"", b" \n", b"a b"].map(<[u8]>::to_vec);
    let segment = in_memory(&build(&texts));
    let all = found(&segment, &WordQuery::All);
    assert_eq!(all, [0, 1, 2, 3]);
    assert!(found(&segment, &WordQuery::None).is_empty());
    let stats = segment.stats();
    assert_eq!((stats.documents, stats.words, stats.postings), (4, 2, 4));
    assert_eq!(stats.text_bytes, 3 + 2 + 3 + 4 * 3);
    check(
        &in_memory(&build(&[])),
        &[],
        &[],
        &[WordQuery::All, WordQuery::None],
    );
}

#[test]
fn a_long_word_that_is_not_ascii_fits_all_without_case() {
    let texts = ["abc", &"\u{212a}".repeat(40), "ABC"].map(|text| text.as_bytes().to_vec());
    let segment = in_memory(&build(&texts));
    for (at_start, at_end) in [(false, false), (false, true), (true, false), (true, true)] {
        let query = WordQuery::run(b"abc", boundary(at_start), boundary(at_end), true);
        assert_eq!(found(&segment, &query), [0, 1, 2]);
    }
    assert_eq!(
        found(
            &segment,
            &WordQuery::run(b"abc", boundary(true), boundary(true), false)
        ),
        [0]
    );
}

/// Texts of a segment of some hundred bytes with lists of all kinds.
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
        WordQuery::run(run.as_bytes(), boundary(at_start), boundary(at_end), case)
    })
    .to_vec()
}

/// A segment of which bytes change.
struct Original {
    texts: Vec<Vec<u8>>,
    bytes: Vec<u8>,
    /// Queries and their answers.
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

    /// Checks that a change is a fault or does not matter.
    fn check(&self, changed: &[u8]) {
        let token = CancelToken::new();
        let opened = [
            Segment::open(SegmentData::Memory(changed.to_vec())),
            in_file(changed),
        ];
        for segment in opened.into_iter().flatten() {
            assert_eq!(segment.doc_count() as usize, self.texts.len());
            let document = (key(3), self.texts[3].len() as u64 + 3);
            assert_eq!(segment.doc(3), document);
            for (query, answer) in &self.answers {
                match segment.search(query, &token) {
                    Ok(set) => assert!(set.iter().eq(answer.iter().copied()), "{query:?}"),
                    Err(SearchError::Fault(_)) => {}
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
        let _ = Segment::open(SegmentData::Memory(bytes[..len].to_vec())).expect_err("truncated");
        assert!(!matches!(fault, SegmentFault::Io(_)), "{fault}");
    }
}

#[test]
fn changed_bytes_of_a_large_segment_are_recognized() {
    let queries = vec![
        WordQuery::run(b"amel777", boundary(false), boundary(false), false),
        WordQuery::run(
            b"mmCOMMON_REGISTER_000400_MASK",
            boundary(true),
            boundary(true),
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
    let open = |bytes: &[u8]| Segment::open(SegmentData::Memory(bytes.to_vec()));
    let foreign = [&b""[..], b"PK\x03\x04", &[0; 4096], b"\x89ransac"];
    for bytes in foreign {
        assert!(matches!(open(bytes), Err(SegmentFault::NotASegment)));
    }
    let mut bytes = build(&small_texts());
    bytes[8] = 77;
    assert!(matches!(open(&bytes), Err(SegmentFault::OtherVersion(77))));
    bytes[8] = 1;
    let truncated = open(&bytes[..bytes.len() - 1]);
    assert!(matches!(truncated, Err(SegmentFault::Truncated)));
}

#[test]
fn a_file_that_shrinks_is_a_fault() {
    let texts = small_texts();
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&build(&texts)).unwrap();
    let segment = Segment::open(SegmentData::File(file.try_clone().unwrap())).unwrap();
    file.set_len(100).unwrap();
    let found = segment.search(&small_queries()[0], &CancelToken::new());
    assert!(matches!(
        found,
        Err(SearchError::Fault(SegmentFault::Truncated))
    ));
}

fn fired() -> CancelToken {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    token
}

#[test]
fn a_document_whose_addition_is_aborted_is_not_added() {
    let token = CancelToken::new();
    let mut builder = SegmentBuilder::new();
    builder.add(key(0), 4, b"a", &token).unwrap();
    assert!(builder.add(key(1), 5, b"a b", &fired()).is_err());
    assert_eq!(builder.doc_count(), 1);
    assert_eq!(builder.add(key(1), 5, b"bc", &token), Ok(1));
    let mut bytes = Vec::new();
    builder.finish(&mut bytes, &token).unwrap();
    assert!(bytes == build(&[b"a".to_vec(), b"bc".to_vec()]));
}

/// Fires a token when it is written to.
struct Firing<'t>(&'t CancelToken);

impl Write for Firing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.cancel(AbortReason::User);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn writing_and_searching_stop_when_the_token_fires() {
    let texts = large_texts();
    let builder = || {
        let mut builder = SegmentBuilder::new();
        for (number, text) in texts.iter().enumerate() {
            builder
                .add(key(number), 0, text, &CancelToken::new())
                .unwrap();
        }
        builder
    };
    let token = fired();
    let finished = builder().finish(&mut io::sink(), &token);
    assert!(matches!(finished, Err(WriteError::Aborted(_))));
    let token = CancelToken::new();
    let finished = builder().finish(&mut Firing(&token), &token);
    assert!(matches!(finished, Err(WriteError::Aborted(_))));

    let segment = in_memory(&build(&texts));
    let kept = DocSet::full(segment.doc_count());
    let token = CancelToken::new();
    let merging = merge(&[(&segment, &kept)], &mut Firing(&token), &token);
    assert!(matches!(merging, Err(WriteError::Aborted(_))));
    let found = segment.search(&large_queries()[5], &fired());
    assert!(matches!(found, Err(SearchError::Aborted(_))));
}

/// Fails when it is written to.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_fails_is_an_error() {
    let token = CancelToken::new();
    let finished = SegmentBuilder::new().finish(&mut Full, &token);
    assert!(matches!(finished, Err(WriteError::Output(_))));
    let merging = merge(&[], &mut Full, &token);
    assert!(matches!(merging, Err(WriteError::Output(_))));
}
