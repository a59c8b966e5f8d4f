//! Ruby.

mod early_errors;
mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parenthesized_pattern parenthesized_statements",
        here_documents: "heredoc_beginning heredoc_body heredoc_content heredoc_end",
        operators: "operator",
        sigils: "class_variable instance_variable simple_symbol",
        spreads: "hash_splat_argument splat_argument",
        string_contents: "heredoc_content string_content",
        strings: "string string_array",
        keywords: "else",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    early_errors: Some(early_errors::check),
    ..LanguageTables::new("ruby", &patterns::PATTERNS)
};
