//! Replacements of matches in files: options, function and outcome.

use std::ptr;
use std::time::Duration;

use ransack::{Query, ReplaceOptions, ReplaceOutcome, ReplacedMatch};

use super::changes::FileChanges;
use crate::ast::item::ransack_span;
use crate::ast::recovery::{
    InterruptedEdits, RecoveredFiles, ransack_interrupted_edit, ransack_recovered_file,
};
use crate::ast_edit::{ransack_file_change, ransack_file_version};
use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::grep::options::ransack_search_options;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, NO_BYTES, RANSACK_NO_LIMIT, from_duration, from_limit, optional_text, to_limit,
};
use crate::pool::{self, ransack_pool};
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::{elements, ransack_bytes};
use crate::undo::options::{ransack_journal_options, resolve_journal};

/// Newest version of ransack_replace_options.
pub const RANSACK_REPLACE_OPTIONS_VERSION: u32 = 1;

/// Options for ransack_replace(). Initialise with RANSACK_REPLACE_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_replace_options {
    /// RANSACK_REPLACE_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether to return the changes without writing any file. Default: 1.
    pub dry_run: u8,
    /// Whether patterns and replacement are literal text. Default: 0.
    pub literal: u8,
    /// Whether to ignore case, using Unicode's simple case folding. Default: 0.
    pub ignore_case: u8,
    /// Whether to ignore case if the patterns contain letters but no upper-case letters, as in
    /// ransack_grep_options. Default: 0.
    pub smart_case: u8,
    /// Whether to match whole words only: a match must not have a word character directly before or
    /// after it. Default: 0.
    pub word: u8,
    /// Whether a match may span lines; '\n' then also matches '\r\n'. If not, a pattern that
    /// contains a line feed is an error. Default: 0.
    pub multiline: u8,
    /// Whether '.' also matches a line feed. Has no effect without `multiline`. Default: 0.
    pub dot_all: u8,
    /// Whether patterns may contain look-around, back-references and atomic groups, as in
    /// ransack_grep_options. Default: 0.
    pub backtracking: u8,
    /// Whether the replacement takes the case of the match, by the rule of Visual Studio Code's
    /// "Preserve Case": in upper case if the match has no lower-case letter, in lower case if it has
    /// no upper-case letter, otherwise with the first letter in the case of the match's first letter.
    /// If both have the same number of parts between hyphens, or between underscores, the rule holds
    /// for each part. A match without letters has no case. Default: 0.
    pub preserve_case: u8,
    /// Patterns, UTF-8, in the syntax of ransack_grep_options. Default: none, which fails with
    /// RANSACK_STATUS_INVALID_OPTION.
    pub patterns: *const ransack_bytes,
    /// Number of patterns. Default: 0.
    pub patterns_len: usize,
    /// Text that replaces each match, UTF-8. Default: empty, which deletes the matches.
    ///
    /// Unless `literal` is set, these references stand for parts of the match. $0, $& and ${0} are
    /// the match. $1 and ${1} are a capture group by its number, with all digits that follow the '$';
    /// the text is empty if the group took no part in the match. ${name}, $<name> and $name are a
    /// capture group by its name; without brackets, with all letters, digits and '_' that follow. $$
    /// is a dollar sign. A '$' before anything else is literal. A reference to a group that one of the
    /// patterns lacks fails with RANSACK_STATUS_INVALID_PATTERN. A backslash is an ordinary character.
    ///
    /// A line feed is written as the line end in use at the match, "\n" or "\r\n", unless it follows
    /// a carriage return or a pattern names the carriage return.
    pub replacement: ransack_bytes,
    /// Files to edit. Default: NULL, which means the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Patterns that the lines of a match must not match, UTF-8, as in ransack_grep_options.
    /// Default: none.
    pub exclude: *const ransack_bytes,
    /// Number of patterns in `exclude`. Default: 0.
    pub exclude_len: usize,
    /// Maximum size of the compiled patterns in bytes; larger patterns fail with
    /// RANSACK_STATUS_INVALID_PATTERN. Default: 10485760.
    pub size_limit: u64,
    /// Preview token from an earlier outcome, as in ransack_ast_edit_options. Default: empty, which
    /// skips the check.
    pub preview: ransack_bytes,
    /// Content ids that files must have. If one of these files has other content, is not in the
    /// scope or cannot be read, the call fails with RANSACK_STATUS_STALE. Default: none.
    pub if_versions: *const ransack_file_version,
    /// Number of files in `if_versions`. Default: 0.
    pub if_versions_len: usize,
    /// Maximum number of replacements; files are taken in path order. Default: RANSACK_NO_LIMIT.
    pub max_replacements: u64,
    /// Maximum number of replacements in one file, from its start. Default: RANSACK_NO_LIMIT.
    pub max_replacements_per_file: u64,
    /// Maximum number of files to change; files are taken in path order. Default: RANSACK_NO_LIMIT.
    pub max_files: u64,
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
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Maximum time in milliseconds to wait for other edits of the same files; a dry run does not
    /// wait. With 0, the call fails immediately instead of waiting; with RANSACK_NO_LIMIT, the wait
    /// is unlimited. Default: 10000.
    pub wait_ms: u64,
    /// Settings of the undo journal, which makes it possible to undo the edit. Default: NULL, which means
    /// the defaults of ransack_journal_options.
    pub journal: *const ransack_journal_options,
}

