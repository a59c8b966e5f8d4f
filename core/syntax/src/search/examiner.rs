//! Examiner of AST searches: reads and searches one file and emits its matches.
//!
//! A pure function of the file and the query; parsers and buffers are in the scratch of a worker. A
//! file with many matches is emitted in several jobs.

use std::sync::Arc;
use std::time::Duration;

use ransack_base::offsets::LineIndex;
use ransack_base::{Aborted, CancelToken, ContentId, RelPath, Result, SkipReason};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    FileLanguages, Interrupt, MAX_TEXT, Parsers, WorkBudget, language_named, no_stack,
};
use ransack_languages::internal::may_contain;
use ransack_search::internal::{
    ChangePolicy, Examine, FileRef, FindEnclosing, FoundText, JobOutput, MAX_JOB_BYTES,
    ReadOutcome, ReadPolicy, TextConditions, UndecodablePolicy, WordQuery, begin_enclosing,
    encoding_for_label,
};

use crate::item::AstMatch;
use crate::options::{AstGrepOptions, AstSelect};
use crate::search::query::CompiledQuery;
use crate::search::text::{self, LocatedHit, SearchStatus, SearchTarget};

/// Searches files by syntax, as the examine step of the pipeline.
pub(crate) struct AstExaminer {
    query: CompiledQuery,
    language: Option<&'static Language>,
    select: AstSelect,
    time_per_file: Option<Duration>,
    policy: ReadPolicy,
    /// Finds the definitions around matches, if the call names them.
    enclosing: Option<Arc<dyn FindEnclosing>>,
    /// Whether matches carry the content id of their file.
    has_versions: bool,
}

/// Buffer and parsers that a worker reuses across files.
#[derive(Default)]
pub(crate) struct AstScratch {
    buffer: Vec<u8>,
    parsers: Parsers,
}

/// Matches of a file not yet emitted.
pub(crate) struct AstResume {
    text: Vec<u8>,
    lines: LineIndex,
    /// Content id of the file, if matches carry it.
    version: Option<ContentId>,
    hits: Vec<LocatedHit>,
    next: usize,
}

impl AstExaminer {
    pub(crate) fn new(options: &AstGrepOptions, token: &CancelToken) -> Result<AstExaminer> {
        let language = match &options.language {
            None => None,
            Some(name) => Some(language_named(name)?),
        };
        let query = CompiledQuery::new(&options.query, token)?;
        let language = language.or(query.rule_language());
        if let Some(language) = language {
            query.require(language)?;
        }
        Ok(AstExaminer {
            query,
            language,
            select: options.select.clone(),
            time_per_file: options.time_per_file,
            policy: ReadPolicy {
                max_size: options.max_file_size,
                max_held: MAX_TEXT,
                encoding: encoding_for_label(options.encoding.as_deref())?,
                binary: false,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Report,
            },
            enclosing: begin_enclosing(options.enclosing, &options.scope),
            has_versions: options.versions,
        })
    }
}

impl TextConditions for AstExaminer {
    fn of_all(&self) -> Option<&WordQuery> {
        // The index contains the text of files without an explicit encoding.
        self.policy.encoding.map(|_| &WordQuery::All)
    }

    fn of_name(&self, name: &[u8]) -> &WordQuery {
        self.of_languages(FileLanguages::of(name))
    }

    fn max_file_size(&self) -> Option<u64> {
        self.policy.max_size
    }
}

impl Examine for AstExaminer {
    type Item = AstMatch;
    type Scratch = AstScratch;
    type Resume = AstResume;

    fn scratch(&self) -> AstScratch {
        AstScratch::default()
    }

    fn searches(&self, name: &[u8]) -> bool {
        self.record_passed_over(FileLanguages::of(name))
    }

    fn weigh(item: &AstMatch) -> usize {
        item.weight()
    }

    fn place(item: &AstMatch) -> Option<(u32, &RelPath)> {
        Some((item.root, &item.path))
    }

    fn verdict(&self) -> Result<()> {
        self.query.compile_error()
    }

