//! Syntax-aware rewriting of files: `astEdit`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{
    AstChange, AstEditOutcome, CancelToken, EditStatus, FileChange, FileChangeKind, Pool,
    ReplacedMatch, Rewrite, StoppedBy, TextEdit,
};

use crate::ast::options::{AstFileOptions, Strictness};
use crate::ast::recovery::{InterruptedEdit, RecoveredFile, WaitOptions};
use crate::ast::{Flags, Location};
use crate::convert::{BatchItem, BatchShape, BatchWriter, flags};
use crate::files::may_have_several_roots;
use crate::number::{count, maximum};
use crate::options::{
    CallOptions, FileContentOptions, FileOptions, TimeoutOptions, option_groups, set, set_some,
};
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::undo::JournalOptions;
use crate::workspace::WorkspaceHandle;

/// Starts an edit as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn ast_edit(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: AstEditCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.files.bytes.unwrap_or_default();
    let mut options = options.into_core()?;
    let workspace = workspace.map(|handle| handle.workspace(wait));
    options.scope.workspace = workspace.as_ref().map(Into::into);
    let shape = BatchShape {
        several_roots: may_have_several_roots(&options.scope, workspace.as_ref()),
        bytes,
        ..BatchShape::default()
    };
    Ok(waker.start_collected(id, timeout, shape, |token| {
        let token = token.clone();
        // Only the end of the edit shows whether files were replaced, so only the edit itself
        // observes the token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = ransack::ast_edit(&options, &token)?;
            Ok(AstEditSummary::split(outcome, shape))
        })
    }))
}

/// Summary of an `astEdit` call: the changes made or, with `dryRun`, planned.
#[napi(object, object_from_js = false)]
pub struct AstEditSummary {
    /// Number of replacements; equals the length of `changes`.
    pub total_replacements: f64,
    /// Number of files with replacements.
    pub files_touched: f64,
    /// Number of files examined.
    pub files_searched: f64,
    /// Whether the changes were written to disk. False after a dry run, and if a file with changes
    /// has an open buffer in the workspace: no file has changed then, and `workspaceEdit` contains
    /// the changes to apply.
    pub applied: bool,
    /// Whether `limit` or `maxFiles` limited the changes.
    pub limit_reached: bool,
    /// Id of the edit in the undo journal, for `undo`. Absent if no file was written, and if the edit was
    /// not recorded; `report.hints` says why.
    pub id: Option<String>,
    /// Token that identifies exactly these changes to exactly these texts. To apply the changes,
    /// pass the token as the `preview` option.
    pub preview: String,
    /// Result of each rewrite or edit, in the order given.
    pub edits: Vec<EditResult>,
    /// Report on the call. `complete` is true only if `changes` contains all possible changes;
    /// `nextOffset` is never set.
    pub report: Report,
    /// Files from interrupted edits that the call repaired before it planned its own changes, in
    /// the order of repair. Empty after a dry run, which repairs nothing.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories that the call covers. Each edit either is being applied
    /// by another process or was interrupted and has not been repaired, because this is a dry run
    /// or because of a `problem`. The report lists the files of an interrupted edit as
    /// `'interruptedEdit'` and is not complete.
    pub interrupted: Vec<InterruptedEdit>,
}

/// Result of one rewrite or edit.
#[napi(object, object_from_js = false)]
pub struct EditResult {
    /// Effect of the rewrite or edit. `'applied'`: it changed some text or, in a dry run, would
    /// change some text. `'unchanged'`: the text is already in the requested state; for a rewrite,
    /// no match was replaced, because each match equals its replacement, is replaced by another
    /// rewrite, contains parts that the pattern does not name, or exceeds a limit. `'unmatched'`:
    /// the pattern of the rewrite does not match any code in the searched files.
    #[napi(ts_type = "EditStatus")]
    pub status: &'static str,
    /// Effect of each import, in order, if the edit adds or removes imports; `'unchanged'` if an
    /// import to add already exists. Absent for other edits.
    #[napi(ts_type = "EditStatus[]")]
    pub imports: Option<Vec<&'static str>>,
}

