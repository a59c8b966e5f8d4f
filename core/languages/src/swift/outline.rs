//! Outline table for Swift. Documentation comments are `///` and `/** */`.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Class, Constructor, Enum, Function, Impl, Interface, Macro, Method, Property, Struct,
    TypeAlias, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "do_statement for_statement if_statement repeat_while_statement switch_entry \
        switch_pattern switch_statement try_expression try_operator while_statement",
    branches: "do_statement else for_statement if_statement while_statement",
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
            .name(Name::Each(declared_names))
            .body(&[])
            .not_local()
            .refine(property),
        rule("protocol_property_declaration", Property)
            .named(&["name", "bound_identifier"])
            .body(&["protocol_property_requirements"])
            .refine(requirement),
        rule("enum_entry", Variant)
            .name(Name::List("name"))
            .body(&[])
            .refine(variant),
        rule("macro_declaration", Macro)
            .child(&["simple_identifier"])
            .body(&[])
            .refine(macro_definition),
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
    lists: &[("array_literal dictionary_literal", b',')],
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

/// Returns the names of `let a = 1, (b, c) = pair`, and the only pattern or else the first name.
fn declared_names<'t>(property: Node<'t>, source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let mut cursor = property.walk();
    let patterns = property.children_by_field_name("name", &mut cursor);
    let mut rest: Vec<_> = patterns.collect();
    rest.reverse();
    let mut names = Vec::new();
    while let Some(node) = rest.pop() {
        match node.kind() {
            "simple_identifier" if source.get(node.byte_range()) != Some(b"_") => names.push(node),
            "pattern" => {
                let mut cursor = node.walk();
                let inner: Vec<_> = node.named_children(&mut cursor).collect();
                rest.extend(inner.into_iter().rev());
            }
            _ => {}
        }
    }
    let mut cursor = property.walk();
    let mut patterns = property.children_by_field_name("name", &mut cursor);
    let list = match (patterns.next(), patterns.next()) {
        (Some(only), None) => only,
        _ => *names.first()?,
    };
    Some((names, list))
}

/// Takes the body and the value between the pattern with the name and the next pattern.
fn property(draft: &mut Draft<'_, '_>) -> bool {
    let mut cursor = draft.node.walk();
    let mut has_next = cursor.goto_first_child();
    let mut is_after_name = false;
    while has_next {
        let range = cursor.node().byte_range();
        match cursor.field_name() {
            Some("name") if cursor.node().kind() == "pattern" => {
                is_after_name = range.start <= draft.name.start && draft.name.end <= range.end;
            }
            Some("value") if is_after_name => {
                draft.signature_end = Some(range.start);
                draft.value = Some(range);
            }
            Some("computed_value") if is_after_name => draft.body = Some(range),
            _ if is_after_name && cursor.node().kind() == "willset_didset_block" => {
                draft.body = Some(range);
            }
            _ => {}
        }
        has_next = cursor.goto_next_sibling();
    }
    true
}

/// Takes the expression after the `=`.
fn macro_definition(draft: &mut Draft<'_, '_>) -> bool {
    let definition = draft.node.child_by_field_name("definition");
    draft.signature_end = definition.map(|definition| definition.start_byte());
    let value = definition.and_then(|definition| definition.child_by_field_name("body"));
    draft.value = value.map(|value| value.byte_range());
    true
}

/// Takes the associated values and the raw value between the name and the next comma.
fn variant(draft: &mut Draft<'_, '_>) -> bool {
    draft.part_end = Some(draft.name.end);
    let mut cursor = draft.node.walk();
    let mut has_next = cursor.goto_first_child();
    while has_next {
        let range = cursor.node().byte_range();
        if range.start > draft.name.start {
            match cursor.field_name() {
                Some("raw_value") => draft.value = Some(range.clone()),
                _ if cursor.node().kind() == "," => break,
                _ => {}
            }
            draft.part_end = Some(range.end);
        }
        has_next = cursor.goto_next_sibling();
    }
    draft.signature_end = draft.value.as_ref().map(|value| value.start);
    true
}

/// Removes the modifier implied by the keyword of a class.
fn convention(draft: &mut Draft<'_, '_>) {
    if matches!(draft.kind, Class | Struct | Enum | Impl) {
        draft.modifiers.remove(Modifier::Static);
    }
}
