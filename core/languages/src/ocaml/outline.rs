//! Outline table for OCaml. Documentation is `(** *)` above, or after a definition.

use tree_sitter::Node;

use crate::outline::doc::comment_text;
use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Class, Constant, Enum, Field, Function, Impl, Interface, Method, Module, Struct, Test,
    TypeAlias, Variant,
};
use crate::outline::kind::{Modifier, has_locals, is_type};
use crate::outline::table::{
    DocStyle, Draft, IndentUnit, Name, OutlineTable, OutlineText, child_of_kind, rule,
};

const DOC: DocStyle = DocStyle {
    lines: &[],
    blocks: &[("(**", "*)")],
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_expression if_expression match_case match_expression match_operator \
        try_expression while_expression",
    sequences: "sequence_expression",
    rules: &[
        rule("module_binding", Module)
            .child(&["module_name"])
            .body(&["structure", "signature"]),
        rule("module_type_definition", Interface).child(&["module_type_name"]),
        rule("type_binding", TypeAlias)
            .body(&[])
            .value(&["variant_declaration", "record_declaration"])
            .refine(type_binding),
        rule("constructor_declaration", Variant)
            .child(&["constructor_name"])
            .body(&[]),
        rule("field_declaration", Field)
            .child(&["field_name"])
            .body(&[])
            .refine(field),
        rule("class_binding", Class).child(&["class_name"]),
        rule("class_type_binding", Interface).child(&["class_type_name"]),
        rule("method_definition", Method).child(&["method_name"]),
        rule("method_specification", Method)
            .child(&["method_name"])
            .refine(specification),
        rule("instance_variable_definition", Field)
            .child(&["instance_variable_name"])
            .body(&[])
            .value(&["body"])
            .refine(field),
        rule("let_binding", Constant)
            .body(&[])
            .value(&["body"])
            .refined(binding),
        rule("value_name", Constant)
            .name(Name::Whole)
            .not_local()
            .refine(name_in_tuple),
        rule("value_specification", Constant)
            .body(&[])
            .refined(specification),
        rule("external", Function).body(&[]).refined(external),
    ],
    wrappers: "value_definition type_definition module_definition class_definition \
        class_type_definition exception_definition",
    opaque: "string quoted_string attribute item_attribute parameter module_parameter \
        constructor_path function_type",
    doc: DOC,
    words: &[
        ("private", Modifier::Private),
        ("virtual", Modifier::Abstract),
    ],
    convention: Some(convention),
    arrange: Some(arrange),
    elided: "failwith \"...\"",
    blocks: b"",
    region: ["(* #region", "(* #endregion", " *)"],
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Distinguishes sum types, records and type extensions by the body.
fn type_binding(draft: &mut Draft<'_, '_>) -> bool {
    let kind = |field| {
        draft
            .node
            .child_by_field_name(field)
            .map(|node| node.kind())
    };
    draft.kind = match kind("body") {
        _ if kind("name") == Some("type_constructor_path") => Impl,
        Some("variant_declaration") => Enum,
        Some("record_declaration") => Struct,
        _ => TypeAlias,
    };
    draft.set_name(draft.node.child_by_field_name("name"))
}

/// Marks fields as read-only unless they are mutable.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    if draft.child(&["mutable"]).is_none() {
        draft.modifiers.insert(Modifier::Readonly);
    }
    true
}

/// Keeps values and functions. Of local bindings, keeps only functions inside functions.
fn binding(draft: &mut Draft<'_, '_>) -> bool {
    let Some(pattern) = draft.node.child_by_field_name("pattern") else {
        return false;
    };
    let value = draft.node.child_by_field_name("body");
    let value_kind = value.map_or("", |value| value.kind());
    let has_parameters = draft.child(&["parameter"]).is_some();
    let is_function =
        has_parameters || matches!(value_kind, "fun_expression" | "function_expression");
    let in_function = draft.parent.is_some_and(|(kind, _)| has_locals(kind));
    let is_local = in_function
        || draft
            .ancestor(2)
            .is_some_and(|n| n.kind() == "let_expression");
    if is_local && !(in_function && is_function) {
        return false;
    }
    let is_test = pattern.kind() == "string";
    if is_function || is_test {
        draft.kind = if is_test { Test } else { Function };
        // The signature includes the parameters of `fun`; the cases of `function` are in its body.
        let body = match value_kind {
            "fun_expression" => value.and_then(|value| value.child_by_field_name("body")),
            _ => value,
        };
        draft.body = body.map(|body| body.byte_range());
    }
    match pattern.kind() {
        "value_name" | "parenthesized_operator" => set_plain_name(draft, Some(pattern)),
        "string" => {
            draft.name = pattern.start_byte() + 1..pattern.end_byte().saturating_sub(1);
            true
        }
        _ => false,
    }
}

