//! Reports: completeness of a result, counts, skipped paths.

use std::ffi::c_char;

use ransack::{Report, SkipReason, StoppedBy};

use crate::ffi::{self, Handle};
use crate::names::Names;
use crate::slice::ransack_bytes;
use crate::workspace::index::ransack_index_use;
use crate::workspace::ransack_snapshot_info;

/// Reason why a call ended early. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_stopped_by {
    /// The call ran to completion.
    None = 0,
    /// The limit on results was reached and at least one more result exists.
    Limit = 1,
    /// The time limit passed and the options ask for partial results.
    Timeout = 2,
    /// The callback returned a number other than 0.
    Callback = 3,
    /// Reason unknown to this version of the header.
    Other = 4,
}

/// Reason for skipping or reporting a path. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_skip_reason {
    /// Reason unknown to this version of the header.
    Other = 0,
    /// File that contains a NUL byte. Content search reads such files if the option `binary` is
    /// set.
    Binary = 1,
    /// File larger than `max_file_size`, or too large to hold in memory.
    TooLarge = 2,
    /// File or directory that cannot be opened, listed or read, or a file that changed while it was
    /// being read.
    Unreadable = 3,
    /// File with bytes that are invalid in its encoding. Searches replace them with U+FFFD; edits
    /// skip the file.
    Undecodable = 4,
    /// node_modules directory. Such directories are walked if `node_modules` is set in the scope.
    NodeModules = 5,
    /// Followed symbolic link that leads back to a directory above it.
    SymlinkLoop = 6,
    /// Ignore file that cannot be read.
    IgnoreFile = 7,
    /// File with syntax errors. It was processed anyway.
    SyntaxErrors = 8,
    /// File that took longer than `time_per_file_ms` to parse and search.
    ParseTimeout = 9,
    /// File in a language in which none of the patterns can be parsed.
    NoPattern = 10,
    /// File whose code is nested too deeply to evaluate a rule, or whose definitions are nested too
    /// deeply for an outline.
    TooDeep = 11,
    /// File of an interrupted edit that has not been repaired, so its text may be old or new. If
    /// the edit's journal cannot be read, the path is the journal's path.
    InterruptedEdit = 12,
    /// Followed symbolic link whose target lies outside the workspace, unless the workspace options
    /// allow such links.
    Outside = 13,
    /// File with matches of a rewrite that were not replaced, because the replacement would remove
    /// code that the pattern does not name. Other matches in the file were replaced.
    LossyRewrite = 14,
    /// Directory below a root that holds .git. Such directories are walked if
    /// `nested_repositories` is set in the scope.
    NestedRepository = 15,
    /// File with lines that look-around or back-references cannot match in a bounded number of
    /// steps. Other lines of the file were searched.
    StepLimit = 16,
    /// Path, or target of a symbolic link, that `deny` in the workspace options denies. Nothing below a
    /// denied directory is listed.
    Denied = 17,
}

/// Skipped path.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_skipped_path {
    /// Path relative to the base that `paths_from` selects, as raw file-system bytes.
    pub path: ransack_bytes,
    /// Message from the operating system, decoder or parser; may be empty.
    pub detail: ransack_bytes,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
}

/// Paths skipped for the same reason.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_skipped {
    /// Reason for skipping the paths.
    pub reason: ransack_skip_reason,
    /// Number of skipped paths.
    pub count: u64,
    /// First skipped paths, in path order, at most 10.
    pub paths: *const ransack_skipped_path,
    /// Number of entries in `paths`, at most 10.
    pub paths_len: usize,
}

