//! Content index of a workspace: kinds, progress, import and export, statistics, use by a call.

use std::ffi::{c_int, c_void};
use std::path::Path;

use ransack::{
    AlwaysScanned, CancelToken, IndexMode, IndexProgress, IndexQueryStats, IndexStats, IndexUse,
    Workspace,
};

use super::ransack_workspace;
use crate::call::{CallbackItem, Receiver};
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::unknown;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Kind of content index that a workspace keeps. With an index, searches with a selective pattern
/// read only files that may match; results do not change. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_index_mode {
    /// No index: each search reads every file in scope.
    None = 0,
    /// Index in memory, built when the workspace is opened.
    Memory = 1,
    /// Index on disk, shared with later workspaces and other processes.
    Disk = 2,
}

/// Converts a ransack_index_mode.
pub(super) fn index_mode(value: u32) -> Result<IndexMode, Failure> {
    match value {
        0 => Ok(IndexMode::None),
        1 => Ok(IndexMode::Memory),
        2 => Ok(IndexMode::Disk),
        other => Err(unknown("index", other, ransack_index_mode::Disk as u32)),
    }
}

/// Use of the content index by a call; all fields are 0 without an index. The layout is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ransack_index_use {
    /// Number of files in scope that were searched because the index did not exclude them,
    /// including `always_scanned`.
    pub candidates: u64,
    /// Number of files in scope whose content is not indexed: binary, very large, undecodable and
    /// unreadable files, files with an open buffer, and added or changed files that have not been
    /// indexed yet.
    pub always_scanned: u64,
    /// Whether the index was used to exclude files. If 0, every file in scope is searched: there is
    /// no index, the pattern requires no word that the index can look up, the search is inverted,
    /// or an `encoding` is set.
    pub used: u8,
}

impl ransack_index_use {
    pub(crate) fn of(index: &IndexUse) -> ransack_index_use {
        ransack_index_use {
            candidates: index.candidates,
            always_scanned: index.always_scanned,
            used: index.used.into(),
        }
    }
}

/// Progress in building a content index.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_index_progress {
    /// Number of files indexed by this build.
    pub files_done: u64,
    /// Number of files to index.
    pub files_total: u64,
    /// Number of bytes read by this build.
    pub bytes_done: u64,
}

impl CallbackItem for IndexProgress {
    type View = ransack_index_progress;
    type Arrays = ();

    fn view(&self, (): &mut ()) -> ransack_index_progress {
        ransack_index_progress {
            files_done: self.files_done,
            files_total: self.files_total,
            bytes_done: self.bytes_done,
        }
    }
}

/// Callback for progress in building an index, called at most every 50 ms on the thread that made
/// the call.
///
/// Returns 0 to continue. Any other number ends the call, which succeeds; the build continues.
/// `user_data` is the pointer passed to the call.
pub type ransack_on_index_progress = Option<
    unsafe extern "C" fn(item: *const ransack_index_progress, user_data: *mut c_void) -> c_int,
>;

