//! Trees, offsets and hidden tokens of masked texts.

use ransack_base::CancelToken;
use tree_sitter::Tree;

use super::*;
use crate::lookup::language_named;
use crate::parse::{parse, parser};

fn mask_of_text(language: &str, source: &str, ranges: &[Range]) -> Option<MaskedText> {
    let token = CancelToken::new();
    let budget = WorkBudget::new(&token, None);
    let masked = mask_ranges(
        syntax_mask(language).unwrap(),
        source.as_bytes(),
        ranges,
        &budget,
    );
    masked.unwrap()
}

/// Returns the text for the parser, which keeps the length and the lines, and is read without errors.
pub(super) fn masked(language: &str, source: &str) -> String {
    let masked = mask_of_text(language, source, &[]).unwrap();
    let text = String::from_utf8(masked.text).unwrap();
    assert_eq!(text.len(), source.len());
    let feeds = |text: &str| {
        text.match_indices('\n')
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    };
    assert_eq!(feeds(&text), feeds(source));
    assert!(
        masked
            .hidden
            .iter()
            .all(|token| source.get(token.range.clone()).is_some())
    );
    let tree = tree(language, source);
    assert!(
        !tree.root_node().has_error(),
        "{source}\n{text}\n{}",
        tree.root_node().to_sexp()
    );
    text
}

/// Asserts that texts, valid or not, have no mask.
pub(super) fn assert_unchanged(language: &str, sources: &[&str]) {
    for source in sources {
        let masked = mask_of_text(language, source, &[]).map(|masked| masked.text);
        let masked = masked.map(|text| String::from_utf8(text).unwrap());
        assert_eq!(masked.as_deref().unwrap_or(source), *source);
    }
}

/// Returns the hidden tokens: text and capture.
pub(super) fn hidden<'s>(language: &str, source: &'s str) -> Vec<(&'s str, &'static str)> {
    let masked = mask_of_text(language, source, &[]).unwrap();
    let tokens = masked.hidden.into_iter();
    tokens
        .map(|token| (&source[token.range], token.capture))
        .collect()
}

pub(super) fn tree(language: &str, source: &str) -> Tree {
    let token = CancelToken::new();
    let budget = WorkBudget::new(&token, None);
    let mut parser = parser(language_named(language).unwrap()).unwrap();
    parse(&mut parser, source.as_bytes(), &[], &budget).unwrap()
}
