use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use grep_matcher::LineTerminator;
use grep_searcher::{BinaryDetection, MmapChoice, Searcher, SearcherBuilder};

use super::item::GrepMatch;
use super::matcher::CompiledQuery;
use super::options::{GrepMode, GrepOptions, Select};
use super::sink::{Begun, MatchSink, Place};
use crate::cancel::{Aborted, CancelToken};
use crate::collect::Found;
use crate::error::{Error, Result};
use crate::pipeline::{Examine, FileRef, PART_WEIGHT};
use crate::report::SkipReason;

/// Files below this size are read whole; larger ones go through a window of
/// this size, which stays in the processor's cache.
const WINDOW: usize = 1 << 20;

/// What must be whole in memory (a line, or for multi-line patterns and
/// encodings the file) may be this large.
const MAX_HELD: usize = 256 << 20;

/// Searches files for a query.
pub(crate) struct GrepExaminer {
    query: Arc<CompiledQuery>,
    select: Select,
    max_file_size: Option<u64>,
    encoding: Option<&'static Encoding>,
    binary: bool,
}

/// The buffers of one thread.
pub(crate) struct GrepScratch {
    /// [`WINDOW`] bytes; those past what was read are left over.
    buffer: Vec<u8>,
    searcher: Searcher,
}

impl GrepExaminer {
    pub(crate) fn new(options: &GrepOptions) -> Result<GrepExaminer> {
        let encoding = match &options.encoding {
            None => None,
            Some(label) => Some(
                Encoding::for_label(label.as_bytes())
                    .ok_or_else(|| Error::option("unknown encoding").with_pattern(label))?,
            ),
        };
        Ok(GrepExaminer {
            query: CompiledQuery::get(&options.query)?,
            select: options.select.clone(),
            max_file_size: options.max_file_size,
            encoding: encoding.filter(|e| *e != UTF_8),
            binary: options.binary,
        })
    }
}

impl Examine for GrepExaminer {
    type Item = GrepMatch;
    type Scratch = GrepScratch;
    type Resume = Begun;

    fn scratch(&self) -> GrepScratch {
        GrepScratch {
            buffer: vec![0; WINDOW],
            searcher: searcher(&self.query, &self.select, Some(MAX_HELD)),
        }
    }

    fn weigh(item: &GrepMatch) -> usize {
        item.weight()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        resume: Option<Begun>,
        scratch: &mut GrepScratch,
        found: &mut Found<GrepMatch>,
        token: &CancelToken,
    ) -> Result<Option<Begun>, Aborted> {
        let path = || file.listing.shown(file.entry);
        let mut sink = MatchSink::new(&self.query, &self.select, token, found, resume);
        sink.path = &path;
        sink.root = file.listing.root();
        if !self.query.has_text_anchor {
            sink.part_weight = PART_WEIGHT;
        }
        let searched = self.search_file(file, scratch, &mut sink);
        token.heartbeat()?;
        if let Some(rest) = sink.rest() {
            return Ok(Some(rest));
        }
        match searched {
            Ok(Outcome::Searched) => sink.conclude(),
            Ok(Outcome::SearchedBut(reason)) => {
                sink.conclude();
                found
                    .skipped
                    .push(file.listing.skip(file.entry, reason, None));
            }
            Ok(Outcome::Skipped(reason)) => {
                found
                    .skipped
                    .push(file.listing.skip(file.entry, reason, None));
            }
            Err(error) => {
                let skip =
                    file.listing
                        .skip(file.entry, SkipReason::Unreadable, Some(error.to_string()));
                found.skipped.push(skip);
            }
        }
        Ok(None)
    }
}

/// What became of a file.
enum Outcome {
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

impl GrepExaminer {
    fn search_file(
        &self,
        file: &FileRef<'_>,
        scratch: &mut GrepScratch,
        sink: &mut MatchSink<'_>,
    ) -> io::Result<Outcome> {
        let mut handle = file.listing.open(file.entry)?;
        let GrepScratch { buffer, searcher } = scratch;
        let len = read_full(&mut handle, buffer)?;
        let at_end = len < buffer.len();
        let max_size = self.max_file_size.unwrap_or(u64::MAX);
        let size = || {
            if at_end {
                Ok(len as u64)
            } else {
                handle.metadata().map(|m| m.len())
            }
        };
        if max_size < u64::MAX && size()? > max_size {
            return Ok(Outcome::Skipped(SkipReason::TooLarge));
        }
        let encoding = self.encoding_of(&buffer[..len]);
        let in_parts = !self.query.multiline && !self.query.has_text_anchor;
        if !at_end && encoding.is_none() && in_parts {
            return self.search_windows(handle, buffer, searcher, sink);
        }
        let mut held;
        let mut content = &buffer[..len];
        if !at_end {
            held = content.to_vec();
            handle
                .by_ref()
                .take((MAX_HELD - len) as u64)
                .read_to_end(&mut held)?;
            if held.len() == MAX_HELD {
                return Ok(Outcome::Skipped(SkipReason::TooLarge));
            }
            content = &held;
        }
        let Some(encoding) = encoding else {
            return self.search_content(content, searcher, sink);
        };
        let (text, _, had_errors) = encoding.decode(content);
        match self.search_content(text.as_bytes(), searcher, sink)? {
            Outcome::Searched if had_errors => Ok(Outcome::SearchedBut(SkipReason::Undecodable)),
            outcome => Ok(outcome),
        }
    }

