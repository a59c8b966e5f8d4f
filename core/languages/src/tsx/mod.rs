//! TypeScript with JSX.

mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        attributes: "import_attribute jsx_attribute",
        groups: "parenthesized_expression parenthesized_type",
        sigils: "private_property_identifier",
        tuples: "tuple_type",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&crate::typescript::outline::OUTLINE),
    imports: Some(&crate::javascript::imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[crate::javascript::HIGHLIGHTS, crate::typescript::HIGHLIGHTS],
        replaced: crate::javascript::REPLACED,
        ..Highlights::CRATE
    }),
    early_errors: Some(crate::javascript::early_errors::check),
    plain_uses: crate::javascript::early_errors::PLAIN_USES,
    ..LanguageTables::new("tsx", &patterns::PATTERNS)
};
