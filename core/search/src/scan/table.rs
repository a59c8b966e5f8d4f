//! Cached file table of a workspace.
//!
//! Invariants: a table never changes; rows are in path order; a directory's
//! number is smaller than the numbers of the directories below it; numbers are
//! not reused.
//!
//! A table holds names and kinds, which change only through their directory. It
//! holds no sizes and times: a write through another hard link, a descriptor or
//! a memory map changes them without an event in the directory.

mod overlay;
mod update;

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::file_stamp::FileStamp;
use super::folders::Folders;
use super::gitignore::Verdict;
use super::listing::EntryRole;
use super::rules::{IgnoreFiles, Rules};

/// Entries below a root in path order, with all paths in one arena and the
/// decisions of the ignore rules. An [`Update`] builds the next table.
///
/// Directories that a search with default options does not enter, and
/// directories that could not be listed, have a row but no content. Calls walk
/// them, so they are never stale.
#[derive(Debug, Default)]
pub(crate) struct FileTable {
    /// Absolute path with a trailing `/`.
    root: Vec<u8>,
    folders: Arc<Folders>,
    /// Concatenated paths of the rows.
    paths: Vec<u8>,
    rows: Vec<TableRow>,
    /// Shared with the previous table if an update affects only files.
    dirs: Arc<Dirs>,
    /// Indexed by directory number.
    spans: Vec<RowSpan>,
}

/// The directories of a table.
#[derive(Debug, Default)]
struct Dirs {
    /// Indexed by directory number, parents first.
    all: Vec<TableDir>,
    /// Numbers of the listed directories by relative path.
    by_path: FxHashMap<Arc<[u8]>, u32>,
}

/// Range of rows with the entries of one directory. Entries of deeper
/// directories lie in between.
#[derive(Clone, Copy, Debug, Default)]
struct RowSpan {
    first: u32,
    count: u32,
}

/// An entry of the table: the position of its relative path in the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableRow {
    start: u32,
    len: u16,
    /// Role of the entry. A directory without content has a second row with
    /// [`EntryRole::Walk`] and a trailing `/`, where its content would sort.
    pub(crate) role: EntryRole,
    pub(crate) verdict: Option<Verdict>,
    /// Number of the parent directory.
    pub(crate) dir: u32,
}

/// A directory of the table.
#[derive(Clone, Debug)]
pub(crate) struct TableDir {
    /// Path relative to the root, without a trailing `/`.
    pub(crate) path: Arc<[u8]>,
    pub(crate) parent: u32,
    /// Decision of its parent's ignore rules.
    pub(crate) verdict: Option<Verdict>,
    /// `None` if the directory vanished or could not be listed.
    pub(crate) state: Option<DirState>,
}

/// State of a directory when it was listed.
#[derive(Clone, Debug)]
pub(crate) struct DirState {
    /// Rules in force in the directory.
    pub(crate) rules: Option<Arc<Rules>>,
    pub(crate) ignore_files: IgnoreFiles,
    /// Version of the directory; `None` if a change could leave the stamp
    /// unchanged.
    pub(crate) stamp: Option<FileStamp>,
    /// Watch descriptor.
    pub(crate) watch: Option<i32>,
    /// Whether the directory is on another file system than the root.
    pub(crate) is_mount: bool,
}

/// A directory that was just listed.
#[derive(Clone, Debug)]
pub(crate) struct ListedDir {
    pub(crate) id: u32,
    pub(crate) dir: TableDir,
    pub(crate) names: Vec<u8>,
    /// Rows of the names in `names`; two rows for a directory without content.
    pub(crate) rows: Vec<TableRow>,
    /// Subdirectories that the table already lists.
    pub(crate) kept: Vec<u32>,
    /// Watch descriptor, even if listing the directory failed.
    pub(crate) watch: Option<i32>,
}

/// Changes since a table was built.
#[derive(Debug, Default)]
pub(crate) struct Update {
    /// Directories that vanished or are listed again under another number,
    /// including everything below them.
    pub(crate) dropped: FxHashSet<u32>,
    pub(crate) listed: Vec<ListedDir>,
    /// Probed names in directories that were not listed again.
    pub(crate) seen: Vec<SeenNames>,
}

/// Probed non-directory names of one directory.
#[derive(Debug)]
pub(crate) struct SeenNames {
    pub(crate) dir: u32,
    pub(crate) names: Vec<u8>,
    /// Rows of the names in `names`, in path order.
    pub(crate) rows: Vec<SeenRow>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenRow {
    pub(crate) row: TableRow,
    pub(crate) presence: Presence,
    pub(crate) position: RowPosition,
}

/// Whether the entry of a row exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Exists,
    Gone,
}

/// Position of a path among the rows of a table: `Ok` with its row, or `Err`
/// with the row where it would be inserted.
pub(crate) type RowPosition = Result<usize, usize>;

impl ListedDir {
    /// Creates an entry without a listing.
    pub(crate) fn new(id: u32, dir: TableDir) -> ListedDir {
        ListedDir {
            id,
            dir,
            names: Vec::new(),
            rows: Vec::new(),
            kept: Vec::new(),
            watch: None,
        }
    }
}

