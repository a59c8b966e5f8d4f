//! Finds the files that may satisfy the conditions of a call.

use std::ops::Range;
use std::path::{Path, PathBuf};

use ransack_base::{CancelToken, Result};

use super::coverage::{DocId, IndexCoverage};
use super::file_text::MAX_FILE;
use super::segment::{DocSet, SearchError};
use super::segment_set::{SegmentEntry, SegmentSet};
use crate::paths::{real_path, with_final_slash};
use crate::scan::{CandidateFiles, TextConditions, WordQuery};

/// Files that may satisfy the conditions of a call.
pub(super) struct Evaluated {
    pub(super) candidates: CandidateFiles,
    /// Whether files could be excluded.
    pub(super) is_narrowed: bool,
    /// Number of candidates.
    pub(super) counted: u64,
    /// Number of candidates without a document.
    pub(super) unknown: u64,
    /// Number of candidates to index.
    pub(super) unindexed: usize,
    /// Damaged segments.
    pub(super) faulty: Vec<SegmentEntry>,
}

/// Documents that satisfy a condition; `None` for all.
type Fulfilling = Option<DocSet>;

/// Evaluates the conditions for the files below `roots`, absolute paths. Roots that are not in the
/// table have no candidates, because the call walks them. O(n) in the files, plus one search in
/// each segment for each distinct condition.
pub(super) fn evaluate(
    segments: &SegmentSet,
    coverage: &IndexCoverage,
    roots: &[PathBuf],
    conditions: &dyn TextConditions,
    token: &CancelToken,
) -> Result<Evaluated> {
    let mut found = Evaluated {
        candidates: CandidateFiles::new(coverage.files.len()),
        is_narrowed: false,
        counted: 0,
        unknown: 0,
        unindexed: 0,
        faulty: Vec::new(),
    };
    let of_all = conditions.of_all();
    let max_size = conditions.max_file_size().filter(|&max| max < MAX_FILE);
    let is_over = |doc: DocId| {
        max_size.is_some_and(|max| segments.doc(doc).is_none_or(|(_, size)| size > max))
    };
    let mut answers: Vec<(&WordQuery, Fulfilling)> = Vec::new();
    for row in roots.iter().flat_map(|root| rows_below(coverage, root)) {
        let doc = coverage.files[row].doc;
        if !doc.is_document() {
            if coverage.is_file(row) {
                found.candidates.insert(row, false);
                found.counted += 1;
                found.unknown += 1;
                found.unindexed += usize::from(doc == DocId::UNKNOWN);
            }
            continue;
        }
        let query = match of_all {
            Some(query) => query,
            None => conditions.of_name(coverage.name(row)),
        };
        let known = answers
            .iter()
            .position(|(known, _)| std::ptr::eq(*known, query));
        let at = match known {
            Some(known) => known,
            None => {
                let answer = fulfilling(segments, query, &mut found.faulty, token)?;
                answers.push((query, answer));
                answers.len() - 1
            }
        };
        let fulfils = |docs: &DocSet| docs.contains(doc.0);
        if answers[at].1.as_ref().is_none_or(fulfils) || is_over(doc) {
            found.candidates.insert(row, true);
            found.counted += 1;
        }
    }
    found.is_narrowed = answers.iter().any(|(_, docs)| docs.is_some());
    Ok(found)
}

/// Returns the rows of everything below a root, or no rows if the table does not contain the root.
fn rows_below(coverage: &IndexCoverage, root: &Path) -> Range<usize> {
    let id = real_path(root)
        .ok()
        .and_then(|path| coverage.table.find(&with_final_slash(path.as_os_str())));
    id.map_or(0..0, |id| coverage.table.below(id))
}

/// Returns the documents that satisfy a condition. The documents of a damaged segment count as
/// satisfying the condition.
fn fulfilling(
    segments: &SegmentSet,
    query: &WordQuery,
    faulty: &mut Vec<SegmentEntry>,
    token: &CancelToken,
) -> Result<Fulfilling> {
    if *query == WordQuery::All {
        return Ok(None);
    }
    let mut fulfilling = DocSet::empty(segments.doc_count());
    for entry in &segments.entries {
        token.heartbeat()?;
        let docs = entry.docs();
        match entry.segment.search(query, token) {
            Ok(found) => (found.iter()).for_each(|doc| fulfilling.insert(docs.start + doc)),
            Err(SearchError::Aborted(aborted)) => return Err(aborted.into()),
            Err(SearchError::Fault) => {
                docs.for_each(|doc| fulfilling.insert(doc));
                if !faulty.iter().any(|known| known.is_same(entry)) {
                    faulty.push(entry.clone());
                }
            }
        }
    }
    Ok(Some(fulfilling))
}
