//! Optional children of declarations and calls, with their names resolved to grammar numbers. The
//! table of each language has the names.

use std::num::NonZero;

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::{OptionalChildren, PerLanguage, tables};

/// Kinds of a statement and of the declaration that may contain it, in one language.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredKinds {
    declaration: u16,
    statement: u16,
}

impl DeclaredKinds {
    pub(crate) fn of(language: &Language) -> Option<DeclaredKinds> {
        let (declaration, statement) = tables(language).patterns.optional.declared?;
        let grammar = grammar_of(language);
        Some(DeclaredKinds {
            declaration: grammar.id_for_node_kind(declaration, true),
            statement: grammar.id_for_node_kind(statement, true),
        })
    }

    /// Returns the kind of the declaration that may contain a statement of `kind`.
    pub(crate) fn declaration_of(self, kind: u16) -> Option<u16> {
        (kind == self.statement).then_some(self.declaration)
    }
}

/// Child that code may have although a pattern lacks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionalChild {
    /// Child of a node kind.
    Kind(u16),
    /// Child in a field.
    Field(u16),
}

impl OptionalChild {
    /// Returns whether a child with this kind and field is the optional child.
    pub(crate) fn is(self, kind: u16, field: Option<u16>) -> bool {
        match self {
            OptionalChild::Kind(optional) => optional == kind,
            OptionalChild::Field(optional) => Some(optional) == field,
        }
    }
}

/// Optional children of declarations in one grammar.
pub(crate) struct OptionalKinds {
    parents: Vec<u16>,
    children: Vec<OptionalChild>,
    /// Node kinds, each with an optional child specific to it.
    of_one_parent: Vec<(u16, OptionalChild)>,
    repeatable: Vec<u16>,
    calls: Vec<u16>,
    /// Field for the type arguments of calls.
    type_arguments: Option<u16>,
    /// Kinds of return types that have no field.
    types: Vec<u16>,
}

impl OptionalKinds {
    /// Returns the optional children in a language.
    pub(crate) fn of(language: &Language) -> &'static OptionalKinds {
        static RESOLVED: PerLanguage<OptionalKinds> = PerLanguage::new();
        RESOLVED.get(language, || OptionalKinds::resolve(language))
    }

    fn resolve(language: &Language) -> OptionalKinds {
        let grammar = grammar_of(language);
        let table: &OptionalChildren = &tables(language).patterns.optional;
        let named = (0..grammar.node_kind_count() as u16).filter_map(|kind| {
            let name = grammar.node_kind_for_id(kind)?;
            grammar.node_kind_is_named(kind).then_some((kind, name))
        });
        let named: Vec<(u16, &str)> = named.collect();
        // A grammar may have several kinds with one name.
        let of = |names: &str| -> Vec<u16> {
            let known = named
                .iter()
                .filter(|(_, name)| names.split(' ').any(|known| known == *name));
            known.map(|(kind, _)| *kind).collect()
        };
        let field = |name: &str| grammar.field_id_for_name(name).map(NonZero::get);
        let fields = table.fields.split(' ').filter_map(field);
        let kinds = of(table.kinds).into_iter().map(OptionalChild::Kind);
        let of_one_parent = table.of_one_parent.iter().filter_map(|(parent, child)| {
            let kind = NonZero::new(grammar.id_for_node_kind(child, true));
            // A supertype, such as `type`, is the kind of no node.
            let kind = kind.filter(|kind| grammar.node_kind_is_visible(kind.get()));
            let kind = kind.map(|kind| OptionalChild::Kind(kind.get()));
            let child = kind.or_else(|| field(child).map(OptionalChild::Field))?;
            Some((grammar.id_for_node_kind(parent, true), child))
        });
        OptionalKinds {
            parents: of(table.parents),
            children: kinds.chain(fields.map(OptionalChild::Field)).collect(),
            of_one_parent: of_one_parent.collect(),
            repeatable: of(table.repeatable),
            calls: of(table.calls),
            type_arguments: field(OptionalChildren::OF_CALLS),
            types: of(table.types),
        }
    }

    /// Returns the optional children of a node of kind `parent` whose pattern has `children`, as
    /// kinds and fields: the children that the pattern lacks, and those that may be repeated.
    pub(crate) fn lacking(
        &self,
        parent: u16,
        children: &(impl Iterator<Item = (u16, Option<u16>)> + Clone),
    ) -> Box<[OptionalChild]> {
        if self.calls.contains(&parent) {
            let field = self.type_arguments.map(OptionalChild::Field);
            let is_known =
                |field: &OptionalChild| children.clone().any(|(kind, of)| field.is(kind, of));
            return field.into_iter().filter(|field| !is_known(field)).collect();
        }
        let of_parent = self.of_one_parent.iter().filter(|(of, _)| *of == parent);
        let of_parent = of_parent.map(|(_, child)| child);
        let is_lacking = |optional: &&OptionalChild| {
            let is_repeatable =
                matches!(optional, OptionalChild::Kind(kind) if self.repeatable.contains(kind));
            is_repeatable
                || !children
                    .clone()
                    .any(|(kind, field)| optional.is(kind, field))
        };
        let mut lacking: Vec<OptionalChild> = of_parent.filter(is_lacking).copied().collect();
        if !self.parents.contains(&parent) {
            return lacking.into();
        }
        lacking.extend(self.children.iter().filter(is_lacking));
        if !children.clone().any(|(kind, _)| self.types.contains(&kind)) {
            lacking.extend(self.types.iter().map(|kind| OptionalChild::Kind(*kind)));
        }
        lacking.into()
    }
}

#[cfg(test)]
mod tests;
