//! Outline table for R. Documentation is roxygen, `#'`, or any comment directly above a definition.

use tree_sitter::Node;

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Class, Constructor, Field, Function, Method, Property, Test, Variable,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{
    DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_statement if_statement repeat_statement while_statement",
    branches: "for_statement if_statement while_statement",
    rules: &[
        rule("binary_operator", Variable)
            .body(&[])
            .refined(assignment),
        rule("call", Class).body(&[]).refined(call),
        rule("argument", Field).body(&[]).in_type().refine(member),
    ],
    opaque: "parameters string extract_operator subset",
    doc: DocStyle {
        lines: &["#'", "#"],
        blocks: &[],
    },
    arrange: Some(arrange),
    elided: "{ ... }",
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Keeps functions, classes and file variables.
fn assignment(draft: &mut Draft<'_, '_>) -> bool {
    let (name, value) = match draft.field_text("operator") {
        b"<-" | b"=" | b"<<-" => ("lhs", "rhs"),
        b"->" | b"->>" => ("rhs", "lhs"),
        _ => return false,
    };
    let name = draft.node.child_by_field_name(name);
    let value = draft.node.child_by_field_name(value);
    let (Some(name), Some(value)) = (name, value) else {
        return false;
    };
    let is_named = matches!(name.kind(), "identifier" | "string") && set_name(draft, name);
    if !is_named {
        return false;
    }
    if value.kind() == "function_definition" {
        draft.kind = Function;
        take_function(draft, value);
        return true;
    }
    draft.signature_end = Some(name.end_byte()).filter(|end| *end < value.start_byte());
    if is_class(draft, value) {
        draft.kind = Class;
        let arguments = value.child_by_field_name("arguments");
        draft.signature_end = arguments.map(|arguments| arguments.start_byte());
        draft.body = arguments.map(|arguments| arguments.byte_range());
        return true;
    }
    draft.is_only_in(&["program", "braced_expression", "if_statement"])
}

/// Takes a name without its quotes.
fn set_name(draft: &mut Draft<'_, '_>, name: Node<'_>) -> bool {
    draft.name = name.byte_range();
    if matches!(draft.name_bytes(), [b'"' | b'\'' | b'`', _, ..]) {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    !draft.name.is_empty()
}

/// Takes the body of a function value; the signature ends with its parameters.
fn take_function(draft: &mut Draft<'_, '_>, function: Node<'_>) {
    let body = function.child_by_field_name("body");
    let parameters = function.child_by_field_name("parameters");
    draft.body = body.map(|body| body.byte_range());
    draft.signature_end = parameters.map(|parameters| parameters.end_byte());
}

/// Returns the name of the called function, without its package.
fn callee<'s>(draft: &Draft<'_, 's>, call: Node<'_>) -> &'s [u8] {
    if call.kind() != "call" {
        return &[];
    }
    let function = call.child_by_field_name("function");
    let name = function.and_then(|function| match function.kind() {
        "namespace_operator" => function.child_by_field_name("rhs"),
        _ => Some(function),
    });
    name.map_or(&[], |name| draft.text(name))
}

fn is_class(draft: &Draft<'_, '_>, call: Node<'_>) -> bool {
    matches!(
        callee(draft, call),
        b"setClass" | b"setRefClass" | b"R6Class" | b"new_class"
    )
}

/// Returns the `n`-th argument of a call.
fn argument<'t>(call: Node<'t>, n: usize) -> Option<Node<'t>> {
    let arguments = call.child_by_field_name("arguments")?;
    let mut cursor = arguments.walk();
    let mut values = arguments.children_by_field_name("argument", &mut cursor);
    values.nth(n)?.child_by_field_name("value")
}

