//! Outline table for Lua. Documentation is any comment directly above a definition, as in LDoc and
//! EmmyLua.

use crate::outline::kind::ItemKind::{Function, Method, Variable};
use crate::outline::kind::Modifier;
use crate::outline::table::{DASH_REGION, DocStyle, Draft, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "do_statement for_generic_clause for_numeric_clause for_statement if_statement \
        repeat_statement while_statement",
    rules: &[
        rule("function_declaration", Function)
            .value(&["end"])
            .refine(function),
        rule("assignment_statement", Variable)
            .body(&[])
            .not_local()
            .refined(assignment),
        rule("field", Method).refine(field),
    ],
    wrappers: "variable_declaration",
    opaque: "parameters string arguments",
    doc: DocStyle::DASHES,
    words: &[("local", Modifier::Private)],
    elided: "-- ...",
    doc_marker: "---",
    region: DASH_REGION,
    indent: IndentUnit::Spaces(2),
    lists: &[("table_constructor", b',')],
    list_wrappers: "expression_list",
    ..OutlineTable::EMPTY
};

/// Assigns `function A.b()` and `function A:b()` to `A`.
fn function(draft: &mut Draft<'_, '_>) -> bool {
    let Some(name) = draft.node.child_by_field_name("name") else {
        return false;
    };
    take_path(draft, name)
}

fn take_path(draft: &mut Draft<'_, '_>, name: tree_sitter::Node<'_>) -> bool {
    let table = name.child_by_field_name("table");
    let field = name
        .child_by_field_name("field")
        .or_else(|| name.child_by_field_name("method"));
    if let (Some(table), Some(field)) = (table, field) {
        let owner = String::from_utf8_lossy(draft.text(table)).replace(':', ".");
        draft.owner = Some(owner);
        draft.kind = Method;
        draft.name = field.byte_range();
    } else {
        draft.name = name.byte_range();
    }
    true
}

/// Keeps variables of the file and assigned functions.
fn assignment(draft: &mut Draft<'_, '_>) -> bool {
    let names = draft.child(&["variable_list"]);
    let values = draft.child(&["expression_list"]);
    let Some(name) = names.and_then(|names| names.named_child(0)) else {
        return false;
    };
    let value = values.and_then(|values| values.named_child(0));
    match value.filter(|value| value.kind() == "function_definition") {
        Some(value) => {
            draft.kind = Function;
            take_function(draft, value);
            take_path(draft, name)
        }
        None => {
            draft.signature_end = values.map(|values| values.start_byte());
            let is_only = names.is_some_and(|names| names.named_child_count() == 1);
            draft.value = values.filter(|_| is_only).map(|values| values.byte_range());
            name.kind() == "identifier" && draft.set_name(Some(name))
        }
    }
}

/// Keeps the functions of a table.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    let Some(value) = value.filter(|value| value.kind() == "function_definition") else {
        return false;
    };
    take_function(draft, value);
    true
}

/// Takes the body of a function value; the signature ends with its parameters.
fn take_function(draft: &mut Draft<'_, '_>, value: tree_sitter::Node<'_>) {
    let body = value.child_by_field_name("body");
    let parameters = value.child_by_field_name("parameters");
    draft.body = body.map(|body| body.byte_range());
    draft.signature_end = parameters.map(|parameters| parameters.end_byte());
}
