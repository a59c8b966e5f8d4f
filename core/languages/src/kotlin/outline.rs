//! Outline table for Kotlin. Documentation is KDoc: `/** */`.

use tree_sitter::Node;

use crate::outline::kind::ItemKind::{
    Class, Constructor, Enum, Function, Interface, Method, Module, Property, TypeAlias, Variable,
    Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, Name, OutlineTable, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_statement if_expression try_expression when_condition when_entry \
        when_expression when_subject while_statement",
    branches: "do_while_statement for_statement if_expression label while_statement",
    rules: &[
        rule("package_header", Module)
            .child(&["identifier"])
            .refine(package),
        rule("class_declaration", Class)
            .child(&["type_identifier"])
            .body(&["class_body", "enum_class_body"])
            .refine(class),
        rule("object_declaration", Class)
            .child(&["type_identifier"])
            .body(&["class_body"]),
        rule("companion_object", Class)
            .body(&["class_body"])
            .refined(companion),
        rule("enum_entry", Variant)
            .child(&["simple_identifier"])
            .body(&["class_body"]),
        rule("function_declaration", Function)
            .member(Method)
            .child(&["simple_identifier"])
            .body(&["function_body"])
            .refine(function),
        rule("secondary_constructor", Constructor)
            .child(&["constructor"])
            .body(&["{"]),
        rule("property_declaration", Variable)
            .member(Property)
            .name(Name::Each(declared_names))
            .body(&[])
            .value(&["=", "property_delegate", "getter"])
            .not_local()
            .refine(property),
        rule("class_parameter", Property)
            .child(&["simple_identifier"])
            .body(&[])
            .value(&["="])
            .refine(class_parameter),
        rule("type_alias", TypeAlias).child(&["type_identifier"]),
    ],
    opaque: "import_list string_literal function_value_parameters",
    comments: "line_comment multiline_comment",
    attributes: "annotation",
    modifier_lists: "modifiers",
    doc: DocStyle {
        lines: &[],
        blocks: &[("/**", "*/")],
    },
    words: &[
        ("public", Modifier::Exported),
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("suspend", Modifier::Async),
        ("abstract", Modifier::Abstract),
        ("const", Modifier::Const),
        ("val", Modifier::Readonly),
        ("final", Modifier::Final),
        ("override", Modifier::Override),
        ("open", Modifier::Virtual),
        ("external", Modifier::Extern),
        ("inline", Modifier::Inline),
    ],
    commas: &[Variant],
    ..OutlineTable::EMPTY
};

/// Leaves the name in the package header out of name paths.
fn package(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    true
}

fn class(draft: &mut Draft<'_, '_>) -> bool {
    let keyword = draft.child(&["class"]);
    if keyword.is_some_and(|keyword| b"companion".starts_with(draft.text(keyword))) {
        // A mask made it a class; its name may be the keyword `object`.
        let is_named = draft.name_bytes() != b"object";
        draft.path_text = Some(String::new());
        draft.name_text = (!is_named).then(|| "Companion".to_owned());
    } else if draft.child(&["interface"]).is_some() {
        draft.kind = Interface;
    } else if draft.child(&["enum"]).is_some() || draft.child(&["enum_class_body"]).is_some() {
        draft.kind = Enum;
    }
    true
}

/// Names an unnamed companion object `Companion`; its members belong to the class.
fn companion(draft: &mut Draft<'_, '_>) -> bool {
    draft.path_text = Some(String::new());
    if !draft.set_name(draft.child(&["type_identifier"])) {
        let keyword = draft
            .child(&["companion"])
            .or_else(|| draft.child(&["object"]));
        draft.set_name(keyword);
        draft.name_text = Some("Companion".to_owned());
    }
    true
}

/// Assigns an extension function to the type of its receiver.
fn function(draft: &mut Draft<'_, '_>) -> bool {
    if assign_to_receiver(draft) {
        draft.kind = Method;
    }
    if draft.body.is_none() && matches!(draft.parent, Some((Interface, _))) {
        draft.modifiers.insert(Modifier::Abstract);
    }
    true
}

/// Assigns an extension property to the type of its receiver.
fn property(draft: &mut Draft<'_, '_>) -> bool {
    draft.end = accessors_end(draft);
    if assign_to_receiver(draft) {
        draft.kind = Property;
    }
    true
}

/// Returns the end of the accessors on the lines after a property, which are its siblings.
fn accessors_end(draft: &Draft<'_, '_>) -> Option<usize> {
    const STARTS: [&[u8]; 8] = [
        b"get",
        b"set",
        b"private",
        b"protected",
        b"internal",
        b"public",
        b"inline",
        b"@",
    ];
    let after = draft
        .source
        .get(draft.node.end_byte()..)?
        .trim_ascii_start();
    // Searching the siblings of every property would take quadratic time.
    if !STARTS.iter().any(|start| after.starts_with(start)) {
        return None;
    }
    let siblings = std::iter::successors(Some(draft.node), Node::next_sibling).skip(1);
    let accessors = siblings.take_while(|node| matches!(node.kind(), "getter" | "setter"));
    accessors.last().map(|accessor| accessor.end_byte())
}

/// Makes the type of the receiver the owner. Returns false if there is no receiver.
fn assign_to_receiver(draft: &mut Draft<'_, '_>) -> bool {
    let Some(receiver) = draft.node.child_by_field_name("receiver") else {
        return false;
    };
    let name = String::from_utf8_lossy(draft.text(receiver));
    let owner = name.split('<').next().unwrap_or("").trim_end_matches('?');
    draft.owner = Some(owner.to_owned());
    true
}

/// Returns the names of a property declaration, several in `val (a, b) = pair`, and the part that
/// contains them.
fn declared_names<'t>(property: Node<'t>, _source: &[u8]) -> Option<(Vec<Node<'t>>, Node<'t>)> {
    let kinds = ["variable_declaration", "multi_variable_declaration"];
    let declaration = child_of_kind(property, &kinds)?;
    let name_of = |variable| child_of_kind(variable, &["simple_identifier"]);
    let names: Vec<_> = match declaration.kind() {
        "variable_declaration" => name_of(declaration).into_iter().collect(),
        _ => {
            let mut cursor = declaration.walk();
            let variables = declaration.named_children(&mut cursor);
            variables.filter_map(name_of).collect()
        }
    };
    Some((names, declaration))
}

/// Keeps `val` and `var` parameters of the primary constructor as properties.
fn class_parameter(draft: &mut Draft<'_, '_>) -> bool {
    draft
        .child(&["binding_pattern_kind", "val", "var"])
        .is_some()
}
