//! Tables with the names of node kinds and fields resolved to grammar numbers once.

use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::{
    Marked, Name, OutlineTable, PerLanguage, Rule, RulePlace, tables,
};
use tree_sitter::{Language, Node};

/// Action for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeAction {
    /// Visit the children of the node.
    Descend,
    /// Skip the node and its children.
    Skip,
    /// Remember the node as documentation of the next definition.
    Comment,
    /// Remember the node as an attribute of the next definition.
    Attribute,
    /// Remember the node as the outer range of a definition inside it.
    Wrapper,
    /// Read the node as modifiers of the definitions after it.
    Section,
    /// Apply the rules in this half-open index range.
    Rules(u16, u16),
}

/// Numbers of a field or child kind; 0 if the grammar lacks it.
pub(crate) struct Part {
    field: u16,
    kinds: [u16; 2],
}

impl Part {
    fn new(part: &str, grammar: &Language) -> Part {
        Part {
            field: field_id(part, grammar),
            kinds: kind_ids(part, grammar),
        }
    }

    /// Returns the first child of a node that matches this field or kind.
    pub(crate) fn of<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let field = node.child_by_field_id(self.field);
        field.or_else(|| self.kind_of(node))
    }

    fn kind_of<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        if self.kinds == [0, 0] {
            return None;
        }
        let mut cursor = node.walk();
        let mut children = node.children(&mut cursor);
        children.find(|child| self.kinds.contains(&child.kind_id()))
    }
}

/// Rule with names resolved to grammar numbers.
pub(crate) struct OutlineRule {
    pub(crate) rule: &'static Rule,
    /// Kind of the required parent node, if the rule requires one.
    pub(crate) within: Option<u16>,
    /// Fields for [`Name::Fields`] and [`Name::List`].
    pub(crate) fields: Vec<u16>,
    pub(crate) body: Vec<Part>,
    pub(crate) value: Vec<Part>,
}

impl OutlineRule {
    fn new(rule: &'static Rule, grammar: &Language) -> OutlineRule {
        let parts = |parts: &[&str]| parts.iter().map(|part| Part::new(part, grammar)).collect();
        let fields: &[&str] = match &rule.name {
            Name::Fields(fields) => fields,
            Name::List(field) => std::slice::from_ref(field),
            _ => &[],
        };
        OutlineRule {
            rule,
            within: match rule.place {
                RulePlace::Within(around) => Some(grammar.id_for_node_kind(around, true)),
                _ => None,
            },
            fields: fields.iter().map(|f| field_id(f, grammar)).collect(),
            body: parts(rule.body),
            value: parts(rule.value),
        }
    }
}

/// Table with names resolved to grammar numbers.
pub(crate) struct CompiledTable {
    pub(crate) table: &'static OutlineTable,
    /// Entries, indexed by node kind number.
    kinds: Vec<KindEntry>,
    /// Rules, grouped by node kind.
    pub(crate) rules: Vec<OutlineRule>,
    /// Number of the field `declarator`.
    pub(crate) declarator: u16,
}

/// Table entry for one node kind.
#[derive(Clone, Copy)]
struct KindEntry {
    action: NodeAction,
    /// Whether variables inside the node are local even though the node is not a definition.
    is_scope: bool,
    /// Whether the node is a wrapper where its rules do not apply.
    is_wrapper: bool,
    /// Index of the group in [`OutlineTable::marked`], 1-based; 0 if the kind has no group.
    group: u8,
}

