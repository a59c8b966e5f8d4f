//! Svelte.

mod outline;

use crate::embedded;
use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        injections: &[crate::html::INJECTIONS, include_str!("injections.scm")],
        ..Highlights::CRATE
    }),
    embedded: Some(&embedded::COMPONENT),
    ..LanguageTables::new("svelte", &crate::html::patterns::CASE_SENSITIVE)
};
