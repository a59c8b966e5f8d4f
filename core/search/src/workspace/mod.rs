//! Cached, watched directory: a facade over the operations on files.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `sync` | keeps the file table up to date |
//! | `dirty_set` | finds the stale part of the table |
//! | `change_log` | files that changed since an earlier call |
//! | `changes` | change events gathered between calls |
//! | `folders` | directories of which a workspace consists |
//! | `watch` | change events from the operating system |
//! | `on_change` | notifications of changes |
//! | `buffers` | unsaved text that replaces files |
//! | `buffer_change` | changes to unsaved text |
//! | `resolve` | checks and resolves the paths of calls |
//! | `content_index` | content index of a workspace |
//! | `cache` | workspaces by root |
//! | `options` | options for a workspace |
//!
//! No other module of the crate imports this one. Operations see a workspace as
//! a [`FileSource`].

mod buffer_change;
mod buffers;
mod cache;
mod change_log;
mod changes;
mod content_index;
mod dirty_set;
mod folders;
mod on_change;
mod options;
mod resolve;
mod sync;
#[cfg_attr(not(target_os = "linux"), path = "unwatched.rs")]
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::index::{ContentIndex, IndexMode};
use crate::scan::{
    BufferSet, CallDefaults, FileSource, Scope, ScopeRoot, ScopeWorkspace, Snapshot, SourceCache,
    TextConditions,
};

pub use buffer_change::BufferChange;
pub use buffers::{OpenBuffer, open_buffer};
pub use cache::WorkspaceCache;
pub use change_log::{ChangeKind, ChangedFile, Changes};
pub use options::{Preset, WorkspaceOptions};

use buffers::WorkspaceBuffers;
use ransack_base::internal::ErrorParts;
use ransack_base::{
    CancelToken, Error, ErrorKind, OptionName, Pool, RefreshMode, Report, Result, SnapshotInfo,
};
use sync::TableSync;

/// Directory with a cached file table, so that calls need not walk the directory.
///
/// Each call returns the same results as without a workspace, and sees every change made before the
/// call began, except in [`RefreshMode::Manual`]. [`Report::snapshot`](crate::Report::snapshot)
/// says how the file table was refreshed.
///
/// The `scope.roots` of a call's options are relative to the workspace's root; the default `.` is
/// the whole workspace. Roots that are not in the file table (ignored directories, `node_modules`,
/// files) are walked as without a workspace. If symbolic links are followed, or the scope names
/// further ignore files, all roots are walked.
/// [`resolve`](Workspace::resolve) checks a path as calls do, for file access without the library.
///
/// # Paths that calls may reach
///
/// Every path of every call, relative or absolute, is judged with its links resolved:
///
/// 1. A path that [`WorkspaceOptions::deny`] matches, or that lies below a directory that it matches,
///    is an error. Walks and the content index leave such entries out, and the report lists them as
///    [`Denied`](crate::SkipReason::Denied). A symbolic link to a denied path counts as denied if the
///    call follows it or examines it as a link.
/// 2. A path must lie below the root or one of its folders, below a directory in
///    [`WorkspaceOptions::allow`], or be a file in this list. Any other path is an error that names
///    the allowed paths. [`WorkspaceOptions::allow_outside`] allows every path.
///
/// Edits also judge the files that they create, delete, rename and rewrite, just before the first file
/// changes. Ignore files and Git's files are read although they are denied, and interrupted edits are
/// repaired. A hard link is a path of its own. A path is judged before it is opened: another process
/// that replaces a directory by a link in between can lead the call elsewhere. The bounds do not
/// replace the isolation of a process.
///
/// Clones refer to the same workspace. [`close`](Workspace::close), or dropping
/// the last clone, closes it.
///
/// # Cost
///
/// - Memory: about 75 bytes per entry. The first [`fuzzy_find`](crate::fuzzy_find) adds 70 bytes
///   per entry, and cached candidates of earlier queries add up to 100 more. The workspace keeps the
///   syntax trees and outlines of the 64 files that calls for one file, such as `outline_file`, and
///   searches with `enclosing` read last, in up to 64 MiB, and the syntax trees of open buffers in
///   another 64 MiB, or more if the tree of the last buffer is larger.
/// - In watch mode, until the workspace is closed: one sleeping thread, and one operating system
///   watch per directory in the file table and per ignore file. [`on_change`](Workspace::on_change)
///   adds the report of writes.
/// - Per call: in watch mode, time linear in the number of changes since the last call; in stat
///   mode, one `stat` per directory and per ignore file. After a few thousand changes, the pool
///   builds the next file table before a call needs it.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, GlobOptions, Workspace, WorkspaceOptions, glob};
///
/// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
/// let outcome = glob(&GlobOptions::new("**/mod.rs", &workspace), &CancelToken::new())?;
/// assert!(outcome.items.iter().any(|m| m.path == "scan/mod.rs"));
/// workspace.close();
/// # Ok::<(), ransack::Error>(())
/// ```
///
/// With a content index, a search reads only the files that may match:
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, GrepOptions, IndexMode, Workspace, WorkspaceOptions, grep};
///
/// let options = WorkspaceOptions::default().index(IndexMode::Memory);
/// let workspace = Workspace::open("src", &options)?;
/// let token = CancelToken::new();
/// workspace.ready(&token, |progress| {
///     println!("{} of {} files", progress.files_done, progress.files_total);
/// })?;
/// let report = grep(&GrepOptions::new("GraphemeCluster", &workspace), &token)?.report;
/// assert!(report.index.used && report.index.candidates < workspace.index_stats().files);
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone)]
pub struct Workspace {
    owner: Arc<Owner>,
    /// Whether calls wait for the initial scan.
    waits: bool,
    /// Whether the handle belongs to a call that began while the workspace was open.
    is_admitted: bool,
    /// Buffers that the call sees; `None` for a handle that belongs to no call.
    admitted_buffers: Option<Arc<BufferSet>>,
    /// Paths of the call that the handle belongs to, if any.
    call: Option<CallPaths>,
}

