//! Outline table for Ruby. Documentation is any comment directly above a definition (RDoc, YARD).

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Function, Method, Module, Property, Test,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, HASH_REGION, IndentUnit, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "begin begin_block case case_match conditional for if if_guard if_modifier \
        match_pattern unless unless_guard unless_modifier until until_modifier when \
        while while_modifier",
    separator: "::",
    rules: &[
        rule("module", Module).value(&["end"]),
        rule("class", Class).value(&["end"]),
        rule("singleton_class", Class)
            .named(&["value"])
            .refine(singleton_class),
        rule("method", Function)
            .member(Method)
            .value(&["end"])
            .refine(method),
        rule("singleton_method", Method)
            .value(&["end"])
            .refine(singleton_method),
        rule("assignment", Constant)
            .named(&["left"])
            .value(&["right"])
            .not_local()
            .refine(constant),
        rule("assignment", Constant)
            .name(Name::Each(targets))
            .value(&["right"])
            .not_local(),
        rule("operator_assignment", Constant)
            .named(&["left"])
            .value(&["operator"])
            .not_local()
            .refine(constant),
        rule("call", Property)
            .name(Name::Each(declared_names))
            .not_local()
            .refine(declaration),
        rule("call", Test).refined(test),
        rule("alias", Method).named(&["name"]).refine(alias),
    ],
    // `private def a` is one statement.
    wrappers: "call argument_list",
    wraps: Some(wraps),
    sections: "identifier",
    opaque: "method_parameters string heredoc_body hash",
    doc: DocStyle::HASH,
    words: &[
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("public", Modifier::Exported),
    ],
    elided: "# ...",
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    lists: &[("array hash", b',')],
    list_call: ("call", ".freeze"),
    ..OutlineTable::EMPTY
};

/// Returns whether a call, or its arguments, contains only the definition of a method, as in
/// `private def a`. Returns false for a constant assigned in the arguments.
fn wraps(node: Node<'_>) -> bool {
    let arguments = match node.kind() {
        "call" => node.child_by_field_name("arguments"),
        _ => Some(node),
    };
    let is_method = |node: Node<'_>| matches!(node.kind(), "method" | "singleton_method" | "call");
    arguments.is_some_and(|arguments| {
        arguments.named_child_count() == 1 && arguments.named_child(0).is_some_and(is_method)
    })
}

/// Assigns the methods in `class << self` to the enclosing class.
fn singleton_class(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    let value = String::from_utf8_lossy(draft.name_bytes()).into_owned();
    draft.name_text = Some(format!("<< {value}"));
    true
}

fn method(draft: &mut Draft<'_, '_>) -> bool {
    if matches!(draft.parent, Some((Module, _))) {
        draft.kind = Method;
    }
    if matches!(draft.parent, Some((_, name)) if name.starts_with("<<")) {
        draft.modifiers.insert(Modifier::Static);
    }
    if draft.kind == Method && draft.name_bytes() == b"initialize" {
        draft.kind = Constructor;
    }
    if draft.kind == Method && draft.name_bytes().starts_with(b"test_") {
        draft.modifiers.insert(Modifier::Test);
    }
    true
}

/// Assigns the method in `def self.x` to the enclosing class, and in `def A.x` to `A`.
fn singleton_method(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Static);
    let object = draft.field_text("object");
    if object != b"self" {
        draft.owner = Some(String::from_utf8_lossy(object).into_owned());
    }
    true
}

/// Keeps constants. A constant whose value creates a class or module becomes that class or module.
fn constant(draft: &mut Draft<'_, '_>) -> bool {
    let left = draft.node.child_by_field_name("left");
    let operator = draft.node.child_by_field_name("operator");
    let is_constant = left.is_some_and(is_constant_name)
        && operator.is_none_or(|operator| operator.kind() == "||=");
    let value = draft
        .node
        .child_by_field_name("right")
        .filter(|value| value.kind() == "call");
    if let Some(call) = value.filter(|_| is_constant) {
        let part = |field: &str| call.child_by_field_name(field);
        let text = |field: &str| part(field).map_or(&[][..], |node| draft.text(node));
        let kind = match (text("receiver"), text("method")) {
            (b"Class" | b"Struct", b"new") | (b"Data", b"define") => Some(Class),
            (b"Module", b"new") => Some(Module),
            _ => None,
        };
        if let Some(kind) = kind {
            draft.kind = kind;
            let block = part("block");
            let body = block.and_then(|block| block.child_by_field_name("body"));
            draft.body = body.map(|body| body.byte_range());
            draft.signature_end = Some(block.map_or(call.end_byte(), |block| block.start_byte()));
        }
    }
    is_constant
}

