//! Open buffers of a workspace.
//!
//! Setting a buffer only changes a set of paths and texts. The first call that needs the overlaid
//! table builds it, with rows for buffers that are not on disk. The table is kept until the file
//! table or the set of paths changes; typing changes neither.

use std::any::Any;
use std::fs;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use ransack_base::internal::{ErrorParts, lock};
use ransack_base::{Error, Result};

use crate::paths::{real_path, with_final_slash};
use crate::scan::{
    Buffer, BufferSet, BufferText, EditFile, FileSource, FileTable, Folders, OpenBuffers, Snapshot,
    plain_key, relative_path, resolve,
};
use crate::workspace::Workspace;
use crate::workspace::buffer_change::{self, BufferChange};

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

impl Workspace {
    /// Opens a buffer: unsaved text that replaces the file at `path` in every later call, until
    /// [`clear_buffer`](Workspace::clear_buffer). Setting a buffer again replaces its text.
    ///
    /// `path` is relative to the root, or an absolute path below the root; symbolic links in `path`
    /// are resolved when the buffer is first set. Neither the file nor its directories need exist.
    /// Later calls see a regular file with the buffer's size and the time at which the buffer was
    /// set, and ignore rules, globs and types apply to its path. Changes on disk do not affect the
    /// buffer.
    ///
    /// The text is UTF-8 or any other bytes, and is never decoded: a UTF-16 byte order mark and the
    /// option `encoding` have no effect. Size limits and binary detection do apply.
    ///
    /// Edits such as `ast_edit` never write a file that has a buffer; they return the changes for the
    /// editor to apply. Ignore rules are always read from disk, as in
    /// Git, even if an ignore file has a buffer. A symbolic link whose target exists only as a
    /// buffer stays broken.
    ///
    /// # Cost
    ///
    /// Takes ownership of the text or copies it once. Takes time linear in the number of buffers. A
    /// new path takes a few system calls; new text for a known path takes none. After a buffer is
    /// set for a path that is not on disk, the next call copies the file table, as do later calls
    /// after changes to the tree. [`update_buffer`](Workspace::update_buffer) takes only changes.
    ///
    /// # Errors
    ///
    /// [`InvalidOption`](ransack_base::ErrorKind::InvalidOption): the path is empty, denied, leads outside the
    /// root or through a file or another buffer, or names something other than a regular file.
    /// [`Closed`](ransack_base::ErrorKind::Closed): the workspace is closed. An error from the operating system:
    /// the path cannot be resolved.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_search as ransack;
    /// use ransack::{CancelToken, GrepOptions, Workspace, WorkspaceOptions, grep};
    ///
    /// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
    /// workspace.set_buffer("new.rs", "fn unsaved() {}\n")?;
    /// let options = GrepOptions::new(r"fn unsaved\(", &workspace);
    /// let outcome = grep(&options, &CancelToken::new())?;
    /// assert!(outcome.items.iter().any(|m| m.path == "new.rs"));
    /// workspace.clear_buffer(None)?;
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn set_buffer(&self, path: impl AsRef<Path>, text: impl Into<Vec<u8>>) -> Result<()> {
        self.owner.sync.check_open()?;
        let buffers = &self.owner.buffers;
        let sync = &self.owner.sync;
        let folders = sync.folders.limit(&sync.denied);
        let check = |path: &Path| self.check_path(path);
        buffers.set(self.root(), &folders, &check, path.as_ref(), text.into())
    }

    /// Applies changes to the text of an open buffer, as in LSP's `textDocument/didChange`. Each
    /// change applies to the result of the previous one; a change without a range replaces the whole
    /// text. Without changes, only the version changes.
    ///
    /// `version` is the version of the document after the changes. It must be greater than the
    /// version of the last update. A buffer that [`set_buffer`](Workspace::set_buffer) has set since
    /// accepts any version.
    ///
    /// The syntax trees of an open buffer are kept: after an update, calls for this file, such as
    /// `outline_file`, parse only the changed part of the text in C, C++, C#, CSS, Go, HTML, Java,
    /// JavaScript, JSON, Python, Rust and TypeScript. In other languages, where such a parse has
    /// given other trees, they parse the whole text. While a text has syntax errors, the extent of
    /// the errors, and so the results near them, may depend on the changes that led to it.
    ///
    /// # Cost
    ///
    /// Copies the text once. Takes time linear in the text for each change: about 0.1 ms per MB.
    ///
    /// # Errors
    ///
    /// [`InvalidOption`](ransack_base::ErrorKind::InvalidOption): no buffer is open at `path`, the
    /// version is not newer, or a position is on a line that does not exist or inside a surrogate
    /// pair. The buffer is then unchanged. [`Closed`](ransack_base::ErrorKind::Closed): the
    /// workspace is closed.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_search as ransack;
    /// use ransack::{BufferChange, Workspace, WorkspaceOptions};
    ///
    /// let workspace = Workspace::open("src", &WorkspaceOptions::default())?;
    /// workspace.set_buffer("new.rs", "fn a() {}\n")?;
    /// let changes = [BufferChange::replace((0, 3)..(0, 4), "typed")];
    /// workspace.update_buffer("new.rs", &changes, 2)?;
    /// assert!(workspace.update_buffer("new.rs", &changes, 2).is_err());
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn update_buffer(
        &self,
        path: impl AsRef<Path>,
        changes: &[BufferChange],
        version: i32,
    ) -> Result<()> {
        self.owner.sync.check_open()?;
        let buffers = &self.owner.buffers;
        buffers.update(self.root(), path.as_ref(), changes, version)
    }

