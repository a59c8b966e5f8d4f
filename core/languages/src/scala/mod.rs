//! Scala.

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
    ..LanguageTables::new("scala", &patterns::PATTERNS)
};