/// Keeps S4 classes, generic functions and methods, and tests with a title.
fn call(draft: &mut Draft<'_, '_>) -> bool {
    let function = callee(draft, draft.node);
    let is_known = matches!(
        function,
        b"setClass"
            | b"setRefClass"
            | b"setGeneric"
            | b"setMethod"
            | b"test_that"
            | b"describe"
            | b"it"
    );
    // If the class is assigned, the variable is already its definition.
    let around = draft.ancestor(1).map_or("", |node| node.kind());
    if !is_known || around == "binary_operator" {
        return false;
    }
    let Some(first) = argument(draft.node, 0).filter(|first| first.kind() == "string") else {
        return false;
    };
    draft.signature_end = Some(first.end_byte());
    let second = argument(draft.node, 1);
    match function {
        b"setGeneric" => {
            draft.kind = Function;
            draft.modifiers.insert(Modifier::Abstract);
        }
        b"setMethod" => {
            draft.kind = Method;
            draft.owner = second.and_then(|second| owner(draft, second));
            let third = argument(draft.node, 2);
            if let Some(function) = third.filter(|third| third.kind() == "function_definition") {
                take_function(draft, function);
            }
        }
        b"setClass" | b"setRefClass" => {
            let arguments = draft.node.child_by_field_name("arguments");
            draft.body = arguments.map(|list| first.end_byte()..list.end_byte());
        }
        _ => {
            draft.kind = Test;
            let block = second.filter(|second| second.kind() == "braced_expression");
            draft.body = block.map(|block| block.byte_range());
            if block.is_none() {
                return false;
            }
        }
    }
    set_name(draft, first)
}

/// Returns the class of a method: a string, or the first string of `signature(...)`.
fn owner(draft: &Draft<'_, '_>, classes: Node<'_>) -> Option<String> {
    let class = match classes.kind() {
        "call" => argument(classes, 0)?,
        _ => classes,
    };
    let content = child_of_kind(class, &["string_content"])?;
    Some(String::from_utf8_lossy(draft.text(content)).into_owned())
}

/// Keeps the fields and methods of a class, which are arguments in its list arguments.
fn member(draft: &mut Draft<'_, '_>) -> bool {
    let (Some(list), Some(group), Some(class)) =
        (draft.ancestor(2), draft.ancestor(3), draft.ancestor(5))
    else {
        return false;
    };
    let is_list = matches!(callee(draft, list), b"list" | b"c" | b"representation");
    if !is_list || group.kind() != "argument" || !is_class(draft, class) {
        return false;
    }
    let group = group.child_by_field_name("name");
    let group = group.map_or(&b""[..], |name| draft.text(name));
    let is_group = matches!(
        group,
        b"" | b"public"
            | b"private"
            | b"active"
            | b"fields"
            | b"methods"
            | b"slots"
            | b"representation"
            | b"properties"
    );
    let value = draft.node.child_by_field_name("value");
    let Some(name) = draft.node.child_by_field_name("name").filter(|_| is_group) else {
        return false;
    };
    if group == b"private" {
        draft.modifiers.insert(Modifier::Private);
    }
    match value.filter(|value| value.kind() == "function_definition") {
        Some(function) => {
            draft.kind = match draft.text(name) {
                _ if group == b"active" => Property,
                b"initialize" => Constructor,
                _ => Method,
            };
            take_function(draft, function);
        }
        None => draft.signature_end = Some(name.end_byte()),
    }
    set_name(draft, name)
}

/// Marks definitions with `@export`, and closes the parentheses of calls whose signature ends
/// inside.
fn arrange(mut items: Vec<OutlineItem>, _: OutlineText<'_>) -> Vec<OutlineItem> {
    for item in &mut items {
        let doc = item.doc.as_deref().unwrap_or("");
        if doc
            .lines()
            .any(|line| line.trim_start().starts_with("@export"))
        {
            item.modifiers.insert(Modifier::Exported);
        }
        let open = item.signature.matches('(').count();
        if open > item.signature.matches(')').count() {
            item.signature.push(')');
        }
    }
    items
}
