//! Reports.

use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use ransack::{RefreshMode, RescanReason, SkipReason, StoppedBy, WatchFallback};

/// What a call did and did not do. Look at `complete` before you say "there is
/// no such thing".
#[napi(object, object_from_js = false)]
pub struct Report {
    /// True only if everything in scope was looked at, so that absence from the
    /// results means absence from the tree. What the options put out of scope
    /// does not count against it; what could not be read, or was cut by a limit
    /// or by time, does.
    pub complete: bool,
    /// What ended the call before it had seen everything.
    #[napi(ts_type = "'limit' | 'timeout' | 'callback'")]
    pub stopped_by: Option<&'static str>,
    /// Number of files examined.
    pub files_searched: f64,
    /// Number of files with at least one match.
    pub files_with_matches: f64,
    /// Number of matches found, also those before `offset` and, where the call
    /// saw them, after the limit.
    pub total_matches: f64,
    /// Whether `totalMatches` is the number in the tree; if not it is a lower
    /// bound.
    pub total_is_exact: bool,
    /// What was in reach and not searched, one entry a reason.
    pub skipped: Vec<Skipped>,
    /// The paths, globs and types named no file at all: nothing was searched.
    pub no_files_matched_scope: bool,
    /// The `offset` of a call that continues where this one ended; absent when
    /// there is nothing more.
    pub next_offset: Option<f64>,
    /// How it is known which files there are.
    pub snapshot: SnapshotInfo,
}

/// How it is known which files there are. What files hold is always read when
/// it is searched.
#[napi(object, object_from_js = false)]
pub struct SnapshotInfo {
    /// How the list of files was brought up to date for the call: by walking the
    /// tree, as without a `Workspace`; because the system tells of every change;
    /// by comparing times of change; or by hand alone.
    #[napi(ts_type = "'walk' | 'watch' | 'stat' | 'manual'")]
    pub mode: &'static str,
    /// Why all of it, or what is below a directory with another ignore file, was
    /// listed anew.
    #[napi(
        ts_type = "'first' | 'overflow' | 'ignoreFile' | 'root' | 'mount' | 'asked' | 'failed' | 'other'"
    )]
    pub rescan: Option<&'static str>,
    /// Why a workspace that was to be watched goes by `'stat'`: the platform has
    /// no way that tells of every change in time; the system allows no more
    /// watches; the file system can change unseen.
    #[napi(ts_type = "'platform' | 'limit' | 'fileSystem' | 'other'")]
    pub fallback: Option<&'static str>,
}

/// Files or directories that were left out for one reason.
#[napi(object, object_from_js = false)]
pub struct Skipped {
    /// Why: a NUL byte in the file; larger than `maxFileSize` or than what may
    /// be held in memory; not to be opened, listed or read; not valid in
    /// `encoding`; a `node_modules` directory; a symbolic link that leads back
    /// to a directory above it; an ignore file with a fault; syntax errors, in
    /// spite of which it was searched; more time than one file may take; a
    /// language in which no pattern can be read; nested too deeply for a rule.
    #[napi(
        ts_type = "'binary' | 'tooLarge' | 'unreadable' | 'undecodable' | 'nodeModules' | 'symlinkLoop' | 'ignoreFile' | 'syntaxErrors' | 'parseTimeout' | 'noPattern' | 'tooDeep' | 'other'"
    )]
    pub reason: &'static str,
    /// How many.
    pub count: f64,
    /// The first few, in path order.
    pub first: Vec<SkippedPath>,
}

/// One path that was left out.
#[napi(object, object_from_js = false)]
pub struct SkippedPath {
    /// The path relative to its root, with `/`.
    pub path: String,
    /// Number of the root in the order given, 0-based.
    pub root: u32,
    /// The operating system's or decoder's words, where there are any.
    pub detail: Option<String>,
    /// The path's bytes, if `bytes` was set.
    pub path_bytes: Option<Uint8Array>,
}

impl Report {
    /// Converts; `bytes` asks for raw paths too.
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
            next_offset: report.next_offset.map(|n| n as f64),
            snapshot: SnapshotInfo::new(&report.snapshot),
        }
    }
}

impl SnapshotInfo {
    fn new(snapshot: &ransack::SnapshotInfo) -> SnapshotInfo {
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
                RescanReason::Asked => "asked",
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
            path_bytes: bytes.then(|| Uint8Array::from(at.path.as_bytes())),
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
        // Limits of every kind.
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
        _ => "other",
    }
}
