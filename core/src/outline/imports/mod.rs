//! Imports and exports of one text, and changes of its imports.
//!
//! Knows statements only; does not resolve modules and does not read other files.
//!
//! - `item`: results.
//! - `read`: walks a syntax tree and collects imports and exports.
//! - `languages`: statements of each language.
//! - `statement`: top-level statements of a text as they are changed; `list`: lists of names in
//!   them; `order`: orders of modules and names.
//! - `change`: requests and results of changes; `add`, `remove`; `organise`: groups, sorts and
//!   merges.

mod add;
mod change;
mod item;
mod languages;
mod list;
mod order;
mod organise;
mod read;
mod remove;
mod statement;

use super::derive;
use super::options::OutlineFilesOptions;
use crate::cancel::CancelToken;
use crate::error::Result;
use crate::pipeline::Request;
use crate::report::Outcome;
use crate::stream::Stream;

pub use change::{ImportRemoval, ImportRequest, add_imports, organise_imports, remove_imports};
pub(super) use change::{ImportsChange, TextChange, apply};
pub use item::{Export, ExportKind, Exports, Import, ImportKind, ImportedName, Imports};
use read::{ExportReader, ImportReader};

/// Returns the imports of a text in memory.
///
/// Finds imports everywhere in the text: in functions, under conditions and in `#if` blocks too.
/// Nested imports of Rust are one import per list of names: `use a::{b, c::{d, e}}` imports `b`
/// from `a`, and `d` and `e` from `a::c`.
///
/// Parses the text once and visits each node once. A text of more than 256 bytes is copied and
/// parsed on [`Pool::shared`](crate::Pool::shared), so that the call returns at once when `token`
/// fires.
///
/// # Errors
///
/// `InvalidOption` for an unknown language, a language without imports or a text of more than
/// 2 GiB; `Aborted` or `Timeout` if the token fires. Code with syntax errors is read as far as it
/// can be: see [`Imports::syntax_errors`].
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, ImportKind, imports};
///
/// let source = b"import os\nfrom a.b import c as d, e\n";
/// let imports = imports(source, "python", &CancelToken::new())?;
/// let import = &imports.items[1];
/// assert_eq!((import.module.as_str(), import.kind), ("a.b", ImportKind::Static));
/// assert_eq!(import.names[0].name, "c");
/// assert_eq!(import.names[0].alias.as_deref(), Some("d"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn imports(source: &[u8], language: &str, token: &CancelToken) -> Result<Imports> {
    derive::derive(source, language, ImportReader, token)
}

/// Returns the imports of one file, the only root of the scope.
///
/// The outcome has one result, or none if the file is skipped; the report then says why.
///
/// # Errors
///
/// - `InvalidOption`: the root is a directory, there is not one root, the language is unknown, has
///   no imports or cannot be told from the file name, an unknown encoding.
/// - `NotFound`, `PermissionDenied`, `Io`: the file cannot be opened.
/// - `Aborted`, `Timeout`: the token fired.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, OutlineFilesOptions, imports_file};
///
/// let options = OutlineFilesOptions::new("src/outline/imports/mod.rs");
/// let outcome = imports_file(&options, &CancelToken::new())?;
/// let modules = outcome.items[0].items.iter().map(|import| import.module.as_str());
/// assert!(modules.clone().any(|module| module == "crate::cancel"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn imports_file(
    options: &OutlineFilesOptions,
    token: &CancelToken,
) -> Result<Outcome<Imports>> {
    collect_imports(options, start_imports(options.request(), options, token))
}

/// Returns the names that a text in memory exports.
///
/// - JavaScript, TypeScript: `export` statements, `module.exports = …` and `exports.x = …`.
/// - Python: the strings of `__all__` at top level; without it, the top-level definitions and
///   variables whose names have no leading underscore.
/// - Rust: `pub` items of the text outside functions, and `pub use`. `pub(crate)` and the like are
///   not exported. Whether the modules around are public is not known.
/// - Go: capitalised names of the package; methods of types are not.
/// - Java: public types at top level.
/// - C, C++: functions and variables at top level that are not `static`, declarations included,
///   and those in namespaces.
///
/// Costs no more than [`imports`].
///
/// # Errors
///
/// Those of [`imports`]; `InvalidOption` for a language without exports.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, ExportKind, exports};
///
/// let source = b"export { a as b } from './m';\nexport default class C {}\n";
/// let exports = exports(source, "javascript", &CancelToken::new())?;
/// let names = exports.items.iter().map(|export| (export.name.as_str(), export.kind));
/// assert!(names.eq([("b", ExportKind::ReExport), ("default", ExportKind::Default)]));
/// assert_eq!(exports.items[1].local.as_deref(), Some("C"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn exports(source: &[u8], language: &str, token: &CancelToken) -> Result<Exports> {
    derive::derive(source, language, ExportReader, token)
}

/// Returns the names that one file exports, the only root of the scope.
///
/// The outcome has one result, or none if the file is skipped; the report then says why.
///
/// # Errors
///
/// Those of [`imports_file`]; `InvalidOption` for a language without exports.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, OutlineFilesOptions, exports_file};
///
/// let options = OutlineFilesOptions::new("src/outline/imports/mod.rs");
/// let outcome = exports_file(&options, &CancelToken::new())?;
/// assert!(outcome.items[0].items.iter().any(|export| export.name == "exports_file"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn exports_file(
    options: &OutlineFilesOptions,
    token: &CancelToken,
) -> Result<Outcome<Exports>> {
    collect_exports(options, start_exports(options.request(), options, token))
}

/// Starts to read the imports of the only file of `request`, which may come from a workspace.
pub(crate) fn start_imports(
    request: Request<Imports>,
    options: &OutlineFilesOptions,
    token: &CancelToken,
) -> Stream<Imports> {
    derive::start_file(request, options, ImportReader, token)
}

/// Collects the imports of the only file of `options` from a stream.
pub(crate) fn collect_imports(
    options: &OutlineFilesOptions,
    stream: Stream<Imports>,
) -> Result<Outcome<Imports>> {
    derive::one_file_with(<ImportReader as derive::Derive>::RESULT, options, stream)
}

/// Starts to read the exports of the only file of `request`, which may come from a workspace.
pub(crate) fn start_exports(
    request: Request<Exports>,
    options: &OutlineFilesOptions,
    token: &CancelToken,
) -> Stream<Exports> {
    derive::start_file(request, options, ExportReader, token)
}

/// Collects the exports of the only file of `options` from a stream.
pub(crate) fn collect_exports(
    options: &OutlineFilesOptions,
    stream: Stream<Exports>,
) -> Result<Outcome<Exports>> {
    derive::one_file_with(<ExportReader as derive::Derive>::RESULT, options, stream)
}
