//! Tokens that the mask of a grammar hides from the tree, such as `TOP 3` in SQL.
//!
//! Invariant: outside its captures, a match has the hidden tokens of its pattern. A pattern does not
//! match code with more tokens, which a rewrite would remove.

use std::ops::Range;

use ransack_grammars::Language;
use ransack_grammars::internal::{HiddenToken, Interrupt, WorkBudget, hidden_tokens};
use tree_sitter::Tree;

use crate::pattern::metavar::HitVar;

/// Hidden tokens of a text, found when the first match needs them.
pub(super) struct HiddenTokens<'t> {
    tree: &'t Tree,
    source: &'t [u8],
    language: &'static Language,
    tokens: Option<Vec<HiddenToken>>,
}

impl<'t> HiddenTokens<'t> {
    pub(super) fn new(
        tree: &'t Tree,
        source: &'t [u8],
        language: &'static Language,
    ) -> HiddenTokens<'t> {
        HiddenTokens {
            tree,
            source,
            language,
            tokens: None,
        }
    }

    /// Returns whether the tokens in `range` and in none of `captures` have the texts `expected`.
    pub(super) fn equal(
        &mut self,
        range: &Range<usize>,
        captures: &[HitVar],
        expected: &[Vec<u8>],
        budget: &WorkBudget<'_>,
    ) -> Result<bool, Interrupt> {
        let tokens = match &mut self.tokens {
            Some(tokens) => tokens,
            tokens => {
                let name = self.language.name;
                let ranges = self.tree.included_ranges();
                let mut found = hidden_tokens(name, self.source, &ranges, budget)?;
                found.sort_by_key(|token| token.range.start);
                tokens.insert(found)
            }
        };
        let first = tokens.partition_point(|token| token.range.start < range.start);
        let inside = tokens[first..].iter();
        let inside = inside.take_while(|token| token.range.start < range.end);
        let is_captured = |token: &&HiddenToken| {
            let mut captures = captures.iter().filter_map(|var| var.range.as_ref());
            let Range { start, end } = token.range;
            captures.any(|capture| capture.start <= start && end <= capture.end)
        };
        let inside = inside.filter(|token| !is_captured(token));
        let mut texts = inside.map(|token| self.source.get(token.range.clone()));
        let mut expected = expected.iter();
        Ok(texts.all(|text| expected.next().map(Vec::as_slice) == text) && expected.len() == 0)
    }
}

/// Returns the texts of the hidden tokens of a pattern.
pub(super) fn texts_of_pattern(
    pattern: &str,
    language: &Language,
    budget: &WorkBudget<'_>,
) -> Result<Vec<Vec<u8>>, Interrupt> {
    let pattern = pattern.as_bytes();
    let mut tokens = hidden_tokens(language.name, pattern, &[], budget)?;
    tokens.sort_by_key(|token| token.range.start);
    let texts = tokens
        .into_iter()
        .map(|token| pattern[token.range].to_vec());
    Ok(texts.collect())
}
