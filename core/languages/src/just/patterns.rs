//! Patterns of Just.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", ""), named("'", "'")],
    contexts: LINE,
    block_kinds: "recipe_body",
    ..PatternSyntax::DEFAULT
};
