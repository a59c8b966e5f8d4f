//! Patterns of Markdown.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    contexts: LINE,
    ..PatternSyntax::DEFAULT
};
