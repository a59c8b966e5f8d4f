//! Searching text that is in memory, or comes through a window.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use grep_matcher::LineTerminator;
use grep_searcher::{BinaryDetection, MmapChoice, Searcher, SearcherBuilder};

use super::matcher::CompiledQuery;
use super::options::{GrepMode, Select};
use super::sink::{MatchSink, Place};
use crate::cancel::CancelToken;
use crate::offsets::line_feeds;
use crate::report::SkipReason;

/// Files below this size are read whole; larger ones go through a window of
/// this size, which stays in the processor's cache.
pub(crate) const WINDOW: usize = 1 << 20;

/// What must be whole in memory (a line, or for multi-line patterns and
/// encodings the file) may be this large.
pub(crate) const MAX_HELD: usize = 256 << 20;

/// What became of a file.
pub(crate) enum Ended {
    Searched,
    /// Searched, but something in it could not be found.
    SearchedBut(SkipReason),
    Skipped(SkipReason),
}

/// How much of a large file was read without finding anything.
enum Passed {
    Whole,
    /// A NUL byte ended it.
    UntilBinary,
    Until(Place),
}

/// Searches the text of a file, which is whole in memory, from the sink's
/// place on.
pub(crate) fn search_held(
    query: &CompiledQuery,
    content: &[u8],
    binary: bool,
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<Ended> {
    if sink.place.offset == 0 {
        if nul_in(content, binary).is_some() {
            return Ok(Ended::Skipped(SkipReason::Binary));
        }
        begin_after_bom(content, sink);
    }
    // The place is a line's start in this very text.
    let rest = usize::try_from(sink.place.offset)
        .ok()
        .and_then(|at| content.get(at..));
    search_slice(query, rest.unwrap_or_default(), searcher, sink)?;
    Ok(Ended::Searched)
}

/// Searches a file that does not fit into `window`, which holds its beginning:
/// passes over the windows that cannot match, and leaves the rest to the
/// searcher's own reader, which keeps context.
pub(crate) fn search_windows(
    query: &CompiledQuery,
    select: &Select,
    mut file: File,
    window: &mut [u8],
    binary: bool,
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<Ended> {
    if nul_in(window, binary).is_some() {
        return Ok(Ended::Skipped(SkipReason::Binary));
    }
    begin_after_bom(window, sink);
    // Lines before a match may be wanted.
    if select.context_before == 0 {
        match pass_over(query, &mut file, window, binary, sink.token)? {
            Passed::Whole => return Ok(Ended::Searched),
            Passed::UntilBinary => return Ok(Ended::SearchedBut(SkipReason::Binary)),
            Passed::Until(place) if place.lines > 0 => sink.place = place,
            Passed::Until(_) => {}
        }
    }
    search_rest(query, file, binary, searcher, sink)
}

/// Searches a file from the sink's place on, without holding it.
pub(crate) fn search_rest(
    query: &CompiledQuery,
    mut file: File,
    binary: bool,
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<Ended> {
    file.seek(SeekFrom::Start(sink.place.offset))?;
    let mut reader = TextReader {
        source: file,
        token: sink.token,
        binary,
        at_nul: false,
    };
    match searcher.search_reader(&query.matcher, &mut reader, sink) {
        // What came before the NUL stands.
        Ok(()) if reader.at_nul => Ok(Ended::SearchedBut(SkipReason::Binary)),
        Ok(()) => Ok(Ended::Searched),
        // The searcher's words for a line over its limit.
        Err(e) if e.to_string().contains("allocation limit") => {
            Ok(Ended::SearchedBut(SkipReason::TooLarge))
        }
        Err(e) => Err(e),
    }
}

/// Reads on in the file whose beginning `window` holds, up to lines that
/// may match.
fn pass_over(
    query: &CompiledQuery,
    file: &mut File,
    window: &mut [u8],
    binary: bool,
    token: &CancelToken,
) -> io::Result<Passed> {
    let mut place = Place::default();
    let mut len = window.len();
    while !token.is_cancelled() {
        if let Some(nul) = nul_in(&window[..len], binary) {
            // The reader stops at the NUL, and so knows what comes before.
            let passed = query.is_match(&window[..nul]) == Some(false);
            return Ok(if passed {
                Passed::UntilBinary
            } else {
                Passed::Until(place)
            });
        }
        let at_end = len < window.len();
        let end = if at_end {
            Some(len)
        } else {
            memchr::memrchr(b'\n', &window[..len])
        };
        // Without an end, a line is longer than the window.
        let can_match = |end: usize| query.is_match(&window[..end]) != Some(false);
        let Some(end) = end.filter(|&end| !can_match(end)) else {
            return Ok(Passed::Until(place));
        };
        if at_end {
            return Ok(Passed::Whole);
        }
        let next = end + 1;
        place.offset += next as u64;
        place.lines += line_feeds(&window[..next]) as u64;
        window.copy_within(next..len, 0);
        let kept = len - next;
        len = kept + read_full(file, &mut window[kept..], false)?;
    }
    Ok(Passed::Whole)
}

/// Where the NUL is that makes this the content of a binary file.
fn nul_in(content: &[u8], binary: bool) -> Option<usize> {
    if binary {
        None
    } else {
        memchr::memchr(0, content)
    }
}

fn begin_after_bom(content: &[u8], sink: &mut MatchSink<'_>) {
    if sink.place.offset == 0 && content.starts_with(BOM) {
        sink.place.offset = BOM.len() as u64;
    }
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A searcher for lines as a query and a selection want them.
pub(crate) fn searcher(
    query: &CompiledQuery,
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
        // Readers end before a NUL byte, and what is held was looked through.
        .binary_detection(BinaryDetection::none())
        .bom_sniffing(false)
        .heap_limit(max_held)
        .memory_map(MmapChoice::never())
        .build()
}

/// Searches text that is whole in memory.
fn search_slice(
    query: &CompiledQuery,
    text: &[u8],
    searcher: &mut Searcher,
    sink: &mut MatchSink<'_>,
) -> io::Result<()> {
    if query.is_match(text) != Some(false) {
        searcher.search_slice(&query.matcher, text, sink)?;
    }
    Ok(())
}

/// Searches text in memory. A failure means that the token fired.
pub(crate) fn search_memory(
    query: &CompiledQuery,
    select: &Select,
    text: &[u8],
    sink: &mut MatchSink<'_>,
) -> io::Result<()> {
    let mut searcher = searcher(query, select, None);
    if text.len() <= WINDOW || query.multiline || query.has_text_anchor {
        return search_slice(query, text, &mut searcher, sink);
    }
    if select.context_before > 0 || select.context_after > 0 {
        // Through a reader, which keeps context and looks at the token.
        let reader = TextReader {
            source: text,
            token: sink.token,
            binary: true,
            at_nul: false,
        };
        return searcher.search_reader(&query.matcher, reader, sink);
    }
    // Piece by piece, without a copy. Lines are counted up to pieces that may
    // match, not beyond.
    let mut rest = text;
    while !rest.is_empty() && sink.wants_more() {
        sink.token.heartbeat().map_err(io::Error::other)?;
        let near = rest.len().min(WINDOW);
        let end = memchr::memchr(b'\n', &rest[near..]).map_or(rest.len(), |at| near + at + 1);
        let (piece, after) = rest.split_at(end);
        if query.is_match(piece) != Some(false) {
            sink.move_to(text, text.len() - rest.len());
            searcher.search_slice(&query.matcher, piece, &mut *sink)?;
        }
        rest = after;
    }
    Ok(())
}

/// The smallest size that a page has.
const PAGE: usize = 4096;

/// Reads until the buffer is full or the file ends.
///
/// `by_pages` tells that a read ends inside a page only at the end of the file,
/// which saves the read that returns nothing. One that ends between two pages
/// may have stopped at a page that cannot be read.
pub(crate) fn read_full(file: &mut File, buffer: &mut [u8], by_pages: bool) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match file.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(n) => len += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
        if by_pages && len % PAGE != 0 {
            break;
        }
    }
    Ok(len)
}

/// A source that ends at a NUL byte, unless those are allowed, and fails once
/// the token has fired.
struct TextReader<'a, R> {
    source: R,
    token: &'a CancelToken,
    binary: bool,
    at_nul: bool,
}

impl<R: Read> Read for TextReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.token.heartbeat().map_err(io::Error::other)?;
        if self.at_nul {
            return Ok(0);
        }
        let read = self.source.read(buffer)?;
        let nul = if self.binary {
            None
        } else {
            memchr::memchr(0, &buffer[..read])
        };
        self.at_nul = nul.is_some();
        Ok(nul.unwrap_or(read))
    }
}
