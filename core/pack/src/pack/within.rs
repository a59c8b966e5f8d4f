//! Packs files within a maximum: measures them, divides the maximum, writes and counts until the text
//! fits.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use ransack_base::internal::{ErrorParts, add_skip};
use ransack_base::{
    Aborted, CancelToken, Error, Outcome, RelPath, Report, Result, SkippedPath, Stream,
};
use ransack_grammars::internal::Parsers;
use ransack_search::internal::{FileRef, UncommittedFiles, workspace_value};
use rustc_hash::FxHashMap;

use super::allocation::{PartCandidate, allocate};
use super::cache::{KnownFile, MeasureCache, MeasureKey, ReadKey};
use super::call::{Maximum, PackCall, packed_file};
use super::examiner::{ProcessText, TextOfFile};
use super::frame::frame_of;
use super::joiner::{Frame, Joiner};
use super::measure::{Focus, Measure, MeasuredSize};
use super::options::PackLevel;
use super::outcome::{Pack, PackPart, PackReason, PackedFile};
use super::priority::{GitChange, Rank, priorities};
use super::section::FileSection;

/// Maximum number of times that a call divides the maximum.
const MAX_ROUNDS: u32 = 8;

/// Share of the maximum, in thousandths, at which a call stops looking for a better division.
const ENOUGH: u64 = 985;

/// Measures each file.
struct MeasureAll {
    call: Arc<PackCall>,
    /// Changes since the last commits, by root of the call.
    uncommitted: Vec<Option<UncommittedFiles>>,
    /// Measurements of earlier calls; `None` without a workspace.
    cache: Option<Arc<MeasureCache>>,
}

/// File with its measurements.
pub(super) struct Measured {
    file: PackedFile,
    is_named: bool,
    change: Option<GitChange>,
    measure: Arc<Measure>,
    focus: Focus,
}

impl MeasureAll {
    fn read_key(&self, stamp: u64) -> ReadKey {
        let options = &self.call.options;
        ReadKey {
            stamp,
            encoding: options.file_encoding.clone(),
            max_file_size: options.max_file_size,
        }
    }

    /// Returns the latest change of a file; `None` outside of repositories.
    fn change_of(&self, root: u32, opened: &Path) -> Option<GitChange> {
        let files = self.uncommitted.get(root as usize)?.as_ref()?;
        let metadata = fs::metadata(opened).ok()?;
        if files.contains(opened, &metadata) {
            return Some(GitChange::Uncommitted);
        }
        let written = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(GitChange::Written(written.as_secs()))
    }
}

impl ProcessText for MeasureAll {
    type Output = Measured;

    fn known(&self, file: &FileRef<'_>, path: &RelPath) -> Option<Measured> {
        let options = &self.call.options;
        // The relevance of a text depends on the call.
        let cache = self
            .cache
            .as_ref()
            .filter(|_| options.relevant.is_empty())?;
        let key = self.read_key(file.settled_stamp()?);
        let opened = file.path();
        let (known, measure) = cache.file(&opened, &key, options.encoding)?;
        Some(Measured {
            is_named: file.is_root(),
            change: self.change_of(file.root(), &opened),
            file: PackedFile {
                path: path.clone(),
                root: file.root(),
                original_tokens: measure.whole.tokens,
                ..known
            },
            measure,
            focus: Focus::default(),
        })
    }

