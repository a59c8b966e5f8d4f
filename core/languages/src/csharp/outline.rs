//! Outline table for C#. Documentation is XML in `///`. A file-scoped namespace qualifies the names
//! after it.

use crate::outline::item::OutlineItem;
use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Enum, Event, Field, Function, Interface, Method, Namespace,
    Property, Struct, TypeAlias, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::OutlineText;
use crate::outline::table::{Draft, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "do_statement for_statement foreach_statement if_statement preproc_if switch_body \
        switch_expression switch_expression_arm switch_section switch_statement \
        try_statement when_clause while_statement",
    transparent: "declaration_list",
    branches: "do_statement fixed_statement for_statement foreach_statement if_statement \
        labeled_statement lock_statement using_directive using_statement while_statement",
    rules: &[
        rule("namespace_declaration", Namespace),
        rule("file_scoped_namespace_declaration", Namespace),
        rule("class_declaration", Class).refine(class),
        rule("record_declaration", Class).refine(record),
        rule("struct_declaration", Struct),
        rule("interface_declaration", Interface),
        rule("enum_declaration", Enum),
        rule("enum_member_declaration", Variant).value(&["value"]),
        rule("delegate_declaration", TypeAlias),
        rule("method_declaration", Method).refine(method),
        rule("local_function_statement", Function).refine(method),
        rule("constructor_declaration", Constructor).refine(method),
        rule("destructor_declaration", Method).refine(destructor),
        rule("operator_declaration", Method).refined(operator),
        rule("conversion_operator_declaration", Method).refined(operator),
        rule("indexer_declaration", Property)
            .child(&["this"])
            .body(&["accessors", "value"]),
        rule("property_declaration", Property)
            .body(&["accessors", "value"])
            .refine(property),
        rule("parameter", Property)
            .within("parameter_list")
            .body(&[])
            .value(&["="])
            .refine(record_parameter),
        rule("event_declaration", Event).body(&["accessors"]),
        rule("variable_declarator", Field)
            .in_type()
            .value(&["="])
            .refine(field),
    ],
    wrappers: "field_declaration event_field_declaration variable_declaration",
    opaque: "using_directive string_literal",
    attributes: "attribute_list",
    words: &[
        ("public", Modifier::Exported),
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("static", Modifier::Static),
        ("async", Modifier::Async),
        ("abstract", Modifier::Abstract),
        ("const", Modifier::Const),
        ("readonly", Modifier::Readonly),
        ("sealed", Modifier::Final),
        ("override", Modifier::Override),
        ("virtual", Modifier::Virtual),
        ("unsafe", Modifier::Unsafe),
        ("extern", Modifier::Extern),
    ],
    arrange: Some(arrange),
    commas: &[Variant],
    doc_marker: "///",
    region: ["#region", "#endregion", ""],
    lists: &[("collection_expression initializer_expression", b',')],
    list_wrappers: "array_creation_expression implicit_array_creation_expression implicit_object_creation_expression \
        object_creation_expression",
    ..OutlineTable::EMPTY
};

/// Excludes extension blocks, which a mask turns into classes named by the end of `extension`: their
/// members are members of the class around them.
fn class(draft: &mut Draft<'_, '_>) -> bool {
    let before = draft.source.get(..draft.name.start).unwrap_or_default();
    draft.name_bytes() != b"ion" || !before.ends_with(b"extens")
}

/// Distinguishes `record struct` from records that are classes.
fn record(draft: &mut Draft<'_, '_>) -> bool {
    if draft.child(&["struct"]).is_some() {
        draft.kind = Struct;
    }
    true
}

/// Takes the value after the accessors.
fn property(draft: &mut Draft<'_, '_>) -> bool {
    let value = draft.node.child_by_field_name("value");
    draft.value = value
        .filter(|value| value.kind() != "arrow_expression_clause")
        .map(|value| value.byte_range());
    true
}

/// Reads the body, which may be an expression.
fn method(draft: &mut Draft<'_, '_>) -> bool {
    if let Some(expression) = draft.child(&["arrow_expression_clause"]) {
        draft.body = Some(expression.byte_range());
        return true;
    }
    if draft.body.is_none() && matches!(draft.parent, Some((Interface, _))) {
        draft.modifiers.insert(Modifier::Abstract);
    }
    true
}

fn destructor(draft: &mut Draft<'_, '_>) -> bool {
    method(draft);
    let name = String::from_utf8_lossy(draft.name_bytes()).into_owned();
    draft.name_text = Some(format!("~{name}"));
    true
}

/// Names an operator by the keyword and its symbol or type.
fn operator(draft: &mut Draft<'_, '_>) -> bool {
    method(draft);
    let node = draft.node;
    let sign = node
        .child_by_field_name("operator")
        .or_else(|| node.child_by_field_name("type"));
    let Some(sign) = sign else {
        return false;
    };
    draft.name = sign.byte_range();
    draft.name_text = Some(format!(
        "operator {}",
        String::from_utf8_lossy(draft.text(sign))
    ));
    true
}

/// Keeps the parameters of a record, which are its properties.
fn record_parameter(draft: &mut Draft<'_, '_>) -> bool {
    let owner = draft.ancestor(2);
    owner.is_some_and(|owner| owner.kind() == "record_declaration")
}

/// Distinguishes constants and events from fields by the enclosing declaration.
fn field(draft: &mut Draft<'_, '_>) -> bool {
    let list = draft.ancestor(2);
    let Some(list) = list else {
        return false;
    };
    match list.kind() {
        "event_field_declaration" => draft.kind = Event,
        "field_declaration" => {
            let text = draft.text(list);
            let head = text.get(..draft.node.start_byte() - list.start_byte());
            let mut words = head.unwrap_or_default().split(u8::is_ascii_whitespace);
            if words.any(|word| word == b"const") {
                draft.kind = Constant;
            }
        }
        _ => return false,
    }
    true
}

/// Qualifies the definitions after a file-scoped namespace, which the grammar makes siblings.
fn arrange(mut items: Vec<OutlineItem>, _text: OutlineText<'_>) -> Vec<OutlineItem> {
    let is_clause = |item: &OutlineItem| item.kind == Namespace && item.body_span().is_none();
    let Some(clause) = items.iter().position(is_clause) else {
        return items;
    };
    let namespace = items[clause].qualified_name().to_owned();
    for item in &mut items[clause + 1..] {
        qualify(item, &namespace);
    }
    items
}

fn qualify(item: &mut OutlineItem, namespace: &str) {
    item.set_qualified_name(&format!("{namespace}.{}", item.qualified_name()));
    for child in &mut item.children {
        qualify(child, namespace);
    }
}
