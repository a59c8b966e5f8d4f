//! Outcome of a call: its results, and a report on its completeness.
//!
//! - `skip`: paths that were skipped, by reason.
//! - `index_use`: how a content index narrowed the search.
//! - `snapshot`: how the call determined which files exist.

mod index_use;
mod skip;
mod snapshot;

pub use index_use::IndexUse;
pub use skip::{SkipReason, Skipped, SkippedPath};
pub use snapshot::snapshot_info;
pub use snapshot::{RefreshMode, RescanReason, SnapshotInfo, WatchFallback};

pub use skip::{SkipLog, add_skip, describe_skip, skipped_path};

use std::time::Duration;

/// Results and report of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// Results in path order, then by position, unless the options select another order.
    pub items: Vec<T>,
    /// Completeness, counts and skipped paths of the call.
    pub report: Report,
}

impl<T> IntoIterator for Outcome<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    /// Iterates over the results; the report is dropped.
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'o, T> IntoIterator for &'o Outcome<T> {
    type Item = &'o T;
    type IntoIter = std::slice::Iter<'o, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

/// Completeness of a call: counts, limits reached, and skipped paths.
///
/// Check `complete` before you conclude from the results that something does not exist. Two reports
/// are equal if all fields except `waited` are equal.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Whether all text in scope was examined, so that absence from the results means absence
    /// from the scope. Paths outside the scope (ignored, hidden and filtered paths,
    /// [`NodeModules`](SkipReason::NodeModules),
    /// [`NestedRepository`](SkipReason::NestedRepository)) do not make a call incomplete. Neither
    /// does a [`Binary`](SkipReason::Binary) file, which is not text, unless it is a root, a
    /// [`SymlinkLoop`](SkipReason::SymlinkLoop), whose content is examined elsewhere, nor
    /// [`NoPattern`](SkipReason::NoPattern), where nothing can match. Limits, timeouts and every
    /// other skip reason make a call incomplete, even if they follow from default options: for
    /// example, a file over the size limit. With `Scope::after`, only the scope from the cursor on
    /// counts.
    pub complete: bool,
    /// Cause that ended the call early; `None` if it was not ended early.
    pub stopped_by: Option<StoppedBy>,
    /// Number of files whose content was examined, or that a content index proved not to match. For
    /// path searches, number of names examined.
    pub files_searched: u64,
    /// Number of files with at least one match.
    pub files_with_matches: u64,
    /// Number of matches found, including matches before `offset` and any matches that the call
    /// found beyond the limit. See [`total_is_exact`](Report::total_is_exact).
    pub total_matches: u64,
    /// Whether `total_matches` counts all matches in the examined files; otherwise it is a lower
    /// bound. Matches in skipped files are not counted; see `complete`.
    pub total_is_exact: bool,
    /// Paths in scope that were skipped or only partly examined; one entry per reason.
    pub skipped: Vec<Skipped>,
    /// Number of entries that only ignore rules exclude: the call would examine them, or walk them
    /// if they are directories, with these globs and types but without ignore rules. An ignored
    /// directory counts as one, whatever it contains. A lower bound if the call ended early.
    pub ignored: u64,
    /// Whether the roots, globs and types match no file at all. For `glob`, whose patterns are part
    /// of the scope, whether the scope matches no path. A skipped `node_modules` directory or
    /// nested repository does not count as a match. If `src` is a directory, the glob `src` matches
    /// no file; `src/` matches everything below it.
    pub no_files_matched_scope: bool,
    /// Advice for a call that found nothing: which paths, globs or types select no file, or which
    /// option the caller may have misunderstood. For example, `$name` in a syntax pattern is
    /// ordinary code, because metavariable names are upper-case. Of an applied edit without an id, the
    /// reason why it cannot be undone. Empty otherwise.
    pub hints: Vec<String>,
    /// Value of `offset` for a call that continues after these results; `None` if there are no more
    /// results.
    pub next_offset: Option<u64>,
    /// Cursor for a call with the same options that continues after these results. In path order,
    /// such a call does not examine earlier files, unlike a call with an offset, and changes to
    /// earlier files do not shift its results. After a timeout, it continues at the first file that
    /// was not examined, so the next page may repeat results from later files. `None` if there are
    /// no more results.
    pub next: Option<String>,
    /// Origin and freshness of the call's file list.
    pub snapshot: SnapshotInfo,
    /// Information about the call's use of a content index.
    pub index: IndexUse,
    /// Time during which the call had work to do but no worker, because other calls occupied the
    /// whole pool. Includes the microseconds an idle worker takes to wake.
    pub waited: Duration,
}

impl Report {
    /// Returns everything that depends only on the call and the files.
    fn findings(&self) -> impl PartialEq + '_ {
        let Report {
            complete,
            stopped_by,
            files_searched,
            files_with_matches,
            total_matches,
            total_is_exact,
            skipped,
            ignored,
            no_files_matched_scope,
            next_offset,
            next,
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
        let end = (
            complete,
            stopped_by,
            next_offset,
            next,
            no_files_matched_scope,
        );
        (counts, end, skipped, ignored, snapshot, index, hints)
    }
}

impl PartialEq for Report {
    fn eq(&self, other: &Report) -> bool {
        self.findings() == other.findings()
    }
}

impl Eq for Report {}

/// Cause that ends a call early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoppedBy {
    /// The result limit was reached and there is at least one more result.
    Limit,
    /// The deadline passed under `OnTimeout::Partial`.
    Timeout,
    /// The caller's callback requested a stop.
    Callback,
}

impl StoppedBy {
    /// All causes, in order.
    pub const ALL: [StoppedBy; 3] = [StoppedBy::Limit, StoppedBy::Timeout, StoppedBy::Callback];

    /// Returns the name, such as `"limit"`.
    pub fn name(self) -> &'static str {
        match self {
            StoppedBy::Limit => "limit",
            StoppedBy::Timeout => "timeout",
            StoppedBy::Callback => "callback",
        }
    }
}
