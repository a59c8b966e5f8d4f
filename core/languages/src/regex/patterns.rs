//! Patterns of Regular expressions.

use crate::pattern::{PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    ..PatternSyntax::DEFAULT
};