/// Report on a call: completeness, counts, skipped paths. The absence of a result is conclusive
/// only if `complete` is 1.
///
/// The caller owns the report and frees it with ransack_report_free(). Everything it points to is
/// valid until then. A report is immutable, so any number of threads may read it.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_report {
    /// Number of files whose content was examined, or that were ruled out by a content index. For a
    /// path search, the number of entries compared with the patterns.
    pub files_searched: u64,
    /// Number of files with at least one match.
    pub files_with_matches: u64,
    /// Number of matches found, including matches skipped by `offset` and any matches found past
    /// the limit.
    pub total_matches: u64,
    /// Value of `offset` for a call that continues where this call stopped, if `has_next_offset` is
    /// set; otherwise 0.
    pub next_offset: u64,
    /// Paths in scope that were skipped, one entry for each reason.
    pub skipped: *const ransack_skipped,
    /// Number of entries in `skipped`.
    pub skipped_len: usize,
    /// Reason why the call ended early.
    pub stopped_by: ransack_stopped_by,
    /// 1 only if all text in scope was examined. Binary files that are not roots and paths outside
    /// the scope (ignored, hidden and filtered paths, node_modules) do not matter. The value is 0
    /// after a limit or a timeout, or if a text in scope was not examined because it is unreadable,
    /// cannot be decoded or is larger than the maximum size. With `after`, only the scope from the
    /// cursor on counts.
    pub complete: u8,
    /// Whether `total_matches` counts all matches in the examined files; if not, `total_matches` is
    /// a lower bound. Matches in skipped files are not counted: see `complete`.
    pub total_is_exact: u8,
    /// Whether roots, globs and types together select no file. For ransack_glob(), whether they and
    /// the patterns together select no path. A skipped node_modules directory or nested repository
    /// does not count. The glob "src" selects no file if src is a directory; "src/" selects
    /// everything below the directory.
    pub no_files_matched_scope: u8,
    /// Whether there are more results, starting at `next_offset`.
    pub has_next_offset: u8,
    /// Origin of the file list of the call.
    pub snapshot: ransack_snapshot_info,
    /// Use of the workspace's content index by the call: the number of files that the index did not
    /// exclude, and whether it excluded any.
    pub index: ransack_index_use,
    /// Time in milliseconds, rounded down, during which the call had work but no worker because
    /// other calls occupied all workers.
    pub waited_ms: u64,
    /// Advice for a call that found nothing, UTF-8. A hint may name the root, glob or type that
    /// selects no file, or an option whose meaning may be unexpected: for example, $name in a
    /// pattern is ordinary code, because metavariable names are upper-case. Of an applied edit without an
    /// id, the reason why it cannot be undone.
    pub hints: *const ransack_bytes,
    /// Number of hints.
    pub hints_len: usize,
    /// Cursor for a call with the same options that continues after these results: the value of
    /// `after` in its scope. In path order, such a call does not examine earlier files, unlike a
    /// call with an offset, and changes to earlier files do not shift its results. After a timeout
    /// it continues at the first file that was not examined, so the next page may repeat results
    /// from later files. Empty if there are no more results.
    pub next: ransack_bytes,
    /// Number of entries that only ignore rules exclude: the call would examine them, or walk them
    /// if they are directories, with these globs and types but without ignore rules. An ignored
    /// directory counts as one, whatever it contains. A lower bound if the call ended early.
    pub ignored: u64,
}

/// Returns the name of a ransack_skip_reason, such as "tooLarge", or "" for an unknown number. The
/// string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_skip_reason_name(reason: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| {
        let known = SkipReason::ALL.map(SkipReason::name);
        [&["other"], &known[..]].concat()
    });
    NAMES.at(usize::try_from(reason).ok())
}

/// Returns the name of a ransack_stopped_by, such as "limit", or "" for RANSACK_STOPPED_BY_NONE and
/// unknown numbers. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_stopped_by_name(stopped_by: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| {
        let known = StoppedBy::ALL.map(StoppedBy::name);
        [&[""], &known[..], &["other"]].concat()
    });
    NAMES.at(usize::try_from(stopped_by).ok())
}

impl Handle for ransack_report {
    type Owner = OwnedReport;
}

/// Frees a report and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_report_free(report: *mut ransack_report) {
    // SAFETY: the header requires NULL or a report of this library that is not used afterwards.
    unsafe { ffi::free(report) }
}

/// Report with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedReport {
    shown: ransack_report,
    _skipped: Vec<ransack_skipped>,
    _paths: Vec<Vec<ransack_skipped_path>>,
    _hints: Vec<ransack_bytes>,
    _report: Report,
}

