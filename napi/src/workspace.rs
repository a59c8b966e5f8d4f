//! Workspaces, which are cached, watched directories, and the shared cache of the
//! `cache` option.

use std::path::Path;

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{Pool, Workspace, WorkspaceCache};

use crate::error::failure;
use crate::options::{WorkspaceOptions, timeout};
use crate::report::SnapshotInfo;
use crate::task::{Task, TaskAnswer, Waker};

/// Workspace that a JavaScript `Workspace` holds.
pub struct WorkspaceHandle(Workspace);

impl WorkspaceHandle {
    /// Returns the workspace; if `wait` is false, its calls do not wait for the first
    /// scan.
    pub(crate) fn workspace(&self, wait: bool) -> Workspace {
        if wait {
            self.0.clone()
        } else {
            self.0.without_waiting()
        }
    }
}

/// Opens a workspace. Returns an object with the handle as `workspace`, or with the
/// `error`.
///
/// # Errors
///
/// Fails if an option has an invalid type, and if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn open_workspace(env: &Env, root: String, options: WorkspaceOptions) -> Result<Object<'_>> {
    let mut opened = Object::new(env)?;
    match Workspace::open(root, &options.into_core()) {
        Ok(workspace) => opened.set("workspace", External::new(WorkspaceHandle(workspace)))?,
        Err(error) => opened.set("error", failure(env, &error)?)?,
    }
    Ok(opened)
}

/// Starts to bring a workspace's list of files up to date, as task `id`.
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

/// Marks a path and everything below it stale, or without a path the whole workspace.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_invalidate(handle: &External<WorkspaceHandle>, path: Option<String>) {
    handle.0.invalidate(path.as_deref().map(Path::new));
}

/// Size of a workspace's list of files.
#[napi(object, object_from_js = false)]
pub struct TableSize {
    /// Number of files, directories and symbolic links.
    pub entries: f64,
    /// Memory in bytes, without the parsed ignore rules.
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

/// Marks file lists of the `cache` option stale: those of roots above, at or below
/// `path`, which the next call with `cache` rescans; without `path`, drops all lists
/// and frees their memory. Calls with `cache` always bring the list up to date by
/// themselves, so this is needed only on file systems that do not record change
/// times.
///
/// ```js
/// invalidateFsScanCache('packages/app')
/// ```
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn invalidate_fs_scan_cache(path: Option<String>) {
    WorkspaceCache::shared().invalidate(path.as_deref().map(Path::new));
}
