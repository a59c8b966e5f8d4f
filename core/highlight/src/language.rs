//! Language lookup by name, alias, extension, file name and program, and the engine for each
//! language.
//!
//! Invariants: a table name takes precedence over an alias, an alias over an extension, the table
//! over the names of the grammars, and these over the syntax set.

use std::sync::OnceLock;

use ransack_base::Error;
use ransack_base::internal::{ErrorParts, nearest};
use ransack_grammars::internal::known_languages;
use ransack_languages::internal::{has_highlights, untagged};
use rustc_hash::FxHashMap;
use syntect::parsing::SyntaxReference;

use crate::language_table::{LANGUAGES, LanguageEntry};
use crate::textmate::syntaxes;

/// Engine that classifies text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// tree-sitter grammar with highlight queries. Uses the structure of the text and is several
    /// times faster than syntect. Any part of the text may affect the classes of any other part. Where
    /// a syntax error leaves words without a class, syntect provides one.
    TreeSitter,
    /// TextMate grammar, run line by line by syntect with Oniguruma. Appended text never changes
    /// the classes of earlier lines.
    Syntect,
    /// No engine: the text stays plain.
    Plain,
}

/// Engine for a language, with the reason for the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineChoice {
    /// Engine that was chosen.
    pub engine: Engine,
    /// Reason for the choice, for logs and messages.
    pub reason: &'static str,
}

/// Handle of a language in the table.
#[derive(Clone, Copy)]
pub(super) struct HighlightLanguage {
    pub(super) entry: &'static LanguageEntry,
}

/// Line-oriented formats that use syntect even if a grammar is built in.
const LINE_FORMATS: &[&str] = &["diff"];

impl HighlightLanguage {
    /// Looks up a language by name, alias, extension, or its name in the syntax
    /// set. Ignores case and surrounding white space; in a name, a space is a hyphen.
    pub(super) fn named(name: &str) -> Option<HighlightLanguage> {
        let lower = name.trim().to_ascii_lowercase();
        let index = LanguageIndex::get();
        let known = index.names.get(lower.as_str());
        if let Some(&row) = known.or_else(|| index.extensions.get(lower.as_str())) {
            return Some(HighlightLanguage::at(row));
        }
        let hyphenated = || by_exact_name(&lower.replace(' ', "-"));
        by_syntax(&lower)
            .or_else(|| by_extension(&lower))
            .or_else(hyphenated)
    }

    fn at(row: usize) -> HighlightLanguage {
        HighlightLanguage {
            entry: &LANGUAGES[row],
        }
    }

    pub(super) fn name(self) -> &'static str {
        self.entry.name
    }

    pub(super) fn syntax(self) -> Option<&'static SyntaxReference> {
        let name = self.entry.syntax;
        (!name.is_empty())
            .then(|| syntaxes().find_syntax_by_name(name))
            .flatten()
    }

    /// Returns whether the syntax depends on tags in the text.
    pub(super) fn can_lack_tags(self) -> bool {
        untagged(self.entry.grammar).is_some()
    }

    /// Returns the syntax for a text, or some lines of it, which may lack the tags of a file.
    pub(super) fn syntax_of(self, lines: &[u8]) -> Option<&'static SyntaxReference> {
        match untagged(self.entry.grammar) {
            Some(untagged) if !(untagged.has_tags)(lines) => {
                syntaxes().find_syntax_by_name(untagged.syntax)
            }
            _ => self.syntax(),
        }
    }

    pub(super) fn has_grammar(self) -> bool {
        has_highlights(self.entry.grammar)
    }

    pub(super) fn choice(self, forced: Option<Engine>) -> EngineChoice {
        let choice = |engine, reason| EngineChoice { engine, reason };
        let has_syntax = !self.entry.syntax.is_empty();
        match forced {
            Some(Engine::Plain) => return choice(Engine::Plain, "requested by the caller"),
            Some(Engine::TreeSitter) if self.has_grammar() => {
                return choice(Engine::TreeSitter, "requested by the caller");
            }
            Some(Engine::Syntect) if has_syntax => {
                return choice(Engine::Syntect, "requested by the caller");
            }
            _ => {}
        }
        if LINE_FORMATS.contains(&self.entry.name) && has_syntax {
            return choice(Engine::Syntect, "line-oriented format");
        }
        if self.has_grammar() {
            return choice(
                Engine::TreeSitter,
                "a tree-sitter grammar with a highlight query is built in",
            );
        }
        if has_syntax && self.entry.name != "plain" {
            return choice(
                Engine::Syntect,
                "no tree-sitter grammar with a highlight query is built in",
            );
        }
        choice(Engine::Plain, "plain text has no syntax")
    }
}