    fn hints(&self) -> Vec<String> {
        self.query.hints()
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
            return self.emit_named(resume, file, output, token);
        }
        if !file.is_file() {
            return Ok(None);
        }
        let languages = FileLanguages::of(file.name());
        if !may_search(file, languages, self.language) {
            return Ok(None);
        }
        let mut hits = Vec::new();
        let AstScratch { buffer, parsers } = scratch;
        let (outcome, version) = match self.has_versions {
            true => {
                let (outcome, version) = file.read_version(&self.policy, buffer);
                (outcome, Some(version))
            }
            false => (file.read(&self.policy, buffer), None),
        };
        let faults = match outcome {
            ReadOutcome::Text { faults, .. } => faults,
            ReadOutcome::Skipped(fault) => {
                token.heartbeat()?;
                output.skipped.push(file.skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        let target = match self.may_find(file, languages, buffer) {
            true => target(file, languages, self.language, buffer),
            false => None,
        };
        let target = target.filter(|target| !self.passes_over(languages, target));
        let Some(target) = target else {
            // It counts like a file that an index excludes without deciding its language.
            self.record_passed_over(languages);
            token.heartbeat()?;
            for fault in faults {
                output.skipped.push(file.skip(fault.reason, fault.detail));
            }
            output.files_searched += 1;
            return Ok(None);
        };
        let mut budget = WorkBudget::new(token, self.time_per_file);
        let room = output.remaining();
        let searched = text::search(
            buffer,
            target,
            &self.query,
            parsers,
            room,
            &mut budget,
            &mut hits,
        );
        let status = match searched {
            Ok((status, _)) => status,
            Err(Interrupt::Aborted(aborted)) => return Err(aborted),
            Err(Interrupt::OutOfTime) => SearchStatus::Skipped(SkipReason::ParseTimeout, None),
            Err(Interrupt::TooDeep) => SearchStatus::Skipped(SkipReason::TooDeep, None),
            Err(Interrupt::NoStack) => {
                let detail = no_stack().to_string();
                SearchStatus::Skipped(SkipReason::TooLarge, Some(detail))
            }
        };
        token.heartbeat()?;
        match status {
            SearchStatus::Complete => {}
            SearchStatus::Incomplete(reason, detail) => {
                output.skipped.push(file.skip(reason, Some(detail)));
            }
            SearchStatus::Skipped(reason, detail) => {
                output.skipped.push(file.skip(reason, detail));
                return Ok(None);
            }
        }
        for fault in faults {
            output.skipped.push(file.skip(fault.reason, fault.detail));
        }
        output.files_searched += 1;
        if hits.is_empty() {
            return Ok(None);
        }
        output.files_with_matches += 1;
        let resume = AstResume {
            lines: LineIndex::new(&scratch.buffer),
            text: std::mem::take(&mut scratch.buffer),
            version,
            hits,
            next: 0,
        };
        self.emit_named(resume, file, output, token)
    }
}

impl AstExaminer {
    /// Returns false if nothing is found in a file in any language that its text may decide. Then the
    /// language need not be decided, which takes longer.
    fn may_find(&self, file: &FileRef<'_>, languages: FileLanguages<'_>, text: &[u8]) -> bool {
        let is_given = file.is_root() && self.language.is_some();
        is_given || !languages.depend_on_text() || self.of_languages(languages).may_hold_for(text)
    }

    /// Returns the condition on the text of a file in any of these languages.
    fn of_languages(&self, languages: FileLanguages<'_>) -> &WordQuery {
        let mut targets = possible_targets(languages, self.language);
        match (targets.next(), targets.next()) {
            (None, _) => &WordQuery::None,
            (Some(target), None) => self.query.word_query(target),
            (Some(first), Some(_)) => {
                let targets = possible_targets(languages, self.language);
                let targets = targets.filter(|target| !self.passes_over(languages, target));
                self.query.word_query_of_any(first, targets)
            }
        }
    }

    /// Records that a file in these languages was in scope and need not be parsed. Returns false if
    /// such files are not searched at all.
    fn record_passed_over(&self, languages: FileLanguages<'_>) -> bool {
        let target = possible_targets(languages, self.language).next();
        if let Some(target) = target {
            self.query.pass_over(target);
        }
        target.is_some()
    }

    /// Returns whether a file is not searched because its text decided a language that has no files
    /// of this name, such as XML for `.ts`, in which the query is invalid.
    fn passes_over(&self, languages: FileLanguages<'_>, target: &SearchTarget) -> bool {
        languages.depend_on_text()
            && self.language.is_none()
            && !languages.include(target.host)
            && !self.query.is_valid_in(target.host)
    }

    /// Appends matches like [`emit`](AstExaminer::emit), with the definitions around them if the
    /// call names them.
    fn emit_named(
        &self,
        resume: AstResume,
        file: &FileRef<'_>,
        output: &mut JobOutput<AstMatch>,
        token: &CancelToken,
    ) -> Result<Option<AstResume>, Aborted> {
        let first = output.items.len();
        let resume = self.emit(resume, file, output, token)?;
        let matches = output.items.get_mut(first..).unwrap_or_default();
        let Some(enclosing) = self.enclosing.as_ref().filter(|_| !matches.is_empty()) else {
            return Ok(resume);
        };
        let found: Vec<FoundText<'_>> = matches
            .iter()
            .map(|found| FoundText {
                offset: found.span.start.offset,
                text: &found.text,
            })
            .collect();
        let names = enclosing.enclosing(file, &self.policy, &found, token)?;
        for (found, name) in matches.iter_mut().zip(names) {
            output.bytes += name.as_ref().map_or(0, String::len);
            found.enclosing = name;
        }
        Ok(resume)
    }

    /// Appends matches to `output` until it is full or reaches the maximum size of a job; in the
    /// latter case, returns the remaining matches.
    fn emit(
        &self,
        mut resume: AstResume,
        file: &FileRef<'_>,
        output: &mut JobOutput<AstMatch>,
        token: &CancelToken,
    ) -> Result<Option<AstResume>, Aborted> {
        let path = file.shown();
        while let Some((language, hit)) = resume.hits.get(resume.next) {
            if output.is_full() {
                return Ok(None);
            }
            if output.bytes >= MAX_JOB_BYTES {
                return Ok(Some(resume));
            }
            token.heartbeat()?;
            resume.next += 1;
            // Already compiled when the hit was produced.
            let Ok(query) = self.query.in_language(language) else {
                continue;
            };
            let mut item = hit.to_match(&resume.text, &resume.lines, query, &self.select);
            item.path = path.clone();
            item.root = file.root();
            item.version = resume.version;
            output.bytes += item.weight();
            output.matches += 1;
            output.items.push(item);
        }
        Ok(None)
    }
}

/// Returns whether a file may have to be searched, depending on its text. If `wanted` is set, only
/// code in that language is searched.
pub fn may_search(
    file: &FileRef<'_>,
    languages: FileLanguages<'_>,
    wanted: Option<&'static Language>,
) -> bool {
    wanted.is_some() && file.is_root() || possible_targets(languages, wanted).next().is_some()
}

/// Returns the languages in which to search a file with this text; `None` to skip it. If `wanted`
/// is set, only code in that language is searched; a root is then in that language.
pub fn target(
    file: &FileRef<'_>,
    languages: FileLanguages<'_>,
    wanted: Option<&'static Language>,
    text: &[u8],
) -> Option<SearchTarget> {
    match wanted {
        Some(host) if file.is_root() => Some(SearchTarget { host, only: None }),
        _ if languages.depend_on_text() => target_in(languages.with_text(text)?, wanted),
        _ => possible_targets(languages, wanted).next(),
    }
}

/// Returns the languages in which a file below a root may have to be searched. The text of the file
/// decides if there are several.
fn possible_targets(
    languages: FileLanguages<'_>,
    wanted: Option<&'static Language>,
) -> impl Iterator<Item = SearchTarget> {
    let is_host = |wanted: &&Language| !languages.depend_on_text() && languages.include(wanted);
    let host = wanted.filter(is_host);
    let hosts = languages.possible().filter(move |_| host.is_none());
    let hosts = host.into_iter().chain(hosts);
    hosts.filter_map(move |host| target_in(host, wanted))
}

/// Returns the languages in which to search a text in `host`.
fn target_in(host: &'static Language, wanted: Option<&'static Language>) -> Option<SearchTarget> {
    let Some(wanted) = wanted.filter(|wanted| *wanted != host) else {
        return Some(SearchTarget { host, only: None });
    };
    may_contain(host, wanted).then_some(SearchTarget {
        host,
        only: Some(wanted),
    })
}