    /// Removes the buffer for the file at `path`, so that later calls see the file on disk again.
    /// `None` removes all buffers. Has no effect if the path has no buffer.
    ///
    /// The path with which the buffer was set still works, even if that path now resolves to
    /// another file.
    ///
    /// # Errors
    ///
    /// [`InvalidOption`](ransack_base::ErrorKind::InvalidOption): the path is empty.
    /// [`Closed`](ransack_base::ErrorKind::Closed): the workspace is closed.
    pub fn clear_buffer(&self, path: Option<&Path>) -> Result<()> {
        self.owner.sync.check_open()?;
        self.owner.buffers.clear(self.root(), path)
    }
}

/// Open buffer as one call sees it.
pub struct OpenBuffer {
    path: Arc<[u8]>,
    text: BufferText,
}

impl OpenBuffer {
    /// Returns the path relative to the root of the workspace.
    pub fn path(&self) -> &Arc<[u8]> {
        &self.path
    }

    /// Returns the text.
    pub fn text(&self) -> &[u8] {
        self.text.as_ref()
    }
}

/// Returns the buffer for the file at `path` and a value that the workspace keeps from call to call.
///
/// # Errors
///
/// `InvalidOption` if no buffer is open at the path; `Closed` if the workspace is closed.
pub fn open_buffer<T: Any + Default + Send + Sync>(
    workspace: &Workspace,
    path: &Path,
) -> Result<(OpenBuffer, Arc<T>)> {
    workspace.check_open()?;
    let key = workspace.owner.buffers.known_key(workspace.root(), path)?;
    let set = workspace.buffers();
    let buffer = key.and_then(|key| set.get(&key));
    let buffer = buffer.ok_or_else(|| not_open(&workspace.root().join(path)))?;
    let open = OpenBuffer {
        path: buffer.path.clone(),
        text: buffer.text.clone(),
    };
    Ok((open, workspace.cache().get()))
}

fn not_open(path: &Path) -> Error {
    Error::option("no buffer is open at this path").with_path(path)
}

impl WorkspaceBuffers {
    /// Returns the current set.
    pub(super) fn current(&self) -> Arc<BufferSet> {
        lock(&self.set).clone()
    }

    /// Sets the text of the file at `path` below `root`, in one of `folders`. The path is resolved
    /// and judged by `check` when it is first set.
    pub(super) fn set(
        &self,
        root: &Path,
        folders: &Folders,
        check: &dyn Fn(&Path) -> Result<()>,
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
                let key = check(&given).and_then(|()| key_of(root, &given, plain, &set));
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

    /// Applies changes to the text of the buffer for the file at `path`, all or none.
    pub(super) fn update(
        &self,
        root: &Path,
        path: &Path,
        changes: &[BufferChange],
        version: i32,
    ) -> Result<()> {
        let given = root.join(path);
        let failed = |message: &str| Error::option(message).with_path(&given);
        let key = self.known_key(root, path)?;
        let mut set = lock(&self.set);
        let Some(buffer) = key.and_then(|key| set.get(&key)) else {
            return Err(not_open(&given));
        };
        if let Some(current) = buffer.version.filter(|current| version <= *current) {
            let message =
                format!("version {version} is not newer than version {current} of the buffer");
            return Err(failed(&message));
        }
        let text = buffer_change::changed(buffer.text.as_ref(), changes);
        let buffer = buffer.updated(text.map_err(|message| failed(&message))?, version);
        let replaced = Arc::make_mut(&mut set).insert(buffer);
        drop(set);
        drop(replaced);
        Ok(())
    }

    /// Returns the path, relative to the root, under which the buffer for the file at `path` would
    /// be open.
    pub(super) fn known_key(&self, root: &Path, path: &Path) -> Result<Option<Vec<u8>>> {
        let given = absolute(root, path)?;
        let plain = plain_key(root, &given);
        let set = self.current();
        let known = set.by_name(&given, plain.as_deref());
        Ok(match known {
            Some(key) => Some(key.to_vec()),
            None => real_key(root, &given).ok(),
        })
    }

    /// Removes the buffer for the file at `path`, or all buffers.
    pub(super) fn clear(&self, root: &Path, path: Option<&Path>) -> Result<()> {
        let Some(path) = path else {
            self.clear_all();
            return Ok(());
        };
        let key = self.known_key(root, path)?;
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
mod tests;
