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

#[test]
fn code_in_ranges_is_masked_in_its_places() {
    let source = "é 1e+2 | [1e+ | 3, \"\\n\"] |";
    let at = |text: &str| source.find(text).unwrap();
    let range = |start: usize, end: usize| Range {
        start_byte: start,
        end_byte: end,
        start_point: tree_sitter::Point::new(0, start),
        end_point: tree_sitter::Point::new(0, end),
    };
    let ranges = [range(at("["), at(" | 3")), range(at("3"), source.len() - 2)];
    let masked = mask_of_text("json", source, &ranges).unwrap();
    assert_eq!(masked.start, at("["));
    assert_eq!(masked.text, b"[1e- | 3, \"\\n\"]");
    let token = CancelToken::new();
    let budget = WorkBudget::new(&token, None);
    let mut parser = parser(language_named("json").unwrap()).unwrap();
    let tree = parse(&mut parser, source.as_bytes(), &ranges, &budget).unwrap();
    assert!(!tree.root_node().has_error());
    assert_eq!(tree.root_node().start_byte(), at("["));
}

#[test]
fn hidden_tokens_in_ranges_are_split() {
    let masked = MaskedText {
        start: 0,
        text: b"abcdef".to_vec(),
        hidden: vec![
            HiddenToken {
                range: 1..4,
                capture: "a",
            },
            HiddenToken {
                range: 4..6,
                capture: "b",
            },
        ],
    };
    let spread = masked.spread(b"0123456789", &[2..4, 5..6, 7..10]);
    assert_eq!(
        (spread.start, spread.text.as_slice()),
        (2, &b"ab4c6def"[..])
    );
    let ranges = spread.hidden.iter().map(|token| token.range.clone());
    assert_eq!(ranges.collect::<Vec<_>>(), [3..4, 5..6, 7..8, 8..10]);
}

pub(super) fn tree(language: &str, source: &str) -> Tree {
    let token = CancelToken::new();
    let budget = WorkBudget::new(&token, None);
    let mut parser = parser(language_named(language).unwrap()).unwrap();
    parse(&mut parser, source.as_bytes(), &[], &budget).unwrap()
}
