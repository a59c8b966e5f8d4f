//! C#.

mod imports;
mod outline;
mod patterns;

use crate::directives::Directives;
use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    directives: Directives {
        conditions: "preproc_elif preproc_else preproc_if",
        ..Directives::NONE
    },
    ..LanguageTables::new("csharp", &patterns::PATTERNS)
};