impl EditResult {
    fn new(result: &ransack::EditResult) -> EditResult {
        let imports = result.imports.iter().copied().map(status_name).collect();
        EditResult {
            status: status_name(result.status),
            imports: (!result.imports.is_empty()).then_some(imports),
        }
    }
}

fn status_name(status: EditStatus) -> &'static str {
    let known = EditStatus::ALL.iter().find(|(_, known)| *known == status);
    known.map_or("unchanged", |(name, _)| name)
}

impl AstEditSummary {
    /// Splits an outcome into a list of items (the changes, followed by the text edits of all files
    /// and by the files with changes) and a summary.
    pub(crate) fn split(
        mut outcome: AstEditOutcome,
        shape: BatchShape,
    ) -> (Vec<EditItem>, AstEditSummary) {
        let (text_edits, files) = EditItem::of_files(std::mem::take(&mut outcome.file_changes));
        let recovered = outcome.recovered.iter();
        let interrupted = outcome.interrupted.iter();
        let summary = AstEditSummary {
            total_replacements: outcome.total_replacements as f64,
            files_touched: files.len() as f64,
            files_searched: outcome.report.files_searched as f64,
            applied: outcome.applied,
            id: outcome.id,
            limit_reached: outcome.report.stopped_by == Some(StoppedBy::Limit),
            preview: outcome.preview,
            edits: outcome.edits.iter().map(EditResult::new).collect(),
            report: Report::new(&outcome.report, shape.bytes),
            recovered: recovered
                .map(|file| RecoveredFile::new(file, shape.bytes))
                .collect(),
            interrupted: interrupted
                .map(|edit| InterruptedEdit::new(edit, shape.bytes))
                .collect(),
        };
        let changes = outcome.changes.into_iter().map(EditItem::Change);
        (changes.chain(text_edits).chain(files).collect(), summary)
    }
}

/// Item of the result of an edit.
pub(crate) enum EditItem {
    /// Replacement.
    Change(AstChange),
    /// Text edit of a file.
    TextEdit(TextEdit),
    /// File with replacements, and the number of its text edits.
    File(FileChange, usize),
    /// Replacement of a match of `replace`.
    ReplacedMatch(ReplacedMatch),
}

impl EditItem {
    /// Returns the text edits of files as items, and the files as items.
    pub(crate) fn of_files(changes: Vec<FileChange>) -> (Vec<EditItem>, Vec<EditItem>) {
        let mut text_edits = Vec::new();
        let mut files = Vec::with_capacity(changes.len());
        for mut file in changes {
            let edits = std::mem::take(&mut file.text_edits);
            files.push(EditItem::File(file, edits.len()));
            text_edits.extend(edits.into_iter().map(EditItem::TextEdit));
        }
        (text_edits, files)
    }
}

impl BatchItem for EditItem {
    fn max_strings(&self) -> usize {
        match self {
            EditItem::Change(change) => 4 + change.lost.len(),
            EditItem::TextEdit(_) => 1,
            EditItem::File(..) => 5,
            EditItem::ReplacedMatch(_) => 3,
        }
    }

    fn write(&self, previous: Option<&EditItem>, writer: &mut BatchWriter<'_>) -> Result<()> {
        match self {
            EditItem::TextEdit(edit) => write_text_edit(edit, writer),
            EditItem::File(file, edits) => write_file(file, *edits, writer),
            EditItem::ReplacedMatch(change) => {
                let previous = match previous {
                    Some(EditItem::ReplacedMatch(previous)) => Some(previous),
                    _ => None,
                };
                write_replaced_match(change, previous, writer)
            }
            EditItem::Change(change) => {
                let previous = match previous {
                    Some(EditItem::Change(previous)) => Some(previous),
                    _ => None,
                };
                write_change(change, previous, writer)
            }
        }
    }
}

