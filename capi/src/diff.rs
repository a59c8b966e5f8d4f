//! Line diffs of two texts, with the words that differ.

use ransack::{ChangedWords, DiffOptions, diff_lines};

use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::ransack_status;
use crate::ffi::{self, Handle, OwnedArray};
use crate::panic::guard;
use crate::slice::ransack_bytes;
use crate::string::{self, ransack_string};

/// Part of two texts that differs: words, cut to the characters that differ. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_changed_words {
    /// Byte offset in the old text of the part's first byte, 0-based.
    pub old_start: usize,
    /// Byte offset in the old text one past the part's last byte; `old_start` if the new text only
    /// adds bytes here.
    pub old_end: usize,
    /// Byte offset in the new text of the part's first byte, 0-based.
    pub new_start: usize,
    /// Byte offset in the new text one past the part's last byte; `new_start` if the new text only
    /// removes bytes here.
    pub new_end: usize,
}

/// Parts in which two texts differ, owned by the caller. Free them with
/// ransack_changed_words_list_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_changed_words_list {
    /// Parts, in text order. No two parts overlap or touch.
    pub items: *const ransack_changed_words,
    /// Number of parts; 0 if the texts are equal.
    pub len: usize,
}

impl Handle for ransack_changed_words_list {
    type Owner = OwnedArray<ransack_changed_words_list, ransack_changed_words>;
}

/// Compares two texts line by line and sets `out` to the differences in the format of `diff -u`,
/// which `git apply` and `patch` read; the text is empty if the texts are equal. Bytes that are not
/// UTF-8 stay. Free the text with ransack_string_free().
///
/// - `path` names the file in both lines of the header, as "a/PATH" and "b/PATH", without slashes
///   at its start. It is quoted as in Git if it contains control characters, quotes or backslashes.
/// - `context` is the number of unchanged lines before and after each change, usually 3.
/// - `token` cancels the call; NULL for none.
/// - `out_words` receives the words that differ in the changed lines, or is NULL if they are not
///   needed; free the list with ransack_changed_words_list_free().
///
/// A last line without a line ending is followed by "\ No newline at end of file". Takes time linear
/// in the texts; the words take a comparison in each block of changed lines in addition. The diff is
/// always correct, but for long texts with little in common it is not always minimal.
///
/// A word is a run of letters, digits, underscores and bytes that are not ASCII; a run of blanks; a
/// line ending; or any other character. Replacing the old part of each ransack_changed_words by its
/// new part gives the new text. No part begins or ends inside a character or between CR and LF. A
/// block of more than 512 words without unchanged lines is one part. `context` has no effect on the
/// words.
///
///     ransack_string *diff = NULL;
///     ransack_changed_words_list *words = NULL;
///     status = ransack_unified_diff(old_text, new_text, path, 3, NULL, &diff, &words);
///     for (size_t i = 0; i < words->len; i++) {
///       const ransack_changed_words *part = &words->items[i];
///       fwrite(old_text.data + part->old_start, 1, part->old_end - part->old_start, stdout);
///     }
///     ransack_changed_words_list_free(words);
///     ransack_string_free(diff);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_unified_diff(
    old_text: ransack_bytes,
    new_text: ransack_bytes,
    path: ransack_bytes,
    context: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_string,
    out_words: *mut *mut ransack_changed_words_list,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out_words = unsafe { ffi::optional_param(out_words) };
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
        let diff = diff_lines(old, new, &options, &token)?;
        let words = match out_words {
            Some(out) => Some((out, diff.changed_words(&token)?)),
            None => None,
        };
        out.write(string::into_handle(diff.unified(path, &token)?));
        if let Some((out, words)) = words {
            out.write(list(&words));
        }
        Ok(())
    })
}

/// Frees a list of changed words. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_changed_words_list_free(list: *mut ransack_changed_words_list) {
    // SAFETY: the header requires NULL or a list of this library that is not used afterwards.
    unsafe { ffi::free(list) }
}

/// Moves changed words into a handle.
fn list(words: &[ChangedWords]) -> *mut ransack_changed_words_list {
    let items = words.iter().map(|words| ransack_changed_words {
        old_start: words.old.start,
        old_end: words.old.end,
        new_start: words.new.start,
        new_end: words.new.end,
    });
    ffi::into_handle(OwnedArray::new(items.collect(), |items, len| {
        ransack_changed_words_list { items, len }
    }))
}
