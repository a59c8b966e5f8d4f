//! Results: the imports and exports of one text.

use ransack_base::{RelPath, Report, SkipReason};
use ransack_languages::{Export, Import, ImportedName};

use crate::outline::derive::{self, Derived, syntax_fault};

/// Imports in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imports {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects. Empty for text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the text's language.
    pub language: &'static str,
    /// Imports, in order of start offset.
    pub items: Vec<Import>,
    /// Number of syntax errors in the text; if errors are nested, only the outermost is counted.
    /// Imports near errors may be missing.
    pub syntax_errors: u64,
}

/// Exports in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exports {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects. Empty for text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the text's language.
    pub language: &'static str,
    /// Exports, in order of start offset.
    pub items: Vec<Export>,
    /// Number of syntax errors in the text; if errors are nested, only the outermost is counted.
    /// Exports near errors may be missing.
    pub syntax_errors: u64,
}

fn import_weight(import: &Import) -> usize {
    let of_name = |name: &ImportedName| {
        size_of::<ImportedName>() + name.name.len() + name.alias.as_ref().map_or(0, String::len)
    };
    let names: usize = import.names.iter().map(of_name).sum();
    size_of::<Import>() + import.module.len() + names
}

fn export_weight(export: &Export) -> usize {
    let strings = [export.local.as_ref(), export.module.as_ref()];
    let strings: usize = strings.into_iter().flatten().map(String::len).sum();
    size_of::<Export>() + export.name.len() + strings
}

/// Implements [`Derived`] for a list of items.
macro_rules! derived_list {
    ($list:ident, $weight:ident) => {
        impl $list {
            /// Returns the report that a call would give for a file with this text, without the
            /// path. The report is complete unless the text has syntax errors.
            pub fn report(&self) -> Report {
                derive::report_of_text(self.has_items(), self.faults())
            }
        }

        impl Derived for $list {
            fn set_file(&mut self, path: RelPath, root: u32) {
                self.path = path;
                self.root = root;
            }

            fn place(&self) -> Option<(u32, &RelPath)> {
                Some((self.root, &self.path))
            }

            fn weight(&self) -> usize {
                let items: usize = self.items.iter().map($weight).sum();
                size_of::<$list>() + items
            }

            fn faults(&self) -> Vec<(SkipReason, String)> {
                syntax_fault(self.syntax_errors).into_iter().collect()
            }

            fn has_items(&self) -> bool {
                !self.items.is_empty()
            }
        }
    };
}

derived_list!(Imports, import_weight);
derived_list!(Exports, export_weight);
