//! Children of declarations that code may have although a pattern lacks them: modifiers,
//! annotations, type parameters, heritage and return types. Also type arguments of calls.
//!
//! One list names the kinds for all grammars; each grammar has the kinds of its language.

use std::num::NonZero;

use super::language::Language;

/// Suffixes of the node kinds that may have optional children.
const PARENTS: [&str; 15] = [
    "_item",
    "_signature",
    "_specifier",
    "anonymous_function",
    "arrow_function",
    "base_class_clause",
    "class",
    "closure_expression",
    "declaration",
    "definition",
    "enhanced_for_statement",
    "func_literal",
    "function_expression",
    "lambda_expression",
    "type_spec",
];

/// Kinds of optional children.
const CHILDREN: [&str; 60] = [
    "abstract_modifier",
    "access_modifier",
    "access_specifier",
    "accessibility_modifier",
    "annotation",
    "attribute",
    "attribute_declaration",
    "attribute_list",
    "attribute_specifier",
    "attributes",
    "base_class_clause",
    "base_clause",
    "base_list",
    "class_heritage",
    "class_interface_clause",
    "class_parameters",
    "decorator",
    "delegation_specifier",
    "delegation_specifiers",
    "derives_clause",
    "extends_clause",
    "extends_interfaces",
    "extends_type_clause",
    "final_modifier",
    "function_modifiers",
    "implements_clause",
    "inheritance_specifier",
    "interfaces",
    "marker_annotation",
    "mixins",
    "modifier",
    "modifier_invocation",
    "modifiers",
    "ms_call_modifier",
    "ms_declspec_modifier",
    "override_modifier",
    "override_specifier",
    "permits",
    "primary_constructor",
    "readonly_modifier",
    "return_type_definition",
    "state_mutability",
    "static_modifier",
    "storage_class_specifier",
    "super_interfaces",
    "superclass",
    "throws",
    "throws_clause",
    "type_constraints",
    "type_parameter_constraints",
    "type_parameter_constraints_clause",
    "type_parameter_list",
    "type_parameters",
    "type_qualifier",
    "var_modifier",
    "virtual",
    "virtual_specifier",
    "visibility",
    "visibility_modifier",
    "where_clause",
];

/// Kinds of optional children that code may have in addition to those in the pattern.
const REPEATABLE: [&str; 8] = [
    "annotation",
    "attribute_item",
    "attribute_list",
    "decorator",
    "marker_annotation",
    "modifier",
    "modifier_invocation",
    "storage_class_specifier",
];

/// Fields of optional children.
const FIELDS: [&str; 6] = [
    "decorator",
    "result",
    "return_type",
    "superclass",
    "superclasses",
    "type_parameters",
];

/// Optional children specific to one node kind, by kind or field.
const OF_ONE_PARENT: [(&str, &str); 4] = [
    ("enum_specifier", "base"),
    ("enum_specifier", "underlying_type"),
    ("for_statement", "where_clause"),
    ("mixin_declaration", "type"),
];

/// Suffixes of the node kinds of calls.
const CALLS: [&str; 3] = ["call_expression", "method_invocation", "new_expression"];

/// Field of the optional child of calls.
const CALL_FIELD: &str = "type_arguments";

/// Languages whose grammars have no field for return types.
const BARE_TYPES: [&str; 2] = ["kotlin", "swift"];

/// Kinds of types in the languages of [`BARE_TYPES`].
const TYPES: [&str; 8] = [
    "array_type",
    "dictionary_type",
    "function_type",
    "nullable_type",
    "opaque_type",
    "optional_type",
    "tuple_type",
    "user_type",
];

/// Declaration kinds whose base type has no field, and the kind of the base type, by language.
const BASES: [(&str, &str, &str); 1] = [("php", "enum_declaration", "primitive_type")];

/// Languages in which a declaration contains a statement, with both kinds.
const DECLARED: [(&str, &str, &str); 1] = [("lua", "variable_declaration", "assignment_statement")];

/// Kinds of a statement and of the declaration that may contain it, in one language.
#[derive(Clone, Copy)]
pub(super) struct DeclaredKinds {
    declaration: u16,
    statement: u16,
}

