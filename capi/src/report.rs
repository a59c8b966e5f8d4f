//! What a call did and did not do.

use ransack::{Report, SkipReason, StoppedBy};

use crate::ffi::{self, Handle};
use crate::panic::guard_or;
use crate::slice::ransack_bytes;
use crate::workspace::ransack_snapshot_info;

/// What ended a call before it had seen everything. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_stopped_by {
    /// Nothing: it went to the end.
    None = 0,
    /// The limit on results was reached and there is at least one more.
    Limit = 1,
    /// The time was over and partial results were asked for.
    Timeout = 2,
    /// The callback asked to stop.
    Callback = 3,
    /// A reason that this version of the header has no name for.
    Other = 4,
}

/// Why a path was left out. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_skip_reason {
    /// A reason that this version of the header has no name for.
    Other = 0,
    /// A NUL byte in it, and binary files were not asked for.
    Binary = 1,
    /// Larger than `max_file_size`, or than what may be held in memory at once.
    TooLarge = 2,
    /// It could not be opened, listed or read.
    Unreadable = 3,
    /// Its bytes are not valid in the encoding given.
    Undecodable = 4,
    /// A node_modules directory that was not asked for.
    NodeModules = 5,
    /// A symbolic link, followed on request, that leads back to a directory
    /// above it.
    SymlinkLoop = 6,
    /// An ignore file that could not be read.
    IgnoreFile = 7,
    /// It holds syntax errors. It was searched all the same.
    SyntaxErrors = 8,
    /// It could not be parsed and searched in the time that one file may take.
    ParseTimeout = 9,
    /// No pattern can be read in its language.
    NoPattern = 10,
    /// It is nested too deeply for a rule.
    TooDeep = 11,
}

/// One path that was left out.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_skipped_path {
    /// The path, relative to its root.
    pub path: ransack_bytes,
    /// The operating system's or decoder's words; empty if there are none.
    pub detail: ransack_bytes,
    /// Index of the root in the options, from 0.
    pub root: u32,
}

/// The paths that were left out for one reason.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_skipped {
    /// Why.
    pub reason: ransack_skip_reason,
    /// How many.
    pub count: u64,
    /// The first few of them, in path order.
    pub paths: *const ransack_skipped_path,
    /// The number of `paths`, at most 10.
    pub paths_len: usize,
}

/// What a call did and did not do. Look at `complete` before you say that there
/// is no such thing.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_report {
    /// Number of files whose content was examined; of a ransack_glob() the
    /// number of names.
    pub files_searched: u64,
    /// Number of files with at least one match.
    pub files_with_matches: u64,
    /// Number of matches found, those before the offset and, where the call saw
    /// them, after the limit included.
    pub total_matches: u64,
    /// The `offset` of a call that continues where this one ended, if
    /// `has_next_offset`; else 0.
    pub next_offset: u64,
    /// What was in reach and not searched, one entry for each reason.
    pub skipped: *const ransack_skipped,
    /// The number of entries in `skipped`.
    pub skipped_len: usize,
    /// What ended the call early.
    pub stopped_by: ransack_stopped_by,
    /// 1 only if everything in scope was looked at, so that what is not among
    /// the results is not in the tree. What the options put out of scope
    /// (ignored, hidden or filtered paths, binary files, node_modules) does not
    /// count against it; what could not be read or was cut by a limit or by
    /// time does.
    pub complete: u8,
    /// Whether `total_matches` is the number in the tree; if not, it is a lower
    /// bound.
    pub total_is_exact: u8,
    /// Whether the roots, globs and types named no file at all.
    pub no_files_matched_scope: u8,
    /// Whether there is more, from `next_offset` on.
    pub has_next_offset: u8,
    /// How it is known which files there are.
    pub snapshot: ransack_snapshot_info,
}

impl Handle for ransack_report {
    type Owner = Owner;
}

/// Frees a report and all that it points to. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_report_free(report: *mut ransack_report) {
    // SAFETY: NULL or a report of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(report) }));
}

/// A report with what it points to. The visible part comes first, so that a
/// pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct Owner {
    shown: ransack_report,
    _skipped: Vec<ransack_skipped>,
    _paths: Vec<Vec<ransack_skipped_path>>,
    _report: Report,
}

/// Gives a report to C.
pub(crate) fn hand_out(report: Report) -> *mut ransack_report {
    let paths: Vec<Vec<_>> = report
        .skipped
        .iter()
        .map(|skipped| {
            let path = |path: &ransack::SkippedPath| ransack_skipped_path {
                path: ransack_bytes::of(path.path.as_bytes()),
                detail: ransack_bytes::of(path.detail.as_deref().unwrap_or_default().as_bytes()),
                root: path.root,
            };
            skipped.first.iter().map(path).collect()
        })
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
    let shown = ransack_report {
        files_searched: report.files_searched,
        files_with_matches: report.files_with_matches,
        total_matches: report.total_matches,
        next_offset: report.next_offset.unwrap_or(0),
        skipped: skipped.as_ptr(),
        skipped_len: skipped.len(),
        stopped_by: match report.stopped_by {
            None => ransack_stopped_by::None,
            Some(StoppedBy::Limit) => ransack_stopped_by::Limit,
            Some(StoppedBy::Timeout) => ransack_stopped_by::Timeout,
            Some(StoppedBy::Callback) => ransack_stopped_by::Callback,
            Some(_) => ransack_stopped_by::Other,
        },
        complete: report.complete.into(),
        total_is_exact: report.total_is_exact.into(),
        no_files_matched_scope: report.no_files_matched_scope.into(),
        has_next_offset: report.next_offset.is_some().into(),
        snapshot: ransack_snapshot_info::of(&report.snapshot),
    };
    ffi::hand_out(Owner {
        shown,
        _skipped: skipped,
        _paths: paths,
        _report: report,
    })
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
        _ => ransack_skip_reason::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_number_of_its_own() {
        let numbers: Vec<u32> = SkipReason::ALL
            .iter()
            .map(|r| reason_of(*r) as u32)
            .collect();
        assert_eq!(
            numbers,
            (1..=SkipReason::ALL.len() as u32).collect::<Vec<_>>()
        );
    }
}
