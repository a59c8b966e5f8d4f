//! Outline table for Swift. Documentation comments are `///` and `/** */`.

use crate::outline::kind::ItemKind::{
    Class, Constructor, Enum, Function, Impl, Interface, Method, Property, Struct, TypeAlias,
    Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    rules: &[
        rule("class_declaration", Class).refine(class),
        rule("protocol_declaration", Interface),
        rule("function_declaration", Function)
            .member(Method)
            .refine(function),
        rule("protocol_function_declaration", Method).refine(requirement),
        rule("init_declaration", Constructor),
        rule("deinit_declaration", Method).child(&["deinit"]),
        rule("subscript_declaration", Method)
            .child(&["subscript"])
            .body(&["computed_property"]),
        rule("property_declaration", Variable)
            .member(Property)
            .body(&["computed_value", "willset_didset_block"])
            .value(&["value"])
            .not_local()
            .refine(property),
        rule("protocol_property_declaration", Property)
            .named(&["name", "bound_identifier"])
            .body(&["protocol_property_requirements"])
            .refine(requirement),
        rule("enum_entry", Variant)
            .name(Name::List("name"))
            .body(&[])
            .value(&["raw_value"]),
        rule("typealias_declaration", TypeAlias),
        rule("associatedtype_declaration", TypeAlias),
    ],
    opaque: "parameter line_string_literal import_declaration",
    comments: "comment multiline_comment",
    attributes: "attribute",
    modifier_lists: "modifiers",
    doc: DocStyle {
        lines: &["///"],
        blocks: &[("/**", "*/")],
        is_in_body: false,
    },
    words: &[
        ("public", Modifier::Exported),
        ("open", Modifier::Exported),
        ("private", Modifier::Private),
        ("fileprivate", Modifier::Private),
        ("static", Modifier::Static),
        ("class", Modifier::Static),
        ("final", Modifier::Final),
        ("override", Modifier::Override),
        ("let", Modifier::Readonly),
    ],
    convention: Some(convention),
    ..OutlineTable::EMPTY
};

/// Distinguishes classes, structs, enums, actors and extensions by the keyword.
fn class(draft: &mut Draft<'_, '_>) -> bool {
    draft.kind = match draft.field_text("declaration_kind") {
        b"struct" => Struct,
        b"enum" => Enum,
        b"extension" => {
            let name = String::from_utf8_lossy(draft.name_bytes()).into_owned();
            draft.name_text = Some(format!("extension {name}"));
            draft.path_text = Some(name);
            Impl
        }
        _ => Class,
    };
    true
}

fn function(draft: &mut Draft<'_, '_>) -> bool {
    if draft.name_bytes().starts_with(b"test")
        && draft.parent.is_some_and(|(kind, _)| kind == Class)
    {
        draft.modifiers.insert(Modifier::Test);
    }
    true
}

fn requirement(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Abstract);
    true
}

/// Keeps properties with a single plain name.
fn property(draft: &mut Draft<'_, '_>) -> bool {
    !draft.name_bytes().contains(&b'(')
}

/// Removes the modifier implied by the keyword of a class.
fn convention(draft: &mut Draft<'_, '_>) {
    if matches!(draft.kind, Class | Struct | Enum | Impl) {
        draft.modifiers.remove(Modifier::Static);
    }
}
