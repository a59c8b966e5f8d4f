use std::cmp::Reverse;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::options::Signals;
use super::query::Query;
use super::score::{Begun, Candidate, Scorer};
use super::signature::Signature;
use super::typed::{Among, Match, Reach};
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::exec::{Pool, Task};

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
    /// How many of them are files.
    pub(crate) files: u64,
    /// All that match, in ascending order, if asked for.
    pub(crate) all: Vec<Match>,
}

/// A candidate that matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) index: u32,
    pub(crate) worth: Worth,
}

/// What decides the order of results, but for their bytes: the score, then the
/// shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Worth {
    pub(crate) score: i32,
    length: Reverse<u32>,
}

impl Worth {
    const LEAST: Worth = Worth {
        score: i32::MIN,
        length: Reverse(u32::MAX),
    };

    pub(crate) fn new(score: i32, candidate: &Candidate<'_>) -> Worth {
        let length = u32::try_from(candidate.len()).unwrap_or(u32::MAX);
        Worth {
            score,
            length: Reverse(length),
        }
    }
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
    lists: Vec<(usize, Vec<Match>)>,
    total: u64,
    files: u64,
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
            Among::These(earlier) => earlier.matches.len(),
            Among::Everything | Among::AndMisspelt(_) => self.candidates.len(),
        }
    }

    /// Those to be looked at in a range of what is gone through, and what is
    /// known of them.
    fn candidates(&self, range: Range<usize>) -> Vec<Match> {
        let all = range.start as u32..range.end as u32;
        match &self.among {
            Among::Everything => {
                let reach = Reach::Unknown;
                all.map(|index| Match { index, reach }).collect()
            }
            Among::These(earlier) => earlier.matches[range].to_vec(),
            Among::AndMisspelt(earlier) => {
                let matches = &earlier.matches;
                let first = matches.partition_point(|known| known.index < all.start);
                let mut matches = matches[first..].iter().peekable();
                let known = |index: u32| {
                    let known = matches.next_if(|known| known.index == index);
                    known.copied().or_else(|| {
                        let signature = self.candidates.signature(index as usize);
                        self.query.may_be_misspelt(signature).then_some(Match {
                            index,
                            reach: Reach::Nowhere,
                        })
                    })
                };
                all.filter_map(known).collect()
            }
        }
    }

    /// With how many characters the query begins that what is known is about.
    fn typed(&self) -> usize {
        match &self.among {
            Among::Everything => 0,
            Among::These(earlier) | Among::AndMisspelt(earlier) => earlier.typed,
        }
    }

    /// The order of results: by worth, then bytewise; with the `/` of
    /// directories.
    fn compare(&self, a: &Hit, b: &Hit) -> std::cmp::Ordering {
        b.worth.cmp(&a.worth).then_with(|| {
            let [a_path, b_path] = [a, b].map(|hit| {
                let candidate = self.candidates.get(hit.index as usize);
                let end = candidate.is_dir.then_some(&b'/');
                candidate.path.iter().chain(end)
            });
            a_path.cmp(b_path).then(a.index.cmp(&b.index))
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
        let typed = ranking.typed();
        let mut scorer = Scorer::default();
        let mut found: Vec<(Worth, u32)> = Vec::new();
        let mut files = 0;
        let mut lists = Vec::new();
        loop {
            let chunk = self.next.fetch_add(1, Ordering::Relaxed);
            let from = chunk.saturating_mul(CHUNK);
            let to = ranking.len().min(from.saturating_add(CHUNK));
            if from >= to {
                break;
            }
            self.token.heartbeat()?;
            let mut matches = ranking.candidates(from..to);
            let mut kept = 0;
            for at in 0..matches.len() {
                if at % BEAT == BEAT - 1 {
                    self.token.heartbeat()?;
                }
                let Match { index, reach } = matches[at];
                let candidate = ranking.candidates.get(index as usize);
                let begun = Begun { typed, reach };
                let sifted = scorer.sift(&ranking.query, &ranking.signals, &candidate, begun);
                let Some((promise, reach)) = sifted else {
                    continue;
                };
                files += u64::from(candidate.is_file);
                found.push((Worth::new(promise, &candidate), index));
                matches[kept] = Match { index, reach };
                kept += 1;
            }
            matches.truncate(kept);
            if ranking.list_all {
                lists.push((chunk, matches));
            }
        }
        let total = found.len() as u64;
        let top = self.score(&mut scorer, found)?;
        let mut state = self.lock();
        state.total += total;
        state.files += files;
        state.tops.push(top);
        state.lists.append(&mut lists);
        Ok(())
    }

    /// Scores the most promising first, until what is left cannot be among the
    /// best.
    fn score(&self, scorer: &mut Scorer, mut found: Vec<(Worth, u32)>) -> Result<Top> {
        let ranking = &self.ranking;
        let mut top = Top::new(ranking.count);
        let mut next = ranking.count.clamp(BEAT, CHUNK);
        while !found.is_empty() {
            let rest = found.len().saturating_sub(next);
            if rest > 0 {
                found.select_nth_unstable_by_key(rest, |(promise, _)| *promise);
            }
            let mut promising = found.split_off(rest);
            promising.sort_unstable_by_key(|(promise, _)| Reverse(*promise));
            for (at, (promise, index)) in promising.into_iter().enumerate() {
                let floor = top.floor().max(self.floor.load(Ordering::Relaxed));
                if promise.score < floor || top.is_above(promise) {
                    return Ok(top);
                }
                if at % BEAT == 0 {
                    self.token.heartbeat()?;
                }
                let candidate = ranking.candidates.get(index as usize);
                let (query, signals) = (&ranking.query, &ranking.signals);
                if let Some(score) = scorer.score_from(floor, query, signals, &candidate) {
                    let worth = Worth::new(score, &candidate);
                    top.add(Hit { index, worth }, |a, b| ranking.compare(a, b));
                    self.floor.fetch_max(top.floor(), Ordering::Relaxed);
                }
            }
            found.retain(|(promise, _)| !top.is_above(*promise));
            next = next.saturating_mul(2);
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
            files: state.files,
            all: lists
                .into_iter()
                .map(|(_, list)| list)
                .collect::<Vec<_>>()
                .concat(),
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
    floor: Worth,
}

impl Top {
    pub(crate) fn new(count: usize) -> Top {
        Top {
            hits: Vec::new(),
            count,
            floor: Worth::LEAST,
        }
    }

    /// What scores less is not among the best.
    pub(crate) fn floor(&self) -> i32 {
        self.floor.score
    }

    /// Whether what is worth no more than this is not among the best.
    pub(crate) fn is_above(&self, worth: Worth) -> bool {
        worth < self.floor
    }

    pub(crate) fn add(&mut self, hit: Hit, compare: impl Fn(&Hit, &Hit) -> std::cmp::Ordering) {
        if hit.worth < self.floor || self.count == 0 {
            return;
        }
        self.hits.push(hit);
        // Twice as many as wanted, so that each is moved a few times only.
        if self.hits.len() / 2 >= self.count {
            let (_, last, _) = self.hits.select_nth_unstable_by(self.count - 1, compare);
            self.floor = last.worth;
            self.hits.truncate(self.count);
        }
    }

    fn into_sorted(mut self, compare: impl Fn(&Hit, &Hit) -> std::cmp::Ordering) -> Vec<Hit> {
        self.hits.sort_unstable_by(compare);
        self.hits.truncate(self.count);
        self.hits
    }
}
