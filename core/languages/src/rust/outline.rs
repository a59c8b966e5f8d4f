//! Outline table for Rust. Documentation follows rustdoc: `///` and `/** */` before the item.

use crate::outline::kind::ItemKind::{
    Constant, Constructor, Enum, Field, Function, Impl, Macro, Method, Module, Struct, Trait,
    TypeAlias, Union, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_expression for_lifetimes if_expression loop_expression match_arm match_block \
        match_expression match_pattern try_block try_expression while_expression",
    transparent: "declaration_list",
    branches: "else_clause for_expression for_lifetimes if_expression label while_expression",
    else_clauses: "else_clause",
    separator: "::",
    rules: &[
        rule("mod_item", Module),
        rule("struct_item", Struct),
        rule("union_item", Union),
        rule("enum_item", Enum),
        rule("enum_variant", Variant)
            .body(&["field_declaration_list"])
            .refine(variant),
        rule("trait_item", Trait),
        rule("impl_item", Impl).refined(implementation),
        rule("function_item", Function)
            .member(Method)
            .refine(function),
        rule("function_signature_item", Function)
            .member(Method)
            .refine(function),
        rule("field_declaration", Field),
        rule("const_item", Constant).value(&["value"]),
        rule("static_item", Variable).value(&["value"]),
        rule("type_item", TypeAlias),
        rule("associated_type", TypeAlias),
        rule("macro_definition", Macro).refine(macro_rules),
    ],
    opaque: "token_tree use_declaration parameters type_arguments string_literal",
    comments: "line_comment block_comment",
    attributes: "attribute_item",
    doc: DocStyle {
        lines: &["///"],
        blocks: &[("/**", "*/")],
    },
    words: &[
        ("pub", Modifier::Exported),
        ("async", Modifier::Async),
        ("unsafe", Modifier::Unsafe),
        ("extern", Modifier::Extern),
        ("const", Modifier::Const),
        ("static", Modifier::Static),
        ("default", Modifier::Default),
    ],
    elided: "{ /* ... */ }",
    commas: &[Variant, Field],
    has_last_comma: true,
    region: ["// region:", "// endregion", ""],
    lists: &[(
        "array_expression field_initializer_list tuple_expression",
        b',',
    )],
    list_rests: "base_field_initializer",
    list_wrappers: "reference_expression struct_expression",
    ..OutlineTable::EMPTY
};

/// Takes the discriminant, which belongs to the signature.
fn variant(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    draft.value = value.map(|value| value.byte_range());
    true
}

/// Names an `impl` block by its header, and qualifies its items by the type.
fn implementation(draft: &mut Draft<'_, '_>) -> bool {
    let Some(owner) = draft.node.child_by_field_name("type") else {
        return false;
    };
    let name = owner.child_by_field_name("type").unwrap_or(owner);
    draft.name = name.byte_range();
    let text = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let of = text(draft.text(owner));
    draft.path_text = Some(text(draft.text(name)));
    draft.name_text = Some(match draft.node.child_by_field_name("trait") {
        Some(implemented) => {
            let polarity = draft.child(&["!"]).map_or("", |_| "!");
            format!("impl {polarity}{} for {of}", text(draft.text(implemented)))
        }
        None => format!("impl {of}"),
    });
    true
}

/// Makes a function named `new` without `self` a constructor, by convention.
fn function(draft: &mut Draft<'_, '_>) -> bool {
    let has_self = takes_self(draft);
    if draft.kind == Method && !has_self {
        draft.modifiers.insert(Modifier::Static);
        if draft.name_bytes() == b"new" {
            draft.kind = Constructor;
        }
    }
    if draft.node.kind() == "function_signature_item" {
        let is_required = matches!(draft.parent, Some((Trait, _)));
        draft.modifiers.insert(match is_required {
            true => Modifier::Abstract,
            false => Modifier::Declaration,
        });
    }
    true
}

/// Returns whether the first parameter is `self`, with or without its type.
fn takes_self(draft: &Draft<'_, '_>) -> bool {
    let parameters = draft.node.child_by_field_name("parameters");
    parameters.is_some_and(|parameters| {
        let mut cursor = parameters.walk();
        let mut parameters = parameters.named_children(&mut cursor);
        let first = parameters.find(|node| !node.is_extra() && node.kind() != "attribute_item");
        first.is_some_and(|first| {
            let pattern = first.child_by_field_name("pattern");
            first.kind() == "self_parameter" || pattern.is_some_and(|node| node.kind() == "self")
        })
    })
}

/// Sets the body of `macro_rules!` to its rules, including the brackets around them.
fn macro_rules(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(open) = draft.child(&["{", "(", "["]) {
        draft.body = Some(open.start_byte()..draft.node.end_byte());
    }
    true
}
