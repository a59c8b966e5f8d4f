//! Names of languages, and what engine each has.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use syntect::parsing::SyntaxReference;

use super::languages::{KINDS, Kind};
use super::syntaxes::syntaxes;

/// What finds the pieces of text that have a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// A tree-sitter grammar and its queries: knows the structure of the
    /// text, several times as fast. Any part of the text may have a bearing on
    /// any other.
    TreeSitter,
    /// A TextMate grammar run by syntect with Oniguruma: line after line, so
    /// that what has been coloured stays as it is when text is added.
    Syntect,
    /// None: the text stays plain.
    Plain,
}

/// Which engine works for a language, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineChoice {
    /// The engine.
    pub engine: Engine,
    /// Why, in words.
    pub reason: &'static str,
}

/// A language as the engines know it.
#[derive(Clone, Copy)]
pub(super) struct Language {
    pub(super) kind: &'static Kind,
}

/// Line-oriented formats, in which a grammar would have nothing to add.
const BY_LINE: &[&str] = &["diff"];

impl Language {
    /// The language with this name, alias or extension, or the name that the
    /// syntax set has for it; case and space around it are ignored.
    pub(super) fn named(name: &str) -> Option<Language> {
        let lower = name.trim().to_ascii_lowercase();
        let index = Index::get();
        let at = index.names.get(lower.as_str());
        if let Some(&at) = at.or_else(|| index.extensions.get(lower.as_str())) {
            return Some(Language { kind: &KINDS[at] });
        }
        by_syntax(&lower).or_else(|| by_extension(&lower))
    }

    pub(super) fn name(self) -> &'static str {
        self.kind.name
    }

    pub(super) fn syntax(self) -> Option<&'static SyntaxReference> {
        let name = self.kind.syntax;
        (!name.is_empty())
            .then(|| syntaxes().find_syntax_by_name(name))
            .flatten()
    }

    pub(super) fn has_grammar(self) -> bool {
        #[cfg(feature = "ast")]
        return super::queries::sources(self.kind.grammar).is_some();
        #[cfg(not(feature = "ast"))]
        return false;
    }

    pub(super) fn choice(self, forced: Option<Engine>) -> EngineChoice {
        let choice = |engine, reason| EngineChoice { engine, reason };
        let has_syntax = !self.kind.syntax.is_empty();
        match forced {
            Some(Engine::Plain) => return choice(Engine::Plain, "asked for"),
            Some(Engine::TreeSitter) if self.has_grammar() => {
                return choice(Engine::TreeSitter, "asked for");
            }
            Some(Engine::Syntect) if has_syntax => return choice(Engine::Syntect, "asked for"),
            _ => {}
        }
        if BY_LINE.contains(&self.kind.name) && has_syntax {
            return choice(Engine::Syntect, "the format is one of lines");
        }
        if self.has_grammar() {
            return choice(
                Engine::TreeSitter,
                "a grammar with a highlight query is built in",
            );
        }
        if has_syntax && self.kind.name != "plain" {
            return choice(
                Engine::Syntect,
                "no grammar with a highlight query is built in",
            );
        }
        choice(Engine::Plain, "nothing to tell apart")
    }
}

/// Whether there is a language with this name, alias or extension; case and space
/// around it are ignored.
///
/// ```
/// use ransack::highlight::supports_language;
///
/// assert!(supports_language("Rust") && supports_language("rs"));
/// assert!(!supports_language("klingon"));
/// ```
pub fn supports_language(name: &str) -> bool {
    Language::named(name).is_some()
}

/// The names of all languages and kinds of files that can be asked for, in
/// order; each has aliases besides.
///
/// ```
/// let names = ransack::highlight::supported_languages();
/// assert!(names.len() >= 200 && names.contains(&"dockerfile"));
/// ```
pub fn supported_languages() -> Vec<&'static str> {
    let mut names: Vec<_> = KINDS
        .iter()
        .map(|kind| Language { kind })
        .filter(|language| !language.kind.syntax.is_empty() || language.is_without_syntax())
        .map(Language::name)
        .collect();
    names.sort_unstable();
    names
}

/// The engine that works for a language unless another is asked for; `None`
/// if the language is not known.
///
/// ```
/// use ransack::highlight::{Engine, engine_of};
///
/// let choice = engine_of("haml").unwrap();
/// assert_eq!(choice.engine, Engine::Syntect);
/// println!("{}", choice.reason);
/// ```
pub fn engine_of(language: &str) -> Option<EngineChoice> {
    Language::named(language).map(|language| language.choice(None))
}

