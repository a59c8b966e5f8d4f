use ransack_languages::internal::MARKDOWN_INLINE;

use super::*;
use crate::language_table::LANGUAGES;

#[test]
fn every_query_compiles() {
    let mut names: Vec<_> = LANGUAGES.iter().map(|entry| entry.grammar).collect();
    names.push(MARKDOWN_INLINE);
    names.push("php_only");
    let mut errors = Vec::new();
    for name in names {
        let Some(sources) = query_sources(name) else {
            continue;
        };
        for texts in [&sources.highlights, &sources.injections] {
            if let Err(error) = compile_query(&sources.grammar, texts) {
                errors.push(format!("{name}: {error}"));
            }
        }
    }
    errors.sort();
    errors.dedup();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_capture_name_has_a_class_or_is_excluded() {
    // Names for purposes other than highlighting, and for syntax errors, which are normal in
    // text that is being written.
    const EXCLUDED: [&str; 10] = [
        "array",
        "assignvalue",
        "clean",
        "conceal",
        "error",
        "markup",
        "nospell",
        "spell",
        "text",
        "text.note",
    ];
    let mut unknown = Vec::new();
    for entry in LANGUAGES {
        let token = CancelToken::new();
        let Some(grammar) = grammar(entry.grammar, &token).unwrap() else {
            continue;
        };
        for (name, paint) in grammar
            .highlights
            .capture_names()
            .iter()
            .zip(&grammar.captures)
        {
            if paint.is_none() && !name.starts_with('_') && !EXCLUDED.contains(name) {
                unknown.push(format!("{} in {}", name, entry.name));
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
