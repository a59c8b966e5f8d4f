//! Open buffers: unsaved text that replaces files.
//!
//! A workspace keeps a [`BufferSet`]. Each call gets the set as of its start as [`OpenBuffers`],
//! and each listing of the call gets the part below its directory as [`DirBuffers`]. A listing
//! consults it in two places: for entries that are not on disk, and for the content of its files.
//!
//! Invariants:
//! - A buffer is a regular file, whatever exists on disk at its path or above it.
//! - Paths are relative to the workspace's root, with links resolved and `/` between components.
//!   No buffer lies below another.
//! - Ignore rules are read from disk only.

use std::io;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use ransack_base::internal::os_str;
use rustc_hash::FxHashMap;

use super::file_stamp::{EntryKind, FileStamp};
use super::listing::Listing;
use super::walk::Names;
use crate::paths::{real_path, with_final_slash};

/// Unsaved text of one file.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    /// Path relative to the root.
    pub(crate) path: Arc<[u8]>,
    /// Absolute path under which the buffer was set; links are not resolved.
    pub(super) given: Arc<Path>,
    pub(crate) text: BufferText,
    pub(super) modified: SystemTime,
    /// Version given with the last changes; `None` if the text was set as a whole since.
    pub(crate) version: Option<i32>,
}

/// Document of an editor whose text is in a buffer.
#[derive(Clone, Debug)]
pub struct BufferDocument {
    /// Absolute path under which the buffer was set; links are not resolved.
    pub path: Arc<Path>,
    /// Version given with the last changes; `None` if the text was set as a whole since.
    pub version: Option<i32>,
}

/// Text of a buffer. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct BufferText(Arc<Vec<u8>>);

impl AsRef<[u8]> for BufferText {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Buffer {
    /// Creates a buffer with the current time as its modification time.
    pub(crate) fn new(path: Vec<u8>, given: PathBuf, text: Vec<u8>) -> Buffer {
        Buffer {
            path: path.into(),
            given: given.into(),
            text: BufferText(Arc::new(text)),
            modified: SystemTime::now(),
            version: None,
        }
    }

    /// Returns the buffer with another text and version.
    pub(crate) fn updated(&self, text: Vec<u8>, version: i32) -> Buffer {
        Buffer {
            path: self.path.clone(),
            given: self.given.clone(),
            text: BufferText(Arc::new(text)),
            modified: SystemTime::now(),
            version: Some(version),
        }
    }

    pub(super) fn stat(&self) -> FileStamp {
        FileStamp::virtual_entry(EntryKind::File, self.text.0.len() as u64, self.modified)
    }
}

/// Open buffers of a workspace.
#[derive(Clone, Debug, Default)]
pub(crate) struct BufferSet {
    /// Sorted by path.
    buffers: Vec<Buffer>,
}

impl BufferSet {
    pub(crate) fn is_empty(&self) -> bool {
        self.buffers.is_empty()
    }

    /// Returns the paths relative to the workspace's root, sorted.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Arc<[u8]>> {
        self.buffers.iter().map(|buffer| &buffer.path)
    }

    pub(crate) fn get(&self, path: &[u8]) -> Option<&Buffer> {
        let at = self.search(path).ok()?;
        self.buffers.get(at)
    }

    /// Whether a buffer lies below the directory at `path`.
    pub(crate) fn has_below(&self, path: &[u8]) -> bool {
        !self.below(path).is_empty()
    }

    /// Whether the file at a path, given as its [`plain_key`], lies in a directory that exists only
    /// through buffers. Such a directory hides everything on disk at its path.
    pub(crate) fn is_in_virtual_dir(&self, root: &Path, path: &[u8]) -> bool {
        let mut above = memchr::memrchr_iter(b'/', path).map(|slash| &path[..slash]);
        let Some(dir) = above.find(|above| self.has_below(above)) else {
            return false;
        };
        let on_disk = real_path(&root.join(os_str(dir))).ok();
        let is_dir = on_disk.filter(|real| real.is_dir()).is_some_and(|real| {
            let root = real_path(root).unwrap_or_default();
            real.strip_prefix(root)
                .is_ok_and(|real| relative_path(real) == dir)
        });
        !is_dir
    }

    /// Adds a buffer. Returns the buffer that it replaces, if any.
    pub(crate) fn insert(&mut self, buffer: Buffer) -> Option<Buffer> {
        match self.search(&buffer.path) {
            Ok(at) => Some(std::mem::replace(&mut self.buffers[at], buffer)),
            Err(at) => {
                self.buffers.insert(at, buffer);
                None
            }
        }
    }

    /// Removes the buffer with this relative path.
    pub(crate) fn remove(&mut self, path: &[u8]) -> Option<Buffer> {
        let at = self.search(path).ok()?;
        Some(self.buffers.remove(at))
    }

