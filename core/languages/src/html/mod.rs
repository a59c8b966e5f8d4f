//! HTML.

pub(crate) mod outline;
pub(crate) mod patterns;

use crate::embedded;
use crate::highlights::Highlights;
use crate::tables::LanguageTables;

/// Patterns for the injection query, also of the languages that extend this one.
pub(crate) const INJECTIONS: &str = include_str!("injections.scm");

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        injections: &[INJECTIONS],
        ..Highlights::CRATE
    }),
    embedded: Some(&embedded::MARKUP),
    ..LanguageTables::new("html", &patterns::PATTERNS)
};
