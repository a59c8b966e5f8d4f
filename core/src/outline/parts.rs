//! Parts of a node to which a rule applies: its names, their declarators, body and value.

use std::ops::Range;

use tree_sitter::Node;

use super::kind::ItemKind;
use super::table::{self, Name, Rule};

/// Parts of a node that all its definitions share.
pub(super) struct Parts {
    pub(super) body: Option<Range<usize>>,
    pub(super) value_start: Option<usize>,
    pub(super) value: Option<Range<usize>>,
}

impl Parts {
    pub(super) fn of(rule: &Rule, node: Node<'_>) -> Parts {
        let value = first_part(node, rule.value);
        Parts {
            body: first_part(node, rule.body).map(|body| body.byte_range()),
            value_start: value.map(|value| value.start_byte()),
            value: value.and_then(|value| value_range(rule, value)),
        }
    }
}

/// Returns the range of a value, which begins at a node or after an operator.
fn value_range(rule: &Rule, value: Node<'_>) -> Option<Range<usize>> {
    use ItemKind::{Constant, Field, Property, Variable, Variant};
    let has_value = matches!(rule.kind, Constant | Variable | Field | Property | Variant);
    let is_operator = |node: &Node<'_>| node.kind().ends_with('=') || node.kind() == "operator";
    let found = match is_operator(&value) {
        true => value.next_named_sibling(),
        false => Some(value).filter(Node::is_named),
    };
    found.filter(|_| has_value).map(|value| value.byte_range())
}

/// Child that declares a name.
pub(super) struct Declarator<'t> {
    pub(super) node: Node<'t>,
    /// Range of all declarators, if there are several.
    pub(super) list: Option<Range<usize>>,
}

impl<'t> Declarator<'t> {
    /// Returns the node and the range of the list, if there are several.
    pub(super) fn in_list(&self) -> Option<(Node<'t>, Range<usize>)> {
        self.list.clone().map(|list| (self.node, list))
    }
}

/// Returns the nodes that declare the names of a rule with several, and the range of all of them.
pub(super) fn declarators<'t>(
    name: Name,
    node: Node<'t>,
    source: &[u8],
) -> Option<(Vec<Node<'t>>, Option<Range<usize>>)> {
    match name {
        Name::List(field) => {
            let mut cursor = node.walk();
            let nodes = node.children_by_field_name(field, &mut cursor);
            // Some grammars count the commas between as names.
            let nodes: Vec<_> = nodes.filter(Node::is_named).collect();
            let list = enclosing(
                nodes
                    .iter()
                    .map(Node::byte_range)
                    .collect::<Vec<_>>()
                    .iter(),
            );
            Some((nodes, list))
        }
        Name::Each(find) => {
            let (nodes, list) = find(node, source).unzip();
            let nodes = nodes.unwrap_or_default();
            // Without a node for the list it is the first of the names.
            let ranges: Vec<_> = list.iter().chain(&nodes).map(Node::byte_range).collect();
            Some((nodes, enclosing(ranges.iter())))
        }
        _ => None,
    }
}

/// Returns the range of a name; empty if the rule sets it, `None` if the node has none.
pub(super) fn name_range(
    name: Name,
    node: Node<'_>,
    declarator: Option<Node<'_>>,
) -> Option<Range<usize>> {
    let found = match name {
        Name::Fields(fields) => {
            let mut found = node;
            for field in fields {
                found = found.child_by_field_name(field)?;
            }
            found
        }
        Name::Child(kinds) => table::child_of_kind(node, kinds)?,
        Name::List(_) => innermost_declarator(declarator?),
        Name::Each(_) => declarator?,
        Name::Whole => node,
        Name::Refined => return Some(node.start_byte()..node.start_byte()),
    };
    Some(found.byte_range()).filter(|range| !range.is_empty())
}

/// Follows the declarators of C to the name.
pub(super) fn innermost_declarator(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    loop {
        match node.kind() {
            "operator_cast" => return node,
            "variable_declarator" => return node.child_by_field_name("name").unwrap_or(node),
            _ => {}
        }
        let inner = node.child_by_field_name("declarator").or_else(|| {
            let is_wrapper = matches!(
                node.kind(),
                "parenthesized_declarator" | "reference_declarator" | "attributed_declarator"
            );
            is_wrapper.then(|| last_declarator(node)).flatten()
        });
        match inner {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}

fn last_declarator(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let kinds = |child: &Node<'_>| {
        child.kind().ends_with("declarator") || child.kind().ends_with("identifier")
    };
    node.named_children(&mut cursor).find(kinds)
}

/// Returns the first of the fields or kinds that the node has.
fn first_part<'t>(node: Node<'t>, parts: &[&str]) -> Option<Node<'t>> {
    parts.iter().find_map(|part| table::part(node, part))
}

/// Returns the range from the first to the last of `ranges`.
pub(super) fn enclosing<'a>(
    ranges: impl Iterator<Item = &'a Range<usize>>,
) -> Option<Range<usize>> {
    ranges
        .cloned()
        .reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
}
