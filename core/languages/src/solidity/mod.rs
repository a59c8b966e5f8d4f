//! Solidity.

mod imports;
mod outline;
mod patterns;

use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    ..LanguageTables::new("solidity", &patterns::PATTERNS)
};