/// Paths of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CallPaths {
    /// All paths are relative to the root.
    Relative,
    /// Some paths are absolute.
    Absolute,
}

/// State shared by all clones of a workspace; dropping the last clone closes it.
struct Owner {
    sync: Arc<TableSync>,
    cache: SourceCache,
    buffers: WorkspaceBuffers,
    index: Option<Arc<ContentIndex>>,
    defaults: CallDefaults,
}

impl Owner {
    fn close(&self) {
        // Table first: the index may be waiting for its first scan.
        self.sync.close();
        if let Some(index) = &self.index {
            index.close();
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.close();
    }
}

/// Size of a workspace's file table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableSize {
    /// Number of files, directories and symbolic links.
    pub entries: u64,
    /// Size of the file table in memory, in bytes, excluding the parsed ignore rules.
    pub bytes: u64,
}

impl Workspace {
    /// Opens a workspace and starts its initial scan on the pool. Calls wait for the scan to end.
    ///
    /// # Errors
    ///
    /// Fails if `root` is not a directory or cannot be opened.
    pub fn open(root: impl AsRef<Path>, options: &WorkspaceOptions) -> Result<Workspace> {
        if options.index != IndexMode::None && options.refresh == RefreshMode::Walk {
            let message = "a content index needs a file table, which a workspace that walks for \
                           each call does not keep";
            let error = Error::option(message);
            return Err(error.with_advice("set", OptionName::Refresh, "to another mode"));
        }
        let sync = TableSync::open(root.as_ref(), options)?;
        let index = match options.index {
            IndexMode::None => None,
            mode => {
                let pool = options.pool.as_ref().unwrap_or_else(|| Pool::shared());
                let of_index = sync.clone();
                let source = Box::new(move |token: &CancelToken| of_index.fresh_table(token));
                let dir = options.index_path.as_deref();
                let place = (mode == IndexMode::Disk).then_some((dir, sync.real_root()));
                Some(ContentIndex::open(source, pool.clone(), place)?)
            }
        };
        Ok(Workspace {
            owner: Arc::new(Owner {
                sync,
                cache: SourceCache::default(),
                index,
                buffers: WorkspaceBuffers::default(),
                defaults: options.call_defaults(),
            }),
            waits: true,
            is_admitted: false,
            call: None,
            admitted_buffers: None,
        })
    }

    /// Returns a handle whose calls do not wait for the initial scan. Until the scan ends, these
    /// calls see the entries found so far, and [`Report::complete`](crate::Report::complete) is
    /// false.
    pub fn without_waiting(&self) -> Workspace {
        Workspace {
            waits: false,
            ..self.clone()
        }
    }

    /// Returns the absolute path of the workspace's root.
    pub fn root(&self) -> &Path {
        &self.owner.sync.root
    }

    /// Returns the absolute paths of the folders that make up the workspace; the root, unless
    /// [`WorkspaceOptions::folders`] names others.
    pub fn folders(&self) -> Vec<PathBuf> {
        self.owner.sync.folders.tops()
    }

    /// Refreshes the file table on the calling thread, as the next call would. In
    /// [`RefreshMode::Manual`], this method compares change times, as in [`RefreshMode::Stat`].
    ///
    /// If the workspace is closed during the refresh, the returned mode is [`RefreshMode::Walk`],
    /// because a closed workspace has no file table.
    ///
    /// # Errors
    ///
    /// Fails if the root no longer exists or the workspace is closed.
    pub fn refresh(&self) -> Result<SnapshotInfo> {
        let call = self.admit();
        Ok(call
            .unless_closed(self.owner.sync.refresh(true, &CancelToken::new()))?
            .info)
    }

    /// Marks `path` and everything below it as stale; the next call rescans these entries. `path`
    /// is absolute or relative to the root. `None` marks the whole workspace as stale.
    pub fn invalidate(&self, path: Option<&Path>) {
        self.owner.sync.invalidate(path);
    }

    /// Returns the current size of the file table.
    pub fn table_size(&self) -> TableSize {
        self.owner.sync.table_size()
    }

