//! Matching and ranking against their definition, over random paths and queries.

use proptest::prelude::*;
use ransack::{CancelToken, FuzzyList, FuzzyMatchOptions, FuzzyString, Pool, fuzzy_match};
use ransack_testing::Dice;
use regex::Regex;

/// Returns the folded terms of a query by the rules of `fuzzy_find`.
fn terms(query: &str) -> Vec<String> {
    let separators = [' ', '_', '-', '.'];
    let fold = |word: &str, keeps_separators: bool| {
        let mut folded = String::new();
        for c in word.to_lowercase().chars() {
            let is_redundant = c == '/' && (folded.is_empty() || folded.ends_with('/'));
            if keeps_separators || !(separators.contains(&c) || is_redundant) {
                folded.push(c);
            }
        }
        folded
    };
    let parts: Vec<&str> = query.split(' ').filter(|part| !part.is_empty()).collect();
    let folded = parts.iter().map(|part| fold(part, false));
    let kept: Vec<String> = folded.filter(|word| !word.is_empty()).collect();
    if kept.is_empty() {
        parts.iter().map(|part| fold(part, true)).collect()
    } else {
        kept
    }
}

/// Returns a pattern for a word of letters: a subsequence, or contiguous with a
/// typo.
fn word_pattern(word: &[char]) -> String {
    let contiguous = |letters: &[String]| letters.join("[ _./-]*");
    let letters: Vec<String> = word.iter().map(char::to_string).collect();
    let mut choices = vec![letters.join(".*")];
    if word.len() >= 4 {
        for at in 0..word.len() {
            if at > 0 {
                let mut other = letters.clone();
                other[at] = "[a-z]".into();
                choices.push(contiguous(&other));
            }
            if at + 1 < word.len() {
                let mut other = letters.clone();
                other.swap(at, at + 1);
                choices.push(contiguous(&other));
            }
            if at > 0 && word.len() >= 5 {
                let mut other = letters.clone();
                other.remove(at);
                choices.push(contiguous(&other));
            }
            // The same letter several times too often in a row.
            for end in at + 2..=word.len() {
                let is_repeated = at > 0 && word[at..end].iter().all(|c| *c == word[at - 1]);
                if is_repeated && word.len() - (end - at) >= 4 {
                    let mut other = letters.clone();
                    other.drain(at..end);
                    choices.push(contiguous(&other));
                }
            }
        }
    }
    format!("(?:{})", choices.join("|"))
}

fn matches(query: &str, path: &str) -> bool {
    terms(query).iter().all(|word| {
        let chars: Vec<char> = word.chars().collect();
        let runs = chars.chunk_by(|a, b| a.is_alphabetic() && b.is_alphabetic());
        let parts: Vec<String> = runs
            .map(|run| match run {
                [c] => regex::escape(&c.to_string()),
                run => word_pattern(run),
            })
            .collect();
        let pattern = format!("(?s){}", parts.join(".*"));
        Regex::new(&pattern).unwrap().is_match(&path.to_lowercase())
    })
}

fn rank(query: &str, paths: &[String], limit: Option<u64>, threads: usize) -> Vec<FuzzyString> {
    let mut options = FuzzyMatchOptions::default();
    options.limit = limit;
    options.pool = Some(Pool::new(threads));
    let outcome = fuzzy_match(query, paths, &options, &CancelToken::new()).unwrap();
    outcome.items
}

fn paths() -> impl Strategy<Value = Vec<String>> {
    let name = "[abcdeABC1]{1,7}([_.-][abcde2]{1,6})?";
    let path = proptest::collection::vec(name, 1..4).prop_map(|names| names.join("/"));
    proptest::collection::vec(path, 1..40)
}

fn query() -> impl Strategy<Value = String> {
    prop_oneof![
        "[abcdeABC1/_. ]{0,9}",
        "[abcde]{4,8}",
        "[abcde]{4,6}[1/ ][abcde]{2,5}",
        "[abcde]{0,3}(a{3,4}|b{3,4})[abcde]{1,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn matches_are_those_of_the_documented_rules(paths in paths(), query in query()) {
        let mut found: Vec<usize> = rank(&query, &paths, None, 1).iter().map(|m| m.index).collect();
        found.sort_unstable();
        let expected: Vec<usize> = (0..paths.len()).filter(|at| matches(&query, &paths[*at])).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_limit_cuts_the_order_and_changes_nothing_else(paths in paths(), query in query(), limit in 0..9_u64) {
        let all = rank(&query, &paths, None, 1);
        let some = rank(&query, &paths, Some(limit), 1);
        prop_assert_eq!(&all[..all.len().min(limit as usize)], &some[..]);
    }

    #[test]
    fn positions_are_those_of_the_characters_of_the_query(paths in paths(), query in "[abcdeABC1/_.]{1,3}( [abcde]{1,3})?") {
        for found in rank(&query, &paths, None, 1) {
            let path = paths[found.index].to_lowercase();
            let at = |p: &u32| path.as_bytes()[*p as usize] as char;
            let shown: String = found.positions.iter().map(at).collect();
            prop_assert!(found.positions.is_sorted());
            for word in terms(&query) {
                prop_assert!(terms(&query).len() > 1 || shown == word, "{} in {}: {}", word, path, shown);
                prop_assert!(word.chars().all(|c| shown.contains(c)));
            }
        }
    }

    #[test]
    fn query_history_changes_no_result(paths in paths(), query in query(), other in 0..9_usize) {
        let mut list = FuzzyList::new(&paths);
        let mut options = FuzzyMatchOptions::default();
        let mut changed = query.clone();
        if other < query.len() {
            changed.replace_range(other..=other, "e");
        }
        let forth = (0..=query.len()).map(|end| &query[..end]);
        let back = (0..query.len()).rev().map(|end| &query[..end]);
        for (at, typed) in forth.clone().chain([&changed[..]]).chain(back).chain(forth).enumerate() {
            let fresh = rank(typed, &paths, None, 1);
            options.limit = (at % 2 == 0).then_some(2);
            let outcome = list.rank(typed, &options, &CancelToken::new()).unwrap();
            let expected = options.limit.map_or(fresh.len(), |limit| fresh.len().min(limit as usize));
            prop_assert_eq!(&outcome.items, &fresh[..expected], "{}", typed);
            prop_assert_eq!(outcome.report.total_matches, fresh.len() as u64);
        }
    }
}

/// Returns enough paths for several chunks per thread.
fn many_paths() -> Vec<String> {
    let mut dice = Dice::new(1);
    let words = [
        "core", "sched", "inode", "ext4", "util", "test", "driver", "net",
    ];
    let mut word = |_| words[dice.below(words.len())];
    (0..20_000)
        .map(|at| format!("{}/{}_{at}/{}.c", word(0), word(1), word(2)))
        .collect()
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let paths = many_paths();
    for query in [
        "",
        "c",
        "core",
        "ext4inode",
        "shced",
        "net/util",
        "test core",
    ] {
        let one = rank(query, &paths, None, 1);
        assert!(!one.is_empty(), "{query}");
        for threads in [2, 3, 8] {
            assert_eq!(one, rank(query, &paths, None, threads), "{query}");
            let some = rank(query, &paths, Some(50), threads);
            assert_eq!(one[..some.len()], some, "{query}");
        }
    }
}
