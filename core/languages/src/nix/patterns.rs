//! Patterns of Nix.

use crate::pattern::ContextCondition::Fallback;
use crate::pattern::{FILE, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    list_placeholders: &[named("_", " = 0;")],
    contexts: &[
        FILE,
        at("binding", Fallback, "{\n", "\n}"),
        at("binding", Fallback, "{\n", ";\n}"),
        at("formal", Fallback, "{ ", " }: x"),
    ],
    ..PatternSyntax::DEFAULT
};
