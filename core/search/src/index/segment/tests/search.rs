//! Compares the results of segments with their definition: `WordQuery::holds_for` of each text.

use proptest::prelude::*;
use proptest::sample::Index;

use super::super::search::Limits;
use super::*;
use crate::scan::{WordPattern, fold};

fn merged(inputs: &[(&SegmentReader, &DocSet)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    merge(inputs, &mut bytes, &CancelToken::new()).unwrap();
    bytes
}

/// Checks the documents and searches of a segment of texts with these keys.
fn check(segment: &SegmentReader, keys: &[usize], texts: &[Vec<u8>], queries: &[WordQuery]) {
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

/// A run that occurs in a text or in none, and the form of a pattern.
#[derive(Clone, Debug)]
struct Condition {
    text: Index,
    start: Index,
    len: usize,
    changes: bool,
    ends: [Boundary; 2],
    ignores_case: bool,
    is_direct: bool,
}

fn condition() -> impl Strategy<Value = Condition> {
    let len = prop_oneof![8 => 1..6_usize, 1 => 6..80_usize];
    let end = proptest::sample::select(vec![
        Boundary::Open,
        Boundary::Closed,
        Boundary::ClosedOrNonAscii,
        Boundary::NoLetter,
    ]);
    (
        any::<Index>(),
        any::<Index>(),
        len,
        [end.clone(), end],
        any::<bool>(),
        any::<bool>(),
        0..8,
    )
        .prop_map(
            |(text, start, len, ends, ignores_case, is_direct, change)| Condition {
                text,
                start,
                len,
                changes: change == 0,
                ends,
                ignores_case,
                is_direct,
            },
        )
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
        let ([start, end], ignores_case) = (self.ends, self.ignores_case);
        if !self.is_direct {
            return WordQuery::run(&run, start, end, ignores_case);
        }
        // Includes runs shorter than a query has.
        WordQuery::Word(WordPattern {
            run: if ignores_case {
                fold(&run).into_owned()
            } else {
                run
            },
            start,
            end,
            ignores_case,
        })
    }
}

/// Creates a query from groups of conditions: all of each group, any of the groups.
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

        // Merging does not affect the result.
        let token = CancelToken::new();
        let mut inverter = SegmentInverter::new();
        for (&number, text) in keys.iter().zip(&kept_texts) {
            inverter.add(key(number), text.len() as u64 + 3, text, &token).unwrap();
        }
        let mut built = Vec::new();
        inverter.finish(&mut built, &token).unwrap();
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

pub(super) fn large_queries() -> Vec<WordQuery> {
    let run = |run: &str, at_start, at_end, ignores_case| {
        WordQuery::run(run.as_bytes(), end(at_start), end(at_end), ignores_case)
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

/// Limits that no search in a test reaches.
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
    // Counts documents and directory, but not the words.
    let stats = in_file(&bytes).unwrap().stats();
    assert!(stats.memory < bytes.len() / 20, "{stats:?}");

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
        let query = WordQuery::run(b"abc", end(at_start), end(at_end), true);
        assert_eq!(found(&segment, &query), [0, 1, 2]);
    }
    assert_eq!(
        found(
            &segment,
            &WordQuery::run(b"abc", end(true), end(true), false)
        ),
        [0]
    );
}

#[test]
fn the_memory_of_an_inverter_grows_with_its_words() {
    let token = CancelToken::new();
    let mut inverter = SegmentInverter::new();
    let empty = inverter.memory();
    for (number, text) in large_texts().iter().enumerate() {
        inverter.add(key(number), 0, text, &token).unwrap();
    }
    // A slot, and a record with the bytes of the word (about ten), for each word.
    let words = 20_000;
    assert!(inverter.memory() - empty > words * 20);
    assert!(inverter.memory() - empty < words * 200);
}
