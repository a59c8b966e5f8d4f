//! AST edits: options, functions and outcome types.

pub mod result;

use std::path::PathBuf;
use std::ptr;
use std::time::Duration;

use ransack::{
    AstChange, AstEditOptions, AstEditOutcome, ContentId, FileChange, Keeps, Rewrite, TextEdit,
};

use self::result::{EditResults, ransack_edit_result};
use crate::ast::item::ransack_span;
use crate::ast::options::{ransack_strictness, strictness};
use crate::ast::recovery::{
    InterruptedEdits, RecoveredFiles, ransack_interrupted_edit, ransack_recovered_file,
};
use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::edit::changes::{FileChanges, kind_and_path};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, from_limit, optional_text, to_limit,
    unknown,
};
use crate::pool::{self, ransack_pool};
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::{elements, ransack_bytes};
use crate::undo::options::{ransack_journal_options, resolve_journal};

/// Newest version of ransack_ast_edit_options.
pub const RANSACK_AST_EDIT_OPTIONS_VERSION: u32 = 1;

/// Policy for parts of matched code that the pattern does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_keeps {
    /// Keeps every comment, keyword, operator and node that the pattern does not name and no
    /// metavariable captures. A match that contains such code is not replaced; its file is reported
    /// as RANSACK_SKIP_REASON_LOSSY_REWRITE, with the code that would be lost. In a block without a
    /// closing bracket (as in Python) or in a table (as in TOML), the statements or entries after
    /// the last one in the pattern are kept if the last lines of the replacement and the pattern
    /// have the same indentation. Commas and semicolons that the pattern lacks are not kept.
    Everything = 0,
    /// Keeps nothing: every match is replaced. `lost` in ransack_ast_change lists the code that a
    /// replacement removes.
    Nothing = 1,
}

/// Pattern with its replacement. Initialise with RANSACK_REWRITE_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_rewrite {
    /// Pattern for the code to replace, with the same syntax as `patterns` in
    /// ransack_ast_grep_options. By default, code that contains parts that the pattern does not
    /// name, such as a comment, is not replaced; see `keeps` in ransack_ast_edit_options.
    pub pattern: ransack_bytes,
    /// Replacement, UTF-8. $A or $$$A inserts the capture of that metavariable, byte for byte; "\$"
    /// is a literal '$', and "\\" before a '$' is a literal backslash. Lines of the replacement and
    /// of captures are indented like the replaced code, except lines inside literals and
    /// here-documents. An empty replacement deletes the matched code. It also deletes the ';' that
    /// ends the code, or the comma or operator ('|', '&', '||', '&&', '??', 'and', 'or', '+' of
    /// bounds) between an element and the next or previous one. If only white space remains on the
    /// line, the whole line is deleted. If the element belongs to a tuple, the comma stays. A
    /// single statement that is the body of a condition or loop, or follows a label, is replaced by
    /// '{}'. The call fails if a deletion would make the code after it part of the code before it
    /// or leave an attribute to other code, or if a replacement would not be the whole body of its
    /// condition or loop. Parentheses are added around an inserted expression if an adjacent
    /// operator or the start of a statement would otherwise change how it is parsed; if needed, a
    /// `;` separates it from the previous line, and a blank separates it from an adjacent word.
    pub replacement: ransack_bytes,
}

