//! Patterns of Bash and other shells.

use crate::pattern::ContextCondition::{Else, Fallback};
use crate::pattern::{FILE, PatternSyntax, at, named};

/// Code suffixes before the items of a shell `case`.
const CASES: &[&str] = &["in"];

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), named("$", "")],
    list_placeholders: &[named("_", ";"), named("_", ") ;;").only_after(CASES)],
    contexts: &[
        FILE,
        at("else", Else, "if x; then\n:\n", "\nfi\n"),
        at("case", Fallback, "case x in\n", "\nesac\n"),
    ],
    closings: &[
        "\n:\nfi",
        "; then\n:\nfi",
        "\n:\ndone",
        "; do\n:\ndone",
        " {\n:\n}",
    ],
    reserved: "case do done elif else esac fi for if then until while",
    block_kinds: "case_item compound_statement do_group elif_clause else_clause if_statement \
        subshell",
    names: "word",
    ..PatternSyntax::DEFAULT
};
