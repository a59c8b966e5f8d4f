use std::io;
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
    /// Parents come before what is in them; numbers are not used again.
    dirs: Vec<TableDir>,
    /// The directories that are listed.
    by_path: FxHashMap<Arc<[u8]>, u32>,
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
    /// Names in `names`.
    pub(crate) rows: Vec<(Row, Presence)>,
}

/// Whether a row of an update is to be in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    There,
    Gone,
}

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
        &self.dirs
    }

    /// Whether all listed directories are on the root's file system.
    pub(crate) fn is_on_one_disk(&self) -> bool {
        let states = self.dirs.iter().filter_map(|dir| dir.state.as_ref());
        !states.into_iter().any(|state| state.is_mount)
    }

    /// The number of a listed directory, by its path from the root.
    pub(crate) fn dir_at(&self, path: &[u8]) -> Option<u32> {
        self.by_path.get(path).copied()
    }

    /// The number of a listed directory, by its absolute path with a final `/`.
    pub(crate) fn find(&self, path: &[u8]) -> Option<u32> {
        let path = path.strip_prefix(&self.root[..])?;
        self.dir_at(path.strip_suffix(b"/").unwrap_or(path))
    }

    /// The rows of what is below a directory.
    pub(crate) fn below(&self, dir: u32) -> Range<usize> {
        let path = &self.dirs[dir as usize].path;
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

    /// Notes that size and time of what is at this path are not known any
    /// more. All else in the table stays true.
    pub(crate) fn forget_stat(&self, path: &[u8]) {
        if let Ok(at) = self.rows.binary_search_by(|row| self.path(row).cmp(path)) {
            self.stats[at].mtime_ms.store(UNKNOWN, Ordering::Relaxed);
        }
    }

    /// How many files, directories and links there are.
    pub(crate) fn len(&self) -> usize {
        let is_item = |row: &&Row| row.role != Role::Walk;
        self.rows.iter().filter(is_item).count()
    }

    /// How many bytes the table takes, its rules aside.
    pub(crate) fn bytes(&self) -> usize {
        let dirs = self
            .dirs
            .iter()
            .map(|d| d.path.len() + 2 * size_of::<usize>());
        self.paths.capacity()
            + self.rows.capacity() * size_of::<Row>()
            + self.stats.capacity() * size_of::<RowStat>()
            + self.dirs.capacity() * size_of::<TableDir>()
            + dirs.sum::<usize>()
            + self.by_path.capacity() * (size_of::<(Arc<[u8]>, u32)>() + 1)
    }

    /// The table after an update, and what the watcher need not know any more.
    pub(crate) fn updated(&self, update: Update) -> io::Result<(Table, Vec<(u32, i32)>)> {
        let Update {
            dropped,
            mut listed,
            seen,
        } = update;
        // Where a directory was listed, by its number.
        let mut news: FxHashMap<u32, usize> = FxHashMap::default();
        let mut kept: FxHashSet<u32> = FxHashSet::default();
        for (at, dir) in listed.iter().enumerate() {
            news.insert(dir.id, at);
            kept.extend(&dir.kept);
        }
        let count = self
            .dirs
            .len()
            .max(listed.iter().map(|l| l.id as usize + 1).max().unwrap_or(0));
        let mut dirs = Vec::with_capacity(count);
        let mut unwatched = Vec::new();
        let mut unlisted = Vec::new();
        let mut is_listed_anew = vec![false; count];
        for id in 0..count as u32 {
            let old = self.dirs.get(id as usize);
            let new = news.get(&id).map(|&at| &listed[at]);
            let Some(mut dir) = new.map(|n| &n.dir).or(old).cloned() else {
                // A number that was given out and not used.
                dirs.push(TableDir::nowhere());
                continue;
            };
            let watch = new
                .and_then(|n| n.watch)
                .or_else(|| old?.state.as_ref()?.watch);
            let is_root = id == 0;
            let parent = dirs.get(dir.parent as usize);
            let is_below_gone = !is_root && parent.is_none_or(|p: &TableDir| p.state.is_none());
            let is_missed = !is_root
                && old.is_some()
                && is_listed_anew.get(dir.parent as usize) == Some(&true)
                && !kept.contains(&id);
            if is_below_gone || is_missed || dropped.contains(&id) {
                unwatched.extend(watch.map(|w| (id, w)));
                dir = TableDir::nowhere();
            } else if new.is_some() {
                is_listed_anew[id as usize] = dir.state.is_some();
                if dir.state.is_none() {
                    unwatched.extend(watch.map(|w| (id, w)));
                    unlisted.push(id);
                }
            }
            dirs.push(dir);
        }
        // A directory that could not be listed has a row in its parent's name.
        for id in unlisted {
            let dir = &dirs[id as usize];
            let name = [&dir.path[..], b"/"].concat();
            if let (Some(&at), Ok(len)) = (news.get(&id), u16::try_from(name.len())) {
                let mut row = Row::new(0, len, Role::Walk, dir.verdict);
                row.dir = dir.parent;
                let marker = &mut listed[at];
                marker.names = name;
                marker.rows = vec![(row, RowStat::new(None))];
            }
        }
        let stays: Vec<bool> = (dirs.iter().zip(&is_listed_anew))
            .map(|(dir, is_listed_anew)| dir.state.is_some() && !is_listed_anew)
            .collect();
        let runs = self.runs(|row| stays[row.dir as usize]);
        let fresh = Fresh::new(&listed, &seen, &dirs)?;
        let old_rows: usize = runs.iter().map(Range::len).sum();
        let old_bytes: usize = runs.iter().map(|run| self.bytes_of(run).len()).sum();
        if u32::try_from(old_bytes + fresh.paths.len()).is_err() {
            return Err(too_many());
        }
        let mut table = Table {
            root: self.root.clone(),
            paths: Vec::with_capacity(old_bytes + fresh.paths.len()),
            rows: Vec::with_capacity(old_rows + fresh.rows.len()),
            stats: Vec::with_capacity(old_rows + fresh.rows.len()),
            by_path: dirs
                .iter()
                .zip(0..)
                .filter(|(dir, _)| dir.state.is_some())
                .map(|(dir, id)| (dir.path.clone(), id))
                .collect(),
            dirs: Vec::new(),
        };
        let mut new_rows = fresh.rows.iter().peekable();
        for run in runs {
            let mut at = run.start;
            while let Some(new) = new_rows.peek() {
                let path = fresh.path(&new.row);
                let next = self.seek(at..run.end, path);
                table.copy(self, at..next);
                at = next;
                if at == run.end {
                    break;
                }
                if self.path(&self.rows[at]) == path {
                    at += 1;
                }
                table.push(path, new);
                new_rows.next();
            }
            table.copy(self, at..run.end);
        }
        for new in new_rows {
            table.push(fresh.path(&new.row), new);
        }
        table.dirs = dirs;
        Ok((table, unwatched))
    }

    /// The longest ranges of rows that `stay`.
    fn runs(&self, stay: impl Fn(&Row) -> bool) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            if stay(row) {
                match runs.last_mut() {
                    Some(run) if run.end == at => run.end += 1,
                    _ => runs.push(at..at + 1),
                }
            }
        }
        runs
    }

    /// The first row of a range whose path is not before this one. Rows near
    /// the start are found fastest.
    fn seek(&self, range: Range<usize>, path: &[u8]) -> usize {
        let mut start = range.start;
        let mut step = 1;
        while start + step <= range.end && self.path(&self.rows[start + step - 1]) < path {
            start += step;
            step *= 2;
        }
        let near = start..range.end.min(start + step);
        start + self.rows[near].partition_point(|row| self.path(row) < path)
    }

    /// Where in the arena the paths of these rows are.
    fn bytes_of(&self, rows: &Range<usize>) -> Range<usize> {
        match &self.rows[rows.clone()] {
            [] => 0..0,
            [first, .., last] => first.range().start..last.range().end,
            [only] => only.range(),
        }
    }

    fn copy(&mut self, from: &Table, rows: Range<usize>) {
        let bytes = from.bytes_of(&rows);
        let shift = (self.paths.len() as u32).wrapping_sub(bytes.start as u32);
        self.paths.extend_from_slice(&from.paths[bytes]);
        let moved = |row: &Row| Row {
            start: row.start.wrapping_add(shift),
            ..*row
        };
        self.rows.extend(from.rows[rows.clone()].iter().map(moved));
        self.stats.extend_from_slice(&from.stats[rows]);
    }

    fn push(&mut self, path: &[u8], new: &FreshRow) {
        if new.presence == Presence::There {
            let start = self.paths.len() as u32;
            self.paths.extend_from_slice(path);
            self.rows.push(Row { start, ..new.row });
            self.stats.push(new.stat.clone());
        }
    }
}

