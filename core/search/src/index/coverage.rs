//! Maps each file of a table to its document, that is, to the content that the index has recorded
//! for the file.
//!
//! Invariant: a row has a document only if the file's content equalled the document at the last
//! refresh, as far as change events or metadata show.

use std::ops::Range;
use std::sync::Arc;

use super::stats::AlwaysScanned;
use crate::scan::{EntryKind, EntryRole, FileTable};

/// Number of a document among the documents of all segments, or the reason why a file has no
/// document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DocId(pub(crate) u32);

impl DocId {
    /// The content is unknown: the file was added or changed.
    pub(super) const UNKNOWN: DocId = DocId(u32::MAX);
    /// The path is not a regular file, or could not be read.
    pub(super) const UNREADABLE: DocId = DocId(u32::MAX - 1);
    /// The text contains NUL bytes.
    pub(super) const BINARY: DocId = DocId(u32::MAX - 2);
    /// The file exceeds the maximum size of indexed files.
    pub(super) const TOO_LARGE: DocId = DocId(u32::MAX - 3);
    /// The file is not valid in the encoding given by its byte order mark.
    pub(super) const UNDECODABLE: DocId = DocId(u32::MAX - 4);
    /// Maximum number of documents in an index.
    pub(super) const MAX: u32 = u32::MAX - 16;

    /// Whether this number refers to a document.
    pub(super) fn is_document(self) -> bool {
        self.0 < DocId::MAX
    }
}

/// Changed file contents, as relative paths.
#[derive(Debug, Default)]
pub(crate) struct ContentChanges {
    /// Whether changes may have been missed, in which case every file is compared with its stamp.
    pub(crate) is_void: bool,
    /// Directories that were added, removed or replaced.
    pub(crate) dirs: Vec<Vec<u8>>,
    /// Files that were written, added, removed or replaced.
    pub(crate) files: Vec<Vec<u8>>,
}

impl ContentChanges {
    /// Number of paths above which comparing all stamps is cheaper.
    const MAX: usize = 1 << 16;

    /// Adds later changes.
    pub(crate) fn extend(&mut self, later: ContentChanges) {
        self.is_void |= later.is_void;
        self.dirs.extend(later.dirs);
        self.files.extend(later.files);
        if self.dirs.len() + self.files.len() > ContentChanges::MAX {
            *self = ContentChanges {
                is_void: true,
                ..ContentChanges::default()
            };
        }
    }
}

/// Documents and stamps of the rows of a table.
#[derive(Clone, Debug)]
pub(super) struct IndexCoverage {
    pub(super) table: Arc<FileTable>,
    /// Indexed by row.
    pub(super) files: Vec<CoveredFile>,
}

/// Document and stamp of one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoveredFile {
    pub(super) doc: DocId,
    /// [`FileStamp::digest`](crate::scan::FileStamp::digest) of the content; 0 if a later write may have the same digest.
    stamp: [u32; 2],
}

impl CoveredFile {
    pub(super) const UNKNOWN: CoveredFile = CoveredFile::new(DocId::UNKNOWN, 0);

    pub(super) const fn new(doc: DocId, stamp: u64) -> CoveredFile {
        CoveredFile {
            doc,
            // Two halves, which avoids padding after the document.
            stamp: [stamp as u32, (stamp >> 32) as u32],
        }
    }

    pub(super) fn stamp(&self) -> u64 {
        u64::from(self.stamp[0]) | u64::from(self.stamp[1]) << 32
    }

    /// Whether `file` may replace this state.
    fn accepts(self, file: CoveredFile) -> bool {
        let is_same = file.doc.is_document() && file.stamp() > 1 && file.stamp() == self.stamp();
        self.doc == DocId::UNKNOWN || is_same
    }

    /// Whether the file has several names, in which case a write may go unreported.
    pub(super) fn has_links(&self) -> bool {
        self.stamp[0] & 1 == 1
    }
}

impl IndexCoverage {
    /// Creates the coverage of a table whose contents are all unknown.
    pub(super) fn new(table: Arc<FileTable>) -> IndexCoverage {
        let files = vec![CoveredFile::UNKNOWN; table.row_count()];
        IndexCoverage { table, files }
    }

    /// Whether a row is a regular file.
    pub(super) fn is_file(&self, row: usize) -> bool {
        is_file(&self.table, row)
    }

    /// Switches to a new table. Files whose path is in both tables keep their state. O(n) in the
    /// rows.
    pub(super) fn set_table(&mut self, table: &Arc<FileTable>) {
        if Arc::ptr_eq(&self.table, table) {
            return;
        }
        let old = std::mem::replace(self, IndexCoverage::new(table.clone()));
        let known = (0..old.files.len()).filter(|&row| old.is_file(row));
        let known = known.map(|row| (old.path(row), old.files[row]));
        self.carry(known);
    }

