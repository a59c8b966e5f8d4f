//! Results of syntax edits.

use std::path::PathBuf;

use ransack_base::{RelPath, Report};

use crate::ast::item::Span;

/// Result of [`ast_edit`](super::ast_edit): the replacements made or, in a dry run, planned.
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
    /// Whether the changes were written to disk. False after a dry run, which writes nothing at
    /// all.
    pub applied: bool,
    /// Token that identifies exactly these changes to exactly these texts. To apply the changes,
    /// pass the token as [`AstEditOptions::preview`](super::AstEditOptions::preview). The token is
    /// ASCII and has 56 characters, plus 16 for each file with changes.
    pub preview: String,
    /// Files of interrupted edits that the call repaired before planning, in the order of repair.
    /// Empty after a dry run, which repairs nothing.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories that the call covers. Either another process is applying
    /// the edit, or the edit was interrupted and has not been repaired, because this is a dry run
    /// or because of a [`problem`](InterruptedEdit::problem). The report lists the files of an
    /// interrupted edit as [`SkipReason::InterruptedEdit`](crate::SkipReason::InterruptedEdit) and
    /// is not complete.
    pub interrupted: Vec<InterruptedEdit>,
    /// Report of the call, which says whether the changes are complete. `total_matches` counts
    /// replacements; `next_offset` is always `None`.
    pub report: Report,
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
    /// The edit changed the text or, in a dry run, would change it.
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

/// File of an interrupted edit that has been repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecoveredFile {
    /// Absolute path, with symbolic links resolved.
    pub path: PathBuf,
    /// Result of repairing the file.
    pub action: RecoveryAction,
}

/// Result of repairing one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecoveryAction {
    /// The file had some or all of its new text, and the old text has been restored.
    Restored,
    /// The file still had its old text and was left unchanged.
    Unchanged,
    /// The edit had been completed; the file has its new text.
    Committed,
    /// Another process has changed or removed the file since the edit, so recovery left it alone.
    Kept,
}

/// State of an edit that is being applied or was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditState {
    /// A process is applying the edit or recovering from it.
    Running,
    /// The edit was interrupted before it changed a file.
    Prepared,
    /// The edit was interrupted while it changed files. Recovery restores their old texts.
    Applying,
    /// The edit was completed. Recovery removes its temporary files.
    Committed,
    /// The journal cannot be read, or the state cannot be determined from the journal.
    Unknown,
}

/// Files of one directory that belong to a running or interrupted edit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InterruptedEdit {
    /// Absolute path of the journal, with symbolic links resolved.
    pub journal: PathBuf,
    /// State of the edit.
    pub state: EditState,
    /// Absolute paths of the edit's files in this directory. Empty if the journal cannot be read;
    /// the edit may then involve any file of the directory.
    pub files: Vec<PathBuf>,
    /// Reason why the edit cannot be repaired; `None` if the edit can be repaired or is running.
    pub problem: Option<String>,
}

/// Result of [`recover_edits`](super::recover_edits) and
/// [`interrupted_edits`](super::interrupted_edits).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecoveryOutcome {
    /// Repaired files, in the order of repair.
    pub recovered: Vec<RecoveredFile>,
    /// Edits that are running, or that were interrupted and have not been repaired, sorted by
    /// journal.
    pub remaining: Vec<InterruptedEdit>,
    /// Report on the search for journals, which says whether the search is complete.
    pub report: Report,
}

/// One replacement of code in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AstChange {
    /// Path of the file relative to its root, or the file name if the root is a file.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Name of the language of the matched code.
    pub language: &'static str,
    /// Index of the rewrite in [`AstEditOptions::rewrites`](super::AstEditOptions::rewrites),
    /// 0-based.
    pub rewrite: u32,
    /// Number of the pass over the file, 0-based; see
    /// [`AstEditOptions::repeat`](super::AstEditOptions::repeat).
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
    /// [`AstEditOptions::keeps`](super::AstEditOptions::keeps) is
    /// [`Keeps::Nothing`](super::Keeps::Nothing).
    pub lost: Vec<Vec<u8>>,
}

/// File with replacements, and their number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileChange {
    /// Path of the file relative to its root, or the file name if the root is a file.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Number of replacements.
    pub count: u64,
    /// Whether the text still has matches after the last pass allowed by
    /// [`AstEditOptions::repeat`](super::AstEditOptions::repeat). Always false if `repeat` is 1,
    /// since the new text is not searched in that case.
    pub is_unsettled: bool,
}

impl AstChange {
    /// Returns the approximate memory in bytes.
    pub(super) fn weight(&self) -> usize {
        let lost = self
            .lost
            .iter()
            .map(|lost| size_of::<Vec<u8>>() + lost.len());
        size_of::<AstChange>() + self.before.len() + self.after.len() + lost.sum::<usize>()
    }
}
