//! Splits a syntax tree into parts on which a query runs in turn, so that its time stays linear in
//! hostile trees.
//!
//! tree-sitter's query cursor takes quadratic time in two kinds of trees: those nested more than
//! 65,535 levels deep, since it counts levels in 16 bits, and those with syntax errors of thousands
//! of consecutive punctuation characters, since it looks for a named node after each of them. A
//! part is at most [`MAX_LEVELS`] levels deep, and the children of a large syntax error form their
//! own parts.
//!
//! Invariants: each node is in one part, and outer nodes are in earlier parts than inner ones. A
//! tree of ordinary code is a single part. No pattern matches across the border of two parts.

use std::ops::Range;

use ransack_base::{Aborted, CancelToken};
use tree_sitter::{Node, QueryCursor, Tree};

/// Maximum depth of a part.
const MAX_LEVELS: usize = 512;

/// Number of children from which a syntax error is split.
const MAX_ERROR_CHILDREN: usize = 256;

/// Number of nodes between two checks of the token.
const CHECK_INTERVAL: usize = 4096;

/// Nodes on which to run a query: those below a node, at most [`MAX_LEVELS`] deep, that begin in a
/// range.
pub(super) struct QueryPart<'t> {
    pub(super) root: Node<'t>,
    /// Byte range in which the nodes of the part begin.
    pub(super) range: Range<usize>,
    is_deep: bool,
    is_whole: bool,
}

impl QueryPart<'_> {
    /// Restricts a cursor to the part of this part in a byte range. Returns false if the range has no
    /// part of it.
    pub(super) fn restrict(&self, cursor: &mut QueryCursor, within: &Range<usize>) -> bool {
        let depth = self.is_deep.then_some(MAX_LEVELS as u32 - 1);
        cursor.set_max_start_depth(depth);
        let range = match self.is_whole {
            true => within.clone(),
            false => self.range.start.max(within.start)..self.range.end.min(within.end),
        };
        // A cursor takes an empty range for the whole text.
        !range.is_empty() && {
            cursor.set_byte_range(range);
            true
        }
    }
}

/// Returns the parts of a tree.
///
/// O(n) in the nodes with at least [`MAX_LEVELS`] descendants and their
/// children; allocates only for the parts.
pub(super) fn query_parts<'t>(
    tree: &'t Tree,
    token: &CancelToken,
) -> Result<Vec<QueryPart<'t>>, Aborted> {
    let mut parts = Vec::new();
    let mut roots = vec![tree.root_node()];
    let mut next = 0;
    while let Some(&root) = roots.get(next) {
        next += 1;
        if next % CHECK_INTERVAL == 0 {
            token.heartbeat()?;
        }
        add_parts(root, &mut parts, &mut roots, token)?;
    }
    Ok(parts)
}

/// Adds the parts of a subtree down to [`MAX_LEVELS`] deep, and the roots of further parts to
/// `roots`.
fn add_parts<'t>(
    root: Node<'t>,
    parts: &mut Vec<QueryPart<'t>>,
    roots: &mut Vec<Node<'t>>,
    token: &CancelToken,
) -> Result<(), Aborted> {
    let mut cursor = root.walk();
    let mut depth = 0;
    let mut is_deep = false;
    let mut holes = Vec::new();
    for step in 0usize.. {
        if step % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
            token.heartbeat()?;
        }
        let node = cursor.node();
        let mut descends = false;
        if depth == MAX_LEVELS {
            is_deep = true;
            roots.push(node);
        } else if node.is_error() && node.child_count() as usize > MAX_ERROR_CHILDREN {
            holes.push(node.byte_range());
            let mut children = node.walk();
            roots.extend(node.children(&mut children));
        } else {
            // Each level requires a node.
            let may_split = node.descendant_count() > MAX_ERROR_CHILDREN.min(MAX_LEVELS - depth);
            descends = may_split && cursor.goto_first_child();
            depth += usize::from(descends);
        }
        if descends {
            continue;
        }
        loop {
            if depth == 0 {
                push_ranges(root, &holes, is_deep, parts);
                return Ok(());
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
            depth -= 1;
        }
    }
    Ok(())
}

/// Adds the parts of a subtree between its `holes`, which are in order.
fn push_ranges<'t>(
    root: Node<'t>,
    holes: &[Range<usize>],
    is_deep: bool,
    parts: &mut Vec<QueryPart<'t>>,
) {
    let Range { mut start, end } = root.byte_range();
    let mut push = |range: Range<usize>| {
        if !range.is_empty() || holes.is_empty() {
            parts.push(QueryPart {
                root,
                range,
                is_deep,
                is_whole: holes.is_empty(),
            });
        }
    };
    for hole in holes {
        push(start..hole.start);
        start = hole.end;
    }
    push(start..end);
}
