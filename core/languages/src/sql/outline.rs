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
            .body(&["column_definitions", "create_query"]),
        rule("column_definition", Field).body(&[]).refine(column),
        rule("create_view", View)
            .child(&["object_reference"])
            .value(&["keyword_as"])
            .body(&["create_query"]),
        rule("create_materialized_view", View)
            .child(&["object_reference"])
            .value(&["keyword_as"])
            .body(&["create_query"]),
        rule("create_index", Index).named(&["column"]).body(&[]),
        rule("create_function", Function)
            .child(&["object_reference"])
            .body(&[])
            .value(&["function_body"]),
        rule("create_trigger", Trigger)
            .child(&["object_reference"])
            .body(&[]),
        rule("create_type", TypeAlias)
            .child(&["object_reference", "identifier"])
            .body(&[]),
        rule("create_schema", Namespace)
            .child(&["identifier"])
            .body(&[]),
    ],
    comments: "comment marginalia",
    doc: DocStyle::DASHES,
    region: DASH_REGION,
    ..OutlineTable::EMPTY
};

/// Keeps columns of tables, not of function results.
fn column(draft: &mut Draft<'_, '_>) -> bool {
    draft.parent.is_some_and(|(kind, _)| kind == SqlTable)
}
