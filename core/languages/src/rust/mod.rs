//! Rust.

mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        arguments: "arguments type_arguments",
        bounds: "bounded_type trait_bounds use_bounds",
        groups: "parenthesized_expression tuple_type",
        tuples: "tuple_expression tuple_pattern tuple_struct_pattern tuple_type",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("rust", &patterns::PATTERNS)
};