/// Languages that the same programs run.
const RUN_TOGETHER: [&[&str]; 4] = [
    &[
        "javascript",
        "typescript",
        "tsx",
        "babel",
        "coffeescript",
        "livescript",
    ],
    &["haskell", "literate-haskell"],
    &["ocaml", "ocaml-interface"],
    &["ruby", "ruby-on-rails", "erb"],
];

impl HighlightLanguage {
    /// Returns whether the programs of another language run files in this language too: it is a
    /// variant of that language, or both are run together.
    pub(super) fn is_run_by(self, program: HighlightLanguage) -> bool {
        let (entry, other) = (self.entry, program.entry);
        let is_variant = entry.grammar == other.grammar && entry.grammar != entry.name;
        let are_together = |names: &&[&str]| [entry, other].iter().all(|e| names.contains(&e.name));
        entry.name == other.name || is_variant || RUN_TOGETHER.iter().any(are_together)
    }
}

/// Returns whether a language with this name, alias or extension is known, ignoring case and
/// surrounding white space.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// use ransack::highlight::supports_language;
///
/// assert!(supports_language("Rust") && supports_language("rs"));
/// assert!(!supports_language("klingon"));
/// ```
pub fn supports_language(name: &str) -> bool {
    HighlightLanguage::named(name).is_some()
}

/// Returns the names of all languages and file formats, sorted. Aliases are not
/// included.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// let names = ransack::highlight::supported_languages();
/// assert!(names.len() >= 200 && names.contains(&"dockerfile"));
/// ```
pub fn supported_languages() -> Vec<&'static str> {
    let mut names: Vec<_> = LANGUAGES
        .iter()
        .map(|entry| HighlightLanguage { entry })
        .filter(|language| language.is_available())
        .map(HighlightLanguage::name)
        .collect();
    names.sort_unstable();
    names
}

/// Returns the default engine for a language; `None` if the language is unknown.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// use ransack::highlight::{Engine, engine_of};
///
/// let choice = engine_of("haml").unwrap();
/// assert_eq!(choice.engine, Engine::Syntect);
/// println!("{}", choice.reason);
/// ```
pub fn engine_of(language: &str) -> Option<EngineChoice> {
    HighlightLanguage::named(language).map(|language| language.choice(None))
}

/// Returns the error for the name of an unsupported language, with the nearest names and aliases as
/// candidates.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// let error = ransack::highlight::unknown_language("pyhton");
/// assert_eq!(error.candidates()[0], "python");
/// ```
pub fn unknown_language(name: &str) -> Error {
    let known = LanguageIndex::get().names.keys().copied();
    let error = Error::option("unknown language").with_pattern(name);
    error.with_candidates(nearest(name, known))
}

impl HighlightLanguage {
    /// Returns whether this build can highlight the language.
    pub(super) fn is_available(self) -> bool {
        !self.entry.syntax.is_empty() || self.has_grammar() || self.is_ansi()
    }

    /// Returns whether text in this language already contains escape sequences.
    pub(super) fn is_ansi(self) -> bool {
        self.entry.name == "ansi"
    }
}

/// Rows of the table by lookup key; if several rows claim a key, the first row gets it.
struct LanguageIndex {
    names: FxHashMap<&'static str, usize>,
    extensions: FxHashMap<&'static str, usize>,
    files: FxHashMap<&'static str, usize>,
    programs: FxHashMap<&'static str, usize>,
    /// Prefixes of file names, with their rows.
    prefixes: Vec<(&'static str, usize)>,
}

impl LanguageIndex {
    fn get() -> &'static LanguageIndex {
        static INDEX: OnceLock<LanguageIndex> = OnceLock::new();
        INDEX.get_or_init(|| {
            let mut index = LanguageIndex {
                names: FxHashMap::default(),
                extensions: FxHashMap::default(),
                files: FxHashMap::default(),
                programs: FxHashMap::default(),
                prefixes: Vec::new(),
            };
            let rows =
                || (0..LANGUAGES.len()).filter(|&row| HighlightLanguage::at(row).is_available());
            for row in rows() {
                index.names.insert(LANGUAGES[row].name, row);
            }
            for row in rows() {
                let entry = &LANGUAGES[row];
                insert(
                    &mut index.names,
                    entry.aliases.split_ascii_whitespace(),
                    row,
                );
                insert(
                    &mut index.extensions,
                    entry.extensions.split_ascii_whitespace(),
                    row,
                );
                insert(
                    &mut index.programs,
                    entry.programs.split_ascii_whitespace(),
                    row,
                );
                index.insert_files(entry.files.split_ascii_whitespace(), row);
            }
            for known in known_languages() {
                let Some(&row) = index.names.get(known.name) else {
                    continue;
                };
                insert(&mut index.names, known.aliases.iter().copied(), row);
                insert(&mut index.extensions, known.extensions.iter().copied(), row);
                index.insert_files(known.file_names.iter().copied(), row);
            }
            index
        })
    }

