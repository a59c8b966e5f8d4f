//! One call: measures the files, divides the maximum, writes and counts until the text fits.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ransack_base::internal::{ErrorParts, add_skip, rel_path};
use ransack_base::{Aborted, CancelToken, Error, OptionName, Outcome, RelPath, Report, Result};
use ransack_grammars::internal::Parsers;
use ransack_search::Scope;
use ransack_search::internal::{
    EntryRules, Request, RootGlobs, Wanted, begin_scope, start, workspace_root, workspace_value,
};
use ransack_tokens::{TokenOptions, Tokenizer};
use rustc_hash::FxHashMap;

use super::allocation::{Candidate, allocate};
use super::cache::{MeasureCache, MeasureKey};
use super::examiner::{ProcessText, TextExaminer, TextOfFile};
use super::measure::{Focus, Measure, Shortener, Size};
use super::options::{PackLevel, PackOptions};
use super::outcome::{Pack, PackReason, PackedDirectory, PackedFile};
use super::priority::{Rank, priorities};
use super::relevance::Relevance;
use super::rules::PackRules;
use super::rules::{CallRules, RuleMode};
use super::section::{FileSection, SectionWriter};
use super::text::TextReader;

/// Maximum number of times that a call divides the maximum.
const MAX_ROUNDS: u32 = 8;

/// Share of the maximum, in thousandths, at which a call stops looking for a better division.
const ENOUGH: u64 = 985;

/// Maximum that a call divides.
#[derive(Clone, Copy)]
enum Maximum {
    Tokens(u64),
    Bytes(u64),
}

impl Maximum {
    fn value(self) -> u64 {
        match self {
            Maximum::Tokens(max) | Maximum::Bytes(max) => max,
        }
    }

    /// Returns the part of a size that the maximum counts.
    fn cost(self, size: Size) -> u64 {
        match self {
            Maximum::Tokens(_) => size.tokens,
            Maximum::Bytes(_) => size.bytes,
        }
    }
}

/// Validated options of a call.
struct PackCall {
    options: PackOptions,
    scope: Scope,
    maximum: Option<Maximum>,
    /// Globs of the levels and of the weights.
    levels: RootGlobs,
    weights: RootGlobs,
    writer: SectionWriter,
    shortener: Shortener,
    rules: Option<Arc<CallRules>>,
}

impl PackCall {
    fn new(options: &PackOptions) -> Result<PackCall> {
        let mut scope = begin_scope(&options.scope);
        let rules = match &options.rules {
            None => None,
            Some(rules) => {
                let root = rule_root(rules, &scope)?;
                // The rules decide about these.
                scope.node_modules = true;
                scope.gitignore &= rules.mode != RuleMode::Jinni;
                Some(Arc::new(CallRules::new(rules, root, options.explain)))
            }
        };
        let maximum = match (options.max_tokens, options.max_bytes) {
            (Some(_), Some(_)) => {
                return Err(Error::option(
                    "both tokens and bytes have a maximum (set one of them)",
                ));
            }
            (Some(tokens), None) => Some(Maximum::Tokens(tokens)),
            (None, Some(bytes)) => Some(Maximum::Bytes(bytes)),
            (None, None) => None,
        };
        for (index, rule) in options.weights.iter().enumerate() {
            if !(rule.weight.is_finite() && rule.weight >= 0.0) {
                let error = Error::option("the weight is not a finite number from 0 on");
                return Err(error
                    .with_pattern(&rule.glob)
                    .in_element(OptionName::Weights, index));
            }
        }
        let levels: Vec<String> = options.levels.iter().map(|r| r.glob.clone()).collect();
        let weights: Vec<String> = options.weights.iter().map(|r| r.glob.clone()).collect();
        Ok(PackCall {
            maximum,
            levels: globs_of(&levels, &scope, OptionName::Levels)?,
            weights: globs_of(&weights, &scope, OptionName::Weights)?,
            writer: SectionWriter {
                format: options.format,
                line_numbers: options.line_numbers,
            },
            shortener: Shortener {
                relevance: Relevance::new(&options.relevant)?,
                time_per_file: options.time_per_file,
            },
            options: options.clone(),
            scope,
            rules,
        })
    }

