//! Change events of a watched directory, gathered until a call applies them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::index::ContentChanges;
use crate::scan::{EntryKind, FileTable};

/// Changes since the last drain. Directories are identified by their number in the file table.
#[derive(Debug, Default)]
pub(super) struct ChangeSet {
    /// Directories in which names appeared or disappeared.
    pub(super) dirty: FxHashSet<u32>,
    /// Directories that were removed or moved.
    pub(super) gone: FxHashSet<u32>,
    /// Directories that appeared, disappeared or changed, by parent and name.
    pub(super) swapped: FxHashSet<(u32, Box<[u8]>)>,
    /// Last change of each non-directory name that appeared or disappeared, by parent.
    pub(super) touched: FxHashMap<u32, FxHashMap<Box<[u8]>, NameChange>>,
    /// Files whose content or permissions changed, by parent and name.
    pub(super) written: FxHashSet<(u32, Box<[u8]>)>,
    /// Number of names in `touched`.
    #[cfg(target_os = "linux")]
    pub(super) touches: usize,
    /// Whether an individually watched file changed.
    pub(super) files: bool,
    /// Whether there was any event, including writes that no other field records.
    pub(super) has_events: bool,
    /// Whether events were dropped.
    pub(super) lost: bool,
    /// Whether a file system was mounted or unmounted.
    pub(super) mounts: bool,
}

/// Last change of a name that is not a directory.
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "only Linux reports changes")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameChange {
    /// Created, moved here or moved away; the kind, if probed since. When two names are exchanged,
    /// the kernel reports the move away from the second name after the move to it, so the order of
    /// events does not show whether the name exists.
    Moved(Option<EntryKind>),
    /// Removed, or not found by a later probe.
    Gone,
}

impl ChangeSet {
    /// Returns the paths whose content may have changed.
    pub(super) fn contents(&self, table: &FileTable) -> ContentChanges {
        let dirs = table.dirs();
        let path = |id: u32| {
            let dir = dirs.get(id as usize)?;
            dir.state.is_some().then(|| dir.path.to_vec())
        };
        let below = |id: u32, name: &[u8]| {
            let mut path = path(id)?;
            if !path.is_empty() {
                path.push(b'/');
            }
            path.extend_from_slice(name);
            Some(path)
        };
        let swapped = self.swapped.iter();
        let swapped = swapped.filter_map(|(id, name)| below(*id, name));
        let gone = self.gone.iter().filter_map(|&id| path(id));
        let touched = self.touched.iter();
        let touched = touched.flat_map(|(id, names)| names.keys().map(move |name| (id, name)));
        let written = self.written.iter().map(|(id, name)| (id, name));
        ContentChanges {
            is_void: self.gone.contains(&0),
            dirs: gone.chain(swapped).collect(),
            files: touched
                .chain(written)
                .filter_map(|(id, name)| below(*id, name))
                .collect(),
        }
    }

    /// Whether no change was reported.
    pub(super) fn is_empty(&self) -> bool {
        self.dirty.is_empty()
            && self.gone.is_empty()
            && self.swapped.is_empty()
            && self.touched.is_empty()
            && !self.files
    }

    /// Records the change of a name that is not a directory.
    #[cfg(target_os = "linux")]
    pub(super) fn touch(&mut self, dir: u32, name: &[u8], change: NameChange) {
        let names = self.touched.entry(dir).or_default();
        if names.insert(name.into(), change).is_none() {
            self.touches += 1;
        }
    }

    /// Replaces the numbers of directories that are keys of `renumbered`. O(n) in the changes.
    #[cfg(target_os = "linux")]
    pub(super) fn renumber(&mut self, renumbered: &FxHashMap<u32, u32>) {
        if renumbered.is_empty() {
            return;
        }
        let now = |id: u32| renumbered.get(&id).copied().unwrap_or(id);
        let renamed = |(id, name)| (now(id), name);
        let take_all =
            |ids: &mut FxHashSet<u32>| std::mem::take(ids).into_iter().map(now).collect();
        self.dirty = take_all(&mut self.dirty);
        self.gone = take_all(&mut self.gone);
        self.swapped = std::mem::take(&mut self.swapped)
            .into_iter()
            .map(renamed)
            .collect();
        self.written = std::mem::take(&mut self.written)
            .into_iter()
            .map(renamed)
            .collect();
        for (id, names) in std::mem::take(&mut self.touched) {
            let touched = self.touched.entry(now(id)).or_default();
            let before = touched.len();
            // Under both numbers, the last change of a name is the same.
            self.touches -= names.len();
            touched.extend(names);
            self.touches += touched.len() - before;
        }
    }
}
