//! A directory whose file table is kept.

use std::ffi::c_void;
use std::path::{Path, PathBuf};

use ransack::{CancelToken, Fallback, Freshness, Report, Rescan, Validation, Workspace};

use crate::ast::edit::{OwnedOutcome, ransack_ast_edit_outcome};
use crate::ast::item::ransack_on_ast_match;
use crate::call::{self, Callback, CallbackItem, Receiver};
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle, Versioned};
use crate::fuzzy::ransack_on_fuzzy_match;
use crate::glob::ransack_on_glob_match;
use crate::grep::ransack_on_grep_match;
use crate::options::FileOptions;
use crate::options::ast::ransack_ast_grep_options;
use crate::options::edit::ransack_ast_edit_options;
use crate::options::fuzzy::ransack_fuzzy_find_options;
use crate::options::glob::ransack_glob_options;
use crate::options::grep::ransack_grep_options;
use crate::options::workspace::ransack_workspace_options;
use crate::panic::guard;
use crate::report::ransack_report;
use crate::slice::ransack_bytes;

/// A directory whose file table is kept, so that calls need not walk it. Every
/// call gives what the same call without a workspace gives, and sees every
/// change to the tree that was made before it began, unless its freshness is
/// RANSACK_VALIDATION_MANUAL.
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
pub enum ransack_validation {
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
pub enum ransack_rescan {
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
pub enum ransack_fallback {
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
pub struct ransack_freshness {
    /// How the table of files was brought up to date for the call.
    pub by: ransack_validation,
    /// Why all of it, or what is below a directory with another ignore file, was
    /// listed anew, for the call or since the one before.
    pub rescan: ransack_rescan,
    /// Why a workspace that was to be watched is not.
    pub fallback: ransack_fallback,
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
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the root is valid during the call.
        let root = unsafe { root.path("root") }?;
        let options = if options.is_null() {
            ransack_workspace_options::defaults()
        } else {
            // SAFETY: options of the version that they declare.
            unsafe { ffi::read_versioned(options, "options") }?
        };
        let workspace = Workspace::open(root, &options.resolve()?)?;
        out.write(ffi::into_handle(workspace));
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
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        out.write(ffi::into_handle(workspace.without_waiting()));
        Ok(())
    })
}

/// Searches the files of a workspace for lines that match a pattern.
///
/// Takes the arguments of ransack_grep(), has its results and its failures, and also fails with
/// RANSACK_STATUS_CLOSED if the workspace is closed. Roots are relative to the root of the workspace;
/// none means the whole workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_grep(
    workspace: *const ransack_workspace,
    options: *const ransack_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_grep_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run(
            workspace,
            options,
            token,
            on_match,
            user_data,
            out,
            |workspace, core, token, receiver| {
                workspace.grep_each(core, token, |item| receiver.call(&item))
            },
        )
    }
}

/// Finds entries of a workspace whose path matches a pattern.
///
/// Takes the arguments of ransack_glob(), has its results and its failures, and also fails with
/// RANSACK_STATUS_CLOSED if the workspace is closed. Roots are relative to the root of the workspace;
/// none means the whole workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_glob(
    workspace: *const ransack_workspace,
    options: *const ransack_glob_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_glob_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run(
            workspace,
            options,
            token,
            on_match,
            user_data,
            out,
            |workspace, core, token, receiver| {
                workspace.glob_each(core, token, |item| receiver.call(&item))
            },
        )
    }
}

/// Finds entries of a workspace by a fuzzy query.
///
/// Takes the arguments of ransack_fuzzy_find(), has its results and its failures, and also fails with
/// RANSACK_STATUS_CLOSED if the workspace is closed. Roots are relative to the root of the workspace;
/// none means the whole workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_fuzzy_find(
    workspace: *const ransack_workspace,
    options: *const ransack_fuzzy_find_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_fuzzy_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run(
            workspace,
            options,
            token,
            on_match,
            user_data,
            out,
            |workspace, core, token, receiver| {
                workspace.fuzzy_find_each(core, token, |item| receiver.call(&item))
            },
        )
    }
}

/// Searches the files of a workspace for code that matches a pattern or a rule.
///
/// Takes the arguments of ransack_ast_grep(), has its results and its failures, and also fails with
/// RANSACK_STATUS_CLOSED if the workspace is closed. Roots are relative to the root of the workspace;
/// none means the whole workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_ast_grep(
    workspace: *const ransack_workspace,
    options: *const ransack_ast_grep_options,
    token: *const ransack_cancel_token,
    on_match: ransack_on_ast_match,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        run(
            workspace,
            options,
            token,
            on_match,
            user_data,
            out,
            |workspace, core, token, receiver| {
                workspace.ast_grep_each(core, token, |item| receiver.call(&item))
            },
        )
    }
}