    /// Returns the highest level at which the file at a path may be shown.
    fn max_level(&self, root: u32, path: &RelPath) -> PackLevel {
        let rule = self.levels.last_index(root, path.as_bytes());
        let rule = rule.and_then(|index| self.options.levels.get(index));
        rule.map_or(PackLevel::Whole, |rule| rule.level)
    }

    fn weight(&self, root: u32, path: &RelPath) -> f64 {
        let rule = self.weights.last_index(root, path.as_bytes());
        let rule = rule.and_then(|index| self.options.weights.get(index));
        rule.map_or(1.0, |rule| rule.weight)
    }

    /// Processes the texts of all files that `process` needs, in path order.
    fn run<P: ProcessText>(&self, process: P, token: &CancelToken) -> Result<Outcome<P::Output>> {
        let reader = TextReader::new(&self.options)?;
        let request = Request::of_all(self.scope.clone(), self.options.pool.clone());
        let rules = self.rules.clone();
        let examiner = TextExaminer {
            reader,
            process,
            has_rules: rules.is_some(),
        };
        let wanted = Wanted {
            rules: rules.map(|rules| -> Arc<dyn EntryRules> { rules }),
            ..Wanted::default()
        };
        start(request, token, move || Ok((examiner, wanted))).collect_outcome()
    }

    /// Returns the size of a text.
    fn size(&self, text: &str, token: &CancelToken) -> Result<Size> {
        let tokenizer = Tokenizer::get(self.options.encoding);
        Ok(Size {
            tokens: tokenizer.count(text, &TokenOptions::default(), token)? as u64,
            bytes: text.len() as u64,
        })
    }

    /// Returns the text of a file's part.
    fn section(
        &self,
        text: &TextOfFile,
        level: PackLevel,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<String, Aborted> {
        let (shortener, language) = (&self.shortener, text.language);
        let shortened = shortener.shorten(&text.text, language, level, parsers, token)?;
        let shortened = shortened.map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(self.writer.file(&FileSection {
            path: &text.path.to_string_lossy(),
            level,
            language: language.map(|language| language.name),
            text: shortened.as_deref().unwrap_or(&text.text),
        }))
    }
}

/// Returns the directory above which a call reads no rules, with links resolved.
fn rule_root(rules: &PackRules, scope: &Scope) -> Result<PathBuf> {
    let root = match (&rules.root, workspace_root(scope)) {
        (Some(root), _) => root,
        (None, Some(root)) => root,
        (None, None) => Path::new("."),
    };
    let real = root.canonicalize();
    real.map_err(|error| Error::io("cannot open", root, error))
}

/// Compiles the globs of a list of rules.
fn globs_of(globs: &[String], scope: &Scope, option: OptionName) -> Result<RootGlobs> {
    for (index, glob) in globs.iter().enumerate() {
        if glob.starts_with('!') {
            let error = Error::option("a rule has no negated glob").with_pattern(glob);
            return Err(error.in_element(option, index));
        }
    }
    RootGlobs::filter_of(globs, &scope.roots, scope.glob_ignore_case, option)
}

/// Packs the files of a scope.
pub(super) fn pack(options: &PackOptions, token: &CancelToken) -> Result<Pack> {
    token.heartbeat()?;
    let call = Arc::new(PackCall::new(options)?);
    let mut pack = match call.maximum {
        None => pack_all(&call, token)?,
        Some(maximum) => pack_within(&call, maximum, token)?,
    };
    if options.list_only {
        let is_listed = |file: &&PackedFile| file.level.is_some_and(|l| l > PackLevel::Path);
        let listed = pack.files.iter().filter(is_listed);
        pack.text = listed.map(|file| format!("{}\n", file.path)).collect();
        pack.tokens = call.size(&pack.text, token)?.tokens;
    }
    pack.directories = directories(&pack.files);
    if let Some(rules) = &call.rules {
        for (reason, path) in rules.take_faults() {
            add_skip(&mut pack.report, reason, path);
        }
        pack.decisions = rules.take_decisions();
    }
    Ok(pack)
}

/// Text of one file's part, and the file.
struct Section {
    file: PackedFile,
    text: String,
}

/// Writes the part of each file at its highest level.
struct WriteAll {
    call: Arc<PackCall>,
    /// Size of the texts so far.
    written: AtomicU64,
}

impl WriteAll {
    fn exceeds(&self) -> bool {
        let max = self.call.options.max_content_size;
        max.is_some_and(|max| self.written.load(Ordering::Relaxed) > max)
    }
}

impl ProcessText for WriteAll {
    type Output = Section;

