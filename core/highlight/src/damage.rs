//! Parts of a text that a syntax error leaves without structure, for the line engine to fill in.
//!
//! Invariant: the parts are in order and disjoint. Nodes that the parser completed inside an error
//! are not part of them if their words have classes.

use std::ops::Range;

use memchr::{memchr, memrchr};
use ransack_base::{Aborted, CancelToken};
use tree_sitter::{Node, Tree};

/// Number of nodes between two checks of the token.
const CHECK_INTERVAL: usize = 4096;

/// Bytes before a damaged part up to which the line engine begins at the start of the document, since
/// its state may depend on the text before the part. Beyond that, it would take too long.
const MAX_LEAD: usize = 4 << 10;

/// Consecutive damaged parts of a document that the line engine classifies in one run.
pub(super) struct DamagedLines {
    /// Byte range from the start of the first line, or of the document, to the end of the last part.
    pub(super) lines: Range<usize>,
    pub(super) parts: Vec<Range<usize>>,
}

/// Returns the damaged parts of a text of `len` bytes, given its tree. `has_classes` returns whether
/// the words of a range have classes.
///
/// O(n) in the text of the syntax errors, the nodes that contain one and their children; allocates
/// only for the parts.
pub(super) fn damaged_parts(
    tree: &Tree,
    len: usize,
    has_classes: impl Fn(Range<usize>) -> bool,
    token: &CancelToken,
) -> Result<Vec<Range<usize>>, Aborted> {
    let root = tree.root_node();
    let mut parts = Vec::new();
    if !root.has_error() {
        return Ok(parts);
    }
    let mut cursor = root.walk();
    let mut visited = 0;
    'tree: loop {
        visited += 1;
        if visited % CHECK_INTERVAL == 0 {
            token.heartbeat()?;
        }
        let node = cursor.node();
        if node.is_error() {
            push_loose(node, &has_classes, &mut parts);
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'tree;
            }
        }
    }
    // A parser may stop at an error.
    parts.push(root.end_byte()..len);
    parts.retain(|part| !part.is_empty());
    // The parts of an error surround the parts of the errors in its children.
    parts.sort_unstable_by_key(|part| part.start);
    Ok(parts)
}

/// Adds the parts of an error outside of its children that have structure and classes.
fn push_loose(
    error: Node<'_>,
    has_classes: impl Fn(Range<usize>) -> bool,
    parts: &mut Vec<Range<usize>>,
) {
    let mut start = error.start_byte();
    let mut cursor = error.walk();
    for child in error.children(&mut cursor) {
        // The errors in a child have parts of their own.
        if child.child_count() > 0 && (child.has_error() || has_classes(child.byte_range())) {
            parts.push(start..child.start_byte());
            start = child.end_byte();
        }
    }
    parts.push(start..error.end_byte());
}

/// Groups parts near the start of their document, and those whose lines are the same or adjacent.
/// `begin` returns the start of the document that a part is in.
pub(super) fn group_by_lines(
    text: &[u8],
    parts: Vec<Range<usize>>,
    begin: impl Fn(usize) -> usize,
) -> Vec<DamagedLines> {
    let mut groups: Vec<DamagedLines> = Vec::new();
    for part in parts {
        let begin = begin(part.start);
        let is_near = part.start - begin <= MAX_LEAD;
        if let Some(group) = groups.last_mut()
            && group.lines.start >= begin
            && (is_near || is_same_or_next_line(text, group.lines.end, part.start))
        {
            group.lines.end = part.end;
            group.parts.push(part);
            continue;
        }
        let start = match is_near {
            true => begin,
            false => memrchr(b'\n', &text[begin..part.start]).map_or(begin, |at| begin + at + 1),
        };
        groups.push(DamagedLines {
            lines: start..part.end,
            parts: vec![part],
        });
    }
    groups
}

/// Returns whether `at` is in the line of `end`, which is not after it, or in the next one.
fn is_same_or_next_line(text: &[u8], end: usize, at: usize) -> bool {
    let between = text.get(end..at).unwrap_or_default();
    memchr(b'\n', between).is_none_or(|feed| memchr(b'\n', &between[feed + 1..]).is_none())
}
