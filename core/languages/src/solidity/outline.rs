//! Outline table for Solidity. Documentation is NatSpec: `///` and `/** */`.
//!
//! A library maps to a module. A modifier maps to a macro, since the compiler wraps its code around
//! a function's code. A custom error maps to an event, since a contract signals it with arguments.

use crate::outline::kind::ItemKind::{
    Class, Constant, Constructor, Enum, Event, Field, Function, Interface, Macro, Method, Module,
    Struct, TypeAlias, Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, Name, OutlineTable, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "for_statement if_statement try_statement while_statement",
    branches: "do_while_statement for_statement if_statement using_alias using_directive \
        while_statement",
    rules: &[
        rule("contract_declaration", Class),
        rule("interface_declaration", Interface),
        rule("library_declaration", Module),
        rule("struct_declaration", Struct),
        rule("struct_member", Field),
        rule("enum_declaration", Enum),
        rule("enum_value", Variant).name(Name::Whole),
        rule("event_definition", Event),
        rule("error_declaration", Event),
        rule("user_defined_type_definition", TypeAlias),
        rule("constant_variable_declaration", Constant).value(&["value"]),
        rule("state_variable_declaration", Variable)
            .member(Field)
            .value(&["value"])
            .refine(state_variable),
        rule("function_definition", Function)
            .member(Method)
            .refine(function),
        rule("modifier_definition", Macro).refine(function),
        rule("constructor_definition", Constructor)
            .child(&["constructor"])
            .refine(function),
        rule("fallback_receive_definition", Method)
            .child(&["fallback", "receive"])
            .refine(function),
    ],
    opaque: "function_body parameter type_name using_directive import_directive",
    doc: DocStyle {
        lines: &["///"],
        blocks: &[("/**", "*/")],
    },
    words: &[
        ("abstract", Modifier::Abstract),
        ("constant", Modifier::Const),
        ("immutable", Modifier::Readonly),
        ("override", Modifier::Override),
        ("public", Modifier::Exported),
        ("external", Modifier::Exported),
        ("internal", Modifier::Protected),
        ("private", Modifier::Private),
    ],
    commas: &[Variant],
    ..OutlineTable::EMPTY
};

/// Makes a constant state variable a constant.
fn state_variable(draft: &mut Draft<'_, '_>) -> bool {
    if draft.child(&["constant"]).is_some() {
        draft.kind = Constant;
    }
    true
}

/// Reads the modifiers, which follow the name. Marks functions without a body as abstract, and
/// functions of contracts ending in `Test` as tests (Foundry convention).
fn function(draft: &mut Draft<'_, '_>) -> bool {
    if draft.body.is_none() {
        draft.modifiers.insert(Modifier::Abstract);
    }
    let is_test = draft.name_bytes().starts_with(b"test");
    let in_test = draft
        .parent
        .is_some_and(|(_, contract)| contract.ends_with("Test"));
    if draft.kind == Method && is_test && in_test {
        draft.modifiers.insert(Modifier::Test);
    }
    let mut cursor = draft.node.walk();
    for child in draft.node.children(&mut cursor) {
        let modifier = match child.kind() {
            "virtual" => Modifier::Virtual,
            "override_specifier" => Modifier::Override,
            "visibility" => match draft.text(child) {
                b"private" => Modifier::Private,
                b"internal" => Modifier::Protected,
                _ => Modifier::Exported,
            },
            _ => continue,
        };
        draft.modifiers.insert(modifier);
    }
    true
}
