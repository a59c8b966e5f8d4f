use ransack_grammars::languages;

use super::*;

#[test]
fn tables_have_names_of_their_grammars_only() {
    let mut unknown = Vec::new();
    for language in languages() {
        let grammar = grammar_of(language);
        let OptionalChildren {
            parents,
            kinds,
            fields,
            repeatable,
            types,
            of_one_parent,
            calls,
            modifier_list,
            declared,
        } = tables(language).patterns.optional;
        let is_kind = |name: &str| grammar.id_for_node_kind(name, true) != 0;
        let is_field = |name: &str| grammar.field_id_for_name(name).is_some();
        let pairs = of_one_parent.iter().copied();
        let all = [parents, kinds, repeatable, types, calls, modifier_list];
        let all = all.into_iter().flat_map(str::split_whitespace);
        let all = all.chain(declared.iter().flat_map(|(a, b)| [*a, *b]));
        let mut missing: Vec<&str> = all.filter(|name| !is_kind(name)).collect();
        missing.extend(fields.split_whitespace().filter(|name| !is_field(name)));
        for (parent, child) in pairs {
            missing.extend((!is_kind(parent)).then_some(parent));
            missing.extend((!is_kind(child) && !is_field(child)).then_some(child));
        }
        unknown.extend(
            missing
                .iter()
                .map(|name| format!("{}: {name}", language.name)),
        );
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