    /// Returns the path of the buffer that was set under the absolute path `given`, or that has the
    /// relative path `plain`.
    pub(crate) fn by_name(&self, given: &Path, plain: Option<&[u8]>) -> Option<&[u8]> {
        let mut buffers = self.buffers.iter();
        let named = buffers.find(|buffer| &*buffer.given == given);
        let named = named.or_else(|| self.get(plain?));
        named.map(|buffer| &*buffer.path)
    }

    fn search(&self, path: &[u8]) -> Result<usize, usize> {
        self.buffers
            .binary_search_by(|buffer| buffer.path[..].cmp(path))
    }

    /// Returns the buffers below a directory.
    fn below(&self, dir: &[u8]) -> Range<usize> {
        if dir.is_empty() {
            return 0..self.buffers.len();
        }
        // `0` is the byte after `/`.
        let at = |last: u8| {
            let edge = [dir, &[last]].concat();
            self.buffers
                .partition_point(|buffer| buffer.path[..] < edge[..])
        };
        at(b'/')..at(b'0')
    }
}

/// Buffers that one call sees.
#[derive(Debug)]
pub(crate) struct OpenBuffers {
    /// Absolute path of the workspace's root; links are not resolved.
    given_root: PathBuf,
    /// Absolute path of the workspace's root, with links resolved and a trailing `/`.
    root: Vec<u8>,
    set: Arc<BufferSet>,
}

/// Role of a call's root among the buffers.
#[derive(Debug)]
pub(super) enum BufferRoot {
    /// A file with a buffer, by the absolute path of its directory with links resolved.
    File(PathBuf),
    /// A directory that exists only through buffers, by its absolute path.
    Dir(PathBuf),
    /// The path lies in such a directory but does not exist.
    Nothing,
}

impl OpenBuffers {
    pub(crate) fn new(given_root: PathBuf, root: Vec<u8>, set: Arc<BufferSet>) -> OpenBuffers {
        OpenBuffers {
            given_root,
            root,
            set,
        }
    }

    /// Returns the buffer or directory of buffers at a call's root.
    pub(super) fn at_root(&self, given: &Path) -> Option<BufferRoot> {
        let root = Path::new(os_str(&self.root));
        let on_disk = || {
            let path = resolve(given).ok()?;
            let place = resolve(given.parent()?).ok()?;
            Some((relative_path(path.strip_prefix(root).ok()?), place))
        };
        let is_virtual = |path: &[u8]| {
            let inside = [path, b"/"].concat();
            self.set.is_in_virtual_dir(root, &inside)
        };
        let is_known = |path: &Vec<u8>| self.set.get(path).is_some() || is_virtual(path);
        let plain = plain_key(&self.given_root, given).filter(is_known);
        let (path, place) = match plain {
            Some(plain) => {
                let whole = root.join(os_str(&plain));
                (plain, whole.parent()?.to_owned())
            }
            None => on_disk()?,
        };
        if self.set.get(&path).is_some() {
            return Some(BufferRoot::File(place));
        }
        let is_virtual = self
            .set
            .is_in_virtual_dir(root, &[&path, &b"/"[..]].concat());
        if is_virtual && self.set.has_below(&path) {
            return Some(BufferRoot::Dir(root.join(os_str(&path))));
        }
        is_virtual.then_some(BufferRoot::Nothing)
    }

    /// Whether an absolute path without links names a buffer.
    pub(super) fn is_buffer(&self, path: &[u8]) -> bool {
        let relative = path.strip_prefix(&self.root[..]);
        relative.is_some_and(|path| self.set.get(path).is_some())
    }

    /// Returns the buffers below a directory, given by its absolute path with a trailing `/`. If
    /// `resolves`, links in the path are resolved; otherwise the path must contain none.
    pub(super) fn in_dir(self: &Arc<Self>, path: &[u8], resolves: bool) -> DirBuffers {
        let real = resolves.then(|| resolve(Path::new(os_str(path))).ok());
        let real = real
            .flatten()
            .map(|real| with_final_slash(real.as_os_str()));
        let path = real.as_deref().unwrap_or(path);
        let place = path.strip_prefix(&self.root[..]);
        let range = place.map(|place| self.set.below(place.strip_suffix(b"/").unwrap_or(place)));
        DirBuffers {
            open: self.clone(),
            prefix: place.map_or(0, <[u8]>::len),
            range: range.unwrap_or_default(),
        }
    }

    /// Returns the buffer of the file that an absolute path leads to.
    fn resolved(&self, path: &[u8]) -> Option<&Buffer> {
        let path = real_path(Path::new(os_str(path))).ok()?;
        let relative = path.strip_prefix(os_str(&self.root)).ok()?;
        self.set.get(&relative_path(relative))
    }
}

/// Buffers below the directory of a listing.
#[derive(Clone, Debug)]
pub(super) struct DirBuffers {
    open: Arc<OpenBuffers>,
    /// Length of the directory's path relative to the workspace's root, with a trailing `/`.
    prefix: usize,
    range: Range<usize>,
}

