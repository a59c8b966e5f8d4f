//! Examiner of AST searches: reads one file, searches it, emits its matches.
//!
//! A pure function of the file and the query; parsers and buffers belong to the
//! scratch of a worker. A file with many matches is emitted in several jobs.

use std::io::{self, Read};
use std::time::Duration;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::embedded;
use super::item::{AstMatch, Lines};
use super::language::Language;
use super::options::AstGrepOptions;
use super::parse::{Interrupt, MAX_TEXT, Parsers, WorkBudget};
use super::query::CompiledQuery;
use super::text_search::{self, LocatedHit, SearchStatus, SearchTarget};
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, Result};
use crate::pipeline::JobOutput;
use crate::pipeline::MAX_JOB_BYTES;
use crate::pipeline::{Examine, FileRef};
use crate::report::SkipReason;
use crate::scan::{EntryKind, Role};

/// Searches files by syntax, as the examine step of the pipeline.
pub(super) struct AstExaminer {
    query: CompiledQuery,
    language: Option<&'static Language>,
    include_meta: bool,
    time_per_file: Option<Duration>,
    max_file_size: u64,
    encoding: Option<&'static Encoding>,
}

/// Buffer and parsers that a worker reuses from file to file.
#[derive(Default)]
pub(super) struct AstScratch {
    buffer: Vec<u8>,
    parsers: Parsers,
}

/// Matches of a file that remain to be emitted.
pub(super) struct AstResume {
    text: Vec<u8>,
    lines: Lines,
    hits: Vec<LocatedHit>,
    next: usize,
}

impl AstExaminer {
    pub(super) fn new(options: &AstGrepOptions, token: &CancelToken) -> Result<AstExaminer> {
        let encoding = match &options.encoding {
            None => None,
            Some(label) => Some(
                Encoding::for_label(label.as_bytes())
                    .ok_or_else(|| Error::option("unknown encoding").with_pattern(label))?,
            ),
        };
        let language = match &options.language {
            None => None,
            Some(name) => Some(Language::from_name_or_error(name)?),
        };
        let query = CompiledQuery::new(&options.query, token)?;
        let language = language.or(query.rule_language());
        if let Some(language) = language {
            query.in_language(language).map_err(Error::duplicate)?;
        }
        Ok(AstExaminer {
            query,
            language,
            include_meta: options.select.include_meta,
            time_per_file: options.time_per_file,
            max_file_size: options
                .max_file_size
                .unwrap_or(u64::MAX)
                .min(MAX_TEXT as u64),
            encoding: encoding.filter(|e| *e != UTF_8),
        })
    }
}

impl Examine for AstExaminer {
    type Item = AstMatch;
    type Scratch = AstScratch;
    type Resume = AstResume;

    fn scratch(&self) -> AstScratch {
        AstScratch::default()
    }

    fn weigh(item: &AstMatch) -> usize {
        item.weight()
    }

    fn verdict(&self) -> Result<()> {
        self.query.compile_error()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        resume: Option<AstResume>,
        scratch: &mut AstScratch,
        output: &mut JobOutput<AstMatch>,
        token: &CancelToken,
    ) -> Result<Option<AstResume>, Aborted> {
        if let Some(resume) = resume {
            return self.emit(resume, file, output, token);
        }
        if file.entry.role != Role::Item(EntryKind::File) {
            return Ok(None);
        }
        let Some(target) = target(file, self.language) else {
            return Ok(None);
        };
        let mut hits = Vec::new();
        let status = match self.read(file, &mut scratch.buffer) {
            Err(error) => SearchStatus::Skipped(SkipReason::Unreadable, Some(error.to_string())),
            Ok(Some(reason)) => SearchStatus::Skipped(reason, None),
            Ok(None) => {
                let AstScratch { buffer, parsers } = scratch;
                let mut budget = WorkBudget::new(token, self.time_per_file);
                let room = output.room();
                match text_search::search(
                    buffer,
                    target,
                    &self.query,
                    parsers,
                    room,
                    &mut budget,
                    &mut hits,
                ) {
                    Ok((status, _)) => status,
                    Err(Interrupt::Aborted(aborted)) => return Err(aborted),
                    Err(Interrupt::OutOfTime) => {
                        SearchStatus::Skipped(SkipReason::ParseTimeout, None)
                    }
                    Err(Interrupt::TooDeep) => SearchStatus::Skipped(SkipReason::TooDeep, None),
                }
            }
        };
        token.heartbeat()?;
        let skip = |reason, detail| file.listing.skip(file.entry, reason, detail);
        match status {
            SearchStatus::Complete => {}
            SearchStatus::Incomplete(reason, detail) => {
                output.skipped.push(skip(reason, Some(detail)))
            }
            SearchStatus::Skipped(reason, detail) => {
                output.skipped.push(skip(reason, detail));
                return Ok(None);
            }
        }
        output.files_searched += 1;
        if hits.is_empty() {
            return Ok(None);
        }
        output.files_with_matches += 1;
        let resume = AstResume {
            lines: Lines::of(&scratch.buffer),
            text: std::mem::take(&mut scratch.buffer),
            hits,
            next: 0,
        };
        self.emit(resume, file, output, token)
    }
}

