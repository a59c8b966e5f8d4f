//! Patterns of R.

use crate::pattern::{LineEnds, Operands, PatternSyntax, Quotes, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    closings: &[" {}", " {};"],
    quotes: Quotes::Equal,
    block_kinds: "braced_expression",
    operands: Operands {
        line_ends: LineEnds::BeforeOperators,
        ..Operands::NONE
    },
    ..PatternSyntax::DEFAULT
};
