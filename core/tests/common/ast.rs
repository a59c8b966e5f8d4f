//! Short names for searches of one text by syntax.

#![allow(dead_code, reason = "each test file uses its part of this module")]

use ransack::{AstMatch, AstMatchOptions, AstQuery, CancelToken, Outcome, ast_match};

pub(crate) fn matched(
    source: &str,
    language: &str,
    options: &AstMatchOptions,
) -> Outcome<AstMatch> {
    ast_match(source.as_bytes(), language, options, &CancelToken::new()).unwrap()
}

pub(crate) fn texts(outcome: &Outcome<AstMatch>) -> Vec<String> {
    let text = |item: &AstMatch| String::from_utf8_lossy(&item.text).into_owned();
    outcome.items.iter().map(text).collect()
}

pub(crate) fn found(pattern: &str, source: &str, language: &str) -> Vec<String> {
    texts(&matched(source, language, &AstMatchOptions::new(pattern)))
}

/// The metavariables of all matches, as `NAME=text`.
pub(crate) fn bound(pattern: &str, source: &str, language: &str) -> Vec<String> {
    let mut options = AstMatchOptions::new(pattern);
    options.select.include_meta = true;
    let outcome = matched(source, language, &options);
    let all = outcome.items.iter().flat_map(|item| &item.meta_variables);
    all.map(|m| format!("{}={}", m.name, String::from_utf8_lossy(&m.text)))
        .collect()
}

/// What a rule finds.
pub(crate) fn ruled(rule: &str, source: &str, language: &str) -> Vec<String> {
    let mut options = AstMatchOptions::default();
    options.query = AstQuery::from_rule(rule);
    texts(&matched(source, language, &options))
}

/// The file, line and language of each match.
pub(crate) fn places(outcome: &Outcome<AstMatch>) -> Vec<String> {
    let place = |m: &AstMatch| format!("{}:{} {}", m.path, m.span.start.line, m.language);
    outcome.items.iter().map(place).collect()
}
