//! Closings: code that completes a header, such as `if (x)` or `class A extends B`, to a full
//! statement or declaration.

use ransack_grammars::Language;
use ransack_languages::internal::tables;

/// Returns the end tag for a fragment that is a start tag; `None` for other fragments and
/// languages.
pub(crate) fn end_tag(language: &Language, fragment: &str) -> Option<String> {
    let tag = fragment.strip_prefix('<')?.strip_suffix('>')?;
    let is_tag = tables(language).patterns.has_end_tags
        && tag.starts_with(char::is_alphabetic)
        && !tag.ends_with('/')
        && !tag.contains(['<', '>']);
    let name = tag.split(char::is_whitespace).next()?;
    is_tag.then(|| format!("</{name}>"))
}

/// Returns the closings of a language; empty if the language has no header patterns.
pub(crate) fn closings(language: &Language) -> &'static [&'static str] {
    tables(language).patterns.closings
}
