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
//! | `engine` | edits of files: plans all files, then changes all or none |
//! | `files` | edits of texts, creations, deletions and renames of named files |

mod diff;
mod engine;
mod file_change;
mod files;
pub mod internal;
mod patch;
mod text;

pub use diff::{
    DiffLine, DiffOptions, Hunk, LineDiff, LineKind, TextEdit, diff_lines, unified_diff,
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
pub use text::{
    ChangedLines, EditTextOptions, EditedText, ExpectedCount, MatchLevel, TextAction,
    TextEditResult, TextPlace, edit_text,
};
