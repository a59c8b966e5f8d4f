//! Patterns of C++.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{
    CLike, FILE, FOR, OptionalChildren, PatternSyntax, Quotes, SIZEOF, STATEMENT, at, named,
};

/// Code suffixes before the members that a constructor initializes.
const INITIALIZERS: &[&str] = &[") :", "):"];

/// Code suffixes before a type parameter.
const TYPE_PARAMETERS: &[&str] = &["<", ","];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[
        named("𐀀", ""),
        named("struct 𐀀", "").only_after(SIZEOF),
        named("𐀀", ";").only_after(STATEMENT),
    ],
    list_placeholders: &[
        named("𐀀", ";"),
        named("case 𐀀", ":"),
        named("𐀀", "; ;").only_after(FOR),
        named("auto 𐀀", " : x").only_after(FOR),
        named("typename 𐀀", "").only_after(TYPE_PARAMETERS),
        named("𐀀", "(x)").only_after(INITIALIZERS),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "void f() {\n", "\n}"),
        at("statement", Always, "void f() {\n", ";\n}"),
        at("expression", Always, "auto x = ", ";"),
        at("declaration", Fallback, "", ";"),
        at("member", Always, "class c {\n", "\n};"),
        at("member", Always, "class c {\n", ";\n};"),
        at("parameter", Fallback, "void f(", ");"),
        at("type", Always, "using t = ", ";"),
        at(
            "template parameter",
            Fallback,
            "template <",
            "> class c {};",
        ),
        at("case", Fallback, "void f() { switch (x) {\n", "\n} }"),
        at("else", Fallback, "void f() { if (x) {}\n", "\n}"),
        at("catch", Fallback, "void f() { try {}\n", "\n}"),
        at("enumerator", Fallback, "enum e { ", " };"),
        at("attribute", Fallback, "", "\nint x;"),
        at("base", Fallback, "class c ", " {};"),
    ],
    closings: &[
        " {}",
        " {};",
        " catch (...) {}",
        " while (x);",
        " class c {};",
        " void f() {}",
        "\nint x;\n#endif\n",
    ],
    optional: OptionalChildren {
        parents: "access_specifier alias_declaration attribute_declaration attribute_specifier \
            base_class_clause class_specifier concept_definition declaration enum_specifier \
            explicit_function_specifier field_declaration friend_declaration \
            function_definition lambda_capture_specifier lambda_expression \
            namespace_alias_definition namespace_definition nested_namespace_specifier \
            optional_parameter_declaration optional_type_parameter_declaration \
            parameter_declaration placeholder_type_specifier sized_type_specifier \
            static_assert_declaration storage_class_specifier struct_specifier \
            template_declaration template_template_parameter_declaration throw_specifier \
            type_definition type_parameter_declaration union_specifier using_declaration \
            variadic_parameter_declaration variadic_type_parameter_declaration \
            virtual_specifier",
        kinds: "access_specifier attribute attribute_declaration attribute_specifier \
            base_class_clause ms_call_modifier ms_declspec_modifier storage_class_specifier \
            type_qualifier virtual_specifier",
        repeatable: "storage_class_specifier",
        of_one_parent: &[("enum_specifier", "base")],
        ..OptionalChildren::NONE
    },
    reserved: "break case catch class const continue default delete do else enum explicit \
        extern for friend goto if inline namespace new operator private protected public \
        return sizeof static struct switch template throw try typedef typename union \
        using virtual volatile while",
    c_like: Some(CLike {
        has_directives: true,
    }),
    quotes: Quotes::DoubleOnly,
    block_kinds: "compound_statement declaration_list enumerator_list field_declaration_list",
    names: "identifier statement_identifier type_identifier",
    misread_function: "function_definition",
    ..PatternSyntax::DEFAULT
};