impl DeclaredKinds {
    pub(super) fn of(language: &Language) -> Option<DeclaredKinds> {
        let grammar = language.grammar();
        let (_, declaration, statement) =
            DECLARED.iter().find(|(name, ..)| *name == language.name)?;
        Some(DeclaredKinds {
            declaration: grammar.id_for_node_kind(declaration, true),
            statement: grammar.id_for_node_kind(statement, true),
        })
    }

    /// Returns the kind of the declaration that may contain a statement of `kind`.
    pub(super) fn declaration_of(self, kind: u16) -> Option<u16> {
        (kind == self.statement).then_some(self.declaration)
    }
}

/// Child that code may have although a pattern lacks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionalChild {
    /// Child of a node kind.
    Kind(u16),
    /// Child in a field.
    Field(u16),
}

impl OptionalChild {
    /// Returns whether a child with this kind and field is the optional child.
    pub(super) fn is(self, kind: u16, field: Option<u16>) -> bool {
        match self {
            OptionalChild::Kind(optional) => optional == kind,
            OptionalChild::Field(optional) => Some(optional) == field,
        }
    }
}

/// Optional children of declarations in one grammar.
pub(super) struct OptionalKinds {
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
    /// Kinds of declarations and of their base types that have no field.
    bases: Vec<(u16, u16)>,
}

impl OptionalKinds {
    /// Returns the optional children in a language.
    pub(super) fn of(language: &Language) -> OptionalKinds {
        let grammar = language.grammar();
        let kinds = 0..grammar.node_kind_count() as u16;
        let named = kinds.filter_map(|kind| {
            let name = grammar.node_kind_for_id(kind)?;
            grammar.node_kind_is_named(kind).then_some((kind, name))
        });
        let mut optional = OptionalKinds {
            parents: Vec::new(),
            children: Vec::new(),
            of_one_parent: Vec::new(),
            repeatable: Vec::new(),
            calls: Vec::new(),
            type_arguments: grammar.field_id_for_name(CALL_FIELD).map(NonZero::get),
            types: Vec::new(),
            bases: BASES
                .iter()
                .filter(|(name, ..)| *name == language.name)
                .map(|(_, parent, child)| {
                    let kind = |name| grammar.id_for_node_kind(name, true);
                    (kind(parent), kind(child))
                })
                .collect(),
        };
        for (kind, name) in named {
            if PARENTS.iter().any(|parent| name.ends_with(parent)) {
                optional.parents.push(kind);
            }
            if CALLS.iter().any(|call| name.ends_with(call)) {
                optional.calls.push(kind);
            }
            if REPEATABLE.contains(&name) {
                optional.repeatable.push(kind);
            }
            if CHILDREN.contains(&name) {
                optional.children.push(OptionalChild::Kind(kind));
            }
            if BARE_TYPES.contains(&language.name) && TYPES.contains(&name) {
                optional.types.push(kind);
            }
        }
        let fields = FIELDS
            .iter()
            .filter_map(|field| grammar.field_id_for_name(field));
        let fields = fields.map(|field| OptionalChild::Field(field.get()));
        optional.children.extend(fields);
        optional.of_one_parent = of_one_parent(&grammar);
        optional
    }

    /// Returns the optional children of a node of kind `parent` whose pattern has `children`, as
    /// kinds and fields: the children that the pattern lacks, and those that may be repeated.
    pub(super) fn lacking(
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
        let bases = self.bases.iter().filter(|(kind, _)| *kind == parent);
        let bases = bases.map(|(_, base)| OptionalChild::Kind(*base));
        lacking.extend(bases.filter(|base| !children.clone().any(|(kind, of)| base.is(kind, of))));
        lacking.into()
    }
}

/// Returns the entries of [`OF_ONE_PARENT`] that exist in a grammar.
fn of_one_parent(grammar: &tree_sitter::Language) -> Vec<(u16, OptionalChild)> {
    let mut pairs = Vec::new();
    for (parent, child) in OF_ONE_PARENT {
        let parent = grammar.id_for_node_kind(parent, true);
        let kind = NonZero::new(grammar.id_for_node_kind(child, true));
        let kind = kind.map(|kind| OptionalChild::Kind(kind.get()));
        let field = grammar.field_id_for_name(child);
        let field = field.map(|field| OptionalChild::Field(field.get()));
        if parent != 0 {
            pairs.extend(kind.or(field).map(|child| (parent, child)));
        }
    }
    pairs
}
