mod update;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use super::dir::{EntryKind, Stamp, Stat};
use super::gitignore::Verdict;
use super::listing::Role;
use super::rules::{IgnoreFiles, Rules};

/// What is below a root, as it was listed: every path in one arena, in path
/// order, and what the ignore rules say of it. It never changes; an
/// [`Update`] makes another.
///
/// Directories that a search with default options would not enter are named
/// and not listed, and so are those that could not be. Whoever wants them walks
/// them, so they are never out of date.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Absolute path with a final `/`.
    root: Vec<u8>,
    /// The paths of the rows, one after the other, without anything between.
    paths: Vec<u8>,
    rows: Vec<Row>,
    /// Size and time of each row, in the same order.
    stats: Vec<RowStat>,
    /// The same as before an update that has to do with files only.
    dirs: Arc<Dirs>,
    /// By number of directory.
    spans: Vec<Span>,
}

/// The directories of a table.
#[derive(Debug, Default)]
struct Dirs {
    /// Parents come before what is in them; numbers are not used again.
    all: Vec<TableDir>,
    /// Those that are listed.
    by_path: FxHashMap<Arc<[u8]>, u32>,
}

/// Where the rows of a directory are: not those of what is below, which come
/// between them.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    first: u32,
    count: u32,
}

/// An entry of the table: where its path is, relative to the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    start: u32,
    len: u16,
    /// A directory that is not listed here has a second row, with
    /// [`Role::Walk`] and a `/` after its name, where its content would be.
    pub(crate) role: Role,
    pub(crate) verdict: Option<Verdict>,
    /// The number of the directory that it is in.
    pub(crate) dir: u32,
}

/// What a listing told of a file's size and time, until that is known to be
/// out of date.
#[derive(Debug)]
pub(crate) struct RowStat {
    size: u64,
    mtime_ms: AtomicI64,
}

/// Stands for a time that is not known.
const UNKNOWN: i64 = i64::MIN;

impl RowStat {
    pub(crate) fn new(stat: Option<Stat>) -> RowStat {
        let stat = stat.filter(|stat| stat.kind == EntryKind::File);
        RowStat {
            size: stat.map_or(0, |stat| stat.size),
            mtime_ms: AtomicI64::new(stat.map_or(UNKNOWN, |stat| stat.mtime_ms)),
        }
    }

    fn get(&self) -> Option<Stat> {
        let mtime_ms = self.mtime_ms.load(Ordering::Relaxed);
        (mtime_ms != UNKNOWN).then_some(Stat {
            kind: EntryKind::File,
            size: self.size,
            mtime_ms,
        })
    }
}

impl Clone for RowStat {
    fn clone(&self) -> RowStat {
        RowStat {
            size: self.size,
            mtime_ms: AtomicI64::new(self.mtime_ms.load(Ordering::Relaxed)),
        }
    }
}

/// A directory of the table.
#[derive(Clone, Debug)]
pub(crate) struct TableDir {
    /// Relative to the root, without a final `/`.
    pub(crate) path: Arc<[u8]>,
    pub(crate) parent: u32,
    /// What the rules of its parent say of it.
    pub(crate) verdict: Option<Verdict>,
    /// `None` once it is gone, or where it could not be listed.
    pub(crate) state: Option<DirState>,
}

/// What was found when a directory was listed.
#[derive(Clone, Debug)]
pub(crate) struct DirState {
    /// The rules in force in it.
    pub(crate) rules: Option<Arc<Rules>>,
    pub(crate) ignore_files: IgnoreFiles,
    /// What would be another after a change; `None` if it could be the same.
    pub(crate) stamp: Option<Stamp>,
    /// What the watcher knows it by.
    pub(crate) watch: Option<i32>,
    /// Whether it is on another file system than the root.
    pub(crate) is_mount: bool,
}

/// One directory, just listed.
#[derive(Clone, Debug)]
pub(crate) struct ListedDir {
    pub(crate) id: u32,
    pub(crate) dir: TableDir,
    pub(crate) names: Vec<u8>,
    /// Names in `names` and, of what is not listed further, a second row.
    pub(crate) rows: Vec<(Row, RowStat)>,
    /// The directories in it that the table has already.
    pub(crate) kept: Vec<u32>,
    /// What the watcher knows it by, listed or not.
    pub(crate) watch: Option<i32>,
}

/// What has changed since a table was made.
#[derive(Debug, Default)]
pub(crate) struct Update {
    /// Directories that are gone, or listed again under another number, with
    /// all that is below them.
    pub(crate) dropped: FxHashSet<u32>,
    pub(crate) listed: Vec<ListedDir>,
    /// Single names in directories that are not listed anew.
    pub(crate) seen: Vec<SeenNames>,
}

