//! Streams that return the structure of each file: `outlineStream`, `skeletonStream`,
//! `importsStream`, `exportsStream`.

use napi::bindgen_prelude::External;
use napi::{Error, Result, Status};
use napi_derive::napi;
use ransack::{
    CancelToken, Exports, Imports, Outline, OutlineFilesOptions, OutlineOptions, Scope, Skeleton,
    SkeletonOptions, Stream,
};

use super::StructureQuery;
use crate::ast::options::AstFileOptions;
use crate::convert::BatchItem;
use crate::files::{self, FileSearch, InWorkspace};
use crate::number::count;
use crate::options::{FileContentOptions, FileSearchCall, option_groups, set_some};
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a query about each file in scope as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value, or if the query supports only a single file.
#[napi(catch_unwind, skip_typescript)]
pub fn structure_stream(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    query: &External<StructureQuery>,
    options: StructureFilesCall,
) -> Result<External<Task>> {
    let place = (workspace, wait);
    match StructureQuery::clone(query) {
        StructureQuery::Outline(query) => start(query, options, place, waker, id),
        StructureQuery::Skeleton(query) => start(query, options, place, waker, id),
        StructureQuery::Imports => start(ImportsOfFiles, options, place, waker, id),
        StructureQuery::Exports => start(ExportsOfFiles, options, place, waker, id),
        _ => Err(Error::new(
            Status::InvalidArg,
            "this call takes one file; for several use `outlineStream`",
        )),
    }
}

fn start<Q: FilesQuery>(
    query: Q,
    call: StructureFilesCall,
    place: InWorkspace<'_>,
    waker: &Waker,
    id: u32,
) -> Result<External<Task>> {
    files::start(StructureSearch { call, query }, place, waker, id)
}

/// Options for `outlineStream`, `skeletonStream`, `importsStream` and `exportsStream`.
#[napi(
    object,
    object_to_js = false,
    js_name = "StructureOptions extends FileSearchOptions, AstFileOptions"
)]
pub struct StructureOptions {
    /// Maximum number of files; the call stops after finding one more. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
}

option_groups! {
    /// Options for a structure query about the files in scope, by group.
    pub struct StructureFilesCall {
        /// Options for all file searches.
        pub shared: FileSearchCall,
        content: FileContentOptions,
        files: AstFileOptions,
        structure: StructureOptions,
    }
}

/// Query about each file in scope.
pub(super) trait FilesQuery: Sized {
    /// Answer for one file.
    type Item: BatchItem;

    /// Starts the query and returns the stream of answers.
    fn stream(&self, files: &OutlineFilesOptions, token: &CancelToken) -> Stream<Self::Item>;
}

impl FilesQuery for OutlineOptions {
    type Item = Outline;

    fn stream(&self, files: &OutlineFilesOptions, token: &CancelToken) -> Stream<Outline> {
        let files = files.clone().outline(self.clone());
        ransack::outline_stream(&files, token)
    }
}

impl FilesQuery for SkeletonOptions {
    type Item = Skeleton;

    fn stream(&self, files: &OutlineFilesOptions, token: &CancelToken) -> Stream<Skeleton> {
        ransack::skeleton_stream(files, self, token)
    }
}

/// Query run by `importsStream`.
struct ImportsOfFiles;

impl FilesQuery for ImportsOfFiles {
    type Item = Imports;

    fn stream(&self, files: &OutlineFilesOptions, token: &CancelToken) -> Stream<Imports> {
        ransack::imports_stream(files, token)
    }
}

/// Query run by `exportsStream`.
struct ExportsOfFiles;

impl FilesQuery for ExportsOfFiles {
    type Item = Exports;

    fn stream(&self, files: &OutlineFilesOptions, token: &CancelToken) -> Stream<Exports> {
        ransack::exports_stream(files, token)
    }
}

/// Query about the files of a call.
struct StructureSearch<Q> {
    call: StructureFilesCall,
    query: Q,
}

impl<Q: FilesQuery> FileSearch for StructureSearch<Q> {
    type Options = (OutlineFilesOptions, Q);
    type Match = Q::Item;

    fn shared(&self) -> &FileSearchCall {
        &self.call.shared
    }

    fn into_core(self) -> Result<(OutlineFilesOptions, Q)> {
        let StructureSearch { call, query } = self;
        let mut core = OutlineFilesOptions::default();
        call.shared
            .set_on(&mut core.scope, &mut core.offset, &mut core.on_timeout)?;
        call.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        call.files
            .set_on(&mut core.language, &mut core.time_per_file)?;
        set_some(&mut core.limit, count("limit", call.structure.limit)?);
        Ok((core, query))
    }

    fn scope((files, _): &mut (OutlineFilesOptions, Q)) -> &mut Scope {
        &mut files.scope
    }

    fn stream((files, query): &(OutlineFilesOptions, Q), token: &CancelToken) -> Stream<Q::Item> {
        query.stream(files, token)
    }
}
