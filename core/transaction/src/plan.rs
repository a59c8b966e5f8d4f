//! Plan of a transaction: a list of changes to files, in bytes and paths.
//!
//! A plan is made before anything is written, so each change names the bytes that it expects.

use std::path::PathBuf;

use ransack_base::{ContentId, Result};

/// Planned changes of a transaction.
#[derive(Debug)]
pub struct ChangePlan<T> {
    /// Changes to files.
    pub changes: Vec<PlannedChange>,
    /// Whether the plan may be applied. The error fails the transaction, unless recovery still
    /// repairs files of the plan, which makes the plan obsolete.
    pub check: Result<()>,
    /// Result that the transaction returns once the plan is applied.
    pub outcome: T,
}

/// Planned change to one file.
#[derive(Debug)]
pub struct PlannedChange {
    /// Path of the file. May be or contain a symbolic link, and appears in messages.
    pub path: PathBuf,
    /// Digest of the bytes before the change.
    pub old: u128,
    /// Effect on the file.
    pub action: ChangeAction,
}

/// Effect of a change on its file.
#[derive(Debug)]
pub enum ChangeAction {
    /// The file gets new bytes.
    Rewrite {
        /// Bytes after the change.
        bytes: Vec<u8>,
        /// Digest of `bytes`.
        new: u128,
    },
}

impl ChangeAction {
    /// Creates a change to these bytes.
    pub fn rewrite(bytes: Vec<u8>) -> ChangeAction {
        let new = digest(&bytes);
        ChangeAction::Rewrite { bytes, new }
    }
}

impl PlannedChange {
    /// Returns the digest of the bytes after the change.
    pub fn new_digest(&self) -> u128 {
        match &self.action {
            ChangeAction::Rewrite { new, .. } => *new,
        }
    }
}

/// Returns a hash of `bytes`. Stable across processes, as recovery requires; not cryptographic.
pub fn digest(bytes: &[u8]) -> u128 {
    ContentId::of(bytes).as_u128()
}
