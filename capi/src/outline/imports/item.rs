//! Result types: imports and exports, and their kinds.
//!
//! Invariant: the number of a kind is its index in `ImportKind::ALL` or `ExportKind::ALL`. The
//! tests in `header` compare them with the core.

use std::ffi::{c_char, c_int, c_void};

use ransack::{ExportKind, Exports, ImportKind, Imports};

use crate::ast::item::ransack_span;
use crate::call::CallbackItem;
use crate::ffi::Handle;
use crate::names::Names;
use crate::outline::item::OwnedView;
use crate::slice::ransack_bytes;

/// Kind of import. If several kinds apply, the last in the order below wins, except that
/// RANSACK_IMPORT_KIND_WILDCARD yields to every other kind. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_import_kind {
    /// Import of a module, or of names from it, at compile or load time.
    Static = 0,
    /// Import of all names from a module: `from m import *`, `use m::*`, `import m.*`.
    Wildcard = 1,
    /// Import without names, for its side effects: `import "m"`, or `import _ "m"` in Go.
    SideEffect = 2,
    /// Call that imports a module by a literal name: `import("m")`, `require("m")`,
    /// `__import__("m")`, `importlib.import_module("m")`.
    Dynamic = 3,
    /// Inclusion of text, or execution of a file: `#include "f"`, `include!("f")`, `source f`.
    Include = 4,
    /// Inclusion of a system header: `#include <f>`.
    SystemInclude = 5,
    /// Import of static members of a type: `import static` in Java, `using static` in C#.
    Member = 6,
    /// Import that is also exported: `export ... from`, `pub use`, `import public`.
    ReExport = 7,
    /// Type-only import, which runs no code: `import type`; in Python, imports under
    /// `if TYPE_CHECKING:`.
    TypeOnly = 8,
    /// Import of a function: `use function` in PHP.
    Function = 9,
    /// Import of a constant: `use const` in PHP.
    Constant = 10,
}

/// Name that an import takes from its module.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_imported_name {
    /// Name in the module. "default" for the default export of a JavaScript module; "*" with an
    /// alias for the module itself, as in `import m as a`; "*" without an alias for all names.
    pub name: ransack_bytes,
    /// Name used in the importing text, if it differs from `name`; otherwise empty.
    pub alias: ransack_bytes,
    /// Range of the name with its alias.
    pub span: ransack_span,
    /// Whether the name is imported only as a type: `import type`, `import { type A }`.
    pub is_type_only: u8,
}

/// Import of a module, or of names from it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_import {
    /// Module as written, without quotes and brackets: "os.path", "./a.js", "stdio.h". For nested
    /// Rust imports, the whole path. In Ruby, the path of `require_relative` starts with "./" or
    /// "../".
    pub module: ransack_bytes,
    /// Imported names; empty if the module is imported under its own name or for its side effects.
    pub names: *const ransack_imported_name,
    /// Number of names.
    pub names_len: usize,
    /// Range of the import statement. For a dynamic import, range of the call; for a statement that
    /// imports several modules, range of the part for this module.
    pub span: ransack_span,
    /// Kind of import, a ransack_import_kind.
    pub kind: u32,
}

/// Imports in one text or file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_imports {
    /// Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
    pub path: ransack_bytes,
    /// Name of the source's language.
    pub language: ransack_bytes,
    /// Imports, ordered by start.
    pub items: *const ransack_import,
    /// Number of imports.
    pub items_len: usize,
    /// Number of syntax errors in the text; imports near them may be missing.
    pub syntax_errors: u64,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
}

/// Callback for imports of files, called once for each file, in path order, on the thread that
/// made the call.
///
/// Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
pub type ransack_on_imports =
    Option<unsafe extern "C" fn(item: *const ransack_imports, user_data: *mut c_void) -> c_int>;

/// Kind of export. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_export_kind {
    /// Named definition or variable.
    Named = 0,
    /// Default export of a JavaScript module, or the value of `module.exports`.
    Default = 1,
    /// Name from another module: `export { a } from "m"`, `pub use m::a`.
    ReExport = 2,
    /// All names from another module: `export * from "m"`, `pub use m::*`.
    Wildcard = 3,
    /// Type without a value: `export type`, `export interface`.
    TypeOnly = 4,
}

