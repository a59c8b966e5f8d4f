//! Segments of an index at one moment, with common document numbers.

use std::ops::Range;
use std::sync::Arc;

use super::coverage::DocId;
use super::segment::DocKey;
use super::segment::SegmentReader;
use super::store::SegmentName;

/// Segments in order of their document numbers.
#[derive(Clone, Default)]
pub(super) struct SegmentSet {
    pub(super) entries: Vec<SegmentEntry>,
    /// Number of documents.
    len: u32,
}

/// A segment of a set.
#[derive(Clone)]
pub(super) struct SegmentEntry {
    /// Number of its first document.
    pub(super) first: u32,
    pub(super) segment: Arc<SegmentReader>,
    /// Name in the store; `None` for a segment in memory.
    pub(super) name: Option<SegmentName>,
}

impl SegmentEntry {
    /// Returns the numbers of its documents.
    pub(super) fn docs(&self) -> Range<u32> {
        self.first..self.first + self.segment.doc_count()
    }

    /// Whether both refer to the same segment, in any set.
    pub(super) fn is_same(&self, other: &SegmentEntry) -> bool {
        Arc::ptr_eq(&self.segment, &other.segment)
    }
}

impl SegmentSet {
    /// Adds a segment after the others. Returns the number of its first
    /// document, or `None` if there are too many documents.
    pub(super) fn push(
        &mut self,
        segment: Arc<SegmentReader>,
        name: Option<SegmentName>,
    ) -> Option<u32> {
        let first = self.len;
        let len = first.checked_add(segment.doc_count())?;
        if len >= DocId::MAX {
            return None;
        }
        self.len = len;
        self.entries.push(SegmentEntry {
            first,
            segment,
            name,
        });
        Some(first)
    }

    /// Returns the set without the segments of some documents, and the new
    /// number of each document.
    pub(super) fn without(&self, damaged: &[Range<u32>]) -> (SegmentSet, Vec<DocId>) {
        let mut rest = SegmentSet::default();
        let mut renumbered = vec![DocId::UNKNOWN; self.len as usize];
        let kept = self
            .entries
            .iter()
            .filter(|entry| !damaged.contains(&entry.docs()));
        for entry in kept {
            // There are fewer documents than before, so this cannot fail.
            let first = rest.push(entry.segment.clone(), entry.name).unwrap_or(0);
            for (old, new) in entry.docs().zip(first..) {
                renumbered[old as usize] = DocId(new);
            }
        }
        (rest, renumbered)
    }

    /// Returns the names of the segments that are in the store.
    pub(super) fn names(&self) -> Vec<SegmentName> {
        self.entries.iter().filter_map(|entry| entry.name).collect()
    }

    /// Returns the number of documents.
    pub(super) fn doc_count(&self) -> u32 {
        self.len
    }

    /// Returns the document with a key.
    pub(super) fn find(&self, key: &DocKey) -> Option<DocId> {
        let found = |entry: &SegmentEntry| Some(DocId(entry.first + entry.segment.find(key)?));
        self.entries.iter().find_map(found)
    }

    /// Returns the key and file size of a document.
    pub(super) fn doc(&self, doc: DocId) -> Option<(DocKey, u64)> {
        let behind = self.entries.partition_point(|entry| entry.first <= doc.0);
        let entry = self.entries.get(behind.checked_sub(1)?)?;
        let local = doc.0 - entry.first;
        (local < entry.segment.doc_count()).then(|| entry.segment.doc(local))
    }
}