impl DirBuffers {
    /// Returns the buffers below the subdirectory `name`.
    pub(super) fn child(&self, name: &[u8]) -> DirBuffers {
        DirBuffers {
            open: self.open.clone(),
            prefix: self.prefix + name.len() + 1,
            range: self.below(name),
        }
    }

    /// Returns the buffer of the entry `name`, which may be a relative path. If links are followed,
    /// `follows` is the entry's absolute path.
    pub(super) fn find(&self, name: &[u8], follows: Option<&[u8]>) -> Option<&Buffer> {
        let buffers = self.buffers();
        let at = buffers.binary_search_by(|buffer| buffer.path[self.prefix..].cmp(name));
        match (at, follows) {
            (Ok(at), _) => Some(&buffers[at]),
            (Err(_), Some(path)) => self.open.resolved(path),
            (Err(_), None) => None,
        }
    }

    /// Whether the entry `name` is a directory that contains buffers.
    pub(super) fn has_below(&self, name: &[u8]) -> bool {
        !self.below(name).is_empty()
    }

    /// Returns the time of the directory of buffers at the entry `name`: its newest buffer's time.
    pub(super) fn dir_stat(&self, name: &[u8]) -> Option<FileStamp> {
        let below = &self.open.set.buffers[self.below(name)];
        let newest = below.iter().map(|buffer| buffer.modified).max()?;
        Some(FileStamp::virtual_entry(EntryKind::Dir, 0, newest))
    }

    /// Adds the buffers' entries to the names of a directory, replacing entries of the same name.
    pub(super) fn overlay(&self, listing: &mut Listing, names: &mut Names) {
        let mut missing: FxHashMap<&[u8], EntryKind> = FxHashMap::default();
        for buffer in self.buffers() {
            let rest = &buffer.path[self.prefix..];
            let (name, kind) = match memchr::memchr(b'/', rest) {
                Some(slash) => (&rest[..slash], EntryKind::Dir),
                None => (rest, EntryKind::File),
            };
            if name != b".git" {
                missing.insert(name, kind);
            }
        }
        if missing.is_empty() {
            return;
        }
        names.retain(|&(start, len, kind)| {
            let name = &listing.names[start as usize..][..usize::from(len)];
            match missing.get(name) {
                Some(wanted) if *wanted == kind => {
                    missing.remove(name);
                    true
                }
                wanted => wanted.is_none(),
            }
        });
        for (name, kind) in missing {
            let start = u32::try_from(listing.names.len());
            // A set does not contain longer paths.
            if let (Ok(start), Ok(len)) = (start, u16::try_from(name.len())) {
                listing.names.extend_from_slice(name);
                names.push((start, len, kind));
            }
        }
    }

    fn buffers(&self) -> &[Buffer] {
        &self.open.set.buffers[self.range.clone()]
    }

    fn below(&self, name: &[u8]) -> Range<usize> {
        let buffers = self.buffers();
        let start = self.range.start;
        let at = |last: u8| {
            let is_before = |buffer: &Buffer| {
                let edge = name.iter().chain(std::iter::once(&last));
                buffer.path[self.prefix..].iter().lt(edge)
            };
            start + buffers.partition_point(is_before)
        };
        at(b'/')..at(b'0')
    }
}

/// Returns the absolute path, with links resolved, of a file that need not exist.
///
/// # Errors
///
/// - `NotADirectory`: a component of the path is not a directory.
/// - `InvalidInput`: the path ends in a broken link, or has `..` after a directory that does not
///   exist.
/// - Any other system error except `NotFound`.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    let invalid = |message| io::Error::new(io::ErrorKind::InvalidInput, message);
    let mut components = path.components();
    let mut missing = Vec::new();
    loop {
        let above = components.as_path();
        let error = match real_path(above) {
            Ok(mut real) => {
                if !missing.is_empty() && !real.is_dir() {
                    return Err(io::ErrorKind::NotADirectory.into());
                }
                real.extend(missing.iter().rev());
                return Ok(real);
            }
            Err(error) => error,
        };
        if error.kind() != io::ErrorKind::NotFound {
            return Err(error);
        }
        if above.is_symlink() {
            return Err(invalid("a symbolic link whose target does not exist"));
        }
        match components.next_back() {
            Some(Component::Normal(name)) => missing.push(name),
            Some(Component::ParentDir) => {
                return Err(invalid("`..` behind a directory that does not exist"));
            }
            _ => return Err(error),
        }
    }
}

/// Returns an absolute path relative to `root` if that requires no disk access.
pub(crate) fn plain_key(root: &Path, given: &Path) -> Option<Vec<u8>> {
    let relative = given.strip_prefix(root).ok()?;
    let mut components = relative.components();
    let is_plain = components.all(|c| matches!(c, Component::Normal(_)));
    is_plain.then(|| relative_path(relative))
}

/// Returns the bytes of a relative path with `/` between components.
pub(crate) fn relative_path(path: &Path) -> Vec<u8> {
    let names: Vec<&[u8]> = path
        .components()
        .map(|component| component.as_os_str().as_encoded_bytes())
        .collect();
    names.join(&b'/')
}
