//! Making another table of one and what has changed.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{ListedDir, Presence, Row, RowStat, SeenNames, Table, TableDir, Update};
use crate::scan::listing::Role;

impl Table {
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
        let mut seen: Vec<&SeenNames> = seen.iter().collect();
        seen.sort_unstable_by_key(|seen| &dirs[seen.dir as usize].path);
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
        // Stable, because most come in as runs that are in order.
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