    fn process(
        &self,
        text: &TextOfFile,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Measured, Aborted> {
        let (shortener, encoding) = (&self.call.shortener, self.call.options.encoding);
        let mut file = packed_file(text);
        let key = MeasureKey::of(&file, encoding);
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
        file.original_tokens = measure.whole.tokens;
        if let (Some(cache), Some(stamp)) = (&self.cache, text.stamp) {
            let known = KnownFile {
                key: self.read_key(stamp),
                file: file.clone(),
            };
            cache.add_file(text.opened.clone(), known);
        }
        Ok(Measured {
            file,
            is_named: text.is_named,
            change: self.change_of(text.root, &text.opened),
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

/// Pieces of a file.
struct WrittenSection {
    root: u32,
    path: RelPath,
    pieces: Vec<String>,
    size: MeasuredSize,
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
        let pieces = call.pieces(text, level, parsers, token)?;
        Ok(WrittenSection {
            root: text.root,
            path,
            size: MeasuredSize::of_all(&pieces, call.options.encoding),
            pieces,
        })
    }

    fn weigh(section: &WrittenSection) -> usize {
        size_of::<WrittenSection>() + section.size.bytes as usize
    }
}

/// File of a call with a maximum.
struct PlannedFile {
    file: PackedFile,
    max_level: PackLevel,
    /// Whether the file is left out because of a secret.
    is_secret: bool,
    /// Pieces of the file at a level, with their exact size.
    section: Option<(PackLevel, Vec<String>, MeasuredSize)>,
}

/// Best text so far that fits.
struct Fitting {
    text: String,
    /// End of the part of each file in the text, in path order.
    ends: Vec<usize>,
    parts: Vec<PackPart>,
    size: MeasuredSize,
    /// Level and tokens of each file, in path order.
    levels: Vec<Option<(PackLevel, u64)>>,
}

/// Text of a pack with a maximum.
pub(super) struct PackWithin {
    pub(super) pack: Pack,
    /// End of the part of each file in the text, by the index of the file.
    pub(super) ends: Vec<usize>,
}

/// Starts measuring the files of a call.
pub(super) fn measure_all(call: &Arc<PackCall>, token: &CancelToken) -> Result<Stream<Measured>> {
    let roots = call.scope.roots.iter();
    let measure_all = MeasureAll {
        call: call.clone(),
        uncommitted: roots.map(|root| UncommittedFiles::around(root)).collect(),
        cache: workspace_value(&call.scope),
    };
    call.start(measure_all, token)
}

/// Packs measured files within a maximum.
pub(super) fn pack_within(
    call: &Arc<PackCall>,
    maximum: Maximum,
    measured: Outcome<Measured>,
    token: &CancelToken,
) -> Result<PackWithin> {
    let Outcome { items, report } = measured;
    let frame = frame_of(call, items.iter().map(|item| &item.file), token)?;
    let room = maximum.value() - maximum.cost(call.size(&call.join(&frame, &[]), token)?);
    let ranks = items.iter().map(|item| Rank {
        is_named: item.is_named,
        change: item.change,
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
                is_secret: !file.secrets.is_empty() && !call.options.allow_secrets,
                file,
                max_level,
                section: None,
            }
        })
        .collect();
    let mut search = BudgetSearch {
        call,
        maximum,
        order: &order,
        candidates,
        frame: &frame,
        report,
    };
    let best = search.run(room, &mut files, token)?;
    let report = search.report;
    Ok(finish(files, best, report))
}

/// Returns the estimated costs of a file.
fn candidate(call: &PackCall, maximum: Maximum, item: &Measured) -> PartCandidate {
    let mut candidate = PartCandidate {
        is_focused: item.focus.has_definitions,
        ..PartCandidate::default()
    };
    if !item.file.secrets.is_empty() && !call.options.allow_secrets {
        return candidate;
    }
    let max_level = call.max_level(item.file.root, &item.file.path);
    let path = call.heading(item.file.root, &item.file.path);
    let levels = PackLevel::ALL.iter();
    for (_, level) in levels.filter(|(_, level)| *level <= max_level) {
        let Some(size) = item.measure.at(*level, item.focus.skeleton) else {
            continue;
        };
        let header = call.writer.file(&FileSection {
            path: &path,
            level: *level,
            language: item.file.language,
            text: "",
            first_line: 1,
            part: None,
        });
        let header = MeasuredSize::of(header.as_bytes(), call.options.encoding);
        // A number and a tab are about two tokens and at most seven bytes.
        let numbers = match call.options.line_numbers && *level == PackLevel::Whole {
            true => item.measure.lines,
            false => 0,
        };
        let size = MeasuredSize {
            tokens: size.tokens + header.tokens + 2 * numbers,
            bytes: size.bytes + header.bytes + 1 + 5 * numbers,
        };
        candidate.costs[*level as usize] = Some(maximum.cost(size));
    }
    candidate
}

/// Search for the division whose text uses most of the maximum.
struct BudgetSearch<'a> {
    call: &'a Arc<PackCall>,
    maximum: Maximum,
    /// Indices of the files, highest priority first.
    order: &'a [usize],
    /// Costs of the files in this order; estimates until a file is written.
    candidates: Vec<PartCandidate>,
    frame: &'a Frame,
    report: Report,
}

impl BudgetSearch<'_> {
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
            let shown = shown.map(|(file, level)| match (&file.section, level) {
                (Some((_, pieces, _)), Some(_)) => &pieces[..],
                _ => &[],
            });
            let shown: Vec<&[String]> = shown.collect();
            let (text, ends) = self.join(&shown);
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
                let shown = shown.iter().copied().flatten().map(String::as_str);
                let shown: Vec<&str> = shown.collect();
                best = Some(Fitting {
                    parts: self.call.parts(self.frame, &shown, token)?,
                    text,
                    ends,
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

    /// Returns the text of the files' pieces, and the end of the part of each file in it.
    fn join(&self, files: &[&[String]]) -> (String, Vec<usize>) {
        let mut text = String::new();
        let (format, frame) = (self.call.options.format, self.frame);
        let mut joiner = Joiner::begin(format, frame.tree.as_deref(), &mut text);
        let mut ends = Vec::with_capacity(files.len());
        for pieces in files {
            for piece in *pieces {
                joiner.push(piece, &mut text);
            }
            ends.push(text.len());
        }
        joiner.finish(&frame.given, &mut text);
        (text, ends)
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
        let mut written: FxHashMap<(u32, RelPath), (Vec<String>, MeasuredSize)> = items
            .into_iter()
            .map(|section| ((section.root, section.path), (section.pieces, section.size)))
            .collect();
        for skipped in &report.skipped {
            // A fault of a file that was read all the same is in the report already.
            let lost = |path: &&SkippedPath| !written.contains_key(&(path.root, path.path.clone()));
            for path in skipped.first.iter().filter(lost) {
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
                Some((pieces, size)) => {
                    candidate.costs[*level as usize] = Some(self.maximum.cost(size));
                    file.section = Some((*level, pieces, size));
                }
                // The file has vanished since it was measured.
                None => *candidate = PartCandidate::default(),
            }
        }
        Ok(())
    }
}

/// Returns the result of a call with a maximum.
fn finish(files: Vec<PlannedFile>, best: Fitting, report: Report) -> PackWithin {
    let files = files.into_iter().zip(best.levels);
    let files = files.map(|(planned, level)| {
        let mut file = planned.file;
        (file.treatment, file.tokens) = level.unwrap_or((PackLevel::Omitted, 0));
        file.reason = match file.treatment {
            PackLevel::Whole => PackReason::Complete,
            level if level == planned.max_level => PackReason::Level,
            PackLevel::Omitted if planned.is_secret => PackReason::Secret,
            _ => PackReason::Budget,
        };
        file
    });
    let pack = Pack {
        text: best.text,
        tokens: best.size.tokens,
        parts: best.parts,
        files: files.collect(),
        report,
        ..Pack::default()
    };
    PackWithin {
        pack,
        ends: best.ends,
    }
}
