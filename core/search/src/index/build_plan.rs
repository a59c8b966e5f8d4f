//! Files of one build, and the segments under construction that hold their documents.

use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, Weak};

use ransack_base::internal::{lock, os_str};
use ransack_base::{CancelToken, Result};
use rustc_hash::FxHashMap;

use super::blob_ids::BlobIds;
use super::content_index::ContentIndex;
use super::coverage::IndexCoverage;
use super::file_text::read_text;
use super::segment::DocKey;
use super::segment::SegmentInverter;
use super::segment::SegmentReader;
use super::segment_set::SegmentSet;
use super::stamp_check;
use crate::scan::{Dir, FileStamp};

/// Minimum number of files to index for which other roots' segments are searched.
pub(super) const MIN_SHARED: usize = 256;

/// Number of files that are looked up in such segments.
const SAMPLE: usize = 256;

/// Files of one build.
pub(super) struct BuildPlan {
    pub(super) coverage: Arc<IndexCoverage>,
    pub(super) root: Weak<Dir>,
    pub(super) by_pages: bool,
    /// Blob ids of files that Git knows.
    pub(super) blobs: Option<BlobIds>,
    pub(super) rows: Vec<u32>,
    pub(super) next: AtomicUsize,
    /// Documents of the segments under construction.
    pub(super) keys: Mutex<FxHashMap<DocKey, DraftDoc>>,
    pub(super) drafts: Mutex<Drafts>,
}

/// A document in a segment that is not yet published.
#[derive(Clone, Copy)]
pub(super) struct DraftDoc {
    pub(super) segment: u32,
    pub(super) doc: u32,
}

/// Files whose segment is not yet published.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) files: Vec<(u32, u64, DraftDoc)>,
    /// First document of each segment, once it is published.
    pub(super) published: Vec<Option<u32>>,
}

impl BuildPlan {
    /// Returns the key of a file that has not changed since Git recorded it, without reading the
    /// file.
    pub(super) fn blob_key(&self, root: &Dir, row: u32) -> Option<(DocKey, FileStamp)> {
        let blobs = self.blobs.as_ref()?;
        let stamp = stamp_check::stamp(&self.coverage.table, root, row as usize)?;
        let id = blobs.id_of(self.coverage.path(row as usize), &stamp)?;
        Some((DocKey::new(id), stamp))
    }

    /// Returns the key of a file. Reads the file unless Git knows it.
    fn key(&self, root: &Dir, row: u32, buffer: &mut Vec<u8>) -> Option<(DocKey, FileStamp)> {
        self.blob_key(root, row).or_else(|| {
            let (stamp, key) = read_text(root, self, row, buffer).ok()?;
            Some((key.ok()?, stamp))
        })
    }

    /// Adopts segments of other roots in the store that hold many of the files to index.
    pub(super) fn adopt(&self, index: &ContentIndex, token: &CancelToken) -> Result<()> {
        let Some(disk) = &index.disk else {
            return Ok(());
        };
        let known: Vec<_> = disk.unused(&index.lock().segments);
        if known.is_empty() {
            return Ok(());
        }
        let step = self.rows.len().div_ceil(SAMPLE);
        let mut keys = Vec::new();
        let mut buffer = Vec::new();
        for &row in self.rows.iter().step_by(step) {
            token.heartbeat()?;
            if let Some(root) = self.root.upgrade()
                && let Some((key, _)) = self.key(&root, row, &mut buffer)
            {
                keys.push(key);
            }
        }
        // Takes the segment with the most keys, until no other segment has enough of the rest.
        let min = keys.len().div_ceil(16).max(1);
        let mut segments: Vec<_> = known
            .into_iter()
            .filter_map(|name| Some((name, disk.segment(name)?)))
            .collect();
        loop {
            let hits = |segment: &SegmentReader| {
                keys.iter()
                    .filter(|key| segment.find(key).is_some())
                    .count()
            };
            let best = (0..segments.len()).max_by_key(|&at| hits(&segments[at].1));
            let Some(best) = best.filter(|&best| hits(&segments[best].1) >= min) else {
                return Ok(());
            };
            let (name, segment) = segments.swap_remove(best);
            keys.retain(|key| segment.find(key).is_none());
            let mut state = index.lock();
            let mut next = SegmentSet::clone(&state.segments);
            if next.push(Arc::new(segment), Some(name)).is_some() {
                state.set_segments(next, None);
            }
        }
    }
}

/// Returns the blob ids of a table's files.
pub(super) fn known_blobs(coverage: &IndexCoverage) -> Option<BlobIds> {
    let rows = (0..coverage.files.len()).map(|row| coverage.path(row));
    let attributes = rows.filter(|path| path.ends_with(b".gitattributes"));
    let attributes: Vec<Vec<u8>> = attributes.map(<[u8]>::to_vec).collect();
    let root = coverage.table.root();
    let root = root
        .strip_suffix(b"/")
        .filter(|root| !root.is_empty())
        .unwrap_or(root);
    BlobIds::read(Path::new(os_str(root)), &attributes)
}

/// A segment under construction.
pub(super) struct SegmentDraft {
    pub(super) number: u32,
    pub(super) inverter: SegmentInverter,
}

impl SegmentDraft {
    pub(super) fn new(plan: &BuildPlan) -> SegmentDraft {
        let mut drafts = lock(&plan.drafts);
        drafts.published.push(None);
        SegmentDraft {
            number: drafts.published.len() as u32 - 1,
            inverter: SegmentInverter::new(),
        }
    }
}
