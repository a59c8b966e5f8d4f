//! Patterns of C.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{
    CLike, FILE, FOR, OptionalChildren, PatternSyntax, Quotes, SIZEOF, STATEMENT, at, named,
};

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
    ],
    contexts: &[
        FILE,
        at("statement", Always, "void f(void) {\n", "\n}"),
        at("statement", Always, "void f(void) {\n", ";\n}"),
        at("expression", Always, "int x = ", ";"),
        at("declaration", Fallback, "", ";"),
        at("member", Always, "struct s {\n", "\n};"),
        at("member", Always, "struct s {\n", ";\n};"),
        at("parameter", Fallback, "void f(", ");"),
        at("type", Fallback, "int x = sizeof(", ");"),
        at("case", Fallback, "void f(void) { switch (x) {\n", "\n} }"),
        at("else", Fallback, "void f(void) { if (x) {}\n", "\n}"),
        at("enumerator", Fallback, "enum e { ", " };"),
        at("initializer", Fallback, "struct s x = { ", " };"),
        at("attribute", Fallback, "", "\nint x;"),
    ],
    closings: &[" {}", " {};", " while (x);", "\nint x;\n#endif\n"],
    optional: OptionalChildren {
        parents: "attribute_declaration attribute_specifier declaration enum_specifier \
            field_declaration function_definition macro_type_specifier parameter_declaration \
            sized_type_specifier storage_class_specifier struct_specifier type_definition \
            union_specifier",
        kinds: "attribute attribute_declaration attribute_specifier ms_call_modifier \
            ms_declspec_modifier storage_class_specifier type_qualifier",
        repeatable: "storage_class_specifier",
        of_one_parent: &[("enum_specifier", "underlying_type")],
        ..OptionalChildren::NONE
    },
    reserved: "break case const continue default do else enum extern for goto if inline return \
        sizeof static struct switch typedef union volatile while",
    c_like: Some(CLike {
        has_directives: true,
    }),
    quotes: Quotes::DoubleOnly,
    block_kinds: "compound_statement declaration_list enumerator_list field_declaration_list",
    names: "identifier statement_identifier type_identifier",
    misread_function: "function_definition",
    ..PatternSyntax::DEFAULT
};
