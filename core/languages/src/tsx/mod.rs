//! TypeScript with JSX.

mod patterns;

use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
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
