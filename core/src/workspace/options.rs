use super::Validation;
use crate::exec::Pool;

/// Options of [`Workspace::open`](super::Workspace::open).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkspaceOptions {
    /// How queries know that the table is up to date. Default:
    /// [`Validation::Watch`], which falls back to [`Validation::Stat`] where it
    /// cannot be had. [`Validation::Walk`] keeps no table at all.
    pub freshness: Validation,
    /// The threads for the first scan, and for queries that are given none.
    /// Default: `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for WorkspaceOptions {
    fn default() -> WorkspaceOptions {
        WorkspaceOptions {
            freshness: Validation::Watch,
            pool: None,
        }
    }
}
