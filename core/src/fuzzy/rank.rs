use std::cmp::Reverse;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::options::Signals;
use super::query::Query;
use super::score::{Candidate, Scorer};
use super::signature::Signature;
use super::typed::Among;
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::pool::{Pool, Task};

/// Where paths to be ranked are held.
pub(crate) trait Candidates: Send + Sync + 'static {
    fn len(&self) -> usize;

    /// That of what is at an index below `len`.
    fn signature(&self, index: usize) -> &Signature;

    /// What is at an index below `len`.
    fn get(&self, index: usize) -> Candidate<'_>;
}

/// One ranking of many candidates.
pub(crate) struct Ranking<C> {
    pub(crate) candidates: Arc<C>,
    pub(crate) among: Among,
    pub(crate) query: Arc<Query>,
    pub(crate) signals: Arc<Signals>,
    /// How many of the best are wanted.
    pub(crate) count: usize,
    /// Whether all that match are listed too.
    pub(crate) list_all: bool,
}

/// The outcome of a [`Ranking`].
#[derive(Debug, Default)]
pub(crate) struct Ranked {
    /// The best, best first.
    pub(crate) best: Vec<Hit>,
    /// How many match.
    pub(crate) total: u64,
    /// All that match, in ascending order, if asked for.
    pub(crate) all: Vec<u32>,
}

/// A candidate that matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) index: u32,
    pub(crate) score: i32,
}

/// How many candidates a thread takes at once, and how many it judges between
/// two looks at the token.
const CHUNK: usize = 1024;
const BEAT: usize = 128;

/// A ranking under way, on the calling thread and those of a pool.
struct Work<C> {
    ranking: Ranking<C>,
    token: CancelToken,
    /// The next chunk.
    next: AtomicUsize,
    /// What is worth less is not among the best, as one of the threads knows.
    floor: AtomicI32,
    state: Mutex<State>,
    idle: Condvar,
}

#[derive(Default)]
struct State {
    /// Threads that are at it.
    active: usize,
    /// What each has found, with the number of the chunk for those that are all
    /// listed.
    tops: Vec<Top>,
    lists: Vec<(usize, Vec<u32>)>,
    total: u64,
    error: Option<Error>,
}

impl<C: Candidates> Ranking<C> {
    /// Ranks on the calling thread and on those of the pool that are free. The
    /// answer does not depend on their number.
    ///
    /// # Errors
    ///
    /// The token's abort or timeout.
    pub(crate) fn run(self, pool: &Pool, token: &CancelToken) -> Result<Ranked> {
        token.heartbeat()?;
        let chunks = self.len().div_ceil(CHUNK);
        let work = Arc::new(Work {
            ranking: self,
            token: token.clone(),
            next: AtomicUsize::new(0),
            floor: AtomicI32::new(i32::MIN),
            state: Mutex::default(),
            idle: Condvar::new(),
        });
        for _ in 1..pool.size().min(chunks) {
            // Without a second thread this one does it all.
            if pool.submit(work.clone()).is_err() {
                break;
            }
        }
        work.work();
        work.finish()
    }

    /// How many there are to be gone through.
    fn len(&self) -> usize {
        match &self.among {
            Among::These(these) => these.len(),
            Among::Everything | Among::AndMisspelt(_) => self.candidates.len(),
        }
    }

    /// Those to be looked at in a range of what is gone through.
    fn indices(&self, range: Range<usize>) -> Vec<u32> {
        let all = range.start as u32..range.end as u32;
        match &self.among {
            Among::Everything => all.collect(),
            Among::These(these) => these[range].to_vec(),
            Among::AndMisspelt(these) => {
                let first = these.partition_point(|index| *index < all.start);
                let mut these = these[first..].iter().peekable();
                let is_in = |index: &u32| {
                    these.next_if_eq(&index).is_some() || {
                        let signature = self.candidates.signature(*index as usize);
                        self.query.may_be_misspelt(signature)
                    }
                };
                all.filter(is_in).collect()
            }
        }
    }

    /// The order of results: by score, then the shorter, then bytewise; all
    /// with the `/` of directories.
    fn compare(&self, a: &Hit, b: &Hit) -> std::cmp::Ordering {
        Reverse(a.score).cmp(&Reverse(b.score)).then_with(|| {
            let shown = |hit: &Hit| {
                let candidate = self.candidates.get(hit.index as usize);
                let end = candidate.is_dir.then_some(&b'/');
                let len = candidate.path.len() + usize::from(candidate.is_dir);
                (len, candidate.path.iter().chain(end))
            };
            let ((a_len, a_path), (b_len, b_path)) = (shown(a), shown(b));
            a_len
                .cmp(&b_len)
                .then_with(|| a_path.cmp(b_path))
                .then(a.index.cmp(&b.index))
        })
    }
}

