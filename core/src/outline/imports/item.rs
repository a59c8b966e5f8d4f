//! Results: imports and exports of one text.

use ransack_base::{RelPath, Report, SkipReason};

use crate::ast::Span;
use crate::outline::derive::{self, Derived, syntax_fault};
use crate::outline::kind::named_enum;

named_enum! {
    /// Kind of an [`Import`].
    ///
    /// An import to which several kinds apply has the last of them in this order, but for
    /// `Wildcard`, which yields to each. The order is stable; new kinds are added at the end.
    ImportKind {
        /// Import of a module or of names of it when the text is compiled or loaded.
        Static = "static",
        /// Import of all names of a module: `from m import *`, `use m::*`, `import m.*`.
        Wildcard = "wildcard",
        /// Import without names, for its effects: `import "m"`, `import _ "m"` of Go.
        SideEffect = "sideEffect",
        /// Call that imports a module whose name is a literal: `import("m")`, `require("m")`,
        /// `__import__("m")`, `importlib.import_module("m")`.
        Dynamic = "dynamic",
        /// Text that is inserted, or code that is run: `#include "f"`, `include!("f")`, `source f`.
        Include = "include",
        /// `#include <f>`.
        SystemInclude = "systemInclude",
        /// Import of static members of a type: `import static` of Java, `using static` of C#.
        Member = "member",
        /// Import that is also exported: `export … from`, `pub use`, `import public`.
        ReExport = "reExport",
        /// Import of types that does not run code: `import type`; in Python, imports under
        /// `if TYPE_CHECKING:`.
        TypeOnly = "typeOnly",
    }
}

/// Name that an [`Import`] takes from its module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedName {
    /// Name in the module. `default` for the default export of JavaScript; `*` with an alias for
    /// the module itself: `import m as a`, `import * as a from "m"`; `*` without an alias for all
    /// names.
    pub name: String,
    /// Name in this text, if it is another.
    pub alias: Option<String>,
    /// Whether the name is imported as a type only: `import type`, `import { type A }`.
    pub is_type_only: bool,
    /// Location of the name with its alias.
    pub span: Span,
}

/// Import of a module, or of names of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Import {
    /// Module as written, without quotes and brackets: `os.path`, `./a.js`, `crate::a`, `fmt`,
    /// `java.util`, `stdio.h`. In nested imports of Rust the whole path.
    pub module: String,
    /// Kind.
    pub kind: ImportKind,
    /// Names; empty if the module is imported under its own name, or for its effects.
    pub names: Vec<ImportedName>,
    /// Location: the statement; the call of a dynamic import; the part of a statement that imports
    /// several modules.
    pub span: Span,
}

/// Imports of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imports {
    /// Path of the file relative to its root, or the file name if the root is a file. Empty for a
    /// text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language.
    pub language: &'static str,
    /// Imports, by start offset.
    pub items: Vec<Import>,
    /// Number of syntax errors in the text; of nested errors the outermost counts. Imports near
    /// them may be missing.
    pub syntax_errors: u64,
}

named_enum! {
    /// Kind of an [`Export`]. The order is stable; new kinds are added at the end.
    ExportKind {
        /// Definition or variable under a name.
        Named = "named",
        /// Default export of JavaScript; the value of `module.exports`.
        Default = "default",
        /// Name of another module: `export { a } from "m"`, `pub use m::a`.
        ReExport = "reExport",
        /// All names of another module: `export * from "m"`, `pub use m::*`.
        Wildcard = "wildcard",
        /// Type that has no value: `export type`, `export interface`.
        TypeOnly = "typeOnly",
    }
}

/// Name that a text exports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// Name under which it is exported; `default` for the default export, `*` for all names of
    /// [`Export::module`].
    pub name: String,
    /// Name in this text, or in [`Export::module`], if it is another.
    pub local: Option<String>,
    /// Module of a re-export, as in [`Import::module`].
    pub module: Option<String>,
    /// Kind.
    pub kind: ExportKind,
    /// Location: the definition, or the name in a list of exports.
    pub span: Span,
}

/// Exports of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exports {
    /// Path of the file relative to its root, or the file name if the root is a file. Empty for a
    /// text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language.
    pub language: &'static str,
    /// Exports, by start offset.
    pub items: Vec<Export>,
    /// Number of syntax errors in the text; of nested errors the outermost counts. Exports near
    /// them may be missing.
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
            /// Returns the report that a call for a file with this text has, without its path: complete
            /// unless the text has syntax errors.
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
