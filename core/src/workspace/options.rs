use super::RefreshMode;
use crate::exec::Pool;

/// Options of [`Workspace::open`](super::Workspace::open).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkspaceOptions {
    /// How queries know that the table is up to date. Default:
    /// [`RefreshMode::Watch`], which falls back to [`RefreshMode::Stat`] where it
    /// cannot be had. [`RefreshMode::Walk`] keeps no table at all.
    pub refresh: RefreshMode,
    /// The threads for the first scan, and for queries that are given none.
    /// Default: `None`, [`Pool::shared`].
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
