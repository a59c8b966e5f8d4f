//! C++.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    imports: Some(&crate::c::imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[crate::c::HIGHLIGHTS, include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    directives: crate::c::DIRECTIVES,
    ..LanguageTables::new("cpp", &patterns::PATTERNS)
};
