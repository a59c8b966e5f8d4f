//! Outline table for Objective-C, an extension of C. Documentation follows Doxygen. Methods are
//! named by their selectors: `initWithFrame:style:`.

use tree_sitter::Node;

use crate::c::outline as c;
use crate::outline::declarator as parts;
use crate::outline::kind::ItemKind::{
    Class, Constructor, Field, Impl, Interface, Method, Property, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{Draft, Name, OutlineTable, PRAGMA_REGION, Rule, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_statement do_statement for_statement if_statement preproc_if preproc_ifdef \
        switch_statement try_statement while_statement",
    transparent: "declaration_list linkage_specification",
    branches: "do_statement else_clause for_statement if_statement labeled_statement \
        while_statement",
    else_clauses: "else_clause",
    rules: &[
        c::MACRO,
        c::FUNCTION_MACRO,
        // A C function inside `@implementation` is not a method.
        Rule {
            member: None,
            ..c::FUNCTION
        },
        c::DECLARATION,
        c::FIELD,
        c::TYPE_DEFINITION,
        c::STRUCT,
        c::UNION,
        c::ENUM,
        c::ENUMERATOR,
        rule("class_interface", Class)
            .child(&["identifier"])
            .refine(interface),
        rule("class_implementation", Impl)
            .child(&["identifier"])
            .refine(implementation),
        rule("protocol_declaration", Interface)
            .child(&["identifier"])
            .refine(protocol),
        rule("method_declaration", Method).refined(method),
        rule("method_definition", Method)
            .body(&["compound_statement"])
            .refined(method),
        rule("property_declaration", Property)
            .name(Name::Each(declared))
            .refine(property),
        rule("instance_variable", Field)
            .name(Name::Each(declared))
            .refine(name_declared),
    ],
    wrappers: "implementation_definition",
    // The bracket after the instance variables ends their last section.
    sections: "visibility_specification }",
    opaque: "compound_statement parameter_list initializer_list argument_list string_literal \
        method_type method_parameter property_implementation",
    attributes: "attribute_specifier attribute_declaration",
    words: &[
        ("static", Modifier::Static),
        ("extern", Modifier::Extern),
        ("FOUNDATION_EXPORT", Modifier::Extern),
        ("FOUNDATION_EXTERN", Modifier::Extern),
        ("UIKIT_EXTERN", Modifier::Extern),
        ("inline", Modifier::Inline),
        ("public", Modifier::Exported),
        ("protected", Modifier::Protected),
        ("private", Modifier::Private),
    ],
    commas: &[Variant],
    region: PRAGMA_REGION,
    has_terminator: true,
    ..OutlineTable::EMPTY
};

/// Makes a category or extension the implementation of a class declared elsewhere.
fn interface(draft: &mut Draft<'_, '_>) -> bool {
    set_members(draft);
    let Some(category) = category(draft) else {
        return true;
    };
    let class = String::from_utf8_lossy(draft.name_bytes()).into_owned();
    draft.kind = Impl;
    draft.name_text = Some(format!("{class} ({category})"));
    draft.path_text = Some(class);
    true
}

fn implementation(draft: &mut Draft<'_, '_>) -> bool {
    set_members(draft);
    let class = String::from_utf8_lossy(draft.name_bytes()).into_owned();
    draft.name_text = Some(match category(draft) {
        Some(category) => format!("@implementation {class} ({category})"),
        None => format!("@implementation {class}"),
    });
    draft.path_text = Some(class);
    true
}

fn protocol(draft: &mut Draft<'_, '_>) -> bool {
    set_members(draft);
    true
}

/// Returns the name of a category; empty for an extension, `None` for a class.
fn category(draft: &Draft<'_, '_>) -> Option<String> {
    draft.child(&["("])?;
    Some(String::from_utf8_lossy(draft.field_text("category")).into_owned())
}

/// Sets the body to the text between the header and `@end`.
fn set_members(draft: &mut Draft<'_, '_>) {
    const HEADER: [&str; 4] = [
        "identifier",
        "parameterized_arguments",
        "protocol_reference_list",
        "attribute_specifier",
    ];
    let mut cursor = draft.node.walk();
    let mut end = None;
    let mut start = None;
    for child in draft.node.children(&mut cursor) {
        let is_member = child.is_named() && !HEADER.contains(&child.kind());
        if is_member && start.is_none() {
            start = Some(child.start_byte());
        }
        if child.kind() == "@end" {
            end = Some(child.start_byte());
        }
    }
    draft.signature_end = start.or(end);
    draft.body = start.zip(end).map(|(start, end)| start..end);
}

/// Names a method by its selector and detects constructors by naming convention.
fn method(draft: &mut Draft<'_, '_>) -> bool {
    let mut cursor = draft.node.walk();
    let (mut first, mut keyword, mut selector) = (None, None, String::new());
    for child in draft.node.children(&mut cursor) {
        match child.kind() {
            "identifier" => {
                first = first.or(Some(child));
                keyword = Some(child);
            }
            "method_parameter" => {
                let word = keyword.take().map_or(&[][..], |word| draft.text(word));
                selector.push_str(&String::from_utf8_lossy(word));
                selector.push(':');
                first = first.or(Some(child));
            }
            "+" => draft.modifiers.insert(Modifier::Static),
            _ => {}
        }
    }
    if !draft.set_name(first) {
        return false;
    }
    let word = draft.name_bytes();
    let after_init = word.strip_prefix(b"init");
    let is_init = after_init.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_lowercase));
    if is_init && !draft.modifiers.contains(Modifier::Static) {
        draft.kind = Constructor;
    }
    if word.starts_with(b"test") && selector.is_empty() && draft.body.is_some() {
        draft.modifiers.insert(Modifier::Test);
    }
    if !selector.is_empty() {
        draft.name_text = Some(selector);
    }
    if draft.body.is_none() {
        let is_required = matches!(draft.parent, Some((Interface, _)));
        draft.modifiers.insert(match is_required {
            true => Modifier::Abstract,
            false => Modifier::Declaration,
        });
    }
    mark_optional(draft);
    true
}

/// Marks a protocol member after `@optional` as optional.
fn mark_optional(draft: &mut Draft<'_, '_>) {
    let group = draft.ancestor(1);
    let word = group.and_then(|group| group.child(0));
    if word.is_some_and(|word| word.kind() == "@optional") {
        draft.modifiers.insert(Modifier::Optional);
    }
}

/// Returns the declarators of a property or of instance variables.
fn declared<'t>(declaration: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let list = child_of_kind(declaration, &["struct_declaration"])?;
    let mut cursor = list.walk();
    let names = list.named_children(&mut cursor);
    let names: Vec<_> = names
        .filter(|node| node.kind() == "struct_declarator")
        .collect();
    let first = *names.first()?;
    Some((names, first))
}

/// Follows a declarator to the name.
fn name_declared(draft: &mut Draft<'_, '_>) -> bool {
    let inner = draft
        .declarator
        .and_then(|declarator| declarator.named_child(0));
    draft.set_name(inner.map(parts::innermost_declarator))
}

fn property(draft: &mut Draft<'_, '_>) -> bool {
    let attributes = draft.child(&["property_attributes_declaration"]);
    let text = attributes.map_or(&[][..], |attributes| draft.text(attributes));
    for word in text.split(|byte| !byte.is_ascii_alphanumeric()) {
        match word {
            b"readonly" => draft.modifiers.insert(Modifier::Readonly),
            b"class" => draft.modifiers.insert(Modifier::Static),
            _ => {}
        }
    }
    mark_optional(draft);
    name_declared(draft)
}