    fn process(
        &self,
        text: &TextOfFile,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Section, Aborted> {
        let call = &self.call;
        let mut file = packed_file(text);
        let max_level = call.max_level(text.root, &text.path);
        let is_secret = !text.secrets.is_empty() && !call.options.allow_secrets;
        if is_secret {
            file.reason = PackReason::Secret;
            return Ok(Section {
                file,
                text: String::new(),
            });
        }
        let mut section = call.section(text, max_level, parsers, token)?;
        self.written
            .fetch_add(section.len() as u64, Ordering::Relaxed);
        let encoding = call.options.encoding;
        file.tokens = Size::of(section.as_bytes(), encoding).tokens;
        file.original_tokens = Size::of(text.text.as_bytes(), encoding).tokens;
        token.heartbeat()?;
        file.level = Some(max_level);
        file.reason = match max_level {
            PackLevel::Whole => PackReason::Complete,
            _ => PackReason::Level,
        };
        if call.options.list_only || self.exceeds() {
            section = String::new();
        }
        Ok(Section {
            file,
            text: section,
        })
    }

    fn weigh(section: &Section) -> usize {
        size_of::<Section>() + section.text.len()
    }
}

fn packed_file(text: &TextOfFile) -> PackedFile {
    PackedFile {
        path: text.path.clone(),
        root: text.root,
        level: None,
        reason: PackReason::Complete,
        tokens: 0,
        original_tokens: 0,
        size: text.text.len() as u64,
        priority: 0.0,
        language: text.language.map(|language| language.name),
        encoding: text.encoding,
        is_encoding_detected: text.is_encoding_detected,
        version: text.version,
        secrets: text.secrets.clone(),
    }
}

/// Packs all files at their highest levels.
fn pack_all(call: &Arc<PackCall>, token: &CancelToken) -> Result<Pack> {
    let process = WriteAll {
        call: call.clone(),
        written: AtomicU64::new(0),
    };
    let Outcome { items, report } = call.run(process, token)?;
    let written = items.iter().map(|section| section.file.size).sum::<u64>();
    if let Some(max) = call
        .options
        .max_content_size
        .filter(|_| !call.options.list_only)
        && written > max
    {
        return Err(too_large(&items, written, max));
    }
    let given = given_sections(call);
    let shown = items.iter().filter(|section| section.file.level.is_some());
    let shown = shown.map(|section| &*section.text);
    let text = call.writer.join(shown, given.iter().map(String::as_str));
    let tokens = call.size(&text, token)?.tokens;
    let files = items.into_iter().map(|section| section.file).collect();
    Ok(Pack {
        text,
        tokens,
        files,
        report,
        ..Pack::default()
    })
}

/// Creates the error of files that are too large together.
fn too_large(sections: &[Section], written: u64, max: u64) -> Error {
    /// Number of files that the error names.
    const NAMED: usize = 10;
    let mut largest: Vec<&PackedFile> = sections.iter().map(|section| &section.file).collect();
    largest.sort_by_key(|file| (Reverse(file.size), file.root, &file.path));
    largest.truncate(NAMED);
    let list = largest.iter();
    let list = list.map(|file| format!("{} ({} bytes)", file.path, file.size));
    let list = list.collect::<Vec<_>>().join(", ");
    let message = format!(
        "the files have {written} bytes, more than the maximum of {max}; the largest are {list}"
    );
    Error::option(message)
}

fn given_sections(call: &PackCall) -> Vec<String> {
    let sections = call.options.sections.iter();
    sections.map(|section| call.writer.given(section)).collect()
}

/// Measures each file.
struct MeasureAll {
    call: Arc<PackCall>,
    /// Measurements of earlier calls; `None` without a workspace.
    cache: Option<Arc<MeasureCache>>,
}

/// File with its measurements.
struct Measured {
    file: PackedFile,
    is_named: bool,
    measure: Arc<Measure>,
    focus: Focus,
}

impl ProcessText for MeasureAll {
    type Output = Measured;

