//! Workspaces, which are cached, watched directories, and the shared cache of the `cache` option.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{Pool, Workspace, WorkspaceCache};

use crate::content::OwnedText;
use crate::error::failure;
use crate::index::IndexMode;
use crate::options::{set, set_some, timeout};
use crate::path::PathArgument;
use crate::report::SnapshotInfo;
use crate::task::{Task, TaskAnswer, Waker};

/// Workspace held by a JavaScript `Workspace`.
pub struct WorkspaceHandle(Arc<Workspace>);

/// Workspaces opened by a thread; closes the remaining ones when the thread ends.
struct Opened(Vec<Weak<Workspace>>);

impl Drop for Opened {
    fn drop(&mut self) {
        for workspace in self.0.iter().filter_map(Weak::upgrade) {
            workspace.close();
        }
    }
}

thread_local! {
    /// Bun does not free the objects of a terminated worker thread.
    static OPENED: RefCell<Opened> = const { RefCell::new(Opened(Vec::new())) };
}

impl Opened {
    fn add(&mut self, workspace: &Arc<Workspace>) {
        self.0.retain(|opened| opened.strong_count() > 0);
        self.0.push(Arc::downgrade(workspace));
    }
}

impl WorkspaceHandle {
    /// Returns the workspace. If `wait` is false, its calls do not wait for the first scan.
    pub(crate) fn workspace(&self, wait: bool) -> Workspace {
        // Admits the call now; it may run later.
        let call = self.0.admit();
        if wait { call } else { call.without_waiting() }
    }
}

/// Opens a workspace. Returns an object with the handle as `workspace`, or with the
/// `error`.
///
/// # Errors
///
/// Fails if an option has an invalid type, or if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn open_workspace(
    env: &Env,
    root: PathArgument,
    options: WorkspaceOptions,
) -> Result<Object<'_>> {
    let mut opened = Object::new(env)?;
    match Workspace::open(root.0, &options.into_core()) {
        Ok(workspace) => {
            let workspace = Arc::new(workspace);
            OPENED.with_borrow_mut(|opened| opened.add(&workspace));
            opened.set("workspace", External::new(WorkspaceHandle(workspace)))?;
        }
        Err(error) => opened.set("error", failure(env, &error)?)?,
    }
    Ok(opened)
}

/// Starts bringing a workspace's list of files up to date, as task `id`.
///
/// # Errors
///
/// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_refresh(
    handle: &External<WorkspaceHandle>,
    waker: &External<Waker>,
    id: u32,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let workspace = handle.workspace(true);
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |_| workspace.refresh())
    }))
}

impl TaskAnswer for ransack::SnapshotInfo {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", SnapshotInfo::new(&self))
    }
}

/// Marks a path and everything below it stale; without a path, the whole workspace.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_invalidate(handle: &External<WorkspaceHandle>, path: Option<PathArgument>) {
    handle.0.invalidate(path.as_ref().map(|path| &*path.0));
}

/// Replaces a file with a text in memory. Returns the error on failure.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_set_buffer<'env>(
    env: &'env Env,
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    text: OwnedText,
) -> Result<Option<Object<'env>>> {
    let set = handle.0.set_buffer(path.0, text.bytes);
    set.err().map(|error| failure(env, &error)).transpose()
}

/// Removes the buffer of a file, or all buffers. Returns the error on failure.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_clear_buffer<'env>(
    env: &'env Env,
    handle: &External<WorkspaceHandle>,
    path: Option<PathArgument>,
) -> Result<Option<Object<'env>>> {
    let cleared = handle.0.clear_buffer(path.as_ref().map(|path| &*path.0));
    cleared.err().map(|error| failure(env, &error)).transpose()
}

/// Size of a workspace's list of files.
#[napi(object, object_from_js = false)]
pub struct TableSize {
    /// Number of files, directories and symbolic links.
    pub entries: f64,
    /// Memory in bytes, excluding parsed ignore rules.
    pub bytes: f64,
}

