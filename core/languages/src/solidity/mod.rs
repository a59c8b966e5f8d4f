//! Solidity.

mod imports;
mod outline;
mod patterns;

use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        arguments: "call_argument revert_arguments",
        tuples: "tuple_expression variable_declaration_tuple",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    ..LanguageTables::new("solidity", &patterns::PATTERNS)
};
