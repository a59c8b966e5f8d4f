//! Text edits: line diffs of two texts, as data, as unified diffs and as edits of the Language
//! Server Protocol; edits of one text; patches; the engine of all edits of files.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the library
//! also use [`internal`], which is not a stable interface. This crate knows no syntax.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `diff` | differences of two texts |
//! | `text` | edits of one text |
//! | `patch` | patches and their application to a text |
//! | `file_change` | effects on a file |
//! | `snapshot` | texts of files as they were read |
//! | `read` | reads of lines, and places of lines that were read |
//! | `engine` | edits of files: plans all files, then changes all or none |
//! | `files` | edits of texts, creations, deletions and renames of named files |
//! | `replace` | replacements of all matches of a query in the files of a scope |
//! | `apply_patch` | patches applied to files |
//! | `conflicts` | conflicts that merges have left in files |

mod apply_patch;
mod conflicts;
mod diff;
mod engine;
mod file_change;
mod files;
pub mod internal;
mod patch;
mod read;
mod replace;
mod snapshot;
mod text;

pub use apply_patch::{ApplyPatchOptions, ApplyPatchOutcome, PatchedFile, apply_patch};
pub use conflicts::{
    Conflict, ConflictSide, ConflictStream, ConflictsOptions, conflicts, conflicts_stream,
};
pub use diff::{
    ChangedWords, DiffLine, DiffOptions, Hunk, LineDiff, LineKind, TextEdit, diff_lines,
    unified_diff,
};
pub use engine::FileChange;
pub use file_change::FileChangeKind;
pub use files::{EditOptions, FileEdit, FileEditAction, FileEditOutcome, edit};
pub use patch::{AppliedHunk, FilePatch, Patch, PatchHunk, PatchOptions, PatchedText, parse_patch};
#[doc(no_inline)]
pub use ransack_base::{CancelToken, ContentId, Error, ErrorKind, Pool, Report, Result};
#[doc(no_inline)]
pub use ransack_search::{Scope, Workspace};
#[doc(no_inline)]
pub use ransack_transaction::{
    AppliedAction, CheckpointOptions, EditCheckpoint, EditsOptions, EditsOutcome, JournalOptions,
    JournaledEdit, JournaledFile, JournaledState, UndoOptions, UndoOutcome, checkpoint, edits,
    redo, undo,
};
#[doc(no_inline)]
pub use ransack_transaction::{
    EditState, InterruptedEdit, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
    interrupted_edits, recover_edits,
};
pub use read::{
    FileLines, LinesRead, ReadLinesOptions, ReadLinesOutcome, ResolveLinesOptions, ResolvedLines,
    read_lines, resolve_lines,
};
pub use replace::{ReplaceOptions, ReplaceOutcome, ReplacedMatch, replace};
pub use snapshot::{SnapshotMemory, set_snapshot_memory, snapshot_memory};
pub use text::{
    ChangedLines, EditTextOptions, EditedText, ExpectedCount, MatchLevel, TextAction,
    TextEditResult, TextPlace, edit_text,
};
