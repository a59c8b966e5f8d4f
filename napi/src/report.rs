//! Conversion of reports to JavaScript.
//!
//! The counts of a call are part of its report in Rust. In JavaScript, results carry them next to the
//! matches, and only the report of a stream carries them itself; `js/report.d.ts` declares both.

use napi_derive::napi;
use ransack::{RefreshMode, RescanReason, SkipReason, StoppedBy, WatchFallback};

use crate::index::IndexUse;
use crate::typed_array::ResultArray;

/// Report on a call: whether it is complete, why it stopped, and which files it skipped. Check
/// `complete` before you conclude that something does not exist.
#[napi(object, object_from_js = false)]
pub struct Report {
    /// True only if all text in scope was examined, so that absence from the results means absence
    /// from the scope. False after a limit or a timeout, or if a text in scope was not examined
    /// because the file is unreadable, too large or cannot be decoded, even if it was skipped only
    /// because of an option's default value. Binary files that are not roots and paths outside
    /// the scope (ignored, hidden and filtered paths, and `node_modules`) do not matter. With `after`,
    /// only the scope from the cursor on counts.
    pub complete: bool,
    /// Reason why the call ended before examining everything. Absent if the call examined
    /// everything.
    #[napi(ts_type = "'limit' | 'timeout' | 'callback'")]
    pub stopped_by: Option<&'static str>,
    /// Number of files that were examined or that a content index excluded.
    #[napi(skip_typescript)]
    pub files_searched: f64,
    /// Number of files with at least one match.
    #[napi(skip_typescript)]
    pub files_with_matches: f64,
    /// Number of matches found, including matches before `offset` and any matches found beyond the
    /// limit.
    #[napi(skip_typescript)]
    pub total_matches: f64,
    /// Whether `totalMatches` counts all matches in the examined files; if not, `totalMatches` is a
    /// lower bound. Matches in skipped files are not counted; see `complete`.
    pub total_is_exact: bool,
    /// Files and directories that were skipped, with one entry for each reason.
    pub skipped: Vec<Skipped>,
    /// Number of entries that only ignore rules exclude: the call would examine them, or walk them
    /// if they are directories, with these globs and types but without ignore rules. An ignored
    /// directory counts as one, whatever it contains. A lower bound if the call ended early.
    pub ignored: f64,
    /// True if the paths, globs and types together select no file, so that nothing was searched.
    /// For `glob`, true if they and the patterns together select no path. A skipped `node_modules`
    /// directory or nested repository does not count as selected. If `src` is a directory, the glob `src` selects no
    /// file; `src/` selects everything below the directory.
    pub no_files_matched_scope: bool,
    /// Hints for a call that found nothing: which paths, globs or types select no file, or which
    /// option may have been misunderstood. For example, `$name` in a pattern is ordinary code,
    /// because metavariable names are upper-case. Of an applied edit without an id, the reason why it
    /// cannot be undone. Absent if there are no hints.
    pub hints: Option<Vec<String>>,
    /// Value of `offset` for a call that returns the next page. Absent if there are no more
    /// results.
    pub next_offset: Option<f64>,
    /// Cursor for a call that returns the next page: its value of `after`, with the same options.
    /// In path order, such a call does not examine earlier files, unlike a call with `offset`, and
    /// changes to earlier files do not shift its results. After a timeout it continues at the first
    /// file that was not examined, so the next page may repeat results from later files. Absent if
    /// there are no more results.
    pub next: Option<String>,
    /// Origin of the call's file list.
    pub snapshot: SnapshotInfo,
    /// Use of the workspace's content index by the call.
    pub index: IndexUse,
    /// Time in milliseconds, rounded down, during which the call had work but no worker, because
    /// other calls occupied all workers.
    pub waited_ms: f64,
}

/// Origin of a call's file list. File contents are never cached; they are read at the time of the
/// search.
#[napi(object, object_from_js = false)]
pub struct SnapshotInfo {
    /// Method that brought the file list up to date: `'walk'` walked the tree, as in every call
    /// without a `Workspace`; `'watch'` processed change notifications; `'stat'` compared change
    /// times; `'manual'` did not update the list.
    #[napi(ts_type = "'walk' | 'watch' | 'stat' | 'manual'")]
    pub mode: &'static str,
    /// Reason why the file list, or the part below a changed ignore file, was rescanned. Absent if
    /// nothing was rescanned.
    #[napi(
        ts_type = "'first' | 'overflow' | 'ignoreFile' | 'root' | 'mount' | 'requested' | 'failed' | 'other'"
    )]
    pub rescan: Option<&'static str>,
    /// Reason why a workspace opened with `'watch'` uses `'stat'` instead. `'platform'`: the
    /// platform has no reliable change notifications. `'limit'`: the operating system's limit on
    /// watches has been reached. `'fileSystem'`: the file system can change without notifications.
    /// Absent if the workspace does not fall back to `'stat'`.
    #[napi(ts_type = "'platform' | 'limit' | 'fileSystem' | 'other'")]
    pub fallback: Option<&'static str>,
}

