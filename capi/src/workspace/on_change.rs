//! Notifications of changes in a watched workspace.

use std::ffi::{c_int, c_void};

use super::ransack_workspace;
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::panic::guard;

/// Callback for ransack_workspace_on_change(). Runs on the calling thread; returning a number other
/// than 0 ends the call. `user_data` is the pointer passed to ransack_workspace_on_change().
pub type ransack_on_change = Option<unsafe extern "C" fn(user_data: *mut c_void) -> c_int>;

/// Calls `on_change` whenever something may have changed below the root of a workspace, until it
/// returns a number other than 0, the token fires or the workspace is closed. Blocks the calling
/// thread in between. Use ransack_workspace_changes() to learn which files changed, in the callback or
/// elsewhere.
///
/// Reports everything that ransack_workspace_changes() would find on disk, writes to existing files
/// included, even if no call uses the workspace in between. Changes within 10 ms are reported together,
/// and so are those during a callback. A call of `on_change` may also follow a change without effect,
/// such as a write to an ignored file in a directory that is not ignored, or the end of a scan of the
/// whole tree. Open buffers are not reported. A mount below the root is reported when the next call
/// notices it.
///
/// The first of several concurrent calls adds the report of writes to the watch of each directory: one
/// system call per directory. Until the last one ends, each write wakes the workspace's thread, and a
/// refresh of the file table follows on the pool, at most every 10 ms.
///
/// - `token` ends the call with RANSACK_STATUS_ABORTED or RANSACK_STATUS_TIMEOUT; NULL for none.
///
/// Returns RANSACK_STATUS_OK if `on_change` ended the call or the workspace was closed. Fails with
/// RANSACK_STATUS_NOT_WATCHED if the workspace has another refresh mode than
/// RANSACK_REFRESH_MODE_WATCH, or cannot be watched: on platforms other than Linux, on a file system
/// that does not report all changes, or at the limit of watches; also later, as soon as that turns out.
/// Fails with RANSACK_STATUS_NULL_ARGUMENT if `on_change` is NULL, and with RANSACK_STATUS_CLOSED if the
/// workspace is closed at the start.
///
///     static int on_change(void *changed) {
///       *(int *)changed = 1;
///       return 0;
///     }
///     status = ransack_workspace_on_change(workspace, token, on_change, &changed);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_on_change(
    workspace: *const ransack_workspace,
    token: *const ransack_cancel_token,
    on_change: ransack_on_change,
    user_data: *mut c_void,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a workspace and a token that are not freed during the
        // call.
        let (workspace, token) =
            unsafe { (ffi::borrow(workspace, "workspace")?, token_or_new(token)?) };
        let on_change = on_change.ok_or_else(|| Failure::null("on_change"))?;
        for notification in workspace.on_change(&token)? {
            notification?;
            // SAFETY: the header requires a callback that may be called with `user_data` on this
            // thread during the call.
            if unsafe { on_change(user_data) } != 0 {
                break;
            }
        }
        Ok(())
    })
}