impl TableRow {
    pub(crate) fn new(start: u32, len: u16, role: EntryRole, verdict: Option<Verdict>) -> TableRow {
        TableRow {
            start,
            len,
            role,
            verdict,
            dir: 0,
        }
    }

    fn range(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + usize::from(self.len)
    }
}

impl FileTable {
    /// Creates a table without entries, limited to these folders.
    pub(crate) fn empty(root: Vec<u8>, folders: Arc<Folders>) -> FileTable {
        FileTable {
            root,
            folders,
            ..FileTable::default()
        }
    }

    /// Returns a table without entries for the same directory.
    pub(crate) fn emptied(&self) -> FileTable {
        FileTable::empty(self.root.clone(), self.folders.clone())
    }

    /// Directories to which the table is limited.
    pub(super) fn folders(&self) -> &Folders {
        &self.folders
    }

    pub(crate) fn root(&self) -> &[u8] {
        &self.root
    }

    pub(crate) fn dirs(&self) -> &[TableDir] {
        &self.dirs.all
    }

    /// Whether all listed directories are on the root's file system.
    pub(crate) fn is_on_one_disk(&self) -> bool {
        let states = self.dirs().iter().filter_map(|dir| dir.state.as_ref());
        !states.into_iter().any(|state| state.is_mount)
    }

    /// Returns the number of a listed directory by its relative path.
    pub(crate) fn dir_at(&self, path: &[u8]) -> Option<u32> {
        self.dirs.by_path.get(path).copied()
    }

    /// Returns the number of a listed directory by its absolute path with a
    /// trailing `/`.
    pub(crate) fn find(&self, path: &[u8]) -> Option<u32> {
        let path = path.strip_prefix(&self.root[..])?;
        self.dir_at(path.strip_suffix(b"/").unwrap_or(path))
    }

    /// Returns the rows of everything below a directory.
    pub(crate) fn below(&self, dir: u32) -> Range<usize> {
        let path = &self.dirs()[dir as usize].path;
        if path.is_empty() {
            return 0..self.rows.len();
        }
        // `0` is the byte after `/`.
        let at = |last: u8| {
            let edge = [path, &[last][..]].concat();
            self.rows.partition_point(|row| self.path(row) < &edge[..])
        };
        at(b'/')..at(b'0')
    }

    pub(crate) fn rows(&self, range: Range<usize>) -> &[TableRow] {
        &self.rows[range]
    }

    pub(crate) fn path(&self, row: &TableRow) -> &[u8] {
        &self.paths[row.range()]
    }

    /// Returns the length of the path of a row's directory with a trailing `/`.
    pub(crate) fn name_start(&self, row: &TableRow) -> usize {
        match self.dirs()[row.dir as usize].path.len() {
            0 => 0,
            len => len + 1,
        }
    }

    /// Returns the first row of a directory, if it has any.
    pub(crate) fn first_of(&self, dir: u32) -> usize {
        self.span(dir).first as usize
    }

    /// Returns the number of rows of a directory.
    pub(crate) fn count_of(&self, dir: u32) -> usize {
        self.span(dir).count as usize
    }

    fn span(&self, dir: u32) -> RowSpan {
        self.spans.get(dir as usize).copied().unwrap_or_default()
    }

    /// Finds the row of a path. Takes `O(log d)` for a distance of `d` rows
    /// from `near`.
    pub(crate) fn search(&self, near: usize, path: &[u8]) -> RowPosition {
        let is_before = |at: usize| self.path(&self.rows[at]) < path;
        let len = self.rows.len();
        let mut low = near.min(len);
        let mut high = low;
        let mut step = 1;
        if low < len && is_before(low) {
            while low + step <= len && is_before(low + step - 1) {
                low += step;
                step *= 2;
            }
            high = len.min(low + step);
        } else {
            while step <= high && !is_before(high - step) {
                high -= step;
                step *= 2;
            }
            low = high.saturating_sub(step);
        }
        let at = low + self.rows[low..high].partition_point(|row| self.path(row) < path);
        match self.rows.get(at) {
            Some(row) if self.path(row) == path => Ok(at),
            _ => Err(at),
        }
    }

    /// Returns the number of rows.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of files, directories and links.
    pub(crate) fn len(&self) -> usize {
        let is_item = |row: &&TableRow| row.role != EntryRole::Walk;
        self.rows.iter().filter(is_item).count()
    }

    /// Returns the size of the table in bytes, excluding the ignore rules.
    pub(crate) fn bytes(&self) -> usize {
        let dirs = &self.dirs;
        let paths = dirs
            .all
            .iter()
            .map(|d| d.path.len() + 2 * size_of::<usize>());
        self.paths.capacity()
            + self.rows.capacity() * size_of::<TableRow>()
            + self.spans.capacity() * size_of::<RowSpan>()
            + dirs.all.capacity() * size_of::<TableDir>()
            + paths.sum::<usize>()
            + dirs.by_path.capacity() * (size_of::<(Arc<[u8]>, u32)>() + 1)
    }
}

#[cfg(test)]
mod tests;
