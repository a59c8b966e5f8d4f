use std::time::Duration;

use super::embed;
use super::item::AstMatch;
use super::language::Language;
use super::options::AstGrepOptions;
use super::parse::{MAX_TEXT, Parsers, Pulse, Stop};
use super::query::Query;
use super::text::{self, Ended, Located, Target};
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, Result};
use crate::offsets::LineIndex;
use crate::pipeline::JobOutput;
use crate::pipeline::MAX_JOB_BYTES;
use crate::pipeline::{Examine, FileRef};
use crate::report::SkipReason;
use crate::scan::{
    ChangePolicy, EntryKind, ReadOutcome, ReadPolicy, Role, UndecodablePolicy, encoding_for_label,
};

/// Searches files by syntax.
pub(super) struct AstExaminer {
    query: Query,
    language: Option<&'static Language>,
    include_meta: bool,
    time_per_file: Option<Duration>,
    policy: ReadPolicy,
}

/// What one thread keeps from file to file.
#[derive(Default)]
pub(super) struct AstScratch {
    buffer: Vec<u8>,
    parsers: Parsers,
}

/// The matches of a file that are still to be handed in.
pub(super) struct AstResume {
    text: Vec<u8>,
    lines: LineIndex,
    hits: Vec<Located>,
    next: usize,
}

impl AstExaminer {
    pub(super) fn new(options: &AstGrepOptions, token: &CancelToken) -> Result<AstExaminer> {
        let language = match &options.language {
            None => None,
            Some(name) => Some(Language::by_name_or_error(name)?),
        };
        let query = Query::new(&options.query, token)?;
        let language = language.or(query.language_of_rule());
        if let Some(language) = language {
            query.in_language(language).map_err(Error::duplicate)?;
        }
        Ok(AstExaminer {
            query,
            language,
            include_meta: options.select.include_meta,
            time_per_file: options.time_per_file,
            policy: ReadPolicy {
                max_size: options.max_file_size,
                max_held: MAX_TEXT,
                encoding: encoding_for_label(options.encoding.as_deref())?,
                binary: false,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Report,
            },
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
        self.query.verdict()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        resume: Option<AstResume>,
        scratch: &mut AstScratch,
        found: &mut JobOutput<AstMatch>,
        token: &CancelToken,
    ) -> Result<Option<AstResume>, Aborted> {
        if let Some(resume) = resume {
            return self.hand_in(resume, file, found, token);
        }
        if file.entry.role != Role::Item(EntryKind::File) {
            return Ok(None);
        }
        let Some(target) = target(file, self.language) else {
            return Ok(None);
        };
        let mut hits = Vec::new();
        let skip = |reason, detail| file.listing.skip(file.entry, reason, detail);
        let AstScratch { buffer, parsers } = scratch;
        let faults = match self.policy.read(file.listing, file.entry, buffer) {
            ReadOutcome::Text { faults, .. } => faults,
            ReadOutcome::Skipped(fault) => {
                token.heartbeat()?;
                found.skipped.push(skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        let mut pulse = Pulse::new(token, self.time_per_file);
        let room = found.remaining();
        let searched = text::search(
            buffer,
            target,
            &self.query,
            parsers,
            room,
            &mut pulse,
            &mut hits,
        );
        let ended = match searched {
            Ok((ended, _)) => ended,
            Err(Stop::Aborted(aborted)) => return Err(aborted),
            Err(Stop::OutOfTime) => Ended::Skipped(SkipReason::ParseTimeout, None),
            Err(Stop::TooDeep) => Ended::Skipped(SkipReason::TooDeep, None),
        };
        token.heartbeat()?;
        match ended {
            Ended::Searched => {}
            Ended::SearchedBut(reason, detail) => found.skipped.push(skip(reason, Some(detail))),
            Ended::Skipped(reason, detail) => {
                found.skipped.push(skip(reason, detail));
                return Ok(None);
            }
        }
        for fault in faults {
            found.skipped.push(skip(fault.reason, fault.detail));
        }
        found.files_searched += 1;
        if hits.is_empty() {
            return Ok(None);
        }
        found.files_with_matches += 1;
        let resume = AstResume {
            lines: LineIndex::new(&scratch.buffer),
            text: std::mem::take(&mut scratch.buffer),
            hits,
            next: 0,
        };
        self.hand_in(resume, file, found, token)
    }
}

impl AstExaminer {
    /// Adds matches to the results, as many as should be held at once.
    fn hand_in(
        &self,
        mut resume: AstResume,
        file: &FileRef<'_>,
        found: &mut JobOutput<AstMatch>,
        token: &CancelToken,
    ) -> Result<Option<AstResume>, Aborted> {
        let path = file.listing.shown(file.entry);
        while let Some((language, hit)) = resume.hits.get(resume.next) {
            if found.is_full() {
                return Ok(None);
            }
            if found.bytes >= MAX_JOB_BYTES {
                return Ok(Some(resume));
            }
            token.heartbeat()?;
            resume.next += 1;
            // It was compiled when the hit was found.
            let Ok(query) = self.query.in_language(language) else {
                continue;
            };
            let mut item = hit.to_match(&resume.text, &resume.lines, query, self.include_meta);
            item.path = path.clone();
            item.root = file.listing.root();
            found.bytes += item.weight();
            found.matches += 1;
            found.items.push(item);
        }
        Ok(None)
    }
}

/// What of a file is searched, if only code in `wanted` is.
pub(super) fn target(file: &FileRef<'_>, wanted: Option<&'static Language>) -> Option<Target> {
    let name = file.listing.name(file.entry);
    let all_of = |host| Target { host, within: None };
    let Some(wanted) = wanted else {
        return Language::of_name(name).map(all_of);
    };
    if file.listing.is_root_file() || wanted.owns(name) {
        return Some(all_of(wanted));
    }
    let host = Language::of_name(name)?;
    embed::may_hold(host, wanted).then_some(Target {
        host,
        within: Some(wanted),
    })
}
