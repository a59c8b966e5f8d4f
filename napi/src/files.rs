//! File searches: handling of options, cache, workspace and task that all operations share.

use std::time::Duration;

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use ransack::{CancelToken, Scope, Stream, Workspace, WorkspaceCache};

use crate::convert::{Batch, BatchItem, BatchShape};
use crate::error::failure;
use crate::options::FileSearchCall;
use crate::report::Report;
use crate::task::{Task, Waker, token_with};
use crate::workspace::WorkspaceHandle;

/// File search with its options and its stream of matches.
pub trait FileSearch: Sized {
    /// Core's type for the options.
    type Options;
    /// Core's type for a match.
    type Match: BatchItem;

    /// Returns the options shared by all file searches.
    fn shared(&self) -> &FileSearchCall;

    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if an option has an invalid value.
    fn into_core(self) -> Result<Self::Options>;

    /// Returns the scope of the core's options.
    fn scope(options: &mut Self::Options) -> &mut Scope;

    /// Returns whether matches carry metavariables, and whether they carry the interpretations of
    /// their patterns.
    fn parts(_: &Self::Options) -> (bool, bool) {
        (false, false)
    }

    /// Starts the search.
    fn stream(options: &Self::Options, token: &CancelToken) -> Stream<Self::Match>;
}

/// Workspace of a call, if any, and whether the call waits for the workspace's initial scan.
pub type InWorkspace<'a> = (Option<&'a External<WorkspaceHandle>>, bool);

/// Starts `search` as task `id`. Searches `workspace` if given, otherwise the shared cache if the
/// caller set `cache`, otherwise the file system.
///
/// # Errors
///
/// Fails if an option has an invalid value.
pub fn start<S: FileSearch>(
    search: S,
    workspace: InWorkspace<'_>,
    waker: &Waker,
    id: u32,
) -> Result<External<Task>> {
    let prepared = Prepared::new(search, workspace)?;
    Ok(
        waker.start_stream(id, prepared.timeout, prepared.shape, |token| {
            prepared.stream(token)
        }),
    )
}

/// Runs `search` like [`start`], and waits for it to end. Returns an object with the fields of a
/// [`Batch`] and the `report`, or with the `error`.
///
/// # Errors
///
/// Fails if an option has an invalid value, or if Node-API fails.
pub fn run<'env, S: FileSearch>(
    env: &'env Env,
    search: S,
    workspace: InWorkspace<'_>,
) -> Result<Object<'env>> {
    let prepared = Prepared::new(search, workspace)?;
    let shape = prepared.shape;
    let mut result = Object::new(env)?;
    let token = token_with(prepared.timeout);
    match prepared.stream(&token).collect_outcome() {
        Err(error) => result.set("error", failure(env, &error)?)?,
        Ok(outcome) => {
            Batch::new(env, &outcome.items, shape)?.set_on(&mut result)?;
            result.set("report", Report::new(&outcome.report, shape.bytes))?;
        }
    }
    Ok(result)
}

/// Whether a call may have several roots: a root stands for each folder of a workspace below it.
pub fn may_have_several_roots(scope: &Scope, workspace: Option<&Workspace>) -> bool {
    scope.roots.len() > 1 || workspace.is_some_and(|workspace| workspace.folders().len() > 1)
}

/// Search with converted options.
struct Prepared<S: FileSearch> {
    options: S::Options,
    shape: BatchShape,
    timeout: Option<Duration>,
}

impl<S: FileSearch> Prepared<S> {
    fn new(search: S, (workspace, wait): InWorkspace<'_>) -> Result<Prepared<S>> {
        let shared = search.shared();
        let timeout = shared.timeout.duration()?;
        let bytes = shared.files.bytes.unwrap_or_default();
        let is_cached = shared.search.cache.unwrap_or_default();
        let mut options = search.into_core()?;
        let scope = S::scope(&mut options);
        let workspace = match workspace {
            Some(handle) => Some(handle.workspace(wait)),
            None if is_cached => WorkspaceCache::shared().for_scope(scope),
            None => None,
        };
        scope.workspace = workspace.as_ref().map(Into::into);
        let several_roots = may_have_several_roots(scope, workspace.as_ref());
        let (meta_variables, readings) = S::parts(&options);
        let shape = BatchShape {
            several_roots,
            bytes,
            meta_variables,
            readings,
        };
        Ok(Prepared {
            options,
            shape,
            timeout,
        })
    }

    fn stream(&self, token: &CancelToken) -> Stream<S::Match> {
        S::stream(&self.options, token)
    }
}
