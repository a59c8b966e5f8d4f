//! Patterns of Dockerfiles.

use crate::pattern::{LINE, PatternSyntax, named, whole};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", ""), named("_", ""), named("$", ""), whole("1")],
    contexts: LINE,
    any_case: true,
    ..PatternSyntax::DEFAULT
};
