//! TLA+.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parentheses",
        tuples: "tuple_literal",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        first_wins: true,
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("tlaplus", &patterns::PATTERNS)
};
