//! Files that are known before a call starts.

use std::path::Path;
use std::sync::Arc;

use ransack_base::{CancelToken, Error, Report, Result, SnapshotInfo};

use super::Scope;
use super::buffers::OpenBuffers;
use super::candidates::{Candidates, TextConditions};
use super::table::Table;

/// Provider of file tables, which spare a call the directory walk.
pub(crate) trait FileSource: Send + Sync {
    /// Returns the known files for a call with this scope, as fresh as the provider's refresh mode
    /// ensures. If the provider has an index, also returns the files that may satisfy `conditions`.
    ///
    /// # Errors
    ///
    /// The provider is closed, its root cannot be read, or the token fires.
    fn snapshot(
        &self,
        scope: &Scope,
        conditions: &dyn TextConditions,
        token: &CancelToken,
    ) -> Result<Snapshot>;

    /// Records the end of a call that used a snapshot.
    fn note_outcome(&self, _report: &Report) {}

    /// Rewrites the paths in a call's error to the form its caller uses.
    fn name_paths(&self, error: Error) -> Error {
        error
    }
}

/// Files that are known before a call starts. By default none are known, and the call walks
/// directories.
#[derive(Default)]
pub(crate) struct Snapshot {
    pub(crate) table: Option<Arc<Table>>,
    /// Files of the table that may match; `None` for all.
    pub(crate) candidates: Option<Arc<Candidates>>,
    pub(crate) info: SnapshotInfo,
    /// Whether the table does not yet list everything.
    pub(crate) is_partial: bool,
    /// Unsaved texts that replace files; `None` without open buffers.
    pub(crate) buffers: Option<Arc<OpenBuffers>>,
    /// Directory, with links resolved, that no followed link may leave; `None` for no limit.
    pub(crate) bound: Option<Arc<Path>>,
}
