//! Scala.

mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        attributes: "xml_attribute",
        bounds: "context_bound lower_bound upper_bound view_bound",
        groups: "parenthesized_expression tuple_type",
        operators: "operator_identifier",
        strings: "interpolated_string interpolated_string_expression string",
        tuples: "named_tuple_pattern named_tuple_type tuple_expression tuple_pattern tuple_type",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("scala", &patterns::PATTERNS)
};
