//! The type of a language. A language is identified by its name; two values with the same name are
//! equal.

use std::fmt;

use tree_sitter_language::LanguageFn;

/// Language that AST search, edits, lookup and syntax checking support.
///
/// Each language is a crate feature named `lang-` followed by the language name; see [`languages`](crate::languages())
/// for the table.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Language {
    /// Name, in lower case.
    pub name: &'static str,
    /// Alternative names, in lower case.
    pub aliases: &'static [&'static str],
    /// File extensions, in lower case, without the dot. If languages share an extension, the text of
    /// a file decides; see [`from_file`](Language::from_file).
    pub extensions: &'static [&'static str],
    /// Complete file names; an entry that ends in `.*` matches every name that begins with the part
    /// before `*`, unless a language has exactly that name. File names take precedence over
    /// extensions.
    pub file_names: &'static [&'static str],
    pub(crate) grammar: LanguageFn,
}

/// Names of a language, whether or not the build includes its grammar.
pub struct KnownLanguage {
    /// Feature that adds the language to a build.
    pub(crate) feature: &'static str,
    /// See [`Language::name`].
    pub name: &'static str,
    /// See [`Language::aliases`].
    pub aliases: &'static [&'static str],
    /// See [`Language::extensions`].
    pub extensions: &'static [&'static str],
    /// See [`Language::file_names`].
    pub file_names: &'static [&'static str],
}

/// Queries of a grammar, as its crate and the crates that it extends export them.
#[derive(Clone, Copy)]
pub struct CrateQueries {
    /// Parts of the highlight query, in this order.
    pub highlights: &'static [&'static str],
    /// Parts of the injection query, which finds text in other languages.
    pub injections: &'static [&'static str],
}

impl KnownLanguage {
    /// Returns whether the language has this name or alias, compared case-insensitively.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        is(&self.name) || self.aliases.iter().any(is)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Language")
            .field("name", &self.name)
            .field("aliases", &self.aliases)
            .field("extensions", &self.extensions)
            .field("file_names", &self.file_names)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.name == other.name
    }
}

impl Eq for Language {}
