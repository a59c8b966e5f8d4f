//! Builds the next table from a table and its changes.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Dirs, FileTable, ListedDir, Presence, RowPosition, RowSpan, SeenNames, TableDir, TableRow,
    Update,
};
use crate::scan::listing::EntryRole;

impl FileTable {
    /// Returns the table after an update, and the watches that are no longer
    /// needed.
    ///
    /// # Errors
    ///
    /// Fails if the paths do not fit into a table (4 GiB).
    pub(crate) fn updated(&self, mut update: Update) -> io::Result<(FileTable, Vec<(u32, i32)>)> {
        let after = self.dirs_after(&mut update);
        let Update { listed, seen, .. } = update;
        let fresh = Fresh::new(self, &listed, &seen, &after.dirs.all)?;
        let bytes = self.paths.len() + fresh.paths.len();
        u32::try_from(bytes).map_err(|_| too_many())?;
        let rows = self.rows.len() + fresh.rows.len();
        let mut table = FileTable {
            root: self.root.clone(),
            folders: self.folders.clone(),
            paths: Vec::with_capacity(bytes),
            rows: Vec::with_capacity(rows),
            spans: Vec::new(),
            dirs: after.dirs,
        };
        let mut at = 0;
        for new in &fresh.rows {
            let (Ok(next) | Err(next)) = new.position;
            // False for a path that occurs twice.
            if at <= next {
                table.copy_staying(self, at..next, &after.stays);
                at = next + usize::from(new.position.is_ok());
            }
            table.push(fresh.path(&new.row), new);
        }
        table.copy_staying(self, at..self.rows.len(), &after.stays);
        table.spans = spans(&table.rows, table.dirs.all.len());
        Ok((table, after.unwatched))
    }

