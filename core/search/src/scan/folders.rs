//! Directories to which a file table is limited, and paths that it does not list.

use std::sync::Arc;

use super::bounds::DeniedGlobs;

/// Paths relative to the root of a table, with `/` between components. Without folders, a table is
/// not limited.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folders {
    paths: Vec<Vec<u8>>,
    denied: Arc<DeniedGlobs>,
}

impl Folders {
    /// Creates the limit to these directories, without denied paths. An empty path stands for the
    /// root.
    pub(crate) fn new(paths: Vec<Vec<u8>>, denied: Arc<DeniedGlobs>) -> Folders {
        Folders { paths, denied }
    }

    /// Whether the entry at an absolute path, with links resolved, is denied. The directories above are
    /// not considered.
    pub(super) fn deny(&self, path: &[u8], is_dir: bool) -> bool {
        self.denied.match_entry(path, is_dir)
    }

    /// Whether a path is a folder or below one.
    pub(crate) fn contain(&self, path: &[u8]) -> bool {
        self.paths.is_empty() || self.paths.iter().any(|folder| is_within(path, folder))
    }

    /// Whether a directory is above a folder and in none, so that only some of its entries are
    /// listed.
    pub(super) fn divide(&self, dir: &[u8]) -> bool {
        !self.contain(dir)
    }

    /// Whether the table lists an entry: a folder, an entry below one, or a directory above one.
    pub(super) fn admit(&self, path: &[u8]) -> bool {
        self.contain(path) || self.paths.iter().any(|folder| is_within(folder, path))
    }
}

/// Whether `path` is `dir` or below it.
fn is_within(path: &[u8], dir: &[u8]) -> bool {
    let rest = path.strip_prefix(dir);
    rest.is_some_and(|rest| dir.is_empty() || matches!(rest.first(), None | Some(b'/')))
}

#[cfg(test)]
mod tests;
