//! Folders of a workspace: the directories below its root that it consists of.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, OptionName, Result};

use crate::paths::real_path;
use crate::scan::{DeniedGlobs, Folders, relative_path, resolve};

/// Folders of a workspace; none means the whole root.
#[derive(Debug)]
pub(super) struct WorkspaceFolders {
    /// Absolute path of the workspace's root.
    root: PathBuf,
    /// Paths relative to the root, with links resolved.
    relative: Vec<PathBuf>,
}

impl WorkspaceFolders {
    /// Checks the folders of a workspace that is opened.
    ///
    /// # Errors
    ///
    /// Fails if a folder is not a directory below the root or cannot be examined.
    pub(super) fn open(root: &Path, given: &[PathBuf]) -> Result<WorkspaceFolders> {
        let folders = given.iter().enumerate().map(|(index, folder)| {
            relative_to(root, folder).map_err(|error| error.in_element(OptionName::Folders, index))
        });
        Ok(WorkspaceFolders {
            root: root.to_owned(),
            relative: folders.collect::<Result<_>>()?,
        })
    }

    /// Returns the limit of the workspace's file table.
    pub(super) fn limit(&self, denied: &Arc<DeniedGlobs>) -> Arc<Folders> {
        let paths = self.relative.iter().map(|folder| relative_path(folder));
        Arc::new(Folders::new(paths.collect(), denied.clone()))
    }

    /// Returns the absolute paths of the directories that calls may not leave.
    pub(super) fn tops(&self) -> Vec<PathBuf> {
        match self.relative.is_empty() {
            true => vec![self.root.clone()],
            false => self.relative.iter().map(|f| self.root.join(f)).collect(),
        }
    }

    /// Returns the folders below a directory that is in none, with their paths relative to it.
    pub(super) fn below(&self, dir: &Path) -> Vec<(PathBuf, PathBuf)> {
        if self.relative.is_empty() {
            return Vec::new();
        }
        let Some(dir) = self.relative(dir) else {
            return Vec::new();
        };
        let folders = self.relative.iter();
        if folders.clone().any(|folder| dir.starts_with(folder)) {
            return Vec::new();
        }
        let below = folders.filter_map(|folder| {
            let relative = folder.strip_prefix(&dir).ok()?;
            Some((self.root.join(folder), relative.to_owned()))
        });
        below.collect()
    }

    /// Returns the part of an absolute path below the root.
    fn relative(&self, path: &Path) -> Option<PathBuf> {
        // A call reports an empty path as an error.
        if path.as_os_str().is_empty() {
            return None;
        }
        let is_plain = path.components().all(|part| part != Component::ParentDir);
        match path.strip_prefix(&self.root) {
            Ok(below) if is_plain => Some(below.to_owned()),
            _ => {
                let real = real_path(path).ok()?;
                let below = real.strip_prefix(real_path(&self.root).ok()?);
                below.ok().map(Path::to_owned)
            }
        }
    }
}

/// Directory or file outside the root that calls may reach.
#[derive(Debug)]
pub(super) struct AllowedPath {
    /// Absolute path as given.
    pub(super) given: PathBuf,
    /// Path with links resolved.
    pub(super) real: PathBuf,
}

impl AllowedPath {
    /// Resolves the allowed paths of a workspace that is opened. They need not exist.
    ///
    /// # Errors
    ///
    /// Fails if a path is empty or cannot be resolved.
    pub(super) fn resolve(root: &Path, given: &[PathBuf]) -> Result<Vec<AllowedPath>> {
        let paths = given.iter().enumerate().map(|(index, path)| {
            if path.as_os_str().is_empty() {
                return Err(Error::option("the path is empty").in_element(OptionName::Allow, index));
            }
            let given = root.join(path);
            match resolve(&given) {
                Ok(real) => Ok(AllowedPath { given, real }),
                Err(error) => Err(Error::root(&given, error).in_element(OptionName::Allow, index)),
            }
        });
        paths.collect()
    }
}

/// Returns the path of a folder relative to `root`, both with links resolved.
fn relative_to(root: &Path, folder: &Path) -> Result<PathBuf> {
    if folder.as_os_str().is_empty() {
        return Err(Error::option("the path of the folder is empty"));
    }
    let given = root.join(folder);
    let real = real_path(&given).map_err(|error| Error::root(&given, error))?;
    let found = fs::metadata(&real).map_err(|error| Error::root(&given, error))?;
    if !found.is_dir() {
        return Err(Error::option("the folder is not a directory").with_path(&given));
    }
    let real_root = real_path(root).map_err(|error| Error::root(root, error))?;
    let below = real.strip_prefix(&real_root);
    let below = below.map_err(|_| {
        Error::option("the folder lies outside the root of the workspace").with_path(&given)
    })?;
    Ok(below.to_owned())
}
