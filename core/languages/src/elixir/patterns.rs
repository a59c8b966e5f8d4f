//! Patterns of Elixir.

use crate::pattern::ContextCondition::{Colon, Fallback};
use crate::pattern::{ENTRIES, FILE, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", ""), named("Μ", "")],
    list_placeholders: &[named("µ", ": 0").only_after(ENTRIES)],
    contexts: &[
        FILE,
        at("keyword", Colon, "f(", ")\n"),
        at("clause", Fallback, "case x do\n", "\nend\n"),
    ],
    closings: &[" do\nx\nend"],
    reserved: "and catch do else end fn in not or rescue when",
    block_kinds: "after_block block body catch_block do_block else_block rescue_block",
    ..PatternSyntax::DEFAULT
};
