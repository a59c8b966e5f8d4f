//! Highlight and injection queries of the grammar crates, and the grammars of parts of languages.

use crate::language::CrateQueries;
use crate::languages::{LANGUAGES, QUERIES};

/// Returns the queries of a grammar, which is a language or a part of one
/// ([`part_grammar`]); `None` if the grammar is not in the build.
pub fn crate_queries(grammar: &str) -> Option<CrateQueries> {
    match grammar {
        #[cfg(feature = "lang-markdown")]
        "markdown_inline" => Some(CrateQueries {
            highlights: &[tree_sitter_md::HIGHLIGHT_QUERY_INLINE],
            injections: &[tree_sitter_md::INJECTION_QUERY_INLINE],
        }),
        #[cfg(feature = "lang-php")]
        "php_only" => crate_queries("php"),
        _ => {
            let at = LANGUAGES.iter().position(|each| each.name == grammar)?;
            Some(QUERIES[at])
        }
    }
}

/// Returns a grammar that parses a part of a language: `markdown_inline`, the inline content of
/// Markdown, or `php_only`, PHP without a `<?php` tag. `None` for any other name.
pub fn part_grammar(name: &str) -> Option<tree_sitter::Language> {
    match name {
        #[cfg(feature = "lang-markdown")]
        "markdown_inline" => Some(tree_sitter_md::INLINE_LANGUAGE.into()),
        #[cfg(feature = "lang-php")]
        "php_only" => Some(tree_sitter_php::LANGUAGE_PHP_ONLY.into()),
        _ => None,
    }
}
