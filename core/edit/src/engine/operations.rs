//! Plans the creation, deletion and renaming of files.

use std::fs;
use std::path::{Path, PathBuf, is_separator};

use ransack_base::internal::{ErrorParts, is_missing};
use ransack_base::{CancelToken, Error, RelPath, Result};
use ransack_transaction::internal::{
    ChangeAction, CreateMode, PlannedChange, digest, existing, metadata_of_file,
};

use super::call::{ExpectedVersions, identity};
use crate::diff::{DiffOptions, TextEdit, diff_lines, git_diff};
use crate::file_change::FileChangeKind;

/// Creation, deletion or renaming of a file.
#[derive(Clone, Debug)]
pub struct FileOperation {
    /// Path of the file, absolute in a workspace.
    pub path: PathBuf,
    /// Path of the file as results show it.
    pub shown: RelPath,
    /// Number of the file in the results.
    pub root: u32,
    /// Effect.
    pub kind: OperationKind,
}

/// Effect of an operation on its file.
#[derive(Clone, Debug)]
pub enum OperationKind {
    /// The file is created with these bytes.
    Create {
        /// Bytes of the file.
        bytes: Vec<u8>,
        /// Whether the file may be executed.
        is_executable: bool,
    },
    /// The file is deleted.
    Delete,
    /// The file gets another path.
    Rename {
        /// New path, absolute in a workspace.
        to: PathBuf,
        /// New path as results show it.
        shown: RelPath,
    },
}

/// Planned operation.
pub(super) struct PlannedOperation {
    pub(super) change: PlannedChange,
    pub(super) shown: RelPath,
    pub(super) root: u32,
    pub(super) kind: FileChangeKind,
    pub(super) diff: Vec<u8>,
    pub(super) text_edits: Vec<TextEdit>,
}

impl FileOperation {
    /// Reads the file and plans the operation.
    ///
    /// # Errors
    ///
    /// `Stale` if the file does not have its expected content id; `InvalidOption` if the path is not a
    /// regular file; `NotFound`, `PermissionDenied`, `Io` if the file cannot be read.
    pub(super) fn plan(
        &self,
        versions: &ExpectedVersions,
        token: &CancelToken,
    ) -> Result<PlannedOperation> {
        token.heartbeat()?;
        let shown = self.shown.as_bytes();
        let mut text_edits = Vec::new();
        let (action, kind, diff) = match &self.kind {
            OperationKind::Create {
                bytes,
                is_executable,
            } => {
                let mode = match is_executable {
                    true => CreateMode::Executable,
                    false => CreateMode::Default,
                };
                let kind = FileChangeKind::Create;
                let diff = git_diff(&kind, Some(*is_executable), shown, [&[], bytes], token)?;
                let lines = diff_lines(&[], bytes, &DiffOptions::default(), token)?;
                text_edits = lines.text_edits(token)?;
                (ChangeAction::create(bytes.clone(), mode), kind, diff)
            }
            OperationKind::Delete => {
                let old = self.read("delete", versions)?;
                let kind = FileChangeKind::Delete;
                let diff = git_diff(&kind, None, shown, [&old, &[]], token)?;
                (ChangeAction::Delete { old: digest(&old) }, kind, diff)
            }
            OperationKind::Rename { to, shown: new } => {
                let old = self.read("rename", versions)?;
                let kind = FileChangeKind::Rename(new.as_bytes().to_vec());
                let diff = git_diff(&kind, None, shown, [&old, &old], token)?;
                let action = ChangeAction::rename(digest(&old), to.clone(), None);
                (action, kind, diff)
            }
        };
        Ok(PlannedOperation {
            change: PlannedChange {
                path: self.path.clone(),
                action,
            },
            shown: self.shown.clone(),
            root: self.root,
            kind,
            diff,
            text_edits,
        })
    }

    fn read(&self, verb: &str, versions: &ExpectedVersions) -> Result<Vec<u8>> {
        metadata_of_file(verb, &self.path)?;
        let bytes = fs::read(&self.path)
            .map_err(|error| Error::io(&format!("cannot {verb}"), &self.path, error))?;
        versions.check(&self.path, || ransack_base::ContentId::of(&bytes))?;
        Ok(bytes)
    }
}

impl FileOperation {
    /// Returns the paths that the operation uses.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let new = match &self.kind {
            OperationKind::Rename { to, .. } => Some(to),
            _ => None,
        };
        std::iter::once(&self.path).chain(new)
    }
}

/// Returns the path that a change adds.
pub(super) fn added(change: &PlannedChange) -> Option<&PathBuf> {
    match &change.action {
        ChangeAction::Create { .. } => Some(&change.path),
        ChangeAction::Rename { to, .. } => Some(to),
        _ => None,
    }
}

/// Fails if a file, a directory or an open buffer has a path that a change adds, and no change removes
/// it. The transaction checks the files again when it adds the path.
///
/// # Errors
///
/// `Stale`, as from the transaction; `InvalidOption` if a path to add ends with a slash;
/// `PermissionDenied`, `Io` if a path cannot be examined.
pub(super) fn refuse_existing(
    changes: &[&PlannedChange],
    has_buffer: impl Fn(&Path) -> bool,
) -> Result<()> {
    let is_removed = |path: &Path| {
        changes.iter().any(|other| {
            let is_removal = matches!(
                other.action,
                ChangeAction::Delete { .. } | ChangeAction::Rename { .. }
            );
            is_removal && identity(&other.path) == identity(path)
        })
    };
    for path in changes.iter().copied().filter_map(added) {
        let bytes = path.as_os_str().as_encoded_bytes();
        let name = bytes.rsplit(|byte| is_separator(char::from(*byte))).next();
        if matches!(name, None | Some(b"" | b".")) {
            let message = "the path to add names a directory; add the name of the file";
            return Err(Error::option(message).with_path(path));
        }
        if has_buffer(path) && !is_removed(path) {
            return Err(existing(path, "exists in an open buffer"));
        }
        match fs::symlink_metadata(path) {
            Err(error) if is_missing(&error) => {}
            Err(error) => return Err(Error::io("cannot create", path, error)),
            Ok(_) if is_removed(path) => {}
            Ok(_) => return Err(existing(path, "exists")),
        }
    }
    Ok(())
}