    /// The encoding that a file with this content must be decoded from.
    fn encoding_of(&self, content: &[u8]) -> Option<&'static Encoding> {
        match Encoding::for_bom(content) {
            Some((encoding, _)) if encoding == UTF_16LE || encoding == UTF_16BE => Some(encoding),
            Some(_) => None,
            None => self.encoding,
        }
    }

    fn search_content(
        &self,
        content: &[u8],
        searcher: &mut Searcher,
        sink: &mut MatchSink<'_>,
    ) -> io::Result<Outcome> {
        if self.binary_at(content).is_some() {
            return Ok(Outcome::Skipped(SkipReason::Binary));
        }
        begin_after_bom(content, sink);
        // A file that became shorter since its last part has no more.
        let rest = usize::try_from(sink.place.offset)
            .ok()
            .and_then(|at| content.get(at..));
        search_slice(&self.query, rest.unwrap_or_default(), searcher, sink)?;
        Ok(Outcome::Searched)
    }

    /// Searches a file that does not fit into `window`, which holds its
    /// beginning: passes over the windows that cannot match, and leaves the
    /// rest to the searcher's own reader, which keeps context.
    fn search_windows(
        &self,
        mut file: File,
        window: &mut [u8],
        searcher: &mut Searcher,
        sink: &mut MatchSink<'_>,
    ) -> io::Result<Outcome> {
        if self.binary_at(window).is_some() {
            return Ok(Outcome::Skipped(SkipReason::Binary));
        }
        begin_after_bom(window, sink);
        // Lines before a match may be wanted, and a part is entered where the
        // one before it ended.
        if self.select.context_before == 0 && sink.place.lines == 0 {
            match self.pass_over(&mut file, window, sink.token)? {
                Passed::Whole => return Ok(Outcome::Searched),
                Passed::UntilBinary => return Ok(Outcome::SearchedBut(SkipReason::Binary)),
                Passed::Until(place) if place.lines > 0 => sink.place = place,
                Passed::Until(_) => {}
            }
        }
        file.seek(SeekFrom::Start(sink.place.offset))?;
        let mut reader = TextReader {
            source: file,
            token: sink.token,
            binary: self.binary,
            at_nul: false,
        };
        match searcher.search_reader(&self.query.matcher, &mut reader, &mut *sink) {
            // What came before the NUL stands.
            Ok(()) if reader.at_nul => Ok(Outcome::SearchedBut(SkipReason::Binary)),
            Ok(()) => Ok(Outcome::Searched),
            // The searcher's words for a line over its limit.
            Err(e) if e.to_string().contains("allocation limit") => {
                Ok(Outcome::SearchedBut(SkipReason::TooLarge))
            }
            Err(e) => Err(e),
        }
    }

    /// Reads on in the file whose beginning `window` holds, up to lines that
    /// may match.
    fn pass_over(
        &self,
        file: &mut File,
        window: &mut [u8],
        token: &CancelToken,
    ) -> io::Result<Passed> {
        let mut place = Place::default();
        let mut len = window.len();
        while !token.is_cancelled() {
            if let Some(nul) = self.binary_at(&window[..len]) {
                // The reader stops at the NUL, and so knows what comes before.
                let passed = self.query.is_match(&window[..nul]) == Some(false);
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
            let can_match = |end: usize| self.query.is_match(&window[..end]) != Some(false);
            let Some(end) = end.filter(|&end| !can_match(end)) else {
                return Ok(Passed::Until(place));
            };
            if at_end {
                return Ok(Passed::Whole);
            }
            let next = end + 1;
            place.offset += next as u64;
            place.lines += memchr::memchr_iter(b'\n', &window[..next]).count() as u64;
            window.copy_within(next..len, 0);
            let kept = len - next;
            len = kept + read_full(file, &mut window[kept..])?;
        }
        Ok(Passed::Whole)
    }

    /// Where the NUL is that makes this the content of a binary file.
    fn binary_at(&self, content: &[u8]) -> Option<usize> {
        if self.binary {
            None
        } else {
            memchr::memchr(0, content)
        }
    }
}

fn begin_after_bom(content: &[u8], sink: &mut MatchSink<'_>) {
    if sink.place.offset == 0 && content.starts_with(BOM) {
        sink.place.offset = BOM.len() as u64;
    }
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A searcher for lines as a query and a selection want them.
fn searcher(query: &CompiledQuery, select: &Select, max_held: Option<usize>) -> Searcher {
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
    // Through a reader, which looks at the token every now and then.
    let reader = TextReader {
        source: text,
        token: sink.token,
        binary: true,
        at_nul: false,
    };
    searcher.search_reader(&query.matcher, reader, sink)
}

/// Reads until the buffer is full or the file ends.
fn read_full(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match file.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(n) => len += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
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
