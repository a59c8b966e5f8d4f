//! Patterns of Scala.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{
    CLike, FILE, FOR, LineEnds, Operands, OptionalChildren, PARAMETERS, PatternSyntax, at, named,
};

/// Code before the enumerators of a `for` comprehension.
const FOR_BRACES: &[&str] = &["~for {", "~for{"];

/// Code suffixes before the content of a string.
const QUOTE: &[&str] = &["\""];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    list_placeholders: &[
        named("case µ", " =>"),
        named("µ", "x: T").only_after(PARAMETERS),
        named("µ", "x <- x").only_after(FOR),
        named("µ", " <- x").only_after(FOR_BRACES),
        named("${µ", "}").only_after(QUOTE),
    ],
    contexts: &[
        FILE,
        at("expression", Always, "object O { val x = ", "\n}"),
        at("statement", Fallback, "object O {\n", "\n}"),
        at("parameter", Colon, "class C(", ")"),
        at("case", Fallback, "object O { x match {\n", "\n} }"),
        at("type", Always, "object O { type T = ", "\n}"),
        at("annotation", Fallback, "", "\nclass C"),
        at("else", Fallback, "object O { if (x) {} ", "\n}"),
        at("catch", Fallback, "object O { try {} ", "\n}"),
    ],
    closings: &[" {}", " = 0", " 0"],
    optional: OptionalChildren {
        parents: "class_definition enum_definition export_declaration extension_definition \
            function_declaration function_definition given_definition import_declaration \
            lambda_expression object_definition trait_definition type_definition \
            val_declaration val_definition var_declaration var_definition",
        kinds: "access_modifier annotation class_parameters derives_clause extends_clause \
            modifiers type_parameters",
        fields: "return_type type_parameters",
        repeatable: "annotation",
        calls: "call_expression",
        of_one_parent: &[("val_definition", "type"), ("var_definition", "type")],
        modifier_list: "modifiers",
        ..OptionalChildren::NONE
    },
    reserved: "abstract case catch class def do else extends final finally for if implicit \
        import lazy match new object override package private protected return sealed \
        throw trait try type val var while with yield",
    c_like: Some(CLike {
        has_directives: false,
    }),
    has_layout: true,
    block_kinds: "block case_block enum_body indented_block template_body with_template_body",
    names: "identifier type_identifier",
    operands: Operands {
        line_ends: LineEnds::BeforeOperators,
        ..Operands::NONE
    },
    unclosed_string: "interpolated_string",
    ..PatternSyntax::DEFAULT
};
