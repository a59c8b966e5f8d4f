//! Files of a table that may match a query, according to a content index.

use super::table::FileTable;
use super::words::WordQuery;

/// Conditions that every file with a result satisfies. A file that does not satisfy them may be
/// counted as searched without being read.
pub trait TextConditions {
    /// Returns the condition for all files, if they share a condition.
    fn of_all(&self) -> Option<&WordQuery> {
        Some(&WordQuery::All)
    }

    /// Returns the condition for files with this name. Equal conditions are the same value.
    fn of_name(&self, _name: &[u8]) -> &WordQuery {
        &WordQuery::All
    }

    /// Returns the maximum size in bytes of a file that the call searches. Larger files are
    /// reported, so they are candidates.
    fn max_file_size(&self) -> Option<u64> {
        None
    }

    /// Whether the call walks directories even in a workspace, because rules decide that the file
    /// table does not know.
    fn needs_walk(&self) -> bool {
        false
    }
}

/// Rows of a file table that may match; all other files provably do not.
#[derive(Debug)]
pub(crate) struct CandidateFiles {
    /// One bit per row.
    rows: Vec<u64>,
    /// Rows whose content is not in the index; a subset of `rows`.
    unknown: Vec<u64>,
}

impl CandidateFiles {
    /// Creates a set without rows for a table of `rows` rows.
    pub(crate) fn new(rows: usize) -> CandidateFiles {
        let empty = vec![0; rows.div_ceil(64)];
        CandidateFiles {
            rows: empty.clone(),
            unknown: empty,
        }
    }

    /// Adds a row. `is_known` states whether the index knows the content.
    pub(crate) fn insert(&mut self, row: usize, is_known: bool) {
        let bit = 1 << (row % 64);
        self.rows[row / 64] |= bit;
        if !is_known {
            self.unknown[row / 64] |= bit;
        }
    }

    /// Returns the set for a table that has the rows of `base` plus the added rows `unknown`, whose
    /// content is not in the index.
    pub(crate) fn moved<'a>(
        &self,
        base: &FileTable,
        table: &FileTable,
        unknown: impl Iterator<Item = &'a [u8]>,
    ) -> CandidateFiles {
        let mut moved = CandidateFiles::new(table.row_count());
        let mut near = 0;
        for row in (0..base.row_count()).filter(|&row| self.contains(row)) {
            let path = base.path(&base.rows(row..row + 1)[0]);
            // A missing row is a file that a buffer displaces.
            if let Ok(at) = table.search(near, path) {
                moved.insert(at, !self.is_unknown(row));
                near = at;
            }
        }
        for path in unknown {
            if let Ok(at) = table.search(near, path) {
                moved.insert(at, false);
            }
        }
        moved
    }

    pub(crate) fn contains(&self, row: usize) -> bool {
        self.rows[row / 64] >> (row % 64) & 1 == 1
    }

    /// Whether a row is a candidate because its content is not in the index.
    pub(crate) fn is_unknown(&self, row: usize) -> bool {
        self.unknown[row / 64] >> (row % 64) & 1 == 1
    }
}
