//! Patterns of YAML.

use crate::pattern::{LINE, PatternSyntax, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    contexts: LINE,
    has_layout: true,
    has_indented_literals: true,
    block_kinds: "block_mapping block_sequence",
    ..PatternSyntax::DEFAULT
};
