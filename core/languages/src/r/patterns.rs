//! Patterns of R.

use crate::pattern::{PatternSyntax, Quotes, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    closings: &[" {}", " {};"],
    quotes: Quotes::Equal,
    block_kinds: "braced_expression",
    ..PatternSyntax::DEFAULT
};
