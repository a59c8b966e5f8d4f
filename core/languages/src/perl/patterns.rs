//! Patterns of Perl.

use crate::pattern::ContextCondition::Else;
use crate::pattern::{FILE, OptionalChildren, PatternSyntax, Quotes, at, named};

pub(super) static PATTERNS: PatternSyntax = PatternSyntax {
    placeholders: &[named("$", ""), named("_", "")],
    list_placeholders: &[named("_", ";")],
    contexts: &[FILE, at("else", Else, "if ($x) {} ", "\n")],
    closings: &[" {}", " {};"],
    optional: OptionalChildren {
        parents: "variable_declaration",
        kinds: "attribute",
        ..OptionalChildren::NONE
    },
    predefined: &["ENV{", "INC{", "SIG{", "ARGV["],
    quotes: Quotes::Interpolated,
    quote_kinds: &[("interpolated_string_literal", "string_literal")],
    block_kinds: "block",
    pair_list: "list_expression",
    ..PatternSyntax::DEFAULT
};
