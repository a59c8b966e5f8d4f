//! PHP.

mod imports;
mod outline;
mod patterns;

use crate::highlights::{Highlights, Untagged};
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

/// Name of the grammar of code without tags.
const PHP_ONLY: &str = "php_only";

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        here_documents: "heredoc heredoc_body heredoc_end heredoc_start nowdoc nowdoc_body nowdoc_string",
        spreads: "variadic_unpacking",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        injections: &[
            include_str!("injections.scm"),
            include_str!("text_injections.scm"),
        ],
        part: Some((
            PHP_ONLY,
            &Highlights {
                highlights: &[include_str!("highlights.scm")],
                injections: &[include_str!("injections.scm")],
                ..Highlights::CRATE
            },
        )),
        ..Highlights::CRATE
    }),
    untagged: Some(Untagged {
        grammar: PHP_ONLY,
        syntax: "PHP Source",
        has_tags,
    }),
    ..LanguageTables::new("php", &patterns::PATTERNS)
};

/// Returns whether the text begins with markup or contains a `<?php`, `<?=` or bare `<?` tag.
/// `<?xml` does not count.
fn has_tags(text: &[u8]) -> bool {
    let is_tag = |at: usize| match &text[at + 2..] {
        [] => true,
        [byte, ..] if byte.is_ascii_whitespace() || *byte == b'=' => true,
        rest => rest
            .get(..3)
            .is_some_and(|name| name.eq_ignore_ascii_case(b"php")),
    };
    text.trim_ascii_start().starts_with(b"<") || memchr::memmem::find_iter(text, "<?").any(is_tag)
}