/// Takes a name without the parentheses around an operator.
fn set_plain_name(draft: &mut Draft<'_, '_>, name: Option<Node<'_>>) -> bool {
    let operator = name.filter(|name| name.kind() == "parenthesized_operator");
    draft.set_name(operator.and_then(|name| name.named_child(0)).or(name))
}

/// Keeps the names of `let a, b = ...`.
fn name_in_tuple(draft: &mut Draft<'_, '_>) -> bool {
    let kind = |n| draft.ancestor(n).map_or("", |node| node.kind());
    kind(1) == "tuple_pattern"
        && kind(2) == "let_binding"
        && kind(3) == "value_definition"
        && kind(4) != "let_expression"
}

/// Keeps the requirements of module types and class types.
fn specification(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Abstract);
    if draft.kind == Method {
        return true;
    }
    let ty = draft.node.child_by_field_name("type");
    if ty.is_some_and(|ty| matches!(ty.kind(), "function_type" | "polymorphic_type")) {
        let in_type = draft.parent.is_some_and(|(kind, _)| is_type(kind));
        draft.kind = if in_type { Method } else { Function };
    }
    let name = draft.child(&["value_name", "parenthesized_operator"]);
    set_plain_name(draft, name)
}

fn external(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Extern);
    let name = draft.child(&["value_name", "parenthesized_operator"]);
    set_plain_name(draft, name)
}

/// Reads a `[@@deprecated]` after a definition.
fn convention(draft: &mut Draft<'_, '_>) {
    let around = draft.ancestor(1);
    let around = around.filter(|around| around.kind() == "exception_definition");
    for node in [Some(draft.node), around].into_iter().flatten() {
        let attribute = child_of_kind(node, &["item_attribute", "attribute"]);
        let name = attribute.and_then(|attribute| child_of_kind(attribute, &["attribute_id"]));
        if name.is_some_and(|name| draft.text(name).ends_with(b"deprecated")) {
            draft.modifiers.insert(Modifier::Deprecated);
        }
    }
}

/// Takes the comments after definitions as documentation, without a range: the comment of the last
/// constructor is outside its type.
fn arrange(mut items: Vec<OutlineItem>, text: OutlineText<'_>) -> Vec<OutlineItem> {
    take_trailing_docs(&mut items, text);
    items
}

fn take_trailing_docs(items: &mut [OutlineItem], text: OutlineText<'_>) {
    let mut next_doc = None;
    for item in items.iter_mut().rev() {
        take_trailing_docs(&mut item.children, text);
        let end = item.span().end.offset;
        // A comment on the line of the last constructor documents the constructor, not the type.
        let last = item.children.last();
        let ends_with_child = last.is_some_and(|last| last.span().end.offset == end);
        let comment = trailing_comment(text.source, end)
            .filter(|comment| Some(comment.range.start) != next_doc)
            .filter(|comment| !ends_with_child || comment.is_in_next_line)
            .filter(|comment| item.kind != Variant || !comment.is_in_next_line);
        if let (None, Some(comment)) = (&item.doc, comment) {
            let comment = text.source.get(comment.range).unwrap_or_default();
            item.doc = comment_text(comment, &DOC).filter(|doc| !doc.is_empty());
        }
        next_doc = item.doc_span().map(|span| span.start.offset);
    }
}

/// Documentation comment after a definition.
struct TrailingComment {
    range: std::ops::Range<usize>,
    is_in_next_line: bool,
}

/// Returns the documentation comment that follows on the same or the next line.
fn trailing_comment(source: &[u8], end: usize) -> Option<TrailingComment> {
    let rest = source.get(end..)?;
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b';' | b',');
    let gap = rest.iter().take_while(|byte| is_gap(byte)).count();
    let feeds = rest[..gap].iter().filter(|byte| **byte == b'\n').count();
    let comment = rest[gap..].strip_prefix(b"(**")?;
    let len = memchr::memmem::find(comment, b"*)")?;
    (feeds < 2).then(|| TrailingComment {
        range: end + gap..end + gap + 3 + len + 2,
        is_in_next_line: feeds == 1,
    })
}
