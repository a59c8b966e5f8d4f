//! TypeScript and TSX. Documentation is JSDoc.

use super::javascript as js;
use crate::outline::kind::ItemKind::{
    Class, Enum, Field, Function, Interface, Method, Module, Namespace, Property, TypeAlias,
    Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{Draft, Name, Rule, Table, rule, Unit};

pub(super) static TYPESCRIPT: Table = Table {
    rules: &RULES,
    wrappers: &[
        "export_statement",
        "lexical_declaration",
        "variable_declaration",
        "expression_statement",
        "ambient_declaration",
    ],
    opaque: &["string", "template_string", "import_statement", "type_annotation"],
    attributes: &["decorator"],
    doc: js::DOC,
    words: &js::WORDS,
    convention: Some(js::convention),
    commas: &[Variant],
    has_objects: true,
    indent: Unit::Spaces(2),
    has_terminator: true,
    ..Table::EMPTY
};

const RULES: [Rule; 21] = [
    js::FUNCTION,
    js::GENERATOR,
    rule("function_signature", Function).refine(signature),
    js::CLASS,
    rule("abstract_class_declaration", Class).refine(abstract_class),
    rule("interface_declaration", Interface),
    rule("enum_declaration", Enum),
    rule("enum_assignment", Variant).value(&["value"]),
    rule("property_identifier", Variant).name(Name::Whole).refine(variant),
    rule("type_alias_declaration", TypeAlias),
    rule("internal_module", Namespace),
    rule("module", Module).refine(module),
    js::METHOD,
    rule("method_signature", Method).refine(signature),
    rule("abstract_method_signature", Method),
    rule("public_field_definition", Field).value(&["value"]).refine(js::field),
    rule("property_signature", Property).refine(property),
    js::VARIABLE,
    js::PAIR,
    js::TEST,
    js::ASSIGNMENT,
];

/// A signature without body: an overload, or a member of an interface.
fn signature(draft: &mut Draft<'_, '_>) -> bool {
    if !matches!(draft.parent, Some((Interface, _))) {
        draft.modifiers.insert(Modifier::Declaration);
    }
    true
}

fn abstract_class(draft: &mut Draft<'_, '_>) -> bool {
    draft.modifiers.insert(Modifier::Abstract);
    true
}

/// A name in the body of an enum is a value without initializer.
fn variant(draft: &mut Draft<'_, '_>) -> bool {
    draft.ancestor(1).is_some_and(|parent| parent.kind() == "enum_body")
}

/// `declare module "x"` is named by the string.
fn module(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.name_bytes();
    if name.starts_with(b"\"") || name.starts_with(b"'") {
        draft.name = draft.name.start + 1..draft.name.end - 1;
    }
    true
}

/// Keeps the properties of interfaces and of types that an alias names.
fn property(draft: &mut Draft<'_, '_>) -> bool {
    if draft.child(&["?"]).is_some() {
        draft.modifiers.insert(Modifier::Optional);
    }
    matches!(draft.parent, Some((Interface | TypeAlias, _)))
}
