//! Undo journal: undo, redo, checkpoints, and the list of edits.
//!
//! - `options`: settings of the journal and options of the functions
//! - `outcome`: outcomes with all data that their C structs point to

pub mod options;
pub mod outcome;

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;

use options::{ransack_checkpoint_options, ransack_edits_options, ransack_undo_options};
use outcome::{OwnedEdits, OwnedUndo, ransack_edits_outcome, ransack_undo_outcome};

/// Undoes an edit, or all edits of the session after a checkpoint: restores the bytes, names and
/// attributes of all their files, or changes none.
///
/// The edit is the one with the id, of any session; or the latest applied edit of the session that
/// changed a file at or below `path`. Each file must be as the edit left it. Created files are deleted,
/// and directories that the edit created are removed if they are empty. Deleted files return, with their
/// permissions and attributes. Renamed files get their old names. An undo is applied like an edit: durable,
/// all files or none, and repaired by the next call after a crash. It may be redone.
///
/// - `token` cancels the call until the first file is changed; NULL for none.
/// - `out` receives the outcome; free it with ransack_undo_outcome_free().
///
/// Fails with RANSACK_STATUS_STALE if files are not as the edit left them, and `paths` in
/// ransack_last_error() lists these files; if the edit is undone already; or if another edit of the same
/// files is running. Fails with RANSACK_STATUS_NOT_FOUND if the journal has no such edit or checkpoint.
/// Also fails if the journal is damaged or not private, or if a file cannot be read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_undo(
    options: *const ransack_undo_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_undo_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedUndo::new(ransack::undo(core, token)?))
        })
    }
}

/// Redoes an edit that ransack_undo() has undone, or all such edits of the session after a checkpoint.
///
/// The edit is the one with the id, or the edit of the session that was undone last. Each file must be as
/// the undo left it.
///
/// - `token` cancels the call until the first file is changed; NULL for none.
/// - `out` receives the outcome; free it with ransack_undo_outcome_free().
///
/// Fails under the same conditions as ransack_undo(), and with RANSACK_STATUS_STALE if the edit is not
/// undone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_redo(
    options: *const ransack_undo_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_undo_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedUndo::new(ransack::redo(core, token)?))
        })
    }
}

/// Frees the outcome of an undo and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_undo_outcome_free(outcome: *mut ransack_undo_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

/// Sets a checkpoint, to which ransack_undo() can return with one call.
///
/// Undoing to a checkpoint undoes the edits of the session that were applied after it and changed a file
/// at or below its path. The edits of other sessions stay.
///
/// - `token` is checked before the call; NULL for none.
///
/// Fails if the name is empty, or if the journal cannot be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_checkpoint(
    options: *const ransack_checkpoint_options,
    token: *const ransack_cancel_token,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires valid arguments.
        unsafe {
            call::with_options(options, token, |core, token| {
                ransack::checkpoint(core, token)?;
                Ok(())
            })
        }
    })
}

/// Lists the edits in the undo journal, and the checkpoints. Reads the headers of all edits of the
/// journal.
///
/// - `token` cancels the call; NULL for none.
/// - `out` receives the outcome; free it with ransack_edits_outcome_free().
///
/// Fails if the journal cannot be read, or if others can write to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_edits(
    options: *const ransack_edits_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_edits_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedEdits::new(ransack::edits(core, token)?))
        })
    }
}

/// Frees a list of edits and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_edits_outcome_free(outcome: *mut ransack_edits_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}
