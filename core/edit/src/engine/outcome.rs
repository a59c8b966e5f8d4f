//! Result of an edit of files.

use ransack_base::{RelPath, Report};
use ransack_transaction::{InterruptedEdit, RecoveredFile};

use crate::diff::TextEdit;
use crate::file_change::FileChangeKind;

/// Changes that an edit has made or, in a dry run, planned.
pub struct EngineOutcome<C> {
    /// Changes, by path and in the order of the plan of each file.
    pub changes: Vec<C>,
    /// Files with changes, sorted by path.
    pub file_changes: Vec<FileChange>,
    /// Whether the changes were written to disk.
    pub applied: bool,
    /// Token that identifies these exact changes to these exact texts.
    pub preview: String,
    /// Files of interrupted edits that were repaired before planning.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories that the call covers.
    pub interrupted: Vec<InterruptedEdit>,
    /// Report of the call.
    pub report: Report,
}

/// File with changes: their number, and the changes of the whole text in two forms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileChange {
    /// Path of the file from the base that `Scope::paths_from` selects.
    pub path: RelPath,
    /// Index of the root in `Scope::roots`, 0-based.
    pub root: u32,
    /// Effect on the file.
    pub kind: FileChangeKind,
    /// Number of changes.
    pub count: u64,
    /// Unified diff of the text before the first and after the last pass, with `a/PATH` and
    /// `b/PATH` in the header and three lines of context. `git apply` and `patch` reproduce the new
    /// file from it. In a decoded file, such as a UTF-16 file, the diff of the decoded UTF-8 text.
    /// The lines of the diff keep their `\r\n` and bytes that are not UTF-8.
    pub diff: Vec<u8>,
    /// `file:` URI of the file for an editor: of the path under which its open buffer was set, or of
    /// the file below the root as given. Links are not resolved.
    pub uri: String,
    /// `file:` URI of the new path of a file that is renamed. `None` for other files.
    pub new_uri: Option<String>,
    /// Whether an open buffer in the workspace has the text.
    pub has_buffer: bool,
    /// Version of the open buffer that the edits change, as given to
    /// `Workspace::update_buffer`. `None` without a buffer, and if the text
    /// was set as a whole since.
    pub buffer_version: Option<i32>,
    /// Edits that change the text before the first pass to the text after the last pass, for an editor
    /// that applies them: the `edits` of a `TextDocumentEdit` in the Language Server Protocol. In
    /// ascending order; no two overlap, and all refer to the text before the first pass. Of a created
    /// file, they insert its text. Empty if the changes were written to disk.
    pub text_edits: Vec<TextEdit>,
    /// Whether the text still has matches after the last pass allowed by `AstEditOptions::repeat`.
    /// Always false if `repeat` is 1, since the new text is not searched in that case.
    pub is_unsettled: bool,
}
