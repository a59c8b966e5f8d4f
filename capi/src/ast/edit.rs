//! Rewriting by syntax.

use ransack::{AstChange, AstEditOptions, AstEditOutcome, CancelToken, FileChange};

use super::item::ransack_span;
use crate::cancel::{limited, ransack_cancel_token, token_or_none};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::edit::ransack_ast_edit_options;
use crate::panic::{guard, guard_or};
use crate::report::{self, ransack_report, ransack_report_free};
use crate::slice::ransack_bytes;

/// One replacement.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_code_change {
    /// The file, relative to its root, bytes as the file system has them; for a
    /// root that is a file, its name.
    pub path: ransack_bytes,
    /// The language in which the match was found, by name.
    pub language: ransack_bytes,
    /// What was there.
    pub before: ransack_bytes,
    /// What comes in its place.
    pub after: ransack_bytes,
    /// What is replaced, in the text that the pass began with. Offsets in a file
    /// in UTF-16 count bytes of it as UTF-8.
    pub span: ransack_span,
    /// Index of the rewrite in the options, from 0.
    pub rewrite: u32,
    /// Number of the pass over the file, from 0; see `repeat` in the options.
    pub pass: u32,
    /// Index of the root in the options, from 0.
    pub root: u32,
}

/// The replacements in one file, counted.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_change {
    /// The file, as in the changes.
    pub path: ransack_bytes,
    /// Number of replacements.
    pub count: u64,
    /// Index of the root in the options, from 0.
    pub root: u32,
    /// Whether there still is something to replace after the last pass that
    /// `repeat` allows. Not looked at if that is 1.
    pub is_unsettled: u8,
}

/// What ransack_ast_edit() changed or would change. All of it belongs to the
/// outcome and is freed with it.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_ast_edit_outcome {
    /// The replacements, by root, then bytewise by path, then by pass and place.
    pub changes: *const ransack_code_change,
    /// Their number.
    pub changes_len: usize,
    /// The files with replacements, in the same order.
    pub file_changes: *const ransack_file_change,
    /// Their number.
    pub file_changes_len: usize,
    /// Stands for exactly these changes of exactly these texts: the `preview`
    /// option of a call that is to make them.
    pub preview: ransack_bytes,
    /// How far the changes are all that could be made. Its `total_matches` counts
    /// replacements, and there is no `next_offset`.
    pub report: *const ransack_report,
    /// Whether the files on disk are now as the changes say; if not, none is.
    pub applied: u8,
}

/// Replaces code that looks like a pattern, in files; by default only tells what
/// would be replaced.
///
/// Each file is read in its own language. Of matches of one rewrite that lie in
/// each other the outermost is replaced. The bytes around replacements stay as
/// they are, and so do a ';' or a comment that follows the code of a pattern that
/// does not end in one.
///
/// With `dry_run` 0 all texts are computed and parsed before the first is written,
/// and either all files get theirs or none. If the process dies half-way, the next
/// call over the same roots puts back what was changed.
///
/// `token` stops the call; it may be NULL. It is heeded until the first file is
/// replaced; then the work is brought to its end. `out` gets the outcome, to be
/// freed with ransack_ast_edit_outcome_free().
///
/// Fails as ransack_ast_grep() does, and for a replacement with a metavariable
/// that its pattern lacks, edits that overlap (RANSACK_STATUS_OVERLAPPING_EDITS),
/// edits that would make a syntax error (RANSACK_STATUS_SYNTAX_ERROR), a file, or
/// all of a preview, that has changed in the meantime (RANSACK_STATUS_STALE), and a
/// file that cannot be written. No file is changed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_edit(
    options: *const ransack_ast_edit_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_ast_edit_outcome,
) -> ransack_status {
    let edit = |core: AstEditOptions, token: &CancelToken| Ok(ransack::ast_edit(&core, token)?);
    // SAFETY: the arguments are the caller's, as the header asks for.
    unsafe { run(options, token, out, edit) }
}

/// Reads the arguments and has `edit` do the work.
///
/// # Safety
///
/// As the header asks of the caller of ransack_ast_edit().
pub(crate) unsafe fn run(
    options: *const ransack_ast_edit_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_ast_edit_outcome,
    edit: impl FnOnce(AstEditOptions, &CancelToken) -> Result<AstEditOutcome, Failure>,
) -> ransack_status {
    guard(|| {
        // SAFETY: an output of the caller.
        let out = unsafe { ffi::out(out, "out") }?;
        // SAFETY: options of the version that they declare.
        let options = unsafe { ffi::read_versioned(options, "options") }?;
        // SAFETY: the options' pointers are valid during the call.
        let core = unsafe { options.resolve() }?;
        // SAFETY: NULL, or a token that lives during the call.
        let token = limited(&unsafe { token_or_none(token) }?, options.timeout_ms);
        out.set(ffi::hand_out(Owner::new(edit(core, &token)?)));
        Ok(())
    })
}

/// Frees an outcome and all that it points to. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_edit_outcome_free(outcome: *mut ransack_ast_edit_outcome) {
    // SAFETY: NULL or an outcome of this library, used for the last time.
    guard_or((), || drop(unsafe { ffi::take_back(outcome) }));
}

impl Handle for ransack_ast_edit_outcome {
    type Owner = Owner;
}

/// An outcome with what it points to. The visible part comes first, so that a
/// pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct Owner {
    shown: ransack_ast_edit_outcome,
    _changes: Vec<ransack_code_change>,
    _file_changes: Vec<ransack_file_change>,
    _report: OwnedReport,
    _outcome: AstEditOutcome,
}

impl Owner {
    fn new(outcome: AstEditOutcome) -> Owner {
        let changes: Vec<_> = outcome.changes.iter().map(Into::into).collect();
        let files: Vec<_> = outcome.file_changes.iter().map(Into::into).collect();
        let report = OwnedReport(report::hand_out(outcome.report.clone()));
        // Vectors' items and strings stay where they are when those are moved.
        Owner {
            shown: ransack_ast_edit_outcome {
                changes: changes.as_ptr(),
                changes_len: changes.len(),
                file_changes: files.as_ptr(),
                file_changes_len: files.len(),
                preview: ransack_bytes::of(outcome.preview.as_bytes()),
                report: report.0,
                applied: outcome.applied.into(),
            },
            _changes: changes,
            _file_changes: files,
            _report: report,
            _outcome: outcome,
        }
    }
}

/// A report that nobody else frees.
struct OwnedReport(*mut ransack_report);

impl Drop for OwnedReport {
    fn drop(&mut self) {
        // SAFETY: it is a report of this library, used for the last time.
        unsafe { ransack_report_free(self.0) }
    }
}

impl From<&AstChange> for ransack_code_change {
    fn from(change: &AstChange) -> ransack_code_change {
        ransack_code_change {
            path: ransack_bytes::of(change.path.as_bytes()),
            language: ransack_bytes::of(change.language.as_bytes()),
            before: ransack_bytes::of(&change.before),
            after: ransack_bytes::of(&change.after),
            span: change.span.into(),
            rewrite: change.rewrite,
            pass: change.pass,
            root: change.root,
        }
    }
}

impl From<&FileChange> for ransack_file_change {
    fn from(change: &FileChange) -> ransack_file_change {
        ransack_file_change {
            path: ransack_bytes::of(change.path.as_bytes()),
            count: change.count,
            root: change.root,
            is_unsettled: change.is_unsettled.into(),
        }
    }
}
