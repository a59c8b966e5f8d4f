//! Patterns of HCL.

use crate::pattern::ContextCondition::Fallback;
use crate::pattern::{FILE, PatternSyntax, at, named, whole};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", ""), named("\"", "\""), whole("{\n}")],
    list_placeholders: &[named("µ", " = 0")],
    contexts: &[
        FILE,
        at("file", Fallback, "", "\n"),
        at("expression", Fallback, "x = ", "\n"),
    ],
    closings: &[" {\n}"],
    has_bare_blocks: true,
    block_kinds: "block body",
    runs: &[
        ("binary_operation", "variable_expr"),
        ("expression", "variable_expr"),
    ],
    ..PatternSyntax::DEFAULT
};
