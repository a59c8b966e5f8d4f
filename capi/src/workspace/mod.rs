//! Workspaces: directories with a cached, watched file table. An operation uses the workspace named
//! by its scope; [`resolve`] converts the handle.
//!
//! - `buffers`: unsaved text that replaces files
//! - `cache`: workspaces by root
//! - `changes`: files that changed since an earlier call
//! - `index`: content index
//! - `on_change`: notifications of changes

pub mod buffers;
pub mod cache;
pub mod changes;
pub mod index;
pub mod on_change;

use std::path::Path;
use std::ptr;
use std::time::Duration;

use ransack::{
    Preset, RefreshMode, RescanReason, ScopeWorkspace, SnapshotInfo, WatchFallback, Workspace,
    WorkspaceOptions,
};

use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::versioned::{self, Defaults, versioned};
use crate::options::{NO_BYTES, RANSACK_NO_LIMIT, optional_path, to_limit, to_size, unknown};
use crate::panic::guard;
use crate::pool::{self, ransack_pool};
use crate::slice::{paths, ransack_bytes, texts};
use crate::string::{self, ransack_string};
use index::ransack_index_mode;

/// Newest version of ransack_workspace_options.
pub const RANSACK_WORKSPACE_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_workspace_open(), where NULL means the defaults. Initialise with
/// RANSACK_WORKSPACE_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_workspace_options {
    /// RANSACK_WORKSPACE_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Refresh mode of the file table, a ransack_refresh_mode. If the directory cannot be watched,
    /// RANSACK_REFRESH_MODE_STAT is used instead of RANSACK_REFRESH_MODE_WATCH, and reports say
    /// why. Default: RANSACK_REFRESH_MODE_WATCH.
    pub refresh: u32,
    /// Pool for scanning the directory, and for calls whose options name no pool. Default: NULL,
    /// the shared pool.
    pub pool: *const ransack_pool,
    /// Whether the paths of a call may lead outside the root of the workspace or its folders: by an
    /// absolute path, by `..`, or through a symbolic link. Otherwise such a call fails with
    /// RANSACK_STATUS_INVALID_OPTION, unless `allow` lists the path. Default: 0.
    pub allow_outside: u8,
    /// Content index, a ransack_index_mode. With an index, searches with a selective pattern read
    /// few files; results do not change. Building the index takes a few seconds of background work
    /// per gigabyte of text, and the index takes about a tenth of the size of the text. With
    /// RANSACK_REFRESH_MODE_WALK, which keeps no file table, opening a workspace with an index
    /// fails with RANSACK_STATUS_INVALID_OPTION. Default: RANSACK_INDEX_MODE_NONE.
    pub index: u32,
    /// Directory of the index on disk, which workspaces and processes may share; other index modes
    /// ignore this field. The path is absolute or relative to the current directory. The directory
    /// is created with access for the user only. If it cannot be created, belongs to another user
    /// or is writable by other users, opening the workspace fails with RANSACK_STATUS_IO. Default:
    /// empty, which means `ransack/index` in the user's cache directory.
    pub index_path: ransack_bytes,
    /// Directories that make up the workspace, like the folders of a multi-root workspace in an
    /// editor: absolute paths, or paths relative to the root. All of them must be below the root.
    /// The workspace then scans, watches and indexes only these directories. A call's root that
    /// holds folders and is in none, such as a scope without roots, stands for these folders, in
    /// this order. A root with wildcards above folders, such as "s*", selects in the folders that it
    /// reaches. Any other root must be in a folder. Paths in results stay relative to the root.
    /// Default: none, which means the whole root.
    pub folders: *const ransack_bytes,
    /// Number of folders. Default: 0.
    pub folders_len: usize,
    /// Default values for the limits of searches in the workspace, a ransack_preset. A value in the
    /// options of a call takes precedence. Default: RANSACK_PRESET_NONE.
    pub preset: u32,
    /// Maximum number of results of a search whose options set none. Default: RANSACK_NO_LIMIT, the
    /// preset's value.
    pub default_limit: u64,
    /// Maximum number of bytes per line of a ransack_grep() whose options set none. Default:
    /// RANSACK_NO_LIMIT, the preset's value.
    pub default_max_columns: u64,
    /// Time in milliseconds after which a search returns the results found so far, unless its
    /// options or its token have a time limit. Default: RANSACK_NO_LIMIT, the preset's value.
    pub default_time_limit_ms: u64,
    /// Directories and files outside the root that calls may reach, with everything below the
    /// directories: absolute paths, or relative to the root. They need not exist; links are resolved
    /// when the workspace is opened. Calls walk these directories as without a workspace, and an edit
    /// of a file writes its temporary files next to it. Buffers can only be opened below the root.
    /// Default: none.
    pub allow: *const ransack_bytes,
    /// Number of paths in `allow`. Default: 0.
    pub allow_len: usize,
    /// Globs, UTF-8, of paths that no call may reach, looked at before all other options. A path is
    /// judged with its links resolved; a call that names a denied path fails with
    /// RANSACK_STATUS_INVALID_OPTION, and reports list denied entries as RANSACK_SKIP_REASON_DENIED. A
    /// glob without '/' matches at any depth; a glob with '/' is relative to the root and to each
    /// directory in `allow`, or is an absolute path. Globs match entries below the root and below the
    /// directories in `allow`, and with `allow_outside` entries outside, but neither the root nor a
    /// directory above it or above a path in `allow`. A glob that matches a directory denies everything
    /// below it; with a trailing '/', it matches only directories. The last matching glob wins; '!'
    /// negates. On Windows and macOS, case is ignored. A glob that cannot be parsed fails with
    /// RANSACK_STATUS_INVALID_GLOB. Default: none.
    pub deny: *const ransack_bytes,
    /// Number of globs in `deny`. Default: 0.
    pub deny_len: usize,
}

