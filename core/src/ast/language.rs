use std::fmt;
use std::path::Path;

use tree_sitter_language::LanguageFn;

use super::context::PatternContext;
use super::languages::LANGUAGES;
use crate::error::{Error, Result};

/// A language that can be searched by syntax.
///
/// Each is behind a feature of the crate, `lang-` and its name.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Language {
    /// The name, in lower case.
    pub name: &'static str,
    /// Other names that it answers to.
    pub aliases: &'static [&'static str],
    /// Extensions of its files, without the dot, in lower case. If two
    /// languages share one, a file is of the first of them in [`languages`].
    pub extensions: &'static [&'static str],
    /// Whole names of its files. One that ends in `.*` stands for all names
    /// that begin so.
    pub file_names: &'static [&'static str],
    pub(super) grammar: LanguageFn,
    /// How a pattern is read.
    pub(super) pattern_syntax: PatternSyntax,
}

/// What reading a pattern depends on.
#[derive(Clone, Copy)]
pub(super) struct PatternSyntax {
    /// What stands for a metavariable while the grammar reads a pattern.
    pub(super) placeholders: &'static [Placeholder],
    /// What else may stand for a list: an element of something that takes no
    /// mere names.
    pub(super) list_placeholders: &'static [Placeholder],
    /// Where a fragment can stand.
    pub(super) contexts: &'static [PatternContext],
    /// Whether keywords may be written in any case.
    pub(super) any_case: bool,
}

/// Code that a grammar takes where a metavariable stands.
#[derive(Clone, Copy)]
pub(super) struct Placeholder {
    pub(super) before: &'static str,
    /// What follows when the name stands in between, if it does.
    pub(super) after: Option<&'static str>,
}

/// The languages that this build knows, by name.
///
/// ```
/// let rust = ransack::ast::languages().iter().find(|l| l.name == "rust").unwrap();
/// assert_eq!(rust.extensions, ["rs"]);
/// ```
pub fn languages() -> &'static [Language] {
    LANGUAGES
}

impl Language {
    /// The language with this name or alias; case is ignored.
    ///
    /// ```
    /// use ransack::ast::Language;
    ///
    /// assert_eq!(Language::from_name("RS").unwrap().name, "rust");
    /// ```
    pub fn from_name(name: &str) -> Option<&'static Language> {
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        LANGUAGES
            .iter()
            .find(|l| is(&l.name) || l.aliases.iter().any(is))
    }

    /// The language of a file, by its name: the whole name first, then the
    /// extension, of which case is ignored.
    ///
    /// ```
    /// use ransack::ast::Language;
    ///
    /// assert_eq!(Language::from_path("a/b.h").unwrap().name, "c");
    /// assert!(Language::from_path("a/b").is_none());
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Option<&'static Language> {
        let name = path.as_ref().file_name()?.as_encoded_bytes();
        Language::from_file_name(name)
    }

    pub(super) fn from_file_name(name: &[u8]) -> Option<&'static Language> {
        let by_name = LANGUAGES.iter().find(|l| l.owns_name(name));
        by_name.or_else(|| LANGUAGES.iter().find(|l| l.owns_extension(name)))
    }

    /// Whether a file of this name may be in the language, if another may be
    /// as well.
    pub(super) fn owns(&self, name: &[u8]) -> bool {
        self.owns_name(name) || self.owns_extension(name)
    }

    fn owns_name(&self, name: &[u8]) -> bool {
        self.file_names.iter().any(|known| {
            known
                .strip_suffix('*')
                .map_or(name == known.as_bytes(), |stem| {
                    name.starts_with(stem.as_bytes())
                })
        })
    }

    fn owns_extension(&self, name: &[u8]) -> bool {
        let Some(dot) = memchr::memrchr(b'.', name) else {
            return false;
        };
        let extension = &name[dot + 1..];
        self.extensions
            .iter()
            .any(|e| e.as_bytes().eq_ignore_ascii_case(extension))
    }

    pub(super) fn from_name_or_error(name: &str) -> Result<&'static Language> {
        Language::from_name(name)
            .ok_or_else(|| Error::option("unknown language").with_pattern(name))
    }

    pub(crate) fn grammar(&self) -> tree_sitter::Language {
        self.grammar.into()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_fits_the_parser() {
        for language in languages() {
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&language.grammar()).unwrap();
            assert!(parser.parse("", None).is_some(), "{}", language.name);
        }
    }

    #[test]
    fn names_are_in_order_and_mean_one_language() {
        assert!(languages().is_sorted_by(|a, b| a.name < b.name));
        for language in languages() {
            for name in language.aliases.iter().chain([&language.name]) {
                assert_eq!(Language::from_name(name), Some(language), "{name}");
                assert_eq!(name.to_lowercase(), **name);
            }
        }
    }

    #[test]
    #[cfg(feature = "all-languages")]
    fn files_are_known_by_name_and_extension() {
        assert_eq!(languages().len(), 56);
        for (path, name) in [
            ("a/Makefile", "make"),
            ("Dockerfile.dev", "dockerfile"),
            ("CMakeLists.txt", "cmake"),
            ("x.R", "r"),
            ("x.hpp", "cpp"),
            ("x.h", "c"),
            (".d/x.d.ts", "typescript"),
            ("Cargo.lock", "toml"),
        ] {
            assert_eq!(
                Language::from_path(path).map(|l| l.name),
                Some(name),
                "{path}"
            );
        }
        assert_eq!(Language::from_path("Dockerfile2"), None);
        assert_eq!(Language::from_path(".c").map(|l| l.name), Some("c"));
    }
}
