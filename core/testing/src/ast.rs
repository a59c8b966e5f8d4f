//! Helpers for AST searches of one text.

use ransack::{AstMatch, AstMatchOptions, AstQuery, CancelToken, Outcome, ast_match};

/// Returns the outcome of a search.
pub fn matched(source: &str, language: &str, options: &AstMatchOptions) -> Outcome<AstMatch> {
    ast_match(source.as_bytes(), language, options, &CancelToken::new()).unwrap()
}

/// Returns the code of each match.
pub fn texts(outcome: &Outcome<AstMatch>) -> Vec<String> {
    let text = |item: &AstMatch| String::from_utf8_lossy(&item.text).into_owned();
    outcome.items.iter().map(text).collect()
}

/// Returns the code of the matches of a pattern.
pub fn found(pattern: &str, source: &str, language: &str) -> Vec<String> {
    texts(&matched(source, language, &AstMatchOptions::new(pattern)))
}

/// Returns the captures of all matches, as `NAME=text`.
pub fn bound(pattern: &str, source: &str, language: &str) -> Vec<String> {
    let mut options = AstMatchOptions::new(pattern);
    options.select.include_meta = true;
    let outcome = matched(source, language, &options);
    let all = outcome.items.iter().flat_map(|item| &item.meta_variables);
    all.map(|m| format!("{}={}", m.name, String::from_utf8_lossy(&m.text)))
        .collect()
}

/// Returns the code of the matches of a rule.
pub fn ruled(rule: &str, source: &str, language: &str) -> Vec<String> {
    let mut options = AstMatchOptions::default();
    options.query = AstQuery::from_rule(rule);
    texts(&matched(source, language, &options))
}

/// Returns the file, line and language of each match.
pub fn places(outcome: &Outcome<AstMatch>) -> Vec<String> {
    let place = |m: &AstMatch| format!("{}:{} {}", m.path, m.span.start.line, m.language);
    outcome.items.iter().map(place).collect()
}
