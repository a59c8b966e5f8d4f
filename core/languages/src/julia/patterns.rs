//! Patterns of Julia.

use crate::pattern::ContextCondition::Else;
use crate::pattern::{FILE, LineEnds, Operands, PatternSyntax, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("µ", "")],
    contexts: &[FILE, at("else", Else, "if x\n", "\nend\n")],
    closings: &["\nx\nend"],
    reserved: "break catch const continue do else elseif end export finally for function global \
        if import let local macro module quote return struct try using while",
    block_kinds: "block",
    operands: Operands {
        line_ends: LineEnds::BeforeOperators,
        ..Operands::NONE
    },
    ..PatternSyntax::DEFAULT
};
