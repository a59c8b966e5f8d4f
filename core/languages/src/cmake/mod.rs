//! CMake.

mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        string_contents: "bracket_argument_content",
        keywords: "else",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights::CRATE),
    ..LanguageTables::new("cmake", &patterns::PATTERNS)
};