/// Returns the size of a workspace's list of files.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_table_size(handle: &External<WorkspaceHandle>) -> TableSize {
    let size = handle.0.table_size();
    TableSize {
        entries: size.entries as f64,
        bytes: size.bytes as f64,
    }
}

/// Returns the absolute path of a workspace's root.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_root(handle: &External<WorkspaceHandle>) -> String {
    handle.0.root().to_string_lossy().into_owned()
}

/// Closes a workspace.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_close(handle: &External<WorkspaceHandle>) {
    handle.0.close();
}

/// Drops file lists of the `cache` option: those for `path` and for roots below it, or all of them
/// without `path`. In lists for roots above `path`, marks `path` stale. Releases the descriptors
/// and the memory of a dropped list before returning, so that its file system can be unmounted,
/// unless a call in flight uses the list. Calls with `cache` always bring the list up to date
/// themselves, so this is needed only on file systems that do not record change times.
///
/// ```js
/// invalidateFsScanCache('packages/app')
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn invalidate_fs_scan_cache(
    #[napi(ts_arg_type = "string | Uint8Array | URL | undefined | null")] path: Option<
        PathArgument,
    >,
) {
    WorkspaceCache::shared().invalidate(path.as_ref().map(|path| &*path.0));
}

/// Method of keeping a workspace's list of files up to date: `'walk'` keeps no list and walks the
/// tree in every call; `'watch'` processes change notifications from the operating system; `'stat'`
/// compares the change times of every directory and ignore file before each call; `'manual'` relies
/// on `refresh` and `invalidate`.
#[napi(string_enum = "camelCase")]
pub enum RefreshMode {
    /// Walks the tree in every call.
    Walk,
    /// Processes change notifications from the operating system.
    Watch,
    /// Compares change times before each call.
    Stat,
    /// Relies on `refresh` and `invalidate`.
    Manual,
}

/// Options of `new Workspace`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct WorkspaceOptions {
    /// Method of keeping the list of files up to date. Default: `'watch'`, which falls back to
    /// `'stat'` where watching is not possible; `report.snapshot.fallback` names the reason.
    pub refresh: Option<RefreshMode>,
    /// Whether the `path` of a call may lead outside the root of the workspace through an absolute
    /// path, `..` or a symbolic link. Otherwise such a call rejects with a `RansackOptionError`.
    /// Default: false.
    pub allow_outside: Option<bool>,
    /// Content index. It lets searches with a selective pattern read fewer files, without changing
    /// results. It takes some seconds of background work per gigabyte and a tenth of the size of
    /// the text. With `refresh: 'walk'`, which keeps no list of files, it throws a
    /// `RansackOptionError`. Default: `'none'`.
    pub index: Option<IndexMode>,
    /// Directory of the index on disk, which workspaces and processes may share; used only in mode
    /// `'disk'`. Absolute or relative to the current directory; created with access for the current
    /// user only. If it cannot be created, belongs to another user or is writable by other users,
    /// opening the workspace throws `ERR_RANSACK_IO`. Default: `ransack/index` in the user's cache
    /// directory.
    #[napi(ts_type = "string | Uint8Array | URL")]
    pub index_path: Option<PathArgument>,
}

impl WorkspaceOptions {
    /// Converts to the core's options.
    pub fn into_core(self) -> ransack::WorkspaceOptions {
        let mut core = ransack::WorkspaceOptions::default();
        set(
            &mut core.refresh,
            self.refresh.map(|mode| match mode {
                RefreshMode::Walk => ransack::RefreshMode::Walk,
                RefreshMode::Watch => ransack::RefreshMode::Watch,
                RefreshMode::Stat => ransack::RefreshMode::Stat,
                RefreshMode::Manual => ransack::RefreshMode::Manual,
            }),
        );
        set(&mut core.allow_outside, self.allow_outside);
        set(&mut core.index, self.index.map(Into::into));
        set_some(&mut core.index_path, self.index_path.map(|path| path.0));
        core
    }
}
