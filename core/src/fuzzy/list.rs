use std::sync::Arc;

use super::options::Signals;
use super::query::Query;
use super::rank::{Candidates, Ranked, Ranking};
use super::score::{Candidate, Scorer};
use super::signature::Signature;
use super::typed::{Among, Typed};
use super::{FuzzyMatchOptions, FuzzyString};
use crate::cancel::CancelToken;
use crate::error::Result;
use crate::exec::Pool;
use crate::pipeline::needed_items;
use crate::report::{Outcome, Report, StoppedBy};

/// A list that is ranked again and again, as somebody types.
///
/// The strings are held in one piece of memory. What matched the last few
/// queries is remembered; one that extends them, or takes back what was typed,
/// looks at nothing else, but for strings in which it may be misspelt.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, FuzzyList, FuzzyMatchOptions};
///
/// let mut list = FuzzyList::new(["kernel/sched/core.c", "fs/ext4/inode.c"]);
/// let options = FuzzyMatchOptions::default();
/// for query in ["i", "in", "ino"] {
///     let outcome = list.rank(query, &options, &CancelToken::new())?;
///     assert_eq!(outcome.items[0].index, 1);
/// }
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Debug)]
pub struct FuzzyList {
    strings: Arc<Strings>,
    typed: Typed,
}

/// Strings one after the other.
#[derive(Debug, Default)]
struct Strings {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    signatures: Vec<Signature>,
}

impl Candidates for Strings {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn signature(&self, index: usize) -> &Signature {
        &self.signatures[index]
    }

    fn get(&self, index: usize) -> Candidate<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (path, is_dir) = split(&self.bytes[start..self.ends[index]]);
        Candidate {
            path,
            is_dir,
            is_file: true,
            signature: &self.signatures[index],
        }
    }
}

/// A path without its final `/`, and whether it has one.
fn split(string: &[u8]) -> (&[u8], bool) {
    match string {
        [dir @ .., b'/'] => (dir, true),
        path => (path, false),
    }
}

impl FuzzyList {
    /// Copies the strings. One that ends in `/` is a directory.
    pub fn new<S: AsRef<[u8]>>(strings: impl IntoIterator<Item = S>) -> FuzzyList {
        let mut held = Strings::default();
        for string in strings {
            held.bytes.extend_from_slice(string.as_ref());
            held.ends.push(held.bytes.len());
            let (path, is_dir) = split(string.as_ref());
            held.signatures.push(Signature::new(path, is_dir));
        }
        FuzzyList {
            strings: Arc::new(held),
            typed: Typed::default(),
        }
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The strings that match, best first, as [`fuzzy_match`](super::fuzzy_match) does.
    ///
    /// # Errors
    ///
    /// As [`fuzzy_match`](super::fuzzy_match).
    pub fn rank(
        &mut self,
        query: &str,
        options: &FuzzyMatchOptions,
        token: &CancelToken,
    ) -> Result<Outcome<FuzzyString>> {
        let query = Arc::new(Query::new(query)?);
        let among = self.typed.among(&query, self.len());
        let ranked = self.ranked(&query, among, true, options, token)?;
        let outcome = self.outcome(&query, &ranked, options);
        self.typed.add(query, ranked.all);
        Ok(outcome)
    }

    pub(super) fn rank_once(
        &self,
        query: &str,
        options: &FuzzyMatchOptions,
        token: &CancelToken,
    ) -> Result<Outcome<FuzzyString>> {
        let query = Arc::new(Query::new(query)?);
        let ranked = self.ranked(&query, Among::Everything, false, options, token)?;
        Ok(self.outcome(&query, &ranked, options))
    }

    fn ranked(
        &self,
        query: &Arc<Query>,
        among: Among,
        list_all: bool,
        options: &FuzzyMatchOptions,
        token: &CancelToken,
    ) -> Result<Ranked> {
        let ranking = Ranking {
            candidates: self.strings.clone(),
            among,
            query: query.clone(),
            signals: Arc::new(Signals::new(&options.signals)),
            count: needed_items(options.offset, options.limit),
            list_all,
        };
        ranking.run(
            options.pool.as_ref().unwrap_or_else(|| Pool::shared()),
            token,
        )
    }

    /// The part of what was found that the options ask for, with positions.
    fn outcome(
        &self,
        query: &Query,
        ranked: &Ranked,
        options: &FuzzyMatchOptions,
    ) -> Outcome<FuzzyString> {
        let mut scorer = Scorer::default();
        let signals = Signals::default();
        let offset = usize::try_from(options.offset).unwrap_or(usize::MAX);
        let limit = options.limit.map_or(usize::MAX, |limit| limit as usize);
        let page = ranked.best.iter().skip(offset).take(limit);
        let items: Vec<FuzzyString> = page
            .map(|hit| {
                let candidate = self.strings.get(hit.index as usize);
                scorer.score(query, &signals, &candidate);
                FuzzyString {
                    index: hit.index as usize,
                    score: hit.worth.score,
                    positions: scorer.positions(candidate.path),
                }
            })
            .collect();
        let end = options.offset.saturating_add(items.len() as u64);
        let is_more = end < ranked.total;
        let report = Report {
            complete: !is_more,
            stopped_by: is_more.then_some(StoppedBy::Limit),
            files_searched: self.len() as u64,
            files_with_matches: ranked.total,
            total_matches: ranked.total,
            total_is_exact: true,
            next_offset: is_more.then_some(end),
            ..Report::default()
        };
        Outcome { items, report }
    }
}
