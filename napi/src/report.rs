//! Conversion of reports to JavaScript.

use napi_derive::napi;
use ransack::{RefreshMode, RescanReason, SkipReason, StoppedBy, WatchFallback};

use crate::index::IndexUse;
use crate::typed_array::ResultArray;

/// Report of a call: its coverage, the reason it stopped, and the skipped files. Check
/// `complete` before concluding that something does not exist.
#[napi(object, object_from_js = false)]
pub struct Report {
    /// True only if everything in scope was examined, so that absence from the results means
    /// absence from the scope. False after limits, timeouts, and files in scope whose content was
    /// not examined (unreadable, binary, too large), whether an option or its default caused it.
    /// Paths outside the scope do not affect it: ignored, hidden and filtered paths, and
    /// `node_modules`.
    pub complete: bool,
    /// Reason why the call ended before examining everything. Absent if it examined everything.
    #[napi(ts_type = "'limit' | 'timeout' | 'callback'")]
    pub stopped_by: Option<&'static str>,
    /// Number of files examined, or excluded by a content index.
    pub files_searched: f64,
    /// Number of files with at least one match.
    pub files_with_matches: f64,
    /// Number of matches found, including those before `offset` and those found after the limit.
    pub total_matches: f64,
    /// Whether `totalMatches` counts all matches in the examined content; otherwise it is a lower
    /// bound. Skipped content is not counted; see `complete`.
    pub total_is_exact: bool,
    /// Files and directories that were skipped, one entry per reason.
    pub skipped: Vec<Skipped>,
    /// True if paths, globs and types selected no file, so that nothing was searched; for `glob`,
    /// whose patterns also count, if they selected no path. A skipped `node_modules` directory
    /// counts as not selected. A glob `src` selects no file if `src` is a directory; `src/` selects
    /// everything below it.
    pub no_files_matched_scope: bool,
    /// Hints for a call that found nothing, about options that are easily misread: a pattern
    /// contains `$name`, which is code, since metavariable names are upper-case. Absent if none
    /// apply.
    pub hints: Option<Vec<String>>,
    /// `offset` of the call that returns the next page. Absent if there are no more
    /// results.
    pub next_offset: Option<f64>,
    /// Origin of the list of files.
    pub snapshot: SnapshotInfo,
    /// Use of the workspace's content index by this search.
    pub index: IndexUse,
    /// Time in milliseconds, rounded down, during which the call had work but no worker, because
    /// other calls occupied all workers.
    pub waited_ms: f64,
}

/// Origin of a call's list of files. File contents are never cached: they are read when searched.
#[napi(object, object_from_js = false)]
pub struct SnapshotInfo {
    /// Method that brought the list of files up to date: `'walk'` walked the tree, as in every call
    /// without a `Workspace`; `'watch'` processed change notifications; `'stat'` compared change
    /// times; `'manual'` did nothing.
    #[napi(ts_type = "'walk' | 'watch' | 'stat' | 'manual'")]
    pub mode: &'static str,
    /// Reason why the list, or the part below a changed ignore file, was rescanned. Absent if it
    /// was not.
    #[napi(
        ts_type = "'first' | 'overflow' | 'ignoreFile' | 'root' | 'mount' | 'requested' | 'failed' | 'other'"
    )]
    pub rescan: Option<&'static str>,
    /// Reason why a workspace with `'watch'` uses `'stat'`: `'platform'` has no reliable change
    /// notifications; `'limit'`: the limit of watches is reached; `'fileSystem'` can change without
    /// notifications. Absent if there is no fallback.
    #[napi(ts_type = "'platform' | 'limit' | 'fileSystem' | 'other'")]
    pub fallback: Option<&'static str>,
}

/// Files or directories that a call skipped for one reason.
#[napi(object, object_from_js = false)]
pub struct Skipped {
    /// Reason. `'binary'`: contains a NUL byte. `'tooLarge'`: exceeds `maxFileSize` or the memory
    /// limit. `'unreadable'`: cannot be opened, listed or read. `'undecodable'`: is invalid in
    /// `encoding`. `'nodeModules'`: is a `node_modules` directory. `'symlinkLoop'`: is a link to
    /// one of its ancestor directories. `'ignoreFile'`: has an invalid line. `'syntaxErrors'`: has
    /// syntax errors but was searched. `'parseTimeout'`: exceeded the time for one file.
    /// `'noPattern'`: is in a language that can parse no pattern. `'tooDeep'`: is nested too deeply
    /// for a rule, or has definitions too deep for an outline. `'interruptedEdit'`: has its old or
    /// new text, or parts of both, because an edit of it was interrupted and is not repaired.
    /// `'outside'`: is a followed link that leads outside the workspace. `'lossyRewrite'`: has
    /// matches of a rewrite that were not replaced, because the replacement would remove code that
    /// the pattern does not name.
    #[napi(
        ts_type = "'binary' | 'tooLarge' | 'unreadable' | 'undecodable' | 'nodeModules' | 'symlinkLoop' | 'ignoreFile' | 'syntaxErrors' | 'parseTimeout' | 'noPattern' | 'tooDeep' | 'interruptedEdit' | 'outside' | 'lossyRewrite' | 'other'"
    )]
    pub reason: &'static str,
    /// Number of files or directories.
    pub count: f64,
    /// First few of these files or directories, in path order.
    pub first: Vec<SkippedPath>,
}

