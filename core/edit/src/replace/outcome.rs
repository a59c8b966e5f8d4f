//! Results of `replace`.

use ransack_base::offsets::Span;
use ransack_base::{RelPath, Report};
use ransack_transaction::{InterruptedEdit, RecoveredFile};

use crate::engine::{EngineOutcome, FileChange, ListedChange};

/// Result of [`replace`](super::replace): the replacements made or, in a dry run, planned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplaceOutcome {
    /// Replacements, sorted by path, then by position.
    pub changes: Vec<ReplacedMatch>,
    /// Files with replacements, sorted by path.
    pub file_changes: Vec<FileChange>,
    /// Number of replacements; equal to the length of `changes`.
    pub total_replacements: u64,
    /// Number of matches that equal their replacement, which are no replacements. `None` if a limit
    /// ended the call, because later matches are unknown.
    pub unchanged_matches: Option<u64>,
    /// Whether the changes were written to disk. False after a dry run, and if a file with changes
    /// has an open buffer in the workspace: nothing at all was written then, and
    /// [`FileChange::text_edits`] are the changes to apply.
    pub applied: bool,
    /// Id of the edit in the undo journal, for [`undo`](crate::undo). `None` if no file was written, and if
    /// the edit was not recorded; the [`hints`](Report::hints) of the report say why.
    pub id: Option<String>,
    /// Token that identifies these exact changes to these exact texts; see
    /// [`ReplaceOptions::preview`](super::ReplaceOptions::preview).
    pub preview: String,
    /// Files of interrupted edits that the call repaired before planning.
    pub recovered: Vec<RecoveredFile>,
    /// Unfinished edits in the directories that the call covers.
    pub interrupted: Vec<InterruptedEdit>,
    /// Report of the call, which says whether the changes are complete. `total_matches` counts
    /// replacements, also those beyond a limit that the call has found; `next_offset` is always
    /// `None`.
    pub report: Report,
}

impl ReplaceOutcome {
    /// Wraps the outcome of the engine.
    pub(super) fn new(
        outcome: EngineOutcome<ReplacedMatch>,
        unchanged_matches: Option<u64>,
    ) -> ReplaceOutcome {
        ReplaceOutcome {
            total_replacements: outcome.changes.len() as u64,
            changes: outcome.changes,
            file_changes: outcome.file_changes,
            unchanged_matches,
            applied: outcome.applied,
            id: outcome.id,
            preview: outcome.preview,
            recovered: outcome.recovered,
            interrupted: outcome.interrupted,
            report: outcome.report,
        }
    }
}

/// One replacement of a match in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplacedMatch {
    /// Path of the file from the base that [`Scope::paths_from`](crate::Scope::paths_from) selects.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Index in [`Query::patterns`](ransack_search::Query::patterns) of the pattern that matched, 0-based;
    /// the lowest index if several patterns match here.
    pub pattern: u32,
    /// Range of the match in the text before the call. In a decoded file, such as a UTF-16 file,
    /// offsets count bytes of the decoded UTF-8 text.
    pub span: Span,
    /// Matched text.
    pub before: Vec<u8>,
    /// Text that replaces it.
    pub after: Vec<u8>,
}

impl ListedChange for ReplacedMatch {
    fn set_file(&mut self, path: RelPath, root: u32) {
        self.path = path;
        self.root = root;
    }

    fn weight(&self) -> usize {
        size_of::<ReplacedMatch>() + self.before.len() + self.after.len()
    }
}
