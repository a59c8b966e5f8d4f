//! Fuzzy search over files: matches and scores the entries of a scan, or ranks the cached
//! candidates of a workspace view.
//!
//! Invariant: both give the same results and counts.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use ransack_base::internal::{lock, rel_path};
use ransack_base::{Aborted, CancelToken, Pool, Result};

use super::history::{CacheKey, CandidateCache, CandidateRows, KnownPrefix, ViewCandidates};
use super::location::{LocatedQuery, TypedLocation};
use super::options::{FuzzySignals, PathBonuses};
use super::query::FuzzyQuery;
use super::rank::{CandidateSource, RankKey, RankedHit, Ranking, TopHits};
use super::score::{Candidate, Scorer};
use super::signature::Signature;
use super::{FuzzyFindOptions, FuzzyMatch};
use rustc_hash::FxHashMap;

use crate::glob::FileType;
use crate::pipeline::JobOutput;
use crate::pipeline::{Examine, FileRef};
use crate::pipeline::{needed_items, results_before};
use crate::scan::{EntryKind, EntryRole, Scope, TextConditions, View, Walker};

/// Matches entries by their path.
pub(crate) struct FuzzyExaminer {
    query: Arc<FuzzyQuery>,
    /// Location that the query names after the path.
    location: Option<TypedLocation>,
    signals: FuzzySignals,
    /// Bonuses of paths relative to a root, by what results show before them.
    bonuses: Mutex<FxHashMap<Box<[u8]>, Arc<PathBonuses>>>,
    /// Maximum number of results, including those before the offset.
    count: usize,
    /// Cache of the workspace that runs the call.
    cache: Option<Arc<CandidateCache>>,
    scope: Scope,
    dirs: bool,
    links: bool,
}

/// Buffers and best scores of one worker.
pub(crate) struct FuzzyScratch {
    scorer: Scorer,
    path: Vec<u8>,
    /// Best scores of the worker's entries. Their cutoff is valid for the whole call, because more
    /// entries only raise it.
    top: TopHits,
    /// Bonuses of the root whose entries were examined last.
    bonuses: Option<(u32, Arc<PathBonuses>)>,
}

impl FuzzyExaminer {
    pub(crate) fn new(
        options: &FuzzyFindOptions,
        cache: Option<Arc<CandidateCache>>,
    ) -> Result<FuzzyExaminer> {
        let mut text = &options.query[..];
        let mut location = None;
        if options.location
            && let Some(located) = LocatedQuery::split(text)
        {
            text = located.text;
            location = Some(located.location);
        }
        Ok(FuzzyExaminer {
            query: Arc::new(FuzzyQuery::new(text)?),
            location,
            signals: options.signals.clone(),
            bonuses: Mutex::default(),
            count: needed_items(
                results_before(options.offset, options.scope.after.as_deref()),
                options.limit,
            ),
            cache,
            scope: Scope {
                roots: Vec::new(),
                workspace: None,
                ..options.scope.clone()
            },
            dirs: options.dirs,
            links: options.symlinks,
        })
    }

    /// Returns the bonuses of paths that results show after `prefix`.
    fn bonuses_below(&self, prefix: &[u8]) -> Arc<PathBonuses> {
        let mut known = lock(&self.bonuses);
        if let Some(bonuses) = known.get(prefix) {
            return bonuses.clone();
        }
        let mut bonuses = PathBonuses::new(&self.signals.below(prefix));
        bonuses.location.clone_from(&self.location);
        let bonuses = Arc::new(bonuses);
        known.insert(prefix.into(), bonuses.clone());
        bonuses
    }

    /// Builds the result for the candidate that was scored last.
    fn result(
        &self,
        scorer: &mut Scorer,
        candidate: &Candidate<'_>,
        (root, prefix): (u32, &[u8]),
        file_type: FileType,
        score: i32,
    ) -> FuzzyMatch {
        let slash: &[u8] = if candidate.is_dir { b"/" } else { b"" };
        let mut item = FuzzyMatch {
            path: rel_path([prefix, candidate.path, slash].concat()),
            root,
            file_type,
            score,
            positions: scorer.positions(candidate.path),
            line: None,
            column: None,
            ranked_from: prefix.len() as u32,
        };
        match &self.location {
            None => {}
            Some(location) => match location.place_in(candidate.path) {
                Some(place) => {
                    item.positions.extend(place.map(|at| at as u32));
                    item.positions.sort_unstable();
                    item.positions.dedup();
                }
                None => (item.line, item.column) = (location.line, location.column),
            },
        }
        for position in &mut item.positions {
            *position += prefix.len() as u32;
        }
        item
    }
}

impl TextConditions for FuzzyExaminer {}

impl Examine for FuzzyExaminer {
    type Item = FuzzyMatch;
    type Scratch = FuzzyScratch;
    type Resume = Infallible;

