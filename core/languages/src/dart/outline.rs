//! Outline table for Dart. Documentation comments are `///` and `/** */` (dartdoc); a name with a
//! leading underscore is private to its library.

use std::ops::Range;

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Enum, Field, Function, Impl, Method, Module, Test, Trait,
    TypeAlias, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, IndentUnit, Name, OutlineTable, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "do_statement for_element for_statement if_element if_null_expression \
        if_statement switch_block switch_expression switch_expression_case \
        switch_statement switch_statement_case switch_statement_default try_statement \
        while_statement",
    branches: "do_statement for_element for_statement if_element if_null_expression \
        if_statement label labeled_statement while_statement",
    rules: &[
        rule("library_name", Module)
            .child(&["dotted_identifier_list"])
            .refine(library),
        rule("class_declaration", Class),
        rule("mixin_application_class", Class).child(&["identifier"]),
        rule("mixin_declaration", Trait),
        rule("extension_declaration", Impl).refined(extension),
        rule("extension_type_declaration", Class),
        rule("enum_declaration", Enum),
        rule("enum_entry", Variant),
        rule("type_alias", TypeAlias).child(&["type_identifier"]),
        rule("function_declaration", Function)
            .named(&["signature", "name"])
            .refine(function),
        rule("external_function_declaration", Function)
            .named(&["signature", "name"])
            .refine(function),
        rule("getter_declaration", Function)
            .named(&["signature", "name"])
            .refine(function),
        rule("setter_declaration", Function)
            .named(&["signature", "name"])
            .refine(function),
        rule("local_function_declaration", Function)
            .body(&["function_body"])
            .refined(local_function),
        rule("method_declaration", Method).refined(method),
        rule("declaration", Field)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("top_level_variable_declaration", Variable)
            .name(Name::Each(declared))
            .refine(declaration),
        rule("call_expression", Test).refined(test),
    ],
    wrappers: "class_declaration member_declaration",
    opaque: "formal_parameter_list type_parameters type_arguments string_literal import_or_export",
    comments: "block_comment comment documentation_block_comment documentation_comment",
    attributes: "annotation",
    doc: DocStyle {
        lines: &["///"],
        blocks: &[("/**", "*/")],
    },
    words: &[
        ("abstract", Modifier::Abstract),
        ("static", Modifier::Static),
        ("const", Modifier::Const),
        ("final", Modifier::Final),
        ("external", Modifier::Extern),
        ("get", Modifier::Getter),
        ("set", Modifier::Setter),
    ],
    convention: Some(convention),
    commas: &[Variant],
    indent: IndentUnit::Spaces(2),
    doc_marker: "///",
    lists: &[("list_literal set_or_map_literal", b',')],
    ..OutlineTable::EMPTY
};

/// Leaves the name in the library directive out of name paths.
fn library(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    true
}

/// Names an unnamed extension by the type it extends.
fn extension(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(name) = draft.node.child_by_field_name("name") {
        return draft.set_name(Some(name));
    }
    let Some(class) = draft.node.child_by_field_name("class") else {
        return false;
    };
    draft.name = class.byte_range();
    let class = String::from_utf8_lossy(draft.text(class)).into_owned();
    draft.name_text = Some(format!("extension on {class}"));
    draft.path_text = Some(class);
    true
}

fn function(draft: &mut Draft<'_, '_>) -> bool {
    read_body(draft);
    true
}

/// Reads the body of a function: a block, or an arrow and an expression.
fn read_body(draft: &mut Draft<'_, '_>) {
    let body = draft.node.child_by_field_name("body");
    let Some(body) = body.or_else(|| draft.child(&["function_body"])) else {
        return;
    };
    draft.body = body_range(body);
    let text = draft.text(body);
    if text.starts_with(b"async") {
        draft.modifiers.insert(Modifier::Async);
    }
    if text.starts_with(b"async*") || text.starts_with(b"sync*") {
        draft.modifiers.insert(Modifier::Generator);
    }
}

/// Returns the range of a block, or of an arrow and an expression without the `;`.
fn body_range(body: Node<'_>) -> Option<Range<usize>> {
    let first = child_of_kind(body, &["block", "=>"])?;
    let mut cursor = body.walk();
    let last = body.named_children(&mut cursor).last()?;
    Some(first.start_byte()..last.end_byte())
}

fn local_function(draft: &mut Draft<'_, '_>) -> bool {
    read_body(draft);
    let signature = draft.child(&["function_signature"]);
    draft.set_name(signature.and_then(|signature| signature.child_by_field_name("name")))
}

