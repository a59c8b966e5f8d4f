//! Memory of the process for snapshots.
//!
//! Invariant: the snapshots take at most the maximum memory, since the snapshots that were read
//! longest ago are dropped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use ransack_base::ContentId;
use ransack_base::internal::lock;
use rustc_hash::FxHashMap;

use super::seen::SeenLines;

/// Default of the maximum memory, in bytes.
const DEFAULT_MAX_BYTES: usize = 64 << 20;

static SNAPSHOTS: LazyLock<Mutex<SnapshotStore>> =
    LazyLock::new(|| Mutex::new(SnapshotStore::new(DEFAULT_MAX_BYTES)));

/// Memory of the process for snapshots, returned by [`snapshot_memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SnapshotMemory {
    /// Number of retained snapshots.
    pub count: usize,
    /// Memory that they take, in bytes.
    pub bytes: usize,
    /// Maximum memory, in bytes.
    pub max_bytes: usize,
}

/// Returns the memory that the process uses for snapshots of read files.
pub fn snapshot_memory() -> SnapshotMemory {
    with_snapshots(|snapshots| snapshots.memory())
}

/// Sets the maximum memory that the process uses for snapshots of read files, in bytes. Default:
/// 64 MiB. Drops the snapshots that exceed it, those that were read longest ago first; 0 retains
/// none.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{set_snapshot_memory, snapshot_memory};
///
/// set_snapshot_memory(16 << 20);
/// assert_eq!(snapshot_memory().max_bytes, 16 << 20);
/// ```
pub fn set_snapshot_memory(max_bytes: usize) {
    with_snapshots(|snapshots| snapshots.set_max_bytes(max_bytes));
}

/// Calls `run` with the snapshots of the process, which no other thread uses meanwhile.
pub(crate) fn with_snapshots<R>(run: impl FnOnce(&mut SnapshotStore) -> R) -> R {
    run(&mut lock(&SNAPSHOTS))
}

/// Identifies a text: content id of the file, and name of the encoding in which it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SnapshotId {
    pub(crate) content: ContentId,
    pub(crate) encoding: &'static str,
}

/// Retained text.
struct StoredSnapshot {
    text: Arc<Vec<u8>>,
    /// Identities of the files that had the text.
    files: Vec<PathBuf>,
    seen: SeenLines,
    /// Number of the last read in the order of all reads.
    read: u64,
}

impl StoredSnapshot {
    /// Returns the approximate memory in bytes.
    fn weight(&self) -> usize {
        // Two lists have the paths.
        let files = self.files.iter().map(|file| 2 * file.as_os_str().len());
        let seen = self.seen.len() * size_of::<std::ops::Range<usize>>();
        size_of::<StoredSnapshot>() + self.text.capacity() + files.sum::<usize>() + seen
    }
}

/// Retained snapshots.
pub(crate) struct SnapshotStore {
    max_bytes: usize,
    bytes: usize,
    snapshots: FxHashMap<SnapshotId, StoredSnapshot>,
    /// Snapshots by the number of their last read.
    order: BTreeMap<u64, SnapshotId>,
    /// Last retained snapshot of each file.
    latest: FxHashMap<PathBuf, SnapshotId>,
    reads: u64,
}

impl SnapshotStore {
    fn new(max_bytes: usize) -> SnapshotStore {
        SnapshotStore {
            max_bytes,
            bytes: 0,
            snapshots: FxHashMap::default(),
            order: BTreeMap::new(),
            latest: FxHashMap::default(),
            reads: 0,
        }
    }

    fn memory(&self) -> SnapshotMemory {
        SnapshotMemory {
            count: self.snapshots.len(),
            bytes: self.bytes,
            max_bytes: self.max_bytes,
        }
    }

    fn set_max_bytes(&mut self, max_bytes: usize) {
        self.max_bytes = max_bytes;
        self.evict();
    }