/// Replaces code in the files of a workspace. By default (`dry_run` 1) only returns the changes.
///
/// Takes the arguments of ransack_ast_edit(), has its results and its failures, and also fails with
/// RANSACK_STATUS_CLOSED if the workspace is closed. Roots are relative to the root of the workspace;
/// none means the whole workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_ast_edit(
    workspace: *const ransack_workspace,
    options: *const ransack_ast_edit_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_ast_edit_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |mut core, token| {
            let workspace = ffi::borrow(workspace, "workspace")?;
            whole_if_no_root(ransack_ast_edit_options::roots(&mut core));
            Ok(OwnedOutcome::new(workspace.ast_edit(&core, token)?))
        })
    }
}

/// Runs an operation on a workspace that passes results to a callback and returns a report.
///
/// # Safety
///
/// The arguments are valid as the header requires of the C function.
unsafe fn run<O: FileOptions, T: CallbackItem>(
    workspace: *const ransack_workspace,
    options: *const O,
    token: *const ransack_cancel_token,
    on_item: Callback<T::View>,
    user_data: *mut c_void,
    out: *mut *mut ransack_report,
    operation: impl FnOnce(
        &Workspace,
        &O::Core,
        &CancelToken,
        &mut Receiver<T>,
    ) -> ransack::Result<Report>,
) -> ransack_status {
    // SAFETY: the contract of this function.
    unsafe {
        call::run(
            options,
            token,
            on_item,
            user_data,
            out,
            |mut core, token, receiver| {
                let workspace = ffi::borrow(workspace, "workspace")?;
                whole_if_no_root(O::roots(&mut core));
                Ok(operation(workspace, &core, token, receiver)?)
            },
        )
    }
}

/// Brings the table up to date now, as the next call would; with
/// RANSACK_VALIDATION_MANUAL as with RANSACK_VALIDATION_STAT. `out` may be NULL.
///
/// Fails if the root is no longer there or the workspace has been closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_refresh(
    workspace: *const ransack_workspace,
    out: *mut ransack_freshness,
) -> ransack_status {
    guard(|| {
        // SAFETY: a workspace that lives during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        let freshness = workspace.refresh()?;
        if !out.is_null() {
            // SAFETY: an output of the caller.
            unsafe { ffi::out_param(out, "out") }?.write(ransack_freshness::of(&freshness));
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
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: a workspace that lives during the call.
        let size = unsafe { ffi::borrow(workspace, "workspace") }?.table_size();
        out.write(ransack_table_size {
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
    unsafe { ffi::free(workspace) }
}

/// Names the root of the workspace if a call names no root.
fn whole_if_no_root(roots: &mut Vec<PathBuf>) {
    if roots.is_empty() {
        roots.push(PathBuf::from("."));
    }
}

impl ransack_freshness {
    pub(crate) fn of(freshness: &Freshness) -> ransack_freshness {
        ransack_freshness {
            by: match freshness.by {
                Validation::Watch => ransack_validation::Watch,
                Validation::Stat => ransack_validation::Stat,
                Validation::Manual => ransack_validation::Manual,
                _ => ransack_validation::Walk,
            },
            rescan: match freshness.rescan {
                None => ransack_rescan::None,
                Some(Rescan::First) => ransack_rescan::First,
                Some(Rescan::Overflow) => ransack_rescan::Overflow,
                Some(Rescan::IgnoreFile) => ransack_rescan::IgnoreFile,
                Some(Rescan::Root) => ransack_rescan::Root,
                Some(Rescan::Mount) => ransack_rescan::Mount,
                Some(Rescan::Asked) => ransack_rescan::Asked,
                Some(Rescan::Failed) => ransack_rescan::Failed,
                Some(_) => ransack_rescan::Other,
            },
            fallback: match freshness.fallback {
                None => ransack_fallback::None,
                Some(Fallback::Platform) => ransack_fallback::Platform,
                Some(Fallback::Limit) => ransack_fallback::Limit,
                Some(Fallback::FileSystem) => ransack_fallback::FileSystem,
                Some(_) => ransack_fallback::Other,
            },
        }
    }
}
