//! A directory whose file table is kept.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{RefreshMode, Scope, Workspace, WorkspaceCache};

use crate::error::failure;
use crate::options::{
    AstEditOptions, AstGrepOptions, FuzzyFindOptions, GlobOptions, GrepOptions, WorkspaceOptions,
};
use crate::task::{Task, Waker};
use crate::{ast, edit, fuzzy, glob, grep};

/// A workspace as JavaScript holds it.
pub struct Handle(Workspace);

/// Opens a workspace, of which JavaScript makes a `Workspace`: an object with
/// that as `workspace`, or with why not as `error`.
///
/// # Errors
///
/// An option of the wrong type; those of Node-API.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn open_workspace(env: &Env, root: String, options: WorkspaceOptions) -> Result<Object<'_>> {
    let mut opened = Object::new(env)?;
    match Workspace::open(root, &options.into_core()) {
        Ok(workspace) => opened.set("workspace", External::new(Handle(workspace)))?,
        Err(error) => opened.set("error", failure(env, &error)?)?,
    }
    Ok(opened)
}

/// Starts a search of a workspace's files.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_grep(
    handle: &External<Handle>,
    waits: bool,
    waker: &External<Waker>,
    id: u32,
    options: GrepOptions,
) -> Result<External<Task>> {
    grep::start(waker, id, options, Some(handle.get(waits)))
}

/// Starts a search for a workspace's paths.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_glob(
    handle: &External<Handle>,
    waits: bool,
    waker: &External<Waker>,
    id: u32,
    options: GlobOptions,
) -> Result<External<Task>> {
    glob::start(waker, id, options, Some(handle.get(waits)))
}

/// Starts a search for a workspace's paths by what somebody types of them.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_fuzzy_find(
    handle: &External<Handle>,
    waits: bool,
    waker: &External<Waker>,
    id: u32,
    options: FuzzyFindOptions,
) -> Result<External<Task>> {
    fuzzy::start(waker, id, options, Some(handle.get(waits)))
}

/// Starts a search of a workspace's files by syntax.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_ast_grep(
    handle: &External<Handle>,
    waits: bool,
    is_limited: bool,
    waker: &External<Waker>,
    id: u32,
    options: AstGrepOptions,
) -> Result<External<Task>> {
    ast::start(waker, id, options, is_limited, Some(handle.get(waits)))
}

/// Starts to edit a workspace's files by syntax.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_ast_edit(
    handle: &External<Handle>,
    waits: bool,
    waker: &External<Waker>,
    id: u32,
    options: AstEditOptions,
) -> Result<External<Task>> {
    edit::start(waker, id, options, Some(handle.get(waits)))
}

/// Has the next call list anew what is at a path and below, or everything.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn workspace_invalidate(handle: &External<Handle>, path: Option<String>) {
    handle.0.invalidate(path.as_deref().map(Path::new));
}

/// How large a workspace's table is.
#[napi(object, object_from_js = false)]
pub struct TableSize {
    /// Files, directories and symbolic links.
    pub entries: f64,
    /// Bytes in memory, without the parsed ignore rules.
    pub bytes: f64,
}

/// Tells how large a workspace's table is.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_table_size(handle: &External<Handle>) -> TableSize {
    let size = handle.0.table_size();
    TableSize {
        entries: size.entries as f64,
        bytes: size.bytes as f64,
    }
}

/// The root of a workspace, absolute.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_root(handle: &External<Handle>) -> String {
    handle.0.root().to_string_lossy().into_owned()
}

/// Closes a workspace.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_close(handle: &External<Handle>) {
    handle.0.close();
}

impl Handle {
    fn get(&self, waits: bool) -> Workspace {
        if waits {
            self.0.clone()
        } else {
            self.0.without_waiting()
        }
    }
}

/// How many roots the `cache` option keeps.
const CACHED_ROOTS: NonZeroUsize = NonZeroUsize::new(8).unwrap();

/// The workspaces of calls with the `cache` option: one for the process, as
/// whoever sets the option has nothing else to keep them in.
fn cache() -> &'static WorkspaceCache {
    static CACHE: OnceLock<WorkspaceCache> = OnceLock::new();
    CACHE.get_or_init(|| {
        let mut options = ransack::WorkspaceOptions::default();
        // Neither threads nor watches are left behind that nobody closes.
        options.refresh = RefreshMode::Stat;
        WorkspaceCache::new(CACHED_ROOTS, options)
    })
}

/// The workspace of the one root of a scope, which then is all of it. What has
/// none is searched without.
pub(crate) fn cached(scope: &mut Scope) -> Option<Workspace> {
    let [root] = &scope.roots[..] else {
        return None;
    };
    let workspace = cache().get(root).ok()?;
    scope.roots = vec![PathBuf::from(".")];
    Some(workspace)
}

/// Makes the next call with `cache` on a root above, at or below this path list
/// it anew; without a path, every such call. Nothing is ever out of date in this
/// list of files: this only frees its memory, or serves file systems that do not
/// keep the time of a change.
#[napi(catch_unwind)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn invalidate_fs_scan_cache(path: Option<String>) {
    cache().invalidate(path.as_deref().map(Path::new));
}