/// Options for ransack_ast_edit(). Initialise with RANSACK_AST_EDIT_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_edit_options {
    /// RANSACK_AST_EDIT_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Patterns and their replacements. If code matches two patterns, the call fails with
    /// RANSACK_STATUS_OVERLAPPING_EDITS, unless both rewrites produce the same text. Default: none,
    /// which fails with RANSACK_STATUS_INVALID_OPTION.
    pub rewrites: *const ransack_rewrite,
    /// Number of rewrites. Default: 0.
    pub rewrites_len: usize,
    /// Node kind, as named by the grammar, that selects a part of each pattern: only the first node
    /// of this kind is searched for and replaced. Default: empty, which uses the whole pattern.
    pub selector: ransack_bytes,
    /// Files to edit. Files in unknown languages are out of scope.
    /// Default: NULL, which means the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Differences allowed between pattern and code, a ransack_strictness. Default:
    /// RANSACK_STRICTNESS_SMART.
    pub strictness: u32,
    /// Name or alias of the only language to edit, as for `language` in ransack_ast_grep_options.
    /// Default: empty, which means that each file is parsed in its own language.
    pub language: ransack_bytes,
    /// Preview token from an earlier outcome. Unless the call makes exactly the previewed changes
    /// to exactly the previewed texts, nothing is written and the call fails with
    /// RANSACK_STATUS_STALE. The message says whether the token is unknown, the call makes
    /// different changes, or files have changed since the preview; the error's `paths` lists the
    /// changed files. Default: empty, which skips this check.
    pub preview: ransack_bytes,
    /// Maximum number of replacements; files are taken in path order. Default: RANSACK_NO_LIMIT.
    pub max_replacements: u64,
    /// Maximum number of files to change; files are taken in path order. Default: RANSACK_NO_LIMIT.
    pub max_files: u64,
    /// Maximum time in milliseconds to read and match one file; a file that takes longer is skipped
    /// and reported. Default: 2000.
    pub time_per_file_ms: u64,
    /// Maximum size of a file in bytes. A larger file is skipped and reported; if a file would grow
    /// beyond the maximum, the call fails. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard. A
    /// file is written in the encoding in which it was read. A file is skipped and reported if its
    /// text does not encode back to the same bytes. Default: empty, which means UTF-8.
    pub encoding: ransack_bytes,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time
    /// limit. The limit does not interrupt the call once files are being replaced. Default:
    /// RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Maximum number of passes over a file. Each pass edits the result of the previous pass, until
    /// nothing matches. 0 counts as 1. Default: 1.
    pub repeat: u32,
    /// Whether to return the changes without writing any file. Default: 1.
    pub dry_run: u8,
    /// Whether the call fails if a file that may contain a match has syntax errors before it is
    /// edited. If not, the file is edited and reported. Default: 0.
    pub fail_on_parse_error: u8,
    /// Whether edits may add syntax errors to a file, whether next to existing errors or elsewhere.
    /// If not, such an edit fails with RANSACK_STATUS_SYNTAX_ERROR. Default: 0.
    pub allow_syntax_errors: u8,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
    /// wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
    /// is unlimited. Default: 10000.
    pub wait_ms: u64,
    /// Matched code that no replacement may remove, a ransack_keeps. Default:
    /// RANSACK_KEEPS_EVERYTHING.
    pub keeps: u32,
    /// Content ids that files must have. If one of these files has other content, is not in the
    /// scope or cannot be read, the call fails with RANSACK_STATUS_STALE. Default: none.
    pub if_versions: *const ransack_file_version,
    /// Number of files in `if_versions`. Default: 0.
    pub if_versions_len: usize,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
    /// the defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
}

/// File with its content id. Initialise with RANSACK_FILE_VERSION_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_version {
    /// Path of the file, absolute or relative to the current directory or, in a workspace, to the
    /// workspace's root.
    pub path: ransack_bytes,
    /// Content id, such as `version` in ransack_outline.
    pub version: ransack_bytes,
}

versioned!(
    ransack_ast_edit_options,
    RANSACK_AST_EDIT_OPTIONS_VERSION,
    [journal: 200]
);

impl Defaults for ransack_ast_edit_options {
    fn defaults() -> ransack_ast_edit_options {
        let core = AstEditOptions::default();
        ransack_ast_edit_options {
            version: RANSACK_AST_EDIT_OPTIONS_VERSION,
            rewrites: ptr::null(),
            rewrites_len: 0,
            selector: NO_BYTES,
            scope: ptr::null(),
            strictness: ransack_strictness::Smart as u32,
            language: NO_BYTES,
            preview: NO_BYTES,
            max_replacements: from_limit(core.max_replacements),
            max_files: from_limit(core.max_files),
            time_per_file_ms: from_duration(core.time_per_file),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            repeat: core.repeat,
            dry_run: core.dry_run.into(),
            fail_on_parse_error: core.fail_on_parse_error.into(),
            allow_syntax_errors: core.allow_syntax_errors.into(),
            pool: ptr::null(),
            wait_ms: from_duration(Some(core.wait)),
            keeps: ransack_keeps::Everything as u32,
            if_versions: ptr::null(),
            if_versions_len: 0,
            journal: ptr::null(),
        }
    }
}