/// Set of default values for the limits of searches in a workspace: of ransack_grep(),
/// ransack_ast_grep(), ransack_glob(), ransack_fuzzy_find() and ransack_outline(). A limit of
/// RANSACK_NO_LIMIT in the options of a call means the default value; RANSACK_NO_LIMIT - 1 is no
/// limit. Edits have no default limits. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_preset {
    /// No limits.
    None = 0,
    /// Limits for a program that passes results to a language model: 100 results, 500 bytes per line
    /// of ransack_grep(), and 10 seconds, after which a search returns the results found so far.
    /// Calls wait for the initial scan within this time, except calls through a handle of
    /// ransack_workspace_without_waiting().
    Agent = 1,
}

versioned!(
    ransack_workspace_options,
    RANSACK_WORKSPACE_OPTIONS_VERSION,
    [deny_len: 120]
);

impl Defaults for ransack_workspace_options {
    fn defaults() -> ransack_workspace_options {
        ransack_workspace_options {
            version: RANSACK_WORKSPACE_OPTIONS_VERSION,
            refresh: ransack_refresh_mode::Watch as u32,
            pool: ptr::null(),
            allow_outside: 0,
            index: ransack_index_mode::None as u32,
            index_path: NO_BYTES,
            folders: ptr::null(),
            folders_len: 0,
            preset: ransack_preset::None as u32,
            default_limit: RANSACK_NO_LIMIT,
            default_max_columns: RANSACK_NO_LIMIT,
            default_time_limit_ms: RANSACK_NO_LIMIT,
            allow: ptr::null(),
            allow_len: 0,
            deny: ptr::null(),
            deny_len: 0,
        }
    }
}

impl ransack_workspace_options {
    /// Converts options; NULL means the defaults.
    ///
    /// # Safety
    ///
    /// Same contract as [`versioned::read_versioned`]; the pool is NULL or valid, and the text is
    /// valid.
    unsafe fn resolve_or_default(
        options: *const ransack_workspace_options,
    ) -> Result<WorkspaceOptions, Failure> {
        if options.is_null() {
            return Ok(WorkspaceOptions::default());
        }
        // SAFETY: the contract of this function.
        unsafe { versioned::read_versioned(options, "options")?.resolve() }
    }

