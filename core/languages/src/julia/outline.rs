//! Outline table for Julia. Documentation is the string before a definition.

use std::borrow::Cow;
use std::collections::HashSet;

use tree_sitter::Node;

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Block, Constant, Constructor, Enum, Field, Function, Interface, Macro, Method, Module, Struct,
    Test, TypeAlias, Variable, Variant,
};
use crate::outline::kind::{Modifier, is_type};
use crate::outline::table::{
    DocStyle, Draft, HASH_REGION, Name, OutlineTable, OutlineText, child_of_kind, rule,
};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_binding for_clause for_statement if_clause if_statement try_statement \
        while_statement",
    rules: &[
        rule("module_definition", Module).body(&["block"]),
        rule("struct_definition", Struct)
            .body(&["block"])
            .refined(type_definition),
        rule("abstract_definition", Interface)
            .body(&[])
            .value(&["end"])
            .refined(type_definition),
        rule("primitive_definition", Struct)
            .body(&[])
            .value(&["end"])
            .refined(type_definition),
        rule("function_definition", Function)
            .member(Method)
            .body(&["block"])
            .value(&["end"])
            .refined(function),
        rule("macro_definition", Macro)
            .body(&["block"])
            .value(&["end"])
            .refined(function),
        rule("assignment", Variable).body(&[]).refined(assignment),
        rule("typed_expression", Field)
            .body(&[])
            .in_type()
            .refined(field),
        rule("identifier", Field)
            .name(Name::Whole)
            .body(&[])
            .in_type()
            .refine(field),
        rule("identifier", Variable)
            .name(Name::Whole)
            .body(&[])
            .not_local()
            .refine(name_in_tuple),
        rule("macrocall_expression", Enum)
            .body(&[])
            .refined(macro_call),
        // Exports of the module, for `arrange`.
        rule("export_statement", Block).name(Name::Whole).body(&[]),
        rule("public_statement", Block).name(Name::Whole).body(&[]),
    ],
    wrappers: "const_statement global_statement macrocall_expression macro_argument_list",
    opaque: "argument_list curly_expression using_statement import_statement vector_expression \
        matrix_expression comprehension_expression return_statement type_head signature",
    comments: "line_comment block_comment string_literal",
    doc: DocStyle {
        lines: &[],
        blocks: &[("\"\"\"", "\"\"\""), ("\"", "\"")],
    },
    arrange: Some(arrange),
    elided: "# ...",
    region: HASH_REGION,
    ..OutlineTable::EMPTY
};

/// Takes the name from `Name{T} <: Supertype`.
fn type_definition(draft: &mut Draft<'_, '_>) -> bool {
    let mut head = draft.child(&["type_head"]);
    while let Some(inner) = head.filter(|head| head.kind() != "identifier") {
        head = inner.named_child(0);
    }
    draft.set_name(head)
}

/// Returns the callee of a function head, without its result type and type parameters.
fn callee<'t>(head: Node<'t>) -> Option<Node<'t>> {
    let mut head = head;
    loop {
        match head.kind() {
            "signature" | "where_expression" | "typed_expression" => head = head.named_child(0)?,
            "call_expression" => return head.named_child(0),
            _ => return None,
        }
    }
}

fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).last()
}

/// Takes the name of a function: `name`, `Module.name`, `Type{T}` or `(value::Type)`.
fn set_function_name(draft: &mut Draft<'_, '_>, callee: Node<'_>) -> bool {
    let name = match callee.kind() {
        "field_expression" => {
            let last = last_child(callee);
            let Some(last) = last else {
                return false;
            };
            let owner = callee.child_by_field_name("value");
            let owner = owner.map(|owner| String::from_utf8_lossy(draft.text(owner)));
            draft.owner = owner.map(Cow::into_owned);
            // Operators are quoted: `Base.:+`.
            let quote = usize::from(last.kind() == "quote_expression");
            draft.name = last.start_byte() + quote..last.end_byte();
            return true;
        }
        "parametrized_type_expression" => callee.named_child(0),
        _ => Some(callee),
    };
    draft.set_name(name)
}

fn function(draft: &mut Draft<'_, '_>) -> bool {
    let Some(signature) = draft.child(&["signature"]) else {
        return false;
    };
    let is_named = match callee(signature) {
        Some(callee) => set_function_name(draft, callee),
        None => {
            // A function without methods. An anonymous function has only parameters.
            draft.modifiers.insert(Modifier::Declaration);
            draft.set_name(child_of_kind(signature, &["identifier"]))
        }
    };
    tell_constructor(draft);
    is_named
}

fn tell_constructor(draft: &mut Draft<'_, '_>) {
    let is_constructor = |name: &str| name.as_bytes() == draft.name_bytes();
    if draft.kind == Method && draft.parent.is_some_and(|(_, name)| is_constructor(name)) {
        draft.kind = Constructor;
    }
}