impl CallOptions for ransack_ast_edit_options {
    type Core = AstEditOptions;

    unsafe fn resolve(&self) -> Result<AstEditOptions, Failure> {
        let mut core = AstEditOptions::default();
        // SAFETY: the contract of this function.
        core.rewrites = unsafe {
            elements(self.rewrites, self.rewrites_len, "rewrites", |rewrite| {
                rewrite.resolve()
            })
        }?;
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.selector = optional_text(self.selector, "selector")?;
            scope::resolve(self.scope, &mut core.scope)?;
            core.language = optional_text(self.language, "language")?;
            core.preview = optional_text(self.preview, "preview")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.journal = resolve_journal(self.journal)?;
        }
        let (versions, versions_len) = (self.if_versions, self.if_versions_len);
        // SAFETY: the contract of this function.
        core.if_versions =
            unsafe { elements(versions, versions_len, "if_versions", |file| file.resolve()) }?;
        core.wait = Duration::from_millis(self.wait_ms);
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.strictness = strictness(self.strictness)?;
        core.keeps = match self.keeps {
            0 => Keeps::Everything,
            1 => Keeps::Nothing,
            other => return Err(unknown("keeps", other, ransack_keeps::Nothing as u32)),
        };
        core.dry_run = self.dry_run != 0;
        core.repeat = self.repeat;
        core.max_replacements = to_limit(self.max_replacements);
        core.max_files = to_limit(self.max_files);
        core.fail_on_parse_error = self.fail_on_parse_error != 0;
        core.allow_syntax_errors = self.allow_syntax_errors != 0;
        core.time_per_file = to_limit(self.time_per_file_ms).map(Duration::from_millis);
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

impl ransack_rewrite {
    /// Converts the rewrite.
    ///
    /// # Safety
    ///
    /// Pattern and replacement are valid.
    unsafe fn resolve(&self) -> Result<Rewrite, Failure> {
        // SAFETY: the contract of this function.
        let (pattern, replacement) = unsafe {
            (
                self.pattern.text("pattern")?,
                self.replacement.text("replacement")?,
            )
        };
        Ok(Rewrite::new(pattern, replacement))
    }
}

impl ransack_file_version {
    /// Converts the path and the content id.
    ///
    /// # Safety
    ///
    /// Both are valid.
    pub(crate) unsafe fn resolve(&self) -> Result<(PathBuf, ContentId), Failure> {
        // SAFETY: the contract of this function.
        let (path, version) = unsafe { (self.path.path("path")?, self.version.text("version")?) };
        Ok((PathBuf::from(path), version.parse()?))
    }
}

/// Replacement of one match in a file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_ast_change {
    /// Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
    pub path: ransack_bytes,
    /// Name of the match's language.
    pub language: ransack_bytes,
    /// Replaced text.
    pub before: ransack_bytes,
    /// Replacement text.
    pub after: ransack_bytes,
    /// Range of the replaced text, in the file's text at the start of the pass. Offsets in a UTF-16
    /// file count bytes of the text converted to UTF-8.
    pub span: ransack_span,
    /// Index of the rewrite in the options, 0-based.
    pub rewrite: u32,
    /// Index of the pass over the file, 0-based; see `repeat` in ransack_ast_edit_options.
    pub pass: u32,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Parts of the replaced text that the pattern does not name and no metavariable captures, such
    /// as comments, in order. The replacement removes these parts, or moves them if they are
    /// statements after the replaced code. Empty unless `keeps` in ransack_ast_edit_options is
    /// RANSACK_KEEPS_NOTHING.
    pub lost: *const ransack_bytes,
    /// Number of parts in `lost`.
    pub lost_len: usize,
}

