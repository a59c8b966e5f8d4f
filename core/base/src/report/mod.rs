//! The outcome of a call: its results, and a report of what it did not do.
//!
//! - `skip`: paths that were skipped, by reason.
//! - `index_use`: how a content index narrowed the search.
//! - `snapshot`: how the call knew which files exist.

mod index_use;
mod skip;
mod snapshot;

pub use index_use::IndexUse;
pub use skip::{SkipReason, Skipped, SkippedPath};
pub use snapshot::snapshot_info;
pub use snapshot::{RefreshMode, RescanReason, SnapshotInfo, WatchFallback};

pub use skip::{SkipLog, add_skip, describe_skip, skipped_path};

use std::time::Duration;

/// Results of a call with its report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// Results in path order, then by position; in the order that the options
    /// name if they name another.
    pub items: Vec<T>,
    /// Completeness, counts and skipped paths of the call.
    pub report: Report,
}

/// Completeness of a call: counts, limits reached, and paths that it skipped.
///
/// Check `complete` before you conclude from the results that something does
/// not exist. Two reports are equal if they say the same of the results: `waited` is not compared.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Whether everything in scope was examined, so that absence from the
    /// results means absence from the scope. Paths outside the scope (ignored, hidden
    /// and filtered paths, [`NodeModules`](SkipReason::NodeModules)) do not make a call
    /// incomplete, nor do [`SymlinkLoop`](SkipReason::SymlinkLoop), whose content is
    /// examined elsewhere, and [`NoPattern`](SkipReason::NoPattern), where nothing can
    /// match. Every other skip reason, limits and timeouts do, whether an option or its
    /// default is the cause: binary files unless they are searched, and files over the
    /// size limit.
    pub complete: bool,
    /// Cause that ended the call before it had examined everything.
    pub stopped_by: Option<StoppedBy>,
    /// Number of files whose content was examined, or that a content index proved
    /// not to match; for path searches, number of names.
    pub files_searched: u64,
    /// Number of files with at least one match.
    pub files_with_matches: u64,
    /// Number of matches found, including those before `offset` and those
    /// beyond the limit that the call saw. See
    /// [`total_is_exact`](Report::total_is_exact).
    pub total_matches: u64,
    /// Whether `total_matches` counts all matches of what was examined; otherwise
    /// it is a lower bound. What was skipped is not counted: see `complete`.
    pub total_is_exact: bool,
    /// Paths in scope that were not examined, or only in part; one entry per
    /// reason.
    pub skipped: Vec<Skipped>,
    /// Whether the roots, globs and types match no file at all; in `glob`,
    /// whose patterns belong to them, no path. A skipped `node_modules` directory counts as
    /// no match. A glob `src` matches no file if `src` is a directory: `src/` matches what
    /// is below it.
    pub no_files_matched_scope: bool,
    /// Advice for a call that has found nothing: which of paths, globs and types selects no file; or that
    /// the options mean something else than they seem to: a pattern has `$name`, which is code, since
    /// names of metavariables are upper-case. Empty otherwise.
    pub hints: Vec<String>,
    /// The `offset` of the call that continues this one; `None` if there are no
    /// more results.
    pub next_offset: Option<u64>,
    /// Origin and freshness of the list of files.
    pub snapshot: SnapshotInfo,
    /// Files that a content index excluded from the search, and did not.
    pub index: IndexUse,
    /// Time for which the call had work to do and no worker of its pool, because other calls had them
    /// all. Includes the microseconds until an idle worker wakes.
    pub waited: Duration,
}

impl Report {
    /// Everything that depends on the call and the files alone.
    fn findings(&self) -> impl PartialEq + '_ {
        let Report {
            complete,
            stopped_by,
            files_searched,
            files_with_matches,
            total_matches,
            total_is_exact,
            skipped,
            no_files_matched_scope,
            next_offset,
            snapshot,
            index,
            hints,
            waited: _,
        } = self;
        let counts = (
            files_searched,
            files_with_matches,
            total_matches,
            total_is_exact,
        );
        let end = (complete, stopped_by, next_offset, no_files_matched_scope);
        (counts, end, skipped, snapshot, index, hints)
    }
}

impl PartialEq for Report {
    fn eq(&self, other: &Report) -> bool {
        self.findings() == other.findings()
    }
}

impl Eq for Report {}

/// Cause that ends a call before it has examined everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoppedBy {
    /// The limit on results was reached and there is at least one more result.
    Limit,
    /// The deadline passed under
    /// `OnTimeout::Partial`.
    Timeout,
    /// The caller's callback asked to stop.
    Callback,
}
