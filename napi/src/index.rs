//! Content index of a workspace.

use napi::Result;
use napi::bindgen_prelude::{External, Object};
use napi_derive::napi;
use ransack::Pool;

use crate::options::timeout;
use crate::path::PathArgument;
use crate::task::{Task, TaskAnswer, Waker};
use crate::workspace::WorkspaceHandle;

/// Kind of a workspace's content index. With `'none'`, there is no index, so each search reads
/// every file in scope. With `'memory'`, an index is built in memory when the workspace is opened.
/// With `'disk'`, the index is on disk and shared with later workspaces and other processes.
#[napi(string_enum = "camelCase")]
pub enum IndexMode {
    /// Keeps no index.
    None,
    /// Keeps the index in memory.
    Memory,
    /// Stores the index on disk.
    Disk,
}

impl From<IndexMode> for ransack::IndexMode {
    fn from(mode: IndexMode) -> ransack::IndexMode {
        match mode {
            IndexMode::None => ransack::IndexMode::None,
            IndexMode::Memory => ransack::IndexMode::Memory,
            IndexMode::Disk => ransack::IndexMode::Disk,
        }
    }
}

/// Use of a workspace's content index by one call. Without an index, all fields are false or 0.
/// Results do not depend on whether an index is used.
#[napi(object, object_from_js = false)]
pub struct IndexUse {
    /// Whether the index excluded files; if not, every file in scope was searched. False if the
    /// workspace has no index, if the pattern does not require a word that the index can look up,
    /// or if `invert` or `encoding` is set.
    pub used: bool,
    /// Number of files in scope that were searched because the index did not exclude them,
    /// including `alwaysScanned`.
    pub candidates: f64,
    /// Number of files in scope whose content the index does not cover: binary, very large,
    /// undecodable and unreadable files, files with an open buffer, and new or changed files that
    /// have not been indexed yet.
    pub always_scanned: f64,
}

impl IndexUse {
    pub(crate) fn new(index: &ransack::IndexUse) -> IndexUse {
        IndexUse {
            used: index.used,
            candidates: index.candidates as f64,
            always_scanned: index.always_scanned as f64,
        }
    }
}

/// Progress of building a workspace's content index.
#[napi(object, object_from_js = false)]
pub struct IndexProgress {
    /// Number of files indexed so far by this build.
    pub files_done: f64,
    /// Total number of files to index in this build.
    pub files_total: f64,
    /// Number of bytes read so far by this build.
    pub bytes_done: f64,
}

impl TaskAnswer for ransack::IndexProgress {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let progress = IndexProgress {
            files_done: self.files_done as f64,
            files_total: self.files_total as f64,
            bytes_done: self.bytes_done as f64,
        };
        object.set("answer", progress)
    }
}

/// Starts waiting for a workspace's index as task `id`, whose answers report progress.
///
/// # Errors
///
/// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_ready(
    handle: &External<WorkspaceHandle>,
    waker: &External<Waker>,
    id: u32,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let workspace = handle.workspace(true);
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        workspace.ready_stream(token)
    }))
}

/// Size and state of a workspace's content index.
#[napi(object, object_from_js = false)]
pub struct IndexStats {
    /// Kind of the index; `'none'` if the workspace has no index.
    #[napi(ts_type = "IndexMode")]
    pub mode: &'static str,
    /// Whether files are being indexed in the background.
    pub is_building: bool,
    /// Number of files whose content is indexed.
    pub files: f64,
    /// Number of distinct file contents in the index, including contents of files that no longer
    /// exist.
    pub documents: f64,
    /// Size of the indexed file contents in bytes. Files with the same content are counted only
    /// once.
    pub bytes: f64,
    /// Number of entries in the index's word dictionaries.
    pub words: f64,
    /// Number of postings: pairs of a word and a file content that contains the word.
    pub postings: f64,
    /// Number of segments: parts of the index that are searched in turn.
    pub segments: f64,
    /// Size of the index on disk in bytes; 0 for an index in memory.
    pub disk_bytes: f64,
    /// Memory used by the index in bytes.
    pub resident_bytes: f64,
    /// Numbers of files that every search reads, by reason.
    pub always_scanned: AlwaysScanned,
    /// Statistics of the last search that the index narrowed down.
    pub last_query: IndexQueryStats,
    /// Message of the error that ended the last build, or that made the workspace keep the index
    /// only in memory. Absent if there was no error.
    pub fault: Option<String>,
}

/// Numbers of files that a content index cannot exclude, by reason.
#[napi(object, object_from_js = false)]
pub struct AlwaysScanned {
    /// Number of new or changed files that have not been indexed yet.
    pub unindexed: f64,
    /// Number of files that contain a NUL byte.
    pub binary: f64,
    /// Number of files larger than 64 MiB.
    pub too_large: f64,
    /// Number of files that are invalid in the encoding that their byte order mark indicates.
    pub undecodable: f64,
    /// Number of files that cannot be read.
    pub unreadable: f64,
}

/// Statistics of one search that a content index narrowed down.
#[napi(object, object_from_js = false)]
pub struct IndexQueryStats {
    /// Number of files in the workspace that may match, whether or not they are in the scope of the
    /// search.
    pub candidates: f64,
    /// Number of candidates whose content the index does not cover.
    pub always_scanned: f64,
    /// Number of files that the index could not exclude but that turned out not to match; 0 if the
    /// search ended early.
    pub false_positives: f64,
}

impl TaskAnswer for ransack::IndexStats {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        let (scanned, query) = (self.always_scanned, self.last_query);
        let stats = IndexStats {
            mode: match self.mode {
                ransack::IndexMode::Memory => "memory",
                ransack::IndexMode::Disk => "disk",
                _ => "none",
            },
            is_building: self.is_building,
            files: self.files as f64,
            documents: self.documents as f64,
            bytes: self.bytes as f64,
            words: self.words as f64,
            postings: self.postings as f64,
            segments: self.segments as f64,
            disk_bytes: self.disk_bytes as f64,
            resident_bytes: self.resident_bytes as f64,
            always_scanned: AlwaysScanned {
                unindexed: scanned.unindexed as f64,
                binary: scanned.binary as f64,
                too_large: scanned.too_large as f64,
                undecodable: scanned.undecodable as f64,
                unreadable: scanned.unreadable as f64,
            },
            last_query: IndexQueryStats {
                candidates: query.candidates as f64,
                always_scanned: query.always_scanned as f64,
                false_positives: query.false_positives as f64,
            },
            fault: self.fault,
        };
        object.set("answer", stats)
    }
}

/// Starts collecting statistics on a workspace's index as task `id`. Runs as a task, since a search
/// that refreshes the file list may hold the index lock.
///
/// # Errors
///
/// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_index_stats(
    handle: &External<WorkspaceHandle>,
    waker: &External<Waker>,
    id: u32,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let workspace = handle.workspace(true);
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |_| Ok(workspace.index_stats()))
    }))
}

/// Starts writing a workspace's index to a file as task `id`.
///
/// # Errors
///
/// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_export_index(
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    waker: &External<Waker>,
    id: u32,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let workspace = handle.workspace(true);
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |token| workspace.export_index(path.0, token))
    }))
}

/// Starts importing an index from a file as task `id`.
///
/// # Errors
///
/// Fails if `timeoutMs` is not a whole number from 0 to 2^53 - 1.
#[napi(catch_unwind, skip_typescript)]
pub fn workspace_import_index(
    handle: &External<WorkspaceHandle>,
    path: PathArgument,
    waker: &External<Waker>,
    id: u32,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let workspace = handle.workspace(true);
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |token| workspace.import_index(path.0, token))
    }))
}