    fn process(
        &self,
        text: &TextOfFile,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Measured, Aborted> {
        let (shortener, encoding) = (&self.call.shortener, self.call.options.encoding);
        let key = MeasureKey {
            version: text.version,
            language: text.language.map(|language| language.name),
            text_encoding: text.encoding,
            encoding,
        };
        let known = self.cache.as_ref().and_then(|cache| cache.get(&key));
        let (source, language) = (&text.text, text.language);
        let measure = match known {
            Some(measure) => measure,
            None => {
                let measure = shortener.measure(source, language, encoding, parsers, token)?;
                let measure = Arc::new(measure);
                if let Some(cache) = &self.cache {
                    cache.add(key, measure.clone());
                }
                measure
            }
        };
        let mut file = packed_file(text);
        file.original_tokens = measure.whole.tokens;
        Ok(Measured {
            file,
            is_named: text.is_named,
            measure,
            focus: shortener.focus(source, language, encoding, parsers, token)?,
        })
    }

    fn weigh(measured: &Measured) -> usize {
        size_of::<Measured>() + measured.measure.weight()
    }
}

/// Writes the parts of the files that a division shows.
struct WriteSome {
    call: Arc<PackCall>,
    /// Level of each file to write.
    levels: FxHashMap<(u32, RelPath), PackLevel>,
}

/// Text of the part of a file.
struct WrittenSection {
    root: u32,
    path: RelPath,
    text: String,
    size: Size,
}

impl ProcessText for WriteSome {
    type Output = WrittenSection;

    fn needs(&self, root: u32, path: &RelPath) -> bool {
        self.levels.contains_key(&(root, path.clone()))
    }

