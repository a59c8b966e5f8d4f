//! Stub.
use super::segment::{DocKey, Segment};
use crate::cancel::{Aborted, CancelToken};
use std::sync::Arc;
pub(crate) struct SegmentBuilder {
    docs: Vec<(DocKey, u64, Vec<u8>)>,
    bytes: usize,
}
impl SegmentBuilder {
    pub(crate) fn new() -> SegmentBuilder {
        SegmentBuilder {
            docs: Vec::new(),
            bytes: 0,
        }
    }
    pub(crate) fn add(
        &mut self,
        key: DocKey,
        size: u64,
        text: &[u8],
        token: &CancelToken,
    ) -> Result<u32, Aborted> {
        token.heartbeat()?;
        self.docs.push((key, size, text.to_vec()));
        self.bytes += text.len();
        Ok(self.docs.len() as u32 - 1)
    }
    pub(crate) fn memory(&self) -> usize {
        self.bytes
    }
    pub(crate) fn finish(self) -> Arc<Segment> {
        super::segment::share(self.docs)
    }
}
