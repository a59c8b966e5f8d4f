//! Patterns of PowerShell.

use crate::pattern::ContextCondition::{Else, Fallback};
use crate::pattern::{FILE, OptionalChildren, PatternSyntax, STATEMENT, at, named};

/// Code suffixes before the entries of a hash table.
const HASH_TABLE: &[&str] = &["@{", ";"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("$", ""), named("_", "")],
    list_placeholders: &[
        named("_", " = 0").only_after(HASH_TABLE),
        named("_", " {}").only_after(STATEMENT),
    ],
    contexts: &[
        FILE,
        at("function", Fallback, "function f {\n", "\n}"),
        at("else", Else, "if ($x) {} ", "\n"),
        at("finally", Fallback, "try {} ", "\n"),
    ],
    closings: &[" {}", " {};"],
    optional: OptionalChildren {
        parents: "class_method_definition class_property_definition function_parameter_declaration \
            type_spec",
        kinds: "attribute attribute_list",
        repeatable: "attribute_list",
        ..OptionalChildren::NONE
    },
    any_case: true,
    block_kinds: "named_block named_block_list script_block script_block_body statement_block \
        statement_list switch_body",
    ..PatternSyntax::DEFAULT
};
