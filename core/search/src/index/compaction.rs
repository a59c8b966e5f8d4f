//! Decides which segments of an index to merge, and merges them.
//!
//! Segments of similar size are merged, so the work per document is logarithmic in the size of the
//! index. Documents that no file has are dropped.

use std::io::Write;
use std::sync::Arc;

use ransack_base::{CancelToken, Result};

use super::background_build::failed;
use super::content_index::{ContentIndex, write_failed};
use super::coverage::{DocId, IndexCoverage};
use super::segment::DocSet;
use super::segment::WriteError;
use super::segment::merge;
use super::segment_set::{SegmentEntry, SegmentSet};

/// Minimum size in bytes for comparing segments. Smaller segments count as this size, so they are
/// merged whatever their sizes are.
const MIN_SIZE: u64 = 1 << 20;

/// Merges the segments that are small compared to the others. Removes damaged segments and merges
/// the rest.
pub(super) fn compact(index: &ContentIndex, token: &CancelToken) -> Result<()> {
    loop {
        let state = index.lock();
        let (segments, coverage) = (state.segments.clone(), state.coverage.clone());
        drop(state);
        let Some(coverage) = coverage else {
            return Ok(());
        };
        let merged = merge_selected(index, &segments, &coverage, token);
        // The set of segments has changed: a damaged one was removed.
        if merged.is_ok() || Arc::ptr_eq(&index.lock().segments, &segments) {
            return merged;
        }
    }
}

fn merge_selected(
    index: &ContentIndex,
    segments: &Arc<SegmentSet>,
    coverage: &IndexCoverage,
    token: &CancelToken,
) -> Result<()> {
    let is_merged = selected(&segments.entries);
    if !is_merged.contains(&true) {
        return Ok(());
    }
    let kept = with_files(segments, Some(coverage));
    let inputs: Vec<(&SegmentEntry, &DocSet)> = (segments.entries.iter().zip(&kept))
        .zip(&is_merged)
        .filter_map(|(input, is_merged)| is_merged.then_some(input))
        .collect();
    let (merged, name) = index.write(|mut out| write(index, &inputs, &mut out, token))?;
    let merged = Arc::new(merged);
    let replaced: Vec<_> = inputs.iter().map(|(entry, _)| entry.docs()).collect();
    let (mut next, mut renumbered) = segments.without(&replaced);
    let first = next
        .push(merged, name)
        .ok_or_else(|| failed("too many documents"))?;
    let kept = inputs
        .iter()
        .flat_map(|(entry, kept)| kept.iter().map(|local| entry.first + local));
    // The documents keep their order.
    for (old, new) in kept.zip(first..) {
        renumbered[old as usize] = DocId(new);
    }
    let mut state = index.lock();
    if Arc::ptr_eq(&state.segments, segments) {
        state.set_segments(next, Some(&renumbered));
    }
    Ok(())
}

/// Writes documents of segments of `index` as one segment. Removes a damaged segment from the
/// index; another build then indexes its files.
pub(super) fn write(
    index: &ContentIndex,
    inputs: &[(&SegmentEntry, &DocSet)],
    out: &mut impl Write,
    token: &CancelToken,
) -> Result<()> {
    let parts: Vec<_> = inputs
        .iter()
        .map(|&(entry, docs)| (&*entry.segment, docs))
        .collect();
    merge(&parts, out, token).map_err(|error| {
        if let WriteError::Input { number, .. } = error {
            index.drop_segments(&mut index.lock(), &[inputs[number].0.clone()]);
        }
        write_failed(error)
    })
}

/// Returns the documents of each segment that a file has.
pub(super) fn with_files(segments: &SegmentSet, coverage: Option<&IndexCoverage>) -> Vec<DocSet> {
    let mut has_file = DocSet::empty(segments.doc_count());
    for file in coverage.iter().flat_map(|coverage| &coverage.files) {
        if file.doc.is_document() {
            has_file.insert(file.doc.0);
        }
    }
    let kept = |entry: &SegmentEntry| {
        let mut kept = DocSet::empty(entry.segment.doc_count());
        let docs = entry.docs().zip(0..);
        let docs = docs.filter(|&(doc, _)| has_file.contains(doc));
        docs.for_each(|(_, local)| kept.insert(local));
        kept
    };
    segments.entries.iter().map(kept).collect()
}

/// Selects segments such that each remaining one is larger than all selected ones together.
fn selected(segments: &[SegmentEntry]) -> Vec<bool> {
    let mut by_size: Vec<(u64, usize)> = segments
        .iter()
        .enumerate()
        .map(|(at, entry)| (entry.segment.stats().size.max(MIN_SIZE), at))
        .collect();
    by_size.sort_unstable();
    let mut is_selected = vec![false; segments.len()];
    let mut sum = 0;
    let mut count = 0;
    for (at, &(size, _)) in by_size.iter().enumerate() {
        if at > 0 && size <= 2 * sum {
            count = at + 1;
        }
        sum += size;
    }
    for &(_, at) in &by_size[..count] {
        is_selected[at] = true;
    }
    is_selected
}
