//! Results: the imports and exports of one text.

use ransack_base::{RelPath, Report, SkipReason};

use crate::ast::Span;
use crate::outline::derive::{self, Derived, syntax_fault};
use crate::outline::kind::named_enum;

named_enum! {
    /// Kind of an [`Import`].
    ///
    /// If several kinds apply, the one listed last is used, except that `Wildcard` is used only if
    /// no other kind applies. The order is stable; new kinds are added at the end.
    ImportKind {
        /// Import of a module or names from a module when the source is compiled or loaded.
        Static = "static",
        /// Import of all names from a module: `from m import *`, `use m::*`, `import m.*`.
        Wildcard = "wildcard",
        /// Import of a module only for its side effects, without names: `import "m"`, or `import _
        /// "m"` in Go.
        SideEffect = "sideEffect",
        /// Call that imports a module given as a literal: `import("m")`, `require("m")`,
        /// `__import__("m")`, `importlib.import_module("m")`.
        Dynamic = "dynamic",
        /// Inclusion of text or execution of a file: `#include "f"`, `include!("f")`, `source f`.
        Include = "include",
        /// Inclusion of a system header: `#include <f>`.
        SystemInclude = "systemInclude",
        /// Import of static members of a type: `import static` in Java, `using static` in C#.
        Member = "member",
        /// Import that is re-exported: `export … from`, `pub use`, `import public`.
        ReExport = "reExport",
        /// Import of types only, without running code: `import type`; in Python, imports under `if
        /// TYPE_CHECKING:`.
        TypeOnly = "typeOnly",
    }
}

/// Name that an [`Import`] takes from a module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedName {
    /// Name in the module. `default` is the default export in JavaScript. `*` with an alias is the
    /// module itself, as in `import m as a` or `import * as a from "m"`; `*` without an alias is
    /// all names.
    pub name: String,
    /// Local name, if it differs from [`ImportedName::name`].
    pub alias: Option<String>,
    /// Whether the name is imported only as a type: `import type`, `import { type A }`.
    pub is_type_only: bool,
    /// Location of the name, including its alias.
    pub span: Span,
}

/// Import of a module or of names from a module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Import {
    /// Module as written in the source, without quotes or brackets: `os.path`, `./a.js`,
    /// `crate::a`, `fmt`, `java.util`, `stdio.h`. For nested imports in Rust, the whole path.
    pub module: String,
    /// Kind of the import.
    pub kind: ImportKind,
    /// Imported names; empty if the module is imported under its own name or for its side effects.
    pub names: Vec<ImportedName>,
    /// Location of the import: the whole statement, the call that performs a dynamic import, or the
    /// relevant part of a statement that imports several modules.
    pub span: Span,
}

/// Imports in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imports {
    /// Path of the file relative to its root, or the file name if the root is a file. Empty for
    /// text in memory.
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

named_enum! {
    /// Kind of an [`Export`]. The order is stable; new kinds are added at the end.
    ExportKind {
        /// Definition or variable that is exported under its own name or an alias.
        Named = "named",
        /// Default export in JavaScript, or the value of `module.exports`.
        Default = "default",
        /// Name re-exported from another module: `export { a } from "m"`, `pub use m::a`.
        ReExport = "reExport",
        /// All names re-exported from another module: `export * from "m"`, `pub use m::*`.
        Wildcard = "wildcard",
        /// Type without a value: `export type`, `export interface`.
        TypeOnly = "typeOnly",
    }
}

/// Name exported by a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// Exported name; `default` for the default export, `*` for all names of [`Export::module`].
    pub name: String,
    /// Name in the exporting text, or in [`Export::module`], if it differs from [`Export::name`].
    pub local: Option<String>,
    /// Module that the name is re-exported from, as in [`Import::module`].
    pub module: Option<String>,
    /// Kind of the export.
    pub kind: ExportKind,
    /// Location of the exported definition, or of the name in an export list.
    pub span: Span,
}

/// Exports in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exports {
    /// Path of the file relative to its root, or the file name if the root is a file. Empty for
    /// text in memory.
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

impl Import {
    fn weight(&self) -> usize {
        let of_name = |name: &ImportedName| {
            size_of::<ImportedName>() + name.name.len() + name.alias.as_ref().map_or(0, String::len)
        };
        let names: usize = self.names.iter().map(of_name).sum();
        size_of::<Import>() + self.module.len() + names
    }
}

impl Export {
    fn weight(&self) -> usize {
        let strings = [self.local.as_ref(), self.module.as_ref()];
        let strings: usize = strings.into_iter().flatten().map(String::len).sum();
        size_of::<Export>() + self.name.len() + strings
    }
}

/// Implements [`Derived`] for a list of items.
macro_rules! derived_list {
    ($list:ident, $item:ident) => {
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

            fn weight(&self) -> usize {
                let items: usize = self.items.iter().map($item::weight).sum();
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

derived_list!(Imports, Import);
derived_list!(Exports, Export);
