//! Open buffers of a workspace.
//!
//! Setting a buffer only changes a set of paths and texts. The first call that needs the overlaid
//! table builds it, with rows for buffers that are not on disk. The table is kept until the file
//! table or the set of paths changes; typing changes neither.

use std::fs;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use ransack_base::internal::{ErrorParts, lock};
use ransack_base::{Error, Result};

use crate::paths::{real_path, with_final_slash};
use crate::scan::{
    Buffer, BufferSet, EditFile, FileTable, Folders, OpenBuffers, Snapshot, plain_key,
    relative_path, resolve,
};

/// Open buffers of a workspace.
#[derive(Default)]
pub(super) struct WorkspaceBuffers {
    set: Mutex<Arc<BufferSet>>,
    overlaid: Mutex<Option<OverlaidTable>>,
}

/// File table with rows for buffers.
struct OverlaidTable {
    base: Weak<FileTable>,
    /// Paths of the buffers.
    paths: Vec<Arc<[u8]>>,
    table: Arc<FileTable>,
}

impl WorkspaceBuffers {
    /// Returns the current set.
    pub(super) fn current(&self) -> Arc<BufferSet> {
        lock(&self.set).clone()
    }

    /// Sets the text of the file at `path` below `root`, in one of `folders`. The path is resolved
    /// when it is first set.
    pub(super) fn set(
        &self,
        root: &Path,
        folders: &Folders,
        path: &Path,
        text: Vec<u8>,
    ) -> Result<()> {
        let given = absolute(root, path)?;
        let plain = plain_key(root, &given);
        let mut set = lock(&self.set);
        let known = set.by_name(&given, plain.as_deref());
        let key = match known {
            Some(known) => known.to_vec(),
            None => {
                let key = key_of(root, &given, plain, &set);
                let checked = key.and_then(|key| match folders.contain(&key) {
                    true => check_place(&set, key),
                    false => Err(outside()),
                });
                checked.map_err(|error| error.with_path(path))?
            }
        };
        let buffers = Arc::make_mut(&mut set);
        let replaced = buffers.insert(Buffer::new(key, given, text));
        drop(set);
        // Freeing a long text takes time, so drop it outside the lock.
        drop(replaced);
        Ok(())
    }

    /// Removes the buffer for the file at `path`, or all buffers.
    pub(super) fn clear(&self, root: &Path, path: Option<&Path>) -> Result<()> {
        let Some(path) = path else {
            self.clear_all();
            return Ok(());
        };
        let given = absolute(root, path)?;
        let plain = plain_key(root, &given);
        let known = |set: &BufferSet| Some(set.by_name(&given, plain.as_deref())?.to_vec());
        let key = match known(&self.current()) {
            Some(key) => Some(key),
            None => real_key(root, &given).ok(),
        };
        let mut set = lock(&self.set);
        let removed = key.and_then(|key| Arc::make_mut(&mut set).remove(&key));
        drop(set);
        drop(removed);
        Ok(())
    }

    /// Removes all buffers.
    pub(super) fn clear_all(&self) {
        let removed = std::mem::take(&mut *lock(&self.set));
        *lock(&self.overlaid) = None;
        drop(removed);
    }

    /// Replaces files with the buffers of a set.
    pub(super) fn overlay(
        &self,
        set: &Arc<BufferSet>,
        root: &Path,
        mut snapshot: Snapshot,
    ) -> Result<Snapshot> {
        if set.is_empty() {
            return Ok(snapshot);
        }
        let failed = |error| Error::root(root, error);
        let real_root = match &snapshot.table {
            Some(table) => table.root().to_vec(),
            None => with_final_slash(real_path(root).map_err(failed)?.as_os_str()),
        };
        if let Some(table) = &snapshot.table {
            let overlaid = self.overlaid(set, table).map_err(failed)?;
            if let Some(candidates) = &snapshot.candidates {
                let paths = set.paths().map(|path| &path[..]);
                let moved = candidates.moved(table, &overlaid, paths);
                snapshot.candidates = Some(Arc::new(moved));
            }
            snapshot.table = Some(overlaid);
        }
        snapshot.buffers = Some(Arc::new(OpenBuffers::new(
            root.to_owned(),
            real_root,
            set.clone(),
        )));
        Ok(snapshot)
    }

    /// Returns the table with rows for the buffers.
    fn overlaid(&self, set: &BufferSet, base: &Arc<FileTable>) -> io::Result<Arc<FileTable>> {
        let mut overlaid = lock(&self.overlaid);
        if let Some(known) = &*overlaid
            && std::ptr::eq(known.base.as_ptr(), Arc::as_ptr(base))
            && known.paths.iter().eq(set.paths())
        {
            return Ok(known.table.clone());
        }
        let table = base
            .with_buffers(set)?
            .map_or_else(|| base.clone(), Arc::new);
        *overlaid = Some(OverlaidTable {
            base: Arc::downgrade(base),
            paths: set.paths().cloned().collect(),
            table: table.clone(),
        });
        Ok(table)
    }
}

