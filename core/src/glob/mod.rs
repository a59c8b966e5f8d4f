//! Path search: finds files, directories and symbolic links by glob patterns.
//!
//! - `options`: options of the calls.
//! - `examiner`: conversion of one entry as a step of the pipeline.
//!
//! Patterns are compiled and matched by the scan, which does not read directories that no pattern
//! can reach into.

mod examiner;
mod options;

use std::ops::ControlFlow;

use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::path::RelPath;
use crate::pipeline::{self, Request};
use crate::report::{Outcome, Report};
use crate::scan::{GlobList, Wanted, escape};
use crate::stream::Stream;

pub use options::GlobOptions;

use examiner::GlobExaminer;

/// Matching path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobMatch {
    /// Path relative to the root.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Kind of the entry. A symbolic link is `Symlink` whatever its target, unless links are followed.
    pub file_type: FileType,
    /// Time of the last modification in milliseconds since 1970-01-01 UTC, if requested. For a link
    /// that of its target, or of the link itself if it is broken.
    pub mtime_ms: Option<i64>,
    /// Size in bytes, if requested, of a file or of a link's target that is a file.
    pub size: Option<u64>,
}

/// Kind of a directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FileType {
    /// A regular file.
    File = 1,
    /// A directory.
    Dir = 2,
    /// A symbolic link.
    Symlink = 3,
}

/// Iterator over the results of [`glob_stream`].
pub type GlobStream = Stream<GlobMatch>;

/// Finds files, directories and symbolic links whose paths match.
///
/// Results are in path order, or newest first with
/// [`sort_by_mtime`](GlobOptions::sort_by_mtime). A directory that no pattern can reach into is not
/// read.
///
/// # Errors
///
/// - `InvalidGlob`, `UnknownType`, `InvalidOption`: an option is invalid.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened, or is not a directory.
/// - `Aborted`, `Timeout`: the token fires.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, GlobOptions, glob};
///
/// let outcome = glob(&GlobOptions::new("scan/*.rs", "src"), &CancelToken::new())?;
/// assert!(outcome.items.iter().any(|m| m.path == "scan/mod.rs"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn glob(options: &GlobOptions, token: &CancelToken) -> Result<Outcome<GlobMatch>> {
    glob_stream(options, token).collect_outcome()
}

/// Finds paths and calls `each` with every result, in order, on the calling thread, as soon as it is
/// known. `Break` stops the walk.
///
/// # Errors
///
/// The errors of [`glob`].
pub fn glob_each(
    options: &GlobOptions,
    token: &CancelToken,
    each: impl FnMut(GlobMatch) -> ControlFlow<()>,
) -> Result<Report> {
    glob_stream(options, token).for_each_item(each)
}

/// Starts a path search on the worker pool and returns at once. The stream yields results and errors;
/// the walk pauses while its buffer is full.
pub fn glob_stream(options: &GlobOptions, token: &CancelToken) -> GlobStream {
    start(options.run(), options, token)
}

/// Starts the search that `options` describe as the request `run`.
pub(crate) fn start(
    run: Request<GlobMatch>,
    options: &GlobOptions,
    token: &CancelToken,
) -> GlobStream {
    let prepared = options.clone();
    pipeline::start(run, token, move || {
        let options = prepared;
        if options.patterns.is_empty() {
            return Err(Error::option("no pattern was given"));
        }
        let globs = GlobList::select(&options.patterns, options.recursive, options.literal)?;
        let wanted = Wanted {
            dirs: true,
            links: true,
            globs: Some(globs),
        };
        Ok((GlobExaminer::new(&options), wanted))
    })
}

/// Returns the pattern that matches exactly this relative path, whatever characters it contains.
///
/// ```
/// assert_eq!(ransack::escape_glob("app/[id]/page.tsx"), r"app/\[id\]/page.tsx");
/// ```
pub fn escape_glob(path: &str) -> String {
    escape(path)
}