/// Layout, read by `ChangeBatch` in `js/internal/change_batch.js`:
///
/// - numbers: the flags; the number of replacements; the number of text edits; the kind; with
///   `BUFFER_VERSION`, the version; with `ROOT`, the root; with bytes, the byte lengths of the path
///   and the diff and, if the file is renamed or copied, of the new path.
/// - strings: the path; the diff; the URI; if the file is renamed or copied, the new path and its
///   URI.
fn write_file(file: &FileChange, edits: usize, writer: &mut BatchWriter<'_>) -> Result<()> {
    let BatchShape { several_roots, .. } = writer.shape;
    writer.numbers.push(flags([
        (Flags::FILE, true),
        (Flags::ROOT, several_roots),
        (Flags::UNSETTLED, file.is_unsettled),
        (Flags::BUFFER, file.has_buffer),
        (Flags::BUFFER_VERSION, file.buffer_version.is_some()),
    ]));
    let (kind, new_path) = match &file.kind {
        FileChangeKind::Modify => (0, None),
        FileChangeKind::Create => (1, None),
        FileChangeKind::Delete => (2, None),
        FileChangeKind::Rename(path) => (3, Some(path)),
        FileChangeKind::Copy(path) => (4, Some(path)),
    };
    let counts = [file.count as f64, edits as f64, f64::from(kind)];
    writer.numbers.extend(counts);
    writer.numbers.extend(file.buffer_version.map(f64::from));
    if several_roots {
        writer.numbers.push(f64::from(file.root));
    }
    for text in [file.path.as_bytes(), &file.diff] {
        writer.string(text)?;
        writer.byte_len(text);
    }
    writer.string_without_bytes(file.uri.as_bytes())?;
    if let Some(path) = new_path {
        writer.string(path)?;
        writer.byte_len(path);
        let uri = file.new_uri.as_deref().unwrap_or_default();
        writer.string_without_bytes(uri.as_bytes())?;
    }
    Ok(())
}

/// Layout, read by `ChangeBatch` in `js/internal/change_batch.js`:
///
/// - numbers: the flags; line and character of the start and of the end.
/// - strings: the new text.
fn write_text_edit(edit: &TextEdit, writer: &mut BatchWriter<'_>) -> Result<()> {
    let (start, end) = (edit.range.start, edit.range.end);
    writer.numbers.push(flags([(Flags::TEXT_EDIT, true)]));
    let positions = [start.line, start.character, end.line, end.character];
    writer.numbers.extend(positions.map(f64::from));
    writer.string_without_bytes(&edit.new_text)
}

/// Layout, read by `ChangeBatch` in `js/internal/change_batch.js`:
///
/// - numbers: the numbers of the `Location`; the rewrite; the pass; with bytes, the byte lengths of
///   the text before and after; the number of lost texts and, with bytes, the byte length of each.
/// - strings: the strings of the location; with `LANGUAGE`, the language; the text before and
///   after; the lost texts.
fn write_change(
    change: &AstChange,
    previous: Option<&AstChange>,
    writer: &mut BatchWriter<'_>,
) -> Result<()> {
    let new_language = previous.is_none_or(|p| p.language != change.language);
    let location = Location {
        path: &change.path,
        root: change.root,
        span: &change.span,
        has_enclosing: false,
        version: None,
    };
    location.write(previous.map(|p| &p.path), new_language, writer)?;
    writer
        .numbers
        .extend([change.rewrite, change.pass].map(f64::from));
    if new_language {
        writer.string_without_bytes(change.language.as_bytes())?;
    }
    for text in [&change.before, &change.after] {
        writer.string(text)?;
        writer.byte_len(text);
    }
    writer.numbers.push(change.lost.len() as f64);
    for text in &change.lost {
        writer.string(text)?;
        writer.byte_len(text);
    }
    Ok(())
}

