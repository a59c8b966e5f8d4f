//! Finding paths by pattern.

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

/// One path that matched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlobMatch {
    /// The path relative to the root.
    pub path: RelPath,
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// What is there; a symbolic link is a link, whatever it leads to, unless
    /// links are followed.
    pub file_type: FileType,
    /// Last modification in milliseconds since 1970 (UTC), if asked for; of a
    /// link, its target's, or its own where it leads nowhere.
    pub mtime_ms: Option<i64>,
    /// Size in bytes, if asked for and it is a file or a link to one.
    pub size: Option<u64>,
}

/// What a path leads to.
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

/// The results of [`glob_stream`].
pub type GlobStream = Stream<GlobMatch>;

/// Finds the files, directories and links whose path matches.
///
/// Results come in path order, or newest first where that is asked for. A
/// directory that no pattern can reach into is not read.
///
/// # Errors
///
/// A pattern that is not valid; a root that is not a directory; the token's
/// abort or timeout.
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

/// Finds paths and hands each to `each` as soon as it is its turn, on the
/// calling thread. `Break` ends the search.
///
/// # Errors
///
/// As [`glob`].
pub fn glob_each(
    options: &GlobOptions,
    token: &CancelToken,
    each: impl FnMut(GlobMatch) -> ControlFlow<()>,
) -> Result<Report> {
    glob_stream(options, token).for_each_item(each)
}

/// Finds paths on the pool and returns at once; the results are fetched from
/// the stream. Errors come from there too.
pub fn glob_stream(options: &GlobOptions, token: &CancelToken) -> GlobStream {
    start(options.run(), options, token)
}

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

/// The pattern that matches exactly this relative path, whatever characters it
/// holds.
///
/// ```
/// assert_eq!(ransack::escape_glob("app/[id]/page.tsx"), r"app/\[id\]/page.tsx");
/// ```
pub fn escape_glob(path: &str) -> String {
    escape(path)
}
