//! Outline table for Python, and the assignment rules that Starlark shares. Documentation is the
//! docstring (PEP 257).

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Field, Function, Method, TypeAlias, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, HASH_REGION, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_clause case_pattern for_in_clause for_statement if_clause if_statement \
        match_statement try_statement while_statement with_statement",
    rules: &[
        rule("class_definition", Class),
        rule("function_definition", Function)
            .member(Method)
            .refine(function),
        rule("assignment", Variable)
            .member(Field)
            .name(Name::Each(targets))
            .value(&["right"])
            .not_local()
            .refine(assignment),
        rule("type_alias_statement", TypeAlias).refined(type_alias),
    ],
    wrappers: "decorated_definition",
    opaque: "argument_list parameters string lambda",
    attributes: "decorator",
    doc: DocStyle::NONE,
    doc_string: Some(doc_string),
    words: &[("async", Modifier::Async)],
    convention: Some(convention),
    elided: "...",
    placeholder: "pass",
    is_layout: true,
    gap: 2,
    region: HASH_REGION,
    lists: &[("dictionary list set tuple", b',')],
    list_wrappers: "parenthesized_expression",
    ..OutlineTable::EMPTY
};

fn function(draft: &mut Draft<'_, '_>) -> bool {
    if draft.kind == Method && draft.name_bytes() == b"__init__" {
        draft.kind = Constructor;
    }
    if draft.name_bytes().starts_with(b"test_") {
        draft.modifiers.insert(Modifier::Test);
    }
    true
}

/// Returns the names assigned by an assignment, and its left side.
pub(crate) fn targets<'t>(
    assignment: Node<'t>,
    _source: &[u8],
) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let left = assignment.child_by_field_name("left")?;
    let mut names = Vec::new();
    let mut rest = vec![left];
    while let Some(node) = rest.pop() {
        match node.kind() {
            "identifier" => names.push(node),
            "pattern_list" | "tuple_pattern" | "list_pattern" | "list_splat_pattern" => {
                let mut cursor = node.walk();
                let parts: Vec<_> = node.named_children(&mut cursor).collect();
                rest.extend(parts.into_iter().rev());
            }
            _ => {}
        }
    }
    Some((names, left))
}

/// Makes a name in capitals a constant (PEP 8).
pub(crate) fn assignment(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    let is_capital =
        name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(u8::is_ascii_lowercase);
    if is_capital {
        draft.kind = Constant;
    }
    // In `a = b = 1`, the second name is a sibling of the first, not a child.
    draft.is_transparent = true;
    true
}

fn type_alias(draft: &mut Draft<'_, '_>) -> bool {
    let left = draft.node.child_by_field_name("left");
    let left = left.and_then(|left| left.named_child(0)).or(left);
    let name = match left {
        Some(left) if left.kind() == "generic_type" => left.named_child(0),
        left => left,
    };
    // The grammar parses the assignment `type(a).b = c` as a type alias.
    draft.set_name(name.filter(|name| name.kind() == "identifier"))
}

/// Marks a name with a leading underscore as private (PEP 8), unless underscores also end it.
/// Returns the string at the start of a body, which may be the whole body, or of a file.
pub(crate) fn doc_string(body: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = body.walk();
    let mut children = body.named_children(&mut cursor);
    let first = match body.kind() {
        "block" | "module" => children.find(|child| child.kind() != "comment")?,
        _ => body,
    };
    let string = match first.kind() {
        "expression_statement" => first.named_child(0)?,
        _ => first,
    };
    matches!(string.kind(), "string" | "concatenated_string").then_some(string)
}

fn convention(draft: &mut Draft<'_, '_>) {
    let name = draft.name_bytes();
    if name.starts_with(b"_") && !name.ends_with(b"__") {
        draft.modifiers.insert(Modifier::Private);
    }
}
