//! Reads of lines, and places of lines that were read.
//!
//! - `options`: options and results.
//! - `call`: reads all files of a call.
//! - `examiner`: reads one file as a snapshot.
//! - `lines`: lines of a text within limits.
//! - `tokens`: tokens of lines.
//!
//! Invariant: a limit leaves out whole lines at the end of a range and all lines of the later ranges.

mod call;
mod examiner;
mod lines;
mod options;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod tokens;

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, OptionName, Result, StoppedBy};

use crate::engine::path_below;
use crate::snapshot::{Anchor, CurrentText, SnapshotId, with_snapshots};
use call::ReadCall;
use lines::{Budget, count_lines, lines_of};

pub use options::{
    FileLines, LinesRead, ReadLinesOptions, ReadLinesOutcome, ResolveLinesOptions, ResolvedLines,
};

/// Reads lines of a file, or of several files, with the number of lines and a snapshot of each file.
///
/// Lines end with `\n`; a preceding `\r` is part of the line end. A last line beyond the end means the
/// last line of the file; a negative first line before the start means the first.
///
/// The text of each file is retained as a snapshot, so that edits and [`resolve_lines`] can find the
/// lines after the file has changed; see [`set_snapshot_memory`](crate::set_snapshot_memory).
///
/// # Cost
///
/// Reads and hashes each file once, whatever the number of its ranges; a file that has its last
/// snapshot's content is compared instead of hashed. Counting tokens takes time linear in the lines
/// that are returned.
///
/// # Errors
///
/// - `InvalidOption`: the first line of a range does not exist, or its last line is before the first;
///   the first line of the call exceeds a limit; a path is a directory; the encoding of the files is
///   unknown; tokens are limited without the feature `tokens`. Without [`ranges`](ReadLinesOptions::ranges): the file
///   is not text or exceeds the maximum size.
/// - [`UnknownModel`](crate::ErrorKind::UnknownModel): the encoding of the tokens is unknown.
/// - `NotFound`, `PermissionDenied`, `Io`: a file cannot be opened.
/// - `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, ReadLinesOptions, read_lines};
///
/// # let dir = tempfile::tempdir()?;
/// let path = dir.path().join("a.txt");
/// std::fs::write(&path, "one\ntwo\nthree\nfour\n")?;
/// let options = ReadLinesOptions::new(&path, 2, 3).numbered(true);
/// let outcome = read_lines(&options, &CancelToken::new())?;
/// let read = &outcome.ranges[0];
/// assert_eq!(read.text, b"2\ttwo\n3\tthree\n");
/// assert_eq!(read.total_lines, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_lines(options: &ReadLinesOptions, token: &CancelToken) -> Result<ReadLinesOutcome> {
    token.heartbeat()?;
    let wanted = options.wanted();
    let call = ReadCall {
        paths: wanted
            .iter()
            .map(|range| path_below(options.path.as_deref(), &range.path))
            .collect(),
        workspace: options.workspace.as_ref(),
        encoding: options.encoding.as_deref(),
        max_file_size: options.max_file_size,
        pool: options.pool.as_ref(),
        needs_every_file: options.ranges.is_empty(),
    };
    let mut budget = Budget::new(options)?;
    let mut slices: Vec<Option<LineSlice>> = wanted.iter().map(|_| None).collect();
    let mut report = call.run(token, |indices, file| {
        let total = count_lines(&file.text);
        for &index in indices {
            let range = &wanted[index];
            let lines = range
                .resolve(total)
                .map_err(|error| match options.ranges.is_empty() {
                    true => error,
                    false => error.in_element(OptionName::Ranges, index),
                })?;
            slices[index] = Some(LineSlice {
                bytes: lines_of(&file.text, &lines).to_vec(),
                lines,
                total,
                id: file.id,
            });
        }
        Ok(())
    })?;
    let mut ranges = Vec::with_capacity(slices.len());
    for (index, (range, slice)) in std::iter::zip(&wanted, slices).enumerate() {
        let Some(slice) = slice else { continue };
        let given = match range.path.as_os_str().is_empty() {
            true => options.path.clone().unwrap_or_default(),
            false => range.path.clone(),
        };
        let mut read = LinesRead {
            range: index as u32,
            path: given,
            total_lines: slice.total,
            snapshot: slice.id.content,
            ..LinesRead::default()
        };
        budget.take(&slice.bytes, &slice.lines, &mut read, token)?;
        let seen = read.from as usize - 1..read.to as usize;
        with_snapshots(|snapshots| snapshots.add_seen(slice.id, seen));
        ranges.push(read);
    }
    if budget.is_exhausted() {
        report.complete = false;
        report.stopped_by = Some(StoppedBy::Limit);
    }
    Ok(ReadLinesOutcome {
        ranges,
        tokens: budget.tokens(),
        report,
    })
}

