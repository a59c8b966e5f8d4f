//! Checks that the paths of calls stay in the workspace, and resolves paths for other code.

use std::path::{Component, Path, PathBuf};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, OptionName, Result};

use super::Workspace;
use crate::paths::real_path;
use crate::scan::{self, FileSource};

impl Workspace {
    /// Returns the absolute path, with symbolic links resolved, of the file or directory that a call
    /// uses for `path`, so that other code can open it within the bounds of the workspace. `path` is
    /// absolute or relative to the root; it need not exist, nor need its last directories.
    ///
    /// The result is below the root with its links resolved, which may differ from
    /// [`root`](Workspace::root). It holds until the tree changes: a directory may be replaced by a
    /// link afterwards. Buffers have no effect.
    ///
    /// # Cost
    ///
    /// A few system calls. Neither waits for the initial scan nor reads the file table.
    ///
    /// # Errors
    ///
    /// [`InvalidOption`](crate::ErrorKind::InvalidOption): the path is empty, contains a NUL byte, is
    /// a broken symbolic link, or leads outside the workspace and
    /// [`allow_outside`](super::WorkspaceOptions::allow_outside) is false.
    /// [`NotFound`](crate::ErrorKind::NotFound): the path leads through a file.
    /// [`Closed`](crate::ErrorKind::Closed): the workspace is closed. An error from the operating
    /// system: the path cannot be resolved.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_search as ransack;
    /// use ransack::{Workspace, WorkspaceOptions};
    ///
    /// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
    /// let text = std::fs::read_to_string(workspace.resolve("lib.rs")?)?;
    /// assert!(text.contains("mod workspace"));
    /// assert!(workspace.resolve("../Cargo.toml").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resolve(&self, path: impl AsRef<Path>) -> Result<PathBuf> {
        self.check_open()?;
        let path = path.as_ref();
        if path.as_os_str().is_empty() {
            return Err(Error::option("the path is empty"));
        }
        let given = self.root().join(path);
        let checked = self.check_roots(std::slice::from_ref(&given));
        let resolved = checked.and_then(|()| self.resolve_links(&given));
        resolved.map_err(|error| match path.is_absolute() {
            true => error,
            false => error.relative_to(self.root()),
        })
    }

    /// Resolves the links in an absolute path, and fails if one leads outside the workspace.
    pub(super) fn resolve_links(&self, given: &Path) -> Result<PathBuf> {
        let resolved = scan::resolve(given).map_err(|error| Error::root(given, error))?;
        let is_inside = || {
            Ok::<_, Error>(
                self.real_tops()?
                    .iter()
                    .any(|top| resolved.starts_with(top)),
            )
        };
        if !self.owner.sync.allows_outside && !is_inside()? {
            return Err(leads_outside(given));
        }
        Ok(resolved)
    }

    /// Returns the directories that calls may not leave, with links resolved. A folder that does not
    /// exist holds nothing.
    pub(super) fn real_tops(&self) -> Result<Vec<PathBuf>> {
        real_path(self.root()).map_err(|error| Error::root(self.root(), error))?;
        let tops = self.owner.sync.folders.tops();
        Ok(tops.iter().filter_map(|top| real_path(top).ok()).collect())
    }

    /// Fails if an absolute root in a call leads outside the workspace.
    pub(super) fn check_roots(&self, roots: &[PathBuf]) -> Result<()> {
        if self.owner.sync.allows_outside {
            return Ok(());
        }
        let tops = self.owner.sync.folders.tops();
        let is_in = |root: &PathBuf, top: &PathBuf| {
            // Components ignore `.`.
            root == top
                || match (real_path(root), real_path(top)) {
                    (Ok(root), Ok(top)) => root.starts_with(top),
                    _ => without_parents(root).starts_with(top),
                }
        };
        // The call itself reports an empty path.
        let is_outside = |root: &&PathBuf| {
            !root.as_os_str().is_empty() && !tops.iter().any(|top| is_in(root, top))
        };
        match roots.iter().find(is_outside) {
            None => Ok(()),
            Some(root) => Err(leads_outside(root)),
        }
    }
}

fn leads_outside(path: &Path) -> Error {
    Error::option("the path leads outside the workspace")
        .with_path(path)
        .with_advice("set", OptionName::AllowOutside, "to allow it")
}

/// Resolves `..` components in a path that does not exist.
fn without_parents(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}
