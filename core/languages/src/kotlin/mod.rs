//! Kotlin.

mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        arguments: "value_arguments",
        groups: "parenthesized_expression parenthesized_type parenthesized_user_type",
        spreads: "spread_expression",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("kotlin", &patterns::PATTERNS)
};
