use ransack_grammars::internal::grammar_of;

use super::*;
use crate::kinds::NodeKinds;
use crate::pattern::Operands;

/// Returns the lists of kinds.
fn roles(kinds: &NodeKinds) -> [&'static str; 14] {
    [
        kinds.arguments,
        kinds.attributes,
        kinds.bounds,
        kinds.groups,
        kinds.here_documents,
        kinds.keywords,
        kinds.labelled,
        kinds.loop_heads,
        kinds.operators,
        kinds.sigils,
        kinds.spreads,
        kinds.string_contents,
        kinds.strings,
        kinds.tuples,
    ]
}

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
        let Operands {
            casts,
            bare_tuples,
            plain_lists,
            formats,
            ..
        } = patterns.operands;
        let formats = formats.map(|formats| [formats.braces, formats.expressions]);
        let heads = patterns.statement_heads;
        let of_ecmascript = heads.ecmascript;
        let of_ecmascript =
            of_ecmascript.map(|kinds| [kinds.arrow, kinds.open_statements, kinds.loops]);
        let exported = patterns.exported_class;
        let exported = exported.map(|kinds| [kinds.class, kinds.decorator, kinds.export]);
        let more = [
            patterns.member_names,
            patterns.pair_list,
            patterns.misread_function,
            patterns.unclosed_string,
            casts,
            bare_tuples,
            plain_lists,
            heads.kinds,
        ];
        let more = more.into_iter().chain(formats.into_iter().flatten());
        let more = more.chain(of_ecmascript.into_iter().flatten());
        let more = more.chain(exported.into_iter().flatten());
        kinds.extend(more.flat_map(str::split_whitespace));
        kinds.extend(
            patterns
                .runs
                .iter()
                .flat_map(|(parent, first)| [*parent, *first]),
        );
        kinds.extend(patterns.quote_kinds.iter().flat_map(|(a, b)| [*a, *b]));
        let own = roles(&tables(language).kinds).into_iter();
        let own = own.zip(roles(&NodeKinds::DEFAULT));
        let own = own.filter(|(own, default)| own != default);
        kinds.extend(own.flat_map(|(own, _)| own.split_whitespace()));
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