/// Replacement of a range of a text, as in the Language Server Protocol. Lines and characters are
/// 0-based; lines end with LF, CR LF or CR; characters are UTF-16 code units, and a byte order mark at
/// the start of the text does not count. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_text_edit {
    /// Line of the start of the range.
    pub start_line: u32,
    /// Character in this line.
    pub start_character: u32,
    /// Line of the end of the range, which equals the start to insert.
    pub end_line: u32,
    /// Character in this line.
    pub end_character: u32,
    /// New text of the range; empty to delete.
    pub new_text: ransack_bytes,
}

/// File with replacements: their number, and the changes of the whole text in two forms.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_file_change {
    /// Path of the file relative to the base that `paths_from` selects, as raw file-system bytes.
    pub path: ransack_bytes,
    /// Number of replacements.
    pub count: u64,
    /// Index of the root in the scope, 0-based.
    pub root: u32,
    /// Whether code still matches after the last pass that `repeat` allows. Always 0 if `repeat` is
    /// 1, because no further pass is tried.
    pub is_unsettled: u8,
    /// Unified diff of the text before the first and after the last pass, with "a/PATH" and
    /// "b/PATH" in the header and three lines of context. `git apply` and `patch` reproduce the new
    /// file from it. For a UTF-16 file, the diff of the text converted to UTF-8. Lines keep their
    /// "\r\n" and bytes that are not UTF-8.
    pub diff: ransack_bytes,
    /// `file:` URI of the file, for use in an editor: the path under which its open buffer was set
    /// or, without a buffer, the path below the root as the caller gave it. Links are not resolved.
    pub uri: ransack_bytes,
    /// Whether an open buffer in the workspace has the text.
    pub has_buffer: u8,
    /// Whether `buffer_version` is known.
    pub has_buffer_version: u8,
    /// Version of the open buffer that the edits change, as given to
    /// ransack_workspace_update_buffer(); 0 without a buffer, and if the text was set as a whole
    /// since.
    pub buffer_version: i32,
    /// Edits that change the text before the first pass to the text after the last pass, for an editor
    /// that applies them: the `edits` of a `TextDocumentEdit` in the Language Server Protocol. In
    /// ascending order; no two overlap, and all refer to the text before the first pass. Empty if the
    /// files on disk were replaced.
    pub text_edits: *const ransack_text_edit,
    /// Number of edits in `text_edits`.
    pub text_edits_len: usize,
    /// New path of a file that is renamed, in the form of `path`; empty for other files.
    pub new_path: ransack_bytes,
    /// `file:` URI of the new path; empty for other files.
    pub new_uri: ransack_bytes,
    /// Effect on the file, a ransack_file_change_kind; RANSACK_FILE_CHANGE_KIND_MODIFY for a
    /// replacement.
    pub kind: u32,
}