fn is_constant_name(node: Node<'_>) -> bool {
    matches!(node.kind(), "constant" | "scope_resolution")
}

/// Returns the constants of a multiple assignment, and its left side.
fn targets<'t>(assignment: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let left = assignment.child_by_field_name("left")?;
    let mut names = Vec::new();
    let mut rest = vec![left];
    while let Some(node) = rest.pop() {
        match node.kind() {
            "left_assignment_list" | "destructured_left_assignment" | "rest_assignment" => {
                let mut cursor = node.walk();
                let parts: Vec<_> = node.named_children(&mut cursor).collect();
                rest.extend(parts.into_iter().rev());
            }
            _ if is_constant_name(node) => names.push(node),
            _ => {}
        }
    }
    Some((names, left))
}

/// Returns the names defined by `attr_accessor :a, :b` or `alias_method :a, :b`, and the arguments.
fn declared_names<'t>(call: Node<'t>, source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let method = source.get(call.child_by_field_name("method")?.byte_range())?;
    let is_alias = method == b"alias_method";
    if !(is_alias || ATTRIBUTES.contains(&method)) || call.child_by_field_name("receiver").is_some()
    {
        return None;
    }
    let arguments = call.child_by_field_name("arguments")?;
    let mut cursor = arguments.walk();
    let names = arguments.named_children(&mut cursor);
    let mut names: Vec<_> = names.filter(|node| node.kind() != "comment").collect();
    if is_alias {
        if names.len() != 2 {
            return None;
        }
        names.truncate(1);
    }
    names.retain(|name| name.kind() == "simple_symbol" || is_plain_string(*name));
    Some((names, arguments))
}

fn is_plain_string(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let mut parts = node.named_children(&mut cursor);
    node.kind() == "string" && parts.all(|part| part.kind() == "string_content")
}

const ATTRIBUTES: [&[u8]; 4] = [b"attr", b"attr_accessor", b"attr_reader", b"attr_writer"];

fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    match draft.field_text("method") {
        b"alias_method" => draft.kind = Method,
        b"attr_reader" => draft.modifiers.insert(Modifier::Readonly),
        _ => {}
    }
    draft.name.start += 1;
    if draft.declarator.is_some_and(|name| name.kind() == "string") {
        draft.name.end = draft.name.end.saturating_sub(1).max(draft.name.start);
    }
    true
}

/// Rejects an `alias` of a global variable, which defines no method.
fn alias(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.node.child_by_field_name("name");
    if name.is_some_and(|name| name.kind() == "simple_symbol") {
        draft.name.start += 1;
    }
    name.is_some_and(|name| name.kind() != "global_variable")
}

/// Keeps RSpec and Minitest blocks with a title.
fn test(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.field_text("method");
    let arguments = draft.node.child_by_field_name("arguments");
    let Some(first) = arguments.and_then(|arguments| arguments.named_child(0)) else {
        return false;
    };
    let range = first.byte_range();
    match (name, first.kind()) {
        (
            b"describe" | b"context" | b"it" | b"specify" | b"test" | b"feature" | b"scenario",
            "string" | "constant" | "scope_resolution",
        ) => {
            let Some(block) = draft.node.child_by_field_name("block") else {
                return false;
            };
            draft.name = match first.kind() {
                "string" => range.start + 1..range.end.saturating_sub(1),
                _ => range,
            };
            let body = block.child_by_field_name("body");
            draft.body = body.map(|body| body.byte_range());
            draft.signature_end = Some(block.start_byte());
            true
        }
        _ => false,
    }
}
