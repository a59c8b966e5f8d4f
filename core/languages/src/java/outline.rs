//! Outline table for Java. Documentation is Javadoc: `/** */`, and `///` since Java 23.

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Enum, Field, Interface, Method, Module, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{Draft, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "do_statement enhanced_for_statement for_statement if_statement switch_block \
        switch_block_statement_group switch_expression switch_label switch_rule \
        try_statement try_with_resources_statement while_statement",
    branches: "do_statement enhanced_for_statement for_statement if_statement labeled_statement \
        while_statement",
    rules: &[
        rule("package_declaration", Module)
            .child(&["scoped_identifier", "identifier"])
            .refine(package),
        rule("module_declaration", Module),
        rule("class_declaration", Class),
        rule("record_declaration", Class),
        rule("interface_declaration", Interface),
        rule("annotation_type_declaration", Interface),
        rule("enum_declaration", Enum),
        rule("enum_constant", Variant),
        rule("method_declaration", Method).refine(method),
        rule("annotation_type_element_declaration", Method),
        rule("constructor_declaration", Constructor),
        rule("compact_constructor_declaration", Constructor),
        rule("field_declaration", Field)
            .name(Name::List("declarator"))
            .refine(field),
        rule("constant_declaration", Constant)
            .name(Name::List("declarator"))
            .refine(field),
        rule("formal_parameter", Field).in_type().refine(component),
    ],
    opaque: "string_literal import_declaration",
    comments: "line_comment block_comment",
    attributes: "annotation marker_annotation",
    modifier_lists: "modifiers",
    words: &[
        ("public", Modifier::Exported),
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("static", Modifier::Static),
        ("abstract", Modifier::Abstract),
        ("final", Modifier::Final),
        ("native", Modifier::Extern),
        ("default", Modifier::Default),
    ],
    commas: &[Variant],
    lists: &[("array_initializer", b',')],
    list_wrappers: "array_creation_expression",
    ..OutlineTable::EMPTY
};

/// Leaves the name in the package declaration out of name paths.
fn package(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    true
}

/// Marks an interface method without a body as abstract.
fn method(draft: &mut Draft<'_, '_>) -> bool {
    if draft.body.is_none() && matches!(draft.parent, Some((Interface, _))) {
        draft.modifiers.insert(Modifier::Abstract);
    }
    true
}

/// Makes a field that is static and final a constant.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    let modifiers = draft.child(&["modifiers"]).map(|node| draft.text(node));
    let words: Vec<_> = modifiers
        .unwrap_or_default()
        .split(u8::is_ascii_whitespace)
        .collect();
    if words.contains(&b"static".as_slice()) && words.contains(&b"final".as_slice()) {
        draft.kind = Constant;
    }
    let value = draft
        .declarator
        .and_then(|node| node.child_by_field_name("value"));
    draft.signature_end = value.map(|value| value.start_byte());
    draft.value = value.map(|value| value.byte_range());
    true
}

/// Keeps the parameters of a record as its fields, but not the parameters of its methods.
fn component(draft: &mut Draft<'_, '_>) -> bool {
    let owner = draft.ancestor(2);
    owner.is_some_and(|owner| owner.kind() == "record_declaration")
}
