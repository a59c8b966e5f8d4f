//! Patterns of Lua.

use crate::pattern::ContextCondition::{Always, Else, Entry};
use crate::pattern::{FILE, OptionalChildren, PatternSyntax, Quotes, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    list_placeholders: &[named("_", "()")],
    contexts: &[
        FILE,
        at("expression", Always, "local x = ", "\n"),
        at("field", Entry, "local x = { ", " }\n"),
        at("else", Else, "if x then\n", "\nend\n"),
    ],
    closings: &[
        "\nx()\nend",
        " then\nx()\nend",
        " do\nx()\nend",
        "\nx()\nuntil x",
    ],
    optional: OptionalChildren {
        parents: "function_declaration function_definition implicit_variable_declaration \
            variable_declaration",
        kinds: "attribute",
        declared: Some(("variable_declaration", "assignment_statement")),
        ..OptionalChildren::NONE
    },
    reserved: "and break do else elseif end for function goto if in local not or repeat return \
        then until while",
    quotes: Quotes::Equal,
    block_kinds: "block",
    ..PatternSyntax::DEFAULT
};
