//! Outline table for SQL. Documentation is any comment directly above a definition. Keywords are
//! case-insensitive.

use crate::outline::kind::ItemKind::{
    Field, Function, Index, Namespace, Table as SqlTable, Trigger, TypeAlias, View,
};
use crate::outline::table::{DASH_REGION, DocStyle, Draft, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case when_clause",
    rules: &[
        rule("create_table", SqlTable)
            .child(&["object_reference"])
            .refine(unquote)
            .body(&["column_definitions", "create_query"]),
        rule("column_definition", Field).body(&[]).refine(column),
        rule("create_view", View)
            .child(&["object_reference"])
            .refine(unquote)
            .value(&["keyword_as"])
            .body(&["create_query"]),
        rule("create_materialized_view", View)
            .child(&["object_reference"])
            .refine(unquote)
            .value(&["keyword_as"])
            .body(&["create_query"]),
        rule("create_index", Index)
            .named(&["column"])
            .body(&[])
            .refine(unquote),
        rule("create_function", Function)
            .child(&["object_reference"])
            .refine(unquote)
            .body(&[])
            .value(&["function_body"]),
        rule("create_trigger", Trigger)
            .child(&["object_reference"])
            .refine(unquote)
            .body(&[]),
        rule("create_type", TypeAlias)
            .child(&["object_reference", "identifier"])
            .refine(unquote)
            .body(&[]),
        rule("create_schema", Namespace)
            .child(&["identifier"])
            .refine(unquote)
            .body(&[]),
    ],
    comments: "comment marginalia",
    doc: DocStyle::DASHES,
    region: DASH_REGION,
    has_separators: true,
    ..OutlineTable::EMPTY
};

/// Keeps columns of tables, not of function results.
fn column(draft: &mut Draft<'_, '_>) -> bool {
    draft.parent.is_some_and(|(kind, _)| kind == SqlTable) && unquote(draft)
}

/// Leaves the quotes out of a name, but not of a name in a schema, such as `"a"."b"`.
fn unquote(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    let is_quoted = |open: u8, close: u8| {
        matches!(name, [first, inner @ .., last] if *first == open && *last == close && !inner.is_empty())
            && name
                .iter()
                .filter(|byte| **byte == open || **byte == close)
                .count()
                == 2
    };
    if is_quoted(b'"', b'"') || is_quoted(b'`', b'`') || is_quoted(b'[', b']') {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    true
}