/// Makes a caller's path absolute, without resolving links.
fn absolute(root: &Path, path: &Path) -> Result<PathBuf> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.is_empty() {
        return Err(Error::option("the path of a buffer is empty"));
    }
    if bytes.contains(&0) {
        return Err(Error::option("the path of a buffer contains a NUL byte"));
    }
    if bytes.ends_with(b"/") || bytes.ends_with(&[MAIN_SEPARATOR as u8]) {
        let message = "the path of a buffer ends in a separator, as that of a directory";
        return Err(Error::option(message).with_path(path));
    }
    std::path::absolute(root.join(path))
        .map_err(|error| Error::io("cannot open a buffer", path, error))
}

/// Returns the relative path of the file that an absolute path leads to; the file need not exist.
/// `plain` is its [`plain_key`].
///
/// # Errors
///
/// Fails if the path leads outside `root` or through a file, or if no regular file can be there.
fn key_of(root: &Path, given: &Path, plain: Option<Vec<u8>>, set: &BufferSet) -> Result<Vec<u8>> {
    let key = match plain.filter(|plain| set.is_in_virtual_dir(root, plain)) {
        Some(plain) => plain,
        None => key_on_disk(root, given)?,
    };
    let name = key.rsplit(|&b| b == b'/').next().unwrap_or_default();
    if EditFile::of(name).is_some() {
        let message = "the path of a buffer is a temporary file of an edit";
        return Err(Error::option(message));
    }
    // Rows of a table hold the length of a path, and a final `/`, in 16 bits.
    if key.len() >= usize::from(u16::MAX) {
        return Err(Error::option("the path of a buffer is too long"));
    }
    Ok(key)
}

/// Returns the relative path of the file that an absolute path leads to on disk.
fn key_on_disk(root: &Path, given: &Path) -> Result<Vec<u8>> {
    let key = real_key(root, given)?;
    match fs::metadata(given) {
        Ok(found) if found.is_dir() => {
            return Err(Error::option("the path of a buffer is a directory"));
        }
        Ok(found) if !found.is_file() => {
            return Err(Error::option("the path of a buffer is no regular file"));
        }
        _ => {}
    }
    Ok(key)
}

/// Returns the path of a file relative to `root`, both with links resolved.
fn real_key(root: &Path, given: &Path) -> Result<Vec<u8>> {
    let real_root = real_path(root).map_err(|error| Error::root(root, error))?;
    let real = resolve(given).map_err(|error| match error.kind() {
        io::ErrorKind::NotADirectory => Error::option("the path of a buffer leads through a file"),
        _ => Error::io("cannot open a buffer", given, error),
    })?;
    let relative = real.strip_prefix(&real_root).map_err(|_| outside())?;
    Ok(relative_path(relative))
}

fn outside() -> Error {
    Error::option("the path of a buffer leads outside the workspace")
}

/// Fails if another buffer conflicts with the path: a file where a directory is needed, or the
/// reverse.
fn check_place(set: &BufferSet, path: Vec<u8>) -> Result<Vec<u8>> {
    if set.has_below(&path) {
        let message = "the path of a buffer is a directory of other buffers";
        return Err(Error::option(message));
    }
    let mut above = memchr::memchr_iter(b'/', &path).map(|slash| &path[..slash]);
    if above.any(|above| set.get(above).is_some()) {
        let message = "the path of a buffer leads through another buffer";
        return Err(Error::option(message));
    }
    Ok(path)
}

// Other platforms watch nothing, and a directory that has just changed is listed again.
#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::scan::{FileSource, Scope, TextConditions};
    use crate::workspace::{Workspace, WorkspaceOptions};
    use ransack_base::CancelToken;

    struct Unconditional;

    impl TextConditions for Unconditional {}

    /// Checks the table that a call gets after each change of buffers.
    #[test]
    fn typing_builds_no_table() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("old"), "x").unwrap();
        let workspace = Workspace::open(root.path(), &WorkspaceOptions::default()).unwrap();
        let table = || {
            workspace
                .snapshot(
                    &Scope::new(root.path()),
                    &Unconditional,
                    &CancelToken::new(),
                )
                .unwrap()
                .table
                .unwrap()
        };
        let plain = table();
        workspace.set_buffer("old", "y").unwrap();
        assert!(Arc::ptr_eq(&plain, &table()));
        workspace.set_buffer("new/file", "y").unwrap();
        let added = table();
        assert_eq!(added.len(), plain.len() + 2);
        for text in ["yy", ""] {
            workspace.set_buffer("new/file", text).unwrap();
            workspace.set_buffer("old", text).unwrap();
            assert!(Arc::ptr_eq(&added, &table()));
        }
        fs::write(root.path().join("other"), "x").unwrap();
        assert_eq!(table().len(), plain.len() + 3);
        workspace.clear_buffer(Some(Path::new("new/file"))).unwrap();
        assert_eq!(table().len(), plain.len() + 1);
    }
}
