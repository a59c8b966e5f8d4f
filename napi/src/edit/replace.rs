//! Replacements of matches in files: `replace`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{CancelToken, Pool, ReplaceOutcome, StoppedBy};

use crate::ast::recovery::{InterruptedEdit, RecoveredFile, WaitOptions};
use crate::ast_edit::EditItem;
use crate::convert::BatchShape;
use crate::files::may_have_several_roots;
use crate::grep::PatternOptions;
use crate::number::{count, maximum};
use crate::options::{
    CallOptions, FileContentOptions, FileOptions, TimeoutOptions, option_groups, set, set_some,
};
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::undo::JournalOptions;
use crate::workspace::WorkspaceHandle;

/// Starts a replacement as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn replace(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: ReplaceCall,
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
        // Only the end of the call shows whether files were replaced, so only the call itself
        // observes the token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = ransack::replace(&options, &token)?;
            Ok(ReplaceSummary::split(outcome, shape))
        })
    }))
}

/// Summary of a `replace` call: the changes made or, with `dryRun`, planned.
#[napi(object, object_from_js = false)]
pub struct ReplaceSummary {
    /// Number of replacements; equals the length of `changes`.
    pub total_replacements: f64,
    /// Number of files with replacements.
    pub files_touched: f64,
    /// Number of files examined.
    pub files_searched: f64,
    /// Number of matches that equal their replacement, which are no replacements. Absent if a limit
    /// ended the call, because later matches are unknown.
    pub unchanged_matches: Option<f64>,
    /// Whether the changes were written to disk. False after a dry run, and if a file with changes
    /// has an open buffer in the workspace: no file has changed then, and `workspaceEdit` contains
    /// the changes to apply.
    pub applied: bool,
    /// Id of the edit in the undo journal, for `undo`. Absent if no file was written, and if the edit was
    /// not recorded; `report.hints` says why.
    pub id: Option<String>,
    /// Whether `limit`, `maxReplacementsPerFile` or `maxFiles` limited the changes.
    pub limit_reached: bool,
    /// Token that identifies exactly these changes to exactly these texts. To apply the changes,
    /// pass the token as the `preview` option.
    pub preview: String,
    /// Report on the call. `complete` is true only if `changes` contains all possible changes;
    /// `nextOffset` is never set.
    pub report: Report,
    /// Files from interrupted edits that the call repaired before it planned its own changes, in
    /// the order of repair. Empty after a dry run, which repairs nothing.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories that the call covers; see `AstEditSummary.interrupted`.
    pub interrupted: Vec<InterruptedEdit>,
}

impl ReplaceSummary {
    /// Splits an outcome into a list of items (the changes, followed by the text edits of all files
    /// and by the files with changes) and a summary.
    fn split(outcome: ReplaceOutcome, shape: BatchShape) -> (Vec<EditItem>, ReplaceSummary) {
        let (text_edits, files) = EditItem::of_files(outcome.file_changes);
        let recovered = outcome.recovered.iter();
        let interrupted = outcome.interrupted.iter();
        let summary = ReplaceSummary {
            total_replacements: outcome.total_replacements as f64,
            files_touched: files.len() as f64,
            files_searched: outcome.report.files_searched as f64,
            unchanged_matches: outcome.unchanged_matches.map(|count| count as f64),
            applied: outcome.applied,
            id: outcome.id,
            limit_reached: outcome.report.stopped_by == Some(StoppedBy::Limit),
            preview: outcome.preview,
            report: Report::new(&outcome.report, shape.bytes),
            recovered: recovered
                .map(|file| RecoveredFile::new(file, shape.bytes))
                .collect(),
            interrupted: interrupted
                .map(|edit| InterruptedEdit::new(edit, shape.bytes))
                .collect(),
        };
        let changes = outcome.changes.into_iter().map(EditItem::ReplacedMatch);
        (changes.chain(text_edits).chain(files).collect(), summary)
    }
}

