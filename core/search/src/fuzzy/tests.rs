//! Property tests of the invariants that ranking relies on.

use proptest::prelude::*;

use super::history::{KnownPrefix, PrefixEnd};
use super::options::{FuzzySignals, PathBonuses};
use super::prefilter::{PrefilterBuffers, PrefilterResult};
use super::query::FuzzyQuery;
use super::score::{Candidate, Scorer};
use super::signature::Signature;

/// Paths with few different letters, so that random queries often match. Some are not ASCII.
fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[abcdAB1]{1,6}([_./-][abcdAB1]{1,6}){0,4}",
        2 => "[abA]{1,2}(/[abA]{1,2}){0,2}",
        1 => "[ab\u{e9}\u{df}A]{1,6}([_./-][ab\u{e9}E]{1,6}){0,3}",
    ]
}

fn query() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[abcdA]{3,7}([1/ _.-][abcd]{1,5})?",
        2 => "[abcd]{4,6}([/ ][abcd]{4,6}){0,2}",
        2 => "[abA1]{1,2}([/ _.-][abA1]{1,2}){0,4}",
        1 => "[ab\u{e9}\u{df}E]{1,5}( [ab\u{e9}]{1,5})?",
        1 => "[aAB]{2,6}",
        1 => "(a{2,4}|b{3,5})[abc]{2,3}",
        1 => "[/_. -]{0,3}",
    ]
}

/// A path with one of its parts as the query, so that matches are contiguous.
fn path_and_part() -> impl Strategy<Value = (String, String)> {
    let path = "[abcAB]{1,4}([_./-]?[abcAB]{1,4}){0,4}";
    (path, any::<proptest::sample::Index>(), 2..14_usize).prop_map(|(path, start, len)| {
        let rest = &path[start.index(path.len())..];
        let part = rest[..len.min(rest.len())].to_owned();
        (path, part)
    })
}

fn bonuses(path: &str, current: &str) -> PathBonuses {
    PathBonuses::new(&FuzzySignals {
        recent: vec![path.into()],
        current: Some(current.into()),
        frecency: vec![(path.into(), 2.0)],
    })
}

/// Compares the score of a path with each bound on it.
fn check_bounds(path: &str, current: &str, query: &str, is_dir: bool) -> Result<(), TestCaseError> {
    let query = FuzzyQuery::new(query).unwrap();
    let bonuses = bonuses(path, current);
    let path = path.as_bytes();
    let signature = Signature::new(path, is_dir);
    let candidate = Candidate {
        path,
        is_dir,
        is_file: !is_dir,
        signature: &signature,
    };
    let mut scorer = Scorer::default();
    let checked = scorer.check(&query, &bonuses, &candidate, KnownPrefix::NONE);
    if let Some((prefilter_bound, _)) = checked {
        let score = scorer.score(&query, &bonuses, &candidate);
        let bound = scorer.bound(&query, &bonuses, &candidate);
        prop_assert!(Some(score) <= bound, "{} {:?}", score, bound);
        prop_assert!(score <= prefilter_bound, "{} {}", score, prefilter_bound);
        for cutoff in [score - 1, score] {
            let found = scorer.score_if_at_least(cutoff, &query, &bonuses, &candidate);
            prop_assert_eq!(found, Some(score));
        }
        let found = scorer.score_if_at_least(score + 1, &query, &bonuses, &candidate);
        prop_assert_eq!(found, None);
    }
    Ok(())
}

#[test]
fn the_bound_includes_the_agreement_in_case_of_every_term() {
    let query = FuzzyQuery::new("A A A").unwrap();
    let signature = Signature::new(b"A/A/A", false);
    let candidate = Candidate {
        path: b"A/A/A",
        is_dir: false,
        is_file: true,
        signature: &signature,
    };
    let bonuses = PathBonuses::default();
    let mut scorer = Scorer::default();
    let (bound, _) = scorer
        .check(&query, &bonuses, &candidate, KnownPrefix::NONE)
        .unwrap();
    assert_eq!(bound, scorer.score(&query, &bonuses, &candidate));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8000))]

    #[test]
    fn no_score_exceeds_its_bounds(path in path(), current in path(), query in query(), is_dir: bool) {
        check_bounds(&path, &current, &query, is_dir)?;
    }

    #[test]
    fn no_score_of_a_contiguous_match_exceeds_its_bounds((path, query) in path_and_part(), is_dir: bool) {
        check_bounds(&path, "", &query, is_dir)?;
    }

    #[test]
    fn the_prefilter_decides_as_the_scorer_does(path in path(), query in query(), is_dir: bool) {
        let query = FuzzyQuery::new(&query).unwrap();
        let path = path.as_bytes();
        let signature = Signature::new(path, is_dir);
        let candidate = Candidate { path, is_dir, is_file: !is_dir, signature: &signature };
        let matches = Scorer::default().bound(&query, &PathBonuses::default(), &candidate).is_some();
        let (is_admitted, may_have_all) = query.admits(&signature);
        prop_assert!(is_admitted || !matches, "the signature rejects a match");
        if is_admitted && let Some(prefilter) = query.prefilter_for(&signature) {
            let mut buffers = PrefilterBuffers::default();
            match prefilter.check(&candidate, may_have_all, KnownPrefix::NONE, &mut buffers) {
                PrefilterResult::Match(..) => prop_assert!(matches),
                PrefilterResult::NoMatch => prop_assert!(!matches),
                PrefilterResult::Unsure => {}
            }
        }
    }

    #[test]
    fn a_known_prefix_changes_no_result(path in path(), query in "[abcd]{2,7}", len in 1..7_usize, is_dir: bool) {
        let prefix = FuzzyQuery::new(&query[..len.min(query.len())]).unwrap();
        let query = FuzzyQuery::new(&query).unwrap();
        let bonuses = PathBonuses::default();
        let path = path.as_bytes();
        let signature = Signature::new(path, is_dir);
        let candidate = Candidate { path, is_dir, is_file: !is_dir, signature: &signature };
        let mut scorer = Scorer::default();
        let end = match scorer.check(&prefix, &bonuses, &candidate, KnownPrefix::NONE) {
            Some((_, end)) => end,
            None => PrefixEnd::NotFound,
        };
        let known = KnownPrefix { len: query.shared_prefix(&prefix), end };
        let from_prefix = scorer.check(&query, &bonuses, &candidate, known);
        let from_start = scorer.check(&query, &bonuses, &candidate, KnownPrefix::NONE);
        prop_assert_eq!(from_prefix, from_start);
    }
}
