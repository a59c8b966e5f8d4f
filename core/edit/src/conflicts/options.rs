//! Options and results of [`conflicts`](super::conflicts()).

use ransack_base::internal::setters;
use ransack_base::{Pool, RelPath};
use ransack_search::internal::{Request, begin_scope, scope_setters};
use ransack_search::{OnTimeout, Scope, ScopeRoot};

/// Conflict of a merge in a file, or a marker without the others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// Path from the base that [`Scope::paths_from`](crate::Scope::paths_from) selects.
    pub path: RelPath,
    /// 0-based index of the root in [`Scope::roots`](crate::Scope::roots).
    pub root: u32,
    /// Line of the first marker, 1-based.
    pub first_line: u64,
    /// Line of the last marker, 1-based.
    pub last_line: u64,
    /// Offset of the first marker in bytes, 0-based.
    pub offset: u64,
    /// Length in bytes from the first marker to the end of the line of the last marker.
    pub len: u64,
    /// Whether all markers are present. If false, the conflict consists of one marker, and the side
    /// that it belongs to has no text.
    pub is_complete: bool,
    /// Side of the current branch, after `<<<<<<<`. `None` for a lone `>>>>>>>`.
    pub ours: Option<ConflictSide>,
    /// Text that both sides have changed, after `|||||||`. `None` unless the merge has written it, as
    /// the styles `diff3` and `zdiff3` of Git do.
    pub base: Option<ConflictSide>,
    /// Side of the other branch, before `>>>>>>>`. `None` for a lone `<<<<<<<`.
    pub theirs: Option<ConflictSide>,
}

/// Side or base of a conflict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConflictSide {
    /// Text after the marker, such as the name of a branch.
    pub label: Vec<u8>,
    /// First line, 1-based. If there are no lines, the line of the marker at their end.
    pub first_line: u64,
    /// Number of lines.
    pub line_count: u64,
    /// Offset of the first line in bytes, 0-based.
    pub offset: u64,
    /// Lines with their line ends.
    pub text: Vec<u8>,
}

impl Conflict {
    /// Returns the approximate memory in bytes.
    pub(super) fn weight(&self) -> usize {
        let sides = [&self.ours, &self.base, &self.theirs].into_iter().flatten();
        let texts = sides.map(|side| side.label.len() + side.text.len());
        size_of::<Conflict>() + texts.sum::<usize>()
    }
}

/// Options for [`conflicts`](super::conflicts()).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConflictsOptions {
    /// Files to search.
    pub scope: Scope,
    /// Maximum number of results. Default: `None`, no limit.
    pub limit: Option<u64>,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Maximum file size in bytes; larger files are skipped and reported. Default: `None`, 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label of the WHATWG Encoding Standard.
    /// Offsets in decoded files count bytes of the decoded text. Default: `None`, which reads UTF-8
    /// and keeps invalid bytes.
    pub encoding: Option<String>,
    /// Behaviour when the deadline passes. Default: [`OnTimeout::Fail`].
    pub on_timeout: OnTimeout,
    /// Worker pool. Default: `None`, which means [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for ConflictsOptions {
    fn default() -> ConflictsOptions {
        ConflictsOptions {
            scope: Scope::default(),
            limit: None,
            offset: 0,
            max_file_size: None,
            encoding: None,
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl ConflictsOptions {
    /// Creates options with one root, and defaults for the rest.
    pub fn new(root: impl Into<ScopeRoot>) -> ConflictsOptions {
        ConflictsOptions {
            scope: Scope::new(root),
            ..ConflictsOptions::default()
        }
    }

    pub(super) fn request(&self) -> Request<Conflict> {
        Request {
            scope: begin_scope(&self.scope),
            offset: self.offset,
            limit: self.limit,
            order: None,
            complete: None,
            on_timeout: self.on_timeout,
            takes_defaults: true,
            pool: self.pool.clone(),
        }
    }
}

setters! { ConflictsOptions {
    value(Scope) scope,
    option(u64) limit,
    value(u64) offset,
    option(u64) max_file_size,
    some(String) encoding,
    value(OnTimeout) on_timeout,
    option(Pool) pool,
}}
scope_setters!(ConflictsOptions.scope:);
