//! Bash and other shells.

mod early_errors;
mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        here_documents: "heredoc_body heredoc_content heredoc_end heredoc_redirect heredoc_start",
        loop_heads: "c_style_for_statement",
        operators: "test_operator",
        string_contents: "heredoc_content string_content",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    early_errors: Some(early_errors::check),
    ..LanguageTables::new("bash", &patterns::PATTERNS)
};
