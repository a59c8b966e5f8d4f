//! Outline table for C++. Documentation follows Doxygen.

use crate::c::outline as c;
use crate::outline::declarator as parts;
use crate::outline::kind::ItemKind::{
    Class, Constructor, Field, Function, Method, Namespace, TypeAlias, Variable, Variant,
};
use crate::outline::kind::{Modifier, is_type};
use crate::outline::table::{Draft, Name, OutlineTable, PRAGMA_REGION, Rule, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    separator: "::",
    rules: &[
        c::MACRO,
        c::FUNCTION_MACRO,
        FUNCTION,
        rule("declaration", Variable)
            .name(Name::List("declarator"))
            .not_local()
            .refine(declaration),
        rule("field_declaration", Field)
            .name(Name::List("declarator"))
            .refine(declaration),
        c::TYPE_DEFINITION,
        c::STRUCT,
        c::UNION,
        c::ENUM,
        c::ENUMERATOR,
        rule("class_specifier", Class).refine(c::has_body),
        rule("namespace_definition", Namespace),
        rule("alias_declaration", TypeAlias),
        rule("concept_definition", TypeAlias),
    ],
    wrappers: "template_declaration",
    sections: "access_specifier",
    opaque: "compound_statement parameter_list template_parameter_list template_argument_list \
        initializer_list argument_list string_literal field_initializer_list",
    attributes: "attribute_specifier attribute_declaration",
    words: &[
        ("static", Modifier::Static),
        ("extern", Modifier::Extern),
        ("inline", Modifier::Inline),
        ("virtual", Modifier::Virtual),
        ("constexpr", Modifier::Const),
        ("consteval", Modifier::Const),
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("public", Modifier::Exported),
    ],
    commas: &[Variant],
    region: PRAGMA_REGION,
    has_terminator: true,
    ..OutlineTable::EMPTY
};

const FUNCTION: Rule = rule("function_definition", Function)
    .member(Method)
    .name(Name::List("declarator"))
    .value(&["field_initializer_list"])
    .refine(function);

fn function(draft: &mut Draft<'_, '_>) -> bool {
    let Some(declarator) = draft.declarator else {
        return false;
    };
    let is_cast = declarator.kind() == "operator_cast";
    if !is_cast && !is_function(draft) {
        return false;
    }
    qualify(draft);
    if draft.body.is_none() {
        let parts = ["default_method_clause", "delete_method_clause"];
        draft.body = draft.child(&parts).map(|clause| clause.byte_range());
    }
    true
}

fn is_function(draft: &Draft<'_, '_>) -> bool {
    let mut declarator = draft.declarator;
    // A function can return a reference, like a pointer.
    while let Some(node) = declarator.filter(|node| node.kind() == "reference_declarator") {
        declarator = node.named_child(0);
    }
    declarator.map(c::innermost_kind) == Some("function_declarator")
}

fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    if !c::declaration(draft) {
        return false;
    }
    if is_function(draft) {
        let in_type = draft.parent.is_some_and(|(kind, _)| is_type(kind));
        draft.kind = if in_type { Method } else { Function };
        draft.modifiers.insert(Modifier::Declaration);
        if draft.field_text("default_value") == b"0" {
            draft.modifiers.insert(Modifier::Abstract);
        }
    }
    qualify(draft);
    true
}

/// Splits `A::b` into the path of the type and the name, and detects constructors.
fn qualify(draft: &mut Draft<'_, '_>) {
    let declarator = draft.declarator.map(parts::innermost_declarator);
    let Some(mut name) = declarator else {
        return;
    };
    let start = name.start_byte();
    while let Some(inner) = name
        .child_by_field_name("name")
        .filter(|_| matches!(name.kind(), "qualified_identifier" | "template_function"))
    {
        name = inner;
    }
    draft.name = name.byte_range();
    if name.kind() == "operator_cast" {
        let of = name.child_by_field_name("type").map(|of| draft.text(of));
        let of = String::from_utf8_lossy(of.unwrap_or_default());
        draft.name_text = Some(format!("operator {of}"));
    }
    let owner = draft
        .source
        .get(start..name.start_byte())
        .unwrap_or_default();
    let owner = without_template_arguments(&String::from_utf8_lossy(owner));
    let owner = owner.trim().trim_end_matches("::");
    let last = owner.rsplit("::").next().unwrap_or("").trim();
    let is_function = matches!(draft.kind, Function | Method);
    if !owner.is_empty() {
        draft.owner = Some(owner.to_owned());
        if is_function {
            draft.kind = Method;
        }
    }
    let own = draft.name_bytes();
    let class = match draft.parent {
        _ if !last.is_empty() => last.as_bytes(),
        Some((kind, name)) if is_type(kind) => name.as_bytes(),
        _ => b"",
    };
    if is_function && !own.is_empty() && own == class {
        draft.kind = Constructor;
    }
}

/// Removes `<...>` from a name path.
fn without_template_arguments(path: &str) -> String {
    let mut depth = 0usize;
    let mut kept = String::new();
    for character in path.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(character),
            _ => {}
        }
    }
    kept
}
