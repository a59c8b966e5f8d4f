//! Languages by name, alias, modeline, extension, file name and program.

use syntect::parsing::SyntaxReference;

use crate::detect::detect_language;
use crate::language::HighlightLanguage;
use crate::language_table::{LANGUAGES, LanguageEntry};
use crate::textmate::syntaxes;

fn available() -> impl Iterator<Item = &'static LanguageEntry> {
    LANGUAGES
        .iter()
        .filter(|entry| HighlightLanguage { entry }.is_available())
}

/// Returns the name of the first entry that contains `word` in the column.
fn owner(column: fn(&LanguageEntry) -> &'static str, word: &str) -> &'static str {
    let has_word = |entry: &&'static LanguageEntry| {
        column(entry)
            .split_ascii_whitespace()
            .any(|other| other == word)
    };
    available().find(has_word).unwrap().name
}

#[test]
fn every_name_and_alias_is_known() {
    for entry in available() {
        assert_eq!(
            HighlightLanguage::named(entry.name).unwrap().name(),
            entry.name
        );
        assert_eq!(
            HighlightLanguage::named(&entry.name.to_uppercase())
                .unwrap()
                .name(),
            entry.name
        );
        for alias in entry.aliases.split_ascii_whitespace() {
            let found = HighlightLanguage::named(alias).unwrap().name();
            let is_name = LANGUAGES.iter().any(|e| e.name == alias);
            let expected = if is_name {
                alias
            } else {
                owner(|e| e.aliases, alias)
            };
            assert_eq!(found, expected, "{alias}");
        }
    }
}

#[test]
fn every_language_is_found_by_a_modeline() {
    for entry in available().filter(|entry| !entry.name.contains(':')) {
        for line in [
            format!("# vim: set ft={} :", entry.name),
            format!("/* -*- mode: {}; tab-width: 4 -*- */", entry.name),
            format!("-*- {} -*-", entry.name.to_uppercase()),
        ] {
            let found = detect_language("file", line.as_bytes());
            assert_eq!(found, Some(entry.name), "{line}");
        }
    }
}

#[test]
fn every_extension_file_and_program_of_the_table_is_found() {
    for entry in available() {
        for extension in entry.extensions.split_ascii_whitespace() {
            let found = detect_language(format!("some.{extension}"), b"");
            assert_eq!(
                found,
                Some(owner(|e| e.extensions, extension)),
                "{extension}"
            );
        }
        for file in entry.files.split_ascii_whitespace() {
            let name = file.replace('*', "x");
            let found = detect_language(format!("some/{name}"), b"");
            assert_eq!(found, Some(owner(|e| e.files, file)), "{file}");
        }
        for program in entry.programs.split_ascii_whitespace() {
            for line in [
                format!("#!/usr/bin/{program}"),
                format!("#!/usr/bin/env -S {program} -x"),
            ] {
                let found = detect_language("some", line.as_bytes());
                assert_eq!(found, Some(owner(|e| e.programs, program)), "{line}");
            }
        }
    }
}

#[test]
fn every_syntax_of_the_table_is_in_the_set() {
    for entry in LANGUAGES.iter().filter(|entry| !entry.syntax.is_empty()) {
        assert!(
            HighlightLanguage { entry }.syntax().is_some(),
            "{}",
            entry.name
        );
    }
}

#[test]
fn every_extension_of_the_syntax_set_is_found() {
    let hidden = |syntax: &&SyntaxReference| !syntax.hidden;
    let mut missing = Vec::new();
    for syntax in syntaxes().syntaxes().iter().filter(hidden) {
        for extension in &syntax.file_extensions {
            if detect_language(format!("some.{extension}"), b"").is_none() {
                missing.push(format!("{extension} of {}", syntax.name));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
