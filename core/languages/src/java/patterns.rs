//! Patterns of Java.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{
    CLike, FILE, FOR, OptionalChildren, PARAMETERS, PatternSyntax, Quotes, START, STATEMENT, at,
    named,
};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("$", ""), named("$", ";").only_after(STATEMENT)],
    list_placeholders: &[
        named("$", ";"),
        named("int $", ";"),
        named("case $", ":"),
        named("int $", "").only_after(PARAMETERS),
        named("int $", "; ;").only_after(FOR),
        named("int $", " : x").only_after(FOR),
        named("@$", "").only_after(START),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "class C { void f() {\n", "\n} }"),
        at("statement", Always, "class C { void f() {\n", ";\n} }"),
        at("expression", Always, "class C { Object x = ", "; }"),
        at("member", Always, "class C {\n", "\n}"),
        at("member", Always, "class C {\n", ";\n}"),
        at("parameter", Fallback, "class C { void f(", ") {} }"),
        at("type", Always, "class C { ", " x; }"),
        at("annotation", Fallback, "", "\nclass C {}"),
        at(
            "case",
            Fallback,
            "class C { void f() { switch (x) {\n",
            "\n} } }",
        ),
        at("catch", Fallback, "class C { void f() { try {}\n", "\n} }"),
        at("constant", Fallback, "enum E {\n", "\n}"),
        at("else", Fallback, "class C { void f() { if (x) {} ", "\n} }"),
    ],
    closings: &[" {}", " catch (E e) {}", " finally {}", " while (x);", " 0"],
    optional: OptionalChildren {
        parents: "annotation_type_declaration annotation_type_element_declaration \
            class_declaration compact_constructor_declaration constant_declaration \
            constructor_declaration enhanced_for_statement enum_declaration \
            field_declaration import_declaration interface_declaration lambda_expression \
            local_variable_declaration method_declaration module_declaration \
            package_declaration record_declaration superclass",
        kinds: "annotation extends_interfaces marker_annotation modifiers permits \
            super_interfaces superclass throws type_parameters",
        fields: "superclass type_parameters",
        repeatable: "annotation marker_annotation",
        calls: "method_invocation",
        modifier_list: "modifiers",
        ..OptionalChildren::NONE
    },
    reserved: "abstract assert break case catch class const continue default do else enum \
        extends final finally for goto if implements import instanceof interface native \
        new package private protected public return static strictfp switch synchronized \
        throw throws transient try void volatile while",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::DoubleOnly,
    block_kinds: "annotation_type_body block class_body constructor_body enum_body \
        enum_body_declarations interface_body module_body switch_block \
        switch_block_statement_group",
    names: "identifier type_identifier",
    ..PatternSyntax::DEFAULT
};
