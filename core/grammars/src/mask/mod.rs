//! Masks: text of the same length for the parser, in which code that a grammar cannot parse is
//! replaced.
//!
//! - `c`: macros of C before declarations.
//! - `objc`: macros of Apple's frameworks.
//! - `flow`: types of Flow in JavaScript.
//! - `kotlin`: modifiers and objects that the grammar takes for expressions.
//! - `typescript`: types, names and signatures of newer TypeScript.
//! - `conditional`: `#if` of C#, Swift and Objective-C.
//! - `masked`: the text that a mask writes; `words`: words around an offset.
//!
//! [`gaps`] applies to every parse. The tree of such a mask has the nodes of the text, except for
//! words that the grammar does not know. [`masked()`] applies to outlines and imports; its trees have
//! the definitions of the text, but may lack or change parts of them. [`unconditional`] applies to
//! outlines and imports of text with syntax errors.

mod c;
mod conditional;
mod flow;
mod kotlin;
mod masked;
mod objc;
mod typescript;
mod words;

use tree_sitter::Range;

pub use self::conditional::Unconditional;
use crate::language::Language;
use crate::parse::{Interrupt, WorkBudget};

/// Function that returns the text for the parser.
type Mask = fn(&[u8], &mut WorkBudget<'_>) -> Result<Option<Vec<u8>>, Interrupt>;

fn mask_of(language: &Language) -> Option<Mask> {
    match language.name {
        "c" => Some(c::without_macros),
        "objc" => Some(objc::without_macros),
        "javascript" => Some(flow::without_types),
        "kotlin" => Some(kotlin::with_declarations),
        "typescript" | "tsx" => Some(typescript::with_declarations),
        _ => None,
    }
}

fn gaps_of(language: &Language) -> Option<Mask> {
    match language.name {
        "javascript" => Some(flow::without_types),
        "typescript" | "tsx" => Some(typescript::without_gaps),
        _ => None,
    }
}

/// Returns the text for a parser whose tree becomes an outline, or its `ranges` unless they are
/// empty: code that the grammar cannot parse is replaced with the same number of other bytes.
/// `None` to parse the text unchanged.
pub fn masked(
    language: &Language,
    source: &[u8],
    ranges: &[Range],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    mask_of(language).map_or(Ok(None), |mask| apply(mask, source, ranges, budget))
}

/// Returns the text for a parser, or its `ranges` unless they are empty: valid code that the
/// grammar does not know is replaced with code of the same length and structure. `None` to parse
/// the text unchanged.
pub fn gaps(
    language: &Language,
    source: &[u8],
    ranges: &[Range],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    gaps_of(language).map_or(Ok(None), |mask| apply(mask, source, ranges, budget))
}

/// Returns text without conditional directives, for an outline of text that has syntax errors.
/// `None` if the language or the text has no such directives.
pub fn unconditional(
    language: &Language,
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Unconditional>, Interrupt> {
    match conditional::style_of(language) {
        Some(style) => conditional::without_conditions(source, style, budget),
        None => Ok(None),
    }
}

fn apply(
    mask: Mask,
    source: &[u8],
    ranges: &[Range],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    if ranges.is_empty() {
        return mask(source, budget);
    }
    let mut masked: Option<Vec<u8>> = None;
    for range in ranges {
        let range = range.start_byte..range.end_byte.min(source.len());
        let part = source.get(range.clone()).unwrap_or_default();
        if let Some(part) = mask(part, budget)? {
            masked.get_or_insert_with(|| source.to_vec())[range].copy_from_slice(&part);
        }
    }
    Ok(masked)
}
