//! Line diffs of two texts.

use ransack::DiffOptions;

use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::ransack_status;
use crate::ffi;
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// Compares two texts line by line and sets `out` to the differences in the format of `diff -u`,
/// which `git apply` and `patch` read; the text is empty if the texts are equal. Bytes that are not
/// UTF-8 stay. Free the text with ransack_string_free().
///
/// - `path` names the file in both lines of the header, as "a/PATH" and "b/PATH", without slashes
///   at its start. It is quoted as in Git if it contains control characters, quotes or backslashes.
/// - `context` is the number of unchanged lines before and after each change, usually 3.
/// - `token` cancels the call; NULL for none.
///
/// A last line without a line ending is followed by "\ No newline at end of file". Takes time
/// linear in the texts. The diff is always correct, but for long texts with little in common it is
/// not always minimal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_unified_diff(
    old_text: ransack_bytes,
    new_text: ransack_bytes,
    path: ransack_bytes,
    context: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_string,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires texts that do not change during the call, and NULL or a token
        // that is not freed during it.
        let (old, new, path, token) = unsafe {
            (
                old_text.get("old_text")?,
                new_text.get("new_text")?,
                path.get("path")?,
                token_or_new(token)?,
            )
        };
        let options = DiffOptions::default().context(context);
        let diff = ransack::unified_diff(old, new, path, &options, &token)?;
        out.write(string::into_handle(diff));
        Ok(())
    })
}
