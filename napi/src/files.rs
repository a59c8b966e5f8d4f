//! Searches over files: options, cache, workspace and task, in one place for every
//! operation.

use napi::Result;
use napi::bindgen_prelude::External;
use ransack::{CancelToken, Scope, Stream, Workspace, WorkspaceCache};

use crate::convert::{BatchItem, BatchShape};
use crate::options::FileSearchCall;
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Search over files: its options, and the stream of its matches.
pub trait FileSearch: Sized {
    /// Options of the core.
    type Options;
    /// Match of the core.
    type Match: BatchItem;

    /// Returns the options that every search over files has.
    fn shared(&self) -> &FileSearchCall;

    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if an option has an invalid value.
    fn into_core(self) -> Result<Self::Options>;

    /// Returns the scope of the core's options.
    fn scope(options: &mut Self::Options) -> &mut Scope;

    /// Whether matches carry metavariables.
    fn has_meta_variables(_: &Self::Options) -> bool {
        false
    }

    /// Starts the search, in `workspace` if there is one.
    fn stream(
        options: &Self::Options,
        workspace: Option<&Workspace>,
        token: &CancelToken,
    ) -> Stream<Self::Match>;
}

/// Workspace of a call, if it has one, and whether the call waits for its first
/// scan.
pub type InWorkspace<'a> = (Option<&'a External<WorkspaceHandle>>, bool);

/// Starts `search` as task `id`. Searches `workspace` if there is one, else the shared
/// cache if the caller set `cache`, else the file system.
///
/// # Errors
///
/// Fails if an option has an invalid value.
pub fn start<S: FileSearch>(
    search: S,
    (workspace, wait): InWorkspace<'_>,
    waker: &Waker,
    id: u32,
) -> Result<External<Task>> {
    let shared = search.shared();
    let timeout = shared.timeout.duration()?;
    let bytes = shared.files.bytes.unwrap_or_default();
    let is_cached = shared.search.cache.unwrap_or_default();
    let mut options = search.into_core()?;
    let workspace = match workspace {
        Some(handle) => Some(handle.workspace(wait)),
        None if is_cached => WorkspaceCache::shared().for_scope(S::scope(&mut options)),
        None => None,
    };
    let shape = BatchShape {
        several_roots: S::scope(&mut options).roots.len() > 1,
        bytes,
        meta_variables: S::has_meta_variables(&options),
    };
    Ok(waker.start_stream(id, timeout, shape, |token| {
        S::stream(&options, workspace.as_ref(), token)
    }))
}
