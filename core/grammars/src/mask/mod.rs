//! Masks: text of the same length for the parser, in which code that a grammar cannot parse is
//! replaced.
//!
//! Masks of every parse, which change nothing but what the grammar lacks; their trees have the nodes of
//! the text, except for words that the grammar does not know:
//!
//! - `bash`: here-documents, brackets in patterns and further code of shells.
//! - `csharp`: extension blocks.
//! - `css`: `if()`, lists in `@scope`, heads of other rules, addresses without quotes, stray marks.
//! - `flow`: types of Flow in JavaScript.
//! - `json`: exponents with a plus sign.
//! - `make`: comments of several lines.
//! - `sql`: Transact-SQL, and clauses of analytical databases.
//! - `typescript`: types and names of newer TypeScript.
//!
//! Masks of outlines and imports, which guess; their trees have the definitions of the text, but may
//! lack or change parts of them:
//!
//! - `c`: macros of C before declarations and after declarators, definitions without a type.
//! - `cpp`: macros of C++ before, inside and after declarations, modules.
//! - `directives`: conditions that split declarations and statements, and comments in macros, in the
//!   languages of C.
//! - `kotlin`: modifiers and objects that the grammar takes for expressions, context parameters.
//! - `objc`: macros of Apple's frameworks; `objc_cpp` has the C++ among them.
//! - `typescript`: call signatures that begin a line.
//!
//! `conditional` reads `#if` of C#, Swift and Objective-C, for outlines and imports of text with syntax
//! errors. `enumerators` masks macros in lists of C and C++, `tokens` has their words and brackets.
//! `masker` and `masked` write a masked text; `words` finds the words around an offset.

mod bash;
mod c;
mod conditional;
mod cpp;
mod csharp;
mod css;
mod directives;
mod enumerators;
mod flow;
mod json;
mod kotlin;
mod make;
mod masked;
mod masker;
mod objc;
mod objc_cpp;
mod sql;
mod tokens;
mod typescript;
mod words;

use tree_sitter::Range;

pub use self::conditional::UnconditionalText;
pub use self::masker::HiddenToken;
pub(crate) use self::masker::MaskedText;
use self::masker::Masker;
use crate::budget::{Interrupt, WorkBudget};
use crate::language::Language;

/// Maximum length in bytes of consecutive macro calls and of template arguments.
const MAX_CALLS: usize = 4 << 10;

/// Function that masks the source of a [`Masker`]. Linear in the source.
pub(crate) type SyntaxMask = fn(&mut Masker<'_>, &mut WorkBudget<'_>) -> Result<(), Interrupt>;

/// Returns the mask of every parse in the grammar of this name.
pub(crate) fn syntax_mask(grammar: &str) -> Option<SyntaxMask> {
    match grammar {
        "bash" => Some(bash::mask),
        "csharp" => Some(csharp::mask),
        "css" => Some(css::mask),
        "javascript" => {
            Some(|masker, budget| masker.set(flow::without_types(masker.source, budget)?))
        }
        "json" => Some(json::mask),
        "make" => Some(make::mask),
        "sql" => Some(sql::mask),
        "tsx" | "typescript" => {
            Some(|masker, budget| masker.set(typescript::without_gaps(masker.source, budget)?))
        }
        _ => None,
    }
}

/// Masks `source`, of which only `ranges` are code unless they are empty.
pub(crate) fn mask_ranges(
    mask: SyntaxMask,
    source: &[u8],
    ranges: &[Range],
    budget: &WorkBudget<'_>,
) -> Result<Option<MaskedText>, Interrupt> {
    let mut budget = budget.clone();
    if ranges.is_empty() {
        let mut masker = Masker::new(source);
        mask(&mut masker, &mut budget)?;
        return Ok(masker.finish());
    }
    let bytes = |range: &Range| {
        let end = range.end_byte.min(source.len());
        range.start_byte.min(end)..end
    };
    let ranges: Vec<_> = ranges.iter().map(bytes).collect();
    let code = ranges.iter().flat_map(|range| &source[range.clone()]);
    let code: Vec<u8> = code.copied().collect();
    let mut masker = Masker::new(&code);
    mask(&mut masker, &mut budget)?;
    Ok(masker.finish().map(|masked| masked.spread(source, &ranges)))
}

/// Returns the tokens that the mask of every parse in the grammar of this name hides from the
/// parser. `ranges` as in [`parse`](crate::parse::parse).
pub fn hidden_tokens(
    grammar: &str,
    source: &[u8],
    ranges: &[Range],
    budget: &WorkBudget<'_>,
) -> Result<Vec<HiddenToken>, Interrupt> {
    let Some(mask) = syntax_mask(grammar) else {
        return Ok(Vec::new());
    };
    let masked = mask_ranges(mask, source, ranges, budget)?;
    Ok(masked.map_or_else(Vec::new, |masked| masked.hidden))
}

/// Function that returns the text for the parser of an outline.
type Mask = fn(&[u8], &mut WorkBudget<'_>) -> Result<Option<Vec<u8>>, Interrupt>;

fn mask_of(language: &Language) -> Option<Mask> {
    match language.name {
        "c" => Some(|source, budget| after_directives(source, c::without_macros, budget)),
        "cpp" => Some(|source, budget| after_directives(source, cpp::without_macros, budget)),
        "objc" => Some(|source, budget| after_directives(source, objc::without_macros, budget)),
        "kotlin" => Some(kotlin::with_declarations),
        "typescript" | "tsx" => Some(typescript::with_declarations),
        _ => None,
    }
}

/// Applies a mask to text whose directives are masked.
fn after_directives(
    source: &[u8],
    mask: Mask,
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    let directives = directives::masked(source, budget)?;
    let masked = mask(directives.as_deref().unwrap_or(source), budget)?;
    Ok(masked.or(directives))
}

/// Returns the text for the parser of an outline, or its `ranges` unless they are empty: code that the
/// grammar cannot parse is replaced with the same number of other bytes. `None` to parse the text
/// unchanged.
pub fn masked(
    language: &Language,
    source: &[u8],
    ranges: &[Range],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<u8>>, Interrupt> {
    mask_of(language).map_or(Ok(None), |mask| apply(mask, source, ranges, budget))
}

/// Returns text without conditional directives, for an outline of text that has syntax errors.
/// `None` if the language or the text has no such directives.
pub fn unconditional(
    language: &Language,
    source: &[u8],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<UnconditionalText>, Interrupt> {
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