    /// Converts the options.
    ///
    /// # Safety
    ///
    /// The pool is NULL or valid, and the text is valid.
    unsafe fn resolve(&self) -> Result<WorkspaceOptions, Failure> {
        let mut core = WorkspaceOptions::default();
        // SAFETY: the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.refresh = match self.refresh {
            0 => RefreshMode::Walk,
            1 => RefreshMode::Watch,
            2 => RefreshMode::Stat,
            3 => RefreshMode::Manual,
            other => {
                return Err(unknown(
                    "refresh",
                    other,
                    ransack_refresh_mode::Manual as u32,
                ));
            }
        };
        core.allow_outside = self.allow_outside != 0;
        core.index = index::index_mode(self.index)?;
        // SAFETY: the contract of this function.
        core.index_path = unsafe { optional_path(self.index_path, "index_path") }?;
        // SAFETY: the contract of this function.
        core.folders = unsafe { paths(self.folders, self.folders_len, "folders") }?;
        // SAFETY: the contract of this function.
        unsafe {
            core.allow = paths(self.allow, self.allow_len, "allow")?;
            core.deny = texts(self.deny, self.deny_len, "deny")?;
        }
        core.preset = match self.preset {
            0 => Preset::None,
            1 => Preset::Agent,
            other => return Err(unknown("preset", other, ransack_preset::Agent as u32)),
        };
        core.default_limit = to_limit(self.default_limit);
        core.default_max_columns = to_limit(self.default_max_columns).map(to_size);
        core.default_time_limit = to_limit(self.default_time_limit_ms).map(Duration::from_millis);
        Ok(core)
    }
}

/// Directory with a cached file table, so that calls need not walk the directory.
///
/// A call uses the workspace that its ransack_scope names. The call returns exactly the same
/// results as it would without a workspace, and sees every change made to the tree before the call
/// began, except with RANSACK_REFRESH_MODE_MANUAL. File content is never cached. The file table
/// takes about 75 bytes per entry; see ransack_workspace_table_size(). The workspace keeps the
/// syntax trees and outlines of the 64 files that calls for one file, and searches with `enclosing`,
/// read last, in up to 64 MiB, and the syntax trees of open buffers in another 64 MiB, or more if
/// the tree of the last buffer is larger. Any number of threads may share a workspace.
///
///     ransack_workspace *workspace = NULL;
///     ransack_workspace_open(RANSACK_BYTES("."), NULL, &workspace);
///     scope.workspace = workspace;
///     options.scope = &scope;
///     status = ransack_glob(&options, NULL, on_match, NULL, &report);
///     ransack_workspace_free(workspace);
pub struct ransack_workspace {
    _private: [u8; 0],
}

impl Handle for ransack_workspace {
    type Owner = Workspace;
}

/// Method by which a call obtains the list of files. Directories that are not in the workspace's
/// file table (ignored directories, node_modules, directories outside the workspace) are walked on
/// demand in every mode. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_refresh_mode {
    /// The call walks the directories. This mode is always used without a workspace, and by calls
    /// that follow symbolic links.
    Walk = 0,
    /// The operating system reports changes, and every reported change is applied to the file table
    /// before the call. Linux only.
    Watch = 1,
    /// The call compares the modification time of every directory and ignore file with the file
    /// table and rescans changed directories.
    Stat = 2,
    /// The file table is used without a check; ransack_workspace_refresh() and
    /// ransack_workspace_invalidate() bring the table up to date.
    Manual = 3,
}

