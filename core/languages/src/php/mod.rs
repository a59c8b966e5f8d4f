//! PHP.

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
        injections: &[
            include_str!("injections.scm"),
            include_str!("text_injections.scm"),
        ],
        part: Some((
            "php_only",
            &Highlights {
                highlights: &[include_str!("highlights.scm")],
                injections: &[include_str!("injections.scm")],
                ..Highlights::CRATE
            },
        )),
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("php", &patterns::PATTERNS)
};
