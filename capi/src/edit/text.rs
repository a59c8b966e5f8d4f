//! Edits of a text in memory.

use std::ptr;

use ransack::{EditTextOptions, EditedText, TextAction};

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{CallOptions, RANSACK_NO_LIMIT};
use crate::slice::{elements, ransack_bytes};

use super::file_edit::ransack_file_edit;
use super::result::{TextEditResults, ransack_text_edit_result};

/// Newest version of ransack_edit_text_options.
pub const RANSACK_EDIT_TEXT_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_edit_text(). Initialise with RANSACK_EDIT_TEXT_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_edit_text_options {
    /// RANSACK_EDIT_TEXT_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether a quoted text that does not occur may be found by more tolerant comparisons; see
    /// ransack_match_level. Default: 0.
    pub tolerant: u8,
    /// Edits to make: replacements and insertions, without a path. Default: none, which returns the
    /// text unchanged.
    pub edits: *const ransack_file_edit,
    /// Number of edits. Default: 0.
    pub edits_len: usize,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time limit.
    /// Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
}

versioned!(
    ransack_edit_text_options,
    RANSACK_EDIT_TEXT_OPTIONS_VERSION,
    [timeout_ms: 32]
);

impl Defaults for ransack_edit_text_options {
    fn defaults() -> ransack_edit_text_options {
        ransack_edit_text_options {
            version: RANSACK_EDIT_TEXT_OPTIONS_VERSION,
            tolerant: EditTextOptions::default().tolerant.into(),
            edits: ptr::null(),
            edits_len: 0,
            timeout_ms: RANSACK_NO_LIMIT,
        }
    }
}

impl CallOptions for ransack_edit_text_options {
    type Core = (Vec<TextAction>, EditTextOptions);

    unsafe fn resolve(&self) -> Result<(Vec<TextAction>, EditTextOptions), Failure> {
        // SAFETY: the contract of this function.
        let edits = unsafe {
            elements(self.edits, self.edits_len, "edits", |edit| {
                edit.resolve_text()
            })
        }?;
        let options = EditTextOptions::default().tolerant(self.tolerant != 0);
        Ok((edits, options))
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Result of ransack_edit_text(). The caller owns it; ransack_edited_text_free() frees it with
/// everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_edited_text {
    /// New text.
    pub text: ransack_bytes,
    /// Result of each edit, in the order of the options.
    pub edits: *const ransack_text_edit_result,
    /// Number of edits.
    pub edits_len: usize,
}

/// Applies edits to a text. Either all edits are applied or the call fails.
///
/// All edits refer to the text before the call, so their order does not matter, except that texts
/// inserted at the same place follow each other in the order of the edits. A quoted text must occur
/// exactly as often as expected. If `tolerant` is set and it does not occur, increasingly tolerant
/// comparisons follow, up to the first with a result; its result must be unique. Lines keep their line
/// ends; new lines get the line end of the line that they replace, or else of the line before. A byte
/// order mark and a missing line end at the end of the text stay. Takes O(n) time in the text for each
/// edit.
///
/// - `token` cancels the call; NULL for none.
/// - `out` receives the new text; free it with ransack_edited_text_free().
///
/// Fails if a quoted text does not occur (RANSACK_STATUS_UNKNOWN_TEXT; `passages` in
/// ransack_last_error() are the nearest passages) or occurs more or less often than expected
/// (RANSACK_STATUS_AMBIGUOUS_TEXT; `passages` are its places); if two edits change the same bytes
/// (RANSACK_STATUS_OVERLAPPING_EDITS); and if a line does not exist, or the lines of a new text begin
/// with line numbers as a listing shows them (RANSACK_STATUS_INVALID_OPTION).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_edit_text(
    text: ransack_bytes,
    options: *const ransack_edit_text_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_edited_text,
) -> ransack_status {
    // SAFETY: the header requires valid arguments, and a text that does not change during the call.
    unsafe {
        call::run_into(options, token, out, |(edits, options), token| {
            let text = text.get("text")?;
            Ok(OwnedText::new(ransack::edit_text(
                text, edits, options, token,
            )?))
        })
    }
}

/// Frees an edited text and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_edited_text_free(text: *mut ransack_edited_text) {
    // SAFETY: the header requires NULL or a text of this library that is not used afterwards.
    unsafe { ffi::free(text) }
}

impl Handle for ransack_edited_text {
    type Owner = OwnedText;
}

/// Edited text with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedText {
    shown: ransack_edited_text,
    _edits: TextEditResults,
    _text: Vec<u8>,
}

impl OwnedText {
    fn new(edited: EditedText) -> OwnedText {
        let edits = TextEditResults::new(&edited.edits);
        // Moving vectors does not move their content.
        OwnedText {
            shown: ransack_edited_text {
                text: ransack_bytes::of(&edited.text),
                edits: edits.shown.as_ptr(),
                edits_len: edits.shown.len(),
            },
            _edits: edits,
            _text: edited.text,
        }
    }
}