    /// Retains a text that was read from a file now, unless it exceeds the memory alone.
    pub(crate) fn insert(&mut self, id: SnapshotId, text: &Arc<Vec<u8>>, file: &Path) {
        self.update(id, |known| {
            let mut snapshot = known.unwrap_or_else(|| StoredSnapshot {
                text: text.clone(),
                files: Vec::new(),
                seen: SeenLines::default(),
                read: 0,
            });
            if !snapshot.files.iter().any(|known| known == file) {
                snapshot.files.push(file.to_owned());
            }
            Some(snapshot)
        });
        if self.snapshots.contains_key(&id) {
            self.latest.insert(file.to_owned(), id);
        }
    }

    /// Adds lines of a retained snapshot that a read has shown.
    pub(crate) fn add_seen(&mut self, id: SnapshotId, lines: std::ops::Range<usize>) {
        self.update(id, |known| {
            known.map(|mut snapshot| {
                snapshot.seen.add(lines);
                snapshot
            })
        });
    }

    /// Returns the text of a snapshot.
    pub(crate) fn text(&self, id: SnapshotId) -> Option<Arc<Vec<u8>>> {
        self.snapshots
            .get(&id)
            .map(|snapshot| snapshot.text.clone())
    }

    /// Returns the last retained snapshot of a file.
    pub(crate) fn latest(&self, file: &Path) -> Option<(SnapshotId, Arc<Vec<u8>>)> {
        let id = *self.latest.get(file)?;
        Some((id, self.text(id)?))
    }

    /// Returns the lines of a snapshot that reads have shown.
    pub(crate) fn seen(&self, id: SnapshotId) -> Option<&SeenLines> {
        self.snapshots.get(&id).map(|snapshot| &snapshot.seen)
    }

    /// Returns the snapshots of a file in an encoding, with the lines of each that reads have shown.
    pub(crate) fn of_file(
        &self,
        file: &Path,
        encoding: &str,
    ) -> Vec<(SnapshotId, Arc<Vec<u8>>, SeenLines)> {
        let mut snapshots: Vec<_> = self
            .snapshots
            .iter()
            .filter(|(id, snapshot)| {
                id.encoding == encoding && snapshot.files.iter().any(|known| known == file)
            })
            .collect();
        snapshots.sort_unstable_by_key(|(_, snapshot)| std::cmp::Reverse(snapshot.read));
        let owned = |(id, snapshot): (&SnapshotId, &StoredSnapshot)| {
            (*id, snapshot.text.clone(), snapshot.seen.clone())
        };
        snapshots.into_iter().map(owned).collect()
    }

    /// Replaces a snapshot, which becomes the last one read.
    fn update(
        &mut self,
        id: SnapshotId,
        change: impl FnOnce(Option<StoredSnapshot>) -> Option<StoredSnapshot>,
    ) {
        let known = self.remove(id);
        let Some(mut snapshot) = change(known) else {
            return;
        };
        let weight = snapshot.weight();
        if weight > self.max_bytes {
            return;
        }
        self.reads += 1;
        snapshot.read = self.reads;
        self.order.insert(self.reads, id);
        self.bytes += weight;
        self.snapshots.insert(id, snapshot);
        self.evict();
    }

    fn remove(&mut self, id: SnapshotId) -> Option<StoredSnapshot> {
        let snapshot = self.snapshots.remove(&id)?;
        self.order.remove(&snapshot.read);
        self.bytes -= snapshot.weight();
        Some(snapshot)
    }

    /// Drops the snapshots that were read longest ago until the others fit.
    fn evict(&mut self) {
        while self.bytes > self.max_bytes
            && let Some((_, oldest)) = self.order.first_key_value()
        {
            let oldest = *oldest;
            let files = self.remove(oldest).map(|snapshot| snapshot.files);
            for file in files.into_iter().flatten() {
                if self.latest.get(&file) == Some(&oldest) {
                    self.latest.remove(&file);
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
