//! Compares files with the stamps of their indexed content on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use ransack_base::internal::{SharedWork, TaskGroup, lock};
use ransack_base::{CancelToken, Pool, Result};

use super::coverage::{DocId, IndexCoverage};
use crate::scan::{Dir, FileStamp, FileTable};

/// Number of rows that one thread compares at a time.
const CHUNK: usize = 512;

/// Marks each file whose stamp differs from the recorded stamp as unknown. Checks files of known
/// content; unless `all` is set, only files with several names. One `stat` per file.
pub(super) fn verify(
    coverage: &mut IndexCoverage,
    root: &Weak<Dir>,
    all: bool,
    pool: &Pool,
    token: &CancelToken,
) -> Result<()> {
    let files = coverage.files.iter().enumerate();
    let rows: Vec<u32> = files
        .filter(|(_, file)| file.doc != DocId::UNKNOWN && (all || file.has_links()))
        .map(|(row, _)| row as u32)
        .collect();
    let count = rows.len();
    let group = TaskGroup::new(
        pool,
        Stats {
            table: coverage.table.clone(),
            root: root.upgrade(),
            rows,
            next: AtomicUsize::new(0),
            stamps: Mutex::default(),
            token: token.clone(),
        },
    );
    if count > CHUNK {
        group.request_helpers(pool.size().saturating_sub(1));
    }
    group.join()?;
    let work = group.work();
    for (chunk, stamps) in lock(&work.stamps).drain(..) {
        for (&row, stamp) in work.rows[chunk].iter().zip(stamps) {
            coverage.verify(row as usize, stamp);
        }
    }
    Ok(())
}

/// Whether any of `files`, or any file below one of `dirs`, has several names.
/// One `stat` per file.
pub(super) fn any_has_links(
    coverage: &IndexCoverage,
    root: &Weak<Dir>,
    dirs: &[Vec<u8>],
    files: &[&Vec<u8>],
) -> bool {
    let Some(root) = root.upgrade() else {
        return false;
    };
    let below = dirs.iter().flat_map(|dir| coverage.rows_below(dir));
    let named = files.iter().filter_map(|file| coverage.find(file));
    let mut rows = below.chain(named).filter(|&row| coverage.is_file(row));
    rows.any(|row| stamp(&coverage.table, &root, row).is_some_and(|stamp| stamp.links > 1))
}

/// Returns the stamp of a row's file, or `None` if it cannot be read.
pub(super) fn stamp(table: &FileTable, root: &Dir, row: usize) -> Option<FileStamp> {
    let name = table.path(&table.rows(row..row + 1)[0]);
    let path = match Dir::USES_PATHS {
        true => [table.root(), name].concat(),
        false => Vec::new(),
    };
    root.stat(name, &path, false).ok()
}

/// A chunk of rows, with the stamp of each file in it.
type ChunkStamps = (Range<usize>, Vec<Option<FileStamp>>);

struct Stats {
    table: Arc<FileTable>,
    /// Root directory; `None` once the workspace is closed.
    root: Option<Arc<Dir>>,
    rows: Vec<u32>,
    next: AtomicUsize,
    stamps: Mutex<Vec<ChunkStamps>>,
    token: CancelToken,
}

impl SharedWork for Stats {
    fn work(&self) -> Result<()> {
        loop {
            self.token.heartbeat()?;
            let start = self.next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= self.rows.len() {
                return Ok(());
            }
            let chunk = start..self.rows.len().min(start + CHUNK);
            let stamp_of = |&row: &u32| stamp(&self.table, self.root.as_ref()?, row as usize);
            let stamps = self.rows[chunk.clone()].iter().map(stamp_of).collect();
            lock(&self.stamps).push((chunk, stamps));
        }
    }
}
