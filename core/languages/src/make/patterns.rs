//! Patterns of Make.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    contexts: LINE,
    ..PatternSyntax::DEFAULT
};
