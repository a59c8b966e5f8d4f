//! Patterns of XML.

use crate::pattern::{MARKUP, PatternSyntax, Quotes, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("_", "")],
    contexts: MARKUP,
    quotes: Quotes::Equal,
    has_end_tags: true,
    ..PatternSyntax::DEFAULT
};
