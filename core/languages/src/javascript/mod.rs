//! JavaScript.

pub(crate) mod early_errors;
pub(crate) mod imports;
pub(crate) mod outline;
pub(crate) mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

/// Captures for the highlight query, also of the languages that extend this one.
pub(crate) const HIGHLIGHTS: &str = include_str!("highlights.scm");

/// Private members, which the query of the crate lacks, also of the languages that extend this one.
pub(crate) const REPLACED: &[(&str, &str)] = &[
    (
        "(property_identifier) @property",
        "[(property_identifier) (private_property_identifier)] @property",
    ),
    (
        "(property_identifier) @function.method",
        "[(property_identifier) (private_property_identifier)] @function.method",
    ),
];

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        attributes: "import_attribute jsx_attribute",
        sigils: "private_property_identifier",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[HIGHLIGHTS],
        replaced: REPLACED,
        ..Highlights::CRATE
    }),
    early_errors: Some(early_errors::check),
    plain_uses: early_errors::PLAIN_USES,
    ..LanguageTables::new("javascript", &patterns::PATTERNS)
};
