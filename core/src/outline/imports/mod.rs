//! Imports and exports of one text, and changes of its imports.
//!
//! Knows statements only; does not resolve modules and does not read other files.
//!
//! - `item`: results.
//! - `read`: walks a syntax tree and collects imports and exports.
//! - `languages`: statements of each language.
//! - `statement`: top-level statements of a text as they are changed; `list`: lists of names in
//!   them; `header`: header of a file, comments for tools; `order`: orders of modules and names.
//! - `layout`: changes of lists of names in their text.
//! - `change`: requests and results of changes; `add`, `insertion` and `remove`; `organise`: groups,
//!   sorts and merges; `promote`: type-only imports that become imports of values.

mod add;
mod change;
mod header;
mod insertion;
mod item;
mod languages;
mod layout;
mod list;
mod order;
mod organise;
mod promote;
mod read;
mod remove;
mod statement;

use std::ops::ControlFlow;

use ransack_base::{CancelToken, Outcome, Report, Result, Stream};

use super::derive;
use super::options::OutlineFilesOptions;

pub use change::{
    AddedImports, ImportRemoval, ImportRequest, add_imports, organise_imports, remove_imports,
};
pub(super) use change::{ImportsChange, ImportsPlan, TextChange, apply};
pub use item::{Export, ExportKind, Exports, Import, ImportKind, ImportedName, Imports};
use read::{ExportReader, ImportReader};

/// Stream of the imports of [`imports_stream`].
pub type ImportsStream = Stream<Imports>;

/// Stream of the exports of [`exports_stream`].
pub type ExportsStream = Stream<Exports>;

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
/// assert!(modules.clone().any(|module| module == "ransack_base"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn imports_file(
    options: &OutlineFilesOptions,
    token: &CancelToken,
) -> Result<Outcome<Imports>> {
    derive::one_file(options, ImportReader, token)
}

/// Reads the imports of files and passes those of each file to `each`, in path order, on the calling
/// thread.
///
/// Returning `Break` ends the call; the report then has
/// [`StoppedBy::Callback`](crate::StoppedBy::Callback).
///
/// # Errors
///
/// Those of [`outline_each`](super::outline_each); `InvalidOption` for a language without imports.
///
/// # Example
///
/// ```
/// use std::ops::ControlFlow;
/// use ransack::{CancelToken, OutlineFilesOptions, imports_each};
///
/// let options = OutlineFilesOptions::new("src").globs(["outline/*.rs"]);
/// let mut files = Vec::new();
/// imports_each(&options, &CancelToken::new(), |imports| {
///     files.push((imports.path.to_string(), imports.items.len()));
///     ControlFlow::Continue(())
/// })?;
/// assert!(files.iter().any(|(path, count)| path == "outline/mod.rs" && *count > 5));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn imports_each(
    options: &OutlineFilesOptions,
    token: &CancelToken,
    each: impl FnMut(Imports) -> ControlFlow<()>,
) -> Result<Report> {
    imports_stream(options, token).for_each(each)
}

/// Starts to read the imports of files on the worker pool and returns a stream of them without
/// blocking.
///
/// Yields one [`Imports`] for each file of the scope whose name belongs to a language with imports, in
/// path order, and every error, invalid options included.
pub fn imports_stream(options: &OutlineFilesOptions, token: &CancelToken) -> ImportsStream {
    derive::start(options, ImportReader, token)
}

/// Returns the names that a text in memory exports.
///
/// - JavaScript, TypeScript: `export` statements, `export as namespace` among them,
///   `module.exports = …` and `exports.x = …`.
/// - Python: the strings of `__all__` at top level, in lists and tuples that are assigned, joined by
///   `+`, added by `+=`, `extend` or `append`; names that another expression adds are not read.
///   Without `__all__`, the top-level definitions and variables whose names have no leading
///   underscore.
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
    derive::one_file(options, ExportReader, token)
}

/// Reads the exports of files and passes those of each file to `each`, in path order, on the calling
/// thread.
///
/// Returning `Break` ends the call; the report then has
/// [`StoppedBy::Callback`](crate::StoppedBy::Callback).
///
/// # Errors
///
/// Those of [`outline_each`](super::outline_each); `InvalidOption` for a language without exports.
///
/// # Example
///
/// ```
/// use std::ops::ControlFlow;
/// use ransack::{CancelToken, OutlineFilesOptions, exports_each};
///
/// let options = OutlineFilesOptions::new("src").globs(["outline/*.rs"]);
/// let mut files = Vec::new();
/// exports_each(&options, &CancelToken::new(), |exports| {
///     files.push((exports.path.to_string(), exports.items.len()));
///     ControlFlow::Continue(())
/// })?;
/// assert!(files.iter().any(|(path, count)| path == "outline/mod.rs" && *count > 5));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn exports_each(
    options: &OutlineFilesOptions,
    token: &CancelToken,
    each: impl FnMut(Exports) -> ControlFlow<()>,
) -> Result<Report> {
    exports_stream(options, token).for_each(each)
}

/// Starts to read the exports of files on the worker pool and returns a stream of them without
/// blocking.
///
/// Yields one [`Exports`] for each file of the scope whose name belongs to a language with exports, in
/// path order, and every error, invalid options included.
pub fn exports_stream(options: &OutlineFilesOptions, token: &CancelToken) -> ExportsStream {
    derive::start(options, ExportReader, token)
}