    /// Returns the directories after an update.
    fn dirs_after(&self, update: &mut Update) -> DirsAfter {
        let Update {
            dropped, listed, ..
        } = update;
        if dropped.is_empty() && listed.is_empty() {
            return DirsAfter {
                dirs: self.dirs.clone(),
                stays: Vec::new(),
                unwatched: Vec::new(),
            };
        }
        // Maps directory numbers to indexes in `listed`.
        let mut news: FxHashMap<u32, usize> = FxHashMap::default();
        let mut kept: FxHashSet<u32> = FxHashSet::default();
        for (at, dir) in listed.iter().enumerate() {
            news.insert(dir.id, at);
            kept.extend(&dir.kept);
        }
        let old_dirs = self.dirs();
        let count = old_dirs
            .len()
            .max(listed.iter().map(|l| l.id as usize + 1).max().unwrap_or(0));
        let mut dirs = Vec::with_capacity(count);
        let mut unwatched = Vec::new();
        let mut unlisted = Vec::new();
        let mut is_relisted = vec![false; count];
        for id in 0..count as u32 {
            let old = old_dirs.get(id as usize);
            let new = news.get(&id).map(|&at| &listed[at]);
            let Some(mut dir) = new.map(|n| &n.dir).or(old).cloned() else {
                // The number was assigned but not used.
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
                && is_relisted.get(dir.parent as usize) == Some(&true)
                && !kept.contains(&id);
            if is_below_gone || is_missed || dropped.contains(&id) {
                unwatched.extend(watch.map(|w| (id, w)));
                dir = TableDir::nowhere();
            } else if new.is_some() {
                is_relisted[id as usize] = dir.state.is_some();
                if dir.state.is_none() {
                    unwatched.extend(watch.map(|w| (id, w)));
                    unlisted.push(id);
                }
            }
            dirs.push(dir);
        }
        // A directory that could not be listed has a row in its parent.
        for id in unlisted {
            let dir = &dirs[id as usize];
            let name = [&dir.path[..], b"/"].concat();
            if let (Some(&at), Ok(len)) = (news.get(&id), u16::try_from(name.len())) {
                let mut row = TableRow::new(0, len, EntryRole::Walk, dir.verdict);
                row.dir = dir.parent;
                let marker = &mut listed[at];
                marker.names = name;
                marker.rows = vec![row];
            }
        }
        let stays = (dirs.iter().zip(&is_relisted))
            .map(|(dir, is_relisted)| dir.state.is_some() && !is_relisted)
            .collect();
        DirsAfter {
            dirs: Arc::new(Dirs::new(dirs)),
            stays,
            unwatched,
        }
    }

    /// Copies the unchanged rows among `rows`.
    fn copy_staying(&mut self, from: &FileTable, rows: Range<usize>, stays: &[bool]) {
        let stays = |row: &TableRow| stays.get(row.dir as usize) != Some(&false);
        let mut start = rows.start;
        for run in from.rows[rows].chunk_by(|a, b| stays(a) == stays(b)) {
            let end = start + run.len();
            if stays(&run[0]) {
                self.copy(from, start..end);
            }
            start = end;
        }
    }

    /// Returns the arena range that holds the paths of these rows.
    fn bytes_of(&self, rows: &Range<usize>) -> Range<usize> {
        match &self.rows[rows.clone()] {
            [] => 0..0,
            [first, .., last] => first.range().start..last.range().end,
            [only] => only.range(),
        }
    }

    fn copy(&mut self, from: &FileTable, rows: Range<usize>) {
        let bytes = from.bytes_of(&rows);
        let shift = (self.paths.len() as u32).wrapping_sub(bytes.start as u32);
        self.paths.extend_from_slice(&from.paths[bytes]);
        let moved = |row: &TableRow| TableRow {
            start: row.start.wrapping_add(shift),
            ..*row
        };
        self.rows.extend(from.rows[rows].iter().map(moved));
    }

    fn push(&mut self, path: &[u8], new: &FreshRow) {
        if new.presence == Presence::Exists {
            let start = self.paths.len() as u32;
            self.paths.extend_from_slice(path);
            self.rows.push(TableRow { start, ..new.row });
        }
    }
}

/// Directories after an update.
struct DirsAfter {
    dirs: Arc<Dirs>,
    /// Whether the rows of a directory are unchanged, by directory number; true
    /// if missing.
    stays: Vec<bool>,
    unwatched: Vec<(u32, i32)>,
}

/// Rows of an update in path order, with their relative paths.
#[derive(Default)]
struct Fresh {
    paths: Vec<u8>,
    rows: Vec<FreshRow>,
}

struct FreshRow {
    row: TableRow,
    presence: Presence,
    /// Position in the previous table.
    position: RowPosition,
}

impl Fresh {
    fn new(
        table: &FileTable,
        listed: &[ListedDir],
        seen: &[SeenNames],
        dirs: &[TableDir],
    ) -> io::Result<Fresh> {
        let mut fresh = Fresh::default();
        let count = listed.iter().map(|l| l.rows.len()).sum::<usize>()
            + seen.iter().map(|s| s.rows.len()).sum::<usize>();
        fresh.rows.reserve(count);
        for listed in listed {
            let dir = &dirs[listed.id as usize];
            let is_listed = dir.state.is_some();
            // The only row of a directory that could not be listed is a
            // relative path. A vanished directory has no row.
            if !is_listed && dir.path.is_empty() {
                continue;
            }
            let mut near = table.first_of(listed.id);
            for row in &listed.rows {
                let name = &listed.names[row.range()];
                let (above, of) = match is_listed {
                    true => (&dir.path[..], listed.id),
                    false => (&b""[..], row.dir),
                };
                let row = TableRow { dir: of, ..*row };
                let row = fresh.add_path(above, name, row)?;
                let position = table.search(near, fresh.path(&row));
                let (Ok(at) | Err(at)) = position;
                near = at;
                fresh.rows.push(FreshRow {
                    row,
                    presence: Presence::Exists,
                    position,
                });
            }
        }
        for seen in seen {
            let dir = &dirs[seen.dir as usize];
            if dir.state.is_none() {
                continue;
            }
            for seen_row in &seen.rows {
                let name = &seen.names[seen_row.row.range()];
                let row = TableRow {
                    dir: seen.dir,
                    ..seen_row.row
                };
                let row = fresh.add_path(&dir.path, name, row)?;
                fresh.rows.push(FreshRow {
                    row,
                    presence: seen_row.presence,
                    position: seen_row.position,
                });
            }
        }
        // A stable sort, because most rows arrive in sorted runs.
        let Fresh { paths, rows } = &mut fresh;
        let path = |new: &FreshRow| &paths[new.row.range()];
        let at = |new: &FreshRow| new.position.unwrap_or_else(|at| at);
        rows.sort_by(|a, b| at(a).cmp(&at(b)).then_with(|| path(a).cmp(path(b))));
        Ok(fresh)
    }

    /// Adds the path of a name in the directory `above` and returns the row for
    /// it.
    fn add_path(&mut self, above: &[u8], name: &[u8], row: TableRow) -> io::Result<TableRow> {
        let start = self.paths.len();
        self.paths.extend_from_slice(above);
        if !above.is_empty() {
            self.paths.push(b'/');
        }
        self.paths.extend_from_slice(name);
        Ok(TableRow {
            start: u32::try_from(start).map_err(|_| too_many())?,
            len: u16::try_from(self.paths.len() - start).map_err(|_| too_many())?,
            ..row
        })
    }

    fn path(&self, row: &TableRow) -> &[u8] {
        &self.paths[row.range()]
    }
}

/// Returns the rows of each directory.
fn spans(rows: &[TableRow], dirs: usize) -> Vec<RowSpan> {
    let mut spans = vec![RowSpan::default(); dirs];
    for (at, row) in rows.iter().enumerate() {
        let span = &mut spans[row.dir as usize];
        if span.count == 0 {
            span.first = at as u32;
        }
        span.count += 1;
    }
    spans
}

impl Dirs {
    fn new(all: Vec<TableDir>) -> Dirs {
        let listed = all.iter().zip(0..).filter(|(dir, _)| dir.state.is_some());
        let by_path = listed.map(|(dir, id)| (dir.path.clone(), id)).collect();
        Dirs { all, by_path }
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
    io::Error::other("the paths exceed the 4 GiB of a file table")
}
