//! Options for a workspace.

use std::path::PathBuf;

use ransack_base::internal::setters;
use ransack_base::{Pool, RefreshMode};

use crate::index::IndexMode;

/// Options for [`Workspace::open`](super::Workspace::open).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkspaceOptions {
    /// Refresh mode of the file table. Default: [`RefreshMode::Watch`], with [`RefreshMode::Stat`]
    /// as the fallback where watching is not possible. With [`RefreshMode::Walk`], the workspace
    /// keeps no file table.
    pub refresh: RefreshMode,
    /// Whether the roots of a call may lead outside the workspace's root through an absolute path,
    /// `..` or a symbolic link. If false, such a call fails with
    /// [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption). Default: false.
    pub allow_outside: bool,
    /// Kind of content index. With an index, a search for a selective pattern reads few files;
    /// results do not change. An index costs a few seconds of background work per gigabyte of text,
    /// and takes up about a tenth of the size of the text. Needs a refresh mode other than
    /// [`RefreshMode::Walk`]. Default: [`IndexMode::None`].
    pub index: IndexMode,
    /// Directory for the index on disk, which several workspaces and processes may share. The
    /// directory is created so that only the user can access it. Default: `None`, which selects
    /// `ransack/index` in the user's cache directory.
    pub index_path: Option<PathBuf>,
    /// Pool for the initial scan and for calls whose options name no pool. Default: `None`, which
    /// means [`Pool::shared`].
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
