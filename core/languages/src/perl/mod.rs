//! Perl.

mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        here_documents: "command_heredoc_token heredoc_content heredoc_end heredoc_token",
        loop_heads: "cstyle_for_statement",
        string_contents: "heredoc_content regexp_content string_content transliteration_content",
        keywords: "else",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("perl", &patterns::PATTERNS)
};
