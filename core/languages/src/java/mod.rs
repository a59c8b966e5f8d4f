//! Java.

mod imports;
mod outline;
mod patterns;

use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        arguments: "annotation_argument_list argument_list",
        bounds: "type_bound",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    imports: Some(&imports::IMPORTS),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        ..Highlights::CRATE
    }),
    ..LanguageTables::new("java", &patterns::PATTERNS)
};
