//! Options of a workspace.

use std::path::PathBuf;

use ransack_base::internal::setters;
use ransack_base::{Pool, RefreshMode};

use crate::index::IndexMode;

/// Options of [`Workspace::open`](super::Workspace::open).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkspaceOptions {
    /// Refresh mode of the file table. Default: [`RefreshMode::Watch`],
    /// with [`RefreshMode::Stat`] as fallback where watching is not possible.
    /// [`RefreshMode::Walk`] keeps no table.
    pub refresh: RefreshMode,
    /// Whether the roots of a call may lead outside the root of the workspace: by an
    /// absolute path, by `..`, or through a symbolic link. Otherwise such a call fails
    /// with [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption). Default:
    /// false.
    pub allow_outside: bool,
    /// Content index. With it, searches with a selective pattern read few files; results do not
    /// change. It costs a few seconds of background work per gigabyte, and a tenth of the size of
    /// the text. Needs a refresh mode other than [`RefreshMode::Walk`]. Default:
    /// [`IndexMode::None`].
    pub index: IndexMode,
    /// Directory of the index on disk, which workspaces and processes may share. It is created
    /// accessible only to the user. Default: `None`, `ransack/index` in the user's cache directory.
    pub index_path: Option<PathBuf>,
    /// Pool for the first scan, and for calls whose options name no pool. Default: `None`,
    /// [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for WorkspaceOptions {
    fn default() -> WorkspaceOptions {
        WorkspaceOptions {
            refresh: RefreshMode::Watch,
            allow_outside: false,
            index: IndexMode::None,
            index_path: None,
            pool: None,
        }
    }
}

setters! { WorkspaceOptions {
    value(RefreshMode) refresh,
    value(bool) allow_outside,
    value(IndexMode) index,
    option(PathBuf) index_path,
    option(Pool) pool,
}}
