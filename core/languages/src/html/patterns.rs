//! Patterns of HTML.

use crate::pattern::{MARKUP, PatternSyntax, Quotes, TAG, named, whole};

/// Patterns of Astro, Svelte and Vue, in which names of tags are case-sensitive.
pub(crate) const CASE_SENSITIVE: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", ""), whole("x-u").only_after(TAG)],
    contexts: MARKUP,
    quotes: Quotes::Equal,
    has_end_tags: true,
    ..PatternSyntax::DEFAULT
};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    any_case: true,
    ..CASE_SENSITIVE
};
