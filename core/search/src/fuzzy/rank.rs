//! Ranking: finds the best candidates of a [`CandidateSource`] on several
//! threads.
//!
//! Each thread checks chunks of candidates, which yields a bound per match. It
//! then scores its matches by descending bound until no bound reaches the
//! cutoff.
//!
//! Invariants: the result does not depend on the number of threads. The cutoff
//! is safe: at least `count` candidates reach it, so a candidate with a lower
//! bound, whose score cannot be higher, is not among the best `count`. A
//! candidate that ties with the cutoff is scored, because length and bytes
//! decide.

use std::cmp::{Ordering as CmpOrdering, Reverse};
use std::ops::Range;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use ransack_base::internal::{SharedWork, TaskGroup, lock};
use ransack_base::{CancelToken, Pool, Result};

use super::history::{CandidateSet, KnownPrefix, MatchedCandidate, PrefixEnd};
use super::options::PathBonuses;
use super::query::FuzzyQuery;
use super::score::{Candidate, Scorer};
use super::signature::Signature;

/// List of candidates to rank.
pub(crate) trait CandidateSource: Send + Sync + 'static {
    /// Returns the number of candidates.
    fn len(&self) -> usize;

    /// Returns the signature of the candidate at an index below `len`.
    fn signature(&self, index: usize) -> &Signature;

    /// Returns the candidate at an index below `len`.
    fn get(&self, index: usize) -> Candidate<'_>;
}

/// Parameters of a ranking.
pub(crate) struct Ranking<C> {
    pub(crate) candidates: Arc<C>,
    /// Candidates that can match.
    pub(crate) set: CandidateSet,
    pub(crate) query: Arc<FuzzyQuery>,
    pub(crate) bonuses: Arc<PathBonuses>,
    /// Maximum number of results.
    pub(crate) count: usize,
    /// Whether to list all matches as well.
    pub(crate) list_all: bool,
}

/// Outcome of a [`Ranking`].
#[derive(Debug, Default)]
pub(crate) struct RankOutcome {
    /// Best matches, best first.
    pub(crate) best: Vec<RankedHit>,
    /// Number of matches.
    pub(crate) total: u64,
    /// Number of matches that are files.
    pub(crate) files: u64,
    /// All matches in ascending order of their index if `list_all` is set, else
    /// empty.
    pub(crate) all: Vec<MatchedCandidate>,
}

/// A matching candidate with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankedHit {
    pub(crate) index: u32,
    pub(crate) key: RankKey,
}

/// Sort key of results, greater for better results: the score, then the shorter path. Paths with
/// equal keys are ordered bytewise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RankKey {
    pub(crate) score: i32,
    length: Reverse<u32>,
}

impl RankKey {
    const MIN: RankKey = RankKey {
        score: i32::MIN,
        length: Reverse(u32::MAX),
    };

    /// Creates the key of a candidate from a score or a bound on it.
    pub(crate) fn new(score: i32, candidate: &Candidate<'_>) -> RankKey {
        let length = u32::try_from(candidate.len()).unwrap_or(u32::MAX);
        RankKey {
            score,
            length: Reverse(length),
        }
    }
}

/// Number of candidates that a thread claims at once.
const CHUNK: usize = 1024;
/// Maximum number of candidates between two checks of the token.
const CHECK_INTERVAL: usize = 128;

/// Ranking in progress on the calling thread and workers.
struct RankWork<C> {
    ranking: Ranking<C>,
    token: CancelToken,
    next_chunk: AtomicUsize,
    /// Highest score reached by the `count` best candidates of any one thread.
    cutoff: AtomicI32,
    merged: Mutex<MergedRanks>,
}

/// Results of the threads that have finished.
#[derive(Default)]
struct MergedRanks {
    /// Best matches per thread.
    tops: Vec<TopHits>,
    /// Matches per chunk, with the chunk's number.
    lists: Vec<(usize, Vec<MatchedCandidate>)>,
    total: u64,
    files: u64,
}

impl<C: CandidateSource> Ranking<C> {
    /// Ranks on the calling thread and on free workers of the pool.
    ///
    /// # Errors
    ///
    /// Returns `Aborted` or `Timeout` if the token fires.
    pub(crate) fn run(self, pool: &Pool, token: &CancelToken) -> Result<RankOutcome> {
        token.heartbeat()?;
        let chunks = self.len().div_ceil(CHUNK);
        let work = RankWork {
            ranking: self,
            token: token.clone(),
            next_chunk: AtomicUsize::new(0),
            cutoff: AtomicI32::new(i32::MIN),
            merged: Mutex::default(),
        };
        let group = TaskGroup::new(pool, work);
        group.request_helpers(pool.size().min(chunks).saturating_sub(1));
        group.join()?;
        Ok(group.work().merge())
    }

