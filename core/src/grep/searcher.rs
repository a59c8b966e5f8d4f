//! Searches text that is in memory, or that passes through a window.
//!
//! Large files are read in windows. A window without a candidate line costs one prefilter scan;
//! from the first candidate on, the searcher of `grep-searcher` reads the file itself, because it
//! keeps context lines across reads. Nothing in here opens files or knows the pipeline.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};

use grep_matcher::LineTerminator;
use grep_searcher::{BinaryDetection, MmapChoice, Searcher, SearcherBuilder};

use super::matcher::CompiledGrepQuery;
use super::options::{GrepMode, Select};
use super::sink::{LinePosition, MatchSink};
use crate::cancel::CancelToken;
use crate::offsets::line_feeds;
use crate::report::SkipReason;
use crate::scan::{GuardedReader, ReadFault, ReadPolicy, bom_len, read_full};

/// Window size in bytes. Smaller files are read whole; larger ones pass through a window of this
/// size, which stays in the processor's cache.
pub(crate) const WINDOW: usize = 1 << 20;

/// Maximum number of bytes held in memory: of one line, and of a whole file for multi-line patterns
/// and encodings.
pub(crate) const MAX_HELD: usize = 256 << 20;

/// Result of searching one file.
pub(crate) enum FileOutcome {
    Searched,
    /// Searched, with faults to report. Matches may be missing.
    SearchedWith(Vec<ReadFault>),
    Skipped(ReadFault),
}

impl FileOutcome {
    /// A file skipped because it holds a NUL byte.
    pub(crate) fn binary() -> FileOutcome {
        FileOutcome::Skipped(SkipReason::Binary.into())
    }

    fn searched_with(reason: SkipReason) -> FileOutcome {
        FileOutcome::SearchedWith(vec![reason.into()])
    }
}

/// Extent of the windows without a candidate line at the start of a file.
enum PassedWindows {
    WholeFile,
    /// Everything before a NUL byte.
    UntilNul,
    /// Everything before a line that may match.
    UntilLine(LinePosition),
}

/// Searches the text of a file in memory from the sink's position on.
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
    search_slice(query, rest.unwrap_or_default(), searcher, sink)
}

