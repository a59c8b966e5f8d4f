//! Outline table for TypeScript and TSX. Documentation is JSDoc.

use crate::javascript::outline as js;
use crate::outline::kind::ItemKind::{
    Class, Enum, Field, Function, Interface, Method, Module, Namespace, Property, TypeAlias,
    Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::promoted::promote;
use crate::outline::table::{Draft, IndentUnit, Name, OutlineTable, Rule, rule};

pub(crate) static OUTLINE: OutlineTable = OutlineTable {
    comments: "comment html_comment",
    conditions: "do_statement for_in_statement for_statement if_statement switch_body switch_case \
        switch_default switch_statement try_statement while_statement with_statement",
    branches: "do_statement else_clause for_in_statement for_statement if_statement \
        labeled_statement while_statement",
    sequences: "sequence_expression",
    else_clauses: "else_clause",
    rules: &RULES,
    wrappers: "export_statement lexical_declaration variable_declaration expression_statement \
        ambient_declaration",
    scopes: js::SCOPES,
    opaque: "template_string import_statement type_annotation type_parameters extends_type_clause \
        implements_clause array_type conditional_type constructor_type function_type \
        index_type_query lookup_type readonly_type tuple_type",
    marked: &js::MARKED,
    attributes: "decorator",
    doc: js::DOC,
    words: &js::WORDS,
    convention: Some(convention),
    arrange: Some(promote),
    commas: &[Variant],
    has_objects: true,
    indent: IndentUnit::Spaces(2),
    has_terminator: true,
    shorthands: "shorthand_property_identifier_pattern",
    ends_at_lines: true,
    lists: &[("array object", b','), ("object_type", b';')],
    list_wrappers: "as_expression intersection_type non_null_expression parenthesized_expression \
        satisfies_expression type_annotation",
    ..OutlineTable::EMPTY
};

const RULES: [Rule; 29] = [
    js::FUNCTION,
    js::GENERATOR,
    rule("function_signature", Function).refine(signature),
    js::CLASS,
    js::CLASS_EXPRESSION,
    js::DEFAULT_FUNCTION,
    js::DEFAULT_GENERATOR,
    js::DEFAULT_ARROW,
    rule("abstract_class_declaration", Class).refine(abstract_class),
    rule("interface_declaration", Interface),
    rule("enum_declaration", Enum),
    rule("enum_assignment", Variant)
        .value(&["value"])
        .refine(variant),
    rule("property_identifier", Variant)
        .name(Name::Whole)
        .within("enum_body")
        .refine(variant),
    rule("string", Variant)
        .name(Name::Whole)
        .within("enum_body")
        .refine(variant),
    rule("type_alias_declaration", TypeAlias),
    rule("internal_module", Namespace),
    rule("module", Module).refine(module),
    js::METHOD,
    rule("method_signature", Method).refine(signature),
    rule("abstract_method_signature", Method),
    rule("public_field_definition", Field)
        .value(&["value"])
        .refine(js::field),
    rule("required_parameter", Field)
        .named(&["pattern"])
        .refine(parameter_property),
    rule("optional_parameter", Field)
        .named(&["pattern"])
        .refine(parameter_property),
    rule("property_signature", Property).refine(property),
    js::VARIABLE,
    js::DESTRUCTURED,
    js::PAIR,
    js::TEST,
    js::ASSIGNMENT,
];

fn convention(draft: &mut Draft<'_, '_>) {
    js::convention(draft);
    if draft.child(&["?"]).is_some() {
        draft.modifiers.insert(Modifier::Optional);
    }
}

/// Reads a signature without a body: an overload, or an interface member.
fn signature(draft: &mut Draft<'_, '_>) -> bool {
    if !matches!(draft.parent, Some((Interface, _))) {
        draft.modifiers.insert(Modifier::Declaration);
    }
    js::mark_constructor(draft);
    js::unquote(draft);
    true
}

fn abstract_class(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Abstract);
    true
}

/// Names a member of an enum, whose name may be quoted.
fn variant(draft: &mut Draft<'_, '_>) -> bool {
    js::unquote(draft);
    true
}

/// Names `declare module "x"` by the string.
fn module(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    if name.starts_with(b"\"") || name.starts_with(b"'") {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    true
}

/// Keeps constructor parameters that declare a field of the class.
fn parameter_property(draft: &mut Draft<'_, '_>) -> bool {
    let owner = draft.ancestor(2);
    let declares = ["accessibility_modifier", "readonly", "override_modifier"];
    owner.is_some_and(|owner| owner.kind() == "method_definition")
        && draft.child(&declares).is_some()
}

/// Keeps properties of interfaces and of aliased object types.
fn property(draft: &mut Draft<'_, '_>) -> bool {
    js::unquote(draft);
    matches!(draft.parent, Some((Interface | TypeAlias, _)))
}