/// Path of a skipped file or directory.
#[napi(object, object_from_js = false)]
pub struct SkippedPath {
    /// Path, relative to its root, with `/` as separator. Invalid UTF-8 is replaced with U+FFFD.
    pub path: String,
    /// Index of the root in the order given, 0-based.
    pub root: u32,
    /// Message of the operating system or decoder, if any.
    pub detail: Option<String>,
    /// Raw bytes of `path`. Absent unless `bytes` is set.
    #[napi(ts_type = "Uint8Array")]
    pub path_bytes: Option<ResultArray<u8>>,
}

impl Report {
    /// Converts a report, with raw paths if `bytes` is true.
    pub fn new(report: &ransack::Report, bytes: bool) -> Report {
        Report {
            complete: report.complete,
            stopped_by: report.stopped_by.map(stopped_by),
            files_searched: report.files_searched as f64,
            files_with_matches: report.files_with_matches as f64,
            total_matches: report.total_matches as f64,
            total_is_exact: report.total_is_exact,
            skipped: report
                .skipped
                .iter()
                .map(|s| Skipped::new(s, bytes))
                .collect(),
            no_files_matched_scope: report.no_files_matched_scope,
            hints: (!report.hints.is_empty()).then(|| report.hints.clone()),
            next_offset: report.next_offset.map(|n| n as f64),
            snapshot: SnapshotInfo::new(&report.snapshot),
            index: IndexUse::new(&report.index),
            waited_ms: report.waited.as_millis() as f64,
        }
    }
}

impl SnapshotInfo {
    /// Converts the origin of a list of files.
    pub(crate) fn new(snapshot: &ransack::SnapshotInfo) -> SnapshotInfo {
        SnapshotInfo {
            mode: match snapshot.mode {
                RefreshMode::Watch => "watch",
                RefreshMode::Stat => "stat",
                RefreshMode::Manual => "manual",
                _ => "walk",
            },
            rescan: snapshot.rescan.map(|rescan| match rescan {
                RescanReason::First => "first",
                RescanReason::Overflow => "overflow",
                RescanReason::IgnoreFile => "ignoreFile",
                RescanReason::Root => "root",
                RescanReason::Mount => "mount",
                RescanReason::Requested => "requested",
                RescanReason::Failed => "failed",
                _ => "other",
            }),
            fallback: snapshot.fallback.map(|fallback| match fallback {
                WatchFallback::Platform => "platform",
                WatchFallback::Limit => "limit",
                WatchFallback::FileSystem => "fileSystem",
                _ => "other",
            }),
        }
    }
}

impl Skipped {
    fn new(skipped: &ransack::Skipped, bytes: bool) -> Skipped {
        let path = |at: &ransack::SkippedPath| SkippedPath {
            path: at.path.to_string_lossy().into_owned(),
            root: at.root,
            detail: at.detail.clone(),
            path_bytes: bytes.then(|| ResultArray(at.path.as_bytes().to_vec())),
        };
        Skipped {
            reason: reason(skipped.reason),
            count: skipped.count as f64,
            first: skipped.first.iter().map(path).collect(),
        }
    }
}

fn stopped_by(by: StoppedBy) -> &'static str {
    match by {
        StoppedBy::Timeout => "timeout",
        StoppedBy::Callback => "callback",
        // Limits of any kind.
        _ => "limit",
    }
}

fn reason(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::Binary => "binary",
        SkipReason::TooLarge => "tooLarge",
        SkipReason::Unreadable => "unreadable",
        SkipReason::Undecodable => "undecodable",
        SkipReason::NodeModules => "nodeModules",
        SkipReason::SymlinkLoop => "symlinkLoop",
        SkipReason::IgnoreFile => "ignoreFile",
        SkipReason::SyntaxErrors => "syntaxErrors",
        SkipReason::ParseTimeout => "parseTimeout",
        SkipReason::NoPattern => "noPattern",
        SkipReason::TooDeep => "tooDeep",
        SkipReason::InterruptedEdit => "interruptedEdit",
        SkipReason::Outside => "outside",
        SkipReason::LossyRewrite => "lossyRewrite",
        _ => "other",
    }
}