/// Keeps functions, fields, constants and variables of modules.
fn assignment(draft: &mut Draft<'_, '_>) -> bool {
    let Some(left) = draft.node.named_child(0) else {
        return false;
    };
    let operator = draft.child(&["operator"]);
    if operator.is_none_or(|operator| draft.text(operator) != b"=") {
        return false;
    }
    draft.signature_end = Some(left.end_byte());
    if let Some(callee) = callee(left) {
        let body = last_child(draft.node);
        draft.body = body.map(|body| body.byte_range());
        let in_type = draft.parent.is_some_and(|(kind, _)| is_type(kind));
        draft.kind = if in_type { Method } else { Function };
        let is_named = set_function_name(draft, callee);
        tell_constructor(draft);
        return is_named;
    }
    let name = match left.kind() {
        "typed_expression" | "parametrized_type_expression" => left.named_child(0),
        _ => Some(left),
    };
    let Some(name) = name.filter(|name| name.kind() == "identifier") else {
        return false;
    };
    let right = last_child(draft.node);
    let is_constant = draft
        .ancestor(1)
        .is_some_and(|n| n.kind() == "const_statement");
    let is_type = left.kind() == "parametrized_type_expression"
        || right.is_some_and(|right| right.kind() == "parametrized_type_expression");
    draft.kind = match draft.parent {
        Some((Struct, _)) => Field,
        Some((Enum, _)) => Variant,
        _ if is_constant && is_type => TypeAlias,
        _ if is_constant => Constant,
        _ => Variable,
    };
    if draft.kind == TypeAlias {
        draft.signature_end = None;
    }
    let is_member = match draft.kind {
        Field | Variant => is_member(draft),
        _ => is_global(draft),
    };
    is_member && draft.set_name(Some(name))
}

/// Returns whether the node is directly in the list of a type's fields or variants.
fn is_member(draft: &Draft<'_, '_>) -> bool {
    let kind = |n| draft.ancestor(n).map_or("", |node| node.kind());
    let n = if kind(1) == "const_statement" { 2 } else { 1 };
    match draft.parent {
        Some((Struct, _)) => kind(n) == "block" && kind(n + 1) == "struct_definition",
        Some((Enum, name)) => {
            let in_list = kind(1) == "macro_argument_list";
            let in_block = kind(1) == "block" && kind(2) == "compound_statement";
            (in_list || in_block) && draft.text(draft.node) != name.as_bytes()
        }
        _ => false,
    }
}

/// Returns whether no enclosing block except modules has a scope of its own.
fn is_global(draft: &Draft<'_, '_>) -> bool {
    draft.is_only_in(&[
        "source_file",
        "module_definition",
        "block",
        "compound_statement",
        "if_statement",
        "elseif_clause",
        "else_clause",
        "const_statement",
        "global_statement",
        "macrocall_expression",
        "macro_argument_list",
        // Names on the left side of an assignment.
        "assignment",
        "open_tuple",
    ])
}

/// Keeps the fields of structs and the variants of enumerations.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    if !is_member(draft) {
        return false;
    }
    if draft.parent.is_some_and(|(kind, _)| kind == Enum) {
        draft.kind = Variant;
        return draft.node.kind() == "identifier" && draft.set_name(Some(draft.node));
    }
    match draft.node.kind() {
        "typed_expression" => draft.set_name(draft.node.named_child(0)),
        _ => true,
    }
}

/// Keeps the names of `a, b = ...`.
fn name_in_tuple(draft: &mut Draft<'_, '_>) -> bool {
    let (Some(tuple), Some(assignment)) = (draft.ancestor(1), draft.ancestor(2)) else {
        return false;
    };
    if tuple.kind() != "open_tuple" || assignment.kind() != "assignment" {
        return false;
    }
    tuple.start_byte() == assignment.start_byte() && is_global(draft)
}

/// Keeps `@enum` and `@testset`.
fn macro_call(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.child(&["macro_identifier"]);
    let arguments = draft.child(&["macro_argument_list"]);
    let (Some(name), Some(arguments)) = (name, arguments) else {
        return false;
    };
    let Some(first) = arguments.named_child(0) else {
        return false;
    };
    let block = child_of_kind(arguments, &["compound_statement"]);
    let block = block.and_then(|block| child_of_kind(block, &["block"]));
    match (draft.text(name), first.kind()) {
        (b"@enum", "identifier" | "typed_expression") => {
            draft.signature_end = Some(first.end_byte());
            let typed = first.named_child(0);
            draft.set_name(typed.or(Some(first)))
        }
        (b"@testset", "string_literal") => {
            draft.kind = Test;
            draft.signature_end = Some(first.end_byte());
            draft.body = block.map(|block| block.byte_range());
            draft.name = first.start_byte() + 1..first.end_byte().saturating_sub(1);
            true
        }
        _ => false,
    }
}

/// Marks the exports of the module.
fn arrange(items: Vec<OutlineItem>, _text: OutlineText<'_>) -> Vec<OutlineItem> {
    mark_exports(items)
}

fn mark_exports(items: Vec<OutlineItem>) -> Vec<OutlineItem> {
    let (statements, mut items): (Vec<_>, Vec<_>) =
        items.into_iter().partition(|item| item.kind == Block);
    let names = statements.iter().flat_map(|statement| {
        let names = statement.name.split_once(char::is_whitespace);
        names.map_or("", |(_, names)| names).split(',')
    });
    let names: HashSet<&str> = names
        .map(|name| name.trim().trim_start_matches('@'))
        .collect();
    for item in &mut items {
        item.children = mark_exports(std::mem::take(&mut item.children));
        if names.contains(item.name.as_str()) {
            item.modifiers.insert(Modifier::Exported);
        }
    }
    items
}