    /// Sets the state of the files in `known`, which is in path order, if their content is unknown
    /// here or has the same stamp.
    pub(super) fn carry<'a>(&mut self, known: impl Iterator<Item = (&'a [u8], CoveredFile)>) {
        let mut row = 0;
        for (path, file) in known {
            while row < self.files.len() && self.path(row) < path {
                row += 1;
            }
            // An unlisted directory has two rows, one of which ends in `/`.
            if row < self.files.len()
                && self.path(row) == path
                && self.is_file(row)
                && self.files[row].accepts(file)
            {
                self.files[row] = file;
            }
        }
    }

    pub(super) fn path(&self, row: usize) -> &[u8] {
        let table = &self.table;
        table.path(&table.rows(row..row + 1)[0])
    }

    /// Returns the name of a row without its directory.
    pub(super) fn name(&self, row: usize) -> &[u8] {
        let row = &self.table.rows(row..row + 1)[0];
        &self.table.path(row)[self.table.name_start(row)..]
    }

    /// Sets the state of the file at `path`, which had row `row` in `table`.
    pub(super) fn set(
        &mut self,
        row: usize,
        table: &Arc<FileTable>,
        path: &[u8],
        file: CoveredFile,
    ) {
        let row = match Arc::ptr_eq(&self.table, table) {
            true => Some(row),
            false => self.find(path),
        };
        if let Some(row) = row {
            self.files[row] = file;
        }
    }

    /// Returns the row of a file.
    pub(super) fn find(&self, path: &[u8]) -> Option<usize> {
        let row = self.table.search(self.files.len() / 2, path).ok()?;
        self.is_file(row).then_some(row)
    }

    /// Marks a file's content as unknown. Returns whether the file was known to have several names.
    pub(super) fn forget(&mut self, path: &[u8]) -> bool {
        let Some(row) = self.find(path) else {
            return false;
        };
        let had_links = self.files[row].has_links();
        self.files[row] = CoveredFile::UNKNOWN;
        had_links
    }

    /// Marks the content of everything below a directory as unknown.
    pub(super) fn forget_below(&mut self, path: &[u8]) {
        let rows = self.rows_below(path);
        self.files[rows].fill(CoveredFile::UNKNOWN);
    }

    /// Returns the rows of everything below a directory.
    pub(super) fn rows_below(&self, path: &[u8]) -> Range<usize> {
        if path.is_empty() {
            return 0..self.files.len();
        }
        let mut edge = path.to_vec();
        edge.push(b'/');
        let start = self.row_at(&edge);
        // `0` is the byte after `/`.
        edge.pop();
        edge.push(b'0');
        start..self.row_at(&edge)
    }

    fn row_at(&self, path: &[u8]) -> usize {
        match self.table.search(0, path) {
            Ok(row) | Err(row) => row,
        }
    }

    /// Compares the state of a row with `now`, the digest of its file's current stamp; `now` is
    /// `None` if the path is not a file or cannot be read.
    pub(super) fn verify(&mut self, row: usize, now: Option<u64>) {
        let file = &mut self.files[row];
        if file.stamp() == 0 || now != Some(file.stamp()) {
            *file = CoveredFile::UNKNOWN;
        }
    }

    /// Whether any file has several names.
    pub(super) fn has_links(&self) -> bool {
        self.files.iter().any(CoveredFile::has_links)
    }

    /// Replaces document numbers with the numbers in `renumbered`.
    pub(super) fn renumber(&mut self, renumbered: &[DocId]) {
        for file in &mut self.files {
            if file.doc.is_document() {
                file.doc = renumbered
                    .get(file.doc.0 as usize)
                    .copied()
                    .unwrap_or(DocId::UNKNOWN);
            }
        }
    }

    /// Returns the number of files with a document, and the numbers of other files by reason.
    pub(super) fn count(&self) -> (u64, AlwaysScanned) {
        let mut files = 0;
        let mut others = AlwaysScanned::default();
        for (row, file) in self.files.iter().enumerate() {
            match file.doc {
                doc if doc.is_document() => files += 1,
                _ if !self.is_file(row) => {}
                DocId::BINARY => others.binary += 1,
                DocId::TOO_LARGE => others.too_large += 1,
                DocId::UNDECODABLE => others.undecodable += 1,
                DocId::UNREADABLE => others.unreadable += 1,
                _ => others.unindexed += 1,
            }
        }
        (files, others)
    }

    /// Returns the rows of files of unknown content.
    pub(super) fn unknown_rows(&self) -> impl Iterator<Item = usize> + '_ {
        let rows = self.files.iter().enumerate();
        rows.filter(|(_, file)| file.doc == DocId::UNKNOWN)
            .map(|(row, _)| row)
            .filter(|&row| self.is_file(row))
    }
}

fn is_file(table: &FileTable, row: usize) -> bool {
    table.rows(row..row + 1)[0].role == EntryRole::Item(EntryKind::File)
}
