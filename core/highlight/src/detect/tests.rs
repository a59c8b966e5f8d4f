//! Languages by name, alias, modeline, extension, file name and program.

use ransack_grammars::internal::known_languages;
use syntect::parsing::SyntaxReference;

use crate::detect::{SUFFIXES, detect_language};
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

/// Aliases of the language of a grammar that are names or aliases of a language of its own.
const OTHER_LANGUAGES: [(&str, &str); 3] = [
    ("properties", "java-properties"),
    ("sv", "systemverilog"),
    ("systemverilog", "systemverilog"),
];

#[test]
fn aliases_of_the_grammars_are_aliases_here() {
    for known in known_languages() {
        for alias in known.aliases.iter().chain([&known.name]) {
            let found = HighlightLanguage::named(alias).unwrap().entry;
            let is_other = OTHER_LANGUAGES.contains(&(alias, found.name));
            assert!(
                found.grammar == known.name || is_other,
                "{alias}: {}",
                found.name
            );
        }
        // The table of the grammars is the only list of their aliases.
        let entry = LANGUAGES.iter().find(|entry| entry.name == known.name);
        assert_eq!(entry.unwrap().aliases, "", "{}", known.name);
    }
}

#[test]
fn suffixes_of_backups_and_templates_do_not_count() {
    let suffixes = SUFFIXES.iter().flat_map(|suffix| {
        [
            format!(".{suffix}"),
            format!("-{suffix}"),
            format!("_{}", suffix.to_uppercase()),
        ]
    });
    let suffixes = suffixes.chain([
        "~".into(),
        ".~12~".into(),
        ".dpkg-old".into(),
        ".bak.orig~".into(),
    ]);
    for suffix in suffixes {
        for (name, language) in [
            ("a.py", "python"),
            ("CMakeLists.txt", "cmake"),
            ("é.é.rs", "rust"),
        ] {
            let found = detect_language(format!("{name}{suffix}"), b"");
            assert_eq!(found, Some(language), "{name}{suffix}");
        }
        assert_eq!(detect_language(&suffix, b""), None, "{suffix}");
        assert_eq!(detect_language(format!("é{suffix}"), b""), None, "{suffix}");
    }
    for (name, language) in [
        (".a.b.c.d.e.f.html.erb", Some("erb")),
        ("#a.py#", Some("python")),
        ("a.h.orig", Some("cpp")),
        ("a.sh.in", Some("bash")),
        ("in", None),
        ("a.pyin", None),
        ("a.py.bak.b", None),
        ("é~", None),
        ("~", None),
        ("##", None),
        ("#", None),
    ] {
        assert_eq!(
            detect_language(name, b"namespace n {}\n"),
            language,
            "{name}"
        );
    }
}

#[test]
fn an_extension_has_precedence_over_a_program_that_runs_its_language() {
    for (name, program, language) in [
        ("a.ts", "node", "typescript"),
        ("a.tsx", "bun", "tsx"),
        ("a.mts", "deno", "typescript"),
        ("a.ts.bak", "node", "typescript"),
        ("a.js", "deno", "javascript"),
        ("a.cjs", "ts-node", "javascript"),
        ("a.coffee", "node", "coffeescript"),
        ("a", "node", "javascript"),
        ("a.bak", "node", "javascript"),
        ("a.zsh", "sh", "zsh"),
        ("a.sh", "zsh", "zsh"),
        ("a.lhs", "runghc", "literate-haskell"),
        ("a.mli", "ocaml", "ocaml-interface"),
        ("a.gradle", "groovy", "gradle"),
        ("a.cgi", "python3.11", "python"),
        ("a.js", "sh", "bash"),
        ("a.txt", "Rscript", "r"),
        ("a.r", "d8", "javascript"),
    ] {
        let line = format!("#!/usr/bin/env {program}\n");
        let found = detect_language(name, line.as_bytes());
        assert_eq!(found, Some(language), "{name} {program}");
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
