//! Patterns of Go.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{
    CLike, FILE, IMPORT, OptionalChildren, PatternSyntax, Quotes, STATEMENT, at, named,
};

/// Code suffixes before the constants or variables of a group.
const GROUP: &[&str] = &["const (", "const(", "var (", "var("];

/// Code suffixes before the types of a group.
const TYPE_GROUP: &[&str] = &["type (", "type("];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", ""), named("\"", "\"").only_after(IMPORT)],
    list_placeholders: &[
        named("case µ", ":"),
        named("\"", "\""),
        named("µ", ";").only_after(STATEMENT),
        named("µ", " = 0;").only_after(GROUP),
        named("µ", " T;").only_after(TYPE_GROUP),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "package p\nfunc f() {\n", "\n}"),
        at("expression", Always, "package p\nvar x = ", "\n"),
        at("declaration", Fallback, "package p\n", "\n"),
        at("field", Fallback, "package p\ntype t struct {\n", "\n}\n"),
        at(
            "method",
            Fallback,
            "package p\ntype t interface {\n",
            "\n}\n",
        ),
        at("element", Colon, "package p\nvar x = t{\n", ",\n}"),
        at("parameter", Fallback, "package p\nfunc f(", ") {}"),
        at("type", Always, "package p\ntype t ", "\n"),
        at(
            "case",
            Fallback,
            "package p\nfunc f() { switch x {\n",
            "\n} }",
        ),
        at(
            "case",
            Fallback,
            "package p\nfunc f() { select {\n",
            "\n} }",
        ),
        at("import", Fallback, "package p\nimport (\n", "\n)"),
        at("else", Fallback, "package p\nfunc f() { if x {} ", "\n}"),
    ],
    closings: &[" {}", " {\ndefault:\n}"],
    optional: OptionalChildren {
        parents: "const_declaration field_declaration func_literal function_declaration \
            import_declaration method_declaration parameter_declaration \
            short_var_declaration type_declaration type_parameter_declaration type_spec \
            var_declaration variadic_parameter_declaration",
        kinds: "type_parameter_list",
        fields: "result type_parameters",
        calls: "call_expression",
        of_one_parent: &[("var_spec", "type"), ("const_spec", "type")],
        ..OptionalChildren::NONE
    },
    reserved: "break case chan const continue default defer else fallthrough for func go goto \
        if import interface map package range return select struct switch type var",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::DoubleOnly,
    block_kinds: "block field_declaration_list statement_list",
    names: "identifier type_identifier",
    ..PatternSyntax::DEFAULT
};
