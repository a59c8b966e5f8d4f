//! Stub.
use super::doc_set::DocSet;
use crate::cancel::CancelToken;
use crate::error::Result;
use crate::scan::WordQuery;
use std::fmt;
use std::sync::Arc;
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DocKey([u8; 20]);
impl DocKey {
    pub(crate) fn of(bytes: &[u8]) -> DocKey {
        use std::hash::{DefaultHasher, Hasher};
        let mut k = [0; 20];
        for i in 0..2u8 {
            let mut h = DefaultHasher::new();
            h.write_u8(i);
            h.write(bytes);
            k[i as usize * 8..][..8].copy_from_slice(&h.finish().to_le_bytes());
        }
        DocKey(k)
    }
}
pub(crate) struct Segment {
    pub(super) docs: Vec<(DocKey, u64, Vec<u8>)>,
}
#[derive(Debug)]
pub(crate) struct SegmentFault;
impl SegmentFault {
    pub(crate) fn into_aborted(self, token: &CancelToken) -> Result<()> {
        Ok(token.heartbeat()?)
    }
}
impl fmt::Display for SegmentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fault")
    }
}
impl std::error::Error for SegmentFault {}
impl Segment {
    pub(crate) fn doc_count(&self) -> u32 {
        self.docs.len() as u32
    }
    pub(crate) fn file_size(&self, n: u32) -> u64 {
        self.docs[n as usize].1
    }
    pub(crate) fn find(&self, key: &DocKey) -> Option<u32> {
        self.docs.iter().position(|d| d.0 == *key).map(|n| n as u32)
    }
    pub(crate) fn search(
        &self,
        q: &WordQuery,
        _: &CancelToken,
    ) -> std::result::Result<DocSet, SegmentFault> {
        let mut s = DocSet::empty(self.doc_count());
        for (n, d) in self.docs.iter().enumerate() {
            if q.holds_for(&d.2) {
                s.insert(n as u32);
            }
        }
        Ok(s)
    }
}
pub(super) fn share(docs: Vec<(DocKey, u64, Vec<u8>)>) -> Arc<Segment> {
    Arc::new(Segment { docs })
}
