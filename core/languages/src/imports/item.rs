//! Imports and exports of a text.

use ransack_base::offsets::Span;

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
        /// Import of a function: `use function` in PHP.
        Function = "function",
        /// Import of a constant: `use const` in PHP.
        Constant = "constant",
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
    /// `crate::a`, `fmt`, `java.util`, `stdio.h`. In PHP, without a leading backslash. For nested imports in Rust, the whole path. In
    /// Ruby, the path of `require_relative` starts with `./` or `../`.
    pub module: String,
    /// Kind of the import.
    pub kind: ImportKind,
    /// Imported names; empty if the module is imported under its own name or for its side effects.
    pub names: Vec<ImportedName>,
    /// Location of the import: the whole statement, the call that performs a dynamic import, or the
    /// relevant part of a statement that imports several modules.
    pub span: Span,
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

/// Returns the re-export of a name from another module.
pub(crate) fn re_export(name: ImportedName, module: &str, is_type_only: bool) -> Export {
    let kind = match (is_type_only || name.is_type_only, &name.alias) {
        (true, _) => ExportKind::TypeOnly,
        (false, None) if name.name == "*" => ExportKind::Wildcard,
        (false, _) => ExportKind::ReExport,
    };
    Export {
        module: Some(module.to_owned()),
        ..export_of(name, kind)
    }
}

/// Returns the export of a name defined in this text.
pub(crate) fn local_export(name: ImportedName, is_type_only: bool) -> Export {
    let exported = name.alias.as_ref().unwrap_or(&name.name);
    let kind = match is_type_only || name.is_type_only {
        true => ExportKind::TypeOnly,
        false if exported == "default" => ExportKind::Default,
        false => ExportKind::Named,
    };
    export_of(name, kind)
}

fn export_of(name: ImportedName, kind: ExportKind) -> Export {
    let (exported, local) = match name.alias {
        Some(alias) => (alias, Some(name.name)),
        None => (name.name, None),
    };
    Export {
        name: exported,
        local,
        module: None,
        kind,
        span: name.span,
    }
}
