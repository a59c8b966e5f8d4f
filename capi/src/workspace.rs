//! A directory whose file table is kept.

use std::ffi::c_void;
use std::path::{Path, PathBuf};

use ransack::{
    AstEditOptions, AstGrepOptions, CancelToken, FuzzyFindOptions, GlobOptions, GrepOptions,
    RefreshMode, RescanReason, SnapshotInfo, WatchFallback, Workspace,
};

use crate::ast;
use crate::ast::edit::{self, ransack_ast_edit_outcome};
use crate::ast::item::{CodeReceiver, ransack_on_code_match};
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle, Versioned};
use crate::fuzzy::{self, OnFuzzyPath, ransack_on_fuzzy_path};
use crate::glob::{self, OnPath, ransack_on_path};
use crate::grep;
use crate::item::{Receiver, ransack_on_match};
use crate::options::ast::ransack_ast_grep_options;
use crate::options::edit::ransack_ast_edit_options;
use crate::options::fuzzy::ransack_fuzzy_find_options;
use crate::options::glob::ransack_glob_options;
use crate::options::grep::ransack_grep_options;
use crate::options::workspace::ransack_workspace_options;
use crate::panic::{guard, guard_or};
use crate::report::ransack_report;
use crate::slice::ransack_bytes;

/// A directory whose file table is kept, so that calls need not walk it. Every
/// call gives what the same call without a workspace gives, and sees every
/// change to the tree that was made before it began, unless its refresh mode is
/// RANSACK_REFRESH_MODE_MANUAL.
pub struct ransack_workspace {
    _private: [u8; 0],
}

impl Handle for ransack_workspace {
    type Owner = Workspace;
}

/// The ways to know which files there are. What a workspace's table does not
/// hold (ignored directories, node_modules, other places) is walked when a call
/// asks for it, whichever way is in force. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_refresh_mode {
    /// Directories are read for the call. A call without a workspace, or one
    /// that follows symbolic links, always is of this kind.
    Walk = 0,
    /// The system tells of changes, and all that it has told is taken in before
    /// the call.
    Watch = 1,
    /// Every directory and every ignore file is compared with its last known
    /// time of change, and read again if it differs.
    Stat = 2,
    /// The table is what it was when it was last told to be brought up to date.
    Manual = 3,
}

/// Why a workspace listed directories anew that it knew. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_rescan_reason {
    /// It did not.
    None = 0,
    /// The first scan.
    First = 1,
    /// More changes than the system keeps.
    Overflow = 2,
    /// An ignore file, or a Git configuration that names one, has changed.
    IgnoreFile = 3,
    /// The root's path leads to another directory.
    Root = 4,
    /// A file system was mounted or unmounted somewhere.
    Mount = 5,
    /// It was asked for.
    Asked = 6,
    /// The call before failed, when the root was not there or in a scan.
    Failed = 7,
    /// A reason that this version of the header has no name for.
    Other = 8,
}

/// Why a workspace is not watched though it was to be. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_watch_fallback {
    /// It is, or was not to be.
    None = 0,
    /// On this platform no way is known to be told of every change in time; only
    /// Linux has one so far.
    Platform = 1,
    /// The system allows no more watches or watchers.
    Limit = 2,
    /// A network or other file system that can change unseen.
    FileSystem = 3,
    /// A reason that this version of the header has no name for.
    Other = 4,
}

/// How it is known which files there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ransack_snapshot_info {
    /// How the table of files was brought up to date for the call.
    pub mode: ransack_refresh_mode,
    /// Why all of it, or what is below a directory with another ignore file, was
    /// listed anew, for the call or since the one before.
    pub rescan: ransack_rescan_reason,
    /// Why a workspace that was to be watched is not.
    pub fallback: ransack_watch_fallback,
}

/// How large a workspace's table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ransack_table_size {
    /// Files, directories and symbolic links.
    pub entries: u64,
    /// Bytes in memory, without the parsed ignore rules.
    pub bytes: u64,
}

/// Opens a workspace on the directory `root` and begins its first scan, which
/// calls then wait for. `options` may be NULL for the defaults. Free `out` with
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
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: the root is valid during the call.
        let root = unsafe { root.path("root") }?;
        let options = if options.is_null() {
            ransack_workspace_options::defaults()
        } else {
            // SAFETY: options of the version that they declare.
            unsafe { ffi::read_versioned(options, "options") }?
        };
        let workspace = Workspace::open(root, &options.resolve()?)?;
        out.set(ffi::hand_out(workspace));
        Ok(())
    })
}

/// Gives another handle of the same workspace, whose calls do not wait for the
/// first scan: until it ends they see what is listed so far, and their reports
/// are not `complete`. Free `out` with ransack_workspace_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_without_waiting(
    workspace: *const ransack_workspace,
    out: *mut *mut ransack_workspace,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        out.set(ffi::hand_out(workspace.without_waiting()));
        Ok(())
    })
}

