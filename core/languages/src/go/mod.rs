//! Go.

mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parenthesized_expression parenthesized_type",
        loop_heads: "for_clause",
        string_contents: "interpreted_string_literal_content raw_string_literal_content",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        first_wins: true,
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("go", &patterns::PATTERNS)
};
