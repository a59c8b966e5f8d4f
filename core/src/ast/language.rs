//! Languages: lookup by name, alias or file name, and the data needed for parsing.
//!
//! The table in `languages` holds the data. A language is identified by its name; two values with
//! the same name are equal.

use std::fmt;
use std::path::Path;

use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{Error, OptionName, Result};
use tree_sitter_language::LanguageFn;

use super::context::PatternContext;
use super::languages::{FEATURES, LANGUAGES};
use super::metavar::VarPlace;

/// Language that AST search, edits, lookup and syntax checking support.
///
/// Each language is a crate feature named `lang-` followed by the language name; see [`languages`]
/// for the table.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Language {
    /// Name, in lower case.
    pub name: &'static str,
    /// Alternative names, in lower case.
    pub aliases: &'static [&'static str],
    /// File extensions, in lower case, without the dot. If two languages share an extension, a file
    /// belongs to the language that comes first in [`languages`].
    pub extensions: &'static [&'static str],
    /// Complete file names; an entry that ends in `.*` matches every name that begins with the part
    /// before `*`. File names take precedence over extensions.
    pub file_names: &'static [&'static str],
    pub(super) grammar: LanguageFn,
    pub(super) pattern_syntax: PatternSyntax,
}

/// Language-specific data for parsing patterns.
#[derive(Clone, Copy)]
pub(super) struct PatternSyntax {
    /// Code substituted for a metavariable before the grammar parses a pattern.
    pub(super) placeholders: &'static [Placeholder],
    /// Additional substitutes for a list metavariable, for lists whose elements cannot be plain
    /// names.
    pub(super) list_placeholders: &'static [Placeholder],
    /// Contexts in which a pattern is parsed.
    pub(super) contexts: &'static [PatternContext],
    /// Whether keywords are case-insensitive.
    pub(super) any_case: bool,
}

/// Code that a grammar accepts in place of a metavariable.
#[derive(Clone, Copy)]
pub(super) struct Placeholder {
    /// Text before the name of the metavariable, or the whole text.
    pub(super) before: &'static str,
    /// Text after the name; `None` if the name is not part of the placeholder.
    pub(super) after: Option<&'static str>,
    /// Suffixes of the code before the metavariable, in any letter case; at least one must match
    /// unless the list is empty. An entry that begins with [`Placeholder::ANYWHERE`] may occur
    /// anywhere in that code.
    pub(super) only_after: &'static [&'static str],
}

impl Placeholder {
    /// Entry of `only_after` for the start of the pattern.
    pub(super) const START: &str = "^";

    /// First character of an `only_after` entry that need not be at the end of the code before the
    /// metavariable.
    pub(super) const ANYWHERE: char = '~';

    /// Returns whether `other` differs only by a trailing separator that this placeholder lacks.
    /// The last element of a list needs none.
    pub(super) fn is_without_separator_of(&self, other: &Placeholder) -> bool {
        let is_separated = |after: &str| other.after == Some(&format!("{after},"));
        self.after
            .is_some_and(|after| !after.is_empty() && is_separated(after))
    }

    /// Returns whether the placeholder can stand for a metavariable at this position.
    pub(super) fn fits(&self, place: &VarPlace<'_>) -> bool {
        let before = place.before.trim_end().to_ascii_lowercase();
        let is_before = |end: &&str| match end.strip_prefix(Placeholder::ANYWHERE) {
            Some(part) => before.contains(part),
            None => (**end == *Placeholder::START && before.is_empty()) || before.ends_with(end),
        };
        let is_terminal = self.after.is_some_and(|after| after.ends_with(';'));
        let is_statement = self.after == Some(";") || self.before.starts_with("case ");
        let is_terminated = is_terminal && place.after.trim_start().starts_with(';');
        let is_argument = is_statement && self.only_after.is_empty() && is_in_parentheses(&before);
        !is_terminated
            && !is_argument
            && (self.only_after.is_empty() || self.only_after.iter().any(is_before))
    }
}

/// Returns whether `code` ends inside parentheses or square brackets, with no statement or block
/// before its end.
fn is_in_parentheses(code: &str) -> bool {
    let mut depth = 0usize;
    let mut bytes = code.bytes().rev();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' | b'\'' => {
                bytes.find(|quote| *quote == byte);
            }
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth == 0 => return true,
            b'(' | b'[' => depth -= 1,
            b'{' | b'}' | b';' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

/// Returns the languages in this build, sorted by name.
///
/// Each language is a crate feature, `lang-NAME`; `all-languages` enables all of them. A file
/// belongs to the first language with its file name, or else to the first with its extension.
/// Extensions are compared case-insensitively, file names exactly.
///
/// With the feature `packed-grammars`, the largest grammars are stored compressed; unpacking such a
/// grammar on first use takes 0.3 to 13 ms.
///
/// # Example
///
/// ```
/// let rust = ransack::ast::languages().iter().find(|l| l.name == "rust").unwrap();
/// assert_eq!(rust.extensions, ["rs"]);
/// ```
///
/// # Languages
///
#[doc = include_str!("languages.md")]
pub fn languages() -> &'static [Language] {
    LANGUAGES
}

impl Language {
    /// Returns the language with this name or alias, compared case-insensitively; `None` if this
    /// build does not include it.
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

