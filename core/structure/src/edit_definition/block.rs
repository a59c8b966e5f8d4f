//! Placeholders, such as `pass`, for the only statement of a block when that statement is removed.

use std::ops::Range;

use ransack_languages::internal::{OutlineTable, has_word, tables};
use tree_sitter::Node;

use crate::edit_definition::editor::Editor;
use crate::edit_definition::site::Spot;

impl<'a> Editor<'_, 'a, '_> {
    /// Returns the code that replaces a removed statement with this range. Returns `None` unless
    /// the statement is the only one of a block and the language requires one.
    pub(super) fn placeholder(
        &self,
        spot: Spot<'a>,
        extent: &Range<usize>,
    ) -> Option<&'static str> {
        let name = spot.item.name_span().start.offset;
        let table = self.site.table_at(name);
        let block_kinds = tables(self.site.language_at(name)).patterns.block_kinds;
        let has_braces = table.placeholder.is_empty() && table.elided.starts_with('{');
        if table.placeholder.is_empty() && !has_braces {
            return None;
        }
        let root = self.site.tree.root_node();
        let mut node = root.descendant_for_byte_range(name, name + 1)?;
        loop {
            if node.start_byte() < extent.start {
                return None;
            }
            let parent = node.parent()?;
            if has_braces && has_word(table.branches, parent.kind()) {
                return is_branch(parent, node, table).then_some("{}");
            }
            if !has_braces && has_word(block_kinds, parent.kind()) {
                break;
            }
            node = parent;
        }
        (self.is_only(node, table)).then_some(table.placeholder)
    }

    /// Returns whether no other statement remains in the same block.
    fn is_only(&self, node: Node<'_>, table: &OutlineTable) -> bool {
        let is_removed = |other: &Node<'_>| {
            let range = other.byte_range();
            self.edits.iter().any(|edit| {
                edit.text.is_empty()
                    && edit.range.start <= range.start
                    && range.end <= edit.range.end
            })
        };
        let is_skipped = |other: &Node<'_>| {
            has_word(table.comments, other.kind())
                || matches!(other.kind(), ";" | "\n")
                || (other.is_named() && is_removed(other))
        };
        let mut before = node.prev_sibling();
        while let Some(other) = before.filter(is_skipped) {
            before = other.prev_sibling();
        }
        let mut after = node.next_sibling();
        while let Some(other) = after.filter(is_skipped) {
            after = other.next_sibling();
        }
        let begins = before
            .is_none_or(|other| matches!(other.kind(), "then" | "do" | "{" | "(" | "else" | ")"));
        let ends = after
            .is_none_or(|other| !other.is_named() || has_word(table.else_clauses, other.kind()));
        begins && ends
    }
}

/// Returns whether a node is the body of a condition or a loop.
fn is_branch(parent: Node<'_>, node: Node<'_>, table: &OutlineTable) -> bool {
    let fields = ["body", "consequence", "alternative"];
    let is_field = |field: &&str| parent.child_by_field_name(field) == Some(node);
    has_word(table.else_clauses, parent.kind()) || fields.iter().any(is_field)
}