    /// Returns the number of candidates to process.
    fn len(&self) -> usize {
        match &self.set {
            CandidateSet::Only(earlier) => earlier.matches.len(),
            CandidateSet::All | CandidateSet::WithTypos(_) => self.candidates.len(),
        }
    }

    /// Returns the candidates to check in a range of those to process.
    fn chunk(&self, range: Range<usize>) -> Vec<MatchedCandidate> {
        let all = range.start as u32..range.end as u32;
        match &self.set {
            CandidateSet::All => {
                let prefix_end = PrefixEnd::Unknown;
                all.map(|index| MatchedCandidate { index, prefix_end })
                    .collect()
            }
            CandidateSet::Only(earlier) => earlier.matches[range].to_vec(),
            CandidateSet::WithTypos(earlier) => {
                let matches = &earlier.matches;
                let first = matches.partition_point(|known| known.index < all.start);
                let mut matches = matches[first..].iter().peekable();
                let to_check = |index: u32| {
                    let known = matches.next_if(|known| known.index == index);
                    known.copied().or_else(|| {
                        let signature = self.candidates.signature(index as usize);
                        let may_match = self.query.may_match_with_typo(signature);
                        may_match.then_some(MatchedCandidate {
                            index,
                            prefix_end: PrefixEnd::NotFound,
                        })
                    })
                };
                all.filter_map(to_check).collect()
            }
        }
    }

    /// Returns the length in characters of the query prefix that the
    /// candidates' `prefix_end` refers to.
    fn known_prefix_len(&self) -> usize {
        match &self.set {
            CandidateSet::All => 0,
            CandidateSet::Only(earlier) | CandidateSet::WithTypos(earlier) => earlier.prefix_len,
        }
    }

    /// Compares in result order: by key, then bytewise including the `/` of
    /// directories, then by index.
    fn compare(&self, a: &RankedHit, b: &RankedHit) -> CmpOrdering {
        b.key.cmp(&a.key).then_with(|| {
            let [a_path, b_path] = [a, b].map(|hit| {
                let candidate = self.candidates.get(hit.index as usize);
                let end = candidate.is_dir.then_some(&b'/');
                candidate.path.iter().chain(end)
            });
            a_path.cmp(b_path).then(a.index.cmp(&b.index))
        })
    }
}

impl<C: CandidateSource> SharedWork for RankWork<C> {
    /// Ranks chunks until none remain.
    fn work(&self) -> Result<()> {
        let ranking = &self.ranking;
        let mut scorer = Scorer::default();
        let mut bounds: Vec<(RankKey, u32)> = Vec::new();
        let mut files = 0;
        let mut lists = Vec::new();
        loop {
            let chunk = self.next_chunk.fetch_add(1, Ordering::Relaxed);
            let from = chunk.saturating_mul(CHUNK);
            let to = ranking.len().min(from.saturating_add(CHUNK));
            if from >= to {
                break;
            }
            self.token.heartbeat()?;
            let mut candidates = ranking.chunk(from..to);
            files += self.check_chunk(&mut scorer, &mut candidates, &mut bounds)?;
            if ranking.list_all {
                lists.push((chunk, candidates));
            }
        }
        let total = bounds.len() as u64;
        let top = self.score(&mut scorer, bounds)?;
        let mut merged = lock(&self.merged);
        merged.total += total;
        merged.files += files;
        merged.tops.push(top);
        merged.lists.append(&mut lists);
        Ok(())
    }
}

