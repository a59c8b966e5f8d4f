//! Patterns of GraphQL.

use crate::pattern::ContextCondition::{Colon, Fallback};
use crate::pattern::{FILE, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), named("$", "")],
    list_placeholders: &[named("_", ": T")],
    contexts: &[
        FILE,
        at("field", Colon, "type T {\n", "\n}"),
        at("argument", Colon, "{ a(", ") }"),
        at("selection", Fallback, "{\n", "\n}"),
        at("value", Fallback, "{ a(b: ", ") }"),
        at("directive", Fallback, "type T ", " { a: B }"),
        at("type", Fallback, "type T { a: ", " }"),
    ],
    closings: &[" {}"],
    ..PatternSyntax::DEFAULT
};