impl AstExaminer {
    /// Reads and decodes a file into `buffer`; returns the reason if the file is
    /// to be skipped.
    fn read(&self, file: &FileRef<'_>, buffer: &mut Vec<u8>) -> io::Result<Option<SkipReason>> {
        buffer.clear();
        let handle = file.listing.open(file.entry)?;
        handle.take(self.max_file_size + 1).read_to_end(buffer)?;
        if buffer.len() as u64 > self.max_file_size {
            return Ok(Some(SkipReason::TooLarge));
        }
        let encoding = match Encoding::for_bom(buffer) {
            Some((encoding, _)) if encoding == UTF_16LE || encoding == UTF_16BE => Some(encoding),
            Some(_) => None,
            None => self.encoding,
        };
        if let Some(encoding) = encoding {
            let (text, _, had_errors) = encoding.decode(buffer);
            if had_errors {
                return Ok(Some(SkipReason::Undecodable));
            }
            *buffer = text.into_owned().into_bytes();
        } else if memchr::memchr(0, buffer).is_some() {
            return Ok(Some(SkipReason::Binary));
        }
        Ok(None)
    }

    /// Appends matches to `output` until it is full or has the maximum size of a
    /// job; in the latter case returns the remaining matches.
    fn emit(
        &self,
        mut resume: AstResume,
        file: &FileRef<'_>,
        output: &mut JobOutput<AstMatch>,
        token: &CancelToken,
    ) -> Result<Option<AstResume>, Aborted> {
        let path = file.listing.shown(file.entry);
        while let Some((language, hit)) = resume.hits.get(resume.next) {
            if output.is_full() {
                return Ok(None);
            }
            if output.weight >= MAX_JOB_BYTES {
                return Ok(Some(resume));
            }
            token.heartbeat()?;
            resume.next += 1;
            // Compiled before, when the hit was found.
            let Ok(query) = self.query.in_language(language) else {
                continue;
            };
            let mut item = hit.to_match(&resume.text, &resume.lines, query, self.include_meta);
            item.path = path.clone();
            item.root = file.listing.root();
            output.weight += item.weight();
            output.matches += 1;
            output.items.push(item);
        }
        Ok(None)
    }
}

/// Returns the languages in which a file is searched; `None` if it is not
/// searched. With `wanted`, only code in that language is searched.
pub(super) fn target(
    file: &FileRef<'_>,
    wanted: Option<&'static Language>,
) -> Option<SearchTarget> {
    let name = file.listing.name(file.entry);
    let all_of = |host| SearchTarget { host, only: None };
    let Some(wanted) = wanted else {
        return Language::from_file_name(name).map(all_of);
    };
    if file.listing.is_root_file() || wanted.claims(name) {
        return Some(all_of(wanted));
    }
    let host = Language::from_file_name(name)?;
    embedded::may_contain(host, wanted).then_some(SearchTarget {
        host,
        only: Some(wanted),
    })
}
