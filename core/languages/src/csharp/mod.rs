//! C#.

mod imports;
mod outline;
mod patterns;

use crate::directives::Directives;
use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        arguments: "argument_list attribute_argument_list",
        groups: "parenthesized_expression parenthesized_pattern",
        string_contents: "character_literal_content raw_string_content string_content string_literal_content",
        tuples: "tuple_expression tuple_pattern tuple_type",
        sigils: "identifier",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    directives: Directives {
        conditions: "preproc_elif preproc_else preproc_if",
        ..Directives::NONE
    },
    ..LanguageTables::new("csharp", &patterns::PATTERNS)
};