/// Reason for rescanning directories that were in the file table. More values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_rescan_reason {
    /// No directory was rescanned.
    None = 0,
    /// Initial scan of the workspace.
    First = 1,
    /// Overflow of the operating system's event queue.
    Overflow = 2,
    /// Change to an ignore file, or to a Git configuration file that names an ignore file.
    IgnoreFile = 3,
    /// The path of the root now resolves to a different directory.
    Root = 4,
    /// A file system was mounted or unmounted.
    Mount = 5,
    /// Request by ransack_workspace_invalidate().
    Requested = 6,
    /// The previous refresh failed, because the root did not exist or a scan failed.
    Failed = 7,
    /// Reason unknown to this version of the header.
    Other = 8,
}

/// Reason why a workspace opened with RANSACK_REFRESH_MODE_WATCH is not watched. More values may be
/// added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_watch_fallback {
    /// The workspace is watched, or watching was not requested.
    None = 0,
    /// The platform has no interface that reports every change in time; only Linux has one.
    Platform = 1,
    /// The watch limit of the operating system was reached.
    Limit = 2,
    /// The directory is on a network file system, or on another file system that can change without
    /// a report.
    FileSystem = 3,
    /// Reason unknown to this version of the header.
    Other = 4,
}

/// Origin of the file list of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ransack_snapshot_info {
    /// Refresh mode in which the file list was obtained.
    pub mode: ransack_refresh_mode,
    /// Reason for rescanning the whole tree, or the tree below a changed ignore file, for this call
    /// or since the previous call.
    pub rescan: ransack_rescan_reason,
    /// Reason why the workspace is not watched.
    pub fallback: ransack_watch_fallback,
}

/// Size of the file table of a workspace. The layout is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ransack_table_size {
    /// Number of files, directories and symbolic links.
    pub entries: u64,
    /// Size of the file table in memory in bytes, excluding the compiled ignore rules.
    pub bytes: u64,
}

/// Opens a workspace for the directory `root` and starts the initial scan in the background. Calls
/// on the workspace wait for the initial scan. `options` may be NULL. Free `out` with
/// ransack_workspace_free().
///
/// Fails if the root is not a directory or cannot be opened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_open(
    root: ransack_bytes,
    options: *const ransack_workspace_options,
    out: *mut *mut ransack_workspace,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let root = unsafe { root.path("root") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { ransack_workspace_options::resolve_or_default(options) }?;
        let workspace = Workspace::open(root, &options)?;
        out.write(ffi::into_handle(workspace));
        Ok(())
    })
}

/// Returns another handle to the same workspace; calls that use this handle do not wait for the
/// initial scan. Until the initial scan ends, they use the files found so far, and their reports
/// are not `complete`. Free `out` with ransack_workspace_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_without_waiting(
    workspace: *const ransack_workspace,
    out: *mut *mut ransack_workspace,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        out.write(ffi::into_handle(workspace.without_waiting()));
        Ok(())
    })
}

/// Refreshes the file table now instead of at the next call; RANSACK_REFRESH_MODE_MANUAL refreshes
/// in the same way as RANSACK_REFRESH_MODE_STAT. `out` may be NULL.
///
/// Fails if the root no longer exists. Fails with RANSACK_STATUS_CLOSED if the workspace is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_refresh(
    workspace: *const ransack_workspace,
    out: *mut ransack_snapshot_info,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        let snapshot = workspace.refresh()?;
        // SAFETY: the header requires NULL or an output that is valid for one write.
        if let Some(out) = unsafe { ffi::optional_param(out) } {
            out.write(ransack_snapshot_info::of(&snapshot));
        }
        Ok(())
    })
}

/// Marks `path` and everything below it as stale; the next call rescans the stale entries. The path
/// is absolute or relative to the root of the workspace; an empty path marks the whole workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_invalidate(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the header requires text that does not change during the call.
        let path = unsafe { path.path("path") }?;
        let path: &Path = path.as_ref();
        workspace.invalidate(Some(path).filter(|p| !p.as_os_str().is_empty()));
        Ok(())
    })
}

