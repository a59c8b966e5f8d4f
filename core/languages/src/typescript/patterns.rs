//! Patterns of TypeScript.

use crate::pattern::ContextCondition::{Always, Colon, Fallback, Field};
use crate::pattern::{CommentScan, FILE, Operands, OptionalChildren, PatternSyntax, at};

pub(crate) const PATTERNS: PatternSyntax = PatternSyntax {
    contexts: &[
        FILE,
        at("expression", Always, "(", ");"),
        at("member", Field, "class C {\n", "\n}"),
        at("property", Colon, "({\n", "\n});"),
        at("parameter", Colon, "function f(", ") {}"),
        at("signature", Colon, "interface I {\n", "\n}"),
        at("declarator", Colon, "let ", ";"),
        at("statement", Fallback, "async function* f() {\n", "\n}"),
        at("type", Always, "type T = ", ";"),
        at("annotation", Fallback, "let x", ";"),
        at("type parameter", Fallback, "type T<", "> = x;"),
        at("decorator", Fallback, "", "\nclass C {}"),
        at("case", Fallback, "switch (x) {\n", "\n}"),
        at("catch", Fallback, "try {}\n", "\n"),
        at("specifier", Fallback, "import { ", " } from 'm';"),
        at("else", Fallback, "if (x) {} ", "\n"),
    ],
    optional: OptionalChildren {
        parents: "abstract_class_declaration abstract_method_signature ambient_declaration \
            arrow_function call_signature class class_declaration construct_signature \
            enum_declaration export_specifier function_declaration function_expression \
            function_signature generator_function_declaration import_specifier \
            index_signature interface_declaration lexical_declaration method_definition \
            method_signature property_signature public_field_definition \
            type_alias_declaration variable_declaration",
        kinds: "accessibility_modifier class_heritage decorator extends_clause \
            extends_type_clause implements_clause override_modifier type_parameters",
        fields: "decorator return_type type_parameters",
        repeatable: "decorator",
        calls: "call_expression new_expression",
        of_one_parent: &[
            ("variable_declarator", "type"),
            ("public_field_definition", "type"),
            ("for_in_statement", "kind"),
        ],
        ..OptionalChildren::NONE
    },
    comments: Some(CommentScan {
        may_have_tags: false,
    }),
    operands: Operands {
        casts: "as_expression satisfies_expression",
        ..Operands::CHAINS
    },
    block_kinds: "class_body class_static_block enum_body interface_body statement_block \
        switch_body",
    names: "identifier shorthand_property_identifier statement_identifier type_identifier",
    ..crate::javascript::patterns::PATTERNS
};