impl<C: Candidates> Work<C> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes part until no chunk is left.
    fn work(&self) {
        self.lock().active += 1;
        let result = catch_unwind(AssertUnwindSafe(|| self.judge_chunks()));
        let mut state = self.lock();
        state.active -= 1;
        match result {
            Ok(Ok(())) => {}
            Ok(Err(error)) => state.error = Some(error),
            Err(panic) => state.error = Some(Error::from_panic(panic.as_ref())),
        }
        drop(state);
        self.idle.notify_all();
    }

    fn judge_chunks(&self) -> Result<()> {
        let ranking = &self.ranking;
        let mut scorer = Scorer::default();
        let mut found: Vec<(i32, u32)> = Vec::new();
        let mut lists = Vec::new();
        loop {
            let chunk = self.next.fetch_add(1, Ordering::Relaxed);
            let from = chunk.saturating_mul(CHUNK);
            let to = ranking.len().min(from.saturating_add(CHUNK));
            if from >= to {
                break;
            }
            let before = found.len();
            for (at, index) in ranking.indices(from..to).into_iter().enumerate() {
                if at % BEAT == 0 {
                    self.token.heartbeat()?;
                }
                let candidate = ranking.candidates.get(index as usize);
                let bound = scorer.sift(&ranking.query, &ranking.signals, &candidate);
                found.extend(bound.map(|bound| (bound, index)));
            }
            if ranking.list_all {
                let list = found[before..].iter().map(|(_, index)| *index);
                lists.push((chunk, list.collect()));
            }
        }
        let total = found.len() as u64;
        let top = self.score(&mut scorer, &mut found)?;
        let mut state = self.lock();
        state.total += total;
        state.tops.push(top);
        state.lists.append(&mut lists);
        Ok(())
    }

    /// Scores the most promising first, until what is left cannot be among the
    /// best.
    fn score(&self, scorer: &mut Scorer, mut found: &mut [(i32, u32)]) -> Result<Top> {
        let ranking = &self.ranking;
        let mut top = Top::new(ranking.count);
        let mut next = ranking.count.clamp(BEAT, CHUNK) / 2;
        while !found.is_empty() {
            next = found.len().min(next.saturating_mul(2));
            found.select_nth_unstable_by_key(next - 1, |(bound, _)| Reverse(*bound));
            let (promising, rest) = std::mem::take(&mut found).split_at_mut(next);
            promising.sort_unstable_by_key(|(bound, _)| Reverse(*bound));
            for (at, (bound, index)) in promising.iter().enumerate() {
                let floor = top.floor().max(self.floor.load(Ordering::Relaxed));
                if *bound < floor {
                    return Ok(top);
                }
                if at % BEAT == 0 {
                    self.token.heartbeat()?;
                }
                let candidate = ranking.candidates.get(*index as usize);
                let (query, signals) = (&ranking.query, &ranking.signals);
                if let Some(score) = scorer.score_from(floor, query, signals, &candidate) {
                    let hit = Hit {
                        index: *index,
                        score,
                    };
                    top.add(hit, |a, b| ranking.compare(a, b));
                    self.floor.fetch_max(top.floor(), Ordering::Relaxed);
                }
            }
            found = rest;
        }
        Ok(top)
    }

    /// Waits for the other threads and puts together what all have found.
    fn finish(&self) -> Result<Ranked> {
        let mut state = self.lock();
        while state.active > 0 {
            state = self
                .idle
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let state = std::mem::take(&mut *state);
        if let Some(error) = state.error {
            return Err(error);
        }
        let compare = |a: &Hit, b: &Hit| self.ranking.compare(a, b);
        let mut top = Top::new(self.ranking.count);
        for hit in state.tops.into_iter().flat_map(|top| top.hits) {
            top.add(hit, compare);
        }
        let mut lists = state.lists;
        lists.sort_unstable_by_key(|(chunk, _)| *chunk);
        Ok(Ranked {
            best: top.into_sorted(compare),
            total: state.total,
            all: lists.into_iter().flat_map(|(_, list)| list).collect(),
        })
    }
}

impl<C: Candidates> Task for Work<C> {
    fn run(self: Arc<Self>) -> bool {
        self.work();
        false
    }
}

/// The best so many of what comes by.
#[derive(Debug)]
pub(crate) struct Top {
    hits: Vec<Hit>,
    count: usize,
    floor: i32,
}

impl Top {
    pub(crate) fn new(count: usize) -> Top {
        Top {
            hits: Vec::new(),
            count,
            floor: i32::MIN,
        }
    }

    /// What is worth less is not among the best.
    pub(crate) fn floor(&self) -> i32 {
        self.floor
    }

    pub(crate) fn add(&mut self, hit: Hit, compare: impl Fn(&Hit, &Hit) -> std::cmp::Ordering) {
        if hit.score < self.floor || self.count == 0 {
            return;
        }
        self.hits.push(hit);
        // Twice as many as wanted, so that each is moved a few times only.
        if self.hits.len() / 2 >= self.count {
            let (_, last, _) = self.hits.select_nth_unstable_by(self.count - 1, compare);
            self.floor = last.score;
            self.hits.truncate(self.count);
        }
    }

    fn into_sorted(mut self, compare: impl Fn(&Hit, &Hit) -> std::cmp::Ordering) -> Vec<Hit> {
        self.hits.sort_unstable_by(compare);
        self.hits.truncate(self.count);
        self.hits
    }
}