/// Waits until the content index of a workspace covers every file in the file table. Returns
/// immediately if there is no index. Files that change in the meantime are searched without the
/// index. Except in RANSACK_REFRESH_MODE_WATCH, files modified less than two seconds before they
/// were indexed are also searched without the index, because their timestamps may not show a later
/// change.
///
/// - `token` cancels the call but not the build; NULL for none.
/// - `on_progress` may be NULL.
///
/// Fails if the index cannot be built. Fails with RANSACK_STATUS_CLOSED if the workspace is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_ready(
    workspace: *const ransack_workspace,
    token: *const ransack_cancel_token,
    on_progress: ransack_on_index_progress,
    user_data: *mut c_void,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace and a token that are not freed during the
        // call.
        let (workspace, token) =
            unsafe { (ffi::borrow(workspace, "workspace")?, token_or_new(token)?) };
        // SAFETY: the header requires NULL or a callback that may be called with `user_data` on
        // this thread during the call.
        let mut receiver = unsafe { Receiver::new(on_progress, user_data) };
        for progress in workspace.ready_stream(&token) {
            if receiver.call(&progress?).is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// Writes the content index of a workspace to the file `path`, from which
/// ransack_workspace_import_index() can import the index into another workspace or on another
/// machine. The file contains words from the indexed files but no paths. Files that are not indexed
/// yet are omitted; see ransack_workspace_ready().
///
/// The path is absolute or relative to the root of the workspace. The index is written to a new file in
/// the same directory, which then replaces an existing file. The time taken and the file size are
/// proportional to the size of the index, which is about a tenth of the size of the text.
///
/// - `token` cancels the call, in which case no file is written; NULL for none.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the workspace has no index, or the path is empty,
/// contains a NUL byte, is denied or leads outside the workspace. Fails with RANSACK_STATUS_CLOSED if the workspace is closed. Fails with
/// RANSACK_STATUS_IO if the file cannot be written or the index on disk is damaged; a damaged index
/// is rebuilt.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_export_index(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    token: *const ransack_cancel_token,
) -> ransack_status {
    // SAFETY: the header requires what `with_file` does.
    unsafe {
        with_file(workspace, path, token, |workspace, path, token| {
            workspace.export_index(path, token)
        })
    }
}

/// Imports a file written by ransack_workspace_export_index(). Files whose content is in the
/// imported index are not indexed again. The comparison runs in the background: by blob id if Git
/// knows the file, otherwise by content; see ransack_workspace_ready(). The call checks that the
/// imported file is intact, but not that it is correct: an untrusted index can hide matches.
///
/// The path is absolute or relative to the root of the workspace. The file is copied to memory or to
/// the index on disk, in time linear in its size, and is not needed afterwards.
///
/// - `token` cancels the call, in which case the index is unchanged; NULL for none.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the workspace has no index, or the path is empty,
/// contains a NUL byte, is denied or leads outside the workspace. Fails with RANSACK_STATUS_CLOSED if the workspace is closed. Fails with
/// RANSACK_STATUS_IO if the file cannot be read, is damaged or has a different format version; the
/// index is then unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_import_index(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    token: *const ransack_cancel_token,
) -> ransack_status {
    // SAFETY: the header requires what `with_file` does.
    unsafe {
        with_file(workspace, path, token, |workspace, path, token| {
            workspace.import_index(path, token)
        })
    }
}

/// Calls `act` with a workspace, the path of a file and a token.
///
/// # Safety
///
/// The pointers are NULL, or point to a workspace and a token that are not freed during the call;
/// the text does not change during the call.
unsafe fn with_file(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    token: *const ransack_cancel_token,
    act: fn(&Workspace, &Path, &CancelToken) -> ransack::Result<()>,
) -> ransack_status {
    guard(|| {
        // SAFETY: the caller guarantees it.
        let (workspace, path, token) = unsafe {
            (
                ffi::borrow(workspace, "workspace")?,
                path.path("path")?,
                token_or_new(token)?,
            )
        };
        Ok(act(workspace, path.as_ref(), &token)?)
    })
}

/// Numbers of files that a content index cannot exclude, by reason. The layout is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ransack_always_scanned {
    /// Number of added or changed files that are not indexed yet.
    pub unindexed: u64,
    /// Number of files with NUL bytes.
    pub binary: u64,
    /// Number of files larger than 64 MiB.
    pub too_large: u64,
    /// Number of files that are not valid in the encoding indicated by their byte order mark.
    pub undecodable: u64,
    /// Number of files that cannot be read.
    pub unreadable: u64,
}

/// Statistics for one search that a content index narrowed. The layout is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ransack_index_query_stats {
    /// Number of files in the workspace that may match, whether or not they are in the search's
    /// scope.
    pub candidates: u64,
    /// Number of candidates whose content is not in the index.
    pub always_scanned: u64,
    /// Number of files that were searched but do not match; 0 if the search ended early.
    pub false_positives: u64,
}

