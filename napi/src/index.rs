//! Content index of a workspace.

use napi::Result;
use napi::bindgen_prelude::{External, Null, Object};
use napi_derive::napi;
use ransack::Pool;

use crate::options::timeout;
use crate::path::PathArgument;
use crate::task::{Task, TaskAnswer, Waker};
use crate::workspace::WorkspaceHandle;

/// Content index of a workspace: `'none'` has no index, so each search reads every file in scope;
/// `'memory'` is built when the workspace is opened; `'disk'` is shared with later workspaces and
/// other processes.
#[napi(string_enum = "camelCase")]
pub enum IndexMode {
    /// No index.
    None,
    /// Index in memory.
    Memory,
    /// Index on disk.
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

/// Use of a workspace's content index by one call; false and 0 without an index. Results do not
/// depend on it.
#[napi(object, object_from_js = false)]
pub struct IndexUse {
    /// Whether the index excluded files. False if the workspace has no index, if the pattern
    /// requires no word that the index can look up, with `invert`, and with `encoding`; every file
    /// in scope is then searched.
    pub used: bool,
    /// Number of files in scope that were searched because the index did not exclude them,
    /// including `alwaysScanned`.
    pub candidates: f64,
    /// Number of files in scope whose content the index does not know: binary, very large,
    /// undecodable and unreadable files, files with an open buffer, and added or changed files that
    /// are not indexed yet.
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

/// Progress of the build of a content index.
#[napi(object, object_from_js = false)]
pub struct IndexProgress {
    /// Number of files indexed by this build.
    pub files_done: f64,
    /// Number of files to index.
    pub files_total: f64,
    /// Number of bytes read by this build.
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

/// Starts waiting for the index of a workspace, as task `id`, whose answers are progress.
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

/// Size and state of the content index of a workspace.
#[napi(object, object_from_js = false)]
pub struct IndexStats {
    /// Kind of the index; `'none'` if the workspace has none.
    #[napi(ts_type = "IndexMode")]
    pub mode: &'static str,
    /// Whether files are being indexed in the background.
    pub is_building: bool,
    /// Number of files whose content is indexed.
    pub files: f64,
    /// Number of distinct contents, including contents of files that no longer exist.
    pub documents: f64,
    /// Size of the indexed files in bytes, each content counted once.
    pub bytes: f64,
    /// Number of entries in the dictionaries of words.
    pub words: f64,
    /// Number of pairs of a word and a content that contains it.
    pub postings: f64,
    /// Number of segments: parts of the index that are searched in turn.
    pub segments: f64,
    /// Size on disk in bytes; 0 for an index in memory.
    pub disk_bytes: f64,
    /// Size in memory in bytes.
    pub resident_bytes: f64,
    /// Files that every search reads, by reason.
    pub always_scanned: AlwaysScanned,
    /// Last search narrowed by the index.
    pub last_query: IndexQueryStats,
    /// Message of the error that keeps the index in memory only, or that ended the last build.
    /// Absent without an error.
    pub fault: Option<String>,
}

/// Numbers of files that a content index cannot exclude, by reason.
#[napi(object, object_from_js = false)]
pub struct AlwaysScanned {
    /// Added or changed files that are not indexed yet.
    pub unindexed: f64,
    /// Files with NUL bytes.
    pub binary: f64,
    /// Files of more than 64 MiB.
    pub too_large: f64,
    /// Files that are invalid in the encoding named by their byte order mark.
    pub undecodable: f64,
    /// Files that cannot be read.
    pub unreadable: f64,
}

/// Statistics of one search narrowed by a content index.
#[napi(object, object_from_js = false)]
pub struct IndexQueryStats {
    /// Number of files in the workspace that may match, inside or outside the scope of the search.
    pub candidates: f64,
    /// Number of candidates whose content the index does not know.
    pub always_scanned: f64,
    /// Number of files that were searched because the index could not exclude them, but do not
    /// match; 0 if the search ended early.
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

/// Starts counting the index of a workspace, as task `id`, since a search that refreshes the file
/// list may hold the index lock.
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

/// Starts writing the index of a workspace to a file, as task `id`.
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
        Pool::shared().run(token, move |token| {
            workspace.export_index(path.0, token).map(|()| Done)
        })
    }))
}

/// Starts importing an index from a file, as task `id`.
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
        Pool::shared().run(token, move |token| {
            workspace.import_index(path.0, token).map(|()| Done)
        })
    }))
}

/// Answer of a task without a value: null.
struct Done;

impl TaskAnswer for Done {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", Null)
    }
}
