//! Code covered by the last match, and the code in between that its pattern lacks.
//!
//! A match covers the code matched by pattern nodes or captured by metavariables. Everything else
//! between the start and the end of the match was skipped: comments, keywords, optional children
//! and the rest of a block.

use std::ops::Range;

use ransack_grammars::internal::Interrupt;
use ransack_languages::internal::has_word;
use tree_sitter::{Node, TreeCursor};

use crate::search::matcher::{Matcher, is_comment};

/// Code that a match covers or skips, as byte ranges.
#[derive(Default)]
pub(super) struct Coverage {
    /// Covered ranges, in the order of the comparison.
    covered: Vec<Range<usize>>,
    /// Optional children that were skipped, in order.
    skipped: Vec<SkippedChild>,
    /// Statements after the last matched statement of a block.
    rest_of_blocks: Vec<Range<usize>>,
}

/// Child of the code that the pattern lacks.
struct SkippedChild {
    start: usize,
    /// Start of the next sibling, or the end of the child if it is the last.
    next: usize,
}

/// State of a comparison to which [`Matcher::rewind`] returns.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    bindings: usize,
    covered: usize,
    skipped: usize,
    rest_of_blocks: usize,
}

/// Code not covered by a match, as byte ranges in order.
#[derive(Debug, Default)]
pub struct Uncovered {
    /// Code between the start and the end of the covered code. A replacement removes it.
    pub inside: Vec<Range<usize>>,
    /// Statements after the covered code that belong to an inner block without a closing bracket. A
    /// replacement that ends at a different depth moves them.
    pub rest_of_block: Vec<Range<usize>>,
}

impl Coverage {
    pub(super) fn clear(&mut self) {
        self.covered.clear();
        self.skipped.clear();
        self.rest_of_blocks.clear();
    }

    /// Adds code covered by the pattern.
    pub(super) fn add(&mut self, range: Range<usize>) {
        self.covered.push(range);
    }

    /// Adds a child of the code that the pattern lacks. `next` is its next sibling.
    pub(super) fn skip(&mut self, node: Node<'_>, next: Option<Node<'_>>) {
        self.skipped.push(SkippedChild {
            start: node.start_byte(),
            next: next.map_or(node.end_byte(), |next| next.start_byte()),
        });
    }

    fn end(&self) -> usize {
        self.covered
            .iter()
            .map(|range| range.end)
            .max()
            .unwrap_or(0)
    }
}

impl<'t> Matcher<'t, '_, '_> {
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            bindings: self.bindings.len(),
            covered: self.coverage.covered.len(),
            skipped: self.coverage.skipped.len(),
            rest_of_blocks: self.coverage.rest_of_blocks.len(),
        }
    }

    /// Discards captures and coverage recorded by a failed comparison since `checkpoint`.
    pub(super) fn rewind(&mut self, checkpoint: Checkpoint) {
        let Coverage {
            covered,
            skipped,
            rest_of_blocks,
        } = &mut self.coverage;
        self.bindings.truncate(checkpoint.bindings);
        covered.truncate(checkpoint.covered);
        skipped.truncate(checkpoint.skipped);
        rest_of_blocks.truncate(checkpoint.rest_of_blocks);
    }

    /// Returns the end of the last node covered by the pattern of the last match; 0 if the pattern
    /// covers no node.
    pub(in crate::search) fn end(&self) -> usize {
        self.coverage.end()
    }

    /// Returns the start of the code covered by the pattern of the last match, after leading
    /// optional children.
    pub(in crate::search) fn start(&self, node: Node<'t>) -> usize {
        let skipped = self.coverage.skipped.iter();
        skipped.fold(node.start_byte(), |start, skipped| {
            if skipped.start == start {
                skipped.next
            } else {
                start
            }
        })
    }

    /// Adds the statements of a block, from the cursor on, that follow the covered code on their
    /// own lines. For other nodes, adds elements of the same kind as the last covered one that
    /// follow it without a separator, as in a TOML table.
    pub(super) fn add_rest_of_block(
        &mut self,
        parent: Node<'t>,
        mut cursor: TreeCursor<'t>,
    ) -> Result<(), Interrupt> {
        let end = self.coverage.end();
        let is_block = has_word(self.block_kinds, parent.kind());
        loop {
            self.budget.step()?;
            let node = cursor.node();
            let gap = self.source.get(end..node.start_byte()).unwrap_or_default();
            if node.is_named() && !is_comment(node) && gap.contains(&b'\n') {
                let is_like = |last: Node<'_>| last.kind_id() == node.kind_id();
                if !is_block && !node.prev_sibling().is_some_and(is_like) {
                    return Ok(());
                }
                self.coverage.rest_of_blocks.push(node.byte_range());
            }
            if !cursor.goto_next_sibling() {
                return Ok(());
            }
        }
    }

    /// Returns the code not covered by the last match, which begins with the node at the cursor.
    /// Excludes separators and white space, since they do not change the meaning of a list.
    pub(in crate::search) fn uncovered(
        &mut self,
        mut cursor: TreeCursor<'t>,
    ) -> Result<Uncovered, Interrupt> {
        let (start, end) = (self.start(cursor.node()), self.end());
        let covered = merged(&self.coverage.covered);
        let mut inside = Vec::new();
        let mut depth = 0_usize;
        'nodes: loop {
            self.budget.step()?;
            let node = cursor.node();
            let range = node.byte_range();
            if range.start >= end {
                break;
            }
            let next = covered.partition_point(|covered| covered.end <= range.start);
            let next = covered.get(next).filter(|next| next.start < range.end);
            let is_covered =
                next.is_some_and(|next| next.start <= range.start && range.end <= next.end);
            if range.end > start && !is_covered {
                let is_partial = next.is_some() || range.start < start;
                if is_partial && cursor.goto_first_child() {
                    depth += 1;
                    continue;
                }
                if !is_partial && !is_separator(self.text(node)) {
                    inside.push(range);
                }
            }
            while !cursor.goto_next_sibling() {
                if depth == 0 || !cursor.goto_parent() {
                    break 'nodes;
                }
                depth -= 1;
            }
        }
        let rest = self.coverage.rest_of_blocks.iter();
        Ok(Uncovered {
            inside,
            rest_of_block: rest.filter(|rest| rest.start >= end).cloned().collect(),
        })
    }
}

/// Returns the union of `ranges` as ordered ranges that do not touch.
fn merged(ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(sorted.len());
    for range in sorted {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Returns whether code is a separator without a meaning of its own.
fn is_separator(text: &[u8]) -> bool {
    matches!(text.trim_ascii(), b"" | b"," | b";" | b"\\")
}
