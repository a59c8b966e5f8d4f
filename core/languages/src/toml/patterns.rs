//! Patterns of TOML.

use crate::pattern::ContextCondition::Fallback;
use crate::pattern::{FILE, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), named("\"", "\"")],
    list_placeholders: &[named("_", " = 0")],
    contexts: &[FILE, at("value", Fallback, "x = ", "\n")],
    ..PatternSyntax::DEFAULT
};
