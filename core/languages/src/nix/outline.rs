//! Outline table for Nix. Documentation is `/** */`, or any comment directly above a definition.

use tree_sitter::Node;

use crate::outline::doc::string_text;
use crate::outline::kind::ItemKind::{Function, Key, Variable};
use crate::outline::table::{DocStyle, Draft, HASH_REGION, IndentUnit, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "if_expression",
    rules: &[rule("binding", Key)
        .named(&["attrpath"])
        .body(&[])
        .refine(binding)],
    opaque: "formals string_expression indented_string_expression",
    doc: DocStyle {
        lines: &["#"],
        blocks: &[("/**", "*/"), ("/*", "*/")],
    },
    elided: "throw \"...\"",
    blocks: b"",
    region: HASH_REGION,
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Keeps functions, variables that are not local to a function, and attributes of sets.
fn binding(draft: &mut Draft<'_, '_>) -> bool {
    let Some(value) = draft.node.child_by_field_name("expression") else {
        return false;
    };
    let name = draft.name_bytes();
    let quoted = name.strip_prefix(b"\"");
    let end = quoted.and_then(|quoted| memchr::memchr(b'"', quoted));
    let is_quoted = end.is_some_and(|end| end + 2 == name.len());
    if is_quoted {
        draft.name_text = Some(string_text(name));
    }
    let in_function = draft.parent.is_some_and(|(kind, _)| kind == Function);
    if let Some(body) = function_body(value) {
        draft.kind = Function;
        draft.body = Some(body.byte_range());
        return true;
    }
    draft.signature_end = Some(value.start_byte());
    let is_local = draft
        .ancestor(2)
        .is_some_and(|around| around.kind() == "let_expression");
    if is_local {
        draft.kind = Variable;
        return !in_function;
    }
    !in_function || is_result(draft)
}

/// Returns the body of a function after its last parameter.
fn function_body(value: Node<'_>) -> Option<Node<'_>> {
    let mut body = value;
    while body.kind() == "function_expression" {
        body = body.child_by_field_name("body")?;
    }
    (body != value).then_some(body)
}

/// Returns whether the set that contains an attribute is the result of the enclosing function.
fn is_result(draft: &Draft<'_, '_>) -> bool {
    // Deeper sets in a result are rare.
    for node in draft.ancestors.iter().rev().take(64) {
        match node.kind() {
            "binding_set"
            | "attrset_expression"
            | "rec_attrset_expression"
            | "parenthesized_expression"
            | "function_expression"
            | "let_expression"
            | "with_expression"
            | "assert_expression" => {}
            // Excludes values of local variables.
            "binding" => {
                let value = node.child_by_field_name("expression");
                return value.is_some_and(|value| value.kind() == "function_expression");
            }
            _ => return false,
        }
    }
    false
}
