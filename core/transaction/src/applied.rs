//! Changes of a transaction that is about to commit.

use std::fs;
use std::io;
use std::path::PathBuf;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};

use crate::attributes::Attributes;
use crate::disk;
use crate::name_change::{AddedContent, PathChange};
use crate::target::TargetFile;

/// Transaction whose changes are made and durable, and that is about to commit.
#[derive(Debug, Default)]
pub struct PreparedCommit<'a> {
    /// All changes.
    pub changes: Vec<AppliedChange<'a>>,
    /// Directories that the transaction has created, outermost first.
    pub created_dirs: Vec<PathBuf>,
    /// Path of the primary journal, which is removed when the transaction ends.
    pub journal: PathBuf,
}

/// Change of a transaction that is about to commit. Contains what a later transaction needs to
/// reverse it.
#[derive(Debug)]
pub struct AppliedChange<'a> {
    /// Absolute path of the file, with symbolic links resolved; the old path of a renamed file.
    pub path: PathBuf,
    /// Effect on the file.
    pub action: AppliedAction,
    /// Digest of the bytes before the change; `None` for a created file.
    pub old: Option<u128>,
    /// Digest of the bytes after the change; `None` for a deleted file.
    pub new: Option<u128>,
    /// Attributes of the file before the change, or of a created file.
    pub attributes: Attributes,
    /// Bytes after the change, if the transaction holds them.
    pub new_bytes: Option<&'a [u8]>,
    /// File with the bytes before the change.
    old_file: Option<PathBuf>,
}

/// Effect of an applied edit on a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AppliedAction {
    /// The file got new bytes.
    Rewritten,
    /// The file was created.
    Created,
    /// The file was deleted.
    Deleted,
    /// The file got another path, and maybe new bytes.
    Renamed {
        /// Absolute path after the change.
        to: PathBuf,
    },
}

impl AppliedChange<'_> {
    /// Reads the bytes before the change; `None` for a created file. They can be read only until the
    /// commit.
    ///
    /// # Errors
    ///
    /// `Io`, `PermissionDenied`: the file cannot be read.
    pub fn old_bytes(&self) -> Result<Option<Vec<u8>>> {
        let bytes = self.old_file.as_ref().map(fs::read).transpose();
        bytes.map_err(|error| Error::io("cannot read the old bytes of", &self.path, error))
    }
}

/// Describes all changes of an edit.
pub(crate) fn describe<'a>(
    files: &'a [TargetFile],
    names: &'a [PathChange],
) -> Result<Vec<AppliedChange<'a>>> {
    let mut changes = Vec::with_capacity(files.len() + names.len());
    for file in files {
        let old_file = file.displaced.as_ref().unwrap_or(&file.paths.backup);
        changes.extend(file.attributes.clone().map(|attributes| AppliedChange {
            path: file.paths.target.clone(),
            action: AppliedAction::Rewritten,
            old: Some(file.old),
            new: Some(file.new),
            attributes,
            new_bytes: Some(&file.new_bytes),
            old_file: Some(old_file.clone()),
        }));
    }
    for name in names {
        let path = &name.paths.target;
        if let Some(removal) = &name.removal {
            let renamed = removal.renamed.clone();
            let new = renamed.as_ref().map(|(_, new)| *new);
            changes.extend(removal.attributes.clone().map(|attributes| AppliedChange {
                path: path.clone(),
                action: renamed.map_or(AppliedAction::Deleted, |(to, _)| AppliedAction::Renamed {
                    to,
                }),
                old: Some(removal.old),
                new,
                attributes,
                new_bytes: None,
                old_file: Some(name.paths.backup.clone()),
            }));
        }
        if let Some(addition) = &name.addition
            && let AddedContent::New { new, .. } = addition.content
        {
            let attributes = || {
                let opened = disk::open_plain(path, false)?;
                let (file, _) = opened.ok_or(io::ErrorKind::NotFound)?;
                Attributes::of(&file)
            };
            changes.push(AppliedChange {
                path: path.clone(),
                action: AppliedAction::Created,
                old: None,
                new: Some(new),
                attributes: attributes()
                    .map_err(|error| Error::io("cannot read", &addition.path, error))?,
                new_bytes: None,
                old_file: None,
            });
        }
    }
    Ok(changes)
}
