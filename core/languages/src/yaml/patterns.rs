//! Patterns of YAML.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    contexts: LINE,
    has_layout: true,
    has_indented_literals: true,
    ..PatternSyntax::DEFAULT
};
