//! Fuzzy search over files: matches and scores the entries of a scan, or ranks the cached
//! candidates of a workspace view.
//!
//! Invariant: both give the same results and counts.

use std::convert::Infallible;
use std::sync::Arc;

use ransack_base::internal::rel_path;
use ransack_base::{Aborted, CancelToken, Pool, Result};

use super::history::{CacheKey, CandidateCache, CandidateRows, KnownPrefix, ViewCandidates};
use super::location::LocatedQuery;
use super::options::PathBonuses;
use super::query::FuzzyQuery;
use super::rank::{CandidateSource, RankKey, RankedHit, Ranking, TopHits};
use super::score::{Candidate, Scorer};
use super::signature::Signature;
use super::{FuzzyFindOptions, FuzzyMatch};
use crate::glob::FileType;
use crate::pipeline::JobOutput;
use crate::pipeline::needed_items;
use crate::pipeline::{Examine, FileRef};
use crate::scan::{EntryKind, EntryRole, Scope, TextConditions, View, Walker};

/// Matches entries by their path.
pub(crate) struct FuzzyExaminer {
    query: Arc<FuzzyQuery>,
    bonuses: Arc<PathBonuses>,
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
}

impl FuzzyExaminer {
    pub(crate) fn new(
        options: &FuzzyFindOptions,
        cache: Option<Arc<CandidateCache>>,
    ) -> Result<FuzzyExaminer> {
        let mut bonuses = PathBonuses::new(&options.signals);
        let mut text = &options.query[..];
        if options.location
            && let Some(located) = LocatedQuery::split(text)
        {
            text = located.text;
            bonuses.location = Some(located.location);
        }
        Ok(FuzzyExaminer {
            query: Arc::new(FuzzyQuery::new(text)?),
            bonuses: Arc::new(bonuses),
            count: needed_items(options.offset, options.limit),
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

    /// Builds the result for the candidate that was scored last.
    fn result(
        &self,
        scorer: &mut Scorer,
        candidate: &Candidate<'_>,
        root: u32,
        file_type: FileType,
        score: i32,
    ) -> FuzzyMatch {
        let slash: &[u8] = if candidate.is_dir { b"/" } else { b"" };
        let mut item = FuzzyMatch {
            path: rel_path([candidate.path, slash].concat()),
            root,
            file_type,
            score,
            positions: scorer.positions(candidate.path),
            line: None,
            column: None,
        };
        let Some(location) = &self.bonuses.location else {
            return item;
        };
        match location.place_in(candidate.path) {
            Some(place) => {
                item.positions.extend(place.map(|at| at as u32));
                item.positions.sort_unstable();
                item.positions.dedup();
            }
            None => (item.line, item.column) = (location.line, location.column),
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
        let FuzzyScratch { scorer, path, top } = scratch;
        file.listing.write_shown(file.entry, path);
        let is_dir = file_type == FileType::Dir;
        let signature = Signature::new(path, is_dir);
        let candidate = Candidate {
            path,
            is_dir,
            is_file: file_type == FileType::File,
            signature: &signature,
        };
        let checked = scorer.check(&self.query, &self.bonuses, &candidate, KnownPrefix::NONE);
        let Some((bound, _)) = checked else {
            return Ok(None);
        };
        found.matches += 1;
        found.files_with_matches += u64::from(candidate.is_file);
        if top.excludes(RankKey::new(bound, &candidate)) {
            return Ok(None);
        }
        let cutoff = top.cutoff();
        let score = scorer.score_if_at_least(cutoff, &self.query, &self.bonuses, &candidate);
        let Some(score) = score else {
            return Ok(None);
        };
        let key = RankKey::new(score, &candidate);
        top.add(RankedHit { index: 0, key }, |a, b| b.key.cmp(&a.key));
        let item = self.result(scorer, &candidate, file.listing.root, file_type, score);
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
            bonuses: self.bonuses.clone(),
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
            let score = scorer.score(&self.query, &self.bonuses, &candidate);
            let item = self.result(&mut scorer, &candidate, view.root, file_type, score);
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
        EntryRole::Item(EntryKind::Other) | EntryRole::Walk => None,
    }
}
