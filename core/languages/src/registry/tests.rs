use ransack_grammars::internal::grammar_of;

use super::*;

#[test]
fn every_language_has_tables() {
    assert!(ALL.is_sorted_by(|a, b| a.name < b.name));
    for language in languages_of_build() {
        assert_eq!(tables(language).name, language.name);
    }
}

#[test]
fn patterns_name_node_kinds_of_the_grammars_only() {
    for language in languages_of_build() {
        let grammar = grammar_of(language);
        let patterns = tables(language).patterns;
        let mut kinds: Vec<&str> = patterns.block_kinds.split_whitespace().collect();
        if !patterns.reserved.is_empty() {
            kinds.extend(patterns.names.split_whitespace());
        }
        let directives = &tables(language).directives;
        kinds.extend(directives.conditions.split_whitespace());
        kinds.extend(directives.unknown.split_whitespace());
        for kind in kinds {
            assert_ne!(
                grammar.id_for_node_kind(kind, true),
                0,
                "{}: {kind}",
                language.name
            );
        }
    }
}
