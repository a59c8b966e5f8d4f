//! Results of syntax edits.

use ransack_base::offsets::Span;
use ransack_base::{RelPath, Report};
use ransack_edit::FileChange;
use ransack_edit::internal::{EngineOutcome, ListedChange};
use ransack_transaction::{InterruptedEdit, RecoveredFile};

/// Result of [`ast_edit`](crate::ast_edit::ast_edit): the replacements made or, in a dry run, planned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstEditOutcome {
    /// Replacements, sorted by path, then by pass, then by position.
    pub changes: Vec<AstChange>,
    /// Files with replacements, sorted by path.
    pub file_changes: Vec<FileChange>,
    /// Result of each rewrite or edit, in the order of the options.
    pub edits: Vec<EditResult>,
    /// Number of replacements; equal to the length of `changes`.
    pub total_replacements: u64,
    /// Whether the changes were written to disk. False after a dry run, and if a file with changes
    /// has an open buffer in the workspace: nothing at all was written then, and
    /// [`FileChange::text_edits`] are the changes to apply.
    pub applied: bool,
    /// Id of the edit in the undo journal, for [`undo`](crate::undo). `None` if no file was written, and if
    /// the edit was not recorded; the [`hints`](crate::Report::hints) of the report say why.
    pub id: Option<String>,
    /// Token that identifies these exact changes to these exact texts. To apply the changes, pass
    /// the token as [`AstEditOptions::preview`](crate::ast_edit::AstEditOptions::preview). The token is ASCII
    /// and has 56 characters, plus 16 for each file with changes.
    pub preview: String,
    /// Files of interrupted edits that the call repaired before planning, in the order of repair.
    /// Empty after a dry run, which repairs nothing.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories that the call covers. Each is either being applied by
    /// another process, or was interrupted and has not been repaired, because this is a dry run or
    /// because of a [`problem`](InterruptedEdit::problem). If an edit was interrupted, the report
    /// is not complete and lists the edit's files as
    /// [`SkipReason::InterruptedEdit`](crate::SkipReason::InterruptedEdit).
    pub interrupted: Vec<InterruptedEdit>,
    /// Report of the call, which says whether the changes are complete. `total_matches` counts
    /// replacements; `next_offset` is always `None`.
    pub report: Report,
}

impl AstEditOutcome {
    /// Wraps the outcome of the engine. `edits` are the results of the rewrites or edits.
    pub(crate) fn new(outcome: EngineOutcome<AstChange>, edits: Vec<EditResult>) -> AstEditOutcome {
        AstEditOutcome {
            total_replacements: outcome.changes.len() as u64,
            changes: outcome.changes,
            file_changes: outcome.file_changes,
            edits,
            applied: outcome.applied,
            id: outcome.id,
            preview: outcome.preview,
            recovered: outcome.recovered,
            interrupted: outcome.interrupted,
            report: outcome.report,
        }
    }
}

/// Result of one rewrite or edit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditResult {
    /// Effect of the rewrite or edit.
    pub status: EditStatus,
    /// Effect of each import, in order, if the edit adds or removes imports. Empty for other edits.
    pub imports: Vec<EditStatus>,
}

/// Effect of an edit, or of adding or removing an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditStatus {
    /// The edit changed the text or, if the changes are not written, would change it.
    Applied,
    /// The text is already in the requested state: the import exists, or the code equals the new
    /// code. For a rewrite, no match was replaced: each match equals its replacement, is replaced
    /// by another rewrite, contains parts that the pattern does not name, or exceeds a limit.
    Unchanged,
    /// The pattern of the rewrite does not match any code in the searched files.
    Unmatched,
}

impl EditStatus {
    /// All statuses, each with its name.
    pub const ALL: [(&'static str, EditStatus); 3] = [
        ("applied", EditStatus::Applied),
        ("unchanged", EditStatus::Unchanged),
        ("unmatched", EditStatus::Unmatched),
    ];

    /// Returns `Applied` if an edit changes the text, otherwise `Unchanged`.
    pub(crate) fn of(is_applied: bool) -> EditStatus {
        match is_applied {
            true => EditStatus::Applied,
            false => EditStatus::Unchanged,
        }
    }
}

impl From<EditStatus> for EditResult {
    fn from(status: EditStatus) -> EditResult {
        EditResult {
            status,
            imports: Vec::new(),
        }
    }
}

/// One replacement of code in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstChange {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language of the matched code.
    pub language: &'static str,
    /// Index of the rewrite in [`AstEditOptions::rewrites`](crate::ast_edit::AstEditOptions::rewrites),
    /// 0-based.
    pub rewrite: u32,
    /// Number of the pass over the file, 0-based; see
    /// [`AstEditOptions::repeat`](crate::ast_edit::AstEditOptions::repeat).
    pub pass: u32,
    /// Range of the replaced code in the text at the start of the pass. In a decoded file, such as
    /// a UTF-16 file, offsets count bytes of the decoded UTF-8 text.
    pub span: Span,
    /// Replaced code.
    pub before: Vec<u8>,
    /// New code.
    pub after: Vec<u8>,
    /// Parts of the replaced code that the pattern does not name and no metavariable captures, such
    /// as comments, in order. The replacement removes these parts or, if they are statements after
    /// the replacement, moves them. Empty unless
    /// [`AstEditOptions::keeps`](crate::ast_edit::AstEditOptions::keeps) is
    /// [`Keeps::Nothing`](crate::ast_edit::Keeps::Nothing).
    pub lost: Vec<Vec<u8>>,
}

impl ListedChange for AstChange {
    fn set_file(&mut self, path: RelPath, root: u32) {
        self.path = path;
        self.root = root;
    }

    fn weight(&self) -> usize {
        let lost = self
            .lost
            .iter()
            .map(|lost| size_of::<Vec<u8>>() + lost.len());
        size_of::<AstChange>() + self.before.len() + self.after.len() + lost.sum::<usize>()
    }
}
