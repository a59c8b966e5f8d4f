//! Edits of named files and of texts, patches, conflicts and reads of lines: `edit`, `editText`,
//! `parsePatch`, `applyPatch`, `conflicts`, `readLines`.
//!
//! - `fields`: edits as JavaScript passes them.
//! - `text`: edits of a text in memory.
//! - `patch`: patches of texts.
//! - `read`: reads of lines, and places of lines that were read.
//! - `replace`: replacements of matches in files.
//! - `apply_patch`: patches applied to files.
//! - `conflicts`: conflicts that merges have left in files.

pub mod apply_patch;
pub mod conflicts;
pub mod fields;
pub mod patch;
pub mod read;
pub mod replace;
pub mod text;

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{CancelToken, EditOptions, FileEditOutcome, Pool};

use crate::ast::recovery::{InterruptedEdit, RecoveredFile, WaitOptions};
use crate::ast_edit::EditItem;
use crate::convert::BatchShape;
use crate::options::{
    CallOptions, FileContentOptions, TimeoutOptions, option_groups, set, set_some,
};
use crate::path::PathArgument;
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::undo::JournalOptions;
use crate::workspace::WorkspaceHandle;

use fields::EditFields;
use text::TextEditResult;

/// Starts edits of files as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn edit(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: FileEditCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.edit.bytes.unwrap_or_default();
    let mut options = options.into_core()?;
    options.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    let shape = BatchShape {
        bytes,
        ..BatchShape::default()
    };
    Ok(waker.start_collected(id, timeout, shape, |token| {
        let token = token.clone();
        // Only the end of the edit shows whether files were replaced, so only the edit itself
        // observes the token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = ransack::edit(&options, &token)?;
            Ok(EditSummary::split(outcome, shape))
        })
    }))
}

/// Summary of an `edit` call: the changes made or, with `dryRun`, planned.
#[napi(object, object_from_js = false)]
pub struct EditSummary {
    /// Result of each edit, in the order given.
    pub edits: Vec<TextEditResult>,
    /// Number of files with changes.
    pub files_touched: f64,
    /// Whether the changes were written to disk. False after a dry run, and if a file with changes
    /// has an open buffer in the workspace: no file has changed then, and `workspaceEdit` contains
    /// the changes to apply.
    pub applied: bool,
    /// Id of the edit in the undo journal, for `undo`. Absent if no file was written, and if the edit was
    /// not recorded; `report.hints` says why.
    pub id: Option<String>,
    /// Token that identifies exactly these changes to exactly these files. To apply the changes,
    /// pass the token as the `preview` option.
    pub preview: String,
    /// Report on the call.
    pub report: Report,
    /// Files from interrupted edits that the call repaired before it planned its own changes, in
    /// the order of repair. Empty after a dry run, which repairs nothing.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories of the files; see `AstEditSummary.interrupted`.
    pub interrupted: Vec<InterruptedEdit>,
}

impl EditSummary {
    /// Splits an outcome into a list of items (the text edits of all files, followed by the files
    /// with changes) and a summary.
    fn split(outcome: FileEditOutcome, shape: BatchShape) -> (Vec<EditItem>, EditSummary) {
        let (text_edits, files) = EditItem::of_files(outcome.file_changes);
        let recovered = outcome.recovered.iter();
        let interrupted = outcome.interrupted.iter();
        let summary = EditSummary {
            edits: outcome.edits.iter().map(TextEditResult::new).collect(),
            files_touched: files.len() as f64,
            applied: outcome.applied,
            id: outcome.id,
            preview: outcome.preview,
            report: Report::new(&outcome.report, shape.bytes),
            recovered: recovered
                .map(|file| RecoveredFile::new(file, shape.bytes))
                .collect(),
            interrupted: interrupted
                .map(|edit| InterruptedEdit::new(edit, shape.bytes))
                .collect(),
        };
        (text_edits.into_iter().chain(files).collect(), summary)
    }
}

/// Options for `edit`.
#[napi(
    object,
    object_to_js = false,
    js_name = "EditOptions extends CallOptions, FileContentOptions, WaitOptions, JournalOptions"
)]
pub struct FileEditOptions {
    /// Directory at which relative paths in the edits start, or the file of edits without a `path`.
    /// Default: the current directory of the process or, in a `Workspace`, the workspace's root.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// Edits to make. All refer to the files as they were before the call. The fields of an edit
    /// select its kind.
    #[napi(ts_type = "readonly FileEdit[]")]
    pub edits: Vec<EditFields>,
    /// Whether a quoted text that does not occur may be found by more tolerant comparisons; see
    /// `MatchLevel`. Default: false.
    pub tolerant: Option<bool>,
    /// Whether to refuse changes of lines that no read of this process has shown: lines that an edit
    /// replaces, quotes, or names as the place of new text. Lines count that `readLines` has returned
    /// from a retained snapshot of the file and that have not changed since. The call then fails with
    /// `ERR_RANSACK_STALE`. Default: false.
    pub only_seen: Option<bool>,
    /// Whether to compute and return the changes without writing any file. Default: true.
    pub dry_run: Option<bool>,
    /// Token from an earlier result's `preview`. If the changes or the files differ from the
    /// previewed ones, the call writes nothing and fails with `ERR_RANSACK_STALE`; the error's
    /// `paths` lists the changed files. Default: none, which skips this check.
    pub preview: Option<String>,
    /// Whether results carry the raw bytes of paths and diffs along with the strings. Default:
    /// false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for `edit`, by group.
    pub struct FileEditCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        content: FileContentOptions,
        wait: WaitOptions,
        journal: JournalOptions,
        edit: FileEditOptions,
    }
}

impl FileEditCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    fn into_core(self) -> Result<EditOptions> {
        let mut core = EditOptions::default();
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.wait.set_on(&mut core.wait)?;
        self.journal.set_on(&mut core.journal)?;
        let edit = self.edit;
        core.path = edit.path.map(|path| path.0);
        core.edits = edit.edits.into_iter().map(fields::to_file_edit).collect();
        set(&mut core.tolerant, edit.tolerant);
        set(&mut core.only_seen, edit.only_seen);
        set(&mut core.dry_run, edit.dry_run);
        set_some(&mut core.preview, edit.preview);
        Ok(core)
    }
}