versioned!(
    ransack_replace_options,
    RANSACK_REPLACE_OPTIONS_VERSION,
    [journal: 192]
);

impl Defaults for ransack_replace_options {
    fn defaults() -> ransack_replace_options {
        let core = ReplaceOptions::default();
        ransack_replace_options {
            version: RANSACK_REPLACE_OPTIONS_VERSION,
            dry_run: core.dry_run.into(),
            literal: core.query.literal.into(),
            ignore_case: core.query.ignore_case.into(),
            smart_case: core.query.smart_case.into(),
            word: core.query.word.into(),
            multiline: core.query.multiline.into(),
            dot_all: core.query.dot_all.into(),
            backtracking: core.query.backtracking.into(),
            preserve_case: core.preserve_case.into(),
            patterns: ptr::null(),
            patterns_len: 0,
            replacement: NO_BYTES,
            scope: ptr::null(),
            exclude: ptr::null(),
            exclude_len: 0,
            size_limit: Query::DEFAULT_SIZE_LIMIT as u64,
            preview: NO_BYTES,
            if_versions: ptr::null(),
            if_versions_len: 0,
            max_replacements: from_limit(core.max_replacements),
            max_replacements_per_file: from_limit(core.max_replacements_per_file),
            max_files: from_limit(core.max_files),
            max_file_size: from_limit(core.max_file_size),
            encoding: NO_BYTES,
            timeout_ms: RANSACK_NO_LIMIT,
            pool: ptr::null(),
            wait_ms: from_duration(Some(core.wait)),
            journal: ptr::null(),
        }
    }
}

impl CallOptions for ransack_replace_options {
    type Core = ReplaceOptions;

