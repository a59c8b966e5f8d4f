//! Entries of a directory that are in scope.

use std::io;
use std::path::Path;
use std::sync::Arc;

use ransack_base::internal::{os_str, rel_path, skipped_path};
use ransack_base::{RelPath, SkipReason, SkippedPath};

use super::buffers::{Buffer, BufferDocument, DirBuffers};
use super::content::OpenFile;
use super::dir::Dir;
use super::file_stamp::{EntryKind, FileStamp};
use super::rules::Rules;
use super::view::View;
use super::walk::{Ancestor, Skips, is_broken_link, skip};
use crate::paths::{HiddenNames, real_path, with_final_slash};

/// Entries in scope of one open directory, or of a part of a file table, in path order. In a part
/// of a table, a name is a relative path.
#[derive(Debug)]
pub(crate) struct Listing {
    /// `None` if the directory exists only through open buffers.
    pub(super) dir: Option<Arc<Dir>>,
    pub(crate) root: u32,
    /// Absolute path with a trailing `/`.
    pub(super) path: Vec<u8>,
    /// Length of the prefix of `path` that leads to the root.
    pub(super) shown_from: usize,
    /// Text before the path relative to the root in results.
    pub(super) shown_prefix: Arc<[u8]>,
    /// Concatenated names of the entries.
    pub(super) names: Vec<u8>,
    pub(crate) entries: Vec<ListingEntry>,
    /// Number of names in the directory, in scope or not.
    pub(crate) names_seen: u64,
    /// Number of entries that only the ignore rules exclude.
    pub(crate) ignored: u64,
    pub(super) rules: Option<Arc<Rules>>,
    /// Whether `node_modules` directories are in scope.
    pub(super) node_modules: bool,
    pub(super) above: Option<Arc<Ancestor>>,
    pub(super) follow: bool,
    /// Hidden names on the path from the root, for a call that excludes them.
    pub(super) hidden: HiddenNames,
    /// Open buffers below the directory, if the call sees any.
    pub(super) buffers: Option<DirBuffers>,
    /// Table view that the entries come from.
    pub(super) view: Option<Arc<View>>,
    pub(crate) index_counts: IndexCounts,
    /// Whether the listing represents a root that is a file.
    pub(crate) is_root_file: bool,
}

/// Numbers of files in a part of a table, by what an index knows about them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IndexCounts {
    /// Files that do not match and are not in the listing.
    pub(crate) excluded: u64,
    /// Files that may match.
    pub(crate) candidates: u64,
    /// Candidates whose content the index does not know.
    pub(crate) unknown: u64,
}

/// One entry of a [`Listing`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListingEntry {
    pub(super) start: u32,
    pub(super) len: u16,
    pub(crate) role: EntryRole,
    /// Row in the table that the entry comes from.
    pub(crate) row: u32,
}

/// Role of an entry in a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryRole {
    /// An entry to examine.
    Item(EntryKind),
    /// A directory to walk. It sorts where its content sorts.
    Walk,
    /// An entry of a file table that no call may reach.
    Denied(EntryKind),
}

impl ListingEntry {
    pub(crate) fn is_walked(self) -> bool {
        self.role == EntryRole::Walk
    }
}

impl Listing {
    /// Creates an empty listing of the directory at `path`.
    pub(super) fn of(dir: impl Into<Option<Arc<Dir>>>, path: Vec<u8>) -> Listing {
        Listing {
            dir: dir.into(),
            root: 0,
            shown_from: path.len(),
            shown_prefix: Arc::default(),
            path,
            names: Vec::new(),
            entries: Vec::new(),
            names_seen: 0,
            ignored: 0,
            rules: None,
            node_modules: false,
            above: None,
            follow: false,
            hidden: HiddenNames::default(),
            index_counts: IndexCounts::default(),
            is_root_file: false,
            buffers: None,
            view: None,
        }
    }

    pub(crate) fn name(&self, entry: ListingEntry) -> &[u8] {
        &self.names[entry.start as usize..][..usize::from(entry.len)]
    }

    /// Returns the path of an entry as results show it.
    pub(crate) fn shown(&self, entry: ListingEntry) -> RelPath {
        let relative = &self.path[self.shown_from..];
        rel_path([&self.shown_prefix, relative, self.name(entry)].concat())
    }

    /// Returns the text before the path relative to the root in results.
    pub(crate) fn shown_prefix(&self) -> &[u8] {
        &self.shown_prefix
    }

    /// Writes the bytes of the path relative to the root to `to`.
    pub(crate) fn write_relative(&self, entry: ListingEntry, to: &mut Vec<u8>) {
        to.clear();
        to.extend_from_slice(&self.path[self.shown_from..]);
        to.extend_from_slice(self.name(entry));
    }

    /// Returns the path relative to the root as a sort key, in which a walked directory ends in
    /// `/`.
    pub(crate) fn sort_path(&self, entry: ListingEntry) -> Vec<u8> {
        let slash: &[u8] = if entry.is_walked() { b"/" } else { b"" };
        [&self.path[self.shown_from..], self.name(entry), slash].concat()
    }

    /// Returns the size and time of an entry, or of a link's target if `follow`.
    pub(crate) fn stat(&self, entry: ListingEntry, follow: bool) -> io::Result<FileStamp> {
        let name = self.name(entry);
        if let Some(buffer) = self.buffer(entry, follow) {
            return Ok(buffer.stat());
        }
        let is_dir = entry.role == EntryRole::Item(EntryKind::Dir);
        // A link on disk does not replace buffers.
        let follow = follow && !(is_dir && self.has_buffers_below(entry));
        let found = self
            .disk()
            .and_then(|dir| dir.stat(name, &self.path_to_open(entry), follow));
        match &self.buffers {
            Some(buffers) if is_dir && !found.as_ref().is_ok_and(|s| s.kind == EntryKind::Dir) => {
                buffers.dir_stat(name).map_or(found, Ok)
            }
            _ => found,
        }
    }