/// Returns where lines of a snapshot are in the file now.
///
/// If the file has changed since, the lines are found if they have not changed and their place is
/// certain: they are between two lines that occur once in the snapshot and once in the file, and
/// everything between these two lines is unchanged. The two may be among the lines; the start and the
/// end of the file count too. Some line around the lines must have stayed in any case. The text that
/// the file has now is retained as a snapshot as well.
///
/// # Cost
///
/// Reads the file once. If it has changed, O(n) in both texts, about 50 ns per line.
///
/// # Errors
///
/// - [`Stale`](crate::ErrorKind::Stale), with the current lines in
///   [`Error::passages`](crate::Error::passages): the lines have
///   changed, or their place is not certain; a hash differs; the file has changed and the snapshot is
///   not retained.
/// - `InvalidOption`: the lines do not exist in the snapshot, or the number of hashes differs; the
///   file is not text or exceeds the maximum size; the encoding is unknown.
/// - `NotFound`, `PermissionDenied`, `Io`: the file cannot be opened.
/// - `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{
///     CancelToken, ReadLinesOptions, ResolveLinesOptions, read_lines, resolve_lines,
/// };
///
/// # let dir = tempfile::tempdir()?;
/// let (path, token) = (dir.path().join("a.txt"), CancelToken::new());
/// std::fs::write(&path, "one\ntwo\nthree\n")?;
/// let snapshot = read_lines(&ReadLinesOptions::new(&path, 2, 3), &token)?.ranges[0].snapshot;
/// std::fs::write(&path, "zero\none\ntwo\nthree\n")?;
/// let now = resolve_lines(&ResolveLinesOptions::new(&path, snapshot, 2, 3), &token)?;
/// assert_eq!((now.from, now.to), (3, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolve_lines(options: &ResolveLinesOptions, token: &CancelToken) -> Result<ResolvedLines> {
    token.heartbeat()?;
    let call = ReadCall {
        paths: vec![options.path.clone()],
        workspace: options.workspace.as_ref(),
        encoding: options.encoding.as_deref(),
        max_file_size: options.max_file_size,
        pool: options.pool.as_ref(),
        needs_every_file: true,
    };
    let mut resolved = ResolvedLines::default();
    call.run(token, |_, file| {
        let anchor = Anchor {
            snapshot: Some(options.snapshot),
            from: options.from,
            to: options.to,
            hashes: &options.hashes,
        };
        let current = CurrentText {
            id: file.id,
            text: &file.text,
        };
        let located = anchor.locate(&current, token)?;
        resolved = ResolvedLines {
            from: located.lines.start as u64 + 1,
            to: located.lines.end as u64,
            total_lines: count_lines(&file.text),
            snapshot: file.id.content,
        };
        Ok(())
    })?;
    Ok(resolved)
}

/// Lines of a file that were read.
struct LineSlice {
    /// Lines, 0-based.
    lines: std::ops::Range<u64>,
    bytes: Vec<u8>,
    /// Number of lines in the file.
    total: u64,
    id: SnapshotId,
}