/// As ransack_grep(), through the workspace. Roots are paths from the
/// workspace's root; none means all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_grep(
    workspace: *const ransack_workspace,
    options: *const ransack_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let search = |mut core: GrepOptions, token: &CancelToken, receiver: &mut Receiver| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        all_if_none(&mut core.scope.roots);
        Ok(workspace.grep_each(&core, token, |item| receiver.call(&item))?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { grep::run(options, token, on_match, user_data, out, search) }
}

/// As ransack_glob(), through the workspace. Roots are paths from the
/// workspace's root; none means all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_glob(
    workspace: *const ransack_workspace,
    options: *const ransack_glob_options,
    token: *const ransack_cancel_token,
    on_path: ransack_on_path,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let find = |mut core: GlobOptions, token: &CancelToken, each: &mut OnPath<'_>| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        all_if_none(&mut core.scope.roots);
        Ok(workspace.glob_each(&core, token, each)?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { glob::run(options, token, on_path, user_data, out, find) }
}

/// As ransack_fuzzy_find(), through the workspace. Roots are paths from the
/// workspace's root; none means all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_fuzzy_find(
    workspace: *const ransack_workspace,
    options: *const ransack_fuzzy_find_options,
    token: *const ransack_cancel_token,
    on_path: ransack_on_fuzzy_path,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let find = |mut core: FuzzyFindOptions, token: &CancelToken, each: &mut OnFuzzyPath<'_>| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        all_if_none(&mut core.scope.roots);
        Ok(workspace.fuzzy_find_each(&core, token, each)?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { fuzzy::run(options, token, on_path, user_data, out, find) }
}

/// As ransack_ast_grep(), through the workspace. Roots are paths from the
/// workspace's root; none means all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_ast_grep(
    workspace: *const ransack_workspace,
    options: *const ransack_ast_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_code_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    let search = |mut core: AstGrepOptions, token: &CancelToken, receiver: &mut CodeReceiver| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        all_if_none(&mut core.scope.roots);
        Ok(workspace.ast_grep_each(&core, token, |item| receiver.call(&item))?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { ast::run(options, token, on_match, user_data, out, search) }
}

/// As ransack_ast_edit(), through the workspace. Roots are paths from the
/// workspace's root; none means all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_ast_edit(
    workspace: *const ransack_workspace,
    options: *const ransack_ast_edit_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_ast_edit_outcome,
) -> ransack_status {
    let edit = |mut core: AstEditOptions, token: &CancelToken| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        all_if_none(&mut core.scope.roots);
        Ok(workspace.ast_edit(&core, token)?)
    };
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { edit::run(options, token, out, edit) }
}

/// Brings the table up to date now, as the next call would; with
/// RANSACK_REFRESH_MODE_MANUAL as with RANSACK_REFRESH_MODE_STAT. `out` may be NULL.
///
/// Fails if the root is no longer there or the workspace has been closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_refresh(
    workspace: *const ransack_workspace,
    out: *mut ransack_snapshot_info,
) -> ransack_status {
    guard(|| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        let snapshot = workspace.refresh()?;
        if !out.is_null() {
            // SAFETY: an output of the caller.
            unsafe { ffi::out(out, "out") }?.set(ransack_snapshot_info::of(&snapshot));
        }
        Ok(())
    })
}

/// Has the next call list anew what is at `path` and below, a path from the
/// workspace's root or an absolute one; if it is empty, everything.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_invalidate(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the path is valid during the call.
        let path = unsafe { path.path("path") }?;
        let path: &Path = path.as_ref();
        workspace.invalidate(Some(path).filter(|p| !p.as_os_str().is_empty()));
        Ok(())
    })
}

/// Tells how large the table is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_table_size(
    workspace: *const ransack_workspace,
    out: *mut ransack_table_size,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: a workspace that lives during the call.
        let size = unsafe { ffi::borrow(workspace, "workspace") }?.table_size();
        out.set(ransack_table_size {
            entries: size.entries,
            bytes: size.bytes,
        });
        Ok(())
    })
}

/// Ends the first scan and the watching, for every handle of the workspace.
/// Calls under way end as they would have; later ones fail with
/// RANSACK_STATUS_CLOSED. Closing again does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_close(
    workspace: *const ransack_workspace,
) -> ransack_status {
    guard(|| {
        // SAFETY: a workspace that lives during the call.
        unsafe { ffi::borrow(workspace, "workspace") }?.close();
        Ok(())
    })
}

/// Frees a handle; the last one closes the workspace. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_free(workspace: *mut ransack_workspace) {
    // SAFETY: NULL or a workspace of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(workspace) }));
}

fn all_if_none(roots: &mut Vec<PathBuf>) {
    if roots.is_empty() {
        roots.push(PathBuf::from("."));
    }
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
                Some(RescanReason::Asked) => ransack_rescan_reason::Asked,
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