    /// Whether the symbolic link at this path, relative to the listing, leads to a directory. A
    /// target that cannot be examined is reported and does not count.
    pub(super) fn leads_to_dir(&self, name: &[u8], skips: &mut Skips) -> bool {
        let path = [&self.path[..], name].concat();
        match self.disk().and_then(|dir| dir.link_target(name, &path)) {
            Ok(target) => target == EntryKind::Dir,
            Err(error) => {
                if !is_broken_link(&error) {
                    let detail = Some(error.to_string());
                    let shown = [&self.shown_prefix, &path[self.shown_from..]].concat();
                    skips.push(skip(SkipReason::Unreadable, self.root, &shown, detail));
                }
                false
            }
        }
    }

    /// Opens a file of the listing, or its buffer, for reading.
    pub(crate) fn open(&self, entry: ListingEntry) -> io::Result<OpenFile> {
        if let Some(buffer) = self.buffer(entry, self.follow) {
            return Ok(OpenFile::from(buffer));
        }
        let dir = self.disk()?;
        let file = dir.open_file(self.name(entry), &self.path_to_open(entry), self.follow)?;
        Ok(OpenFile::from(file))
    }

    /// Returns the open buffer that replaces an entry, or a link's target if `follow`.
    fn buffer(&self, entry: ListingEntry, follow: bool) -> Option<&Buffer> {
        let buffers = self.buffers.as_ref()?;
        let is_link = self.follow || entry.role == EntryRole::Item(EntryKind::Symlink);
        let path = (follow && is_link).then(|| self.path_of(entry));
        buffers.find(self.name(entry), path.as_deref())
    }

    /// Returns the path, relative to the workspace's root, of the buffer that replaces a file.
    pub(crate) fn buffer_path(&self, entry: ListingEntry) -> Option<Arc<[u8]>> {
        let buffer = self.buffer(entry, self.follow)?;
        Some(buffer.path.clone())
    }

    /// Returns the editor's document of the buffer that replaces a file.
    pub(crate) fn buffer_document(&self, entry: ListingEntry) -> Option<BufferDocument> {
        let buffer = self.buffer(entry, self.follow)?;
        Some(BufferDocument {
            path: buffer.given.clone(),
            version: buffer.version,
        })
    }

    /// Whether the entry is a directory that holds buffers.
    pub(super) fn has_buffers_below(&self, entry: ListingEntry) -> bool {
        let name = self.name(entry);
        self.buffers.as_ref().is_some_and(|b| b.has_below(name))
    }

    /// Returns the directory on disk.
    ///
    /// # Errors
    ///
    /// Returns `NotFound` if the directory exists only through open buffers.
    pub(super) fn disk(&self) -> io::Result<&Arc<Dir>> {
        self.dir.as_ref().ok_or(io::ErrorKind::NotFound.into())
    }

    /// Whether reading a file of the listing ends inside a page only at the end of the file. Link
    /// targets may lie in any file system.
    pub(crate) fn reads_whole_pages(&self) -> bool {
        let is_here = self.view.as_ref().is_none_or(|view| view.is_on_one_disk);
        is_here && !self.follow && self.disk().is_ok_and(|dir| dir.reads_whole_pages())
    }

    /// Returns the entry's absolute path on platforms where [`Dir`] needs it.
    fn path_to_open(&self, entry: ListingEntry) -> Vec<u8> {
        if Dir::USES_PATHS {
            self.path_of(entry)
        } else {
            Vec::new()
        }
    }

    pub(crate) fn skip(
        &self,
        entry: ListingEntry,
        reason: SkipReason,
        detail: Option<String>,
    ) -> (SkipReason, SkippedPath) {
        (reason, skipped_path(self.root, self.shown(entry), detail))
    }

    /// Returns the path of the directory with links resolved and a trailing `/`.
    pub(super) fn real_path(&self) -> Vec<u8> {
        // Without followed links, the path has none.
        let real = self
            .follow
            .then(|| real_path(Path::new(os_str(&self.path))));
        match real {
            Some(Ok(real)) => with_final_slash(real.as_os_str()),
            _ => self.path.clone(),
        }
    }

    /// Returns the absolute path of an entry.
    pub(crate) fn path_of(&self, entry: ListingEntry) -> Vec<u8> {
        [&self.path[..], self.name(entry)].concat()
    }
}

/// Returns the sort key of an entry. A walked directory sorts as its name followed by `/`, which is
/// where its content sorts.
pub(super) fn sort_key<'a>(names: &'a [u8], entry: &ListingEntry) -> SortKey<'a> {
    let name = &names[entry.start as usize..][..usize::from(entry.len)];
    SortKey {
        name,
        is_walked: entry.is_walked(),
    }
}

#[derive(PartialEq, Eq)]
pub(super) struct SortKey<'a> {
    name: &'a [u8],
    is_walked: bool,
}

impl Ord for SortKey<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let common = self.name.len().min(other.name.len());
        self.name[..common]
            .cmp(&other.name[..common])
            .then_with(|| {
                let next = |key: &Self| match key.name.get(common) {
                    Some(&byte) => Some(byte),
                    None if key.is_walked => Some(b'/'),
                    None => None,
                };
                next(self).cmp(&next(other))
            })
    }
}

impl PartialOrd for SortKey<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
