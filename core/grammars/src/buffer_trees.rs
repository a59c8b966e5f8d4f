//! Syntax trees of open buffers, which edits update.
//!
//! A parse of a buffer's text reuses the tree of the text before it: only the part between the
//! common start and the common end of both texts is parsed again. Whether the caller knows the edit
//! makes no difference.
//!
//! Invariants: a kept tree belongs to the kept text; the memory is bounded by
//! [`BufferTrees::MAX_BYTES`], except that the last tree is always kept.

use std::sync::{Arc, Mutex};

use ransack_base::internal::{line_feeds, line_start, lock};
use tree_sitter::{InputEdit, Point, Tree};

use crate::budget::{Interrupt, WorkBudget};
use crate::parse::{GrammarParser, parse};

/// Approximate memory of a visible node of a syntax tree, in bytes, including its hidden nodes.
pub const BYTES_PER_NODE: usize = 80;

/// Trees of the open buffers of a workspace, least recently used first.
#[derive(Default)]
pub struct BufferTrees(Mutex<Vec<BufferTree>>);

/// Text of a buffer that a parser reads.
#[derive(Clone, PartialEq, Eq)]
pub struct BufferTreeKey {
    /// Name of the text's language.
    pub language: &'static str,
    /// Path of the buffer, relative to the root of the workspace.
    pub path: Arc<[u8]>,
    /// Whether the text is masked for an outline.
    pub is_masked: bool,
}

/// Tree with the text that it belongs to.
#[derive(Clone)]
struct BufferTree {
    key: BufferTreeKey,
    /// Grammar of the tree. Different grammars may have the same name.
    grammar: tree_sitter::Language,
    text: Arc<[u8]>,
    tree: Tree,
}

impl BufferTree {
    fn weight(&self) -> usize {
        self.text.len() + self.tree.root_node().descendant_count() * BYTES_PER_NODE
    }
}

impl BufferTrees {
    /// Maximum memory of all trees, in bytes.
    const MAX_BYTES: usize = 64 << 20;

    /// Parses `text`, the current text of a buffer, and keeps its tree, one for each grammar.
    pub fn parse(
        &self,
        key: BufferTreeKey,
        text: &[u8],
        parser: &mut GrammarParser,
        budget: &WorkBudget<'_>,
    ) -> Result<Tree, Interrupt> {
        let Some(grammar) = parser.grammar() else {
            return parse(parser, text, &[], budget);
        };
        // Trees belong to the text for the parser, in which an edit can change more than its range.
        let masked = parser.masked(text, budget)?;
        let text = masked.as_deref().unwrap_or(text);
        let language = key.language;
        let tree = match self.get(&key, &grammar) {
            Some(known) if *known.text == *text => known.tree,
            Some(BufferTree {
                text: old,
                mut tree,
                ..
            }) if INCREMENTAL.contains(&language) => {
                tree.edit(&edit_between(&old, text));
                parser.parse_masked(text, Some(&tree), budget)?
            }
            _ => parser.parse_masked(text, None, budget)?,
        };
        self.keep(BufferTree {
            key,
            grammar,
            text: text.into(),
            tree: tree.clone(),
        });
        Ok(tree)
    }

    fn get(&self, key: &BufferTreeKey, grammar: &tree_sitter::Language) -> Option<BufferTree> {
        let trees = lock(&self.0);
        let is_known = |known: &&BufferTree| known.key == *key && known.grammar == *grammar;
        trees.iter().find(is_known).cloned()
    }

    fn keep(&self, tree: BufferTree) {
        let mut trees = lock(&self.0);
        let is_replaced =
            |known: &mut BufferTree| known.key == tree.key && known.grammar == tree.grammar;
        let mut dropped: Vec<BufferTree> = trees.extract_if(.., is_replaced).collect();
        trees.push(tree);
        let mut total: usize = trees.iter().map(BufferTree::weight).sum();
        while trees.len() > 1 && total > BufferTrees::MAX_BYTES {
            let oldest = trees.remove(0);
            total -= oldest.weight();
            dropped.push(oldest);
        }
        drop(trees);
        // Freeing a large tree takes time, so drop it outside the lock.
        drop(dropped);
    }
}

/// Languages in which a parse after an edit has given the tree of a new parse, except for texts with
/// syntax errors, in all random tests. In others, the tree of a valid text can depend on the edits
/// that led to it: after some, `<nixpkgs>` in Nix stays two operators.
const INCREMENTAL: [&str; 13] = [
    "c",
    "cpp",
    "csharp",
    "css",
    "go",
    "html",
    "java",
    "javascript",
    "json",
    "python",
    "rust",
    "tsx",
    "typescript",
];

/// Returns the smallest edit that turns one text into another and neither begins nor ends inside a
/// character.
fn edit_between(old: &[u8], new: &[u8]) -> InputEdit {
    let is_inside = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut start = common_start(old, new);
    while start > 0 && (is_inside(old.get(start)) || is_inside(new.get(start))) {
        start -= 1;
    }
    let mut rest = common_end(&old[start..], &new[start..]);
    while rest > 0 && is_inside(old.get(old.len() - rest)) {
        rest -= 1;
    }
    let (old_end, new_end) = (old.len() - rest, new.len() - rest);
    let rows = line_feeds(&new[..start]);
    let point = |text: &[u8], at: usize| Point {
        row: rows + line_feeds(&text[start..at]),
        column: at - line_start(text, at),
    };
    InputEdit {
        start_byte: start,
        old_end_byte: old_end,
        new_end_byte: new_end,
        start_position: point(new, start),
        old_end_position: point(old, old_end),
        new_end_position: point(new, new_end),
    }
}

/// Number of bytes that are compared at once.
const BLOCK: usize = 256;

/// Returns the length of the common start of two texts.
fn common_start(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK));
    let same = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    let rest = a[same..].iter().zip(&b[same..]);
    same + rest.take_while(|(a, b)| a == b).count()
}

/// Returns the length of the common end of two texts.
fn common_end(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks_exact(BLOCK).zip(b.rchunks_exact(BLOCK));
    let same = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    let rest = a.iter().rev().zip(b.iter().rev());
    same + rest.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
