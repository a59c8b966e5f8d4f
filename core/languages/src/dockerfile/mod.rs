//! Dockerfiles.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        here_documents: "heredoc_block heredoc_content heredoc_end heredoc_marker",
        string_contents: "heredoc_content",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights::CRATE),
    ..LanguageTables::new("dockerfile", &patterns::PATTERNS)
};