/// Outcome of ransack_ast_edit(). The caller owns it; ransack_ast_edit_outcome_free() frees it with
/// everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_ast_edit_outcome {
    /// Replacements, ordered by root, then bytewise by path, then by pass and position.
    pub changes: *const ransack_ast_change,
    /// Number of replacements.
    pub changes_len: usize,
    /// Files with replacements, ordered by root, then bytewise by path.
    pub file_changes: *const ransack_file_change,
    /// Number of files with replacements.
    pub file_changes_len: usize,
    /// Token that identifies exactly these changes to exactly these texts. A later call that gets
    /// the token as `preview` in ransack_ast_edit_options either applies the same changes or fails.
    pub preview: ransack_bytes,
    /// Report on the search; owned by the outcome. The report's `total_matches` counts
    /// replacements, and `has_next_offset` is always 0.
    pub report: *const ransack_report,
    /// 1 if the files on disk were replaced, 0 if no file was replaced: after a dry run, and if a file
    /// with changes has an open buffer in the workspace.
    pub applied: u8,
    /// Files of interrupted edits that the call repaired before planning its own edits, in order of
    /// repair. Empty for a dry run, which repairs nothing.
    pub recovered: *const ransack_recovered_file,
    /// Number of repaired files.
    pub recovered_len: usize,
    /// Unfinished edits in the directories that the call covers. Either another process is applying
    /// the edit, or the edit was interrupted and has not been repaired. The report lists the files
    /// of interrupted edits as RANSACK_SKIP_REASON_INTERRUPTED_EDIT and is not complete.
    pub interrupted: *const ransack_interrupted_edit,
    /// Number of edits in `interrupted`.
    pub interrupted_len: usize,
    /// Result of each rewrite or edit, in the order of the options.
    pub edits: *const ransack_edit_result,
    /// Number of rewrites or edits.
    pub edits_len: usize,
    /// Id of the edit in the undo journal, for ransack_undo(). Empty if no file was written, and if the edit
    /// was not recorded; the `hints` of the report say why.
    pub id: ransack_bytes,
}

/// Replaces code that matches a pattern, in all files in scope. By default (`dry_run` 1), only
/// returns the changes.
///
/// Each file is parsed in its own language. If matches of one rewrite are nested, only the
/// outermost is replaced. Bytes outside the replacements stay unchanged. A ';' or comment after a
/// match is kept, unless the pattern itself ends with a ';' or comment.
///
/// With `dry_run` 0, all new texts are computed and parsed before the first file is written, and
/// either all files are replaced or none. If another process changes one of the files during the
/// call, that change is kept and the call fails. Edits of overlapping directory trees exclude each
/// other; see `wait_ms`. If the process dies during the edit, the next edit of these files, or
/// ransack_recover_edits(), restores the old texts, unless the edit was complete. A dry run writes
/// nothing.
///
/// A file with an open buffer is never written, because its editor holds the text. If at least one of
/// the changed files has an open buffer in the workspace, no file is written: the call returns like a
/// dry run, with `applied` 0. The editor then applies `text_edits` of all files, those without a buffer
/// included, so that either all files change or none.
///
/// - `token` cancels the call until the first file is replaced; NULL for none.
/// - `out` receives the outcome; free it with ransack_ast_edit_outcome_free().
///
/// Returns any error that ransack_ast_grep() can return. Also fails if a replacement uses a
/// metavariable that is not in its pattern; if edits overlap (RANSACK_STATUS_OVERLAPPING_EDITS); if
/// an edit introduces a syntax error (RANSACK_STATUS_SYNTAX_ERROR); if a file or the preview is out
/// of date, or another edit of the same files is running or cannot be repaired
/// (RANSACK_STATUS_STALE); or if a file cannot be written or its directory cannot be listed. If the
/// call fails, no file has changed unless `paths` in ransack_last_error() lists the file; with
/// RANSACK_STATUS_STALE, `paths` lists the files that blocked the edit.
///
///     ransack_rewrite rewrite = RANSACK_REWRITE_INIT;
///     rewrite.pattern = RANSACK_BYTES("var $A = $B");
///     rewrite.replacement = RANSACK_BYTES("let $A = $B");
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
            Ok(OwnedOutcome::new(ransack::ast_edit(core, token)?))
        })
    }
}

/// Frees the outcome of an edit and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_ast_edit_outcome_free(outcome: *mut ransack_ast_edit_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_ast_edit_outcome {
    type Owner = OwnedOutcome;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedOutcome {
    shown: ransack_ast_edit_outcome,
    _changes: Vec<ransack_ast_change>,
    _lost: Vec<Vec<ransack_bytes>>,
    _file_changes: FileChanges,
    _edits: EditResults,
    _recovered: RecoveredFiles,
    _interrupted: InterruptedEdits,
    _report: EmbeddedReport,
    _outcome: AstEditOutcome,
}

