//! Sources of highlight and injection queries: the queries of the grammar crates, extended by the
//! captures that they lack. Compiles nothing.

/// Inline content of Markdown, which is only embedded in blocks.
pub const MARKDOWN_INLINE: &str = "markdown_inline";

/// Highlighting of code without the tags that its files have around code.
pub struct Untagged {
    /// Name of the grammar, a part of the language.
    pub grammar: &'static str,
    /// Name of the syntax of syntect.
    pub syntax: &'static str,
    /// Returns whether a text has tags.
    pub has_tags: fn(&[u8]) -> bool,
}

/// Additions of a language to the queries of its grammar crate.
#[derive(Clone, Copy)]
pub(crate) struct Highlights {
    /// Parts of the highlight query with precedence over the parts of the crate. A capture whose name
    /// ends in `.head` paints only the text before the first child of its node, `.from_hash` only the
    /// text from a `#` on.
    pub(crate) highlights: &'static [&'static str],
    /// Parts of the crate's patterns and their replacements. Another alternative in a pattern takes no
    /// time to compile, unlike another pattern.
    pub(crate) replaced: &'static [(&'static str, &'static str)],
    /// Parts of the injection query with precedence over the parts of the crate.
    pub(crate) injections: &'static [&'static str],
    /// Whether the first of several patterns for the same node wins. Since tree-sitter 0.23 the last
    /// one wins; existing queries assume either rule.
    pub(crate) first_wins: bool,
    /// Name and queries of a grammar for a part of the language.
    pub(crate) part: Option<(&'static str, &'static Highlights)>,
}

impl Highlights {
    /// Only the queries of the crate.
    pub(crate) const CRATE: Highlights = Highlights {
        highlights: &[],
        replaced: &[],
        injections: &[],
        first_wins: false,
        part: None,
    };
}
