//! Changes, creates, renames and deletes several files in one durable step: either all changes of a
//! plan are made or none is. Recovers edits that were interrupted.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the library
//! also use [`internal`], which is not a stable interface. This crate handles bytes and paths; it
//! knows nothing of syntax, patterns or languages.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `plan` | changes to make |
//! | `transaction` | entry point: locks, recovers, plans, applies |
//! | `locks` | locks on the trees that a transaction may change |
//! | `recovery` | finds interrupted edits and repairs them |
//! | `apply` | makes all changes of a plan or none |
//! | `applied` | changes that are about to commit, for the caller |
//! | `resolve` | finds the files of a plan and groups them by directory |
//! | `target` | steps that give one file new bytes |
//! | `name_change` | steps that remove or add one name |
//! | `journal` | journal of an edit in progress; the protocol for applying and recovery |
//! | `record` | content of a journal |
//! | `preview` | token of a dry run, and the reason why a later plan differs from the dry run |
//! | `undo` | journal of applied edits, undo, redo, checkpoints |
//! | `disk`, `attributes` | single file system steps |
//!
//! Invariants:
//! - No file is changed until all new bytes are durable.
//! - After a failed transaction, every file is as before, unless the error lists the file.
//! - A dry run writes nothing.

mod applied;
mod apply;
mod attributes;
mod disk;
pub mod internal;
mod journal;
mod locks;
mod name_change;
mod plan;
mod preview;
mod record;
mod recovery;
mod resolve;
mod target;
mod transaction;
mod undo;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

#[doc(no_inline)]
pub use ransack_base::{CancelToken, Error, ErrorKind, Pool, Report, Result};

pub use applied::AppliedAction;
pub use recovery::{
    EditState, InterruptedEdit, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
    interrupted_edits, recover_edits,
};
pub use undo::{
    CheckpointOptions, EditCheckpoint, EditsOptions, EditsOutcome, JournalOptions, JournaledEdit,
    JournaledFile, JournaledState, UndoOptions, UndoOutcome, checkpoint, edits, redo, undo,
};
