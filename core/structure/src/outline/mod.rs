//! Outlines: the definitions in source text as a tree, without a language server.
//!
//! Finds definitions from the syntax of one text alone; does not resolve names across files. The
//! tables of rules are in `ransack-languages`.
//!
//! - `item`: results; `options`: options for the calls.
//! - `compiled`: tables resolved to grammar numbers.
//! - `walk`: interprets a table over a syntax tree; `parts`: names, body and value of a node;
//!   `leading`: comments and attributes before it; `blocks`: comments at the ends of its blocks;
//!   `comments`: file header and tool directives.
//! - `header`: signatures and modifiers.
//! - `text`: outline of one text and its embedded code.
//! - `name_path`: definitions by name.
//! - `cache`: parsed texts that a workspace keeps.
//! - `count`: number of definitions in a file that another operation has read.
//! - `derive`: results derived from one text; `examiner`: the same for files, in the pipeline.

mod blocks;
pub(crate) mod cache;
pub(crate) mod comments;
pub(crate) mod compiled;
pub(crate) mod count;
pub(crate) mod derive;
mod examiner;
mod header;
pub(crate) mod item;
pub(crate) mod leading;
pub(crate) mod name_path;
pub(crate) mod options;
mod parts;
pub(crate) mod text;
mod walk;

use ransack_base::{CancelToken, Outcome, Result, Stream};

use self::item::Outline;
use self::options::{OutlineFilesOptions, OutlineOptions};

/// Stream of outlines returned by [`outline_stream`].
pub type OutlineStream = Stream<Outline>;

/// Returns the definitions in `source`, which is text in memory.
///
/// Parses the text once and visits each node once; takes about 1.2 times as long as parsing alone.
/// Text longer than 256 bytes is copied and parsed on [`Pool::shared`](crate::Pool::shared), so
/// that the call returns at once when `token` fires.
///
/// Text with syntax errors is outlined as far as possible; see [`Outline::syntax_errors`] and
/// [`OutlineItem::has_error`](crate::OutlineItem::has_error).
///
/// # Errors
///
/// `InvalidOption` if the language is unknown or the text is larger than 2 GiB; `Aborted` or
/// `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, ItemKind, OutlineOptions, outline};
///
/// let source = b"/// A point.\nstruct Point { x: f32 }\n\nimpl Point {\n    fn norm(&self) -> f32 { self.x }\n}\n";
/// let outline = outline(source, "rust", &OutlineOptions::default(), &CancelToken::new())?;
/// let point = &outline.items[0];
/// assert_eq!((point.kind, point.name.as_str()), (ItemKind::Struct, "Point"));
/// assert_eq!(point.doc.as_deref(), Some("A point."));
/// let norm = &outline.items[1].children[0];
/// assert_eq!(norm.qualified_name(), "Point::norm");
/// assert_eq!(norm.signature, "fn norm(&self) -> f32");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn outline(
    source: &[u8],
    language: &str,
    options: &OutlineOptions,
    token: &CancelToken,
) -> Result<Outline> {
    derive::derive(source, language, options.clone(), token)
}

/// Returns the definitions in one file, which must be the only root of the scope.
///
/// The outcome contains one outline, or none if the file is skipped; the report then gives the
/// reason.
///
/// # Errors
///
/// - `InvalidOption`: the scope does not have exactly one root, or the root is a directory; the
///   language is unknown or cannot be detected from the file; the encoding is unknown.
/// - `NotFound`, `PermissionDenied`, `Io`: the file cannot be opened.
/// - `Aborted`, `Timeout`: the token fired.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, OutlineFilesOptions, outline_file};
///
/// let outcome = outline_file(&OutlineFilesOptions::new("src/outline/mod.rs"), &CancelToken::new())?;
/// assert!(outcome.items[0].items.iter().any(|item| item.name == "outline_file"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn outline_file(
    options: &OutlineFilesOptions,
    token: &CancelToken,
) -> Result<Outcome<Outline>> {
    derive::one_file(options, options.outline.clone(), token)
}

/// Starts outlining files on the worker pool and returns the outlines as a stream, without
/// blocking.
///
/// Yields one outline for each file in scope, in path order. Files in languages without outlines
/// are out of scope. All errors, including those caused by invalid options, are reported through
/// the stream. The tree of a file is freed before the next file is parsed; workers pause while the
/// stream's buffer is full.
///
/// # Errors
///
/// - `InvalidOption`: the language or encoding is unknown.
/// - `InvalidGlob`, `UnknownType`: the scope has an invalid glob or an unknown file type.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened.
/// - `Aborted`, `Timeout`: the token fired.
///
/// The call does not fail if a file cannot be outlined completely because of its size, its encoding
/// or syntax errors; see [`Report::skipped`](crate::Report::skipped).
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use std::ops::ControlFlow;
/// use ransack::{CancelToken, OutlineFilesOptions, outline_stream};
///
/// let options = OutlineFilesOptions::new("src").globs(["outline/*.rs"]);
/// let mut count = 0;
/// let report = outline_stream(&options, &CancelToken::new()).for_each(|outline| {
///     outline.for_each(|_| count += 1);
///     ControlFlow::Continue(())
/// })?;
/// assert!(report.complete && count > 100);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn outline_stream(options: &OutlineFilesOptions, token: &CancelToken) -> OutlineStream {
    derive::start(options, options.outline.clone(), token)
}
