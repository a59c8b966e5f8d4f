//! Outline table for Go. Documentation is any comment directly above a definition
//! (go.dev/doc/comment); capitalised names are exported.

use crate::outline::kind::ItemKind::{
    Constant, Field, Function, Interface, Method, Module, Struct, TypeAlias, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, IndentUnit, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "expression_switch_statement for_clause for_statement if_statement \
        type_switch_statement",
    branches: "for_clause for_statement if_statement label_name labeled_statement",
    rules: &[
        rule("package_clause", Module)
            .child(&["package_identifier"])
            .refine(package),
        rule("function_declaration", Function).refine(function),
        rule("method_declaration", Method).refine(method),
        rule("type_spec", TypeAlias).refine(type_spec),
        rule("type_alias", TypeAlias),
        rule("field_declaration", Field)
            .name(Name::List("name"))
            .not_local(),
        rule("method_elem", Method).not_local(),
        rule("const_spec", Constant)
            .name(Name::List("name"))
            .value(&["value"])
            .not_local(),
        rule("var_spec", Variable)
            .name(Name::List("name"))
            .value(&["value"])
            .not_local(),
    ],
    wrappers: "type_declaration const_declaration var_declaration var_spec_list",
    opaque: "block parameter_list type_parameter_list literal_value import_declaration",
    doc: DocStyle::SLASHES,
    separates_directives: true,
    convention: Some(convention),
    indent: IndentUnit::Tab,
    has_implicit_constants: true,
    lists: &[("literal_value", b',')],
    list_wrappers: "composite_literal expression_list unary_expression",
    has_last_comma: true,
    ..OutlineTable::EMPTY
};

/// Leaves the name in the package clause out of name paths.
fn package(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    true
}

fn function(draft: &mut Draft<'_, '_>) -> bool {
    let tests = ["Test", "Benchmark", "Fuzz", "Example"];
    let is_test = tests
        .iter()
        .any(|test| draft.name_bytes().starts_with(test.as_bytes()));
    let parameters = String::from_utf8_lossy(draft.field_text("parameters"));
    if is_test && (parameters.contains("*testing.") || draft.name_bytes().starts_with(b"Example")) {
        draft.modifiers.insert(Modifier::Test);
    }
    true
}

/// Assigns a method to the type of its receiver.
fn method(draft: &mut Draft<'_, '_>) -> bool {
    let receiver = String::from_utf8_lossy(draft.field_text("receiver"));
    let receiver = receiver.trim_matches(['(', ')']);
    let owner = receiver.split('[').next().unwrap_or("");
    let owner = owner
        .rsplit([' ', '*', '\t', '('])
        .find(|part| !part.is_empty());
    draft.owner = owner.map(str::to_owned);
    true
}

fn type_spec(draft: &mut Draft<'_, '_>) -> bool {
    let Some(type_node) = draft.node.child_by_field_name("type") else {
        return true;
    };
    let (kind, body) = match type_node.kind() {
        "struct_type" => (Struct, type_node.named_child(0)),
        "interface_type" => (Interface, type_node.child(1)),
        _ => return true,
    };
    draft.kind = kind;
    draft.body = body.map(|body| body.start_byte()..type_node.end_byte());
    true
}

fn convention(draft: &mut Draft<'_, '_>) {
    let name = String::from_utf8_lossy(draft.name_bytes());
    if draft.kind != Module && name.starts_with(char::is_uppercase) {
        draft.modifiers.insert(Modifier::Exported);
    }
}
