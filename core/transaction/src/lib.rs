//! Changes several files in one durable step: either every file gets its new bytes or none does.
//! Recovers edits that were interrupted.
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
//! | `apply` | applies a plan to either all files or none |
//! | `target` | steps that apply the plan to one file |
//! | `journal` | record of an edit in progress; the protocol for applying and recovery |
//! | `preview` | token of a dry run, and the reason why a later plan differs from the dry run |
//! | `disk`, `attributes` | single file system steps |
//!
//! Invariants:
//! - No file is written until all new bytes are durable.
//! - After a failed transaction, every file has its old bytes, unless the error lists the file.
//! - A dry run writes nothing.

mod apply;
mod attributes;
mod disk;
pub mod internal;
mod journal;
mod locks;
mod plan;
mod preview;
mod recovery;
mod target;
mod transaction;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

#[doc(no_inline)]
pub use ransack_base::{CancelToken, Error, ErrorKind, Pool, Report, Result};

pub use recovery::{
    EditState, InterruptedEdit, RecoveredFile, RecoveryAction, RecoveryOptions, RecoveryOutcome,
    interrupted_edits, recover_edits,
};
