//! Vue.

mod outline;

use crate::embedded;
use crate::highlights::Highlights;
use crate::kinds::NodeKinds;
use crate::tables::LanguageTables;

pub(crate) static TABLES: LanguageTables = LanguageTables {
    kinds: NodeKinds {
        attributes: "attribute directive_attribute",
        ..NodeKinds::DEFAULT
    },
    outline: Some(&outline::OUTLINE),
    highlights: Some(Highlights {
        highlights: &[include_str!("highlights.scm")],
        injections: &[include_str!("injections.scm"), crate::html::INJECTIONS],
        ..Highlights::CRATE
    }),
    embedded: Some(&embedded::COMPONENT),
    ..LanguageTables::new("vue", &crate::html::patterns::CASE_SENSITIVE)
};
