//! Stale part of a file table.

use std::path::Path;

use ransack_base::RescanReason;
use rustc_hash::FxHashSet;

use super::changes::{ChangeSet, NameChange};
use crate::paths::{real_path, with_final_slash};
use crate::scan::{Dir, DirState, FileTable, IgnoreFiles, LastSeen, Probe};

/// Number of probes that cost as much as rebuilding the directories of a table.
const PROBES_PER_REBUILD: usize = 256;

/// Directories and names that a refresh rereads.
#[derive(Default)]
pub(super) struct DirtySet {
    /// Directories to list again.
    pub(super) dirty: FxHashSet<u32>,
    /// Names to probe in other directories.
    pub(super) probes: Vec<Probe>,
    /// Directories to list as if new, with everything below them.
    pub(super) relisted: FxHashSet<u32>,
    /// Reason for relisting directories, for the report.
    pub(super) rescan: Option<RescanReason>,
}

impl DirtySet {
    /// Marks a path that a caller invalidated, and everything below it, as stale.
    pub(super) fn mark_path(&mut self, table: &FileTable, path: &Path) {
        // Links are resolved in the existing part of the path.
        let known = path.ancestors().find_map(|above| {
            let real = with_final_slash(real_path(above).ok()?.as_os_str());
            Some((table.find(&real)?, above == path))
        });
        if let Some((id, is_all)) = known {
            if is_all {
                self.relisted.insert(id);
                self.rescan = Some(RescanReason::Requested);
            } else {
                self.dirty.insert(id);
            }
        }
    }

    /// Marks the names in change events.
    pub(super) fn mark_changes(&mut self, table: &FileTable, changes: ChangeSet) {
        let dirs = table.dirs();
        let is_live = |id: &u32| {
            let dir = dirs.get(*id as usize);
            dir.is_some_and(|dir| dir.state.is_some())
        };
        self.dirty.extend(changes.dirty.into_iter().filter(is_live));
        self.relisted
            .extend(changes.gone.into_iter().filter(is_live));
        let path = |(id, name): (u32, Box<[u8]>)| {
            let dir = &dirs.get(id as usize)?.path;
            let slash: &[u8] = if dir.is_empty() { b"" } else { b"/" };
            Some([dir, slash, &name].concat())
        };
        for swapped in changes.swapped.into_iter().filter_map(path) {
            self.relisted.extend(table.dir_at(&swapped));
        }
        for (id, names) in changes.touched {
            if !is_live(&id) {
                continue;
            }
            let mut probed = Vec::new();
            let mut unseen = 0;
            for (name, change) in names {
                // A listing shows which ignore files exist.
                if IgnoreFiles::names(&name) {
                    self.dirty.insert(id);
                }
                let last = match change {
                    NameChange::Moved(Some(kind)) => LastSeen::Is(kind),
                    NameChange::Moved(None) => {
                        unseen += 1;
                        LastSeen::Unknown
                    }
                    NameChange::Gone => LastSeen::Gone,
                };
                probed.push((name, last));
            }
            // A listing costs a third of a probe for each name, and a rebuild of
            // the table's directories.
            if unseen > PROBES_PER_REBUILD + table.count_of(id) / 3 {
                self.dirty.insert(id);
            } else if !probed.is_empty() {
                self.probes.push(Probe {
                    dir: id,
                    names: probed,
                });
            }
        }
    }

    /// Marks directories whose change time differs from the known time.
    pub(super) fn mark_by_stat(&mut self, table: &FileTable, root: &Dir) {
        let mut path = table.root().to_vec();
        let above = path.len();
        for (id, dir) in (0..).zip(table.dirs()) {
            let Some(known) = &dir.state else {
                continue;
            };
            path.truncate(above);
            path.extend_from_slice(&dir.path);
            if has_changed(known, root, &dir.path, &path) {
                self.dirty.insert(id);
            }
        }
    }

    /// Marks mount points, given by their relative paths, whose change time differs from the known
    /// time: no event reports that the source of a bind mount was deleted.
    pub(super) fn mark_mounts(&mut self, table: &FileTable, root: &Dir, mount_points: &[Vec<u8>]) {
        for mount_point in mount_points {
            let Some(id) = table.dir_at(mount_point) else {
                continue;
            };
            let path = [table.root(), mount_point].concat();
            let state = table.dirs()[id as usize].state.as_ref();
            if state.is_some_and(|known| has_changed(known, root, mount_point, &path)) {
                self.dirty.insert(id);
            }
        }
    }
}

/// Whether the directory at `name` below `root`, with the absolute path `path`,
/// may differ from its known state.
fn has_changed(known: &DirState, root: &Dir, name: &[u8], path: &[u8]) -> bool {
    let stamp = match name {
        b"" => root.stamp(),
        _ => root.stat(name, path, false),
    };
    known.stamp.is_none() || known.stamp != stamp.ok()
}
