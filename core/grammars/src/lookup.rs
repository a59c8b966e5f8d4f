//! Languages by name, alias or file name.

use std::path::Path;
use std::sync::LazyLock;

use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{Error, OptionName, Result};
use rustc_hash::FxHashMap;

use crate::language::{KnownLanguage, Language};
use crate::languages::{KNOWN_LANGUAGES, LANGUAGES};
use crate::shared_extension::{SharedExtension, shared_extension};

/// Returns the languages in this build, sorted by name.
///
/// Each language is a crate feature, `lang-NAME`; `all-languages` enables all of them. A file
/// belongs to the first language with its file name, or else to the first with its extension.
/// Extensions are compared case-insensitively, file names exactly. Where languages share an
/// extension, the text of the file decides; see [`Language::from_file`].
///
/// With the feature `packed-grammars`, the largest grammars are stored compressed; unpacking such a
/// grammar on first use takes 0.3 to 13 ms.
///
/// # Example
///
/// ```
/// # mod ransack { pub use ransack_grammars as ast; }
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

/// Returns the names of all languages, including those that this build lacks, sorted by name.
pub fn known_languages() -> &'static [KnownLanguage] {
    KNOWN_LANGUAGES
}

impl Language {
    /// Returns the language with this name or alias, compared case-insensitively; `None` if this
    /// build does not include it.
    ///
    /// ```
    /// # mod ransack { pub use ransack_grammars as ast; }
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
    /// case-insensitively. Of an extension that several languages share, returns the most common
    /// language; [`from_file`](Language::from_file) also considers the text.
    ///
    /// ```
    /// # mod ransack { pub use ransack_grammars as ast; }
    /// use ransack::ast::Language;
    ///
    /// assert_eq!(Language::from_path("a/b.h").unwrap().name, "c");
    /// assert!(Language::from_path("a/b").is_none());
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Option<&'static Language> {
        let name = path.as_ref().file_name()?.as_encoded_bytes();
        FileLanguages::of(name).possible().next()
    }

    /// Returns the language of a file with this text; `None` if no language in this build matches.
    ///
    /// The file name determines the language as in [`from_path`](Language::from_path), except for
    /// extensions that several languages share. Of those, the text decides:
    ///
    /// | extension | languages |
    /// | --- | --- |
    /// | `.h` | C++ or Objective-C if code has a sign of it, otherwise C |
    /// | `.m` | Objective-C, unless the text is MATLAB, Mercury, MUMPS or Mathematica |
    /// | `.pl`, `.pm`, `.t` | Perl, unless the text is Prolog or Raku |
    /// | `.rs`, `.ts`, `.tsx` | Rust or TypeScript, unless the text is XML |
    /// | `.v` | Verilog, unless the text is V or Coq |
    /// | `.bb`, `.es`, `.ml` | Clojure, JavaScript or OCaml, unless the text is BitBake, Erlang or Standard ML |
    ///
    /// An Emacs or Vim modeline that names one of these languages has precedence.
    /// All operations over files decide in this way. The first 64 KiB of the text are enough. If the
    /// build lacks the decided language, the first language with the extension is used.
    ///
    /// # Cost
    ///
    /// O(1) for other extensions. Of a header, looks for a few words; a header of 64 KiB takes some
    /// 40 µs.
    ///
    /// ```
    /// # mod ransack { pub use ransack_grammars as ast; }
    /// use ransack::ast::Language;
    ///
    /// let language = |text: &str| Language::from_file("a/b.h", text.as_bytes()).unwrap().name;
    /// assert_eq!(language("int f(void);"), "c");
    /// assert_eq!(language("namespace n { int f(); }"), "cpp");
    /// assert_eq!(language("@interface A\n@end"), "objc");
    /// ```
    pub fn from_file(path: impl AsRef<Path>, text: &[u8]) -> Option<&'static Language> {
        let name = path.as_ref().file_name()?.as_encoded_bytes();
        FileLanguages::of(name).with_text(text)
    }

    /// Returns whether the language has a whole file name, exactly or by its beginning.
    fn claims_name(&self, name: &[u8]) -> bool {
        self.has_name(name) || self.has_prefix(name)
    }

    fn has_name(&self, name: &[u8]) -> bool {
        self.file_names.iter().any(|known| name == known.as_bytes())
    }

    fn has_prefix(&self, name: &[u8]) -> bool {
        let mut prefixes = self
            .file_names
            .iter()
            .filter_map(|known| known.strip_suffix('*'));
        prefixes.any(|prefix| name.starts_with(prefix.as_bytes()))
    }

    fn claims_extension(&self, name: &[u8]) -> bool {
        has_extension(self.extensions, name)
    }
}