impl OwnedReport {
    pub(crate) fn new(report: Report) -> OwnedReport {
        let paths: Vec<Vec<_>> = report
            .skipped
            .iter()
            .map(|skipped| skipped.first.iter().map(ransack_skipped_path::of).collect())
            .collect();
        let skipped: Vec<_> = report
            .skipped
            .iter()
            .zip(&paths)
            .map(|(skipped, paths)| ransack_skipped {
                reason: reason_of(skipped.reason),
                count: skipped.count,
                paths: paths.as_ptr(),
                paths_len: paths.len(),
            })
            .collect();
        let hints = report.hints.iter();
        let hints: Vec<_> = hints
            .map(|hint| ransack_bytes::of(hint.as_bytes()))
            .collect();
        // Moving vectors and strings does not move their content.
        OwnedReport {
            shown: ransack_report {
                files_searched: report.files_searched,
                files_with_matches: report.files_with_matches,
                total_matches: report.total_matches,
                next_offset: report.next_offset.unwrap_or(0),
                skipped: skipped.as_ptr(),
                skipped_len: skipped.len(),
                stopped_by: stopped_by(report.stopped_by),
                complete: report.complete.into(),
                total_is_exact: report.total_is_exact.into(),
                no_files_matched_scope: report.no_files_matched_scope.into(),
                has_next_offset: report.next_offset.is_some().into(),
                snapshot: ransack_snapshot_info::of(&report.snapshot),
                index: ransack_index_use::of(&report.index),
                waited_ms: crate::options::from_duration(Some(report.waited)),
                hints: hints.as_ptr(),
                hints_len: hints.len(),
                next: ransack_bytes::of(report.next.as_deref().unwrap_or_default().as_bytes()),
                ignored: report.ignored,
            },
            _skipped: skipped,
            _paths: paths,
            _hints: hints,
            _report: report,
        }
    }
}

/// Report owned by the outcome that points to it.
pub(crate) struct EmbeddedReport(*mut ransack_report);

impl EmbeddedReport {
    pub(crate) fn new(report: Report) -> EmbeddedReport {
        EmbeddedReport(ffi::into_handle(OwnedReport::new(report)))
    }

    pub(crate) fn as_ptr(&self) -> *const ransack_report {
        self.0
    }
}

impl Drop for EmbeddedReport {
    fn drop(&mut self) {
        // SAFETY: the handle was made for this outcome, and C never frees it.
        unsafe { ffi::free(self.0) }
    }
}

impl ransack_skipped_path {
    fn of(path: &ransack::SkippedPath) -> ransack_skipped_path {
        ransack_skipped_path {
            path: ransack_bytes::of(path.path.as_bytes()),
            detail: ransack_bytes::of(path.detail.as_deref().unwrap_or_default().as_bytes()),
            root: path.root,
        }
    }
}

fn stopped_by(cause: Option<StoppedBy>) -> ransack_stopped_by {
    match cause {
        None => ransack_stopped_by::None,
        Some(StoppedBy::Limit) => ransack_stopped_by::Limit,
        Some(StoppedBy::Timeout) => ransack_stopped_by::Timeout,
        Some(StoppedBy::Callback) => ransack_stopped_by::Callback,
        Some(_) => ransack_stopped_by::Other,
    }
}

fn reason_of(reason: SkipReason) -> ransack_skip_reason {
    match reason {
        SkipReason::Binary => ransack_skip_reason::Binary,
        SkipReason::TooLarge => ransack_skip_reason::TooLarge,
        SkipReason::Unreadable => ransack_skip_reason::Unreadable,
        SkipReason::Undecodable => ransack_skip_reason::Undecodable,
        SkipReason::NodeModules => ransack_skip_reason::NodeModules,
        SkipReason::SymlinkLoop => ransack_skip_reason::SymlinkLoop,
        SkipReason::IgnoreFile => ransack_skip_reason::IgnoreFile,
        SkipReason::SyntaxErrors => ransack_skip_reason::SyntaxErrors,
        SkipReason::ParseTimeout => ransack_skip_reason::ParseTimeout,
        SkipReason::NoPattern => ransack_skip_reason::NoPattern,
        SkipReason::TooDeep => ransack_skip_reason::TooDeep,
        SkipReason::InterruptedEdit => ransack_skip_reason::InterruptedEdit,
        SkipReason::Outside => ransack_skip_reason::Outside,
        SkipReason::LossyRewrite => ransack_skip_reason::LossyRewrite,
        SkipReason::NestedRepository => ransack_skip_reason::NestedRepository,
        SkipReason::StepLimit => ransack_skip_reason::StepLimit,
        SkipReason::Denied => ransack_skip_reason::Denied,
        _ => ransack_skip_reason::Other,
    }
}

#[cfg(test)]
mod tests;
