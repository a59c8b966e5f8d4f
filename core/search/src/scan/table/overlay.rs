//! Adds the paths of open buffers to a table.

use std::io;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    DirState, FileTable, ListedDir, Presence, SeenNames, SeenRow, TableDir, TableRow, Update,
};
use crate::scan::buffers::BufferSet;
use crate::scan::file_stamp::EntryKind;
use crate::scan::gitignore::Verdict;
use crate::scan::listing::EntryRole;
use crate::scan::parallel_scan::{is_excluded, is_in_node_modules};
use crate::scan::rules::{IgnoreFiles, Rules};
use crate::scan::view::last;

impl FileTable {
    /// Returns the table as if the buffers were files, or `None` if it already lists them all.
    ///
    /// A buffer in a directory that the table does not list has no row, because calls walk that
    /// directory.
    ///
    /// # Errors
    ///
    /// Fails if the paths do not fit into a table (4 GiB).
    pub(crate) fn with_buffers(&self, buffers: &BufferSet) -> io::Result<Option<FileTable>> {
        let mut overlay = Overlay {
            table: self,
            node_modules: is_in_node_modules(self.root()),
            added: FxHashMap::default(),
            excluded: FxHashSet::default(),
            seen: FxHashMap::default(),
            update: Update::default(),
        };
        if self.dir_at(b"").is_some() {
            for path in buffers.paths() {
                overlay.add(path);
            }
        }
        overlay.finish()
    }
}

/// Rows and directories of buffers that a table lacks.
struct Overlay<'a> {
    table: &'a FileTable,
    /// Whether the root lies in a `node_modules` directory.
    node_modules: bool,
    /// Numbers of the added directories by relative path.
    added: FxHashMap<&'a [u8], u32>,
    /// Added directories without content, which calls walk.
    excluded: FxHashSet<&'a [u8]>,
    /// Added and removed rows by table directory.
    seen: FxHashMap<u32, SeenNames>,
    update: Update,
}

impl<'a> Overlay<'a> {
    fn finish(mut self) -> io::Result<Option<FileTable>> {
        self.update.seen.extend(self.seen.into_values());
        let Update {
            dropped,
            listed,
            seen,
        } = &self.update;
        if dropped.is_empty() && listed.is_empty() && seen.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.table.updated(self.update)?.0))
    }

    /// Adds the rows of a buffer and of its parent directories, unless the table has them.
    fn add(&mut self, path: &'a [u8]) {
        let mut parent = 0;
        for slash in memchr::memchr_iter(b'/', path) {
            let dir = &path[..slash];
            if is_never_listed(dir) {
                return;
            }
            let known = self.table.dir_at(dir);
            parent = match known.or_else(|| self.added.get(dir).copied()) {
                Some(id) => id,
                None if self.is_walked(dir) => return,
                None => match self.add_dir(parent, dir) {
                    Some(id) => id,
                    None => return,
                },
            };
        }
        let file = EntryRole::Item(EntryKind::File);
        if is_never_listed(path) || self.role_at(path) == Some(file) {
            return;
        }
        // The buffer replaces a directory.
        self.update.dropped.extend(self.table.dir_at(path));
        let walked = [path, b"/"].concat();
        if self.role_at(&walked).is_some() {
            self.add_row(parent, &walked, EntryRole::Walk, None, Presence::Gone);
        }
        let verdict = self.verdict(parent, path, false);
        self.add_row(parent, path, file, verdict, Presence::Exists);
    }

    /// Adds a directory that the table does not list. Returns `None` if calls walk it.
    fn add_dir(&mut self, parent: u32, path: &'a [u8]) -> Option<u32> {
        let verdict = self.verdict(parent, path, true);
        let item = EntryRole::Item(EntryKind::Dir);
        self.add_row(parent, path, item, verdict, Presence::Exists);
        if is_excluded(path, last(path), verdict, self.node_modules) {
            let walked = [path, b"/"].concat();
            self.add_row(parent, &walked, EntryRole::Walk, verdict, Presence::Exists);
            self.excluded.insert(path);
            return None;
        }
        let id = (self.table.dirs().len() + self.update.listed.len()) as u32;
        let dir = TableDir {
            path: path.into(),
            parent,
            verdict,
            state: Some(DirState {
                rules: self.rules(parent).cloned(),
                ignore_files: IgnoreFiles::default(),
                stamp: None,
                watch: None,
                is_mount: false,
            }),
        };
        self.update.listed.push(ListedDir::new(id, dir));
        self.added.insert(path, id);
        Some(id)
    }

    /// Adds a row to a directory of the table or to an added directory.
    fn add_row(
        &mut self,
        dir: u32,
        path: &[u8],
        role: EntryRole,
        verdict: Option<Verdict>,
        presence: Presence,
    ) {
        let name = match role {
            EntryRole::Walk => [last(&path[..path.len() - 1]), b"/"].concat(),
            EntryRole::Item(_) | EntryRole::Denied(_) => last(path).to_vec(),
        };
        // A set does not contain longer paths.
        let row =
            |names: &[u8]| TableRow::new(names.len() as u32, name.len() as u16, role, verdict);
        match self.listed(dir) {
            Some(listed) => {
                let row = row(&listed.names);
                listed.names.extend_from_slice(&name);
                listed.rows.push(row);
            }
            None => {
                let position = self.table.search(self.table.first_of(dir), path);
                let seen = self.seen.entry(dir).or_insert_with(|| SeenNames {
                    dir,
                    names: Vec::new(),
                    rows: Vec::new(),
                });
                let row = row(&seen.names);
                seen.names.extend_from_slice(&name);
                seen.rows.push(SeenRow {
                    row,
                    presence,
                    position,
                });
            }
        }
    }

    fn verdict(&self, parent: u32, path: &[u8], is_dir: bool) -> Option<Verdict> {
        let whole = [self.table.root(), path].concat();
        self.rules(parent)?.verdict(&whole, last(path), is_dir)
    }

    /// Returns the rules in force in a directory.
    fn rules(&self, dir: u32) -> Option<&std::sync::Arc<Rules>> {
        let dir = match (dir as usize).checked_sub(self.table.dirs().len()) {
            None => &self.table.dirs()[dir as usize],
            Some(at) => &self.update.listed[at].dir,
        };
        dir.state.as_ref()?.rules.as_ref()
    }

    /// Returns an added directory.
    fn listed(&mut self, dir: u32) -> Option<&mut ListedDir> {
        let at = (dir as usize).checked_sub(self.table.dirs().len())?;
        self.update.listed.get_mut(at)
    }

    /// Whether the table has a directory without content at this path, which calls walk.
    fn is_walked(&self, path: &[u8]) -> bool {
        self.excluded.contains(path) || self.role_at(&[path, b"/"].concat()).is_some()
    }

    fn role_at(&self, path: &[u8]) -> Option<EntryRole> {
        let at = self.table.search(0, path).ok()?;
        Some(self.table.rows[at].role)
    }
}

/// Whether a scan never lists an entry with this path.
fn is_never_listed(path: &[u8]) -> bool {
    last(path) == b".git"
}
