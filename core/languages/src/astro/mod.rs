//! Astro.

mod outline;

use crate::embedded;
use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        injections: &[crate::html::INJECTIONS],
        ..Highlights::CRATE
    }),
    embedded: Some(&embedded::ASTRO),
    ..LanguageTables::new("astro", &crate::html::patterns::CASE_SENSITIVE)
};