    fn process(
        &self,
        text: &TextOfFile,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<WrittenSection, Aborted> {
        let call = &self.call;
        let path = text.path.clone();
        let level = self.levels.get(&(text.root, path.clone()));
        let level = *level.unwrap_or(&PackLevel::Path);
        // A secret may have come into the file since it was measured.
        let level = match text.secrets.is_empty() || call.options.allow_secrets {
            true => level,
            false => PackLevel::Path,
        };
        let section = call.section(text, level, parsers, token)?;
        Ok(WrittenSection {
            root: text.root,
            path,
            size: Size::of(section.as_bytes(), call.options.encoding),
            text: section,
        })
    }

    fn weigh(section: &WrittenSection) -> usize {
        size_of::<WrittenSection>() + section.text.len()
    }
}

/// File of a call with a maximum.
struct PlannedFile {
    file: PackedFile,
    max_level: PackLevel,
    /// Part of the file at a level, with its exact size.
    section: Option<(PackLevel, String, Size)>,
}

/// Best text so far that fits.
struct Fitting {
    text: String,
    size: Size,
    /// Level and tokens of each file, in path order.
    levels: Vec<Option<(PackLevel, u64)>>,
}

/// Packs files within a maximum.
fn pack_within(call: &Arc<PackCall>, maximum: Maximum, token: &CancelToken) -> Result<Pack> {
    let measure_all = MeasureAll {
        call: call.clone(),
        cache: workspace_value(&call.scope),
    };
    let Outcome { items, report } = call.run(measure_all, token)?;
    let max = maximum.value();
    let given = given_sections(call);
    let frame = call
        .writer
        .join(std::iter::empty(), given.iter().map(String::as_str));
    let frame = call.size(&frame, token)?;
    if maximum.cost(frame) > max {
        let message = format!(
            "the maximum is {max}, and the text without any file has {}",
            maximum.cost(frame)
        );
        return Err(Error::option(message));
    }
    let ranks = items.iter().map(|item| Rank {
        is_named: item.is_named,
        measure: &item.measure,
        focus: item.focus,
        weight: call.weight(item.file.root, &item.file.path),
    });
    let priorities = priorities(&ranks.collect::<Vec<_>>());
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|a, b| priorities[*b].total_cmp(&priorities[*a]).then(a.cmp(b)));
    let mut candidates = Vec::with_capacity(items.len());
    for &index in &order {
        candidates.push(candidate(call, maximum, &items[index]));
    }
    let mut files: Vec<PlannedFile> = items
        .into_iter()
        .zip(&priorities)
        .map(|(item, priority)| {
            let max_level = call.max_level(item.file.root, &item.file.path);
            let mut file = item.file;
            file.priority = *priority;
            PlannedFile {
                file,
                max_level,
                section: None,
            }
        })
        .collect();
    let mut search = Search {
        call,
        maximum,
        order: &order,
        candidates,
        given: &given,
        report,
    };
    let best = search.run(max - maximum.cost(frame), &mut files, token)?;
    let report = search.report;
    Ok(finish(files, best, report))
}

/// Returns the estimated costs of a file.
fn candidate(call: &PackCall, maximum: Maximum, item: &Measured) -> Candidate {
    let mut candidate = Candidate {
        is_focused: item.focus.has_definitions,
        ..Candidate::default()
    };
    if !item.file.secrets.is_empty() && !call.options.allow_secrets {
        return candidate;
    }
    let max_level = call.max_level(item.file.root, &item.file.path);
    let path = item.file.path.to_string_lossy();
    for (_, level) in PackLevel::ALL
        .iter()
        .filter(|(_, level)| *level <= max_level)
    {
        let Some(size) = item.measure.at(*level, item.focus.skeleton) else {
            continue;
        };
        let header = call.writer.file(&FileSection {
            path: &path,
            level: *level,
            language: item.file.language,
            text: "",
        });
        let header = Size::of(header.as_bytes(), call.options.encoding);
        // A number and a tab are about two tokens and at most seven bytes.
        let numbers = match call.options.line_numbers && *level == PackLevel::Whole {
            true => item.measure.lines,
            false => 0,
        };
        let size = Size {
            tokens: size.tokens + header.tokens + 2 * numbers,
            bytes: size.bytes + header.bytes + 1 + 5 * numbers,
        };
        candidate.costs[*level as usize] = Some(maximum.cost(size));
    }
    candidate
}

/// Search for the division whose text uses most of the maximum.
struct Search<'a> {
    call: &'a Arc<PackCall>,
    maximum: Maximum,
    /// Indices of the files, highest priority first.
    order: &'a [usize],
    /// Costs of the files in this order; estimates until a file is written.
    candidates: Vec<Candidate>,
    given: &'a [String],
    report: Report,
}

impl Search<'_> {
    /// Divides `room` until the text fits and uses enough of the maximum. Each round corrects the
    /// costs of the files that it wrote.
    fn run(
        &mut self,
        mut room: u64,
        files: &mut [PlannedFile],
        token: &CancelToken,
    ) -> Result<Fitting> {
        let max = self.maximum.value();
        let mut best: Option<Fitting> = None;
        let mut round = 0;
        loop {
            round += 1;
            let levels = allocate(&self.candidates, room);
            let mut by_file = vec![None; files.len()];
            for (level, index) in levels.iter().zip(self.order) {
                by_file[*index] = *level;
            }
            self.write(&by_file, files, token)?;
            let shown = files.iter().zip(&by_file);
            let shown = shown.filter_map(|(file, level)| match (&file.section, level) {
                (Some((_, text, _)), Some(_)) => Some(text.as_str()),
                _ => None,
            });
            let text = self
                .call
                .writer
                .join(shown, self.given.iter().map(String::as_str));
            let size = self.call.size(&text, token)?;
            let used = self.maximum.cost(size);
            if used > max {
                // Later rounds give up more room, so that the search ends.
                let excess = (used - max).saturating_mul(1 << (round / MAX_ROUNDS).min(32));
                room = room.saturating_sub(excess);
                continue;
            }
            let is_better = |best: &Fitting| used > self.maximum.cost(best.size);
            if best.as_ref().is_none_or(is_better) {
                let levels = files.iter().zip(&by_file);
                let levels = levels.map(|(file, level)| {
                    let section = file.section.as_ref().filter(|_| level.is_some());
                    section.map(|(level, _, size)| (*level, size.tokens))
                });
                best = Some(Fitting {
                    text,
                    size,
                    levels: levels.collect(),
                });
            }
            let is_whole = files
                .iter()
                .zip(&by_file)
                .all(|(file, level)| level.is_none_or(|level| level == file.max_level));
            let has_omitted = by_file.iter().any(Option::is_none);
            let is_enough = used.saturating_mul(1000) >= max.saturating_mul(ENOUGH);
            if is_enough || is_whole && !has_omitted || round >= MAX_ROUNDS {
                return best.ok_or_else(|| Error::option("no text fits"));
            }
            room += max - used;
        }
    }

