//! Outline table for PHP. Documentation is PHPDoc: `/** */`.

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Enum, Function, Interface, Method, Namespace, Property, Trait,
    Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::promoted::promote;
use crate::outline::table::{DocStyle, Draft, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_statement do_statement for_statement foreach_statement if_statement \
        match_block match_condition_list match_conditional_expression \
        match_default_expression match_expression switch_block switch_statement \
        try_statement while_statement",
    transparent: "declaration_list",
    branches: "do_statement else_clause else_if_clause for_statement foreach_statement \
        if_statement while_statement",
    sequences: "sequence_expression",
    else_clauses: "else_clause",
    separator: "::",
    rules: &[
        rule("namespace_definition", Namespace),
        rule("class_declaration", Class),
        rule("interface_declaration", Interface),
        rule("trait_declaration", Trait),
        rule("enum_declaration", Enum),
        rule("enum_case", Variant).value(&["value"]),
        rule("function_definition", Function),
        rule("method_declaration", Method).refine(method),
        rule("property_element", Property)
            .value(&["default_value"])
            .refine(property),
        rule("property_promotion_parameter", Property)
            .value(&["default_value"])
            .refine(property),
        rule("const_element", Constant)
            .child(&["name"])
            .value(&["="]),
        rule("function_call_expression", Constant).refined(define),
    ],
    wrappers: "property_declaration const_declaration",
    opaque: "string encapsed_string heredoc",
    attributes: "attribute_list",
    doc: DocStyle {
        lines: &[],
        blocks: &[("/**", "*/")],
    },
    words: &[
        ("public", Modifier::Exported),
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("static", Modifier::Static),
        ("abstract", Modifier::Abstract),
        ("final", Modifier::Final),
        ("readonly", Modifier::Readonly),
    ],
    arrange: Some(promote),
    open_tag: "<?php ",
    lists: &[("array_creation_expression", b',')],
    ..OutlineTable::EMPTY
};

fn method(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    if name.eq_ignore_ascii_case(b"__construct") {
        draft.kind = Constructor;
    }
    if draft.body.is_none() {
        draft.modifiers.insert(Modifier::Abstract);
    }
    if name.starts_with(b"test")
        && draft
            .parent
            .is_some_and(|(_, class)| class.ends_with("Test"))
    {
        draft.modifiers.insert(Modifier::Test);
    }
    true
}

/// Removes the `$` from the name of a property.
fn property(draft: &mut Draft<'_, '_>) -> bool {
    if draft.name_bytes().starts_with(b"$") {
        draft.name.start += 1;
    }
    true
}

/// Keeps `define("NAME", value)` as a constant.
fn define(draft: &mut Draft<'_, '_>) -> bool {
    let function = draft.field_text("function");
    let function = function.strip_prefix(b"\\").unwrap_or(function);
    if !function.eq_ignore_ascii_case(b"define") {
        return false;
    }
    let arguments = draft.node.child_by_field_name("arguments");
    let first = arguments.and_then(|arguments| arguments.named_child(0));
    let Some(name) = first.and_then(|argument| argument.named_child(0)) else {
        return false;
    };
    let is_plain = name.kind() == "string"
        || name.kind() == "encapsed_string" && name.named_child_count() == 1;
    let range = name.byte_range();
    draft.name = range.start + 1..range.end.saturating_sub(1).max(range.start + 1);
    is_plain
}
