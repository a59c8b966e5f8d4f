//! Languages: a folder for each, with the tables that the engines of syntax, structure and
//! highlighting interpret.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the
//! library also use [`internal`], which is not a stable interface.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `registry`, `lookup` | the tables of each language, by name, and lookups through them |
//! | `tables` | the tables of one language |
//! | `kinds` | node kinds by role |
//! | `pattern` | types of the pattern tables |
//! | `outline` | types of the outline tables; definitions |
//! | `imports` | types of the import tables; import statements |
//! | `directives` | preprocessor directives |
//! | `highlights` | highlight and injection queries |
//! | `embedded` | code in other languages |
//! | `early_errors` | errors that a grammar does not detect |
//!
//! A folder of a language has the files `patterns`, `outline`, `imports` and `early_errors`, queries
//! (`.scm`), and texts for the tests (`samples`). Languages that resemble each other share tables.
//! The table in `ransack-grammars` lists the languages.

mod directives;
mod early_errors;
mod embedded;
mod highlights;
mod imports;
pub mod internal;
mod kinds;
mod lookup;
mod outline;
mod pattern;
mod registry;
mod tables;

/// Declares the folders of the languages.
macro_rules! folders {
    ($($name:ident)*) => {
        $(mod $name;)*
    };
}

ransack_grammars::with_languages!(folders);

pub use imports::item::{Export, ExportKind, Import, ImportKind, ImportedName};
pub use imports::request::ImportRequest;
pub use outline::item::OutlineItem;
pub use outline::kind::{ItemKind, Modifier, Modifiers};
