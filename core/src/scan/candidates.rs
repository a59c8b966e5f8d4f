//! The files of a table that may match a query, as a content index knows it.

use super::table::Table;
use super::words::WordQuery;

/// Conditions that every file with a result of a call fulfils. A file that does not may
/// be counted as searched without being read.
pub(crate) trait TextConditions {
    /// Returns the condition of all files, if they have the same one.
    fn of_all(&self) -> Option<&WordQuery> {
        Some(&WordQuery::All)
    }

    /// Returns the condition of the files with this name. Equal conditions are the
    /// same value.
    fn of_name(&self, _name: &[u8]) -> &WordQuery {
        &WordQuery::All
    }

    /// Largest file that the call searches, in bytes; larger ones are reported, so they
    /// are candidates.
    fn max_file_size(&self) -> Option<u64> {
        None
    }
}

/// The rows of a file table that may match; all other files provably do not.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// By row, one bit each.
    rows: Vec<u64>,
    /// Rows about whose content the index says nothing; a subset of `rows`.
    unknown: Vec<u64>,
}

impl Candidates {
    /// Creates a set without rows for a table of `rows` rows.
    pub(crate) fn new(rows: usize) -> Candidates {
        let empty = vec![0; rows.div_ceil(64)];
        Candidates {
            rows: empty.clone(),
            unknown: empty,
        }
    }

    /// Adds a row. `is_known` says whether the index knows the content.
    pub(crate) fn insert(&mut self, row: usize, is_known: bool) {
        let bit = 1 << (row % 64);
        self.rows[row / 64] |= bit;
        if !is_known {
            self.unknown[row / 64] |= bit;
        }
    }

    /// Returns the set for a table whose rows are those of `base` and those of
    /// `unknown`, which are added: files about whose content the index says nothing.
    pub(crate) fn moved<'a>(
        &self,
        base: &Table,
        table: &Table,
        unknown: impl Iterator<Item = &'a [u8]>,
    ) -> Candidates {
        let mut moved = Candidates::new(table.row_count());
        let mut near = 0;
        for row in (0..base.row_count()).filter(|&row| self.contains(row)) {
            let path = base.path(&base.rows(row..row + 1)[0]);
            // A row that is not there is that of a file in the way of a buffer.
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

    /// Whether a row is a candidate because the index does not know its content.
    pub(crate) fn is_unknown(&self, row: usize) -> bool {
        self.unknown[row / 64] >> (row % 64) & 1 == 1
    }
}
