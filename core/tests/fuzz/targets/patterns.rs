//! Patterns and rules of syntax search.

use ransack::{
    AstMatchOptions, AstQuery, CancelToken, ErrorKind, Strictness, ast_match, explain_pattern,
};

use super::Input;

/// Input: a language, the strictness, a pattern, a NUL byte, and the text.
pub(crate) fn pattern(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let strictness = input.byte();
    let pattern = input.text();
    let mut options = AstMatchOptions::new(pattern.clone());
    options.query.strictness = [
        Strictness::Smart,
        Strictness::Cst,
        Strictness::Ast,
        Strictness::Relaxed,
        Strictness::Signature,
        Strictness::Template,
    ][usize::from(strictness) % 6];
    let is_valid = find(&options, language, input.rest());
    match explain_pattern(&pattern, language, &CancelToken::new()) {
        Ok(readings) => assert!(is_valid && !readings.is_empty(), "{readings:?}"),
        // The pattern may be valid in an embedded language.
        Err(error) => check(&error),
    }
}

/// Input: a language, a rule, a NUL byte, and the text.
pub(crate) fn rule(data: &[u8]) {
    let mut input = Input::new(data);
    let language = input.language();
    let mut options = AstMatchOptions::default();
    options.query = AstQuery::from_rule(input.text());
    find(&options, language, input.rest());
}

fn check(error: &ransack::Error) {
    let expected = [ErrorKind::InvalidPattern, ErrorKind::InvalidOption];
    assert!(expected.contains(&error.kind()), "{error}");
}

/// Searches and checks the matches. Returns whether the query is valid.
fn find(options: &AstMatchOptions, language: &str, text: &[u8]) -> bool {
    let mut options = options.clone();
    options.select.include_meta = true;
    let outcome = match ast_match(text, language, &options, &CancelToken::new()) {
        Ok(outcome) => outcome,
        Err(error) => {
            check(&error);
            return false;
        }
    };
    let mut start = 0;
    for item in &outcome.items {
        let span = item.span;
        assert!(start <= span.start.offset, "{:?}", outcome.items);
        start = span.start.offset;
        assert_eq!(item.text, text[span.start.offset..span.end.offset]);
        for variable in &item.meta_variables {
            let code = variable
                .span
                .map_or(&b""[..], |s| &text[s.start.offset..s.end.offset]);
            assert_eq!(variable.text, code);
        }
    }
    true
}
