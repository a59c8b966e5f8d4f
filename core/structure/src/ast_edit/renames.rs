//! Recognises edits that only rename, and accepts them without a parse.
//!
//! A parser's decisions depend on the kinds of tokens, not on their text. A new name needs no parse
//! if an earlier parse read it as a token of the old name's kind in the same parser state. This
//! holds for languages with C-like tokens; in others, the columns of later tokens may also matter.
//!
//! Invariant: names are learned only from trees without errors.

use std::ops::Range;

use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, WorkBudget, skip_subtree};
use ransack_languages::internal::{NodeKinds, is_plain_use, tables};
use ransack_syntax::internal::word_len;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::{InputEdit, Node, Point, Tree, TreeCursor};

use crate::ast_edit::outcome::AstChange;

/// Names confirmed by parses without errors.
#[derive(Default)]
pub(super) struct KnownNames(FxHashMap<NameRole, FxHashSet<Box<[u8]>>>);

/// Role of a name in the grammar of a language.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct NameRole {
    language: &'static str,
    kind: u16,
    /// State of the parser before the name.
    state: u16,
}

/// Replacement of one name with another.
pub(super) struct Renaming {
    role: NameRole,
    /// Range of the new name in the new text.
    range: Range<usize>,
    /// Change of the name alone, so that all nodes of an edited tree keep their positions.
    edit: InputEdit,
    /// Whether no early error depends on the name.
    is_plain_use: bool,
}

/// Returns the renamings that make up all of `changes`; `None` if there is any other change. `tree`
/// is the tree of the old text and has no errors.
pub(super) fn renamings(
    language: &'static Language,
    tree: &Tree,
    changes: &[AstChange],
    budget: &mut WorkBudget<'_>,
) -> Result<Option<Vec<Renaming>>, Interrupt> {
    if tables(language).patterns.c_like.is_none() {
        return Ok(None);
    }
    let mut cursor = tree.walk();
    let mut renamings = Vec::with_capacity(changes.len());
    let (mut grown, mut shrunk) = (0, 0);
    for change in changes {
        let start = change.span.start.offset;
        let Some(words) = changed_words(&change.before, &change.after) else {
            return Ok(None);
        };
        for (old, new) in words {
            let (from, to) = (start, start + grown - shrunk);
            let leaf = leaf_at(&mut cursor, from + old.start..from + old.end, budget)?;
            let Some(leaf) = leaf else {
                return Ok(None);
            };
            let Some(role) = NameRole::of(leaf, language) else {
                return Ok(None);
            };
            renamings.push(Renaming {
                role,
                range: to + new.start..to + new.end,
                edit: replaced(leaf, new.len()),
                is_plain_use: is_plain_use(language, leaf, &change.after[new]),
            });
        }
        grown += change.after.len();
        shrunk += change.before.len();
    }
    Ok(Some(renamings))
}

impl KnownNames {
    /// Returns whether every new name is known in the role of the old one.
    pub(super) fn has_all(&self, renamings: &[Renaming], new: &[u8]) -> bool {
        renamings.iter().all(|renaming| {
            let known = self.0.get(&renaming.role);
            known.is_some_and(|known| known.contains(renaming.name(new)))
        })
    }

    /// Adds the new names that have the role of the old ones in `tree`, the error-free tree of the
    /// new text.
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
            if leaf.and_then(|leaf| NameRole::of(leaf, language)) == Some(renaming.role) {
                let known = self.0.entry(renaming.role).or_default();
                known.insert(renaming.name(new).into());
            }
        }
        Ok(())
    }
}

impl NameRole {
    /// Returns the role of a leaf; `None` if it is not an identifier.
    fn of(leaf: Node<'_>, language: &'static Language) -> Option<NameRole> {
        NodeKinds::is_identifier(leaf.kind()).then(|| NameRole {
            language: language.name,
            kind: leaf.kind_id(),
            state: leaf.parse_state(),
        })
    }
}

impl Renaming {
    pub(super) fn is_plain_use(&self) -> bool {
        self.is_plain_use
    }

    pub(super) fn edit(&self) -> &InputEdit {
        &self.edit
    }

    /// Returns the new name with the following byte, since a quote there may form another token, as
    /// in `b""`.
    fn name<'n>(&self, new: &'n [u8]) -> &'n [u8] {
        &new[self.range.start..new.len().min(self.range.end + 1)]
    }
}

/// Returns the replacement of a leaf's text with `len` bytes on one line.
fn replaced(leaf: Node<'_>, len: usize) -> InputEdit {
    let start = leaf.start_position();
    InputEdit {
        start_byte: leaf.start_byte(),
        old_end_byte: leaf.end_byte(),
        new_end_byte: leaf.start_byte() + len,
        start_position: start,
        old_end_position: leaf.end_position(),
        new_end_position: Point::new(start.row, start.column + len),
    }
}

/// Returns the leaf that spans exactly `range`, at or after the cursor.
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

/// Returns the pairs of words in which two pieces of code differ; `None` if anything else differs.
fn changed_words(before: &[u8], after: &[u8]) -> Option<Vec<(Range<usize>, Range<usize>)>> {
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
mod tests;
