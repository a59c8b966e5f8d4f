//! Syntax tree lookup and syntax checks in open buffers of a workspace, as [tasks](crate::task).

use std::path::PathBuf;

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{CancelToken, Pool, Workspace};

use super::syntax::SyntaxItem;
use crate::convert::BatchShape;
use crate::number::whole;
use crate::options::{CallOptions, TimeoutOptions, option_groups};
use crate::path::PathArgument;
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Query about the syntax of an open buffer.
enum BufferQuery {
    Block(u64),
    Chain(u64),
    Diagnostics,
}

/// Open buffer of a workspace, and a query about it.
struct BufferLookup {
    workspace: Workspace,
    path: PathBuf,
    language: Option<String>,
    query: BufferQuery,
}

impl BufferLookup {
    fn answer(&self, token: &CancelToken) -> ransack::Result<Vec<SyntaxItem>> {
        let (workspace, path) = (&self.workspace, &self.path);
        let language = self.language.as_deref();
        Ok(match self.query {
            BufferQuery::Block(line) => {
                let node = ransack::block_range_in_buffer(workspace, path, language, line, token)?;
                node.into_iter().map(SyntaxItem::Node).collect()
            }
            BufferQuery::Chain(line) => {
                let nodes = ransack::node_chain_in_buffer(workspace, path, language, line, token)?;
                nodes.into_iter().map(SyntaxItem::Node).collect()
            }
            BufferQuery::Diagnostics => {
                let found = ransack::check_syntax_in_buffer(workspace, path, language, token)?;
                found.into_iter().map(SyntaxItem::Diagnostic).collect()
            }
        })
    }
}

/// Starts a query on the pool, as task `id`. The result has the layout of
/// [`SyntaxItem`](super::syntax::SyntaxItem).
fn start(
    handle: &WorkspaceHandle,
    path: PathArgument,
    query: BufferQuery,
    waker: &Waker,
    id: u32,
    options: BufferSyntaxCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let lookup = BufferLookup {
        workspace: handle.workspace(true),
        path: path.0,
        language: options.buffer.lang,
        query,
    };
    Ok(
        waker.start_collected(id, timeout, BatchShape::default(), |token| {
            Pool::shared().run(token, move |token| Ok((lookup.answer(token)?, true)))
        }),
    )
}

/// Starts `blockRangeInBuffer` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn block_range_in_buffer_task(
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    line: f64,
    waker: &External<Waker>,
    id: u32,
    options: BufferSyntaxCall,
) -> Result<External<Task>> {
    let query = BufferQuery::Block(whole("line", line)?);
    start(handle, path, query, waker, id, options)
}

/// Starts `nodeChainInBuffer` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn node_chain_in_buffer_task(
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    line: f64,
    waker: &External<Waker>,
    id: u32,
    options: BufferSyntaxCall,
) -> Result<External<Task>> {
    let query = BufferQuery::Chain(whole("line", line)?);
    start(handle, path, query, waker, id, options)
}

/// Starts `checkSyntaxInBuffer` as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn check_syntax_in_buffer_task(
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    waker: &External<Waker>,
    id: u32,
    options: BufferSyntaxCall,
) -> Result<External<Task>> {
    start(handle, path, BufferQuery::Diagnostics, waker, id, options)
}

/// Options for `Workspace.blockRangeInBuffer`, `nodeChainInBuffer` and `checkSyntaxInBuffer`.
#[napi(
    object,
    object_to_js = false,
    js_name = "BufferSyntaxOptions extends CallOptions"
)]
pub struct BufferSyntaxOptions {
    /// Name or alias of the text's language; `astLanguages()` lists the languages. Default: the
    /// language of the file name.
    pub lang: Option<String>,
}

option_groups! {
    /// Options for lookups in an open buffer, by group.
    pub struct BufferSyntaxCall {
        timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        buffer: BufferSyntaxOptions,
    }
}
