use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use grep_searcher::Searcher;

use super::item::GrepMatch;
use super::matcher::CompiledQuery;
use super::options::{GrepOptions, Select};
use super::searcher::{
    Ended, MAX_HELD, WINDOW, read_full, search_held, search_rest, search_windows, searcher,
};
use super::sink::{Begun, MatchSink};
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, Result};
use crate::pipeline::JobOutput;
use crate::pipeline::MAX_JOB_BYTES;
use crate::pipeline::{Examine, FileRef};
use crate::report::SkipReason;

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

/// Where to go on in a file that has more results than should be held at once.
pub(crate) struct GrepResume {
    begun: Begun,
    /// The text, if the file was whole in memory; else it is read on.
    text: Option<Text>,
}

/// The text of a file.
struct Text {
    bytes: Vec<u8>,
    /// Whether some of it could not be decoded.
    is_damaged: bool,
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
    type Resume = GrepResume;

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
        resume: Option<GrepResume>,
        scratch: &mut GrepScratch,
        found: &mut JobOutput<GrepMatch>,
        token: &CancelToken,
    ) -> Result<Option<GrepResume>, Aborted> {
        let path = || file.listing.shown(file.entry);
        let begun = resume.as_ref().map(|r| r.begun);
        let mut sink = MatchSink::new(&self.query, &self.select, token, found, begun);
        sink.path = &path;
        sink.root = file.listing.root();
        if !self.query.has_text_anchor {
            sink.part_weight = MAX_JOB_BYTES;
        }
        let mut text = None;
        let searched = match resume {
            None => self.begin(file, scratch, &mut sink, &mut text),
            Some(resume) => match resume.text {
                Some(held) => self.go_on(text.insert(held), scratch, &mut sink),
                None => file.listing.open(file.entry).and_then(|handle| {
                    search_rest(
                        &self.query,
                        handle,
                        self.binary,
                        &mut scratch.searcher,
                        &mut sink,
                    )
                }),
            },
        };
        token.heartbeat()?;
        if let Some(begun) = sink.rest() {
            return Ok(Some(GrepResume { begun, text }));
        }
        let (searched, fault) = match searched {
            Ok(Ended::Searched) => (true, None),
            Ok(Ended::SearchedBut(reason)) => (true, Some((reason, None))),
            Ok(Ended::Skipped(reason)) => (false, Some((reason, None))),
            Err(error) => (
                false,
                Some((SkipReason::Unreadable, Some(error.to_string()))),
            ),
        };
        if searched {
            sink.conclude();
        }
        if let Some((reason, detail)) = fault {
            found
                .skipped
                .push(file.listing.skip(file.entry, reason, detail));
        }
        Ok(None)
    }
}

impl GrepExaminer {
    /// Searches a file from its start. Leaves its text in `kept` if there is
    /// more in it.
    fn begin(
        &self,
        file: &FileRef<'_>,
        scratch: &mut GrepScratch,
        sink: &mut MatchSink<'_>,
        kept: &mut Option<Text>,
    ) -> io::Result<Ended> {
        let mut handle = file.listing.open(file.entry)?;
        let GrepScratch { buffer, searcher } = scratch;
        let len = read_full(&mut handle, buffer, file.listing.reads_whole_pages())?;
        let at_end = len < buffer.len();
        if self.is_too_large(&handle, len, at_end)? {
            return Ok(Ended::Skipped(SkipReason::TooLarge));
        }
        let encoding = self.encoding_of(&buffer[..len]);
        let in_windows = !self.query.multiline && !self.query.has_text_anchor;
        if !at_end && encoding.is_none() && in_windows {
            return search_windows(
                &self.query,
                &self.select,
                handle,
                buffer,
                self.binary,
                searcher,
                sink,
            );
        }
        // The common case: small, and as it is.
        if at_end && encoding.is_none() {
            let content = &buffer[..len];
            let ended = search_held(&self.query, content, self.binary, searcher, sink)?;
            if sink.rest().is_some() {
                *kept = Some(Text {
                    bytes: content.to_vec(),
                    is_damaged: false,
                });
            }
            return Ok(ended);
        }
        let mut bytes = buffer[..len].to_vec();
        if !at_end {
            handle
                .take((MAX_HELD - len) as u64)
                .read_to_end(&mut bytes)?;
            if bytes.len() == MAX_HELD {
                return Ok(Ended::Skipped(SkipReason::TooLarge));
            }
        }
        let mut is_damaged = false;
        if let Some(encoding) = encoding {
            let (text, _, had_errors) = encoding.decode(&bytes);
            is_damaged = had_errors;
            bytes = text.into_owned().into_bytes();
        }
        let text = kept.insert(Text { bytes, is_damaged });
        self.go_on(text, scratch, sink)
    }

    /// Searches text that is held, from the sink's place on.
    fn go_on(
        &self,
        text: &Text,
        scratch: &mut GrepScratch,
        sink: &mut MatchSink<'_>,
    ) -> io::Result<Ended> {
        let searcher = &mut scratch.searcher;
        match search_held(&self.query, &text.bytes, self.binary, searcher, sink)? {
            Ended::Searched if text.is_damaged => Ok(Ended::SearchedBut(SkipReason::Undecodable)),
            ended => Ok(ended),
        }
    }

    fn is_too_large(&self, file: &File, len: usize, at_end: bool) -> io::Result<bool> {
        let Some(max) = self.max_file_size else {
            return Ok(false);
        };
        Ok(len as u64 > max || (!at_end && file.metadata()?.len() > max))
    }

    /// The encoding that a file with this content must be decoded from.
    fn encoding_of(&self, content: &[u8]) -> Option<&'static Encoding> {
        match Encoding::for_bom(content) {
            Some((encoding, _)) if encoding == UTF_16LE || encoding == UTF_16BE => Some(encoding),
            Some(_) => None,
            None => self.encoding,
        }
    }
}
