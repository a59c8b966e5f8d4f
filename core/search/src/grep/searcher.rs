//! Searches text that is in memory or passes through a window.
//!
//! Large files are read in windows. A window without a candidate line costs one prefilter scan.
//! From the first candidate on, `grep-searcher`'s searcher reads the file itself, because it keeps
//! context lines across reads. For a line of many megabytes, that searcher would grow its buffer,
//! which takes more than twice the memory and tens of milliseconds without a token check. A
//! remainder that begins with such a line is therefore held in memory. [`SliceSearch`] searches
//! such remainders, text that must be searched as a whole, and text supplied by the caller. This
//! module does not open files, and does not depend on the pipeline.

use std::io::{self, Seek, SeekFrom};

use grep_matcher::LineTerminator;
use grep_searcher::{BinaryDetection, MmapChoice, Searcher, SearcherBuilder};
use ransack_base::internal::line_feeds;
use ransack_base::{CancelToken, SkipReason};

use super::engine::Meter;
use super::matcher::CompiledGrepQuery;
use super::options::{GrepMode, Select};
use super::sink::{LinePosition, MatchSink};
use super::slice::SliceSearch;
use crate::scan::{
    BINARY_WINDOW, GuardedReader, OpenFile, ReadFault, ReadPolicy, bom_len, read_full, read_held,
};

/// Window size in bytes. Smaller files are read whole; larger ones pass through a window of this
/// size, which fits the processor's cache.
pub(crate) const WINDOW: usize = BINARY_WINDOW;

/// Maximum number of bytes held in memory: for one line, or for a whole file with multi-line
/// patterns or encodings.
pub(crate) const MAX_HELD: usize = 256 << 20;

/// Length in bytes above which a line is held in memory together with everything after it.
const LONG_LINE: usize = 16 << 20;

/// Result of searching one file.
pub(crate) enum FileOutcome {
    Searched,
    /// Searched, with read errors to report. Matches may be missing.
    SearchedWith(Vec<ReadFault>),
    Skipped(ReadFault),
}

impl FileOutcome {
    fn searched_with(fault: impl Into<ReadFault>) -> FileOutcome {
        FileOutcome::SearchedWith(vec![fault.into()])
    }
}

/// Extent of the leading windows of a file that contain no candidate line.
enum PassedWindows {
    WholeFile,
    /// Everything before a NUL byte.
    UntilNul,
    /// Everything before a line that may match.
    UntilLine(LinePosition),
    /// Everything before a line that is longer than the window.
    UntilLongLine(LinePosition),
}

