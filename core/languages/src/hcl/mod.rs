//! HCL.

mod outline;
mod patterns;

use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        arguments: "function_arguments",
        here_documents: "heredoc_identifier heredoc_start heredoc_template",
        spreads: "attr_splat full_splat splat",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    ..LanguageTables::new("hcl", &patterns::PATTERNS)
};
