//! Patterns of CMake.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    contexts: LINE,
    any_case: true,
    block_kinds: "block body",
    ..PatternSyntax::DEFAULT
};