impl<C: CandidateSource> RankWork<C> {
    /// Checks candidates, keeps matches, appends their bounds, and returns the
    /// number of matches that are files.
    fn check_chunk(
        &self,
        scorer: &mut Scorer,
        candidates: &mut Vec<MatchedCandidate>,
        bounds: &mut Vec<(RankKey, u32)>,
    ) -> Result<u64> {
        let ranking = &self.ranking;
        let len = ranking.known_prefix_len();
        let mut files = 0;
        let mut kept = 0;
        for at in 0..candidates.len() {
            if at % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
                self.token.heartbeat()?;
            }
            let MatchedCandidate { index, prefix_end } = candidates[at];
            let candidate = ranking.candidates.get(index as usize);
            let known = KnownPrefix {
                len,
                end: prefix_end,
            };
            let checked = scorer.check(&ranking.query, &ranking.bonuses, &candidate, known);
            let Some((bound, prefix_end)) = checked else {
                continue;
            };
            files += u64::from(candidate.is_file);
            bounds.push((RankKey::new(bound, &candidate), index));
            candidates[kept] = MatchedCandidate { index, prefix_end };
            kept += 1;
        }
        candidates.truncate(kept);
        Ok(files)
    }

    /// Scores candidates by descending bound until the rest cannot be among the
    /// best.
    fn score(&self, scorer: &mut Scorer, mut bounds: Vec<(RankKey, u32)>) -> Result<TopHits> {
        let ranking = &self.ranking;
        let mut top = TopHits::new(ranking.count);
        // Most bounds are never reached, so only the next few are sorted.
        let mut batch = ranking.count.clamp(CHECK_INTERVAL, CHUNK);
        while !bounds.is_empty() {
            let rest = bounds.len().saturating_sub(batch);
            if rest > 0 {
                bounds.select_nth_unstable_by_key(rest, |(bound, _)| *bound);
            }
            let mut highest = bounds.split_off(rest);
            highest.sort_unstable_by_key(|(bound, _)| Reverse(*bound));
            for (at, (bound, index)) in highest.into_iter().enumerate() {
                let cutoff = top.cutoff().max(self.cutoff.load(Ordering::Relaxed));
                if bound.score < cutoff || top.excludes(bound) {
                    return Ok(top);
                }
                if at % CHECK_INTERVAL == 0 {
                    self.token.heartbeat()?;
                }
                let candidate = ranking.candidates.get(index as usize);
                let (query, bonuses) = (&ranking.query, &ranking.bonuses);
                if let Some(score) = scorer.score_if_at_least(cutoff, query, bonuses, &candidate) {
                    let key = RankKey::new(score, &candidate);
                    top.add(RankedHit { index, key }, |a, b| ranking.compare(a, b));
                    self.cutoff.fetch_max(top.cutoff(), Ordering::Relaxed);
                }
            }
            bounds.retain(|(bound, _)| !top.excludes(*bound));
            batch = batch.saturating_mul(2);
        }
        Ok(top)
    }

    /// Merges the results of all threads.
    fn merge(&self) -> RankOutcome {
        let merged = std::mem::take(&mut *lock(&self.merged));
        let compare = |a: &RankedHit, b: &RankedHit| self.ranking.compare(a, b);
        let mut top = TopHits::new(self.ranking.count);
        for hit in merged.tops.into_iter().flat_map(|top| top.hits) {
            top.add(hit, compare);
        }
        let mut lists = merged.lists;
        lists.sort_unstable_by_key(|(chunk, _)| *chunk);
        RankOutcome {
            best: top.into_sorted(compare),
            total: merged.total,
            files: merged.files,
            all: lists
                .into_iter()
                .map(|(_, list)| list)
                .collect::<Vec<_>>()
                .concat(),
        }
    }
}

/// Best `count` of the hits added; holds up to twice as many.
#[derive(Debug)]
pub(crate) struct TopHits {
    hits: Vec<RankedHit>,
    count: usize,
    /// Key that `count` of the hits reach.
    cutoff: RankKey,
}

impl TopHits {
    pub(crate) fn new(count: usize) -> TopHits {
        TopHits {
            hits: Vec::new(),
            count,
            cutoff: RankKey::MIN,
        }
    }

    /// Returns the score below which a candidate is not among the best.
    pub(crate) fn cutoff(&self) -> i32 {
        self.cutoff.score
    }

    /// Whether a candidate with this key or bound is not among the best.
    pub(crate) fn excludes(&self, key: RankKey) -> bool {
        key < self.cutoff
    }

    /// Adds a hit unless it is not among the best.
    pub(crate) fn add(
        &mut self,
        hit: RankedHit,
        compare: impl Fn(&RankedHit, &RankedHit) -> CmpOrdering,
    ) {
        if hit.key < self.cutoff || self.count == 0 {
            return;
        }
        self.hits.push(hit);
        // Selecting only at twice the count costs amortized O(1) per hit.
        if self.hits.len() / 2 >= self.count {
            let (_, last, _) = self.hits.select_nth_unstable_by(self.count - 1, compare);
            self.cutoff = last.key;
            self.hits.truncate(self.count);
        }
    }

    fn into_sorted(
        mut self,
        compare: impl Fn(&RankedHit, &RankedHit) -> CmpOrdering,
    ) -> Vec<RankedHit> {
        self.hits.sort_unstable_by(compare);
        self.hits.truncate(self.count);
        self.hits
    }
}