/// Names a method, accessor, operator or constructor by its signature.
fn method(draft: &mut Draft<'_, '_>) -> bool {
    read_body(draft);
    let Some(signature) = draft.node.child_by_field_name("signature") else {
        return false;
    };
    if let Some(initializers) = child_of_kind(signature, &["initializers"]) {
        draft.signature_end = Some(initializers.start_byte());
    }
    let inner = child_of_kind(signature, &SIGNATURES);
    inner.is_some_and(|inner| name_by_signature(draft, inner))
}

/// Node kinds of member signatures.
const SIGNATURES: [&str; 8] = [
    "function_signature",
    "getter_signature",
    "setter_signature",
    "operator_signature",
    "constructor_signature",
    "constant_constructor_signature",
    "factory_constructor_signature",
    "redirecting_factory_constructor_signature",
];

/// Names a constructor by the part after the `.`, or an unnamed constructor by its class.
fn name_by_signature(draft: &mut Draft<'_, '_>, signature: Node<'_>) -> bool {
    let kind = signature.kind();
    if kind == "operator_signature" {
        let Some(operator) = signature.child_by_field_name("operator") else {
            return false;
        };
        draft.name = operator.byte_range();
        let sign = String::from_utf8_lossy(draft.text(operator)).into_owned();
        draft.name_text = Some(format!("operator {sign}"));
        draft.kind = Method;
        return true;
    }
    let mut cursor = signature.walk();
    let names = signature.children_by_field_name("name", &mut cursor);
    let name = names.filter(Node::is_named).last();
    draft.kind = match kind.ends_with("constructor_signature") {
        true => Constructor,
        false => Method,
    };
    draft.set_name(name)
}

/// Returns the names declared by a declaration without a body, or its signature.
fn declared<'t>(declaration: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    const LISTS: [&str; 3] = [
        "static_final_declaration_list",
        "initialized_identifier_list",
        "identifier_list",
    ];
    if let Some(signature) = child_of_kind(declaration, &SIGNATURES) {
        return Some((vec![signature], signature));
    }
    let list = child_of_kind(declaration, &LISTS)?;
    let mut cursor = list.walk();
    let names = list.named_children(&mut cursor).collect();
    Some((names, list))
}

/// Distinguishes constants, variables, and members without a body.
fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    let Some(declarator) = draft.declarator else {
        return false;
    };
    if SIGNATURES.contains(&declarator.kind()) {
        if let Some(initializers) = draft.child(&["initializers"]) {
            draft.signature_end = Some(initializers.start_byte());
        }
        if !name_by_signature(draft, declarator) {
            return false;
        }
        let is_external = draft.child(&["external"]).is_some();
        if draft.kind == Method && !is_external {
            draft.modifiers.insert(Modifier::Abstract);
        }
        return true;
    }
    if let Some(value) = declarator.child_by_field_name("value") {
        draft.value = Some(value.byte_range());
        draft.signature_end = Some(value.start_byte());
    }
    let head = draft
        .source
        .get(draft.node.start_byte()..declarator.start_byte());
    let mut words = head.unwrap_or_default().split(u8::is_ascii_whitespace);
    if words.any(|word| word == b"const") {
        draft.kind = Constant;
    }
    draft.set_name(declarator.child_by_field_name("name").or(Some(declarator)))
}

/// Keeps calls of the functions of `package:test` and `package:flutter_test` with a title.
fn test(draft: &mut Draft<'_, '_>) -> bool {
    const RUNNERS: [&[u8]; 3] = [b"test", b"group", b"testWidgets"];
    if !RUNNERS.contains(&draft.field_text("function")) {
        return false;
    }
    let arguments = draft.node.child_by_field_name("arguments");
    let title = arguments.and_then(|arguments| arguments.named_child(0));
    let (Some(arguments), Some(title)) = (arguments, title) else {
        return false;
    };
    let literal = match title.kind() {
        "string_literal" => Some(title),
        _ => title.named_child(0),
    };
    let Some(literal) = literal.filter(|literal| literal.kind() == "string_literal") else {
        return false;
    };
    let mut cursor = arguments.walk();
    let mut values = arguments.named_children(&mut cursor);
    let callback = values.find_map(|value| match value.kind() {
        "function_expression" => Some(value),
        _ => child_of_kind(value, &["function_expression"]),
    });
    let Some(callback) = callback else {
        return false;
    };
    let quoted = literal.byte_range();
    let start = quoted.start + 1;
    draft.name = start..quoted.end.saturating_sub(1).max(start);
    draft.signature_end = Some(quoted.end);
    let body = callback.child_by_field_name("body");
    draft.body = body.and_then(body_range);
    true
}

/// Marks names with a leading underscore as private and `final` variables as constant.
fn convention(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"_") {
        draft.modifiers.insert(Modifier::Private);
    }
    if matches!(draft.kind, Field | Variable | Constant)
        && draft.modifiers.contains(Modifier::Final)
    {
        draft.modifiers.remove(Modifier::Final);
        draft.modifiers.insert(Modifier::Const);
    }
}