/// Searches the text of a file in memory from the sink's position.
pub(crate) fn search_held(
    query: &CompiledGrepQuery,
    content: &[u8],
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<()> {
    skip_bom(content, sink);
    let rest = usize::try_from(sink.start.offset)
        .ok()
        .and_then(|at| content.get(at..));
    let rest = rest.unwrap_or_default();
    if query.needs_whole_text {
        return SliceSearch::run(query, rest, sink).map_err(io::Error::other);
    }
    let may_match = query.may_match(rest, &mut Meter::new(sink.token));
    if may_match.map_err(io::Error::other)? {
        let matcher = query.matcher(sink.token, sink.undecided);
        let searched = searcher.search_slice(matcher, rest, &mut *sink);
        return sink.end(searched);
    }
    Ok(())
}

/// Searches a file that does not fit into `window`; `window` holds its beginning.
pub(crate) fn search_windows(
    query: &CompiledGrepQuery,
    select: &Select,
    mut file: OpenFile,
    window: &mut [u8],
    policy: &ReadPolicy,
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<FileOutcome> {
    if let Some(fault) = policy.exclude_binary(window) {
        return Ok(FileOutcome::Skipped(fault));
    }
    skip_bom(window, sink);
    // With context, lines of skipped windows may be part of the results.
    let passed = if select.context_before == 0 {
        pass_windows(query, &mut file, window, policy, sink.token)?
    } else if memchr::memchr(b'\n', window).is_none() {
        PassedWindows::UntilLongLine(LinePosition::default())
    } else {
        PassedWindows::UntilLine(LinePosition::default())
    };
    let (position, is_long) = match passed {
        PassedWindows::WholeFile => return Ok(FileOutcome::Searched),
        PassedWindows::UntilNul => return Ok(FileOutcome::searched_with(ReadFault::cut_at_nul())),
        PassedWindows::UntilLine(position) => (position, false),
        PassedWindows::UntilLongLine(position) => (position, true),
    };
    if position.lines > 0 {
        sink.start = position;
    }
    if is_long && let Some(outcome) = search_held_rest(query, &mut file, policy, sink)? {
        return Ok(outcome);
    }
    search_rest(query, file, policy, searcher, sink)
}

/// Searches the rest of a file in memory from the sink's position, if the rest is no longer than
/// [`LONG_LINE`], or if its first line is longer and the rest no longer than [`MAX_HELD`].
fn search_held_rest(
    query: &CompiledGrepQuery,
    file: &mut OpenFile,
    policy: &ReadPolicy,
    sink: &mut MatchSink<'_>,
) -> io::Result<Option<FileOutcome>> {
    let len = file.version()?.len.saturating_sub(sink.start.offset);
    let Some(len) = usize::try_from(len).ok().filter(|len| *len <= MAX_HELD) else {
        return Ok(None);
    };
    let mut text = Vec::new();
    // One byte more: the read that finds the end then needs no additional room.
    text.try_reserve_exact(len + 1)?;
    file.seek(SeekFrom::Start(sink.start.offset))?;
    let mut reader = GuardedReader::new(file, sink.token, policy.binary);
    read_held(&mut reader, &mut text, LONG_LINE)?;
    if text.len() > LONG_LINE {
        if memchr::memchr(b'\n', &text).is_some() {
            return Ok(None);
        }
        read_held(&mut reader, &mut text, MAX_HELD)?;
        if text.len() > MAX_HELD {
            return Ok(None);
        }
    }
    let ended_at_nul = reader.ended_at_nul();
    SliceSearch::run(query, &text, sink).map_err(io::Error::other)?;
    // Matches before the NUL byte remain valid.
    Ok(Some(match ended_at_nul {
        true => FileOutcome::searched_with(ReadFault::cut_at_nul()),
        false => FileOutcome::Searched,
    }))
}

/// Searches a file from the sink's position without holding it in memory.
pub(crate) fn search_rest(
    query: &CompiledGrepQuery,
    mut file: OpenFile,
    policy: &ReadPolicy,
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<FileOutcome> {
    file.seek(SeekFrom::Start(sink.start.offset))?;
    let mut reader = GuardedReader::new(file, sink.token, policy.binary);
    let matcher = query.matcher(sink.token, sink.undecided);
    let searched = searcher.search_reader(matcher, &mut reader, &mut *sink);
    match sink.end(searched) {
        // Matches before the NUL byte remain valid.
        Ok(()) if reader.ended_at_nul() => Ok(FileOutcome::searched_with(ReadFault::cut_at_nul())),
        Ok(()) => Ok(FileOutcome::Searched),
        // The sink never fails, and the matcher fails only if the token fires. Otherwise the
        // searcher itself failed, which happens only for a line over its heap limit.
        Err(_) if !reader.has_failed && !sink.token.is_cancelled() => {
            Ok(FileOutcome::searched_with(SkipReason::TooLarge))
        }
        Err(e) => Err(e),
    }
}

/// Reads the file, whose beginning is in `window`, up to the first line that may match.
fn pass_windows(
    query: &CompiledGrepQuery,
    file: &mut OpenFile,
    window: &mut [u8],
    policy: &ReadPolicy,
    token: &CancelToken,
) -> io::Result<PassedWindows> {
    let mut position = LinePosition::default();
    let mut len = window.len();
    let mut meter = Meter::new(token);
    let mut may_match = |lines: &[u8]| query.may_match(lines, &mut meter).map_err(io::Error::other);
    loop {
        if let Some(nul) = policy.find_nul(&window[..len]) {
            // The searcher's reader also stops at the NUL byte.
            return Ok(if may_match(&window[..nul])? {
                PassedWindows::UntilLine(position)
            } else {
                PassedWindows::UntilNul
            });
        }
        let at_end = len < window.len();
        let end = if at_end {
            Some(len)
        } else {
            memchr::memrchr(b'\n', &window[..len])
        };
        let Some(end) = end else {
            return Ok(PassedWindows::UntilLongLine(position));
        };
        if may_match(&window[..end])? {
            return Ok(PassedWindows::UntilLine(position));
        }
        if at_end {
            return Ok(PassedWindows::WholeFile);
        }
        let next = end + 1;
        position.offset += next as u64;
        position.lines += line_feeds(&window[..next]) as u64;
        window.copy_within(next..len, 0);
        let carried = len - next;
        len = carried + read_full(file, &mut window[carried..], false)?;
    }
}

/// Moves a sink at the start of `content` past a byte order mark, so that `^` matches there.
fn skip_bom(content: &[u8], sink: &mut MatchSink<'_>) {
    if sink.start.offset == 0 {
        sink.start.offset = bom_len(content) as u64;
    }
}

/// Builds a searcher for lines. `max_held` is the maximum length in bytes of a line that is read
/// through a reader.
pub(crate) fn searcher(query: &CompiledGrepQuery, select: &Select, max_held: usize) -> Searcher {
    let terminator = match query.names_return {
        true => LineTerminator::byte(b'\n'),
        false => LineTerminator::crlf(),
    };
    let content = select.mode == GrepMode::Content;
    SearcherBuilder::new()
        .line_terminator(terminator)
        .invert_match(query.invert)
        .line_number(content)
        .before_context(if content { select.context_before } else { 0 })
        .after_context(if content { select.context_after } else { 0 })
        // `GuardedReader` and the examiner check for NUL bytes themselves.
        .binary_detection(BinaryDetection::none())
        .bom_sniffing(false)
        .heap_limit(Some(max_held))
        .memory_map(MmapChoice::never())
        .build()
}