    const COUNTS_NAMES: bool = true;
    const ENTRIES_PER_JOB: usize = 1024;

    fn scratch(&self) -> FuzzyScratch {
        FuzzyScratch {
            scorer: Scorer::default(),
            path: Vec::new(),
            top: TopHits::new(self.count),
            bonuses: None,
        }
    }

    fn weigh(item: &FuzzyMatch) -> usize {
        size_of::<FuzzyMatch>() + item.path.as_bytes().len() + size_of_val(&item.positions[..])
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<Infallible>,
        scratch: &mut FuzzyScratch,
        found: &mut JobOutput<FuzzyMatch>,
        _: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        let Some(file_type) = file_type(file.entry.role) else {
            return Ok(None);
        };
        let FuzzyScratch {
            scorer,
            path,
            top,
            bonuses,
        } = scratch;
        file.listing.write_relative(file.entry, path);
        let prefix = file.listing.shown_prefix();
        let bonuses = match bonuses {
            Some((root, bonuses)) if *root == file.listing.root => &*bonuses,
            _ => {
                &bonuses
                    .insert((file.listing.root, self.bonuses_below(prefix)))
                    .1
            }
        };
        let is_dir = file_type == FileType::Dir;
        let signature = Signature::new(path, is_dir);
        let candidate = Candidate {
            path,
            is_dir,
            is_file: file_type == FileType::File,
            signature: &signature,
        };
        let checked = scorer.check(&self.query, bonuses, &candidate, KnownPrefix::NONE);
        let Some((bound, _)) = checked else {
            return Ok(None);
        };
        found.matches += 1;
        found.files_with_matches += u64::from(candidate.is_file);
        if top.excludes(RankKey::new(bound, &candidate)) {
            return Ok(None);
        }
        let cutoff = top.cutoff();
        let score = scorer.score_if_at_least(cutoff, &self.query, bonuses, &candidate);
        let Some(score) = score else {
            return Ok(None);
        };
        let key = RankKey::new(score, &candidate);
        top.add(RankedHit { index: 0, key }, |a, b| b.key.cmp(&a.key));
        let root = (file.listing.root, prefix);
        let item = self.result(scorer, &candidate, root, file_type, score);
        found.bytes += Self::weigh(&item);
        found.items.push(item);
        Ok(None)
    }

    fn examine_view(
        &self,
        view: &Arc<View>,
        walker: &Walker,
        pool: &Pool,
        found: &mut JobOutput<FuzzyMatch>,
        token: &CancelToken,
    ) -> Result<bool> {
        let Some(cache) = &self.cache else {
            return Ok(false);
        };
        // The cache holds the rows of the whole view.
        if walker.depends_on_roots(view.root) {
            return Ok(false);
        }
        let prefix = view.shown_prefix();
        let bonuses = self.bonuses_below(prefix);
        let key = CacheKey {
            view: view.id(),
            scope: self.scope.clone(),
            dirs: self.dirs,
            links: self.links,
        };
        let collect = || CandidateRows::collect(view, walker, token);
        let Some((rows, set)) = cache.candidates_for(&key, &self.query, collect)? else {
            return Ok(false);
        };
        found.files_searched += rows.names_seen;
        found.ignored += rows.ignored;
        found
            .skipped
            .extend(rows.skips.iter().cloned().map(|mut skip| {
                skip.1.root = view.root;
                skip
            }));
        let candidates = Arc::new(ViewCandidates {
            view: view.clone(),
            rows,
        });
        let ranking = Ranking {
            candidates: candidates.clone(),
            set,
            query: self.query.clone(),
            bonuses: bonuses.clone(),
            count: self.count,
            list_all: true,
        };
        let ranked = ranking.run(pool, token)?;
        found.matches += ranked.total;
        found.files_with_matches += ranked.files;
        let mut scorer = Scorer::default();
        for hit in ranked.best {
            let index = hit.index as usize;
            let Some(file_type) = file_type(candidates.role(index)) else {
                continue;
            };
            let candidate = candidates.get(index);
            let score = scorer.score(&self.query, &bonuses, &candidate);
            let root = (view.root, prefix);
            let item = self.result(&mut scorer, &candidate, root, file_type, score);
            found.bytes += Self::weigh(&item);
            found.items.push(item);
        }
        cache.add_query(&key, self.query.clone(), ranked.all);
        Ok(true)
    }
}

/// Returns the type of an entry that can be a candidate.
fn file_type(role: EntryRole) -> Option<FileType> {
    match role {
        EntryRole::Item(EntryKind::File) => Some(FileType::File),
        EntryRole::Item(EntryKind::Dir) => Some(FileType::Dir),
        EntryRole::Item(EntryKind::Symlink) => Some(FileType::Symlink),
        EntryRole::Item(EntryKind::Other) | EntryRole::Denied(_) | EntryRole::Walk => None,
    }
}
