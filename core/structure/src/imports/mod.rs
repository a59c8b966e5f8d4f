//! Imports and exports of one text, and changes to its imports.
//!
//! Works only on statements; does not resolve modules or read other files.
//!
//! - `item`: results.
//! - `read`: walks a syntax tree and collects imports and exports.
//! - `block`: top-level import statements that can be changed; `header`: file header and tool
//!   comments.
//! - `change`: requests and results of changes; `add`, `insertion` and `remove`; `organise`:
//!   groups, sorts and merges; `promote`: turns type-only imports into value imports.
//!
//! The statements of each language are in `ransack-languages`.

mod add;
mod block;
mod change;
mod header;
mod insertion;
mod item;
mod organise;
mod promote;
mod read;
mod remove;

use ransack_base::{CancelToken, Outcome, Result, Stream};

use crate::outline::derive;
use crate::outline::options::OutlineFilesOptions;

pub use change::{AddedImports, ImportRemoval, add_imports, organise_imports, remove_imports};
pub(crate) use change::{ImportsChange, ImportsPlan, TextChange, apply};
pub use item::{Exports, Imports};
use read::{ExportReader, ImportReader};

/// Stream of imports returned by [`imports_stream`].
pub type ImportsStream = Stream<Imports>;

/// Stream of exports returned by [`exports_stream`].
pub type ExportsStream = Stream<Exports>;

/// Returns the imports in `source`, which is text in memory.
///
/// Finds imports everywhere in the text, including imports inside functions, conditional statements
/// and `#if` blocks. A nested Rust import counts as one import per list of names: `use a::{b,
/// c::{d, e}}` imports `b` from `a`, and `d` and `e` from `a::c`.
///
/// Parses the text once and visits each node once. Text longer than 256 bytes is copied and parsed
/// on [`Pool::shared`](crate::Pool::shared), so that the call returns at once when `token` fires.
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or has no imports, or the text is larger than 2 GiB;
/// `Aborted` or `Timeout` if the token fires. Text with syntax errors is read as far as possible;
/// see [`Imports::syntax_errors`].
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
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

/// Returns the imports in one file, which must be the only root of the scope.
///
/// The outcome contains one result, or none if the file is skipped; the report then gives the
/// reason.
///
/// # Errors
///
/// - `InvalidOption`: the scope does not have exactly one root, or the root is a directory; the
///   language is unknown, has no imports or cannot be detected from the file; the encoding is unknown.
/// - `NotFound`, `PermissionDenied`, `Io`: the file cannot be opened.
/// - `Aborted`, `Timeout`: the token fired.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, OutlineFilesOptions, imports_file};
///
/// let options = OutlineFilesOptions::new("src/imports/mod.rs");
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

/// Starts reading the imports of files on the worker pool and returns them as a stream, without
/// blocking.
///
/// Yields one [`Imports`] for each file in scope, in path order. Files in languages without imports
/// are out of scope. All errors, including those caused by invalid options, are reported through
/// the stream.
///
/// # Errors
///
/// Any error that [`outline_stream`](crate::outline::outline_stream) can return, and `InvalidOption` if the
/// requested language has no imports.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use std::ops::ControlFlow;
/// use ransack::{CancelToken, OutlineFilesOptions, imports_stream};
///
/// let options = OutlineFilesOptions::new("src").globs(["outline/*.rs"]);
/// let mut files = Vec::new();
/// imports_stream(&options, &CancelToken::new()).for_each(|imports| {
///     files.push((imports.path.to_string(), imports.items.len()));
///     ControlFlow::Continue(())
/// })?;
/// assert!(files.iter().any(|(path, count)| path == "outline/mod.rs" && *count > 2));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn imports_stream(options: &OutlineFilesOptions, token: &CancelToken) -> ImportsStream {
    derive::start(options, ImportReader, token)
}

/// Returns the names exported by `source`, which is text in memory.
///
/// - JavaScript, TypeScript: `export` statements, including `export as namespace`; `module.exports
///   = …` and `exports.x = …`.
/// - Python: the strings in the top-level `__all__`, from lists and tuples that are assigned,
///   joined by `+`, or added by `+=`, `extend` or `append`. Names added by other expressions are
///   not read. Without `__all__`, the top-level definitions and variables without a leading
///   underscore.
/// - Rust: `pub` items outside functions, and `pub use`. Items that are `pub(crate)` or similar are
///   not exported. Does not check whether the enclosing modules are public.
/// - Go: the package's capitalised names, except methods of types.
/// - Java: public types at the top level.
/// - C, C++: functions and variables that are not `static`, at the top level and in namespaces,
///   including declarations.
///
/// Takes no longer than [`imports`].
///
/// # Errors
///
/// Any error that [`imports`] can return, and `InvalidOption` if the language has no exports.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
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

/// Returns the names exported by one file, which must be the only root of the scope.
///
/// The outcome contains one result, or none if the file is skipped; the report then gives the
/// reason.
///
/// # Errors
///
/// Any error that [`imports_file`] can return, and `InvalidOption` if the language has no exports.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, OutlineFilesOptions, exports_file};
///
/// let options = OutlineFilesOptions::new("src/imports/mod.rs");
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

/// Starts reading the exports of files on the worker pool and returns them as a stream, without
/// blocking.
///
/// Yields one [`Exports`] for each file in scope, in path order. Files in languages without exports
/// are out of scope. All errors, including those caused by invalid options, are reported through
/// the stream.
///
/// # Errors
///
/// Any error that [`outline_stream`](crate::outline::outline_stream) can return, and `InvalidOption` if the
/// requested language has no exports.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use std::ops::ControlFlow;
/// use ransack::{CancelToken, OutlineFilesOptions, exports_stream};
///
/// let options = OutlineFilesOptions::new("src").globs(["outline/*.rs"]);
/// let mut files = Vec::new();
/// exports_stream(&options, &CancelToken::new()).for_each(|exports| {
///     files.push((exports.path.to_string(), exports.items.len()));
///     ControlFlow::Continue(())
/// })?;
/// assert!(files.iter().any(|(path, count)| path == "outline/mod.rs" && *count > 2));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn exports_stream(options: &OutlineFilesOptions, token: &CancelToken) -> ExportsStream {
    derive::start(options, ExportReader, token)
}