/// Files or directories that a call skipped for one reason.
#[napi(object, object_from_js = false)]
pub struct Skipped {
    /// Reason for skipping the paths. `'binary'`: contains a NUL byte and is not text in UTF-16 or
    /// UTF-32. `'tooLarge'`: exceeds `maxFileSize` or the memory limit. `'unreadable'`: cannot be
    /// opened, listed or read. `'undecodable'`: is invalid in `encoding`, is UTF-16 or UTF-32 text
    /// without a byte order mark, or has its first NUL byte after the first MiB; `detail` says which of the
    /// last two. `'nodeModules'`: is a `node_modules` directory.
    /// `'symlinkLoop'`: is a link to one of its own ancestor directories. `'ignoreFile'`: has an
    /// invalid line. `'syntaxErrors'`: has syntax errors but was searched. `'parseTimeout'`:
    /// exceeded the time limit for one file. `'noPattern'`: is in a language that cannot parse any
    /// of the patterns. `'tooDeep'`: is nested too deeply for a rule, or has definitions too deep
    /// for an outline. `'interruptedEdit'`: has its old or new text, or parts of both, because an
    /// edit of the file was interrupted and has not been repaired. `'outside'`: is a followed link
    /// that leads outside the workspace. `'lossyRewrite'`: has matches of a rewrite that were not
    /// replaced, because the replacement would remove code that the pattern does not name.
    /// `'nestedRepository'`: holds `.git`, and `nestedRepositories` is false. `'stepLimit'`: has
    /// lines that look-around or back-references cannot match in a bounded number of steps.
    /// `'denied'`: matches `deny` of the workspace, or is a link to such a path; nothing below a
    /// denied directory is listed.
    #[napi(
        ts_type = "'binary' | 'tooLarge' | 'unreadable' | 'undecodable' | 'nodeModules' | 'symlinkLoop' | 'ignoreFile' | 'syntaxErrors' | 'parseTimeout' | 'noPattern' | 'tooDeep' | 'interruptedEdit' | 'outside' | 'lossyRewrite' | 'nestedRepository' | 'stepLimit' | 'denied' | 'other'"
    )]
    pub reason: &'static str,
    /// Number of files or directories skipped for this reason.
    pub count: f64,
    /// First few files or directories skipped for this reason, in path order.
    pub first: Vec<SkippedPath>,
}

/// Path of a skipped file or directory.
#[napi(object, object_from_js = false)]
pub struct SkippedPath {
    /// Path relative to the base that `pathsFrom` selects, with `/` as separator. Invalid UTF-8 is
    /// replaced with U+FFFD.
    pub path: String,
    /// 0-based index of the root, in the order given.
    pub root: u32,
    /// Message from the operating system or decoder, if any.
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
            stopped_by: report.stopped_by.map(StoppedBy::name),
            files_searched: report.files_searched as f64,
            files_with_matches: report.files_with_matches as f64,
            total_matches: report.total_matches as f64,
            total_is_exact: report.total_is_exact,
            skipped: report
                .skipped
                .iter()
                .map(|s| Skipped::new(s, bytes))
                .collect(),
            ignored: report.ignored as f64,
            no_files_matched_scope: report.no_files_matched_scope,
            hints: (!report.hints.is_empty()).then(|| report.hints.clone()),
            next_offset: report.next_offset.map(|n| n as f64),
            next: report.next.clone(),
            snapshot: SnapshotInfo::new(&report.snapshot),
            index: IndexUse::new(&report.index),
            waited_ms: report.waited.as_millis() as f64,
        }
    }
}

impl SnapshotInfo {
    /// Converts the origin of a file list.
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
            reason: skipped.reason.name(),
            count: skipped.count as f64,
            first: skipped.first.iter().map(path).collect(),
        }
    }
}

/// Returns the reason with this name; `None` for a name that is not the name of a reason.
pub(crate) fn skip_reason_named(name: &str) -> Option<SkipReason> {
    SkipReason::ALL
        .into_iter()
        .find(|known| known.name() == name)
}
