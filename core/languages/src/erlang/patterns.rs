//! Patterns of Erlang.

use crate::pattern::ContextCondition::{Always, Fallback};
use crate::pattern::{FILE, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), named("a", "")],
    list_placeholders: &[named("_", " -> ok")],
    contexts: &[
        FILE,
        at("expression", Always, "f() ->\n", "."),
        at("form", Fallback, "", "."),
        at("clause", Fallback, "f() -> case x of\n", "\nend."),
        at("type", Fallback, "-type t() :: ", "."),
    ],
    block_kinds: "block_expr clause_body",
    ..PatternSyntax::DEFAULT
};
