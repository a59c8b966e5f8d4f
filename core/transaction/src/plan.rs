//! Plan of a transaction: a list of changes to files, in bytes and paths.
//!
//! A plan is made before anything is written, so each change names the bytes that it expects.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::{ContentId, Result};

use crate::attributes::Attributes;

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
    /// Path of the file, which appears in messages. A rewrite follows symbolic links; a path that is
    /// a symbolic link cannot be deleted, renamed or created.
    pub path: PathBuf,
    /// Effect on the file.
    pub action: ChangeAction,
}

/// Effect of a change on its file. `old` is the digest of the bytes before the change.
///
/// All changes of a plan take effect together; their order does not matter. One change may delete or
/// rename a path that another change creates, or gives to a renamed file. Chains (`a` to `b`, `b` to
/// `c`) and swaps (`a` to `b`, `b` to `a`) therefore work.
///
/// Refused as overlapping: two changes that delete or rename the same path, two that create it, and
/// a rewrite of a file that is also deleted or renamed. A rename with new bytes does both.
#[derive(Debug)]
pub enum ChangeAction {
    /// The file gets new bytes. All of its hard links show them.
    Rewrite {
        /// Digest of the expected bytes.
        old: u128,
        /// Bytes after the change.
        bytes: Vec<u8>,
        /// Digest of `bytes`.
        new: u128,
    },
    /// A file is created, with its missing parent directories. Fails if the path exists.
    Create {
        /// Bytes of the file.
        bytes: Vec<u8>,
        /// Digest of `bytes`.
        new: u128,
        /// Access to the file.
        mode: CreateMode,
    },
    /// The name is removed. Other hard links to the file stay, and so does a directory that becomes
    /// empty.
    Delete {
        /// Digest of the expected bytes.
        old: u128,
    },
    /// The file gets another path, with its missing parent directories. Fails if that path exists.
    ///
    /// The file keeps its owner, mode, access control list and extended attributes. Without new
    /// bytes it also keeps its inode, unless the file system has no hard links or the new path is on
    /// another file system. Other hard links to the file stay and keep their bytes.
    Rename {
        /// Digest of the expected bytes.
        old: u128,
        /// Path after the change.
        to: PathBuf,
        /// Bytes after the change and their digest; `None` to keep the bytes.
        new: Option<(Vec<u8>, u128)>,
    },
}

/// Access to a created file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CreateMode {
    /// Mode 0666 without the bits of the umask, or the default access control list of the directory.
    #[default]
    Default,
    /// Mode 0777 without the bits of the umask, or the default access control list of the directory.
    Executable,
    /// Attributes of another file, such as a deleted file that is restored.
    Like(Attributes),
}

impl CreateMode {
    /// Returns the mode of a file like the one at `path`, with `is_executable` if given.
    pub fn like_file(path: &Path, is_executable: Option<bool>) -> io::Result<CreateMode> {
        let attributes = Attributes::of(&File::open(path)?)?;
        Ok(CreateMode::Like(match is_executable {
            Some(is_executable) => attributes.executable(is_executable),
            None => attributes,
        }))
    }
}

impl ChangeAction {
    /// Creates a change from bytes with the digest `old` to these bytes.
    pub fn rewrite(old: u128, bytes: Vec<u8>) -> ChangeAction {
        let new = digest(&bytes);
        ChangeAction::Rewrite { old, bytes, new }
    }

    /// Creates the creation of a file with these bytes.
    pub fn create(bytes: Vec<u8>, mode: CreateMode) -> ChangeAction {
        let new = digest(&bytes);
        ChangeAction::Create { bytes, new, mode }
    }

    /// Creates a rename of a file that has bytes with the digest `old`, and that gets `bytes` if
    /// given.
    pub fn rename(old: u128, to: PathBuf, bytes: Option<Vec<u8>>) -> ChangeAction {
        let new = bytes.map(|bytes| {
            let new = digest(&bytes);
            (bytes, new)
        });
        ChangeAction::Rename { old, to, new }
    }

    /// Returns the digest of the bytes before the change; `None` for a creation.
    pub fn old_digest(&self) -> Option<u128> {
        match self {
            ChangeAction::Rewrite { old, .. }
            | ChangeAction::Delete { old }
            | ChangeAction::Rename { old, .. } => Some(*old),
            ChangeAction::Create { .. } => None,
        }
    }

    /// Returns the digest of the bytes after the change; `None` for a deletion.
    pub fn new_digest(&self) -> Option<u128> {
        match self {
            ChangeAction::Rewrite { new, .. } | ChangeAction::Create { new, .. } => Some(*new),
            ChangeAction::Delete { .. } => None,
            ChangeAction::Rename { old, new, .. } => {
                Some(new.as_ref().map_or(*old, |(_, new)| *new))
            }
        }
    }

    /// Returns the bytes after the change; empty if the change has none or keeps them.
    pub fn new_bytes(&self) -> &[u8] {
        match self {
            ChangeAction::Rewrite { bytes, .. }
            | ChangeAction::Create { bytes, .. }
            | ChangeAction::Rename {
                new: Some((bytes, _)),
                ..
            } => bytes,
            ChangeAction::Delete { .. } | ChangeAction::Rename { new: None, .. } => &[],
        }
    }
}

/// Returns a hash of `bytes`. Stable across processes, as recovery requires; not cryptographic.
pub fn digest(bytes: &[u8]) -> u128 {
    ContentId::of(bytes).as_u128()
}
