//! Zig.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        labelled: "labeled_statement labeled_type_expression",
        sigils: "builtin_identifier",
        string_contents: "character_content string_content",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights::CRATE),
    ..LanguageTables::new("zig", &patterns::PATTERNS)
};
