//! The directory that a workspace is of.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::State;
use crate::error::{Error, Result};
use crate::scan::{Dir, real_path};

impl State {
    /// Whether the path still leads to the directory of the table.
    pub(super) fn is_root(&self, root: &Path) -> Result<bool> {
        let (path, dir) = open_root(root)?;
        let same = dir.identity().ok() == self.dir.identity().ok();
        Ok(same && path == self.table.root())
    }
}

/// The root's path with links resolved and a final `/`, and the root itself.
pub(super) fn open_root(root: &Path) -> Result<(Vec<u8>, Arc<Dir>)> {
    let failed = |error| Error::root(root, error);
    let path = real_path(root).map_err(failed)?;
    if !fs::metadata(&path).map_err(failed)?.is_dir() {
        return Err(failed(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a directory",
        )));
    }
    let dir = Dir::open(&path).map_err(failed)?;
    let mut bytes = path.into_os_string().into_encoded_bytes();
    if bytes.last() != Some(&b'/') {
        bytes.push(b'/');
    }
    Ok((bytes, Arc::new(dir)))
}
