//! Patches of texts.

use std::ptr;

use ransack::{AppliedHunk, FilePatch, LineKind, Patch, PatchHunk, PatchOptions, PatchedText};

use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::panic::guard;
use crate::slice::ransack_bytes;

use super::changes::kind_and_path;

/// Kind of a line of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_line_kind {
    /// Line of both texts.
    Context = 0,
    /// Line of the old text.
    Removed = 1,
    /// Line of the new text.
    Added = 2,
}

/// Line of a patch.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_patch_line {
    /// Text of the line with its line end. Only the last old line and the last new line may lack a
    /// line end.
    pub text: ransack_bytes,
    /// Kind, a ransack_line_kind.
    pub kind: u32,
}

/// Consecutive lines of a patch.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_patch_hunk {
    /// First line in the file before the change, from 1. If the hunk has no old lines, the line after
    /// which the new lines are inserted, or 0 at the start of the text. 0 if `has_old_line` is 0.
    pub old_line: u64,
    /// Whether the patch gives line numbers.
    pub has_old_line: u8,
    /// Whether the hunk ends at the end of the file.
    pub is_at_end: u8,
    /// Lines of the file that precede the hunk, such as the heading of a class, outermost first. Only
    /// in patches without line numbers.
    pub headings: *const ransack_bytes,
    /// Number of headings.
    pub headings_len: usize,
    /// Lines.
    pub lines: *const ransack_patch_line,
    /// Number of lines.
    pub lines_len: usize,
}

/// Change of one file in a patch.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_patch {
    /// Path of the file before the change; of a created file, its path. Relative, with '/'.
    pub path: ransack_bytes,
    /// New path of a file that is renamed or copied; empty for other files.
    pub new_path: ransack_bytes,
    /// Effect on the file, a ransack_file_change_kind.
    pub kind: u32,
    /// Whether `was_executable` is known.
    pub has_was_executable: u8,
    /// Whether the file is executable before the change; 0 if unknown.
    pub was_executable: u8,
    /// Whether `is_executable` is known.
    pub has_is_executable: u8,
    /// Whether the file is executable after the change; 0 if unknown.
    pub is_executable: u8,
    /// Changes to the text, in the order of the lines.
    pub hunks: *const ransack_patch_hunk,
    /// Number of hunks.
    pub hunks_len: usize,
}

/// Patch. The caller owns it; ransack_patch_free() frees it with everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_patch {
    /// Changes of files, in the order of the patch.
    pub files: *const ransack_file_patch,
    /// Number of files.
    pub files_len: usize,
}

/// Place where a hunk was applied.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_applied_hunk {
    /// First line of the hunk in the old text, from 1; for a hunk without old lines, the line after
    /// the inserted lines.
    pub line: u64,
    /// Difference from the line that the patch gives; 0 if it gives none.
    pub offset: i64,
    /// Number of context lines at each end that were not compared.
    pub fuzz: usize,
}

/// Result of ransack_patch_apply(). The caller owns it; ransack_patched_text_free() frees it with
/// everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_patched_text {
    /// New text.
    pub text: ransack_bytes,
    /// Place of each hunk.
    pub hunks: *const ransack_applied_hunk,
    /// Number of hunks.
    pub hunks_len: usize,
}

/// Reads a patch and sets `out` to it: a unified diff, with the extensions of Git, or the format that
/// starts with "*** Begin Patch". Text before, between and after the changes, such as a commit
/// message, is skipped. Free the patch with ransack_patch_free().
///
/// Paths in a Git diff lose their first directory ("a/", "b/"). Paths in another unified diff lose it
/// only if it is "a/" in the old and "b/" in the new path. Takes O(n) time.
///
/// A file is renamed only by the lines "rename from" and "rename to". If the two names of a file
/// differ otherwise, both may mean the file. As with GNU patch, the better one has fewer components,
/// then a shorter last component, then fewer bytes. If only the first components differ, as in the
/// output of "diff -r old new", the path below them may mean the file too; it comes last.
/// ransack_apply_patch() takes the best one that exists. Outside of Git diffs, an old text that is
/// empty and dated 1970-01-01 00:00 UTC means that the file is created, and such a new text that it is
/// deleted, as in the output of "diff -N".
///
/// A hunk without line numbers, whose header is "@@" or "@@ HEADING", is located by its lines. If the
/// lines with the names of a file end in CR LF, each line of its hunks loses its CR. A missing line
/// feed at the end of the patch is read as if it were there.
///
/// Fails with RANSACK_STATUS_INVALID_PATCH if the patch has no changes, is malformed, has a file
/// without changes, is a context diff or the combined diff of a merge, or changes a binary file, a
/// symbolic link or a submodule. The message gives the line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_parse_patch(
    patch: ransack_bytes,
    out: *mut *mut ransack_patch,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write, and a text that
        // does not change during the call.
        let (out, patch) = unsafe { (ffi::out_param(out, "out")?, patch.get("patch")?) };
        let patch = ransack::parse_patch(patch)?;
        out.write(ffi::into_handle(OwnedPatch::new(patch)));
        Ok(())
    })
}

