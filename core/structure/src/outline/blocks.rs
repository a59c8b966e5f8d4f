//! Comments at the start and end of blocks: which of them belong to a definition and its parts.

use std::ops::Range;

use ransack_base::internal::line_start;
use tree_sitter::Node;

use crate::outline::compiled::{CompiledTable, NodeAction};

/// Text whose blocks may begin and end with comments.
pub(crate) struct Blocks<'a> {
    pub(crate) source: &'a [u8],
    pub(crate) compiled: &'a CompiledTable,
}

impl Blocks<'_> {
    /// Returns the line comments on lines of their own at the end of a node, last first.
    pub(crate) fn trailing_comments<'t>(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let source = self.source;
        let mut comments = Vec::new();
        let mut end = trimmed(source, node.byte_range()).end;
        loop {
            let line = line_start(source, end);
            let text = source.get(line..end).unwrap_or_default();
            let at = end - text.trim_ascii_start().len();
            let mut markers = self.compiled.table.doc.lines.iter();
            let is_marked = markers.any(|marker| source[at..end].starts_with(marker.as_bytes()));
            if !is_marked || at <= node.start_byte() {
                return comments;
            }
            let found = node.descendant_for_byte_range(at, at + 1);
            let is_comment = |found: &Node<'_>| {
                self.compiled.action(*found) == NodeAction::Comment && found.start_byte() == at
            };
            let Some(comment) = found.filter(is_comment) else {
                return comments;
            };
            comments.push(comment);
            end = source[..line].trim_ascii_end().len();
        }
    }

    /// Returns the start of a body or value in a layout, including the comments that begin its block,
    /// which are not part of its node. `after` is an offset in the header.
    pub(crate) fn block_start(&self, node: Node<'_>, after: usize, mut start: usize) -> usize {
        let source = self.source;
        if !self.compiled.table.is_layout || matches!(source.get(start), Some(b'=' | b'|')) {
            return start;
        }
        loop {
            let line = line_start(source, start);
            let above = source[..line].trim_ascii_end();
            let line_above = &above[line_start(source, above.len())..];
            let at = above.len() - line_above.trim_ascii_start().len();
            if at <= after || !source[line..start].trim_ascii().is_empty() {
                return start;
            }
            let found = node.descendant_for_byte_range(at, at + 1);
            let is_comment = |found: Node<'_>| {
                self.compiled.action(found) == NodeAction::Comment && found.start_byte() == at
            };
            if !found.is_some_and(is_comment) {
                return start;
            }
            start = at;
        }
    }

    /// Returns the end of a definition that is one node, without the comments at the end of the node
    /// that belong to other code: in a layout, comments that are not indented more than the
    /// definition, and otherwise comments directly above the next code.
    pub(crate) fn own_end(&self, node: Node<'_>, whole: &Range<usize>) -> usize {
        let source = self.source;
        let column = |at: usize| at - line_start(source, at);
        let lines = |range: Range<usize>| memchr::memchr_iter(b'\n', &source[range]).count();
        let mut end = whole.end;
        let mut next = source.len() - source[end..].trim_ascii_start().len();
        for comment in self.trailing_comments(node) {
            let at = comment.start_byte();
            let is_foreign = match self.compiled.table.is_layout {
                true => column(at) <= column(whole.start),
                false => next < source.len() && lines(end..next) == 1,
            };
            if !is_foreign || at <= whole.start {
                break;
            }
            next = at;
            end = source[..at].trim_ascii_end().len();
        }
        end
    }
}

/// Returns a range without trailing white space.
pub(crate) fn trimmed(source: &[u8], range: Range<usize>) -> Range<usize> {
    let text = source.get(range.clone()).unwrap_or_default();
    range.start..range.start + text.trim_ascii_end().len()
}
