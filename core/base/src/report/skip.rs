//! Paths that a call skipped, counted by reason.

use std::collections::BTreeMap;

use super::Report;
use crate::path::RelPath;

/// Files or directories that a call skipped for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Reason why the paths were skipped.
    pub reason: SkipReason,
    /// Number of skipped paths.
    pub count: u64,
    /// First skipped paths in path order; at most [`Skipped::MAX_PATHS`].
    pub first: Vec<SkippedPath>,
}

impl Skipped {
    /// Maximum number of paths listed per reason.
    pub const MAX_PATHS: usize = 10;
}

/// A path that a call skipped.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct SkippedPath {
    /// 0-based index of the root in the scope's roots.
    pub root: u32,
    /// Path, in the form that results have.
    pub path: RelPath,
    /// Message from the operating system or decoder, if any.
    pub detail: Option<String>,
}

/// Reason why a path was skipped or only partly searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SkipReason {
    /// The file contains a NUL byte in its first MiB, is not text in UTF-16 or UTF-32, and the
    /// option `binary` is off.
    Binary,
    /// The file is larger than `max_file_size` or than the largest text held in memory at once, or
    /// parsing the file needs a larger stack than any thread can have.
    TooLarge,
    /// The path could not be opened, listed or read, or the file changed while it was read.
    Unreadable,
    /// The file's bytes are not valid in its encoding: searches replace invalid bytes with U+FFFD,
    /// edits skip the file. Or the file is text in UTF-16 or UTF-32 without a byte order mark, which
    /// is skipped. Or its first NUL byte comes after the first MiB: a content search examines the text
    /// before that byte, and other operations skip the file. `detail` says which of the last two.
    Undecodable,
    /// A `node_modules` directory outside the scope.
    NodeModules,
    /// A followed symbolic link that leads back to one of its ancestor directories.
    SymlinkLoop,
    /// An ignore file that cannot be read; its rules do not apply. If it is above the root, its path
    /// is absolute, or relative to the workspace if paths are.
    IgnoreFile,
    /// The file has syntax errors. It was searched, but code near the errors may have been misread.
    SyntaxErrors,
    /// Parsing and searching the file exceeded the time limit per file.
    ParseTimeout,
    /// No pattern of the query can be parsed in the file's language.
    NoPattern,
    /// The syntax tree is nested too deeply to be matched against a rule, or some definitions are
    /// nested too deeply for an outline.
    TooDeep,
    /// An interrupted edit of the file has not been repaired; the file's text may be old or new. If
    /// the edit's journal cannot be read, the listed path is the journal's path.
    InterruptedEdit,
    /// A followed symbolic link to a target outside the workspace; the options do not allow such
    /// targets.
    Outside,
    /// The file has matches of a rewrite that were not replaced, because the replacement would
    /// remove code that the pattern does not name. Other matches in the file were replaced.
    LossyRewrite,
    /// A directory below a root that holds `.git`, while nested repositories are out of scope.
    NestedRepository,
    /// The file has lines that look-around or back-references cannot match in a bounded number of
    /// steps. Other lines of the file were searched.
    StepLimit,
    /// A glob denies the path, or the target of the symbolic link, to all calls through the workspace.
    /// Nothing below a denied directory is listed.
    Denied,
}

impl SkipReason {
    /// All skip reasons, in order.
    pub const ALL: [SkipReason; 17] = [
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
        SkipReason::InterruptedEdit,
        SkipReason::Outside,
        SkipReason::LossyRewrite,
        SkipReason::NestedRepository,
        SkipReason::StepLimit,
        SkipReason::Denied,
    ];

    /// Returns the name in camel case, such as `"tooLarge"`.
    pub fn name(self) -> &'static str {
        match self {
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
            SkipReason::NestedRepository => "nestedRepository",
            SkipReason::StepLimit => "stepLimit",
            SkipReason::Denied => "denied",
        }
    }

    /// Whether a call that skipped a path for this reason can still be
    /// [`complete`](super::Report::complete): the path is outside the scope, its content is in
    /// scope elsewhere, is not text, or cannot match. Text in scope that was not examined makes a
    /// call incomplete, whatever the reason.
    pub fn is_by_choice(self) -> bool {
        matches!(
            self,
            SkipReason::Binary
                | SkipReason::NodeModules
                | SkipReason::SymlinkLoop
                | SkipReason::NoPattern
                | SkipReason::Outside
                | SkipReason::NestedRepository
                | SkipReason::Denied
        )
    }
}

/// Counts of skipped paths by reason, with the first paths in path order regardless of the order of
/// arrival.
#[derive(Debug, Default)]
pub struct SkipLog {
    by_reason: BTreeMap<SkipReason, Skipped>,
}

impl Skipped {
    fn new(reason: SkipReason) -> Skipped {
        Skipped {
            reason,
            count: 0,
            first: Vec::new(),
        }
    }

    fn add(&mut self, path: SkippedPath) {
        self.count += 1;
        let at = self.first.partition_point(|p| p < &path);
        if at < Skipped::MAX_PATHS {
            self.first.insert(at, path);
            self.first.truncate(Skipped::MAX_PATHS);
        }
    }
}

/// Reports one more skipped path.
pub fn add_skip(report: &mut Report, reason: SkipReason, path: SkippedPath) {
    report.complete &= reason.is_by_choice();
    let skipped = &mut report.skipped;
    let at = skipped.partition_point(|skipped| skipped.reason < reason);
    if skipped
        .get(at)
        .is_none_or(|skipped| skipped.reason != reason)
    {
        skipped.insert(at, Skipped::new(reason));
    }
    skipped[at].add(path);
}

impl SkipLog {
    /// Counts a path that was skipped.
    pub fn add(&mut self, reason: SkipReason, path: SkippedPath) {
        let new = || Skipped::new(reason);
        self.by_reason.entry(reason).or_insert_with(new).add(path);
    }

    /// Returns the counts, in the order of the reasons.
    pub fn to_vec(&self) -> Vec<Skipped> {
        self.by_reason.values().cloned().collect()
    }
}

/// Creates the entry of a path that was skipped.
pub fn skipped_path(root: u32, path: RelPath, detail: Option<String>) -> SkippedPath {
    SkippedPath { root, path, detail }
}

/// Describes a file's problem for messages.
pub fn describe_skip(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::Binary => "it holds a NUL byte",
        SkipReason::TooLarge => "it is too large",
        SkipReason::Unreadable => "it cannot be read",
        SkipReason::Undecodable => "its bytes are not valid in its encoding",
        SkipReason::NodeModules | SkipReason::IgnoreFile | SkipReason::NestedRepository => {
            "it is out of scope"
        }
        SkipReason::SymlinkLoop => "its symbolic link is a loop",
        SkipReason::SyntaxErrors => "it has syntax errors",
        SkipReason::ParseTimeout => "its parse takes too long",
        SkipReason::NoPattern => "no pattern can be parsed in its language",
        SkipReason::TooDeep => "it is nested too deeply",
        SkipReason::Outside => "its symbolic link leads outside the workspace",
        SkipReason::LossyRewrite => "a rewrite would remove code that its pattern does not name",
        SkipReason::StepLimit => "some lines take too many steps to match",
        SkipReason::Denied => "the workspace denies its path",
        SkipReason::InterruptedEdit => "an interrupted edit of it is not repaired",
    }
}