impl Language {
    /// Whether it is there although the syntax set has nothing for it.
    fn is_without_syntax(self) -> bool {
        self.has_grammar() || self.is_ansi()
    }

    /// Whether the text has its colours already.
    pub(super) fn is_ansi(self) -> bool {
        self.kind.name == "ansi"
    }
}

/// The table by what is looked for.
struct Index {
    names: FxHashMap<&'static str, usize>,
    extensions: FxHashMap<&'static str, usize>,
    files: FxHashMap<&'static str, usize>,
    programs: FxHashMap<&'static str, usize>,
    /// Beginnings of names of files.
    stems: Vec<(&'static str, usize)>,
}

impl Index {
    fn get() -> &'static Index {
        static INDEX: OnceLock<Index> = OnceLock::new();
        INDEX.get_or_init(|| {
            let mut index = Index {
                names: FxHashMap::default(),
                extensions: FxHashMap::default(),
                files: FxHashMap::default(),
                programs: FxHashMap::default(),
                stems: Vec::new(),
            };
            for (at, kind) in KINDS.iter().enumerate() {
                let language = Language { kind };
                if kind.syntax.is_empty() && !language.is_without_syntax() {
                    continue;
                }
                index.names.insert(kind.name, at);
                put(&mut index.names, kind.aliases, at);
                put(&mut index.extensions, kind.extensions, at);
                put(&mut index.programs, kind.programs, at);
                for file in kind.files.split_ascii_whitespace() {
                    match file.strip_suffix('*') {
                        Some(stem) => index.stems.push((stem, at)),
                        None => {
                            index.files.entry(file).or_insert(at);
                        }
                    }
                }
            }
            index
        })
    }
}

fn put(map: &mut FxHashMap<&'static str, usize>, words: &'static str, at: usize) {
    for word in words.split_ascii_whitespace() {
        map.entry(word).or_insert(at);
    }
}

fn at(index: usize) -> Language {
    Language {
        kind: &KINDS[index],
    }
}

/// The language whose files have this whole name.
pub(super) fn by_file_name(name: &str) -> Option<Language> {
    let index = Index::get();
    if let Some(&found) = index.files.get(name) {
        return Some(at(found));
    }
    let stem = index.stems.iter().find(|(stem, _)| name.starts_with(stem));
    if let Some(&(_, found)) = stem {
        return Some(at(found));
    }
    #[cfg(feature = "ast")]
    if let Some(known) = crate::ast::languages()
        .iter()
        .find(|l| l.file_names.contains(&name))
    {
        return by_exact_name(known.name);
    }
    // The syntax set has whole names among the extensions.
    if name.len() > 3 {
        return by_syntax_extension(name);
    }
    None
}

/// The language of files with this extension.
pub(super) fn by_extension(extension: &str) -> Option<Language> {
    let index = Index::get();
    let lower = extension.to_ascii_lowercase();
    if let Some(&found) = index.extensions.get(lower.as_str()) {
        return Some(at(found));
    }
    #[cfg(feature = "ast")]
    if let Some(known) = crate::ast::languages()
        .iter()
        .find(|l| l.extensions.contains(&lower.as_str()))
    {
        return by_exact_name(known.name);
    }
    by_syntax_extension(extension).or_else(|| by_syntax_extension(&lower))
}

/// The language that this program runs.
pub(super) fn by_program(program: &str) -> Option<Language> {
    let index = Index::get();
    index.programs.get(program).map(|&found| at(found))
}

