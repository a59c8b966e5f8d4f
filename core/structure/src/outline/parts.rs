//! Parts of a node that matches a rule: its names with their declarators, its body and its value.

use std::num::NonZeroU16;
use std::ops::Range;

use ransack_languages::ItemKind;
use ransack_languages::internal::{Name, child_of_kind, innermost};
use tree_sitter::{Node, TreeCursor};

use crate::outline::compiled::{CompiledTable, OutlineRule, Part};

/// Parts that all definitions of a node share.
pub(crate) struct Parts {
    pub(crate) body: Option<Range<usize>>,
    pub(crate) value_start: Option<usize>,
    pub(crate) value: Option<Range<usize>>,
}

impl Parts {
    pub(crate) fn of(rule: &OutlineRule, node: Node<'_>) -> Parts {
        let value = first_part(node, &rule.value);
        Parts {
            body: first_part(node, &rule.body).map(|body| body_range(node, body)),
            value_start: value.map(|value| value.start_byte()),
            value: value.and_then(|value| value_range(rule.rule.kind, value)),
        }
    }
}

/// Returns the range of a body. In some grammars, the brackets of a body and its statements are
/// children of the definition.
fn body_range(node: Node<'_>, body: Node<'_>) -> Range<usize> {
    let last = node.child(node.child_count().saturating_sub(1));
    match last.filter(|last| body.kind() == "{" && last.kind() == "}") {
        Some(last) => body.start_byte()..last.end_byte(),
        None => body.byte_range(),
    }
}

/// Returns the range of a value, which begins at a node or after an operator.
fn value_range(kind: ItemKind, value: Node<'_>) -> Option<Range<usize>> {
    use ItemKind::{Constant, Field, Macro, Property, Variable, Variant};
    if !matches!(
        kind,
        Constant | Variable | Field | Macro | Property | Variant
    ) {
        return None;
    }
    let is_operator = value.kind().ends_with('=');
    let found = match is_operator {
        true => value.next_named_sibling(),
        false => Some(value).filter(Node::is_named),
    };
    found.map(|value| value.byte_range())
}

/// Child that declares a name.
pub(crate) struct Declarator<'t> {
    pub(crate) node: Node<'t>,
    /// Range of all declarators, if there are several.
    pub(crate) list: Option<Range<usize>>,
}

impl<'t> Declarator<'t> {
    /// Returns the node and the range of the list, if there are several.
    pub(crate) fn in_list(&self) -> Option<(Node<'t>, Range<usize>)> {
        self.list.clone().map(|list| (self.node, list))
    }
}

/// Returns the nodes that declare the names, for a rule with several names, and the range of all of
/// them.
pub(crate) fn declarators<'t>(
    rule: &OutlineRule,
    node: Node<'t>,
    source: &[u8],
    cursor: &mut TreeCursor<'t>,
) -> Option<(Vec<Node<'t>>, Option<Range<usize>>)> {
    match (rule.rule.name, rule.fields.as_slice()) {
        (Name::List(_), [field]) => {
            let field = NonZeroU16::new(*field)?;
            let nodes = node.children_by_field_id(field, cursor);
            // Some grammars include the commas in between as names.
            let nodes: Vec<_> = nodes.filter(Node::is_named).collect();
            let list = nodes.first().zip(nodes.last());
            let list = list.map(|(first, last)| first.start_byte()..last.end_byte());
            Some((nodes, list))
        }
        (Name::Each(find), _) => {
            let (nodes, list) = find(node, source).unzip();
            let nodes = nodes.unwrap_or_default();
            // Without a list node, `list` is the first name.
            let ranges: Vec<_> = list.iter().chain(&nodes).map(Node::byte_range).collect();
            Some((nodes, enclosing(ranges.iter())))
        }
        _ => None,
    }
}

/// Returns the range of a name: empty if the rule sets it, `None` if the node has no name.
pub(crate) fn name_range(
    rule: &OutlineRule,
    table: &CompiledTable,
    node: Node<'_>,
    declarator: Option<Node<'_>>,
) -> Option<Range<usize>> {
    let found = match rule.rule.name {
        Name::Fields(_) => {
            let mut found = node;
            for field in &rule.fields {
                found = found.child_by_field_id(*field)?;
            }
            found
        }
        Name::Child(kinds) => child_of_kind(node, kinds)?,
        Name::List(_) => innermost(declarator?, table.declarator),
        Name::Each(_) => declarator?,
        Name::Whole => node,
        Name::Refined => return Some(node.start_byte()..node.start_byte()),
    };
    Some(found.byte_range()).filter(|range| !range.is_empty())
}

/// Returns the child for the first of these fields or kinds that the node has.
fn first_part<'t>(node: Node<'t>, parts: &[Part]) -> Option<Node<'t>> {
    parts.iter().find_map(|part| part.of(node))
}

/// Returns the smallest range that contains all `ranges`.
pub(crate) fn enclosing<'a>(
    ranges: impl Iterator<Item = &'a Range<usize>>,
) -> Option<Range<usize>> {
    ranges
        .cloned()
        .reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
}
