//! AST edits and the types of their outcome.

use ransack::{AstChange, AstEditOutcome, FileChange};

use super::item::ransack_span;
use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle};
use crate::options::edit::ransack_ast_edit_options;
use crate::report::{OwnedReport, ransack_report};
use crate::slice::ransack_bytes;

/// Replacement of one match.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_change {
    /// Path of the file relative to its root, as bytes of the file system; the file name if the
    /// root is a file.
    pub path: ransack_bytes,
    /// Name of the language of the match.
    pub language: ransack_bytes,
    /// Replaced text.
    pub before: ransack_bytes,
    /// Replacement text.
    pub after: ransack_bytes,
    /// Range of the replaced text, in the text with which the pass began. Offsets in a UTF-16 file
    /// count bytes of its text in UTF-8.
    pub span: ransack_span,
    /// Index of the rewrite in the options, from 0.
    pub rewrite: u32,
    /// Number of the pass over the file, from 0; see `repeat` of ransack_ast_edit_options.
    pub pass: u32,
    /// Index of the root in the scope, from 0.
    pub root: u32,
}

/// Number of replacements in one file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_change {
    /// Path of the file relative to its root, as bytes of the file system; the file name if the
    /// root is a file.
    pub path: ransack_bytes,
    /// Number of replacements.
    pub count: u64,
    /// Index of the root in the scope, from 0.
    pub root: u32,
    /// Whether something still matches after the last pass that `repeat` allows. Always 0 if
    /// `repeat` is 1, because no further pass is tried.
    pub is_unsettled: u8,
}

/// Outcome of ransack_ast_edit(). The caller owns it and frees it, with everything it points to, by
/// ransack_ast_edit_outcome_free().
#[derive(Debug)]
#[repr(C)]
pub struct ransack_ast_edit_outcome {
    /// Replacements, ordered by root, then bytewise by path, then by pass and position.
    pub changes: *const ransack_ast_change,
    /// Number of replacements.
    pub changes_len: usize,
    /// Files with replacements, in the same order.
    pub file_changes: *const ransack_file_change,
    /// Number of files with replacements.
    pub file_changes_len: usize,
    /// Identifies exactly these changes of exactly these texts. Passed as `preview` of
    /// ransack_ast_edit_options, it makes the next call apply these changes or fail.
    pub preview: ransack_bytes,
    /// Report on the search; owned by the outcome. Its `total_matches` counts replacements, and
    /// there is no `next_offset`.
    pub report: *const ransack_report,
    /// 1 if the files on disk have been replaced, 0 if none has.
    pub applied: u8,
}

/// Replaces code in files that matches a pattern. By default (`dry_run` 1) only returns the
/// changes.
///
/// Each file is parsed in its own language. Of nested matches of one rewrite the outermost is
/// replaced. Bytes outside the replacements stay unchanged, including a ';' or comment behind a
/// match whose pattern does not end in one.
///
/// With `dry_run` 0 all new texts are computed and parsed before the first file is written, and
/// either all files are replaced or none. If the process dies meanwhile, the next call over the
/// same roots restores the old texts.
///
/// - `token` cancels the call until the first file is replaced; NULL for none.
/// - `out` receives the outcome; free it with ransack_ast_edit_outcome_free().
///
/// Fails like ransack_ast_grep(); for a replacement with a metavariable that its pattern lacks; for
/// overlapping edits (RANSACK_STATUS_OVERLAPPING_EDITS); for edits that introduce a syntax error
/// (RANSACK_STATUS_SYNTAX_ERROR); if a file or the preview is out of date (RANSACK_STATUS_STALE);
/// and for a file that cannot be written. After a failure no file is changed.
///
///     ransack_rewrite rewrite;
///     rewrite.pattern = ransack_bytes_from_str("var $A = $B");
///     rewrite.replacement = ransack_bytes_from_str("let $A = $B");
///     ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
///     options.rewrites = &rewrite;
///     options.rewrites_len = 1;
///     options.scope = &scope;
///     options.dry_run = 0;
///     status = ransack_ast_edit(&options, NULL, &outcome);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_edit(
    options: *const ransack_ast_edit_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_ast_edit_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedOutcome::new(ransack::ast_edit(&core, token)?))
        })
    }
}

/// Frees an outcome and everything it points to. Does nothing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_edit_outcome_free(outcome: *mut ransack_ast_edit_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_ast_edit_outcome {
    type Owner = OwnedOutcome;
}

/// Outcome with everything that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedOutcome {
    shown: ransack_ast_edit_outcome,
    _changes: Vec<ransack_ast_change>,
    _file_changes: Vec<ransack_file_change>,
    _report: EmbeddedReport,
    _outcome: AstEditOutcome,
}

impl OwnedOutcome {
    pub(crate) fn new(outcome: AstEditOutcome) -> OwnedOutcome {
        let changes: Vec<_> = outcome.changes.iter().map(Into::into).collect();
        let files: Vec<_> = outcome.file_changes.iter().map(Into::into).collect();
        let report = OwnedReport::new(outcome.report.clone());
        let report = EmbeddedReport(ffi::into_handle(report));
        // Moving vectors and strings does not move their content.
        OwnedOutcome {
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

/// Report that lives as long as the outcome that points to it.
struct EmbeddedReport(*mut ransack_report);

impl Drop for EmbeddedReport {
    fn drop(&mut self) {
        // SAFETY: the handle was made for this outcome, and C never frees it.
        unsafe { ffi::free(self.0) }
    }
}

impl From<&AstChange> for ransack_ast_change {
    fn from(change: &AstChange) -> ransack_ast_change {
        ransack_ast_change {
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