/// Options for `replace`.
#[napi(
    object,
    object_to_js = false,
    js_name = "ReplaceOptions extends FileOptions, FileContentOptions, PatternOptions, WaitOptions, JournalOptions"
)]
pub struct ReplaceOptions {
    /// Text that replaces each match; empty to delete the matches. With `literal`, literal text.
    /// Otherwise these references stand for parts of the match:
    ///
    /// - `$0`, `$&` and `${0}`: the match.
    /// - `$1` and `${1}`: a capture group by its number, with all digits that follow the dollar sign;
    ///   empty if the group took no part in the match.
    /// - `${name}`, `$<name>` and `$name`: a capture group by its name; without brackets, with all
    ///   letters, digits and `_` that follow.
    /// - `$$`: a dollar sign.
    ///
    /// A dollar sign before anything else is literal. A reference to a group that one of the patterns
    /// lacks fails with `ERR_RANSACK_INVALID_PATTERN`; a reference to a group of a `RegExp` that the
    /// engine would fill differently from JavaScript throws a `RansackOptionError`. A backslash is an
    /// ordinary character. A line feed is written as the line end in use at the match, `\n` or
    /// `\r\n`, unless it follows a carriage return or a pattern names the carriage return.
    pub replacement: String,
    /// Whether the replacement takes the case of the match, by the rule of Visual Studio Code's
    /// "Preserve Case": in upper case if the match has no lower-case letter, in lower case if it has
    /// no upper-case letter, otherwise with the first letter in the case of the match's first letter.
    /// If both have the same number of parts between hyphens, or between underscores, the rule holds
    /// for each part. A match without letters has no case. Default: false.
    pub preserve_case: Option<bool>,
    /// Whether to compute and return the changes without writing any file. Default: true.
    pub dry_run: Option<bool>,
    /// Token from an earlier result's `preview`. If the changes or the texts differ from the
    /// previewed ones, the call writes nothing and fails with `ERR_RANSACK_STALE`; the error's
    /// `paths` lists the changed files. Default: none, which skips this check.
    pub preview: Option<String>,
    /// Content ids that files must have, such as `version` of a match of `grep`, by path, as in
    /// `astEdit`. Default: none.
    #[napi(ts_type = "Readonly<Record<string, string>> | Iterable<readonly [string, string]>")]
    pub if_versions: Option<Vec<(String, String)>>,
    /// Maximum number of replacements to make; files are taken in path order. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
    /// Second name of `limit`; giving both throws a `RansackOptionError`. Default: `limit`.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_replacements: Option<f64>,
    /// Maximum number of replacements in one file, from its start. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_replacements_per_file: Option<f64>,
    /// Maximum number of files to change; files are taken in path order. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_files: Option<f64>,
}

option_groups! {
    /// Options for `replace`, by group.
    pub struct ReplaceCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        /// Options that select the files in scope.
        pub files: FileOptions,
        content: FileContentOptions,
        patterns: PatternOptions,
        wait: WaitOptions,
        journal: JournalOptions,
        replace: ReplaceOptions,
    }
}

impl ReplaceCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    fn into_core(self) -> Result<ransack::ReplaceOptions> {
        let mut core = ransack::ReplaceOptions::default();
        self.files.set_on(&mut core.scope)?;
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.patterns.set_on(&mut core.query)?;
        self.wait.set_on(&mut core.wait)?;
        self.journal.set_on(&mut core.journal)?;
        let replace = self.replace;
        core.replacement = replace.replacement;
        set(&mut core.preserve_case, replace.preserve_case);
        set(&mut core.dry_run, replace.dry_run);
        set_some(&mut core.preview, replace.preview);
        // JavaScript has checked the content ids.
        let versions = replace.if_versions.unwrap_or_default().into_iter();
        let versions =
            versions.filter_map(|(path, version)| Some((path.into(), version.parse().ok()?)));
        core.if_versions = versions.collect();
        let max_replacements = count("maxReplacements", replace.max_replacements)?;
        let limit = count("limit", replace.limit)?.or(max_replacements);
        set_some(&mut core.max_replacements, limit);
        let per_file = maximum("maxReplacementsPerFile", replace.max_replacements_per_file)?;
        set_some(&mut core.max_replacements_per_file, per_file);
        set_some(&mut core.max_files, maximum("maxFiles", replace.max_files)?);
        Ok(core)
    }
}