    /// Stops the initial scan and the file watcher, and frees the file table. Calls in flight
    /// finish; those that do not have the file table yet walk the tree. Later calls fail with
    /// [`ErrorKind::Closed`]. Closing again has no effect.
    pub fn close(&self) {
        self.owner.close();
        self.owner.cache.clear();
        self.owner.buffers.clear_all();
    }

    /// Returns the buffers that a call sees.
    fn buffers(&self) -> Arc<BufferSet> {
        let admitted = self.admitted_buffers.clone();
        admitted.unwrap_or_else(|| self.owner.buffers.current())
    }

    /// Returns a handle for one call that begins now and may run later, on another thread. If the
    /// workspace is closed in between, the call finishes like any call in flight.
    pub fn admit(&self) -> Workspace {
        Workspace {
            is_admitted: self.is_admitted || self.owner.sync.check_open().is_ok(),
            admitted_buffers: Some(self.buffers()),
            ..self.clone()
        }
    }
}

impl From<&Workspace> for ScopeWorkspace {
    fn from(workspace: &Workspace) -> ScopeWorkspace {
        ScopeWorkspace(Arc::new(workspace.clone()))
    }
}

impl From<&Workspace> for ScopeRoot {
    /// Creates a root that stands for a whole workspace.
    fn from(workspace: &Workspace) -> ScopeRoot {
        ScopeWorkspace::from(workspace).into()
    }
}

impl FileSource for Workspace {
    fn begin(&self, paths: &[&Path]) -> Option<Arc<dyn FileSource>> {
        let is_absolute = paths.iter().any(|path| path.is_absolute());
        let paths = match is_absolute {
            true => CallPaths::Absolute,
            false => CallPaths::Relative,
        };
        let call = Workspace {
            call: Some(paths),
            ..self.admit()
        };
        self.call
            .is_none()
            .then(|| Arc::new(call) as Arc<dyn FileSource>)
    }

    fn root(&self) -> &Path {
        Workspace::root(self)
    }

    fn folders_below(&self, dir: &Path) -> Vec<(PathBuf, PathBuf)> {
        self.owner.sync.folders.below(dir)
    }

    fn has_buffer(&self, path: &Path) -> bool {
        self.buffers().by_name(path, None).is_some()
    }

    fn pool(&self) -> Option<&Pool> {
        self.owner.sync.pool.as_ref()
    }

    fn defaults(&self) -> &CallDefaults {
        &self.owner.defaults
    }

    fn cache(&self) -> &SourceCache {
        &self.owner.cache
    }

    fn snapshot(
        &self,
        scope: &Scope,
        conditions: &dyn TextConditions,
        token: &CancelToken,
    ) -> Result<Snapshot> {
        self.check_roots(&scope.roots)
            .map_err(|error| self.name_paths(error))?;
        let snapshot = self.unless_closed(self.current_snapshot(scope, conditions, token))?;
        let buffers = self.buffers();
        let snapshot = self
            .owner
            .buffers
            .overlay(&buffers, self.root(), snapshot)?;
        let is_bound = scope.follow_symlinks || !self.owner.sync.denied.is_empty();
        let is_bound = is_bound && !self.is_unbounded();
        Ok(Snapshot {
            bounds: is_bound.then(|| Arc::new(self.bounds())),
            ..snapshot
        })
    }

    fn check_path(&self, path: &Path) -> Result<()> {
        self.check_roots(&[path.to_owned()])
    }

    fn check_open(&self) -> Result<()> {
        match self.is_admitted {
            true => Ok(()),
            false => self.owner.sync.check_open(),
        }
    }

    fn note_outcome(&self, report: &Report) {
        if let Some(index) = &self.owner.index {
            index.note_outcome(report);
        }
    }

    fn name_paths(&self, error: Error) -> Error {
        match self.call {
            Some(CallPaths::Relative) => error.relative_to(self.root()),
            _ => error,
        }
    }
}

impl Workspace {
    /// If the workspace was closed after this call began, replaces the error with a snapshot
    /// without a table.
    fn unless_closed(&self, snapshot: Result<Snapshot>) -> Result<Snapshot> {
        match snapshot {
            Err(error) if error.kind() == ErrorKind::Closed && self.is_admitted => {
                Ok(Snapshot::default())
            }
            snapshot => snapshot,
        }
    }

    fn current_snapshot(
        &self,
        scope: &Scope,
        conditions: &dyn TextConditions,
        token: &CancelToken,
    ) -> Result<Snapshot> {
        // The table does not list targets of symbolic links, its rules come from the standard
        // ignore files, and no event reports a change of Git's index.
        let has_own_rules = scope.gitignore && scope.tracked
            || !scope.ignore_files.is_empty()
            || conditions.needs_walk();
        if scope.follow_symlinks || has_own_rules {
            self.owner.sync.check_open()?;
            return Ok(Snapshot::default());
        }
        if !self.waits
            && let Some(snapshot) = self.owner.sync.partial_snapshot()?
        {
            return Ok(snapshot);
        }
        match &self.owner.index {
            Some(index) => index.narrow(&scope.roots, conditions, token),
            None => self.owner.sync.refresh(false, token),
        }
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace")
            .field("root", &self.root())
            .finish_non_exhaustive()
    }
}
