//! Outline table for PowerShell. Documentation is comment-based help, `<# .SYNOPSIS #>`, above a
//! function or at the start of its body, and any other comment directly above a definition.

use tree_sitter::Node;

use crate::outline::doc;
use crate::outline::kind::ItemKind::{
    Class, Constructor, Enum, Function, Method, Property, Test, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "do_statement for_condition for_initializer for_iterator for_statement \
        foreach_parameter foreach_statement if_statement switch_body switch_clause \
        switch_clause_condition switch_clauses switch_condition switch_filename \
        switch_parameter switch_parameters switch_statement try_statement \
        while_condition while_statement",
    branches: "do_statement else_clause for_condition for_initializer for_iterator \
        for_statement foreach_parameter foreach_statement if_statement label \
        label_expression while_condition while_statement",
    else_clauses: "else_clause",
    rules: &[
        rule("function_statement", Function)
            .child(&["function_name"])
            .refine(function),
        rule("class_statement", Class)
            .child(&["simple_name"])
            .refine(braces),
        rule("class_property_definition", Property)
            .child(&["variable"])
            .value(&["="])
            .refine(property),
        rule("class_method_definition", Method)
            .child(&["simple_name"])
            .refine(method),
        rule("enum_statement", Enum)
            .child(&["simple_name"])
            .refine(braces),
        rule("enum_member", Variant)
            .child(&["simple_name"])
            .value(&["="]),
        rule("assignment_expression", Variable)
            .name(Name::Each(targets))
            .value(&["value"])
            .not_local()
            .refine(variable),
        rule("command", Test).refined(test),
    ],
    scopes: "script_block_expression",
    opaque: "param_block function_parameter_declaration class_method_parameter_list \
        string_literal",
    attributes: "attribute",
    doc: DOC,
    words: &[("static", Modifier::Static), ("hidden", Modifier::Private)],
    elided: "{ ... }",
    doc_marker: "<#",
    region: ["#region", "#endregion", ""],
    ..OutlineTable::EMPTY
};

const DOC: DocStyle = DocStyle {
    lines: &["#"],
    blocks: &[("<#", "#>")],
};

/// Sets the body to the braces, which have no node of their own.
fn braces(draft: &mut Draft<'_, '_>) -> bool {
    let open = draft.child(&["{"]);
    draft.body = open.map(|open| open.start_byte()..draft.node.end_byte());
    true
}

/// Removes the scope from the name, and takes help at the start of the body as documentation.
fn function(draft: &mut Draft<'_, '_>) -> bool {
    braces(draft);
    strip_scope(draft);
    let open = draft
        .body
        .as_ref()
        .map_or(draft.node.end_byte(), |body| body.start);
    let mut cursor = draft.node.walk();
    let mut children = draft.node.children(&mut cursor);
    let first = children.find(|child| child.start_byte() > open);
    let first = first.filter(|child| child.kind() == "comment");
    let is_help = |comment: &Node<'_>| {
        let inner = draft.text(*comment).strip_prefix(b"<#");
        inner.is_some_and(|inner| inner.trim_ascii_start().starts_with(b"."))
    };
    if let Some(help) = first.filter(is_help) {
        draft.doc = doc::comment_text(draft.text(help), &DOC);
        draft.doc_range = Some(help.byte_range());
    }
    true
}

/// Removes `$` and `script:` from the start of the name.
fn strip_scope(draft: &mut Draft<'_, '_>) {
    if draft.name_bytes().starts_with(b"$") {
        draft.name.start += 1;
    }
    let colon = memchr::memrchr(b':', draft.name_bytes());
    draft.name.start += colon.map_or(0, |colon| colon + 1);
}

fn property(draft: &mut Draft<'_, '_>) -> bool {
    strip_scope(draft);
    true
}

/// Makes a method with the name of its class a constructor.
fn method(draft: &mut Draft<'_, '_>) -> bool {
    braces(draft);
    let class = draft.parent.map_or("", |(_, name)| name);
    if draft.name_bytes().eq_ignore_ascii_case(class.as_bytes()) {
        draft.kind = Constructor;
    }
    true
}

/// Returns the variables assigned by an assignment, and its left side.
fn targets<'t>(assignment: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let left = assignment.named_child(0)?;
    let (mut names, mut rest) = (Vec::new(), vec![left]);
    while let Some(node) = rest.pop() {
        match node.kind() {
            "variable" => names.push(node),
            // The type of a cast precedes the variable.
            "cast_expression" => {
                let count = node.named_child_count();
                let last = count
                    .checked_sub(1)
                    .and_then(|last| node.named_child(last as u32));
                rest.extend(last);
            }
            kind if kind.ends_with("_expression") || kind == "expression_with_unary_operator" => {
                let is_list = kind == "array_literal_expression";
                if node.named_child_count() == 1 || is_list {
                    let mut cursor = node.walk();
                    let parts: Vec<_> = node.named_children(&mut cursor).collect();
                    rest.extend(parts.into_iter().rev());
                }
            }
            _ => {}
        }
    }
    Some((names, left))
}

/// Keeps script variables, except automatic and environment variables.
fn variable(draft: &mut Draft<'_, '_>) -> bool {
    const AUTOMATIC: [&[u8]; 3] = [b"null", b"_", b"this"];
    let name = draft.name_bytes();
    let is_kept = !name.starts_with(b"$env:") && !name.starts_with(b"${");
    strip_scope(draft);
    draft.is_transparent = true;
    is_kept && !draft.is_local && !AUTOMATIC.contains(&draft.name_bytes())
}

/// Keeps calls of Pester functions with a title and a block.
fn test(draft: &mut Draft<'_, '_>) -> bool {
    const RUNNERS: [&[u8]; 3] = [b"Describe", b"Context", b"It"];
    let runner = draft.field_text("command_name");
    if !RUNNERS
        .iter()
        .any(|known| runner.eq_ignore_ascii_case(known))
    {
        return false;
    }
    let Some(elements) = draft.node.child_by_field_name("command_elements") else {
        return false;
    };
    let (mut title, mut block) = (None, None);
    let mut cursor = elements.walk();
    for element in elements.named_children(&mut cursor) {
        // An argument is wrapped in an expression with a single operand.
        let mut value = element;
        while value.kind().ends_with("_expression")
            && value.kind() != "script_block_expression"
            && let Some(inner) = value.named_child(0)
        {
            value = inner;
        }
        match value.kind() {
            "string_literal" if title.is_none() => title = Some(value),
            "script_block_expression" => block = Some(value),
            _ => {}
        }
    }
    let (Some(title), Some(block)) = (title, block) else {
        return false;
    };
    let quoted = title.byte_range();
    let start = quoted.start + 1;
    draft.name = start..quoted.end.saturating_sub(1).max(start);
    draft.signature_end = Some(quoted.end);
    draft.body = Some(block.byte_range());
    true
}