impl OwnedOutcome {
    pub(crate) fn new(mut outcome: AstEditOutcome) -> OwnedOutcome {
        let lost = |change: &AstChange| {
            change
                .lost
                .iter()
                .map(|code| ransack_bytes::of(code))
                .collect()
        };
        let lost: Vec<Vec<ransack_bytes>> = outcome.changes.iter().map(lost).collect();
        let changes = std::iter::zip(&outcome.changes, &lost);
        let changes: Vec<_> = changes
            .map(|(change, lost)| ransack_ast_change::new(change, lost))
            .collect();
        let files = FileChanges::new(std::mem::take(&mut outcome.file_changes));
        let recovered = RecoveredFiles::new(std::mem::take(&mut outcome.recovered));
        let interrupted = InterruptedEdits::new(std::mem::take(&mut outcome.interrupted));
        let report = EmbeddedReport::new(outcome.report.clone());
        let edits = EditResults::new(&outcome.edits);
        let id = outcome.id.as_ref();
        // Moving vectors and strings does not move their content.
        OwnedOutcome {
            shown: ransack_ast_edit_outcome {
                changes: changes.as_ptr(),
                changes_len: changes.len(),
                file_changes: files.shown.as_ptr(),
                file_changes_len: files.shown.len(),
                preview: ransack_bytes::of(outcome.preview.as_bytes()),
                report: report.as_ptr(),
                applied: outcome.applied.into(),
                recovered: recovered.shown.as_ptr(),
                recovered_len: recovered.shown.len(),
                interrupted: interrupted.shown.as_ptr(),
                interrupted_len: interrupted.shown.len(),
                edits: edits.shown.as_ptr(),
                edits_len: edits.shown.len(),
                id: id.map_or(NO_BYTES, |id| ransack_bytes::of(id.as_bytes())),
            },
            _changes: changes,
            _lost: lost,
            _file_changes: files,
            _edits: edits,
            _recovered: recovered,
            _interrupted: interrupted,
            _report: report,
            _outcome: outcome,
        }
    }
}

impl ransack_ast_change {
    fn new(change: &AstChange, lost: &[ransack_bytes]) -> ransack_ast_change {
        ransack_ast_change {
            path: ransack_bytes::of(change.path.as_bytes()),
            language: ransack_bytes::of(change.language.as_bytes()),
            before: ransack_bytes::of(&change.before),
            after: ransack_bytes::of(&change.after),
            span: change.span.into(),
            rewrite: change.rewrite,
            pass: change.pass,
            root: change.root,
            lost: lost.as_ptr(),
            lost_len: lost.len(),
        }
    }
}

impl ransack_file_change {
    pub(crate) fn new(
        change: &FileChange,
        text_edits: &[ransack_text_edit],
    ) -> ransack_file_change {
        let (kind, new_path) = kind_and_path(&change.kind);
        let new_uri = change.new_uri.as_deref().unwrap_or_default();
        ransack_file_change {
            path: ransack_bytes::of(change.path.as_bytes()),
            count: change.count,
            root: change.root,
            is_unsettled: change.is_unsettled.into(),
            diff: ransack_bytes::of(&change.diff),
            uri: ransack_bytes::of(change.uri.as_bytes()),
            has_buffer: change.has_buffer.into(),
            has_buffer_version: change.buffer_version.is_some().into(),
            buffer_version: change.buffer_version.unwrap_or_default(),
            text_edits: text_edits.as_ptr(),
            text_edits_len: text_edits.len(),
            new_path: ransack_bytes::of(new_path),
            new_uri: ransack_bytes::of(new_uri.as_bytes()),
            kind,
        }
    }
}

impl From<&TextEdit> for ransack_text_edit {
    fn from(edit: &TextEdit) -> ransack_text_edit {
        let (start, end) = (edit.range.start, edit.range.end);
        ransack_text_edit {
            start_line: start.line,
            start_character: start.character,
            end_line: end.line,
            end_character: end.character,
            new_text: ransack_bytes::of(&edit.new_text),
        }
    }
}

#[cfg(test)]
mod tests;
