use super::*;
use ransack_grammars::languages;

/// Returns the names in a table that the grammar does not have.
fn unknown_names(table: &OutlineTable, grammar: &Language) -> Vec<String> {
    let is_kind = |kind: &str| {
        [true, false]
            .iter()
            .any(|named| grammar.id_for_node_kind(kind, *named) != 0)
    };
    let is_field = |field: &str| grammar.field_id_for_name(field).is_some();
    let names_of_rule = |rule: &Rule| {
        let mut unknown = Vec::new();
        unknown.extend((!is_kind(rule.node)).then_some(rule.node));
        let parts = rule.body.iter().chain(rule.value);
        // `body` is the default, even in languages without such a field.
        let is_part = |part: &str| part == "body" || is_kind(part) || is_field(part);
        unknown.extend(parts.copied().filter(|part| !is_part(part)));
        if let RulePlace::Within(around) = rule.place {
            unknown.extend((!is_kind(around)).then_some(around));
        }
        match rule.name {
            Name::Fields(fields) => unknown.extend(fields.iter().filter(|f| !is_field(f))),
            Name::Child(kinds) => unknown.extend(kinds.iter().filter(|k| !is_kind(k))),
            _ => {}
        }
        unknown
    };
    let kinds = [
        table.wrappers,
        table.opaque,
        table.comments,
        table.attributes,
        table.modifier_lists,
        table.conditions,
        table.transparent,
        table.branches,
        table.else_clauses,
        table.sequences,
        table.condition_calls.0,
        table.shorthands,
        table.list_wrappers,
        table.list_rests,
        table.list_call.0,
    ];
    let lists = table.lists.iter().map(|(kinds, _)| *kinds);
    let marked = table.marked.iter().flat_map(|marked| marked.nodes).copied();
    let kinds = kinds
        .into_iter()
        .chain(lists)
        .flat_map(str::split_whitespace)
        .chain(marked);
    let unknown = kinds.filter(|kind| !is_kind(kind));
    let unknown = unknown.chain(table.rules.iter().flat_map(names_of_rule));
    unknown.map(str::to_owned).collect()
}

#[test]
fn tables_have_names_of_their_grammars_only() {
    let mut faults = Vec::new();
    for language in languages() {
        let Some(CompiledTable { table, .. }) = compiled_table(language) else {
            continue;
        };
        for name in unknown_names(table, &grammar_of(language)) {
            faults.push(format!("{}: {name}", language.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
