//! Compares files with the stamps of their indexed content on several threads.

use std::sync::Weak;

use ransack_base::internal::for_each_chunked;
use ransack_base::{CancelToken, Pool, Result};

use super::coverage::{DocId, IndexCoverage};
use crate::scan::{Dir, EntryKind, FileStamp, FileTable};

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
    let files = coverage.files.iter().zip(0..);
    let rows: Vec<(u32, Option<u64>)> = files
        .filter(|(file, _)| file.doc != DocId::UNKNOWN && (all || file.has_links()))
        .map(|(_, row)| (row, None))
        .collect();
    let (table, root, token) = (coverage.table.clone(), root.upgrade(), token.clone());
    let (rows, compared) =
        for_each_chunked(pool, pool.size(), rows, CHUNK, move |(row, digest)| {
            token.heartbeat()?;
            let root = root.as_ref();
            let stamp = root.and_then(|root| stamp(&table, root, *row as usize));
            let of_file = stamp.filter(|stamp| stamp.kind == EntryKind::File);
            *digest = of_file.map(|stamp| stamp.digest());
            Ok(())
        });
    compared?;
    for (row, digest) in rows {
        coverage.verify(row as usize, digest);
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