    fn insert_files(&mut self, files: impl Iterator<Item = &'static str>, row: usize) {
        for file in files {
            match file.strip_suffix('*') {
                Some(prefix) => self.prefixes.push((prefix, row)),
                None => {
                    self.files.entry(file).or_insert(row);
                }
            }
        }
    }
}

fn insert(
    map: &mut FxHashMap<&'static str, usize>,
    words: impl Iterator<Item = &'static str>,
    row: usize,
) {
    for word in words {
        map.entry(word).or_insert(row);
    }
}

/// Looks up a language by a whole file name.
pub(super) fn by_file_name(name: &str) -> Option<HighlightLanguage> {
    let index = LanguageIndex::get();
    if let Some(&row) = index.files.get(name) {
        return Some(HighlightLanguage::at(row));
    }
    let mut prefixes = index.prefixes.iter();
    if let Some(&(_, row)) = prefixes.find(|(prefix, _)| name.starts_with(prefix)) {
        return Some(HighlightLanguage::at(row));
    }
    // The syntax set lists whole file names among its extensions.
    if name.len() > 3 {
        return by_syntax_extension(name);
    }
    None
}

/// Looks up a language by a file extension, case-insensitively.
pub(super) fn by_extension(extension: &str) -> Option<HighlightLanguage> {
    let index = LanguageIndex::get();
    let lower = extension.to_ascii_lowercase();
    if let Some(&row) = index.extensions.get(lower.as_str()) {
        return Some(HighlightLanguage::at(row));
    }
    by_syntax_extension(extension).or_else(|| by_syntax_extension(&lower))
}

/// Looks up a language by the program that runs its files.
pub(super) fn by_program(program: &str) -> Option<HighlightLanguage> {
    let row = LanguageIndex::get().programs.get(program)?;
    Some(HighlightLanguage::at(*row))
}

/// Looks up a language by the first line of a file.
pub(super) fn by_first_line(line: &str) -> Option<HighlightLanguage> {
    const PREFIXES: [(&str, &str); 4] = [
        ("<!doctype html", "html"),
        ("<html", "html"),
        ("<?xml", "xml"),
        ("<?php", "php"),
    ];
    let has_prefix = |prefix: &str| {
        let start = line.get(..prefix.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    if let Some((_, name)) = PREFIXES.iter().find(|(prefix, _)| has_prefix(prefix)) {
        return HighlightLanguage::named(name);
    }
    syntaxes()
        .find_syntax_by_first_line(line)
        .and_then(|syntax| by_syntax(&syntax.name))
}

fn by_syntax_extension(extension: &str) -> Option<HighlightLanguage> {
    syntaxes()
        .find_syntax_by_extension(extension)
        .and_then(|syntax| by_syntax(&syntax.name))
}

/// Looks up a language by its name in the syntax set, case-insensitively.
fn by_syntax(name: &str) -> Option<HighlightLanguage> {
    let has_syntax =
        |entry: &&LanguageEntry| !name.is_empty() && entry.syntax.eq_ignore_ascii_case(name);
    let mut entries = LANGUAGES.iter().filter(has_syntax);
    // Several entries may share a syntax; the entry with the same name takes precedence.
    let has_name = |entry: &&LanguageEntry| entry.name.eq_ignore_ascii_case(name);
    let namesake = entries.clone().find(has_name);
    let entry = namesake.or_else(|| entries.find(|entry| entry.grammar == entry.name))?;
    Some(HighlightLanguage { entry })
}

/// Looks up a language by the name of its entry, in lower case.
pub(super) fn by_exact_name(name: &str) -> Option<HighlightLanguage> {
    let row = LanguageIndex::get().names.get(name)?;
    Some(HighlightLanguage::at(*row))
}
