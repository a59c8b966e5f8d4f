//! Checks that the paths of calls stay in the workspace, and resolves paths for other code.

use std::path::{Path, PathBuf};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, Result};

use super::Workspace;
use crate::paths::real_path;
use crate::scan::{FileSource, PathBounds};

impl Workspace {
    /// Returns the absolute path, with symbolic links resolved, of the file or directory that a call
    /// uses for `path`, so that other code can open it within the bounds of the workspace. `path` is
    /// absolute or relative to the root; it need not exist, nor need its last directories.
    ///
    /// The path is judged with its links resolved, as in every call: first by
    /// [`deny`](super::WorkspaceOptions::deny), then by the root or folders and
    /// [`allow`](super::WorkspaceOptions::allow). The result is below the root with its links
    /// resolved, which may differ from [`root`](Workspace::root). It holds until the tree changes: a
    /// directory may be replaced by a link afterwards. Buffers have no effect.
    ///
    /// # Cost
    ///
    /// A few system calls. Neither waits for the initial scan nor reads the file table.
    ///
    /// # Errors
    ///
    /// [`InvalidOption`](crate::ErrorKind::InvalidOption): the path is empty, contains a NUL byte, is
    /// a broken symbolic link, denied, or leads outside the workspace and is not allowed; the message
    /// names the allowed paths.
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
        self.bounds()
            .resolve(&given)
            .map_err(|error| match path.is_absolute() {
                true => error,
                false => error.relative_to(self.root()),
            })
    }

    /// Returns the paths that calls may reach now. Directories of the workspace that do not exist hold
    /// nothing.
    pub(super) fn bounds(&self) -> PathBounds {
        let sync = &self.owner.sync;
        let tops = sync.folders.tops();
        let real = (!sync.allows_outside).then(|| {
            let tops = tops.iter().filter_map(|top| real_path(top).ok());
            tops.chain(sync.allowed.iter().map(|path| path.real.clone()))
                .collect()
        });
        let given = sync.allowed.iter().map(|path| path.given.clone());
        let named = tops.iter().cloned().chain(given);
        PathBounds::new(named.collect(), real, sync.denied.clone())
    }

    /// Fails if an absolute root in a call may not be reached.
    pub(super) fn check_roots(&self, roots: &[PathBuf]) -> Result<()> {
        if self.is_unbounded() {
            return Ok(());
        }
        let bounds = self.bounds();
        // The call itself reports an empty path.
        let mut roots = roots.iter().filter(|root| !root.as_os_str().is_empty());
        roots.try_for_each(|root| bounds.check(root))
    }

    /// Whether calls may reach every path.
    pub(super) fn is_unbounded(&self) -> bool {
        let sync = &self.owner.sync;
        sync.allows_outside && sync.denied.is_empty()
    }
}
