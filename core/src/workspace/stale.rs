//! What of a table is out of date.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::{Changes, RescanReason, Touch};
use crate::scan::{Dir, IgnoreFiles, Last, Look, Table, real_path};

/// Looks that cost as much as it does to make a table's directories anew.
const LOOKS: usize = 256;

/// The directories that a refresh has to do with.
#[derive(Default)]
pub(super) struct Stale {
    /// To be listed again.
    pub(super) dirty: FxHashSet<u32>,
    /// Names in other directories.
    pub(super) looks: Vec<Look>,
    /// To be listed as if they were new, with all below.
    pub(super) seeds: FxHashSet<u32>,
    pub(super) rescan: Option<RescanReason>,
}

impl Stale {
    /// Marks what a caller declared out of date.
    pub(super) fn mark_path(&mut self, table: &Table, path: &Path) {
        // Links in it are resolved as far as it is there.
        let known = path.ancestors().find_map(|above| {
            let mut real = real_path(above).ok()?.into_os_string().into_encoded_bytes();
            real.push(b'/');
            Some((table.find(&real)?, above == path))
        });
        if let Some((id, is_all)) = known {
            if is_all {
                self.seeds.insert(id);
                self.rescan = Some(RescanReason::Asked);
            } else {
                self.dirty.insert(id);
            }
        }
    }

    pub(super) fn mark_changes(&mut self, table: &Table, changes: Changes) {
        let dirs = table.dirs();
        let is_live = |id: &u32| {
            let dir = dirs.get(*id as usize);
            dir.is_some_and(|dir| dir.state.is_some())
        };
        self.dirty.extend(changes.dirty.into_iter().filter(is_live));
        self.seeds.extend(changes.gone.into_iter().filter(is_live));
        let path = |(id, name): (u32, Box<[u8]>)| {
            let dir = &dirs.get(id as usize)?.path;
            let slash: &[u8] = if dir.is_empty() { b"" } else { b"/" };
            Some([dir, slash, &name].concat())
        };
        for swapped in changes.swapped.into_iter().filter_map(path) {
            self.seeds.extend(table.dir_at(&swapped));
        }
        for (id, names) in changes.touched {
            if !is_live(&id) {
                continue;
            }
            let mut look = Vec::new();
            let mut unseen = 0;
            for (name, touch) in names {
                // Another ignore file is told from a listing.
                if IgnoreFiles::names(&name) && touch != Touch::Written {
                    self.dirty.insert(id);
                }
                let last = match touch {
                    Touch::Made(Some(kind)) => Last::Is(kind),
                    Touch::Made(None) => {
                        unseen += 1;
                        Last::There
                    }
                    Touch::Gone => Last::Gone,
                    Touch::Written => {
                        let at = path((id, name));
                        at.inspect(|at| table.forget_stat(id, at));
                        continue;
                    }
                };
                look.push((name, last));
            }
            // A listing tells of each name at a third of the cost of a look, but
            // the directories of the table are made anew then.
            if unseen > LOOKS + table.count_of(id) / 3 {
                self.dirty.insert(id);
            } else if !look.is_empty() {
                self.looks.push(Look {
                    dir: id,
                    names: look,
                });
            }
        }
    }

    pub(super) fn mark_by_stat(&mut self, table: &Table, root: &Dir) {
        let mut path = table.root().to_vec();
        let above = path.len();
        for (id, dir) in (0..).zip(table.dirs()) {
            let Some(known) = &dir.state else {
                continue;
            };
            path.truncate(above);
            path.extend_from_slice(&dir.path);
            let stamp = if dir.path.is_empty() {
                root.stamp()
            } else {
                root.stamp_of(&dir.path, &path)
            };
            if known.stamp.is_none() || known.stamp != stamp.ok() {
                self.dirty.insert(id);
            }
        }
    }
}
