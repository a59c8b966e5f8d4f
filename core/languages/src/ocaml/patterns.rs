//! Patterns of OCaml.

use crate::pattern::ContextCondition::{Always, Colon, Fallback};
use crate::pattern::{FILE, OptionalChildren, PatternSyntax, Quotes, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), named("Z", "")],
    list_placeholders: &[named("| _", " -> 0"), named("_", " : t;")],
    contexts: &[
        FILE,
        at("expression", Always, "let x = ", "\n"),
        at("case", Fallback, "let x = match y with\n", "\n"),
        at("type", Fallback, "type t = ", "\n"),
        at("specification", Fallback, "module type S = sig\n", "\nend"),
        at("field", Colon, "type t = { ", " }"),
    ],
    optional: OptionalChildren {
        parents: "class_definition class_type_definition constructor_declaration \
            exception_definition expression_item external_declaration field_declaration \
            function_expression inheritance_definition instance_variable_definition \
            instantiated_class kind_definition method_definition module_definition \
            module_type_definition open_module_signature record_declaration type_definition \
            value_definition variant_declaration",
        kinds: "attribute",
        of_one_parent: &[("let_binding", "type")],
        ..OptionalChildren::NONE
    },
    quotes: Quotes::DoubleOnly,
    ..PatternSyntax::DEFAULT
};
