//! An index on disk: the manifest and the segments of one root.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use ransack_base::Result;
use ransack_base::internal::lock;
use rustc_hash::FxHashSet;

use super::manifest::{Manifest, SegmentName};
use super::{Store, failed, replace};
use crate::index::coverage::{CoveredFile, DocId, IndexCoverage};
use crate::index::segment::SegmentReader;
use crate::index::segment_set::SegmentSet;
use crate::scan::FileStamp;

/// Files of an index on disk.
#[derive(Debug)]
pub(crate) struct StoredIndex {
    pub(in crate::index) store: Store,
    /// Absolute path of the root, with links resolved and a trailing `/`.
    root: Vec<u8>,
    manifest: PathBuf,
    lock: PathBuf,
    /// Version of the manifest that was last read or written.
    version: AtomicU64,
    /// Damaged segments, which are no longer used.
    damaged: Mutex<FxHashSet<SegmentName>>,
    /// Locked file, which gives the right to build the index, from the first build on.
    build_lock: Mutex<Option<File>>,
}

/// Number of the most recent segments of a store that are considered for a new root.
const MAX_CONSIDERED: usize = 256;

impl StoredIndex {
    /// Opens the index of `root`, an absolute path with a trailing `/`.
    pub(crate) fn open(store: Store, root: &[u8]) -> StoredIndex {
        StoredIndex {
            root: root.to_vec(),
            manifest: store.root_file(root, "files"),
            lock: store.root_file(root, "lock"),
            store,
            version: AtomicU64::new(0),
            damaged: Mutex::default(),
            build_lock: Mutex::default(),
        }
    }

    /// Tries to acquire the build lock. It is held until the index is closed or [`StoredIndex::unlock`] is
    /// called.
    pub(in crate::index) fn try_lock(&self) -> Result<bool> {
        let mut held = lock(&self.build_lock);
        if held.is_none() {
            let file = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&self.lock)
                .map_err(|e| failed(&self.lock, e))?;
            // Without locks, two processes may do the same work.
            let is_held_elsewhere = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
            *held = (!is_held_elsewhere).then_some(file);
        }
        Ok(held.is_some())
    }

    pub(in crate::index) fn unlock(&self) {
        *lock(&self.build_lock) = None;
    }

    /// Records damaged segments.
    pub(in crate::index) fn note_damaged(&self, names: impl Iterator<Item = SegmentName>) {
        lock(&self.damaged).extend(names);
    }

    /// Opens a segment of the store. Returns `None` if it is missing or damaged.
    pub(in crate::index) fn segment(&self, name: SegmentName) -> Option<SegmentReader> {
        let is_damaged = lock(&self.damaged).contains(&name);
        (!is_damaged).then(|| self.store.segment(name))?
    }

    /// Returns the names of the store's segments that are not in `segments`.
    pub(in crate::index) fn unused(&self, segments: &SegmentSet) -> Vec<SegmentName> {
        let used = |name: &SegmentName| {
            let mut entries = segments.entries.iter();
            entries.any(|entry| entry.name == Some(*name))
        };
        let mut names = self.store.segments();
        names.truncate(MAX_CONSIDERED);
        names.retain(|name| !used(name));
        names
    }

    /// Returns the version of the manifest, or 0 without a manifest.
    fn manifest_version(&self) -> u64 {
        fs::metadata(&self.manifest).map_or(0, |metadata| FileStamp::of(&metadata).digest())
    }

    /// Whether another process has saved a manifest since this one last read it.
    pub(in crate::index) fn is_newer(&self) -> bool {
        let version = self.manifest_version();
        version != 0 && version != self.version.load(Ordering::Relaxed)
    }

    /// Adds the segments of the manifest, and sets the state of its files if their content is
    /// unknown or has the same stamp. Returns whether it has any; the caller must then compare
    /// their stamps.
    pub(in crate::index) fn load(
        &self,
        segments: &mut SegmentSet,
        coverage: &mut IndexCoverage,
    ) -> bool {
        let version = self.manifest_version();
        if version == self.version.swap(version, Ordering::Relaxed) {
            return false;
        }
        let manifest = File::open(&self.manifest)
            .and_then(|file| Manifest::read(BufReader::new(file)))
            .ok()
            .flatten()
            .filter(|manifest| manifest.root == self.root);
        let Some(manifest) = manifest else {
            return false;
        };
        // Number of each segment's first document, in the manifest and here.
        let mut places: Vec<(u32, Option<u32>)> = Vec::new();
        let mut next = 0_u32;
        for &(name, docs) in &manifest.segments {
            let known = segments
                .entries
                .iter()
                .find(|entry| entry.name == Some(name));
            let first = match known {
                Some(entry) => Some(entry.first),
                None => self
                    .segment(name)
                    .filter(|segment| segment.doc_count() == docs)
                    .and_then(|segment| segments.push(Arc::new(segment), Some(name))),
            };
            places.push((next, first));
            next = next.saturating_add(docs);
        }
        let renumber = |file: CoveredFile| {
            if !file.doc.is_document() {
                return file;
            }
            let behind = places.partition_point(|(start, _)| *start <= file.doc.0);
            let place = behind.checked_sub(1).map(|at| places[at]);
            let doc = match place {
                Some((start, Some(first))) if file.doc.0 < next => {
                    DocId(first + (file.doc.0 - start))
                }
                _ => return CoveredFile::UNKNOWN,
            };
            CoveredFile::new(doc, file.stamp())
        };
        let files = manifest.files().map(|(path, file)| (path, renumber(file)));
        coverage.carry(files);
        true
    }

    /// Removes the store's unneeded files, after the manifest was saved without the segments
    /// `replaced`.
    pub(in crate::index) fn clean(&self, mut replaced: Vec<SegmentName>) {
        replaced.extend(lock(&self.damaged).iter());
        self.store.collect_garbage(&replaced);
    }

    /// Writes the manifest.
    pub(in crate::index) fn save(
        &self,
        segments: &SegmentSet,
        coverage: &IndexCoverage,
    ) -> Result<()> {
        let named = segments.entries.iter();
        let named = named.filter_map(|entry| Some((entry.name?, entry.segment.doc_count())));
        let named: Vec<_> = named.collect();
        if named.len() < segments.entries.len() {
            // Some segments could not be written.
            return Ok(());
        }
        let bytes = Manifest::of(coverage, named).to_bytes();
        replace(&self.manifest, |file| {
            (file.write_all(&bytes)).map_err(|e| failed(&self.manifest, e))
        })?;
        self.version
            .store(self.manifest_version(), Ordering::Relaxed);
        Ok(())
    }
}