/// Size and state of the content index of a workspace. The caller owns it;
/// ransack_index_stats_free() frees it with everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_index_stats {
    /// Number of files whose content is indexed.
    pub files: u64,
    /// Number of distinct file contents in the index, including contents of deleted files.
    pub documents: u64,
    /// Total size of the indexed file contents in bytes; files with the same content are counted
    /// once.
    pub bytes: u64,
    /// Number of entries in the index's word dictionaries.
    pub words: u64,
    /// Number of pairs of a word and a file content that contains the word.
    pub postings: u64,
    /// Number of segments, the parts of the index that are searched one after another.
    pub segments: u64,
    /// Size of the index on disk in bytes; 0 for an index in memory.
    pub disk_bytes: u64,
    /// Size of the index in memory, in bytes.
    pub resident_bytes: u64,
    /// Numbers of files that every search reads, by reason.
    pub always_scanned: ransack_always_scanned,
    /// Statistics for the last search that the index narrowed.
    pub last_query: ransack_index_query_stats,
    /// Message of the error that keeps the index in memory instead of on disk, or that ended the
    /// last build; empty if there was no error.
    pub fault: ransack_bytes,
    /// Kind of index; RANSACK_INDEX_MODE_NONE if the workspace has no index.
    pub mode: ransack_index_mode,
    /// Whether files are being indexed in the background.
    pub is_building: u8,
}

impl Handle for ransack_index_stats {
    type Owner = OwnedIndexStats;
}

/// Sets `out` to the size and state of the content index; all fields are 0 if there is no index.
/// Takes time linear in the number of files, and may wait for another call that refreshes the file
/// table. Free `out` with ransack_index_stats_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_index_stats(
    workspace: *const ransack_workspace,
    out: *mut *mut ransack_index_stats,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let stats = unsafe { ffi::borrow(workspace, "workspace") }?.index_stats();
        out.write(ffi::into_handle(OwnedIndexStats::new(stats)));
        Ok(())
    })
}

/// Frees index statistics and everything they point to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_index_stats_free(stats: *mut ransack_index_stats) {
    // SAFETY: the header requires NULL or statistics of this library that are not used afterwards.
    unsafe { ffi::free(stats) }
}

/// Index statistics, with the text that their C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedIndexStats {
    shown: ransack_index_stats,
    _stats: IndexStats,
}

impl OwnedIndexStats {
    fn new(stats: IndexStats) -> OwnedIndexStats {
        // Moving a string does not move its content.
        OwnedIndexStats {
            shown: ransack_index_stats {
                files: stats.files,
                documents: stats.documents,
                bytes: stats.bytes,
                words: stats.words,
                postings: stats.postings,
                segments: stats.segments,
                disk_bytes: stats.disk_bytes,
                resident_bytes: stats.resident_bytes,
                always_scanned: stats.always_scanned.into(),
                last_query: stats.last_query.into(),
                fault: ransack_bytes::of(stats.fault.as_deref().unwrap_or_default().as_bytes()),
                mode: match stats.mode {
                    IndexMode::Memory => ransack_index_mode::Memory,
                    IndexMode::Disk => ransack_index_mode::Disk,
                    _ => ransack_index_mode::None,
                },
                is_building: stats.is_building.into(),
            },
            _stats: stats,
        }
    }
}

impl From<AlwaysScanned> for ransack_always_scanned {
    fn from(files: AlwaysScanned) -> ransack_always_scanned {
        ransack_always_scanned {
            unindexed: files.unindexed,
            binary: files.binary,
            too_large: files.too_large,
            undecodable: files.undecodable,
            unreadable: files.unreadable,
        }
    }
}

impl From<IndexQueryStats> for ransack_index_query_stats {
    fn from(query: IndexQueryStats) -> ransack_index_query_stats {
        ransack_index_query_stats {
            candidates: query.candidates,
            always_scanned: query.always_scanned,
            false_positives: query.false_positives,
        }
    }
}
