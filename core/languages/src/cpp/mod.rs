//! C++.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parenthesized_declarator parenthesized_expression",
        string_contents: "raw_string_content string_content",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&crate::c::imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[crate::c::HIGHLIGHTS, include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    directives: crate::c::DIRECTIVES,
    ..LanguageTables::new("cpp", &patterns::PATTERNS)
};
