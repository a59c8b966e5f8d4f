//! Output of one job.

use ransack_base::{SkipReason, SkippedPath};

use crate::scan::Modified;

/// Results, counts and skipped paths of one job, in the order found.
#[derive(Debug)]
pub struct JobOutput<T> {
    /// Results of the job.
    pub items: Vec<T>,
    /// Approximate size of the items, in bytes.
    pub bytes: usize,
    /// Number of files that were examined.
    pub files_searched: u64,
    /// Number of files with results.
    pub files_with_matches: u64,
    /// Number of entries that only the ignore rules exclude.
    pub ignored: u64,
    /// Number of files that an index did not exclude.
    pub candidates: u64,
    /// Number of files whose content is not in the index.
    pub always_scanned: u64,
    /// Number of matches found.
    pub matches: u64,
    /// Number of files whose own result limit was reached.
    pub files_capped: u64,
    /// Whether a root was skipped because it is a binary file.
    pub misses_root: bool,
    /// Paths that were not, or not fully, examined.
    pub skipped: Vec<(SkipReason, SkippedPath)>,
    /// Modification time of the file of each item, `None` if unknown; empty unless the call is
    /// ordered by it.
    pub(crate) times: Vec<Option<Modified>>,
    /// Number of items after which no more are needed.
    max_items: usize,
}

impl<T> JobOutput<T> {
    /// Creates an empty output that needs at most `max_items` items.
    pub fn new(max_items: usize) -> JobOutput<T> {
        JobOutput {
            max_items,
            items: Vec::new(),
            bytes: 0,
            files_searched: 0,
            files_with_matches: 0,
            ignored: 0,
            candidates: 0,
            always_scanned: 0,
            matches: 0,
            files_capped: 0,
            misses_root: false,
            skipped: Vec::new(),
            times: Vec::new(),
        }
    }

    /// Returns the number of items that can still be needed.
    pub fn remaining(&self) -> usize {
        self.max_items.saturating_sub(self.items.len())
    }

    /// Whether no more items are needed.
    pub fn is_full(&self) -> bool {
        self.items.len() >= self.max_items
    }
}
