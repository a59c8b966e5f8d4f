//! Options of a workspace.

use crate::exec::Pool;
use crate::report::RefreshMode;

/// Options of [`Workspace::open`](super::Workspace::open).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkspaceOptions {
    /// Refresh mode of the file table. Default: [`RefreshMode::Watch`],
    /// with [`RefreshMode::Stat`] as fallback where watching is not possible.
    /// [`RefreshMode::Walk`] keeps no table.
    pub refresh: RefreshMode,
    /// Pool for the first scan, and for calls whose options name none. Default:
    /// `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for WorkspaceOptions {
    fn default() -> WorkspaceOptions {
        WorkspaceOptions {
            refresh: RefreshMode::Watch,
            pool: None,
        }
    }
}

setters! { WorkspaceOptions {
    value(RefreshMode) refresh,
    option(Pool) pool,
}}