/// Sets `out` to the patch that undoes `patch`, or to NULL if it is not known: a file is deleted
/// without the lines that it had, or copied. Free it with ransack_patch_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_patch_reversed(
    patch: *const ransack_patch,
    out: *mut *mut ransack_patch,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write, and NULL or a
        // patch of this library that is not freed during the call.
        let (out, patch) = unsafe { (ffi::out_param(out, "out")?, OwnedPatch::get(patch)?) };
        let reversed = patch.core.reversed();
        out.write(reversed.map_or(ptr::null_mut(), |reversed| {
            ffi::into_handle(OwnedPatch::new(reversed))
        }));
        Ok(())
    })
}

/// Applies the hunks of the file `file` of a patch, an index into `files`, to the text of that file,
/// and sets `out` to the new text. Of a created file, the text before is empty. Free the result with
/// ransack_patched_text_free().
///
/// A hunk is applied at its own line if it fits there, or else at the only place after the hunks before
/// it where it fits. A hunk without a line number must fit at one place only, after its headings; of
/// several places, the only one in the block of its last heading is taken, whose lines are indented
/// more than the heading. Lines keep their line ends. If the patch has no "\r", "\n" in it also stands
/// for "\r\n".
///
/// - `fuzz` is the number of context lines at each end of a hunk that may differ from the text, if the
///   hunk fits nowhere otherwise; usually 0.
/// - `token` cancels the call; NULL for none.
///
/// Takes O(n) time in the text for a hunk that fits at its own line; otherwise it is compared at each
/// line. Fails with RANSACK_STATUS_PATCH_CONFLICT if hunks do not fit, or fit at several places: the
/// message names each of them, and `passages` in ransack_last_error() are the places.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_patch_apply(
    patch: *const ransack_patch,
    file: usize,
    text: ransack_bytes,
    fuzz: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_patched_text,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write, a text that does
        // not change during the call, and NULL or objects that are not freed during it.
        let (out, patch, text, token) = unsafe {
            (
                ffi::out_param(out, "out")?,
                OwnedPatch::get(patch)?,
                text.get("text")?,
                token_or_new(token)?,
            )
        };
        let file_patch = patch.core.files.get(file).ok_or_else(|| {
            let message = format!("`file` is {file}: the patch has {}", patch.core.files.len());
            Failure::new(ransack_status::InvalidOption, message)
        })?;
        let options = PatchOptions::default().fuzz(fuzz);
        let patched = file_patch.apply(text, &options, &token)?;
        out.write(ffi::into_handle(OwnedText::new(patched)));
        Ok(())
    })
}

/// Frees a patch and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_patch_free(patch: *mut ransack_patch) {
    // SAFETY: the header requires NULL or a patch of this library that is not used afterwards.
    unsafe { ffi::free(patch) }
}

/// Frees a patched text and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_patched_text_free(text: *mut ransack_patched_text) {
    // SAFETY: the header requires NULL or a text of this library that is not used afterwards.
    unsafe { ffi::free(text) }
}

impl Handle for ransack_patch {
    type Owner = OwnedPatch;
}

impl Handle for ransack_patched_text {
    type Owner = OwnedText;
}

/// Patch with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedPatch {
    shown: ransack_patch,
    _files: Vec<ransack_file_patch>,
    _hunks: Vec<ShownHunks>,
    core: Patch,
}

/// Hunks of a file with the arrays that they point to.
struct ShownHunks {
    shown: Vec<ransack_patch_hunk>,
    _headings: Vec<Vec<ransack_bytes>>,
    _lines: Vec<Vec<ransack_patch_line>>,
}

