//! Edits that only put names in the place of names.
//!
//! What a parser makes of a text depends on the kinds of its tokens, not on
//! what they say. So a name that it has been seen to take for a token of the
//! old one's kind, in the same state, need not be parsed once more. That holds
//! where tokens are told apart as in C: elsewhere the column of what follows
//! may count as well.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::{Node, Tree, TreeCursor};

use super::outcome::AstChange;
use crate::ast::language::Language;
use crate::ast::lexical::{LexicalRules, word_len};
use crate::ast::parse::{Interrupt, WorkBudget, skip_subtree};

/// Names that parses without an error have shown.
#[derive(Default)]
pub(super) struct Names(FxHashMap<Role, FxHashSet<Box<[u8]>>>);

/// What a name is to the parser of a language.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Role {
    language: &'static str,
    kind: u16,
    /// The state in which the parser came to it.
    state: u16,
}

/// A name in the place of another.
pub(super) struct Renaming {
    role: Role,
    /// Where it is in the new text.
    range: Range<usize>,
}

/// The names that are all that changes, if that is so. `tree` is that of the
/// old text, and has no errors.
pub(super) fn renamings(
    language: &'static Language,
    tree: &Tree,
    changes: &[AstChange],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<Renaming>>, Interrupt> {
    if !LexicalRules::supports(language) {
        return Ok(None);
    }
    let mut cursor = tree.walk();
    let mut renamings = Vec::with_capacity(changes.len());
    let (mut grown, mut shrunk) = (0, 0);
    for change in changes {
        let start = change.span.start.offset;
        let Some(words) = words(&change.before, &change.after) else {
            return Ok(None);
        };
        for (old, new) in words {
            let (from, to) = (start, start + grown - shrunk);
            let leaf = leaf_at(&mut cursor, from + old.start..from + old.end, budget)?;
            let Some(role) = leaf.and_then(|leaf| Role::of(leaf, language)) else {
                return Ok(None);
            };
            renamings.push(Renaming {
                role,
                range: to + new.start..to + new.end,
            });
        }
        grown += change.after.len();
        shrunk += change.before.len();
    }
    Ok(Some(renamings))
}

impl Names {
    /// Whether all new names are known to be what the old ones are.
    pub(super) fn has_all(&self, renamings: &[Renaming], new: &[u8]) -> bool {
        renamings.iter().all(|renaming| {
            let known = self.0.get(&renaming.role);
            known.is_some_and(|known| known.contains(renaming.name(new)))
        })
    }

    /// Adds those that are in the tree of the new text, which has no errors.
    pub(super) fn learn(
        &mut self,
        language: &'static Language,
        renamings: &[Renaming],
        new: &[u8],
        tree: &Tree,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(), Interrupt> {
        let mut cursor = tree.walk();
        for renaming in renamings {
            let leaf = leaf_at(&mut cursor, renaming.range.clone(), budget)?;
            if leaf.and_then(|leaf| Role::of(leaf, language)) == Some(renaming.role) {
                let known = self.0.entry(renaming.role).or_default();
                known.insert(renaming.name(new).into());
            }
        }
        Ok(())
    }
}

impl Role {
    /// `None` for what is no name.
    fn of(leaf: Node<'_>, language: &'static Language) -> Option<Role> {
        leaf.kind().contains("identifier").then(|| Role {
            language: language.name,
            kind: leaf.kind_id(),
            state: leaf.parse_state(),
        })
    }
}

impl Renaming {
    /// The new name, with the byte after it: a quote may make another token.
    fn name<'n>(&self, new: &'n [u8]) -> &'n [u8] {
        &new[self.range.start..new.len().min(self.range.end + 1)]
    }
}

/// The leaf that is exactly at `range`, from where the cursor is on.
fn leaf_at<'t>(
    cursor: &mut TreeCursor<'t>,
    range: Range<usize>,
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Node<'t>>, Interrupt> {
    loop {
        budget.step()?;
        let node = cursor.node();
        let is_before = node.end_byte() <= range.start;
        if is_before && !skip_subtree(cursor) {
            return Ok(None);
        }
        if !is_before && !cursor.goto_first_child() {
            return Ok(Some(node).filter(|leaf| leaf.byte_range() == range));
        }
    }
}

/// The words in which two pieces of code differ, if they differ in nothing
/// else.
fn words(before: &[u8], after: &[u8]) -> Option<Vec<(Range<usize>, Range<usize>)>> {
    let mut words = Vec::new();
    let (mut a, mut b) = (0, 0);
    loop {
        let pairs = before[a..].iter().zip(&after[b..]);
        let same = pairs.take_while(|(a, b)| a == b).count();
        if a + same == before.len() && b + same == after.len() {
            return Some(words);
        }
        let shared = word_len(before[a..a + same].iter().rev());
        let (from, to) = (a + same - shared, b + same - shared);
        (a, b) = (
            from + word_len(&before[from..]),
            to + word_len(&after[to..]),
        );
        if from == a || to == b || before[from..a] == after[to..b] {
            return None;
        }
        words.push((from..a, to..b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_code_differ_in_words_or_in_more() {
        let words = |before: &str, after: &str| words(before.as_bytes(), after.as_bytes());
        assert_eq!(
            words("console.log(1)", "logger.debug(1)"),
            Some(vec![(0..7, 0..6), (8..11, 7..12)])
        );
        assert_eq!(words("log", "log2"), Some(vec![(0..3, 0..4)]));
        assert_eq!(words("a b", "a c"), Some(vec![(2..3, 2..3)]));
        assert_eq!(words("f()", "f()"), Some(vec![]));
        for (before, after) in [
            ("f()", "f(1)"),
            ("a", "a.b"),
            ("a.b", "a"),
            ("a", "(a)"),
            ("a", ""),
            ("", "a"),
            ("a + b", "c - b"),
            ("a b", "c  b"),
        ] {
            assert_eq!(words(before, after), None, "{before} {after}");
        }
    }
}
