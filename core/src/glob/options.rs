//! Options of path search.

use super::{FileType, GlobMatch};
use crate::exec::Pool;
use crate::pipeline::{OnTimeout, Request};
use crate::scan::Scope;

/// Options of [`glob`](super::glob).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GlobOptions {
    /// Patterns, matched against paths relative to the root. The last matching pattern wins; `!`
    /// before a pattern negates it.
    ///
    /// `*` and `?` match within a component, `[a-z]` and `[!a-z]` one character, `**` any number of
    /// components, `{a,b}` alternatives, also nested. A final `/` matches only directories. A
    /// backslash before one of `* ? [ ] { } ! ( ) , \` makes it literal, and is a `/` otherwise. An
    /// unclosed `{` is closed at the end, an unclosed `[` is literal, an empty range such as `[z-a]`
    /// matches nothing. Matching is case-sensitive.
    pub patterns: Vec<String>,
    /// Directories to walk. Its `globs` and `types` filter the results; if types are selected,
    /// results are files only. Its `hidden` is false by default here, but a pattern that spells out
    /// the leading dot of a name matches it.
    pub scope: Scope,
    /// Whether a pattern without `/` matches at any depth. Default: true. If false, `*.ts` matches
    /// entries of the root only, and no other directory is read.
    pub recursive: bool,
    /// Whether patterns are literal relative paths. Default: false.
    pub literal: bool,
    /// Kind of all results. With `File` and `Dir`, a symbolic link counts as its target. Default:
    /// `None`, all kinds.
    pub file_type: Option<FileType>,
    /// Whether results have size and modification time, at the cost of one system call each. Default:
    /// false.
    pub stat: bool,
    /// Whether results are sorted by modification time, newest first, then by path. All of them are
    /// then held in memory until the walk ends. Default: false.
    pub sort_by_mtime: bool,
    /// Maximum number of results. Unless results are sorted by time, the walk stops one result later,
    /// so that it can say whether there are more; 0 only answers whether there are any. Default:
    /// `None`, no limit.
    pub limit: Option<u64>,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Result of a call whose deadline passes. Default: an error.
    pub on_timeout: OnTimeout,
    /// Worker pool. Default: `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for GlobOptions {
    fn default() -> GlobOptions {
        GlobOptions {
            patterns: Vec::new(),
            scope: Scope {
                hidden: false,
                ..Scope::default()
            },
            recursive: true,
            literal: false,
            file_type: None,
            stat: false,
            sort_by_mtime: false,
            limit: None,
            offset: 0,
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl GlobOptions {
    /// Creates options with one pattern, one root and defaults.
    pub fn new(pattern: impl Into<String>, root: impl Into<std::path::PathBuf>) -> GlobOptions {
        let mut options = GlobOptions {
            patterns: vec![pattern.into()],
            ..GlobOptions::default()
        };
        options.scope.roots = vec![root.into()];
        options
    }

    pub(crate) fn run(&self) -> Request<GlobMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.offset,
            limit: self.limit,
            order: self
                .sort_by_mtime
                .then_some(|a: &GlobMatch, b: &GlobMatch| {
                    b.mtime_ms
                        .cmp(&a.mtime_ms)
                        .then_with(|| (a.root, &a.path).cmp(&(b.root, &b.path)))
                }),
            on_timeout: self.on_timeout,
            pool: self.pool.clone(),
            source: None,
        }
    }
}
