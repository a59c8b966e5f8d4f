//! C.

mod directives;
pub(crate) mod imports;
pub(crate) mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

/// Captures for the highlight query, also of the languages that extend this one.
pub(crate) const HIGHLIGHTS: &str = include_str!("highlights.scm");

pub(crate) use directives::DIRECTIVES;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parenthesized_declarator parenthesized_expression",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[HIGHLIGHTS],
        ..Highlights::CRATE
    }),
    directives: DIRECTIVES,
    ..LanguageTables::new("c", &patterns::PATTERNS)
};
