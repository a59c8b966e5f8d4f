//! Files that are known before a call starts.

use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ransack_base::internal::lock;
use ransack_base::{CancelToken, Error, Pool, Report, Result, SnapshotInfo};

use super::Scope;
use super::bounds::PathBounds;
use super::buffers::OpenBuffers;
use super::candidates::{CandidateFiles, TextConditions};
use super::table::FileTable;

/// Provider of file tables, which save a call from walking directories.
pub(crate) trait FileSource: Send + Sync {
    /// Returns a source for a call that begins now, with the paths from its caller. Returns `None`
    /// if this source already belongs to a call.
    fn begin(&self, paths: &[&Path]) -> Option<Arc<dyn FileSource>>;

    /// Absolute path against which a call's relative paths are resolved.
    fn root(&self) -> &Path;

    /// Returns the workspace's folders below an absolute directory that is in none, with their paths
    /// relative to it.
    fn folders_below(&self, dir: &Path) -> Vec<(PathBuf, PathBuf)>;

    /// Whether an open buffer was set under this absolute path.
    fn has_buffer(&self, path: &Path) -> bool;

    /// Pool for calls that name no pool; `None` means the shared pool.
    fn pool(&self) -> Option<&Pool>;

    /// Values for options that a search leaves unset.
    fn defaults(&self) -> &CallDefaults;

    /// Values that operations keep from call to call, one of each type.
    fn cache(&self) -> &SourceCache;

    /// Returns the known files for a call with this scope, as fresh as the provider's refresh mode
    /// ensures. If the provider has an index, also returns the files that may satisfy `conditions`.
    ///
    /// # Errors
    ///
    /// Fails if the provider is closed, its root cannot be read, or the token fires.
    fn snapshot(
        &self,
        scope: &Scope,
        conditions: &dyn TextConditions,
        token: &CancelToken,
    ) -> Result<Snapshot>;

    /// Records the end of a call that used a snapshot.
    fn note_outcome(&self, report: &Report);

    /// Fails if the provider is closed, unless the call began before it was closed.
    fn check_open(&self) -> Result<()>;

    /// Fails unless calls may reach an absolute path, which need not exist.
    fn check_path(&self, path: &Path) -> Result<()>;

    /// Rewrites the paths in a call's error to the form its caller uses.
    fn name_paths(&self, error: Error) -> Error;
}

/// Values for options that a search leaves unset. `None` sets nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CallDefaults {
    /// Maximum number of results.
    pub(crate) limit: Option<u64>,
    /// Maximum number of bytes per line of a content search.
    pub(crate) max_columns: Option<usize>,
    /// Time after which a call whose token has no deadline returns the results found so far.
    pub(crate) time_limit: Option<Duration>,
}

/// Values that operations keep from call to call, one of each type.
#[derive(Default)]
pub(crate) struct SourceCache(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

impl SourceCache {
    /// Returns the value of a type; stores a default value if there is no value of this type.
    pub(crate) fn get<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let mut kept = lock(&self.0);
        let known = kept.iter().find(|value| value.is::<T>()).cloned();
        let known = known.and_then(|value| value.downcast::<T>().ok());
        known.unwrap_or_else(|| {
            let value = Arc::<T>::default();
            kept.push(value.clone());
            value
        })
    }

    /// Drops all values.
    pub(crate) fn clear(&self) {
        let values = std::mem::take(&mut *lock(&self.0));
        drop(values);
    }
}

/// [`Workspace`](crate::Workspace) that lists the files of a scope.
#[derive(Clone)]
pub struct ScopeWorkspace(pub(crate) Arc<dyn FileSource>);

impl ScopeWorkspace {
    /// Begins a call with these paths, and makes them absolute. The source of a call that has begun
    /// stays as it is, with its paths.
    pub(crate) fn begin<'p>(&mut self, paths: impl Iterator<Item = &'p mut PathBuf>) {
        let paths: Vec<&mut PathBuf> = paths.collect();
        let given: Vec<&Path> = paths.iter().map(|path| path.as_path()).collect();
        let Some(call) = self.0.begin(&given) else {
            return;
        };
        self.0 = call;
        for path in paths {
            // An empty path is an error, not the root.
            if !path.as_os_str().is_empty() {
                *path = self.0.root().join(&path);
            }
        }
    }
}

impl PartialEq for ScopeWorkspace {
    fn eq(&self, other: &ScopeWorkspace) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ScopeWorkspace {}

impl fmt::Debug for ScopeWorkspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScopeWorkspace")
            .field(&self.0.root())
            .finish()
    }
}

/// Files that are known before a call starts. By default none are known, and the call walks
/// directories.
#[derive(Default)]
pub(crate) struct Snapshot {
    pub(crate) table: Option<Arc<FileTable>>,
    /// Files of the table that may match; `None` for all.
    pub(crate) candidates: Option<Arc<CandidateFiles>>,
    pub(crate) info: SnapshotInfo,
    /// Whether the table does not yet list everything.
    pub(crate) is_partial: bool,
    /// Unsaved text that replaces files; `None` if there are no open buffers.
    pub(crate) buffers: Option<Arc<OpenBuffers>>,
    /// Paths that the call may reach; `None` for no limit.
    pub(crate) bounds: Option<Arc<PathBounds>>,
}
