//! Workspaces by root, for callers that specify a root with every call.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use ransack_base::internal::{ErrorParts, lock};
use ransack_base::{Error, RefreshMode, Result};

use super::{Workspace, WorkspaceOptions};
use crate::paths::real_path;
use crate::scan::Scope;

/// Number of workspaces that [`WorkspaceCache::shared`] keeps.
const SHARED_CAPACITY: NonZeroUsize = NonZeroUsize::new(8).unwrap();

/// Cache of the most recently used workspaces by root, for callers that specify a root with every
/// call.
///
/// Entries do not expire: before every call, each workspace refreshes its file table according to
/// the options' refresh mode.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use std::num::NonZeroUsize;
/// use ransack::{CancelToken, GlobOptions, RefreshMode, WorkspaceCache, WorkspaceOptions, glob};
///
/// let mut options = WorkspaceOptions::default();
/// options.refresh = RefreshMode::Stat;
/// let cache = WorkspaceCache::new(NonZeroUsize::MIN, options);
/// let workspace = cache.get("src")?;
/// let outcome = glob(&GlobOptions::new("lib.rs", ".").workspace(&workspace), &CancelToken::new())?;
/// assert_eq!(outcome.items.len(), 1);
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Debug)]
pub struct WorkspaceCache {
    capacity: NonZeroUsize,
    options: WorkspaceOptions,
    /// Least recently used first.
    entries: Mutex<Vec<(PathBuf, Workspace)>>,
}

impl WorkspaceCache {
    /// Creates a cache of at most `capacity` workspaces, opened with `options`.
    pub fn new(capacity: NonZeroUsize, options: WorkspaceOptions) -> WorkspaceCache {
        WorkspaceCache {
            capacity,
            options,
            entries: Mutex::default(),
        }
    }

    /// Returns the process-wide cache, for callers that cannot keep workspaces themselves. The
    /// cache keeps 8 workspaces in [`RefreshMode::Stat`] mode: these workspaces are never closed,
    /// so they must not hold threads or watches.
    pub fn shared() -> &'static WorkspaceCache {
        static SHARED: OnceLock<WorkspaceCache> = OnceLock::new();
        SHARED.get_or_init(|| {
            let options = WorkspaceOptions {
                refresh: RefreshMode::Stat,
                ..WorkspaceOptions::default()
            };
            WorkspaceCache::new(SHARED_CAPACITY, options)
        })
    }

    /// Returns the workspace for a scope's only root, and makes the scope relative to that
    /// workspace. Returns `None` and leaves the scope unchanged if the scope has several roots, or
    /// if the root cannot be opened as a workspace (a file, for example); the call then walks the
    /// scope itself.
    pub fn for_scope(&self, scope: &mut Scope) -> Option<Workspace> {
        let [root] = &scope.roots[..] else {
            return None;
        };
        let workspace = self.get(root).ok()?;
        scope.roots = vec![PathBuf::from(".")];
        Some(workspace)
    }

    /// Returns the workspace for a root, opening the workspace if it is not cached. If the cache is
    /// full, the least recently used workspace is evicted; it is closed when its last handle is
    /// dropped.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Workspace::open`] can return.
    pub fn get(&self, root: impl AsRef<Path>) -> Result<Workspace> {
        let given = root.as_ref();
        let root = std::path::absolute(given).map_err(|e| Error::root(given, e))?;
        let mut entries = lock(&self.entries);
        let entry = match entries.iter().position(|(path, _)| *path == root) {
            Some(at) => entries.remove(at),
            None => {
                let workspace = Workspace::open(&root, &self.options)?;
                (root, workspace)
            }
        };
        let workspace = entry.1.clone();
        let is_full = entries.len() == self.capacity.get();
        let evicted = is_full.then(|| entries.remove(0));
        entries.push(entry);
        drop(entries);
        // After releasing the lock, because closing waits for a scan in flight.
        drop(evicted);
        Ok(workspace)
    }

    /// Evicts the workspaces for `path` and for directories below it. In all other workspaces,
    /// marks `path` and everything below it as stale; the next call rescans these entries. `None`
    /// evicts every workspace. An evicted workspace that no handle or call in flight uses any
    /// longer releases its descriptors before this method returns, so its file system can be
    /// unmounted.
    pub fn invalidate(&self, path: Option<&Path>) {
        let path = path.map(KnownDir::of);
        let is_evicted = |(root, _): &mut (PathBuf, Workspace)| {
            path.as_ref().is_none_or(|path| path.contains(root))
        };
        let mut entries = lock(&self.entries);
        let evicted: Vec<_> = entries.extract_if(.., is_evicted).collect();
        if let Some(path) = &path {
            for (root, workspace) in entries.iter() {
                if KnownDir::of(root).contains(&path.given) {
                    workspace.invalidate(Some(&path.given));
                }
            }
        }
        drop(entries);
        // After releasing the lock, because closing waits for a scan in flight.
        drop(evicted);
    }
}

/// Absolute path of a directory, as given and with links resolved.
struct KnownDir {
    given: PathBuf,
    real: Option<PathBuf>,
}

impl KnownDir {
    fn of(path: &Path) -> KnownDir {
        let given = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        KnownDir {
            real: real_path(&given).ok(),
            given,
        }
    }

    /// Whether the absolute `path` is this directory or below it.
    fn contains(&self, path: &Path) -> bool {
        path.starts_with(&self.given)
            || match (&self.real, real_path(path)) {
                (Some(real), Ok(path)) => path.starts_with(real),
                _ => false,
            }
    }
}