/// The language whose files begin with this line.
pub(super) fn by_first_line(line: &str) -> Option<Language> {
    const BEGINNINGS: [(&str, &str); 4] = [
        ("<!doctype html", "html"),
        ("<html", "html"),
        ("<?xml", "xml"),
        ("<?php", "php"),
    ];
    let begins = |with: &str| {
        let start = line.get(..with.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    if let Some((_, name)) = BEGINNINGS.iter().find(|(with, _)| begins(with)) {
        return Language::named(name);
    }
    syntaxes()
        .find_syntax_by_first_line(line)
        .and_then(|syntax| by_syntax(&syntax.name))
}

fn by_syntax_extension(extension: &str) -> Option<Language> {
    syntaxes()
        .find_syntax_by_extension(extension)
        .and_then(|syntax| by_syntax(&syntax.name))
}

/// The language that has this name in the syntax set, in any case.
fn by_syntax(name: &str) -> Option<Language> {
    let is_it = |kind: &&Kind| !name.is_empty() && kind.syntax.eq_ignore_ascii_case(name);
    let mut kinds = KINDS.iter().filter(is_it);
    // The kind that is called so before others that look the same.
    let namesake = |kind: &&Kind| kind.name.eq_ignore_ascii_case(name);
    let found = kinds.clone().find(namesake);
    let kind = found.or_else(|| kinds.find(|kind| kind.grammar == kind.name))?;
    Some(Language { kind })
}

#[cfg(feature = "ast")]
fn by_exact_name(name: &str) -> Option<Language> {
    Index::get().names.get(name).map(|&found| at(found))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::highlight::detect_language;

    fn kinds() -> impl Iterator<Item = &'static Kind> {
        let has_engine = |kind: &&'static Kind| {
            let language = Language { kind };
            !kind.syntax.is_empty() || language.is_without_syntax()
        };
        KINDS.iter().filter(has_engine)
    }

    /// The kind that has `word` in the column, which is the first.
    fn owner(column: fn(&Kind) -> &'static str, word: &str) -> &'static str {
        let mut kinds = kinds();
        let has = |kind: &&'static Kind| column(kind).split_ascii_whitespace().any(|w| w == word);
        kinds.find(has).unwrap().name
    }

    #[test]
    fn every_name_and_alias_is_known() {
        for kind in kinds() {
            assert_eq!(Language::named(kind.name).unwrap().name(), kind.name);
            assert_eq!(
                Language::named(&kind.name.to_uppercase()).unwrap().name(),
                kind.name
            );
            for alias in kind.aliases.split_ascii_whitespace() {
                let found = Language::named(alias).unwrap().name();
                let is_name = KINDS.iter().any(|k| k.name == alias);
                let expected = if is_name {
                    alias
                } else {
                    owner(|k| k.aliases, alias)
                };
                assert_eq!(found, expected, "{alias}");
            }
        }
    }

    #[test]
    fn every_kind_is_found_by_a_modeline() {
        for kind in kinds().filter(|kind| !kind.name.contains(':')) {
            for line in [
                format!("# vim: set ft={} :", kind.name),
                format!("/* -*- mode: {}; tab-width: 4 -*- */", kind.name),
                format!("-*- {} -*-", kind.name.to_uppercase()),
            ] {
                let found = detect_language("file", line.as_bytes());
                assert_eq!(found, Some(kind.name), "{line}");
            }
        }
    }

    #[test]
    fn every_extension_file_and_program_of_the_table_leads_to_its_kind() {
        for kind in kinds() {
            for extension in kind.extensions.split_ascii_whitespace() {
                let found = detect_language(format!("some.{extension}"), b"");
                assert_eq!(
                    found,
                    Some(owner(|k| k.extensions, extension)),
                    "{extension}"
                );
            }
            for file in kind.files.split_ascii_whitespace() {
                let name = file.replace('*', "x");
                let found = detect_language(format!("some/{name}"), b"");
                assert_eq!(found, Some(owner(|k| k.files, file)), "{file}");
            }
            for program in kind.programs.split_ascii_whitespace() {
                for line in [
                    format!("#!/usr/bin/{program}"),
                    format!("#!/usr/bin/env -S {program} -x"),
                ] {
                    let found = detect_language("some", line.as_bytes());
                    assert_eq!(found, Some(owner(|k| k.programs, program)), "{line}");
                }
            }
        }
    }

    #[test]
    fn every_syntax_of_the_table_is_in_the_set() {
        for kind in KINDS.iter().filter(|kind| !kind.syntax.is_empty()) {
            assert!(Language { kind }.syntax().is_some(), "{}", kind.name);
        }
    }

    #[test]
    fn every_extension_of_the_syntax_set_leads_somewhere() {
        let hidden = |syntax: &&SyntaxReference| !syntax.hidden;
        let mut lost = Vec::new();
        for syntax in syntaxes().syntaxes().iter().filter(hidden) {
            for extension in &syntax.file_extensions {
                if detect_language(format!("some.{extension}"), b"").is_none() {
                    lost.push(format!("{extension} of {}", syntax.name));
                }
            }
        }
        assert!(lost.is_empty(), "{}", lost.join("\n"));
    }
}
