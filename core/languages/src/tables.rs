//! Tables of a language: everything that the library knows about it beyond its grammar.

use crate::directives::Directives;
use crate::early_errors::{Check, PlainUses};
use crate::embedded::Embedding;
use crate::highlights::{Highlights, Untagged};
use crate::imports::read::ImportTable;
use crate::kinds::NodeKinds;
use crate::outline::table::OutlineTable;
use crate::pattern::PatternSyntax;

/// Tables of one language.
pub struct LanguageTables {
    /// Name of the language.
    pub name: &'static str,
    /// Node kinds by role.
    pub kinds: NodeKinds,
    /// Rules for parsing and comparing patterns.
    pub patterns: &'static PatternSyntax,
    /// Nodes that are definitions; `None` if the language has no outline.
    pub outline: Option<&'static OutlineTable>,
    /// Import and export statements; `None` if the language has none.
    pub imports: Option<&'static ImportTable>,
    /// Preprocessor directives.
    pub directives: Directives,
    /// Highlight and injection queries; `None` if the language has no queries.
    pub(crate) highlights: Option<Highlights>,
    /// Code without tags, if files have tags.
    pub(crate) untagged: Option<Untagged>,
    /// Check for errors that the grammar does not detect.
    pub(crate) early_errors: Option<Check>,
    /// Names that no such error concerns.
    pub(crate) plain_uses: PlainUses,
    /// Rules for finding code in other languages.
    pub(crate) embedded: Option<&'static Embedding>,
}

impl LanguageTables {
    /// Creates the tables of a language that has patterns only.
    pub(crate) const fn new(
        name: &'static str,
        patterns: &'static PatternSyntax,
    ) -> LanguageTables {
        LanguageTables {
            name,
            kinds: NodeKinds::DEFAULT,
            patterns,
            outline: None,
            imports: None,
            directives: Directives::NONE,
            highlights: None,
            untagged: None,
            early_errors: None,
            plain_uses: PlainUses::NONE,
            embedded: None,
        }
    }
}
