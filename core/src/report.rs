use std::collections::BTreeMap;

use crate::path::RelPath;
use crate::workspace::Freshness;

/// What a call over files found, and what it did not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// The results, in path order, then in order of position.
    pub items: Vec<T>,
    /// How far the items can be trusted.
    pub report: Report,
}

/// What a call did and did not do.
///
/// `complete` is the field to look at before saying "there is no such thing".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// True only if everything in scope was looked at, so that absence from
    /// the results means absence from the tree. What the options put out of
    /// scope (ignored, hidden or filtered paths, binary files,
    /// `node_modules`) does not count against it; what could not be read or
    /// was cut by a limit or by time does.
    pub complete: bool,
    /// What ended the call before it had seen everything.
    pub stopped_by: Option<StoppedBy>,
    /// Number of files whose content, or for listings whose name, was examined.
    pub files_searched: u64,
    /// Number of files with at least one match.
    pub files_with_matches: u64,
    /// Number of matches found, also those before `offset` and, where the
    /// call saw them, after the limit. See
    /// [`total_is_exact`](Report::total_is_exact).
    pub total_matches: u64,
    /// Whether `total_matches` is the number in the tree; if not it is a
    /// lower bound.
    pub total_is_exact: bool,
    /// What was in reach and not searched, one entry a reason.
    pub skipped: Vec<Skipped>,
    /// The roots, globs and types named no file at all: nothing was searched.
    pub no_files_matched_scope: bool,
    /// The `offset` of a call that continues where this one ended; `None`
    /// when there is nothing more.
    pub next_offset: Option<u64>,
    /// How it is known which files there are.
    pub freshness: Freshness,
}

/// What ended a call early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoppedBy {
    /// The limit on results was reached and there is at least one more.
    Limit,
    /// The deadline passed and partial results were asked for.
    Timeout,
    /// The caller's callback asked to stop.
    Callback,
}

/// Files or directories that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Why.
    pub reason: SkipReason,
    /// How many.
    pub count: u64,
    /// The first few paths in path order, at most [`Skipped::MAX_PATHS`].
    pub first: Vec<SkippedPath>,
}

impl Skipped {
    /// How many paths are named for each reason.
    pub const MAX_PATHS: usize = 10;
}

/// One path that was left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct SkippedPath {
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// The path relative to that root.
    pub path: RelPath,
    /// The operating system's or decoder's words, where there are any.
    pub detail: Option<String>,
}

/// Why a path was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SkipReason {
    /// A NUL byte in it, and binary files were not asked for. If it comes only
    /// after the first megabyte, what is before it was searched.
    Binary,
    /// Larger than `max_file_size`, or than what may be held in memory at once.
    TooLarge,
    /// It could not be opened, listed or read, or it changed while it was read.
    Unreadable,
    /// Bytes that are invalid in its encoding. Searches treat them as U+FFFD; edits leave the file
    /// alone.
    Undecodable,
    /// A `node_modules` directory that was not asked for.
    NodeModules,
    /// A symbolic link, followed on request, that leads back to a directory
    /// above it.
    SymlinkLoop,
    /// An ignore file that could not be read.
    IgnoreFile,
    /// It holds syntax errors. It was searched all the same, but what is near
    /// them may have been taken for something else.
    SyntaxErrors,
    /// It could not be parsed and searched in the time that one file may take.
    ParseTimeout,
    /// No pattern can be read in its language.
    NoPattern,
    /// It is nested too deeply for a rule.
    TooDeep,
}

impl SkipReason {
    /// Every reason there is, in order.
    pub const ALL: [SkipReason; 11] = [
        SkipReason::Binary,
        SkipReason::TooLarge,
        SkipReason::Unreadable,
        SkipReason::Undecodable,
        SkipReason::NodeModules,
        SkipReason::SymlinkLoop,
        SkipReason::IgnoreFile,
        SkipReason::SyntaxErrors,
        SkipReason::ParseTimeout,
        SkipReason::NoPattern,
        SkipReason::TooDeep,
    ];

    /// Whether a result that lacks such a path may still be called complete.
    pub fn is_by_choice(self) -> bool {
        matches!(
            self,
            SkipReason::Binary
                | SkipReason::NodeModules
                | SkipReason::SymlinkLoop
                | SkipReason::NoPattern
        )
    }
}

/// Counts skipped paths by reason, keeping the first of each in path order
/// whatever the order of arrival.
#[derive(Debug, Default)]
pub(crate) struct SkipLog {
    by_reason: BTreeMap<SkipReason, Skipped>,
}

impl SkipLog {
    pub(crate) fn add(&mut self, reason: SkipReason, path: SkippedPath) {
        let entry = self.by_reason.entry(reason).or_insert_with(|| Skipped {
            reason,
            count: 0,
            first: Vec::new(),
        });
        entry.count += 1;
        let at = entry.first.partition_point(|p| p < &path);
        if at < Skipped::MAX_PATHS {
            entry.first.insert(at, path);
            entry.first.truncate(Skipped::MAX_PATHS);
        }
    }

    pub(crate) fn to_vec(&self) -> Vec<Skipped> {
        self.by_reason.values().cloned().collect()
    }
}
