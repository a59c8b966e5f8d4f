//! Searches one file at a time: reads it under the content policy, searches its text, and reports
//! the parts that could not be searched.
//!
//! A file takes one of three paths, from fastest to slowest: it fits into the window and is
//! searched there; it is larger and passes through the window; or it is read and decoded as a
//! whole. The pipeline handles order, limits and threads.

use std::io;
use std::sync::Arc;

use grep_searcher::Searcher;
use ransack_base::{Aborted, CancelToken, ContentId, RelPath, Result};

use super::backtracking::UndecidedLines;
use super::item::GrepMatch;
use super::matcher::CompiledGrepQuery;
use super::options::{GrepMode, GrepOptions, Select};
use super::searcher::{
    FileOutcome, MAX_HELD, WINDOW, search_held, search_rest, search_windows, searcher,
};
use super::sink::{MatchSink, SinkCheckpoint};
use crate::pipeline::{
    Examine, FileRef, FindEnclosing, FoundText, JobOutput, MAX_JOB_BYTES, begin_enclosing,
};
use crate::scan::{
    ChangePolicy, FileStart, FileVersion, ReadFault, ReadOutcome, ReadPolicy, TextConditions,
    UndecodablePolicy, WordQuery, call_defaults, encoding_for_label,
};

/// Examiner of content search.
pub(crate) struct GrepExaminer {
    query: Arc<CompiledGrepQuery>,
    select: Select,
    policy: ReadPolicy,
    /// Finds the definitions around matches, if the call names them.
    enclosing: Option<Arc<dyn FindEnclosing>>,
    /// Whether matches carry the content id of their file.
    has_versions: bool,
}

/// Buffers of one worker, reused across files.
pub(crate) struct GrepScratch {
    /// [`WINDOW`] bytes. Bytes beyond the file's length are left over from earlier files.
    window: Vec<u8>,
    searcher: Searcher,
}

/// Remainder of a file that has more results than are held at once.
pub(crate) struct GrepResume {
    checkpoint: SinkCheckpoint,
    undecided: UndecidedLines,
    rest: UnsearchedText,
}

/// Source of the text after a checkpoint.
enum UnsearchedText {
    /// The file's text is held in memory as a whole.
    Held(HeldText),
    /// The file is opened again. Its version tells whether it is still the same file.
    OnDisk(FileVersion),
}

/// Whole text of a file.
struct HeldText {
    bytes: Vec<u8>,
    /// Read errors to report after the search.
    faults: Vec<ReadFault>,
    /// Content id of the file, if matches carry it.
    version: Option<ContentId>,
}

impl GrepExaminer {
    pub(crate) fn new(options: &GrepOptions, token: &CancelToken) -> Result<GrepExaminer> {
        let max_columns = options.select.max_columns;
        Ok(GrepExaminer {
            query: CompiledGrepQuery::get(&options.query, token)?,
            select: Select {
                max_columns: max_columns.or(call_defaults(&options.scope).max_columns),
                ..options.select.clone()
            },
            policy: ReadPolicy {
                max_size: options.max_file_size,
                max_held: MAX_HELD,
                encoding: encoding_for_label(options.encoding.as_deref())?,
                binary: options.binary,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Ignore,
            },
            enclosing: begin_enclosing(options.enclosing, &options.scope),
            has_versions: options.versions,
        })
    }
}

impl TextConditions for GrepExaminer {
    fn of_all(&self) -> Option<&WordQuery> {
        // The index holds the text of files searched without an explicit encoding.
        Some(match self.policy.encoding {
            Some(_) => &WordQuery::All,
            None => &self.query.words,
        })
    }

    fn max_file_size(&self) -> Option<u64> {
        self.policy.max_size
    }
}

impl Examine for GrepExaminer {
    type Item = GrepMatch;
    type Scratch = GrepScratch;
    type Resume = GrepResume;

    fn scratch(&self) -> GrepScratch {
        GrepScratch {
            window: vec![0; WINDOW],
            searcher: searcher(&self.query, &self.select, MAX_HELD),
        }
    }

    fn weigh(item: &GrepMatch) -> usize {
        item.weight()
    }

