//! Decorated classes in JavaScript and TypeScript that may be exported.
//!
//! In `@D() export class C {}`, the decorators belong to the export and not to the class.

use ransack_grammars::Language;
use ransack_grammars::internal::grammar_of;
use ransack_languages::internal::tables;

use crate::pattern::optional::OptionalChild;
use crate::pattern::{PatternNode, PatternVariant};

/// Given a variant for a decorated class, returns the variant for its export; `None` if the variant
/// is not a decorated class or the language has no exports.
pub(crate) fn exported(variant: &PatternVariant, language: &Language) -> Option<PatternVariant> {
    let kinds = tables(language).patterns.exported_class?;
    let grammar = grammar_of(language);
    let class = grammar.id_for_node_kind(kinds.class, true);
    let decorator = grammar.id_for_node_kind(kinds.decorator, true);
    let statement = grammar.id_for_node_kind(kinds.export, true);
    let export = grammar.id_for_node_kind("export", false);
    let default = grammar.id_for_node_kind("default", false);
    let PatternNode::Inner {
        kind,
        children,
        optional,
        is_open,
    } = &variant.root
    else {
        return None;
    };
    let is_decorator = |child: &PatternNode| child.kind() == Some(decorator);
    let count = children
        .iter()
        .take_while(|child| is_decorator(child))
        .count();
    if *kind != class || count == 0 {
        return None;
    }
    let (decorators, rest) = children.split_at(count);
    let mut exported = decorators.to_vec();
    exported.push(PatternNode::Inner {
        kind: class,
        children: rest.to_vec(),
        optional: optional.clone(),
        is_open: *is_open,
    });
    Some(PatternVariant {
        root: PatternNode::Inner {
            kind: statement,
            children: exported,
            // An edit does not replace a match with code that the pattern lacks.
            optional: [decorator, export, default].map(OptionalChild::Kind).into(),
            is_open: false,
        },
        root_kind: Some(statement),
        ..variant.clone()
    })
}
