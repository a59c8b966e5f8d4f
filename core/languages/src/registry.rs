//! Registry of the languages: the tables of each by name, with the values computed from them.
//!
//! Adding a language is a folder here, and a row and a dependency in `ransack-grammars`. Tables exist
//! whether or not the grammar is in the build, so nothing here depends on features.

use std::sync::OnceLock;

use ransack_grammars::{Language, languages as languages_of_build};

use crate::pattern::PatternSyntax;
use crate::tables::LanguageTables;

/// Lists the tables of all languages, sorted by name, as required by binary search.
macro_rules! tables {
    ($($name:ident)*) => {
        static ALL: &[&LanguageTables] = &[$(&crate::$name::TABLES,)*];
    };
}

ransack_grammars::with_languages!(tables);

/// Returns the tables of a language.
pub fn tables(language: &Language) -> &'static LanguageTables {
    static NONE: LanguageTables = LanguageTables::new("", &PatternSyntax::DEFAULT);
    // A test asserts that every language has tables.
    tables_by_name(language.name).unwrap_or(&NONE)
}

/// Returns the tables of a language, whether or not its grammar is in the build.
pub(crate) fn tables_by_name(name: &str) -> Option<&'static LanguageTables> {
    let found = ALL.binary_search_by(|tables| tables.name.cmp(name));
    found.ok().map(|at| ALL[at])
}

/// Values that are computed once for each language.
pub struct PerLanguage<T>(OnceLock<Box<[OnceLock<T>]>>);

impl<T> PerLanguage<T> {
    /// Creates the values, none of which is computed yet.
    pub const fn new() -> PerLanguage<T> {
        PerLanguage(OnceLock::new())
    }

    /// Returns the value of a language; computes it on first use.
    pub fn get(&self, language: &Language, compute: impl FnOnce() -> T) -> &T {
        let languages = languages_of_build();
        let cells = self
            .0
            .get_or_init(|| languages.iter().map(|_| OnceLock::new()).collect());
        let at = languages.partition_point(|other| other.name < language.name);
        cells[at].get_or_init(compute)
    }
}

impl<T> Default for PerLanguage<T> {
    fn default() -> PerLanguage<T> {
        PerLanguage::new()
    }
}

#[cfg(test)]
mod tests;