/// The rows of an update in path order, with their whole paths.
#[derive(Default)]
struct Fresh {
    paths: Vec<u8>,
    rows: Vec<FreshRow>,
}

struct FreshRow {
    row: Row,
    stat: RowStat,
    presence: Presence,
}

impl Fresh {
    fn new(listed: &[ListedDir], seen: &[SeenNames], dirs: &[TableDir]) -> io::Result<Fresh> {
        let mut fresh = Fresh::default();
        let count = listed.iter().map(|l| l.rows.len()).sum::<usize>()
            + seen.iter().map(|s| s.rows.len()).sum::<usize>();
        fresh.rows.reserve(count);
        for listed in listed {
            let dir = &dirs[listed.id as usize];
            let is_listed = dir.state.is_some();
            // Not listed after all, and then its one row is a whole path; or
            // gone again.
            if !is_listed && dir.path.is_empty() {
                continue;
            }
            for (row, stat) in &listed.rows {
                let name = &listed.names[row.range()];
                let (above, of) = match is_listed {
                    true => (&dir.path[..], listed.id),
                    false => (&b""[..], row.dir),
                };
                let row = Row { dir: of, ..*row };
                fresh.push(above, name, row, stat.clone(), Presence::There)?;
            }
        }
        for seen in seen {
            let dir = &dirs[seen.dir as usize];
            if dir.state.is_none() {
                continue;
            }
            for (row, presence) in &seen.rows {
                let name = &seen.names[row.range()];
                let row = Row {
                    dir: seen.dir,
                    ..*row
                };
                fresh.push(&dir.path, name, row, RowStat::new(None), *presence)?;
            }
        }
        // Stable, because directories come in as runs that are in order.
        let Fresh { paths, rows } = &mut fresh;
        rows.sort_by(|a, b| paths[a.row.range()].cmp(&paths[b.row.range()]));
        Ok(fresh)
    }

    /// Adds the row of a name in the directory `above`.
    fn push(
        &mut self,
        above: &[u8],
        name: &[u8],
        row: Row,
        stat: RowStat,
        presence: Presence,
    ) -> io::Result<()> {
        let start = self.paths.len();
        self.paths.extend_from_slice(above);
        if !above.is_empty() {
            self.paths.push(b'/');
        }
        self.paths.extend_from_slice(name);
        let row = Row {
            start: u32::try_from(start).map_err(|_| too_many())?,
            len: u16::try_from(self.paths.len() - start).map_err(|_| too_many())?,
            ..row
        };
        self.rows.push(FreshRow {
            row,
            stat,
            presence,
        });
        Ok(())
    }

    fn path(&self, row: &Row) -> &[u8] {
        &self.paths[row.range()]
    }
}

impl TableDir {
    fn nowhere() -> TableDir {
        TableDir {
            path: Arc::default(),
            parent: 0,
            verdict: None,
            state: None,
        }
    }
}

fn too_many() -> io::Error {
    io::Error::other("there are too many paths for a table")
}