impl CompiledTable {
    pub(crate) fn new(table: &'static OutlineTable, grammar: &Language) -> CompiledTable {
        let kind = KindEntry {
            action: NodeAction::Descend,
            is_scope: false,
            is_wrapper: false,
            group: 0,
        };
        let mut kinds = vec![kind; grammar.node_kind_count()];
        let mut set = |names: &mut dyn Iterator<Item = &'static str>,
                       set: &dyn Fn(&mut KindEntry)| {
            for name in names {
                for id in kind_ids(name, grammar).into_iter().filter(|id| *id != 0) {
                    set(&mut kinds[usize::from(id)]);
                }
            }
        };
        let actions = [
            (table.opaque, NodeAction::Skip),
            (table.comments, NodeAction::Comment),
            (table.attributes, NodeAction::Attribute),
            (table.wrappers, NodeAction::Wrapper),
            (table.sections, NodeAction::Section),
        ];
        for (names, action) in actions {
            set(&mut names.split_whitespace(), &|kind| kind.action = action);
        }
        for (group, marked) in (1..).zip(table.marked) {
            set(&mut marked.nodes.iter().copied(), &|kind| {
                kind.group = group;
            });
        }
        set(&mut table.scopes.split_whitespace(), &|kind| {
            kind.is_scope = true;
        });
        set(&mut table.wrappers.split_whitespace(), &|kind| {
            kind.is_wrapper = true;
        });
        let mut rules: Vec<&Rule> = table.rules.iter().collect();
        rules.sort_by_key(|rule| rule.node);
        let mut end = 0;
        for same in rules.chunk_by(|a, b| a.node == b.node) {
            let first = end;
            end += same.len();
            let id = grammar.id_for_node_kind(same[0].node, true);
            kinds[usize::from(id)].action = NodeAction::Rules(first as u16, end as u16);
        }
        kinds[0] = kind;
        CompiledTable {
            table,
            kinds,
            rules: rules
                .into_iter()
                .map(|rule| OutlineRule::new(rule, grammar))
                .collect(),
            declarator: field_id("declarator", grammar),
        }
    }

    /// Returns the action for a node.
    #[inline]
    pub(crate) fn action(&self, node: Node<'_>) -> NodeAction {
        self.kind(node)
            .map_or(NodeAction::Descend, |kind| kind.action)
    }

    /// Returns whether variables inside a node are local even though the node is not a definition.
    #[inline]
    pub(crate) fn is_scope(&self, node: Node<'_>) -> bool {
        self.kind(node).is_some_and(|kind| kind.is_scope)
    }

    /// Returns whether a node is a wrapper where its rules do not apply.
    #[inline]
    pub(crate) fn is_wrapper(&self, node: Node<'_>) -> bool {
        self.kind(node).is_some_and(|kind| kind.is_wrapper)
    }

    /// Returns the index in [`OutlineTable::marked`] and the marks for a node that contains definitions
    /// only if one of its marks occurs.
    #[inline]
    pub(crate) fn marked(&self, node: Node<'_>) -> Option<(usize, &'static Marked)> {
        let index = usize::from(self.kind(node)?.group).checked_sub(1)?;
        Some((index, &self.table.marked[index]))
    }

    #[inline]
    fn kind(&self, node: Node<'_>) -> Option<&KindEntry> {
        self.kinds.get(usize::from(node.kind_id()))
    }
}

/// Returns the compiled table of a language; `None` if the language has no outline.
pub(crate) fn compiled_table(
    language: &ransack_grammars::Language,
) -> Option<&'static CompiledTable> {
    static COMPILED: PerLanguage<CompiledTable> = PerLanguage::new();
    let table = tables(language).outline?;
    Some(COMPILED.get(language, || {
        CompiledTable::new(table, &grammar_of(language))
    }))
}

/// Returns the outline table of a language.
pub(crate) fn outline_table(
    language: &ransack_grammars::Language,
) -> Option<&'static OutlineTable> {
    tables(language).outline
}

/// Returns the replacement for a body in a skeleton.
pub(crate) fn elided(language: &ransack_grammars::Language) -> &'static str {
    outline_table(language).map_or("...", |table| table.elided)
}

/// Returns the function that returns the replacement for a long value in a skeleton.
pub(crate) fn elided_value(
    language: &ransack_grammars::Language,
) -> fn(&[u8]) -> Option<&'static str> {
    outline_table(language).map_or(OutlineTable::EMPTY.elided_value, |table| table.elided_value)
}

fn field_id(name: &str, grammar: &Language) -> u16 {
    grammar.field_id_for_name(name).map_or(0, Into::into)
}

/// Returns the numbers of the named and the unnamed node of a kind.
fn kind_ids(name: &str, grammar: &Language) -> [u16; 2] {
    [true, false].map(|is_named| grammar.id_for_node_kind(name, is_named))
}

#[cfg(test)]
mod tests;
