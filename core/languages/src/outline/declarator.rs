//! Declarators of C, which wrap the declared name.

use tree_sitter::Node;

/// Follows C declarators down to the name.
pub(crate) fn innermost_declarator(node: Node<'_>) -> Node<'_> {
    let field = node.language().field_id_for_name("declarator");
    innermost(node, field.map_or(0, Into::into))
}

/// Follows C declarators, which are the field `declarator`, down to the name.
pub fn innermost(mut node: Node<'_>, declarator: u16) -> Node<'_> {
    loop {
        match node.kind() {
            "operator_cast" => return node,
            "variable_declarator" => return node.child_by_field_name("name").unwrap_or(node),
            _ => {}
        }
        let inner = node.child_by_field_id(declarator).or_else(|| {
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
