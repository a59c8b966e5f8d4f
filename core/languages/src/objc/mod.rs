//! Objective-C.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parenthesized_declarator parenthesized_expression",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        highlights: &[crate::c::HIGHLIGHTS],
        ..Highlights::CRATE
    }),
    directives: crate::c::DIRECTIVES,
    ..LanguageTables::new("objc", &patterns::PATTERNS)
};
