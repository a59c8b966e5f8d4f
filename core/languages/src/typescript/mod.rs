//! TypeScript.

pub(crate) mod outline;
pub(crate) mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

/// Captures for the highlight query, also of TypeScript with JSX.
pub(crate) const HIGHLIGHTS: &str = include_str!("highlights.scm");

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        attributes: "import_attribute",
        groups: "parenthesized_expression parenthesized_type",
        sigils: "private_property_identifier",
        tuples: "tuple_type",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&crate::javascript::imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[crate::javascript::HIGHLIGHTS, HIGHLIGHTS],
        replaced: crate::javascript::REPLACED,
        ..Highlights::CRATE
    }),
    early_errors: Some(crate::javascript::early_errors::check),
    plain_uses: crate::javascript::early_errors::PLAIN_USES,
    ..LanguageTables::new("typescript", &patterns::PATTERNS)
};