fn has_extension(extensions: &[&str], name: &[u8]) -> bool {
    let Some(dot) = memchr::memrchr(b'.', name) else {
        return false;
    };
    let extension = &name[dot + 1..];
    let mut known = extensions.iter();
    known.any(|known| known.as_bytes().eq_ignore_ascii_case(extension))
}

/// Languages that a file may be in, by its name.
#[derive(Clone, Copy)]
pub struct FileLanguages<'a> {
    name: &'a [u8],
    named: Option<NamedLanguage>,
}

/// Language of a file name.
#[derive(Clone, Copy)]
struct NamedLanguage {
    /// First language of this build with the file name.
    language: &'static Language,
    /// The extension, if the text of a file decides among several languages.
    shared: Option<&'static SharedExtension>,
}

impl<'a> FileLanguages<'a> {
    /// Looks up the languages of a file name without directories.
    pub fn of(name: &'a [u8]) -> FileLanguages<'a> {
        let named = by_name(name).map(|language| NamedLanguage {
            language,
            shared: None,
        });
        FileLanguages {
            name,
            named: named.or_else(|| by_extension(name)),
        }
    }

    fn shared(self) -> Option<&'static SharedExtension> {
        self.named?.shared
    }

    /// Returns whether the text of the file decides among several languages.
    pub fn depend_on_text(self) -> bool {
        self.shared().is_some()
    }

    /// Returns the languages that the file may be in, depending on its text; the most common one
    /// first.
    pub fn possible(self) -> impl Iterator<Item = &'static Language> {
        let shared = self.shared();
        let languages = shared.map_or(&[][..], SharedExtension::languages);
        let languages = languages
            .iter()
            .filter_map(move |known| in_build(self.name, known));
        let only = self.named.filter(|_| shared.is_none());
        languages.chain(only.map(|named| named.language))
    }

    /// Returns the language of the file if it has this text; `None` if no language in this build
    /// matches.
    pub fn with_text(self, text: &[u8]) -> Option<&'static Language> {
        match self.shared() {
            Some(shared) => in_build(self.name, shared.language_of(text)?),
            None => Some(self.named?.language),
        }
    }

    /// Returns whether files with this name may be in a language, even if another language takes
    /// precedence. If the language depends on the text, [`possible`](FileLanguages::possible) is
    /// more precise.
    pub fn include(self, language: &Language) -> bool {
        self.named.is_some_and(|named| named.language == language)
            || language.claims_name(self.name)
            || language.claims_extension(self.name)
    }
}

fn by_name(name: &[u8]) -> Option<&'static Language> {
    let index = &*FILE_NAMES;
    index.names.get(name).copied().or_else(|| {
        let mut prefixes = index.prefixes.iter();
        let found = prefixes.find(|(prefix, _)| name.starts_with(prefix));
        found.map(|(_, language)| *language)
    })
}

fn by_extension(name: &[u8]) -> Option<NamedLanguage> {
    let dot = memchr::memrchr(b'.', name)?;
    let extension = &name[dot + 1..];
    let mut lower_case = [0; MAX_EXTENSION];
    let lower_case = lower_case.get_mut(..extension.len())?;
    lower_case.copy_from_slice(extension);
    lower_case.make_ascii_lowercase();
    FILE_NAMES.extensions.get(&*lower_case).copied()
}

