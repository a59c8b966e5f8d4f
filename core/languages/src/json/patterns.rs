//! Patterns of JSON.

use crate::pattern::ContextCondition::Fallback;
use crate::pattern::{FILE, PatternSyntax, Quotes, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("\"", "\"")],
    list_placeholders: &[named("\"_", "\": 0")],
    contexts: &[FILE, at("pair", Fallback, "{\n", "\n}")],
    quotes: Quotes::DoubleOnly,
    quotes_variables: true,
    ..PatternSyntax::DEFAULT
};
