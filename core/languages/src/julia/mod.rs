//! Julia.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        operators: "operator",
        spreads: "splat_expression",
        strings: "command_literal prefixed_command_literal prefixed_string_literal string_literal",
        tuples: "open_tuple tuple_expression",
        string_contents: "content",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights::CRATE),
    ..LanguageTables::new("julia", &patterns::PATTERNS)
};
