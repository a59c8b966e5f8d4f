//! HTML.

pub(crate) mod outline;
pub(crate) mod patterns;

use crate::embedded;
use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    embedded: Some(&embedded::MARKUP),
    ..LanguageTables::new("html", &patterns::PATTERNS)
};
