//! PHP.

mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        injections: &[
            include_str!("injections.scm"),
            include_str!("text_injections.scm"),
        ],
        part: Some((
            "php_only",
            &Highlights {
                highlights: &[include_str!("highlights.scm")],
                injections: &[include_str!("injections.scm")],
                ..Highlights::CRATE
            },
        )),
        has_tags: Some(is_page),
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("php", &patterns::PATTERNS)
};

/// Returns whether the text begins with markup or contains a `<?php`, `<?=` or bare `<?` tag.
/// `<?xml` does not count.
fn is_page(text: &[u8]) -> bool {
    let is_tag = |at: usize| match &text[at + 2..] {
        [] => true,
        [byte, ..] if byte.is_ascii_whitespace() || *byte == b'=' => true,
        rest => rest
            .get(..3)
            .is_some_and(|name| name.eq_ignore_ascii_case(b"php")),
    };
    text.trim_ascii_start().starts_with(b"<") || memchr::memmem::find_iter(text, "<?").any(is_tag)
}