    fn place(item: &GrepMatch) -> Option<(u32, &RelPath)> {
        Some((item.root, &item.path))
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        resume: Option<GrepResume>,
        scratch: &mut GrepScratch,
        found: &mut JobOutput<GrepMatch>,
        token: &CancelToken,
    ) -> Result<Option<GrepResume>, Aborted> {
        let first = found.items.len();
        let mut version = None;
        let resume = self.search_file(file, resume, scratch, found, &mut version, token)?;
        if version.is_some() {
            for found in found.items.get_mut(first..).unwrap_or_default() {
                found.version = version;
            }
        }
        if let Some(enclosing) = &self.enclosing {
            let matches = found.items.get_mut(first..).unwrap_or_default();
            found.bytes += self.name_enclosing(&**enclosing, file, matches, token)?;
        }
        Ok(resume)
    }
}

impl GrepExaminer {
    /// Names the definitions around matches in a file. Returns the total length of the names.
    fn name_enclosing(
        &self,
        enclosing: &dyn FindEnclosing,
        file: &FileRef<'_>,
        matches: &mut [GrepMatch],
        token: &CancelToken,
    ) -> Result<usize, Aborted> {
        if matches.is_empty() || self.select.mode != GrepMode::Content {
            return Ok(0);
        }
        let found: Vec<FoundText<'_>> = matches.iter().map(found_text).collect();
        let names = enclosing.enclosing(file, &self.policy, &found, token)?;
        let mut len = 0;
        for (found, name) in matches.iter_mut().zip(names) {
            len += name.as_ref().map_or(0, String::len);
            found.enclosing = name;
        }
        Ok(len)
    }

    /// Searches a file from its start, or from where an earlier output ended. Sets `version` if
    /// matches carry it and the file has some.
    fn search_file(
        &self,
        file: &FileRef<'_>,
        resume: Option<GrepResume>,
        scratch: &mut GrepScratch,
        found: &mut JobOutput<GrepMatch>,
        version: &mut Option<ContentId>,
        token: &CancelToken,
    ) -> Result<Option<GrepResume>, Aborted> {
        let path = || file.listing.shown(file.entry);
        let (checkpoint, undecided, rest) = match resume {
            Some(resume) => (Some(resume.checkpoint), resume.undecided, Some(resume.rest)),
            None => (None, UndecidedLines::default(), None),
        };
        let watch = (token, &undecided);
        let mut sink = MatchSink::new(&self.query, &self.select, watch, found, checkpoint);
        sink.path = &path;
        sink.root = file.listing.root;
        if !self.query.has_text_anchor {
            sink.suspend_at = MAX_JOB_BYTES;
        }
        let mut left = None;
        let outcome = match rest {
            None => self.search_from_start(file, scratch, &mut sink, &mut left, version),
            Some(UnsearchedText::Held(text)) => {
                *version = text.version;
                self.search_text(text, scratch, &mut sink, &mut left)
            }
            Some(UnsearchedText::OnDisk(known)) => {
                self.search_on_disk(known, file, scratch, &mut sink, &mut left)
            }
        };
        let outcome = outcome.unwrap_or_else(|error| FileOutcome::Skipped(error.into()));
        token.heartbeat()?;
        if let (Some(checkpoint), Some(rest)) = (sink.checkpoint(), left) {
            return Ok(Some(GrepResume {
                checkpoint,
                undecided,
                rest,
            }));
        }
        let (is_searched, faults) = match outcome {
            FileOutcome::Searched => (true, Vec::new()),
            FileOutcome::SearchedWith(faults) => (true, faults),
            FileOutcome::Skipped(fault) => (false, vec![fault]),
        };
        if is_searched {
            sink.finish_file();
        }
        let undecided = undecided
            .skips()
            .map(|(reason, lines)| (reason, Some(lines)));
        let faults = faults.into_iter().map(|fault| (fault.reason, fault.detail));
        for (reason, detail) in faults.chain(undecided) {
            let skip = file.listing.skip(file.entry, reason, detail);
            found.skipped.push(skip);
        }
        Ok(None)
    }
}