    unsafe fn resolve(&self) -> Result<ReplaceOptions, Failure> {
        let mut core = ReplaceOptions::default();
        let search = ransack_search_options {
            patterns: self.patterns,
            patterns_len: self.patterns_len,
            literal: self.literal,
            ignore_case: self.ignore_case,
            smart_case: self.smart_case,
            word: self.word,
            multiline: self.multiline,
            dot_all: self.dot_all,
            size_limit: self.size_limit,
            exclude: self.exclude,
            exclude_len: self.exclude_len,
            backtracking: self.backtracking,
            ..ransack_search_options::defaults()
        };
        // SAFETY: the pointers are valid by the contract of this function.
        unsafe {
            core.query = search.query()?;
            core.replacement = self.replacement.text("replacement")?;
            scope::resolve(self.scope, &mut core.scope)?;
            core.preview = optional_text(self.preview, "preview")?;
            core.encoding = optional_text(self.encoding, "encoding")?;
            core.pool = pool::resolve(self.pool)?;
            core.journal = resolve_journal(self.journal)?;
        }
        let (versions, versions_len) = (self.if_versions, self.if_versions_len);
        // SAFETY: the contract of this function.
        core.if_versions =
            unsafe { elements(versions, versions_len, "if_versions", |file| file.resolve()) }?;
        core.wait = Duration::from_millis(self.wait_ms);
        core.preserve_case = self.preserve_case != 0;
        core.dry_run = self.dry_run != 0;
        core.max_replacements = to_limit(self.max_replacements);
        core.max_replacements_per_file = to_limit(self.max_replacements_per_file);
        core.max_files = to_limit(self.max_files);
        core.max_file_size = to_limit(self.max_file_size);
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Replacement of one match in a file.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_replaced_match {
    /// Path of the file from the base that `paths_from` selects, as raw file-system bytes.
    pub path: ransack_bytes,
    /// Matched text.
    pub before: ransack_bytes,
    /// Text that replaces it.
    pub after: ransack_bytes,
    /// Range of the match in the text before the call. Offsets in a UTF-16 file count bytes of the
    /// text converted to UTF-8.
    pub span: ransack_span,
    /// Index of the pattern that matched, from 0; the lowest index if several patterns match here.
    pub pattern: u32,
    /// Index of the root in the scope, from 0.
    pub root: u32,
}

/// Outcome of ransack_replace(). The caller owns it; ransack_replace_outcome_free() frees it with
/// everything it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_replace_outcome {
    /// Replacements, ordered by root, then bytewise by path, then by position.
    pub changes: *const ransack_replaced_match,
    /// Number of replacements.
    pub changes_len: usize,
    /// Files with replacements, ordered by root, then bytewise by path.
    pub file_changes: *const ransack_file_change,
    /// Number of files with replacements.
    pub file_changes_len: usize,
    /// Token that identifies exactly these changes to exactly these texts. A later call that gets
    /// the token as `preview` in ransack_replace_options either applies the same changes or fails.
    pub preview: ransack_bytes,
    /// Report of the call; owned by the outcome. Its `total_matches` counts replacements, also
    /// those beyond a limit that the call has found; `has_next_offset` is always 0.
    pub report: *const ransack_report,
    /// Number of matches that equal their replacement, which are no replacements; 0 if unknown.
    pub unchanged_matches: u64,
    /// Whether `unchanged_matches` is known: no limit ended the call.
    pub has_unchanged_matches: u8,
    /// 1 if the files on disk were replaced, 0 if no file was replaced: after a dry run, and if a file
    /// with changes has an open buffer in the workspace.
    pub applied: u8,
    /// Files of interrupted edits that the call repaired before planning its own edits, in order of
    /// repair. Empty for a dry run, which repairs nothing.
    pub recovered: *const ransack_recovered_file,
    /// Number of repaired files.
    pub recovered_len: usize,
    /// Unfinished edits in the directories that the call covers, as in ransack_ast_edit_outcome.
    pub interrupted: *const ransack_interrupted_edit,
    /// Number of edits in `interrupted`.
    pub interrupted_len: usize,
    /// Id of the edit in the undo journal, for ransack_undo(). Empty if no file was written, and if the edit
    /// was not recorded; the `hints` of the report say why.
    pub id: ransack_bytes,
}

/// Searches files for matches of patterns and replaces them. Changes either all files or none. By
/// default (`dry_run` 1), only returns the changes.
///
/// The matches are those that ransack_grep() finds with the same patterns and options; none overlap.
/// All of them are replaced in one pass over the text as it was before the call. A match that equals
/// its replacement is no change. Bytes outside the replacements stay: encodings, byte order marks, line
/// ends and a missing line end at the end of a file. Binary files are skipped and reported. If a limit
/// leaves out replacements, the report is not complete.
///
/// Guarantees, open buffers and interrupted edits are as for ransack_ast_edit().
///
/// - `token` cancels the call until the first file is replaced; NULL for none.
/// - `out` receives the outcome; free it with ransack_replace_outcome_free().
///
/// Returns any error that ransack_grep() can return. Also fails, before any file is read, if the
/// replacement refers to a group that a pattern lacks (RANSACK_STATUS_INVALID_PATTERN); if a file would
/// grow beyond the limit, or its encoding lacks a character of the replacement
/// (RANSACK_STATUS_INVALID_OPTION); if a file or the preview is out of date, or another edit of the same
/// files is running (RANSACK_STATUS_STALE); or if a file cannot be written. If the call fails, no file
/// has changed unless `paths` in ransack_last_error() lists the file.
///
///     ransack_bytes pattern = RANSACK_BYTES("(\\d+)px");
///     ransack_replace_options options = RANSACK_REPLACE_OPTIONS_INIT;
///     options.patterns = &pattern;
///     options.patterns_len = 1;
///     options.replacement = RANSACK_BYTES("${1}pt");
///     options.scope = &scope;
///     options.dry_run = 0;
///     status = ransack_replace(&options, NULL, &outcome);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_replace(
    options: *const ransack_replace_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_replace_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedOutcome::new(ransack::replace(core, token)?))
        })
    }
}