/// Layout, read by `ReplacedMatchBatch` in `js/replace.js`:
///
/// - numbers: the numbers of the `Location`; the pattern; with bytes, the byte lengths of the text
///   before and after.
/// - strings: the strings of the location; the text before and after.
fn write_replaced_match(
    change: &ReplacedMatch,
    previous: Option<&ReplacedMatch>,
    writer: &mut BatchWriter<'_>,
) -> Result<()> {
    let location = Location {
        path: &change.path,
        root: change.root,
        span: &change.span,
        has_enclosing: false,
        version: None,
    };
    location.write(previous.map(|p| &p.path), false, writer)?;
    writer.numbers.push(f64::from(change.pattern));
    for text in [&change.before, &change.after] {
        writer.string(text)?;
        writer.byte_len(text);
    }
    Ok(())
}

/// Options for `astEdit`.
#[napi(
    object,
    object_to_js = false,
    js_name = "AstEditOptions extends FileOptions, AstFileOptions, WaitOptions, JournalOptions"
)]
pub struct AstEditOptions {
    /// Rewrites in order: an object that maps patterns to replacements, or a list of pairs.
    /// Patterns have the same syntax as in `astGrep`. Code is not replaced if it contains parts
    /// that the pattern does not name, such as a comment; see `keeps`. If code matches two
    /// patterns, the call fails with `ERR_RANSACK_OVERLAPPING_EDITS`, unless both have the same
    /// replacement text.
    ///
    /// In a replacement, `$A` or `$$$A` inserts the code matched by the pattern's metavariable,
    /// byte for byte; `\$` inserts a dollar sign, and `\\` before a dollar sign inserts a
    /// backslash. Inserted lines are indented like the replaced code, except inside literals and
    /// here-documents. An empty replacement deletes the code together with its `;` or, for a list
    /// element, the comma or operator (`|`, `&`, `||`, `&&`, `??`, `and`, `or`, `+` in bounds)
    /// between the element and the next or previous one. If only blanks remain on the line, the
    /// whole line is deleted. An element of a tuple is deleted without a comma. A single statement
    /// that is the body of a condition or loop, or follows a label, is replaced by `{}`. The call
    /// fails if a deletion would make the code after it part of the code before it or leave an
    /// attribute to other code, or if a replacement would not be the whole body of its condition or
    /// loop. Parentheses are added around an inserted expression if an adjacent operator or the
    /// start of a statement would otherwise change how it is parsed; if needed, a `;` separates it
    /// from the previous line, and a blank separates it from an adjacent word.
    #[napi(
        ts_type = "Record<string, string> | ReadonlyArray<{ readonly pattern: string; readonly replacement: string } | readonly [string, string]>"
    )]
    pub rewrites: Vec<(String, String)>,
    /// Node kind, as named by the grammar. If set, the first node of this kind inside the pattern
    /// is searched for and replaced, instead of the whole pattern. Default: the whole pattern.
    pub selector: Option<String>,
    /// Differences between pattern and code that a match allows. Default: `'smart'`.
    pub strictness: Option<Strictness>,
    /// Whether to compute and return the changes without writing any file. Default: true.
    pub dry_run: Option<bool>,
    /// Token from an earlier result's `preview`. If the changes or the texts differ from the
    /// previewed ones, the call writes nothing and fails with `ERR_RANSACK_STALE`. The error
    /// message says whether the token is unknown, the call makes different changes, or files have
    /// changed since the preview; the error's `paths` lists the changed files. Default: none, which
    /// skips this check.
    pub preview: Option<String>,
    /// Content ids that files must have, such as `version` of an outline, by path: an object, a
    /// `Map` or pairs. A path is absolute or relative to the current directory of the process or,
    /// in a `Workspace`, to the workspace's root. If one of these files has other content, is not
    /// in the scope or cannot be read, the call writes nothing and fails with `ERR_RANSACK_STALE`;
    /// the error's `paths` names the file. Default: none.
    #[napi(ts_type = "Readonly<Record<string, string>> | Iterable<readonly [string, string]>")]
    pub if_versions: Option<Vec<(String, String)>>,
    /// Maximum number of passes over a file. Each pass edits the result of the previous pass, until
    /// nothing matches. Default: 1. `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub repeat: Option<f64>,
    /// Maximum number of replacements to make; files are taken in path order. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
    /// Second name of `limit`; giving both throws a `RansackOptionError`. Default: `limit`.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_replacements: Option<f64>,
    /// Maximum number of files to change; files are taken in path order. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_files: Option<f64>,
    /// Whether the call fails with `ERR_RANSACK_SYNTAX_ERROR` if a potentially matching file has a
    /// syntax error before editing. Default: false, which edits the file and reports it as
    /// `'syntaxErrors'`.
    pub fail_on_parse_error: Option<bool>,
    /// Whether edits may add syntax errors to a file. Default: false, in which case a call that
    /// would add a syntax error writes nothing and fails with `ERR_RANSACK_SYNTAX_ERROR`.
    pub allow_syntax_errors: Option<bool>,
    /// Code in a match that a replacement must keep even though the pattern does not name it. With
    /// `'everything'`, a match is not replaced if it contains a comment, keyword, operator or node
    /// that the pattern does not name and no metavariable captures; its file is reported as
    /// `'lossyRewrite'`, with the code that would be lost. In a block without a closing bracket (as
    /// in Python) or in a table (as in TOML), the statements or entries after the last one in the
    /// pattern are kept if the last lines of the replacement and the pattern have the same
    /// indentation. Commas and semicolons that the pattern lacks are not kept. With `'nothing'`,
    /// every match is replaced, and the `lost` property of the change lists the removed code.
    /// Default: `'everything'`.
    pub keeps: Option<Keeps>,
}

