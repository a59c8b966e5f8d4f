//! Patches applied to files: `applyPatch`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{ApplyPatchOptions, ApplyPatchOutcome, CancelToken, Pool};

use crate::ast::recovery::{InterruptedEdit, RecoveredFile, WaitOptions};
use crate::ast_edit::EditItem;
use crate::content::OwnedText;
use crate::convert::BatchShape;
use crate::number::length;
use crate::options::{
    CallOptions, FileContentOptions, TimeoutOptions, option_groups, set, set_some,
};
use crate::path::PathArgument;
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::undo::JournalOptions;
use crate::workspace::WorkspaceHandle;

use super::patch::AppliedHunk;

/// Starts the application of a patch as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn apply_patch(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: ApplyPatchCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.patch.bytes.unwrap_or_default();
    let mut options = options.into_core()?;
    options.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    let shape = BatchShape {
        bytes,
        ..BatchShape::default()
    };
    Ok(waker.start_collected(id, timeout, shape, |token| {
        let token = token.clone();
        // Only the end of the call shows whether files were replaced, so only the call itself
        // observes the token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = ransack::apply_patch(&options, &token)?;
            Ok(ApplyPatchSummary::split(outcome, shape))
        })
    }))
}

/// Change of a patch that fits its file.
#[napi(object, object_from_js = false)]
pub struct PatchedFile {
    /// Path of the file in the patch, before the change. Invalid UTF-8 is replaced with U+FFFD.
    pub path: String,
    /// Place of each hunk.
    pub hunks: Vec<AppliedHunk>,
}

/// Summary of an `applyPatch` call: the changes made or, with `dryRun`, planned.
#[napi(object, object_from_js = false)]
pub struct ApplyPatchSummary {
    /// Places of the hunks, for each change to a file in the order of the patch or, with `reverse`,
    /// of the reversed patch.
    pub patched: Vec<PatchedFile>,
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

impl ApplyPatchSummary {
    /// Splits an outcome into a list of items (the text edits of all files, followed by the files
    /// with changes) and a summary.
    fn split(outcome: ApplyPatchOutcome, shape: BatchShape) -> (Vec<EditItem>, ApplyPatchSummary) {
        let (text_edits, files) = EditItem::of_files(outcome.file_changes);
        let patched = outcome.patched.iter().map(|file| PatchedFile {
            path: String::from_utf8_lossy(&file.path).into_owned(),
            hunks: file.hunks.iter().map(AppliedHunk::new).collect(),
        });
        let recovered = outcome.recovered.iter();
        let interrupted = outcome.interrupted.iter();
        let summary = ApplyPatchSummary {
            patched: patched.collect(),
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

/// Options for `applyPatch`.
#[napi(
    object,
    object_to_js = false,
    js_name = "ApplyPatchOptions extends CallOptions, FileContentOptions, WaitOptions, JournalOptions"
)]
pub struct PatchFilesOptions {
    /// Patch: a unified diff, with the extensions of Git, or the format that starts with
    /// `*** Begin Patch`; see `parsePatch`. Bytes keep text that is not UTF-8.
    #[napi(ts_type = "string | Uint8Array")]
    pub patch: OwnedText,
    /// Directory that the paths in the patch are relative to. Default: the current directory of the
    /// process or, in a `Workspace`, the workspace's root.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// Whether to undo the patch: to change files that have its new lines so that they have its old
    /// lines. Default: false.
    pub reverse: Option<bool>,
    /// Number of context lines at each end of a hunk that may differ from the file, if the hunk fits
    /// nowhere otherwise. Default: 0. `Infinity` means all of them.
    #[napi(ts_type = "number | null")]
    pub fuzz: Option<f64>,
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
    /// Options for `applyPatch`, by group.
    pub struct ApplyPatchCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        content: FileContentOptions,
        wait: WaitOptions,
        journal: JournalOptions,
        patch: PatchFilesOptions,
    }
}

impl ApplyPatchCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    fn into_core(self) -> Result<ApplyPatchOptions> {
        let mut core = ApplyPatchOptions::default();
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.wait.set_on(&mut core.wait)?;
        self.journal.set_on(&mut core.journal)?;
        let given = self.patch;
        core.patch = given.patch.bytes;
        core.path = given.path.map(|path| path.0).unwrap_or_default();
        set(&mut core.reverse, given.reverse);
        set(&mut core.fuzz, length("fuzz", given.fuzz)?);
        set(&mut core.dry_run, given.dry_run);
        set_some(&mut core.preview, given.preview);
        Ok(core)
    }
}
