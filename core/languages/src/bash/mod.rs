//! Bash and other shells.

mod early_errors;
mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    early_errors: Some(early_errors::check),
    ..LanguageTables::new("bash", &patterns::PATTERNS)
};