/// Sets `out` to the absolute path, with symbolic links resolved, of the file or directory that a
/// call uses for `path`, so that the program can open it within the bounds of the workspace. `path`
/// is absolute or relative to the root of the workspace; it need not exist, nor need its last
/// directories. Takes a few system calls, and does not wait for the initial scan. The path holds
/// until the tree changes. It has the bytes of the operating system's path, UTF-8 or not. Free it with
/// ransack_string_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the path is empty, contains a NUL byte or is a broken
/// symbolic link, if it is denied, or if it leads outside the workspace and is not allowed; with
/// RANSACK_STATUS_NOT_FOUND if it leads through a file; and with RANSACK_STATUS_CLOSED if the
/// workspace is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_resolve(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the header requires text that does not change during the call.
        let path = unsafe { path.path("path") }?;
        let resolved = workspace.resolve(path)?.into_os_string();
        out.write(string::into_handle(resolved.into_encoded_bytes()));
        Ok(())
    })
}

/// Sets `out` to the current size of the file table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_table_size(
    workspace: *const ransack_workspace,
    out: *mut ransack_table_size,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let size = unsafe { ffi::borrow(workspace, "workspace") }?.table_size();
        out.write(ransack_table_size {
            entries: size.entries,
            bytes: size.bytes,
        });
        Ok(())
    })
}

/// Closes the workspace for all of its handles: stops the initial scan and the file watcher. Calls
/// in progress finish normally; later calls fail with RANSACK_STATUS_CLOSED. Closing a closed
/// workspace has no effect. Handles must still be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_close(
    workspace: *const ransack_workspace,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        unsafe { ffi::borrow(workspace, "workspace") }?.close();
        Ok(())
    })
}

/// Frees a handle to a workspace; freeing the last handle closes the workspace. Does nothing if the
/// pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_free(workspace: *mut ransack_workspace) {
    // SAFETY: the header requires NULL or a workspace of this library that is not used afterwards.
    unsafe { ffi::free(workspace) }
}

/// Converts the `workspace` field of a scope or options struct; NULL means no workspace.
///
/// # Safety
///
/// Same contract as [`ffi::borrow`].
pub(crate) unsafe fn resolve(
    workspace: *const ransack_workspace,
) -> Result<Option<ScopeWorkspace>, Failure> {
    if workspace.is_null() {
        return Ok(None);
    }
    // SAFETY: the contract of this function.
    let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
    Ok(Some(workspace.into()))
}

impl ransack_snapshot_info {
    pub(crate) fn of(snapshot: &SnapshotInfo) -> ransack_snapshot_info {
        ransack_snapshot_info {
            mode: match snapshot.mode {
                RefreshMode::Watch => ransack_refresh_mode::Watch,
                RefreshMode::Stat => ransack_refresh_mode::Stat,
                RefreshMode::Manual => ransack_refresh_mode::Manual,
                _ => ransack_refresh_mode::Walk,
            },
            rescan: match snapshot.rescan {
                None => ransack_rescan_reason::None,
                Some(RescanReason::First) => ransack_rescan_reason::First,
                Some(RescanReason::Overflow) => ransack_rescan_reason::Overflow,
                Some(RescanReason::IgnoreFile) => ransack_rescan_reason::IgnoreFile,
                Some(RescanReason::Root) => ransack_rescan_reason::Root,
                Some(RescanReason::Mount) => ransack_rescan_reason::Mount,
                Some(RescanReason::Requested) => ransack_rescan_reason::Requested,
                Some(RescanReason::Failed) => ransack_rescan_reason::Failed,
                Some(_) => ransack_rescan_reason::Other,
            },
            fallback: match snapshot.fallback {
                None => ransack_watch_fallback::None,
                Some(WatchFallback::Platform) => ransack_watch_fallback::Platform,
                Some(WatchFallback::Limit) => ransack_watch_fallback::Limit,
                Some(WatchFallback::FileSystem) => ransack_watch_fallback::FileSystem,
                Some(_) => ransack_watch_fallback::Other,
            },
        }
    }
}

#[cfg(test)]
mod tests;