/// What is at some names of a directory, where anything but directories was or
/// is.
#[derive(Debug)]
pub(crate) struct SeenNames {
    pub(crate) dir: u32,
    pub(crate) names: Vec<u8>,
    /// Names in `names`, in order.
    pub(crate) rows: Vec<SeenRow>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenRow {
    pub(crate) row: Row,
    pub(crate) presence: Presence,
    pub(crate) place: Place,
}

/// Whether a row of an update is to be in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    There,
    Gone,
}

/// Where a path is among the rows of a table, or would be: as a binary search
/// tells it.
pub(crate) type Place = Result<usize, usize>;

impl ListedDir {
    /// One of which nothing is known yet.
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

impl Row {
    pub(crate) fn new(start: u32, len: u16, role: Role, verdict: Option<Verdict>) -> Row {
        Row {
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

impl Table {
    pub(crate) fn empty(root: Vec<u8>) -> Table {
        Table {
            root,
            ..Table::default()
        }
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

    /// The number of a listed directory, by its path from the root.
    pub(crate) fn dir_at(&self, path: &[u8]) -> Option<u32> {
        self.dirs.by_path.get(path).copied()
    }

    /// The number of a listed directory, by its absolute path with a final `/`.
    pub(crate) fn find(&self, path: &[u8]) -> Option<u32> {
        let path = path.strip_prefix(&self.root[..])?;
        self.dir_at(path.strip_suffix(b"/").unwrap_or(path))
    }

    /// The rows of what is below a directory.
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

    pub(crate) fn rows(&self, range: Range<usize>) -> &[Row] {
        &self.rows[range]
    }

    pub(crate) fn path(&self, row: &Row) -> &[u8] {
        &self.paths[row.range()]
    }

    /// Size and time of a file, if they are known.
    pub(crate) fn stat(&self, row: u32) -> Option<Stat> {
        self.stats[row as usize].get()
    }

    /// Notes that size and time of what is at this path in a directory are not
    /// known any more. All else in the table stays true.
    pub(crate) fn forget_stat(&self, dir: u32, path: &[u8]) {
        if let Ok(at) = self.search(self.first_of(dir), path) {
            self.stats[at].mtime_ms.store(UNKNOWN, Ordering::Relaxed);
        }
    }

    /// Where the rows of a directory begin, if it has any.
    pub(crate) fn first_of(&self, dir: u32) -> usize {
        self.span(dir).first as usize
    }

    /// How many rows a directory has.
    pub(crate) fn count_of(&self, dir: u32) -> usize {
        self.span(dir).count as usize
    }

    fn span(&self, dir: u32) -> Span {
        self.spans.get(dir as usize).copied().unwrap_or_default()
    }

    /// Finds a path from a row on that may be anywhere; the nearer, the faster.
    pub(crate) fn search(&self, near: usize, path: &[u8]) -> Place {
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

    /// How many files, directories and links there are.
    pub(crate) fn len(&self) -> usize {
        let is_item = |row: &&Row| row.role != Role::Walk;
        self.rows.iter().filter(is_item).count()
    }

    /// How many bytes the table takes, its rules aside.
    pub(crate) fn bytes(&self) -> usize {
        let dirs = &self.dirs;
        let paths = dirs
            .all
            .iter()
            .map(|d| d.path.len() + 2 * size_of::<usize>());
        self.paths.capacity()
            + self.rows.capacity() * size_of::<Row>()
            + self.stats.capacity() * size_of::<RowStat>()
            + self.spans.capacity() * size_of::<Span>()
            + dirs.all.capacity() * size_of::<TableDir>()
            + paths.sum::<usize>()
            + dirs.by_path.capacity() * (size_of::<(Arc<[u8]>, u32)>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_path_is_found_from_anywhere(
            paths in proptest::collection::btree_set("[ab/]{1,5}", 0..64),
            near in 0..80_usize,
            path in "[ab/]{0,5}",
        ) {
            let table = table(&paths);
            let sorted: Vec<&String> = paths.iter().collect();
            let expected = sorted.binary_search(&&path);
            prop_assert_eq!(table.search(near, path.as_bytes()), expected);
        }
    }

    fn table(paths: &BTreeSet<String>) -> Table {
        let mut table = Table::empty(b"/".to_vec());
        for path in paths {
            let start = table.paths.len() as u32;
            let role = Role::Item(EntryKind::File);
            table.paths.extend_from_slice(path.as_bytes());
            table
                .rows
                .push(Row::new(start, path.len() as u16, role, None));
        }
        table
    }
}