/// Name that source code exports.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_export {
    /// Exported name; "default" for the default export, "*" for all names from `module`.
    pub name: ransack_bytes,
    /// Name in the exporting text or, for a re-export, in `module`, if it differs from `name`;
    /// otherwise empty.
    pub local: ransack_bytes,
    /// Module that a re-exported name comes from; otherwise empty.
    pub module: ransack_bytes,
    /// Range of the definition, or of the name in an export list.
    pub span: ransack_span,
    /// Kind of export, a ransack_export_kind.
    pub kind: u32,
}

/// Names that one text or file exports.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_exports {
    /// Path of the file relative to the base that `paths_from` selects. Empty for text in memory.
    pub path: ransack_bytes,
    /// Name of the source's language.
    pub language: ransack_bytes,
    /// Exports, ordered by start.
    pub items: *const ransack_export,
    /// Number of exports.
    pub items_len: usize,
    /// Number of syntax errors in the text; exports near them may be missing.
    pub syntax_errors: u64,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
}

/// Callback for exports of files, called once for each file, in path order, on the thread that
/// made the call.
///
/// Returns 0 to continue. Any other number stops the call: it succeeds, and the report's
/// `stopped_by` is RANSACK_STOPPED_BY_CALLBACK. `user_data` is the pointer passed to the call.
pub type ransack_on_exports =
    Option<unsafe extern "C" fn(item: *const ransack_exports, user_data: *mut c_void) -> c_int>;

/// Arrays for a view of imports: the names of all imports, and the imports.
type ImportArrays = (Vec<ransack_imported_name>, Vec<ransack_import>);

impl CallbackItem for Imports {
    type View = ransack_imports;
    type Arrays = ImportArrays;

    fn view(&self, (names, items): &mut ImportArrays) -> ransack_imports {
        names.clear();
        items.clear();
        let all_names = self.items.iter().flat_map(|import| &import.names);
        names.extend(all_names.map(|name| ransack_imported_name {
            name: ransack_bytes::of(name.name.as_bytes()),
            alias: optional(name.alias.as_ref()),
            span: name.span.into(),
            is_type_only: name.is_type_only.into(),
        }));
        let mut rest = names.as_slice();
        items.extend(self.items.iter().map(|import| {
            let (own, others) = rest.split_at(import.names.len());
            rest = others;
            ransack_import {
                module: ransack_bytes::of(import.module.as_bytes()),
                names: own.as_ptr(),
                names_len: own.len(),
                span: import.span.into(),
                kind: import.kind as u32,
            }
        }));
        ransack_imports {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            items: items.as_ptr(),
            items_len: items.len(),
            syntax_errors: self.syntax_errors,
            root: self.root,
        }
    }
}

impl CallbackItem for Exports {
    type View = ransack_exports;
    type Arrays = Vec<ransack_export>;

    fn view(&self, items: &mut Vec<ransack_export>) -> ransack_exports {
        items.clear();
        items.extend(self.items.iter().map(|export| ransack_export {
            name: ransack_bytes::of(export.name.as_bytes()),
            local: optional(export.local.as_ref()),
            module: optional(export.module.as_ref()),
            span: export.span.into(),
            kind: export.kind as u32,
        }));
        ransack_exports {
            path: ransack_bytes::of(self.path.as_bytes()),
            language: ransack_bytes::of(self.language.as_bytes()),
            items: items.as_ptr(),
            items_len: items.len(),
            syntax_errors: self.syntax_errors,
            root: self.root,
        }
    }
}

fn optional(text: Option<&String>) -> ransack_bytes {
    ransack_bytes::of(text.map_or(&[][..], |text| text.as_bytes()))
}

impl Handle for ransack_imports {
    type Owner = OwnedView<ransack_imports, ImportArrays, Imports>;
}

impl Handle for ransack_exports {
    type Owner = OwnedView<ransack_exports, Vec<ransack_export>, Exports>;
}

/// Returns the name of a ransack_import_kind, such as "sideEffect", or "" for an unknown number.
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_import_kind_name(kind: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| ImportKind::ALL.iter().map(|kind| kind.name()).collect());
    NAMES.at(usize::try_from(kind).ok())
}

/// Returns the name of a ransack_export_kind, such as "reExport", or "" for an unknown number. The
/// string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_export_kind_name(kind: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| ExportKind::ALL.iter().map(|kind| kind.name()).collect());
    NAMES.at(usize::try_from(kind).ok())
}
