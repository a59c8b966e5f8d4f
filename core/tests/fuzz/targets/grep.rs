//! Content search: any pattern in any text, compared with a line-by-line search.

use std::time::Duration;

use ransack::{CancelToken, ErrorKind, Query, SearchOptions, Select, has_match, search};
use regex_syntax::ParserBuilder;

use super::Input;
use ransack_testing::naive::{Hit, Naive};

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let flags = input.byte();
    let bit = |number: u8| flags >> number & 1 == 1;
    let context = input.byte();
    let patterns: Vec<String> = input.text().split('\n').map(str::to_owned).collect();
    let text = input.rest();
    let mut query = Query::default().patterns(patterns).size_limit(100_000);
    query.literal = bit(0);
    query.ignore_case = bit(1);
    query.smart_case = bit(2);
    query.word = bit(3);
    query.invert = bit(4);
    query.multiline = bit(5);
    query.dot_all = bit(6);
    query.backtracking = context >> 4 & 1 == 1;
    if bit(7) {
        query.exclude.extend(query.patterns.pop());
    }
    let mut select = Select::default();
    select.context_before = usize::from(context & 3);
    select.context_after = usize::from(context >> 2 & 3);
    let options = SearchOptions::default()
        .query(query.clone())
        .select(select.clone());
    let token = CancelToken::with_timeout(Duration::from_secs(60));
    let outcome = match search(text, &options, &token) {
        Ok(outcome) => outcome,
        Err(error) => {
            let expected = [ErrorKind::InvalidPattern, ErrorKind::InvalidOption];
            assert!(expected.contains(&error.kind()), "{error}");
            assert!(has_match(text, &query, &token).is_err());
            return;
        }
    };
    // A line that cannot be decided is an error if no line matches.
    match has_match(text, &query, &token) {
        Ok(has_match) => assert_eq!(has_match, !outcome.items.is_empty()),
        Err(error) => assert!(!outcome.report.skipped.is_empty(), "{error}"),
    }
    let mut last = 0;
    for item in &outcome.items {
        assert!(item.line_number > last);
        last = item.line_number;
        let start = usize::try_from(item.byte_offset).unwrap();
        assert_eq!(text[start..start + item.line.len()], item.line);
        for found in &item.submatches {
            assert!(found.start <= found.end && found.end <= item.line.len());
            assert!((found.pattern as usize) < query.patterns.len());
        }
    }
    if !query.multiline
        && query
            .patterns
            .iter()
            .chain(&query.exclude)
            .all(|p| query.literal || is_by_line(p))
    {
        let hits: Vec<Hit> = outcome.items.iter().map(Hit::from).collect();
        let capped = outcome.items.iter().any(|item| item.submatches_capped);
        if !capped {
            assert_eq!(hits, Naive::new(&query).search(text, &select));
        }
    }
}

/// Whether a pattern means the same in a line as in the whole text: both crates parse it the same
/// way, and it has no text anchors and no flags.
fn is_by_line(pattern: &str) -> bool {
    let parsed = ParserBuilder::new().utf8(false).build().parse(pattern);
    let is_special = ["\\A", "\\z", "(?", "{", "\\n", "\\r", "\\x", "\\u", "\\U"];
    parsed.is_ok() && !is_special.iter().any(|special| pattern.contains(special))
}
