//! OCaml.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        groups: "parenthesized_class_expression parenthesized_expression parenthesized_module_expression parenthesized_module_type parenthesized_pattern parenthesized_type",
        operators: "add_operator and_operator assign_operator concat_operator hash_operator mult_operator or_operator pow_operator rel_operator",
        string_contents: "character_content quoted_string_content string_content",
        tuples: "tuple_expression tuple_pattern tuple_type",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights::CRATE),
    ..LanguageTables::new("ocaml", &patterns::PATTERNS)
};
