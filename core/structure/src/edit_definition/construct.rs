//! Finds the condition, loop or other construct around a definition, so that members of a file or
//! definition are inserted next to the construct and not into it.

use std::ops::Range;

use ransack_languages::internal::{OutlineTable, has_locals, has_word, tables};
use ransack_languages::{ItemKind, OutlineItem};
use tree_sitter::Node;

use crate::edit_definition::editor::Editor;

/// Statement with a condition, a loop or a similar construct around a definition.
pub(super) struct Construct<'a> {
    /// Range of the statement, with the comments above it.
    pub(super) range: Range<usize>,
    /// Indentation of the statements next to it.
    pub(super) indent: &'a [u8],
}

impl<'a> Editor<'_, 'a, '_> {
    /// Returns the statement in `inside`, the code in `container`, that has a definition in a
    /// condition, a loop or a similar construct. Returns `None` if nothing like this is around the
    /// definition, or if the code is an expression.
    pub(super) fn construct(
        &self,
        container: Option<&OutlineItem>,
        item: &OutlineItem,
        inside: &Range<usize>,
    ) -> Option<Construct<'a>> {
        let site = self.site;
        let start = item.signature_span().start.offset;
        let end = item.span().end.offset;
        let is_function = container.is_some_and(|container| has_locals(container.kind));
        let table = site.table_at(start);
        let block_kinds = tables(site.language_at(start)).patterns.block_kinds;
        let is_expression = is_function && table.blocks.is_empty();
        if is_expression || item.kind == ItemKind::Key {
            return None;
        }
        let contains = |node: &Node<'_>| {
            let range = node.byte_range();
            inside.start <= range.start
                && range.end <= inside.end
                && range.start <= start
                && range.end >= end
                && (range.start < start || trimmed_end(site.source, *node) > end)
        };
        let root = site.tree.root_node();
        let mut node = root.descendant_for_byte_range(start, start + 1);
        let mut statement = None;
        let mut is_conditional = false;
        while let Some(around) = node.filter(|node| *node != root) {
            if contains(&around) {
                if self.is_guard(around) {
                    break;
                }
                if is_conditional_node(around, table, site.source) {
                    is_conditional = true;
                    statement = Some(around);
                } else if is_conditional && !is_body(around, inside, site.source, block_kinds) {
                    if has_word(table.transparent, around.kind()) {
                        break;
                    }
                    statement = Some(around);
                }
            }
            node = around.parent();
        }
        let statement = statement?;
        let mut first = statement;
        while let Some(above) = first.prev_sibling() {
            let end = trimmed_end(site.source, above);
            let is_above = has_word(table.comments, above.kind())
                && above.start_byte() >= site.code_start()
                && site.begins_line(above.start_byte())
                && site.feeds(end..first.start_byte()) == 1;
            if !is_above {
                break;
            }
            first = above;
        }
        // A directive stands in the first column.
        let is_directive = has_word(site.directives().conditions, statement.kind());
        Some(Construct {
            range: first.start_byte()..trimmed_end(site.source, statement),
            indent: site.indent(if is_directive {
                start
            } else {
                statement.start_byte()
            }),
        })
    }

    /// Returns whether a node is an include guard: a condition around the whole file that a macro is
    /// not defined, which the file then defines.
    fn is_guard(&self, node: Node<'_>) -> bool {
        self.guard_name(node).is_some()
    }

    /// Returns the macro of the include guard around the file.
    pub(super) fn guard(&self) -> Option<&'a [u8]> {
        let root = self.site.tree.root_node();
        let mut cursor = root.walk();
        let mut children = root.children(&mut cursor);
        children.find_map(|child| self.guard_name(child))
    }

    fn guard_name(&self, node: Node<'_>) -> Option<&'a [u8]> {
        let site = self.site;
        let root = site.tree.root_node();
        let name = (site.directives().include_guard)(site.source, node)?;
        let comments = site.table_at(node.start_byte()).comments;
        let mut cursor = root.walk();
        let mut others = root.children(&mut cursor);
        let is_whole = others.all(|other| other == node || has_word(comments, other.kind()));
        (is_whole && node.parent() == Some(root)).then_some(name)
    }
}

/// Returns whether the statements in a node may not run.
fn is_conditional_node(node: Node<'_>, table: &OutlineTable, source: &[u8]) -> bool {
    let text = source.get(node.byte_range()).unwrap_or_default();
    let name = text.split(|byte| !byte.is_ascii_lowercase()).next();
    let name = str::from_utf8(name.unwrap_or_default()).unwrap_or_default();
    let (call, names) = table.condition_calls;
    has_word(table.conditions, node.kind()) || (node.kind() == call && has_word(names, name))
}

/// Returns whether a node is the list of all statements in `inside`, and not the only statement.
fn is_body(node: Node<'_>, inside: &Range<usize>, source: &[u8], block_kinds: &str) -> bool {
    if !has_word(block_kinds, node.kind()) {
        return false;
    }
    let text = source.get(inside.clone()).unwrap_or_default();
    let start = inside.end - text.trim_ascii_start().len();
    let end = inside.start + text.trim_ascii_end().len();
    node.start_byte() <= start && trimmed_end(source, node) >= end
}

/// Returns the end of a node without trailing white space.
fn trimmed_end(source: &[u8], node: Node<'_>) -> usize {
    let text = source.get(node.byte_range()).unwrap_or_default();
    node.start_byte() + text.trim_ascii_end().len()
}
