//! Patterns of TLA+.

use crate::pattern::ContextCondition::Always;
use crate::pattern::{FILE, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    contexts: &[
        FILE,
        at("unit", Always, "---- MODULE M ----\n", "\n===="),
        at("expression", Always, "---- MODULE M ----\nx == ", "\n===="),
    ],
    has_layout: true,
    block_kinds: "pcal_algorithm_body",
    ..PatternSyntax::DEFAULT
};
