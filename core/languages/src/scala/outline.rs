//! Outline table for Scala 2 and 3. Documentation is Scaladoc: `/** */`.

use tree_sitter::Node;

use crate::outline::doc::string_text;
use crate::outline::kind::ItemKind::{
    Class, Constructor, Enum, Field, Function, Impl, Method, Module, Test, Trait, TypeAlias,
    Variable, Variant,
};
use crate::outline::kind::Modifier;
use crate::outline::table::{DocStyle, Draft, IndentUnit, Name, OutlineTable, child_of_kind, rule};

pub(super) static OUTLINE: OutlineTable = OutlineTable {
    conditions: "case_block case_class_pattern case_clause for_expression if_expression \
        match_expression match_type repeat_pattern try_expression while_expression",
    branches: "do_while_expression for_expression if_expression using_directive \
        using_directive_key using_directive_value while_expression",
    rules: &[
        rule("package_clause", Module).refine(package),
        rule("package_object", Module),
        rule("class_definition", Class),
        rule("object_definition", Class),
        rule("trait_definition", Trait),
        rule("enum_definition", Enum),
        rule("simple_enum_case", Variant).body(&[]),
        rule("full_enum_case", Variant).body(&[]),
        rule("extension_definition", Impl).refined(extension),
        rule("given_definition", Variable).refined(given),
        rule("function_definition", Function)
            .member(Method)
            .refine(function),
        rule("function_declaration", Function)
            .member(Method)
            .body(&[])
            .refine(declaration),
        rule("val_definition", Variable)
            .member(Field)
            .named(&["pattern"])
            .body(&[])
            .value(&["value"])
            .not_local(),
        rule("var_definition", Variable)
            .member(Field)
            .named(&["pattern"])
            .body(&[])
            .value(&["value"])
            .not_local(),
        rule("val_declaration", Variable)
            .member(Field)
            .name(Name::List("name"))
            .body(&[])
            .not_local(),
        rule("var_declaration", Variable)
            .member(Field)
            .name(Name::List("name"))
            .body(&[])
            .not_local(),
        rule("class_parameter", Field)
            .in_type()
            .body(&[])
            .value(&["default_value"])
            .refine(class_parameter),
        rule("type_definition", TypeAlias).body(&[]).not_local(),
        rule("call_expression", Test).refined(test),
    ],
    opaque: "import_declaration export_declaration string parameters extends_clause",
    comments: "block_comment comment xml_comment",
    attributes: "annotation",
    doc: DocStyle {
        lines: &[],
        blocks: &[("/**", "*/")],
    },
    words: &[
        ("private", Modifier::Private),
        ("protected", Modifier::Protected),
        ("abstract", Modifier::Abstract),
        ("final", Modifier::Final),
        ("override", Modifier::Override),
        ("open", Modifier::Virtual),
        ("inline", Modifier::Inline),
        ("val", Modifier::Readonly),
    ],
    indent: IndentUnit::Spaces(2),
    ..OutlineTable::EMPTY
};

/// Leaves the name in a package clause without braces out of name paths.
fn package(draft: &mut Draft<'_, '_>) -> bool {
    if draft.body.is_none() {
        draft.path_text = Some(String::new());
    }
    true
}

/// Names an extension by the type it extends.
fn extension(draft: &mut Draft<'_, '_>) -> bool {
    let mut cursor = draft.node.walk();
    let mut parameters = draft.node.children_by_field_name("parameters", &mut cursor);
    let receiver = parameters.find_map(|list| child_of_kind(list, &["parameter"]));
    draft.set_name(receiver.and_then(|receiver| receiver.child_by_field_name("type")))
}

/// Names an unnamed given by its type.
fn given(draft: &mut Draft<'_, '_>) -> bool {
    let name = draft.node.child_by_field_name("name");
    draft.modifiers.insert(Modifier::Readonly);
    draft.set_name(name.or_else(|| draft.node.child_by_field_name("return_type")))
}

fn function(draft: &mut Draft<'_, '_>) -> bool {
    if draft.kind == Method && draft.name_bytes() == b"this" {
        draft.kind = Constructor;
    }
    true
}

/// Marks a method without a body as abstract.
fn declaration(draft: &mut Draft<'_, '_>) -> bool {
    if draft.kind == Method {
        draft.modifiers.insert(Modifier::Abstract);
    }
    true
}

/// Keeps parameters of case classes and enumerations, and `val` or `var` parameters, as fields.
fn class_parameter(draft: &mut Draft<'_, '_>) -> bool {
    let is_declared = draft.child(&["val", "var"]).is_some();
    let owner = draft.ancestor(2);
    let is_case = owner.is_some_and(|owner| match owner.kind() {
        "full_enum_case" => true,
        "class_definition" => child_of_kind(owner, &["case"]).is_some(),
        _ => false,
    });
    is_declared || is_case
}

/// Keeps tests of MUnit, ScalaTest and similar frameworks: `test("title") { ... }`.
fn test(draft: &mut Draft<'_, '_>) -> bool {
    let Some(call) = draft.node.child_by_field_name("function") else {
        return false;
    };
    let callee = call.child_by_field_name("function");
    let is_test = callee.is_some_and(|callee| {
        matches!(
            draft.text(callee),
            b"test" | b"describe" | b"it" | b"property" | b"feature" | b"scenario"
        )
    });
    let title = call.child_by_field_name("arguments").and_then(title);
    let Some(title) = title.filter(|_| is_test) else {
        return false;
    };
    draft.set_name(Some(title));
    draft.name_text = Some(string_text(draft.text(title)));
    draft.signature_end = Some(call.end_byte());
    let body = draft.node.child_by_field_name("arguments");
    draft.body = body.map(|body| body.byte_range());
    true
}

fn title(arguments: Node<'_>) -> Option<Node<'_>> {
    arguments
        .named_child(0)
        .filter(|first| first.kind() == "string")
}
