//! Patterns of Kotlin.

use crate::pattern::ContextCondition::{Always, Colon, Entry, Fallback};
use crate::pattern::{
    CLike, FILE, FOR, LineEnds, Operands, OptionalChildren, PARAMETERS, PatternSyntax, Quotes,
    START, STATEMENT, at, named,
};

/// Code suffixes before the parameter of a `catch` block.
const CATCH: &[&str] = &["catch (", "catch("];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", ""), named("µ", ": T").only_after(CATCH)],
    list_placeholders: &[
        named("val µ", ""),
        named("µ", " -> 0"),
        named("µ", ": T").only_after(PARAMETERS),
        named("µ", " in x").only_after(FOR),
        named("@µ", "").only_after(START),
        named("fun µ", "();").only_after(STATEMENT),
        named("µ", ";").only_after(STATEMENT),
    ],
    contexts: &[
        FILE,
        at("statement", Always, "fun f() {\n", "\n}"),
        at("expression", Always, "val x = ", "\n"),
        at("parameter", Colon, "fun f(", ") {}"),
        at("argument", Entry, "val x = f(", ")\n"),
        at("property", Colon, "class C(val ", ")"),
        at("variable", Colon, "val ", "\n"),
        at("member", Fallback, "class C {\n", "\n}"),
        at("type", Always, "typealias T = ", "\n"),
        at("annotation", Fallback, "", "\nclass C"),
        at("branch", Fallback, "fun f() { when (x) {\n", "\n} }"),
        at("else", Fallback, "fun f() { if (x) {} ", "\n}"),
        at("catch", Fallback, "fun f() { try {} ", "\n}"),
    ],
    closings: &[
        " {}",
        " { 0 }",
        " { else -> 0 }",
        " = 0",
        " catch (e: E) {}",
        " finally {}",
        " while (x)",
    ],
    optional: OptionalChildren {
        parents: "anonymous_function class_declaration delegation_specifier \
            destructuring_declaration function_declaration multi_variable_declaration \
            object_declaration property_declaration variable_declaration",
        kinds: "annotation delegation_specifier modifiers primary_constructor type_constraints \
            type_parameters visibility_modifier",
        repeatable: "annotation",
        types: "function_type nullable_type user_type",
        modifier_list: "modifiers",
        ..OptionalChildren::NONE
    },
    reserved: "as break class continue do else for fun if in interface is object package return \
        throw try typealias val var when while",
    c_like: Some(CLike {
        has_directives: false,
    }),
    quotes: Quotes::DoubleOnly,
    block_kinds: "catch_block class_body control_structure_body enum_class_body finally_block \
        function_body statements",
    names: "identifier simple_identifier type_identifier",
    operands: Operands {
        line_ends: LineEnds::BeforeOperators,
        ..Operands::NONE
    },
    ..PatternSyntax::DEFAULT
};