/// Code in a match that a replacement must keep even though the pattern does not name it.
#[napi(string_enum = "camelCase")]
pub enum Keeps {
    /// Keeps all code that the pattern does not name.
    Everything,
    /// Keeps no code that the pattern does not name.
    Nothing,
}

impl From<Keeps> for ransack::Keeps {
    fn from(keeps: Keeps) -> ransack::Keeps {
        match keeps {
            Keeps::Everything => ransack::Keeps::Everything,
            Keeps::Nothing => ransack::Keeps::Nothing,
        }
    }
}

option_groups! {
    /// Options for `astEdit`, by group.
    pub struct AstEditCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        /// Options that select the files in scope.
        pub files: FileOptions,
        content: FileContentOptions,
        parsing: AstFileOptions,
        wait: WaitOptions,
        journal: JournalOptions,
        edit: AstEditOptions,
    }
}

impl AstEditCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::AstEditOptions> {
        let mut core = ransack::AstEditOptions::default();
        self.files.set_on(&mut core.scope)?;
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.parsing
            .set_on(&mut core.language, &mut core.time_per_file)?;
        self.wait.set_on(&mut core.wait)?;
        self.journal.set_on(&mut core.journal)?;
        let edit = self.edit;
        let rewrites = edit.rewrites.into_iter();
        core.rewrites = rewrites
            .map(|(pattern, replacement)| Rewrite::new(pattern, replacement))
            .collect();
        set_some(&mut core.selector, edit.selector);
        set(&mut core.strictness, edit.strictness.map(Into::into));
        set(&mut core.dry_run, edit.dry_run);
        set_some(&mut core.preview, edit.preview);
        // JavaScript has checked the content ids.
        let versions = edit.if_versions.unwrap_or_default().into_iter();
        let versions =
            versions.filter_map(|(path, version)| Some((path.into(), version.parse().ok()?)));
        core.if_versions = versions.collect();
        let repeat = count("repeat", edit.repeat)?;
        set(
            &mut core.repeat,
            repeat.map(|passes| u32::try_from(passes).unwrap_or(u32::MAX)),
        );
        let max_replacements = count("maxReplacements", edit.max_replacements)?;
        let limit = count("limit", edit.limit)?.or(max_replacements);
        set_some(&mut core.max_replacements, limit);
        set_some(&mut core.max_files, maximum("maxFiles", edit.max_files)?);
        set(&mut core.fail_on_parse_error, edit.fail_on_parse_error);
        set(&mut core.allow_syntax_errors, edit.allow_syntax_errors);
        set(&mut core.keeps, edit.keeps.map(Into::into));
        Ok(core)
    }
}