    /// Writes the parts of the files that have another level than before, and corrects their costs.
    fn write(
        &mut self,
        levels: &[Option<PackLevel>],
        files: &mut [PlannedFile],
        token: &CancelToken,
    ) -> Result<()> {
        let mut missing = FxHashMap::default();
        for (file, level) in files.iter_mut().zip(levels) {
            let Some(level) = *level else {
                file.section = None;
                continue;
            };
            let known = file.section.as_ref().map(|(level, ..)| *level);
            if known != Some(level) {
                file.section = None;
                missing.insert((file.file.root, file.file.path.clone()), level);
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        let process = WriteSome {
            call: self.call.clone(),
            levels: missing.clone(),
        };
        let Outcome { items, report } = self.call.run(process, token)?;
        let mut written: FxHashMap<(u32, RelPath), (String, Size)> = items
            .into_iter()
            .map(|section| ((section.root, section.path), (section.text, section.size)))
            .collect();
        for skipped in &report.skipped {
            for path in &skipped.first {
                add_skip(&mut self.report, skipped.reason, path.clone());
            }
        }
        for (candidate, &index) in self.candidates.iter_mut().zip(self.order) {
            let file = &mut files[index];
            let key = (file.file.root, file.file.path.clone());
            let Some(level) = missing.get(&key) else {
                continue;
            };
            match written.remove(&key) {
                Some((text, size)) => {
                    candidate.costs[*level as usize] = Some(self.maximum.cost(size));
                    file.section = Some((*level, text, size));
                }
                // The file has vanished since it was measured.
                None => *candidate = Candidate::default(),
            }
        }
        Ok(())
    }
}

/// Returns the result of a call with a maximum.
fn finish(files: Vec<PlannedFile>, best: Fitting, report: Report) -> Pack {
    let files = files.into_iter().zip(best.levels);
    let files = files.map(|(planned, level)| {
        let mut file = planned.file;
        let shown = level.map(|(level, _)| level);
        file.level = shown;
        file.tokens = level.map_or(0, |(_, tokens)| tokens);
        file.reason = match shown {
            None if !file.secrets.is_empty() => PackReason::Secret,
            Some(PackLevel::Whole) => PackReason::Complete,
            Some(level) if level == planned.max_level => PackReason::Level,
            _ => PackReason::Budget,
        };
        file
    });
    Pack {
        text: best.text,
        tokens: best.size.tokens,
        files: files.collect(),
        report,
        ..Pack::default()
    }
}

/// Returns the totals of all directories.
fn directories(files: &[PackedFile]) -> Vec<PackedDirectory> {
    let mut totals: BTreeMap<(u32, &[u8]), PackedDirectory> = BTreeMap::new();
    for file in files {
        let path = file.path.as_bytes();
        let ends = memchr::memrchr_iter(b'/', path).chain([0]);
        for end in ends {
            let total = totals.entry((file.root, &path[..end])).or_insert_with(|| {
                let mut total = PackedDirectory::default();
                total.path = rel_path(path[..end].to_vec());
                total.root = file.root;
                total
            });
            total.files += 1;
            total.tokens += file.tokens;
            total.original_tokens += file.original_tokens;
        }
    }
    totals.into_values().collect()
}