/// Searches a file that does not fit into `window`, which holds its beginning.
pub(crate) fn search_windows(
    query: &CompiledGrepQuery,
    select: &Select,
    mut file: File,
    window: &mut [u8],
    policy: &ReadPolicy,
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<FileOutcome> {
    if policy.find_nul(window).is_some() {
        return Ok(FileOutcome::binary());
    }
    skip_bom(window, sink);
    // With context, lines of passed windows may be part of the results.
    if select.context_before == 0 {
        match pass_windows(query, &mut file, window, policy, sink.token)? {
            PassedWindows::WholeFile => return Ok(FileOutcome::Searched),
            PassedWindows::UntilNul => return Ok(FileOutcome::searched_with(SkipReason::Binary)),
            PassedWindows::UntilLine(position) if position.lines > 0 => sink.start = position,
            PassedWindows::UntilLine(_) => {}
        }
    }
    search_rest(query, file, policy, searcher, sink)
}

/// Searches a file from the sink's position on without holding it in memory.
pub(crate) fn search_rest(
    query: &CompiledGrepQuery,
    mut file: File,
    policy: &ReadPolicy,
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<FileOutcome> {
    file.seek(SeekFrom::Start(sink.start.offset))?;
    let mut reader = GuardedReader::new(file, sink.token, policy.binary);
    match searcher.search_reader(&query.matcher, &mut reader, sink) {
        // Matches before the NUL byte stand.
        Ok(()) if reader.ended_at_nul() => Ok(FileOutcome::searched_with(SkipReason::Binary)),
        Ok(()) => Ok(FileOutcome::Searched),
        // `grep-searcher` has no other sign of a line over its heap limit.
        Err(e) if e.to_string().contains("allocation limit") => {
            Ok(FileOutcome::searched_with(SkipReason::TooLarge))
        }
        Err(e) => Err(e),
    }
}

/// Reads the file whose beginning is in `window` up to the first line that may match.
fn pass_windows(
    query: &CompiledGrepQuery,
    file: &mut File,
    window: &mut [u8],
    policy: &ReadPolicy,
    token: &CancelToken,
) -> io::Result<PassedWindows> {
    let mut position = LinePosition::default();
    let mut len = window.len();
    while !token.is_cancelled() {
        if let Some(nul) = policy.find_nul(&window[..len]) {
            // The searcher's reader ends at the NUL byte, too.
            let has_candidate = query.is_match(&window[..nul]) != Some(false);
            return Ok(if has_candidate {
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
        // Without an end, a line is longer than the window.
        let has_candidate = |end: usize| query.is_match(&window[..end]) != Some(false);
        let Some(end) = end.filter(|&end| !has_candidate(end)) else {
            return Ok(PassedWindows::UntilLine(position));
        };
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
    Ok(PassedWindows::WholeFile)
}

/// Moves a sink at the start of `content` behind a byte order mark, so that `^` matches there.
fn skip_bom(content: &[u8], sink: &mut MatchSink<'_>) {
    if sink.start.offset == 0 {
        sink.start.offset = bom_len(content) as u64;
    }
}

/// Builds a searcher for lines. `max_held` is the maximum length of a line that comes through a
/// reader, in bytes; `None` for any.
pub(crate) fn searcher(
    query: &CompiledGrepQuery,
    select: &Select,
    max_held: Option<usize>,
) -> Searcher {
    let terminator = LineTerminator::crlf();
    let content = select.mode == GrepMode::Content;
    SearcherBuilder::new()
        .line_terminator(terminator)
        .invert_match(query.invert)
        .line_number(content)
        .multi_line(query.multiline)
        .before_context(if content { select.context_before } else { 0 })
        .after_context(if content { select.context_after } else { 0 })
        // `GuardedReader` and the examiner look for NUL bytes themselves.
        .binary_detection(BinaryDetection::none())
        .bom_sniffing(false)
        .heap_limit(max_held)
        .memory_map(MmapChoice::never())
        .build()
}

/// Searches text in memory, unless one scan shows that no line matches.
fn search_slice(
    query: &CompiledGrepQuery,
    text: &[u8],
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<()> {
    if query.is_match(text) != Some(false) {
        searcher.search_slice(&query.matcher, text, sink)?;
    }
    Ok(())
}

/// Searches a caller's text in memory. Fails only if the token fires.
pub(crate) fn search_memory(
    query: &CompiledGrepQuery,
    select: &Select,
    text: &[u8],
    sink: &mut MatchSink<'_>,
) -> io::Result<()> {
    let mut searcher = searcher(query, select, None);
    if text.len() <= WINDOW || query.multiline || query.has_text_anchor {
        return search_slice(query, text, &mut searcher, sink);
    }
    if select.context_before > 0 || select.context_after > 0 {
        // A reader keeps context from chunk to chunk and checks the token.
        let reader = GuardedReader::new(text, sink.token, true);
        return searcher.search_reader(&query.matcher, reader, sink);
    }
    // Chunks need no copy. Lines are counted up to chunks that may match, not beyond.
    let mut rest = text;
    while !rest.is_empty() && sink.wants_more() {
        sink.token.heartbeat().map_err(io::Error::other)?;
        let near = rest.len().min(WINDOW);
        let end = memchr::memchr(b'\n', &rest[near..]).map_or(rest.len(), |at| near + at + 1);
        let (chunk, after) = rest.split_at(end);
        if query.is_match(chunk) != Some(false) {
            sink.move_to(text, text.len() - rest.len());
            searcher.search_slice(&query.matcher, chunk, &mut *sink)?;
        }
        rest = after;
    }
    Ok(())
}
