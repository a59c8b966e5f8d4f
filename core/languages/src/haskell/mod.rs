//! Haskell.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parens",
        operators: "constructor_operator operator",
        tuples: "tuple unboxed_tuple",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("haskell", &patterns::PATTERNS)
};
