//! Files that are known when a call starts.

use std::sync::Arc;

use super::Scope;
use super::buffers::OpenBuffers;
use super::table::Table;
use crate::error::Result;
use crate::report::SnapshotInfo;

/// A provider of file tables, so that a call need not walk directories.
pub(crate) trait FileSource: Send + Sync {
    /// Returns the known files for a call with this scope, as fresh as the
    /// provider's refresh mode says.
    ///
    /// # Errors
    ///
    /// The provider is closed, or its root cannot be read.
    fn snapshot(&self, scope: &Scope) -> Result<Snapshot>;
}

/// The files that are known when a call starts. The default knows none, and
/// the call walks directories.
#[derive(Default)]
pub(crate) struct Snapshot {
    pub(crate) table: Option<Arc<Table>>,
    pub(crate) info: SnapshotInfo,
    /// Whether the table does not list everything yet.
    pub(crate) is_partial: bool,
    /// Unsaved texts that take the place of files; `None` if there are none.
    pub(crate) buffers: Option<Arc<OpenBuffers>>,
}
