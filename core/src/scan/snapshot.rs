//! Files that are known when a call starts.

use std::path::Path;
use std::sync::Arc;

use ransack_base::{CancelToken, Error, Report, Result, SnapshotInfo};

use super::Scope;
use super::buffers::OpenBuffers;
use super::candidates::{Candidates, TextConditions};
use super::table::Table;

/// A provider of file tables, so that a call need not walk directories.
pub(crate) trait FileSource: Send + Sync {
    /// Returns the known files for a call with this scope, as fresh as the
    /// provider's refresh mode says, and those that may fulfil `conditions`, if it
    /// has an index.
    ///
    /// # Errors
    ///
    /// The provider is closed, or its root cannot be read; the token fires.
    fn snapshot(
        &self,
        scope: &Scope,
        conditions: &dyn TextConditions,
        token: &CancelToken,
    ) -> Result<Snapshot>;

    /// Takes notice of the end of a call that had a snapshot.
    fn note_outcome(&self, _report: &Report) {}

    /// Names the paths of an error of a call as its caller does.
    fn name_paths(&self, error: Error) -> Error {
        error
    }
}

/// The files that are known when a call starts. The default knows none, and
/// the call walks directories.
#[derive(Default)]
pub(crate) struct Snapshot {
    pub(crate) table: Option<Arc<Table>>,
    /// The files of the table that may match; `None` for all.
    pub(crate) candidates: Option<Arc<Candidates>>,
    pub(crate) info: SnapshotInfo,
    /// Whether the table does not list everything yet.
    pub(crate) is_partial: bool,
    /// Unsaved texts that take the place of files; `None` if there are none.
    pub(crate) buffers: Option<Arc<OpenBuffers>>,
    /// Directory, with links resolved, that no followed link may leave; `None` for no bound.
    pub(crate) bound: Option<Arc<Path>>,
}