impl OwnedPatch {
    fn new(core: Patch) -> OwnedPatch {
        let hunks: Vec<ShownHunks> = core.files.iter().map(ShownHunks::new).collect();
        let files: Vec<_> = std::iter::zip(&core.files, &hunks)
            .map(|(file, hunks)| ransack_file_patch::new(file, &hunks.shown))
            .collect();
        // Moving vectors does not move their content.
        OwnedPatch {
            shown: ransack_patch {
                files: files.as_ptr(),
                files_len: files.len(),
            },
            _files: files,
            _hunks: hunks,
            core,
        }
    }

    /// Borrows the patch of a handle.
    ///
    /// # Safety
    ///
    /// `patch` is NULL, or a patch of this library that outlives the borrow.
    unsafe fn get<'a>(patch: *const ransack_patch) -> Result<&'a OwnedPatch, Failure> {
        // SAFETY: by the invariant of `Handle` the pointer points to an `OwnedPatch`.
        unsafe { patch.cast::<OwnedPatch>().as_ref() }.ok_or_else(|| Failure::null("patch"))
    }
}

impl ShownHunks {
    fn new(file: &FilePatch) -> ShownHunks {
        let headings = |hunk: &PatchHunk| {
            let headings = hunk.headings.iter();
            headings.map(|line| ransack_bytes::of(line)).collect()
        };
        let lines = |hunk: &PatchHunk| {
            let lines = hunk.lines.iter();
            let lines = lines.map(|(kind, text)| ransack_patch_line {
                text: ransack_bytes::of(text),
                kind: match kind {
                    LineKind::Context => ransack_line_kind::Context as u32,
                    LineKind::Removed => ransack_line_kind::Removed as u32,
                    LineKind::Added => ransack_line_kind::Added as u32,
                },
            });
            lines.collect()
        };
        let all_headings: Vec<Vec<_>> = file.hunks.iter().map(headings).collect();
        let all_lines: Vec<Vec<_>> = file.hunks.iter().map(lines).collect();
        let arrays = std::iter::zip(&all_headings, &all_lines);
        let shown = std::iter::zip(&file.hunks, arrays).map(|(hunk, (headings, lines))| {
            ransack_patch_hunk {
                old_line: hunk.old_line.unwrap_or_default(),
                has_old_line: hunk.old_line.is_some().into(),
                is_at_end: hunk.is_at_end.into(),
                headings: headings.as_ptr(),
                headings_len: headings.len(),
                lines: lines.as_ptr(),
                lines_len: lines.len(),
            }
        });
        // Moving vectors does not move their content.
        ShownHunks {
            shown: shown.collect(),
            _headings: all_headings,
            _lines: all_lines,
        }
    }
}

impl ransack_file_patch {
    fn new(file: &FilePatch, hunks: &[ransack_patch_hunk]) -> ransack_file_patch {
        let (kind, new_path) = kind_and_path(&file.change);
        let [before, after] = file.is_executable;
        ransack_file_patch {
            path: ransack_bytes::of(&file.path),
            new_path: ransack_bytes::of(new_path),
            kind,
            has_was_executable: before.is_some().into(),
            was_executable: before.unwrap_or_default().into(),
            has_is_executable: after.is_some().into(),
            is_executable: after.unwrap_or_default().into(),
            hunks: hunks.as_ptr(),
            hunks_len: hunks.len(),
        }
    }
}

/// Converts the places of hunks.
pub(crate) fn applied_hunks(hunks: &[AppliedHunk]) -> Vec<ransack_applied_hunk> {
    let shown = hunks.iter().map(|hunk| {
        let AppliedHunk {
            line, offset, fuzz, ..
        } = *hunk;
        ransack_applied_hunk { line, offset, fuzz }
    });
    shown.collect()
}

/// Patched text with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedText {
    shown: ransack_patched_text,
    _hunks: Vec<ransack_applied_hunk>,
    _text: Vec<u8>,
}

impl OwnedText {
    fn new(patched: PatchedText) -> OwnedText {
        let hunks = applied_hunks(&patched.hunks);
        // Moving vectors does not move their content.
        OwnedText {
            shown: ransack_patched_text {
                text: ransack_bytes::of(&patched.text),
                hunks: hunks.as_ptr(),
                hunks_len: hunks.len(),
            },
            _hunks: hunks,
            _text: patched.text,
        }
    }
}
