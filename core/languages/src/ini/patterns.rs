//! Patterns of INI files.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    list_placeholders: &[named("µ", "=0")],
    contexts: LINE,
    ..PatternSyntax::DEFAULT
};
