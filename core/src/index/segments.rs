//! The segments of an index at one moment, with one numbering of their documents.

use std::sync::Arc;

use super::coverage::DocId;
use super::segment::{DocKey, Segment};

/// Segments in the order of their document numbers.
#[derive(Clone, Default)]
pub(super) struct SegmentSet {
    segments: Vec<(u32, Arc<Segment>)>,
    /// Number of documents.
    len: u32,
}

impl SegmentSet {
    /// Adds a segment behind the others. Returns the number of its first document;
    /// `None` if there are too many documents.
    pub(super) fn push(&mut self, segment: Arc<Segment>) -> Option<u32> {
        let first = self.len;
        let len = first.checked_add(segment.doc_count())?;
        if len >= DocId::MAX {
            return None;
        }
        self.len = len;
        self.segments.push((first, segment));
        Some(first)
    }

    /// Returns the segments with the number of their first document.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Arc<Segment>)> {
        self.segments
            .iter()
            .map(|(first, segment)| (*first, segment))
    }

    /// Number of documents.
    pub(super) fn doc_count(&self) -> u32 {
        self.len
    }

    /// Number of segments.
    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Returns the document with a key.
    pub(super) fn find(&self, key: &DocKey) -> Option<DocId> {
        let found =
            |(first, segment): (u32, &Arc<Segment>)| Some(DocId(first + segment.find(key)?));
        self.iter().find_map(found)
    }

    /// Returns the segment of a document, and the document's number in it.
    pub(super) fn locate(&self, doc: DocId) -> Option<(&Arc<Segment>, u32)> {
        let behind = self.segments.partition_point(|(first, _)| *first <= doc.0);
        let (first, segment) = self.segments.get(behind.checked_sub(1)?)?;
        let local = doc.0 - first;
        (local < segment.doc_count()).then_some((segment, local))
    }
}
