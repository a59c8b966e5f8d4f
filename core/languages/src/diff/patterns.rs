//! Patterns of Diffs.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    contexts: LINE,
    block_kinds: "block",
    ..PatternSyntax::DEFAULT
};