    /// Returns the language of a file, determined by its file name or else by its extension; `None`
    /// if no language in this build matches.
    ///
    /// Uses only the last component of `path`; does not open the file. Extensions are compared
    /// case-insensitively.
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

    pub(crate) fn from_file_name(name: &[u8]) -> Option<&'static Language> {
        let by_name = LANGUAGES.iter().find(|l| l.claims_name(name));
        by_name.or_else(|| LANGUAGES.iter().find(|l| l.claims_extension(name)))
    }

    /// Returns whether files with this name may be in the language, even if another language takes
    /// precedence.
    pub(crate) fn claims(&self, name: &[u8]) -> bool {
        self.claims_name(name) || self.claims_extension(name)
    }

    fn claims_name(&self, name: &[u8]) -> bool {
        self.file_names.iter().any(|known| {
            known
                .strip_suffix('*')
                .map_or(name == known.as_bytes(), |stem| {
                    name.starts_with(stem.as_bytes())
                })
        })
    }

    fn claims_extension(&self, name: &[u8]) -> bool {
        let Some(dot) = memchr::memrchr(b'.', name) else {
            return false;
        };
        let extension = &name[dot + 1..];
        self.extensions
            .iter()
            .any(|e| e.as_bytes().eq_ignore_ascii_case(extension))
    }

    pub(crate) fn from_name_or_error(name: &str) -> Result<&'static Language> {
        Language::from_name(name).ok_or_else(|| {
            let names = LANGUAGES.iter().flat_map(|language| {
                std::iter::once(language.name).chain(language.aliases.iter().copied())
            });
            let left_out = FEATURES.iter().find(|(_, names, _)| {
                let mut names = names.iter();
                names.any(|known| known.eq_ignore_ascii_case(name))
            });
            let error = |message: &str| Error::option(message).with_pattern(name);
            match left_out {
                Some((feature, ..)) => error(&not_in_build(feature)),
                None => error("unknown language").with_candidates(nearest(name, names)),
            }
        })
    }

    /// Returns the error for a file that needs a language, because of its name. `missing` says what
    /// there is no language with.
    pub(crate) fn unknown_of_file(path: &Path, missing: &str) -> Error {
        let extension = path.extension().unwrap_or_default();
        let left_out = FEATURES.iter().find(|(_, names, extensions)| {
            let is_known = |known: &&str| extension.eq_ignore_ascii_case(known);
            Language::from_name(names[0]).is_none() && extensions.iter().any(is_known)
        });
        let error = match left_out {
            Some((feature, ..)) => Error::option(not_in_build(feature)),
            None => Error::option(format!("no language with {missing} for this file name"))
                .with_advice("set", OptionName::Language, ""),
        };
        error.with_path(path)
    }

    pub(crate) fn grammar(&self) -> tree_sitter::Language {
        self.grammar.into()
    }
}

/// Returns the message for a language whose feature is off.
fn not_in_build(feature: &str) -> String {
    format!("the language is not in this build; enable the feature `{feature}`")
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
    fn every_grammar_is_compatible_with_the_parser() {
        for language in languages() {
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&language.grammar()).unwrap();
            assert!(parser.parse("", None).is_some(), "{}", language.name);
        }
    }

    #[test]
    fn names_are_sorted_and_unique() {
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
    fn files_have_a_language_by_name_and_extension() {
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

    /// Returns the table of languages for the docs of [`languages`].
    #[cfg(feature = "all-languages")]
    fn markdown_table() -> String {
        let mut table = String::from("| language | aliases | files |\n| --- | --- | --- |\n");
        for language in languages() {
            let extensions = language.extensions.iter().map(|e| format!("`.{e}`"));
            let names = language.file_names.iter().map(|name| format!("`{name}`"));
            let aliases: Vec<_> = language.aliases.iter().map(|a| format!("`{a}`")).collect();
            let files: Vec<_> = extensions.chain(names).collect();
            let row = [
                format!("`{}`", language.name),
                aliases.join(" "),
                files.join(" "),
            ];
            table += &format!("| {} |\n", row.join(" | "));
        }
        table
    }

    #[test]
    #[cfg(feature = "all-languages")]
    fn docs_have_the_table_of_languages() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ast/languages.md");
        if std::env::var_os("RANSACK_BLESS").is_some() {
            std::fs::write(path, markdown_table()).unwrap();
        }
        let documented = std::fs::read_to_string(path).unwrap();
        assert_eq!(documented, markdown_table(), "run with RANSACK_BLESS=1");
    }

    /// The table in the page of the crate has two more columns.
    #[test]
    #[cfg(feature = "all-languages")]
    fn the_page_of_the_crate_has_the_table_of_languages() {
        let page = include_str!("../../README.md");
        let rows = page
            .split("| language | aliases | files | crate | MB |\n")
            .nth(1);
        let rows = rows.unwrap().lines().skip(1);
        let rows = rows.take_while(|line| line.starts_with("| "));
        let of_page: Vec<_> = rows
            .map(|row| row.split(" | ").take(3).collect::<Vec<_>>().join(" | ") + " |")
            .collect();
        let table = markdown_table().replace('`', "");
        let of_crate: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(of_page, of_crate);
    }
}
