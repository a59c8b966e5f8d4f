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

fn outline_mask(name: &str, source: &[u8]) -> Option<Vec<u8>> {
    let language = language_named(name).unwrap();
    let token = CancelToken::new();
    let mut budget = WorkBudget::new(&token, None);
    super::masked(language, source, &[], &mut budget).unwrap()
}

/// A mask keeps the length and the lines, also of unfinished code.
#[test]
fn masks_keep_lengths_and_lines() {
    let pieces: [&[u8]; 20] = [
        b"API ",
        b"CALL(",
        b")",
        b"{",
        b"}",
        b"<",
        b">",
        b"[",
        b"]",
        b";",
        b"=",
        b",\n",
        b"\n#if A\n",
        b"\n#else\n",
        b"\n#endif\n",
        b"class ",
        b"operator ",
        b"::",
        b"gr\xc3\xb6\xff ",
        b"\n#define A /* b */ \\\n c\n",
    ];
    let mut state = 1u64;
    for _ in 0..3000 {
        let mut source = Vec::new();
        for _ in 0..state % 40 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            source.extend_from_slice(pieces[(state >> 33) as usize % pieces.len()]);
        }
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        for name in ["c", "cpp", "objc"] {
            let Some(text) = outline_mask(name, &source) else {
                continue;
            };
            let lines = |text: &[u8]| memchr::memchr_iter(b'\n', text).collect::<Vec<_>>();
            let shown = String::from_utf8_lossy(&source);
            assert_eq!(text.len(), source.len(), "{name}: {shown}");
            assert_eq!(lines(&text), lines(&source), "{name}: {shown}");
        }
    }
}

#[test]
fn ordinary_code_has_no_mask() {
    let source = b"#if A\nclass A : B<int> { int f(int a = g(1, 2)) const; };\n#endif\nint x;\n";
    assert_eq!(outline_mask("cpp", source), None);
    assert_eq!(
        outline_mask("c", b"#if A\nint f(int a) { return A; }\n#endif\n"),
        None
    );
}
