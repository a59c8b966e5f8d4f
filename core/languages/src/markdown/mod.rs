//! Markdown.

mod outline;
mod patterns;

use crate::embedded;
use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        string_contents: "code_fence_content",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        injections: &[include_str!("injections.scm")],
        part: Some(("markdown_inline", &Highlights::CRATE)),
        ..Highlights::CRATE
    }),
    embedded: Some(&embedded::MARKDOWN),
    ..LanguageTables::new("markdown", &patterns::PATTERNS)
};
