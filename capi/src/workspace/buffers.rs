//! Open buffers of a workspace: unsaved text that replaces files.

use std::path::Path;

use super::ransack_workspace;
use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Opens a buffer: unsaved text that replaces the file at `path` in every later call on the
/// workspace, until ransack_workspace_clear_buffer() removes the buffer. Setting a buffer again
/// replaces its text. The text is copied.
///
/// `path` is relative to the root of the workspace, or absolute and below the root. Symbolic links
/// in the path are resolved when the buffer is first set. Neither the file nor its directories need
/// exist: calls see a regular file with the buffer's size and, as its modification time, the time
/// of this call. Its path is subject to ignore rules, globs and types. Changes on disk do not
/// affect the buffer.
///
/// `text` is treated as UTF-8 and never decoded: invalid bytes stay unchanged, and a UTF-16 byte
/// order mark and the option `encoding` have no effect. Size limits and binary detection do apply.
/// ransack_ast_edit() and ransack_edit_definition() never write a file that has a buffer; they return
/// the changes for the editor to apply. Ignore rules are always read from disk, even if an ignore file
/// has a buffer. A symbolic link whose target exists only as a buffer stays broken.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the path is empty, leads outside the root or through
/// a file or another buffer, or names something other than a regular file. Fails with
/// RANSACK_STATUS_CLOSED if the workspace is closed. Also fails if the path cannot be resolved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_set_buffer(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    text: ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the header requires texts that do not change during the call.
        let (path, text) = unsafe { (path.path("path")?, text.get("text")?) };
        workspace.set_buffer(path, text)?;
        Ok(())
    })
}

/// Removes the buffer for the file at `path`, so that later calls see the file on disk again. An
/// empty path removes all buffers; a path without a buffer has no effect. The path with which the
/// buffer was set still works, even if that path now resolves to another file.
///
/// Fails with RANSACK_STATUS_CLOSED if the workspace is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_clear_buffer(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the header requires text that does not change during the call.
        let path = unsafe { path.path("path") }?;
        workspace.clear_buffer((!path.is_empty()).then_some(Path::new(&path)))?;
        Ok(())
    })
}
