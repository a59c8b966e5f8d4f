//! Open buffers of a workspace: unsaved text that replaces files.

use std::path::Path;

use ransack::BufferChange;

use super::ransack_workspace;
use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;
use crate::slice::{elements, ransack_bytes};

/// Change to the text of an open buffer, like TextDocumentContentChangeEvent in the Language Server
/// Protocol. Lines are numbered from 0 and end with LF, CR LF or CR. Characters are offsets in the
/// line in UTF-16 code units, from 0: each ill-formed sequence of bytes counts as one code unit, and
/// a byte order mark at the start of the text does not count. A character beyond the end of the line
/// means the end of the line. Initialise with RANSACK_BUFFER_CHANGE_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_buffer_change {
    /// New text of the range, or of the buffer if `is_whole` is set.
    pub text: ransack_bytes,
    /// Line of the start of the range to replace.
    pub start_line: u32,
    /// Character of the start of the range to replace.
    pub start_character: u32,
    /// Line of the end of the range; the line of the start to insert.
    pub end_line: u32,
    /// Character of the end of the range; the character of the start to insert.
    pub end_character: u32,
    /// Whether `text` replaces the whole text. The range is then ignored.
    pub is_whole: u8,
}

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
/// Fails with RANSACK_STATUS_INVALID_OPTION if the path is empty, denied, leads outside the root or through
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

/// Applies changes to the text of an open buffer, all or none, as in textDocument/didChange of the
/// Language Server Protocol. Each change applies to the result of the previous one. The texts are
/// copied. Without changes, only the version changes.
///
/// `version` is the version of the document after the changes. It must be greater than the version
/// of the last update. A buffer that ransack_workspace_set_buffer() has set since accepts any
/// version.
///
/// The syntax trees of an open buffer are kept: after an update, calls for this file, such as
/// ransack_outline_file() and ransack_highlight_buffer(), parse only the changed part of the text in
/// C, C++, C#, CSS, Go, HTML, Java, JavaScript, JSON, Python, Rust and TypeScript. In other
/// languages, where such a parse has given other trees, they parse the whole text. While a text has
/// syntax errors, the extent of the errors, and so the results near them, may
/// depend on the changes that led to it. The call takes time linear in the text for each change,
/// about 0.1 ms per MB.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if no buffer is open at `path`, if the version is not
/// newer, or if a position is on a line that does not exist or inside a surrogate pair. Fails with
/// RANSACK_STATUS_CLOSED if the workspace is closed.
///
///     ransack_buffer_change typed = RANSACK_BUFFER_CHANGE_INIT;
///     typed.text = RANSACK_BYTES("x");
///     typed.start_line = typed.end_line = 11;
///     status = ransack_workspace_update_buffer(workspace, path, &typed, 1, 2);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_update_buffer(
    workspace: *const ransack_workspace,
    path: ransack_bytes,
    changes: *const ransack_buffer_change,
    changes_len: usize,
    version: i32,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace that is not freed during the call.
        let workspace = unsafe { ffi::borrow(workspace, "workspace") }?;
        // SAFETY: the header requires text that does not change during the call.
        let path = unsafe { path.path("path") }?;
        let change = |change: &ransack_buffer_change| {
            // SAFETY: the header requires text that does not change during the call.
            let text = unsafe { change.text.get("text") }?;
            Ok(match change.is_whole {
                0 => {
                    let start = (change.start_line, change.start_character);
                    let end = (change.end_line, change.end_character);
                    BufferChange::replace(start..end, text)
                }
                _ => BufferChange::whole(text),
            })
        };
        // SAFETY: the header requires an array that does not change during the call.
        let changes = unsafe { elements(changes, changes_len, "changes", change) }?;
        workspace.update_buffer(path, &changes, version)?;
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
