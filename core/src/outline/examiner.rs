//! Examiner of outlines: reads one file, emits its outline.

use std::time::Duration;

use super::item::Outline;
use super::options::{OutlineFilesOptions, OutlineOptions};
use super::text::{self, ParsedText};
use crate::ast::{Interrupt, Language, MAX_TEXT, Parsers, WorkBudget, no_stack};
use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;
use crate::pipeline::{Examine, FileRef, JobOutput};
use crate::report::SkipReason;
use crate::scan::{
    ChangePolicy, EntryKind, ReadOutcome, ReadPolicy, Role, TextConditions, UndecodablePolicy,
    WordQuery, encoding_for_label,
};

/// Outlines files, as the examine step of the pipeline.
pub(super) struct OutlineExaminer {
    outline: OutlineOptions,
    language: Option<&'static Language>,
    time_per_file: Option<Duration>,
    policy: ReadPolicy,
}

/// Buffer and parsers that a worker reuses from file to file.
#[derive(Default)]
pub(super) struct OutlineScratch {
    buffer: Vec<u8>,
    parsers: Parsers,
}

impl OutlineExaminer {
    pub(super) fn new(options: &OutlineFilesOptions) -> Result<OutlineExaminer> {
        let language = match &options.language {
            None => None,
            Some(name) => {
                let language = Language::from_name_or_error(name)?;
                text::require(language)?;
                Some(language)
            }
        };
        Ok(OutlineExaminer {
            outline: options.outline.clone(),
            language,
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

    /// Returns the language of a file by its name; `None` if it is not outlined.
    fn language_of_name(&self, name: &[u8]) -> Option<&'static Language> {
        match self.language {
            Some(language) => language.claims(name).then_some(language),
            None => Language::from_file_name(name),
        }
    }
}

impl TextConditions for OutlineExaminer {
    fn of_all(&self) -> Option<&WordQuery> {
        Some(&WordQuery::All)
    }

    fn of_name(&self, _name: &[u8]) -> &WordQuery {
        &WordQuery::All
    }

    fn max_file_size(&self) -> Option<u64> {
        self.policy.max_size
    }
}

impl Examine for OutlineExaminer {
    type Item = Outline;
    type Scratch = OutlineScratch;
    type Resume = ();

    fn scratch(&self) -> OutlineScratch {
        OutlineScratch::default()
    }

    fn searches(&self, name: &[u8]) -> bool {
        self.language_of_name(name).is_some()
    }

    fn weigh(item: &Outline) -> usize {
        item.weight()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _resume: Option<()>,
        scratch: &mut OutlineScratch,
        output: &mut JobOutput<Outline>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        if file.entry.role != Role::Item(EntryKind::File) {
            return Ok(None);
        }
        let language = match self.language {
            Some(language) if file.listing.is_root_file() => Some(language),
            _ => self.language_of_name(file.listing.name(file.entry)),
        };
        let Some(language) = language else {
            return Ok(None);
        };
        let skip = |reason, detail| file.listing.skip(file.entry, reason, detail);
        let OutlineScratch { buffer, parsers } = scratch;
        let faults = match self.policy.read(file.listing, file.entry, buffer) {
            ReadOutcome::Text { faults, .. } => faults,
            ReadOutcome::Skipped(fault) => {
                token.heartbeat()?;
                output.skipped.push(skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        let mut budget = WorkBudget::new(token, self.time_per_file);
        let outlined = ParsedText::new(buffer, language, parsers, &budget)
            .and_then(|parsed| parsed.outline(&self.outline, parsers, &mut budget));
        token.heartbeat()?;
        let mut outline = match outlined {
            Ok(outline) => outline,
            Err(interrupt) => {
                let (reason, detail) = match interrupt {
                    Interrupt::Aborted(aborted) => return Err(aborted),
                    Interrupt::OutOfTime => (SkipReason::ParseTimeout, None),
                    Interrupt::TooDeep => (SkipReason::TooDeep, None),
                    Interrupt::NoStack => (SkipReason::TooLarge, Some(no_stack().to_string())),
                };
                output.skipped.push(skip(reason, detail));
                return Ok(None);
            }
        };
        for fault in faults {
            output.skipped.push(skip(fault.reason, fault.detail));
        }
        if outline.syntax_errors > 0 {
            let detail = format!("{} syntax errors", outline.syntax_errors);
            output
                .skipped
                .push(skip(SkipReason::SyntaxErrors, Some(detail)));
        }
        if outline.too_deep > 0 {
            let detail = format!("{} definitions are nested too deeply", outline.too_deep);
            output.skipped.push(skip(SkipReason::TooDeep, Some(detail)));
        }
        output.files_searched += 1;
        if output.is_full() {
            return Ok(None);
        }
        outline.path = file.listing.shown(file.entry);
        outline.root = file.listing.root();
        output.files_with_matches += u64::from(!outline.items.is_empty());
        output.bytes += outline.weight();
        output.matches += 1;
        output.items.push(outline);
        Ok(None)
    }
}
