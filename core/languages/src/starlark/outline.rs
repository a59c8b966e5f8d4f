//! Outline table for Starlark as used by Bazel and Buck. Documentation is the docstring, as in
//! Python. A top-level call with a `name` is a target.

use crate::outline::kind::ItemKind::{Function, Target, Variable};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, HASH_REGION, Name, OutlineTable, rule};
use crate::python::outline as python;

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_clause case_pattern for_in_clause for_statement if_clause if_statement \
        match_statement while_statement with_statement",
    rules: &[
        rule("function_definition", Function),
        rule("assignment", Variable)
            .name(Name::Each(python::targets))
            .value(&["right"])
            .not_local()
            .refine(python::assignment),
        rule("expression_statement", Target)
            .not_local()
            .refined(target),
    ],
    opaque: "argument_list parameters string lambda",
    doc: DocStyle::NONE,
    doc_string: Some(python::doc_string),
    convention: Some(convention),
    elided: "pass",
    placeholder: "pass",
    is_layout: true,
    region: HASH_REGION,
    lists: &[("dictionary list tuple", b',')],
    list_wrappers: "parenthesized_expression",
    ..OutlineTable::EMPTY
};

/// Keeps calls whose argument `name` is a plain string.
fn target(draft: &mut Draft<'_, '_>) -> bool {
    let call = draft
        .node
        .named_child(0)
        .filter(|call| call.kind() == "call");
    let Some(call) = call else {
        return false;
    };
    let Some(arguments) = call.child_by_field_name("arguments") else {
        return false;
    };
    let mut cursor = arguments.walk();
    let value = arguments.named_children(&mut cursor).find_map(|argument| {
        let name = argument.child_by_field_name("name")?;
        let is_name = argument.kind() == "keyword_argument" && draft.text(name) == b"name";
        argument.child_by_field_name("value").filter(|_| is_name)
    });
    let Some(value) = value.filter(|value| value.kind() == "string") else {
        return false;
    };
    let range = value.byte_range();
    draft.name = range.start + 1..range.end.saturating_sub(1).max(range.start + 1);
    draft.body = Some(arguments.byte_range());
    let function = call.child_by_field_name("function");
    draft.hidden = draft.body.clone();
    if function.is_some_and(|function| draft.text(function).ends_with(b"_test")) {
        draft.modifiers.insert(Modifier::Test);
    }
    true
}

/// Marks a name with a leading underscore as private to its file.
fn convention(draft: &mut Draft<'_, '_>) {
    if draft.kind != Target && draft.name_bytes().starts_with(b"_") {
        draft.modifiers.insert(Modifier::Private);
    }
}