/// Returns the first match of a result, or the first visible character of a line that does not
/// match.
fn found_text(found: &GrepMatch) -> FoundText<'_> {
    let first = found.submatches.first().map(|first| first.start);
    let blanks = || found.line.len() - found.line.trim_ascii_start().len();
    let start = first.unwrap_or_else(blanks);
    let window = found.clip.map_or(0, |clip| clip.offset);
    FoundText {
        offset: found.byte_offset as usize + window + start,
        text: found.line.get(start..).unwrap_or_default(),
    }
}

impl GrepExaminer {
    /// Searches a file from its start. Sets `rest` if the sink suspends, and `version` if matches
    /// carry it.
    fn search_from_start(
        &self,
        file: &FileRef<'_>,
        scratch: &mut GrepScratch,
        sink: &mut MatchSink<'_>,
        rest: &mut Option<UnsearchedText>,
        version: &mut Option<ContentId>,
    ) -> io::Result<FileOutcome> {
        let GrepScratch { window, searcher } = scratch;
        let start = match self.policy.open(file.listing, file.entry, window) {
            Ok(start) => start,
            Err(fault) => return Ok(FileOutcome::Skipped(fault)),
        };
        let content = &window[..start.len];
        // The common case.
        if start.is_whole && !start.encoding.is_decoded() {
            if let Some(fault) = self.policy.exclude_binary(content) {
                return Ok(FileOutcome::Skipped(fault));
            }
            search_held(&self.query, content, searcher, sink)?;
            if self.has_versions && sink.has_match() {
                *version = Some(ContentId::of(content));
            }
            if sink.is_suspended() {
                *rest = Some(UnsearchedText::Held(HeldText {
                    bytes: content.to_vec(),
                    faults: Vec::new(),
                    version: *version,
                }));
            }
            return Ok(FileOutcome::Searched);
        }
        if !start.encoding.is_decoded() && !self.query.needs_whole_text && !self.has_versions {
            let FileStart { file, .. } = start;
            *rest = Some(UnsearchedText::OnDisk(file.version()?));
            return search_windows(
                &self.query,
                &self.select,
                file,
                window,
                &self.policy,
                searcher,
                sink,
            );
        }
        let mut bytes = Vec::new();
        let on_bytes = |read: &[u8]| *version = self.has_versions.then(|| ContentId::of(read));
        let outcome = self
            .policy
            .read_rest(start, window, &mut bytes, sink.token, on_bytes);
        match outcome {
            ReadOutcome::Text { faults, .. } => {
                let text = HeldText {
                    bytes,
                    faults,
                    version: *version,
                };
                self.search_text(text, scratch, sink, rest)
            }
            ReadOutcome::Skipped(fault) => Ok(FileOutcome::Skipped(fault)),
        }
    }

    /// Searches text in memory from the sink's position. Sets `rest` if the sink suspends.
    fn search_text(
        &self,
        text: HeldText,
        scratch: &mut GrepScratch,
        sink: &mut MatchSink<'_>,
        rest: &mut Option<UnsearchedText>,
    ) -> io::Result<FileOutcome> {
        search_held(&self.query, &text.bytes, &mut scratch.searcher, sink)?;
        if sink.is_suspended() {
            *rest = Some(UnsearchedText::Held(text));
            return Ok(FileOutcome::Searched);
        }
        Ok(FileOutcome::SearchedWith(text.faults))
    }

    /// Opens a file again and searches it from the sink's position. Sets `rest` if the sink
    /// suspends.
    fn search_on_disk(
        &self,
        version: FileVersion,
        file: &FileRef<'_>,
        scratch: &mut GrepScratch,
        sink: &mut MatchSink<'_>,
        rest: &mut Option<UnsearchedText>,
    ) -> io::Result<FileOutcome> {
        let handle = match file.listing.open(file.entry) {
            Ok(handle) => handle,
            // Earlier results remain valid.
            Err(error) => return Ok(FileOutcome::SearchedWith(vec![error.into()])),
        };
        // The position is meaningless in the text of another file.
        if !version.may_continue_in(&handle.version()?) {
            return Ok(FileOutcome::SearchedWith(vec![ReadFault::changed()]));
        }
        *rest = Some(UnsearchedText::OnDisk(version));
        search_rest(
            &self.query,
            handle,
            &self.policy,
            &mut scratch.searcher,
            sink,
        )
    }
}
