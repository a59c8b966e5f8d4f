//! Verilog and SystemVerilog.

mod outline;
mod patterns;

use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    outline: Some(&outline::OUTLINE),
    ..LanguageTables::new("verilog", &patterns::PATTERNS)
};
