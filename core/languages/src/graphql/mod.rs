//! GraphQL.

mod outline;
mod patterns;

use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    ..LanguageTables::new("graphql", &patterns::PATTERNS)
};