/// Maximum length of an extension of a language, in bytes.
const MAX_EXTENSION: usize = 16;

/// First language of this build with each file name. Searches look up every file.
struct FileNames {
    /// Whole names.
    names: FxHashMap<&'static [u8], &'static Language>,
    /// Beginnings of names.
    prefixes: Vec<(&'static [u8], &'static Language)>,
    /// Extensions in lower case.
    extensions: FxHashMap<Vec<u8>, NamedLanguage>,
}

static FILE_NAMES: LazyLock<FileNames> = LazyLock::new(|| {
    let mut index = FileNames {
        names: FxHashMap::default(),
        prefixes: Vec::new(),
        extensions: FxHashMap::default(),
    };
    for language in LANGUAGES {
        for name in language.file_names {
            match name.strip_suffix('*') {
                Some(prefix) => index.prefixes.push((prefix.as_bytes(), language)),
                None => {
                    index.names.entry(name.as_bytes()).or_insert(language);
                }
            }
        }
        for extension in language.extensions {
            let named = || NamedLanguage {
                language,
                shared: shared_extension(extension),
            };
            let extension = extension.to_ascii_lowercase().into_bytes();
            index.extensions.entry(extension).or_insert_with(named);
        }
    }
    index
});

/// Returns the language with a name that the text of a file decided. A language that is not in this
/// build is replaced by the first one with the extension, provided that it has the extension too.
fn in_build(name: &[u8], decided: &str) -> Option<&'static Language> {
    let known = LANGUAGES.binary_search_by(|language| language.name.cmp(decided));
    known.ok().map(|at| &LANGUAGES[at]).or_else(|| {
        let mut left_out = KNOWN_LANGUAGES.iter();
        let left_out = left_out.find(|language| language.name == decided)?;
        has_extension(left_out.extensions, name)
            .then(|| by_extension(name))?
            .map(|named| named.language)
    })
}

/// Returns the language with this name or alias.
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or not in this build.
pub fn language_named(name: &str) -> Result<&'static Language> {
    Language::from_name(name).ok_or_else(|| {
        let names = LANGUAGES.iter().flat_map(|language| {
            std::iter::once(language.name).chain(language.aliases.iter().copied())
        });
        let left_out = KNOWN_LANGUAGES.iter().find(|known| known.has_name(name));
        let error = |message: &str| Error::option(message).with_pattern(name);
        match left_out {
            Some(known) => error(&not_in_build(known.feature)),
            None => error("unknown language").with_candidates(nearest(name, names)),
        }
    })
}

/// Returns the error for a file that needs a language, because of its name or its text. `missing`
/// says what there is no language with.
pub fn unknown_language_of_file(path: &Path, missing: &str) -> Error {
    let extension = path.extension().unwrap_or_default();
    let left_out = KNOWN_LANGUAGES.iter().find(|known| {
        let is_known = |known: &&str| extension.eq_ignore_ascii_case(known);
        Language::from_name(known.name).is_none() && known.extensions.iter().any(is_known)
    });
    let is_shared = extension.to_str().and_then(shared_extension).is_some();
    let part = match is_shared {
        true => "the text of this file",
        false => "this file name",
    };
    let error = match left_out {
        Some(known) => Error::option(not_in_build(known.feature)),
        None => Error::option(format!("no language with {missing} for {part}")).with_advice(
            "set",
            OptionName::Language,
            "",
        ),
    };
    error.with_path(path)
}

/// Returns the grammar of a language, for a parser or a query.
pub fn grammar_of(language: &Language) -> tree_sitter::Language {
    language.grammar.into()
}

/// Returns the message for a language whose feature is off.
fn not_in_build(feature: &str) -> String {
    format!("the language is not in this build; enable the feature `{feature}`")
}

#[cfg(test)]
mod tests;
