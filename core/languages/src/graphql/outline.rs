//! Outline table for GraphQL schemas and operations. Documentation is the description, a string
//! before the definition.

use crate::outline::doc::string_text;
use crate::outline::kind::ItemKind::{
    Block, Class, Enum, Field, Function, Impl, Interface, Macro, Struct, TypeAlias, Union, Variant,
};
use crate::outline::table::{DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, Rule, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        named("object_type_definition", Class).body(&["fields_definition"]),
        named("interface_type_definition", Interface).body(&["fields_definition"]),
        named("input_object_type_definition", Struct).body(&["input_fields_definition"]),
        named("enum_type_definition", Enum).body(&["enum_values_definition"]),
        named("union_type_definition", Union),
        named("scalar_type_definition", TypeAlias),
        named("object_type_extension", Impl).body(&["fields_definition"]),
        named("interface_type_extension", Impl).body(&["fields_definition"]),
        named("input_object_type_extension", Impl).body(&["input_fields_definition"]),
        named("enum_type_extension", Impl).body(&["enum_values_definition"]),
        named("union_type_extension", Impl),
        named("scalar_type_extension", Impl),
        named("field_definition", Field),
        named("input_value_definition", Field),
        named("enum_value_definition", Variant).child(&["enum_value"]),
        named("root_operation_type_definition", Field).child(&["operation_type"]),
        named("schema_definition", Block)
            .child(&["schema"])
            .body(&["{"]),
        named("schema_extension", Impl)
            .child(&["schema"])
            .body(&["{"]),
        named("directive_definition", Macro),
        named("operation_definition", Function).body(&["selection_set"]),
        named("fragment_definition", TypeAlias)
            .child(&["fragment_name"])
            .body(&["selection_set"]),
    ],
    opaque: "description directives arguments_definition variable_definitions selection_set type \
        union_member_types",
    attributes: "directive",
    modifier_lists: "directives",
    doc: DocStyle::NONE,
    // A selection needs at least one field, and every type has this one.
    elided: "{ __typename }",
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Starts a rule for nodes named by their child `name`.
const fn named(node: &'static str, kind: crate::outline::kind::ItemKind) -> Rule {
    rule(node, kind).child(&["name"]).body(&[]).refine(describe)
}

/// Takes the description as documentation and excludes it from the signature.
fn describe(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(description) = draft.child(&["description"]) {
        let text = string_text(draft.text(description));
        draft.doc = Some(text).filter(|text| !text.trim().is_empty());
        draft.hidden = Some(description.byte_range());
    }
    if let Some(open) = draft.child(&["{"]) {
        draft.body = Some(open.start_byte()..draft.node.end_byte());
    }
    true
}
