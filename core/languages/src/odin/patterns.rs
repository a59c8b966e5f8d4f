//! Patterns of Odin.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{
    FILE, Operands, OptionalChildren, PARAMETERS, PatternSyntax, Quotes, at, named,
};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    list_placeholders: &[
        named("_", ": int,"),
        named("case _", ":"),
        named("_", ": int").only_after(PARAMETERS),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "package p\nf :: proc() {\n", "\n}"),
        at("expression", Always, "package p\nx := ", "\n"),
        at("declaration", Fallback, "package p\n", "\n"),
        at("field", Colon, "package p\nt :: struct {\n", ",\n}"),
        at("parameter", Colon, "package p\nf :: proc(", ") {}"),
        at(
            "case",
            Fallback,
            "package p\nf :: proc() { switch x {\n",
            "\n} }",
        ),
    ],
    closings: &[" {}", " {};"],
    optional: OptionalChildren {
        parents: "bit_field_declaration const_declaration const_type_declaration enum_declaration \
            import_declaration overloaded_procedure_declaration package_declaration \
            procedure_declaration struct_declaration union_declaration var_declaration \
            variable_declaration",
        kinds: "attribute attributes where_clause",
        of_one_parent: &[("for_statement", "where_clause")],
        ..OptionalChildren::NONE
    },
    quotes: Quotes::DoubleOnly,
    block_kinds: "block foreign_block tagged_block",
    operands: Operands { ..Operands::NONE },
    ..PatternSyntax::DEFAULT
};