/// Frees the outcome of a replacement and everything it points to. Does nothing if the pointer is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_replace_outcome_free(outcome: *mut ransack_replace_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_replace_outcome {
    type Owner = OwnedOutcome;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedOutcome {
    shown: ransack_replace_outcome,
    _changes: Vec<ransack_replaced_match>,
    _replacements: Vec<ReplacedMatch>,
    _file_changes: FileChanges,
    _recovered: RecoveredFiles,
    _interrupted: InterruptedEdits,
    _report: EmbeddedReport,
    _preview: String,
    _id: String,
}

impl OwnedOutcome {
    fn new(outcome: ReplaceOutcome) -> OwnedOutcome {
        let changes: Vec<_> = outcome.changes.iter().map(Into::into).collect();
        let files = FileChanges::new(outcome.file_changes);
        let recovered = RecoveredFiles::new(outcome.recovered);
        let interrupted = InterruptedEdits::new(outcome.interrupted);
        let report = EmbeddedReport::new(outcome.report);
        let id = outcome.id.unwrap_or_default();
        // Moving vectors and strings does not move their content.
        OwnedOutcome {
            shown: ransack_replace_outcome {
                changes: changes.as_ptr(),
                changes_len: changes.len(),
                file_changes: files.shown.as_ptr(),
                file_changes_len: files.shown.len(),
                preview: ransack_bytes::of(outcome.preview.as_bytes()),
                report: report.as_ptr(),
                unchanged_matches: outcome.unchanged_matches.unwrap_or_default(),
                has_unchanged_matches: outcome.unchanged_matches.is_some().into(),
                applied: outcome.applied.into(),
                recovered: recovered.shown.as_ptr(),
                recovered_len: recovered.shown.len(),
                interrupted: interrupted.shown.as_ptr(),
                interrupted_len: interrupted.shown.len(),
                id: ransack_bytes::of(id.as_bytes()),
            },
            _changes: changes,
            _replacements: outcome.changes,
            _file_changes: files,
            _recovered: recovered,
            _interrupted: interrupted,
            _report: report,
            _preview: outcome.preview,
            _id: id,
        }
    }
}

impl From<&ReplacedMatch> for ransack_replaced_match {
    fn from(change: &ReplacedMatch) -> ransack_replaced_match {
        ransack_replaced_match {
            path: ransack_bytes::of(change.path.as_bytes()),
            before: ransack_bytes::of(&change.before),
            after: ransack_bytes::of(&change.after),
            span: change.span.into(),
            pattern: change.pattern,
            root: change.root,
        }
    }
}

#[cfg(test)]
mod tests;
