//! [`FuzzyList`]: ranking of strings in memory, with query history.

use std::sync::Arc;

use ransack_base::{CancelToken, Outcome, Pool, Report, Result, StoppedBy};

use super::history::{CandidateSet, QueryHistory};
use super::options::PathBonuses;
use super::query::FuzzyQuery;
use super::rank::{CandidateSource, RankOutcome, Ranking};
use super::score::{Candidate, Scorer};
use super::signature::Signature;
use super::{FuzzyMatchOptions, FuzzyString};
use crate::pipeline::needed_items;

/// List of strings to rank repeatedly, for search-as-you-type.
///
/// The list copies the strings into one buffer and keeps another 72 bytes for each string. It
/// remembers the matches of up to eight queries. For a query that extends a remembered query, or
/// returns to one after characters were deleted, it examines only the remembered matches and the
/// strings that can match with a typo. [`fuzzy_match`](super::fuzzy_match) returns the same
/// results.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
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
    strings: Arc<StringTable>,
    history: QueryHistory,
}

/// Strings in one buffer, with their signatures.
#[derive(Debug, Default)]
struct StringTable {
    bytes: Vec<u8>,
    /// End of each string in `bytes`.
    ends: Vec<usize>,
    signatures: Vec<Signature>,
}

/// Number of strings that are measured or copied, or results that get their positions, between two
/// checks of the token.
const CHECK_INTERVAL: usize = 128;

impl StringTable {
    fn push(&mut self, string: &[u8]) {
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len());
        let (path, is_dir) = split_dir_mark(string);
        self.signatures.push(Signature::new(path, is_dir));
    }

    /// Frees the strings on a worker.
    fn drop_later(self) {
        Pool::shared().drop_later(self.bytes);
        Pool::shared().drop_later(self.ends);
        Pool::shared().drop_later(self.signatures);
    }
}

impl CandidateSource for StringTable {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn signature(&self, index: usize) -> &Signature {
        &self.signatures[index]
    }

    fn get(&self, index: usize) -> Candidate<'_> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (path, is_dir) = split_dir_mark(&self.bytes[start..self.ends[index]]);
        Candidate {
            path,
            is_dir,
            is_file: true,
            signature: &self.signatures[index],
        }
    }
}

/// Removes a directory's trailing `/`. Returns whether there was one.
fn split_dir_mark(string: &[u8]) -> (&[u8], bool) {
    match string {
        [dir @ .., b'/'] => (dir, true),
        path => (path, false),
    }
}

impl FuzzyList {
    /// Copies strings into a new list. A string that ends in `/` counts as a
    /// directory.
    pub fn new<S: AsRef<[u8]>>(strings: impl IntoIterator<Item = S>) -> FuzzyList {
        let mut table = StringTable::default();
        for string in strings {
            table.push(string.as_ref());
        }
        FuzzyList::of(table)
    }

    /// Copies strings into a new list, until the token fires.
    pub(super) fn with_cancel<S: AsRef<[u8]>>(
        strings: &[S],
        token: &CancelToken,
    ) -> Result<FuzzyList> {
        let mut len = 0;
        for some in strings.chunks(CHECK_INTERVAL) {
            token.heartbeat()?;
            len += some.iter().map(|s| s.as_ref().len()).sum::<usize>();
        }
        // Growing a buffer may copy it as a whole, which takes milliseconds.
        let mut table = StringTable {
            bytes: Vec::with_capacity(len),
            ends: Vec::with_capacity(strings.len()),
            signatures: Vec::with_capacity(strings.len()),
        };
        for some in strings.chunks(CHECK_INTERVAL) {
            if let Err(aborted) = token.heartbeat() {
                table.drop_later();
                return Err(aborted.into());
            }
            for string in some {
                table.push(string.as_ref());
            }
        }
        Ok(FuzzyList::of(table))
    }

    fn of(table: StringTable) -> FuzzyList {
        FuzzyList {
            strings: Arc::new(table),
            history: QueryHistory::default(),
        }
    }

    /// Returns the number of strings in the list.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Ranks the strings by the same rules as [`fuzzy_find`](super::fuzzy_find), best match first,
    /// and remembers the query.
    ///
    /// The report counts strings as files.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption) if the query is longer
    /// than 10,240 bytes, and `Aborted` or `Timeout` if the token fires.
    pub fn rank(
        &mut self,
        query: &str,
        options: &FuzzyMatchOptions,
        token: &CancelToken,
    ) -> Result<Outcome<FuzzyString>> {
        let query = Arc::new(FuzzyQuery::new(query)?);
        let set = self.history.candidates_for(&query, self.len());
        let ranked = self.run(&query, set, true, options, token)?;
        let outcome = self.outcome(&query, &ranked, options, token)?;
        self.history.add(query, ranked.all);
        Ok(outcome)
    }

    /// Ranks the strings without using the history. After an error, frees the list on a worker.
    pub(super) fn rank_once(
        self,
        query: &str,
        options: &FuzzyMatchOptions,
        token: &CancelToken,
    ) -> Result<Outcome<FuzzyString>> {
        let outcome = FuzzyQuery::new(query).and_then(|query| {
            let query = Arc::new(query);
            let ranked = self.run(&query, CandidateSet::All, false, options, token)?;
            self.outcome(&query, &ranked, options, token)
        });
        if outcome.is_err()
            && let Some(table) = Arc::into_inner(self.strings)
        {
            table.drop_later();
        }
        outcome
    }

    fn run(
        &self,
        query: &Arc<FuzzyQuery>,
        set: CandidateSet,
        list_all: bool,
        options: &FuzzyMatchOptions,
        token: &CancelToken,
    ) -> Result<RankOutcome> {
        let ranking = Ranking {
            candidates: self.strings.clone(),
            set,
            query: query.clone(),
            bonuses: Arc::new(PathBonuses::new(&options.signals)),
            count: needed_items(options.offset, options.limit),
            list_all,
        };
        ranking.run(
            options.pool.as_ref().unwrap_or_else(|| Pool::shared()),
            token,
        )
    }

    /// Applies offset and limit to a ranking and computes positions.
    fn outcome(
        &self,
        query: &FuzzyQuery,
        ranked: &RankOutcome,
        options: &FuzzyMatchOptions,
        token: &CancelToken,
    ) -> Result<Outcome<FuzzyString>> {
        let mut scorer = Scorer::default();
        let bonuses = PathBonuses::default();
        let offset = usize::try_from(options.offset).unwrap_or(usize::MAX);
        let limit = options.limit.map_or(usize::MAX, |limit| limit as usize);
        let mut items = Vec::new();
        for hit in ranked.best.iter().skip(offset).take(limit) {
            if items.len() % CHECK_INTERVAL == 0
                && let Err(aborted) = token.heartbeat()
            {
                Pool::shared().drop_later(items);
                return Err(aborted.into());
            }
            let candidate = self.strings.get(hit.index as usize);
            scorer.score(query, &bonuses, &candidate);
            items.push(FuzzyString {
                index: hit.index as usize,
                score: hit.key.score,
                positions: scorer.positions(candidate.path),
            });
        }
        let end = options.offset.saturating_add(items.len() as u64);
        let has_more = end < ranked.total;
        let mut report = Report::default();
        report.complete = !has_more;
        report.stopped_by = has_more.then_some(StoppedBy::Limit);
        report.files_searched = self.len() as u64;
        report.files_with_matches = ranked.total;
        report.total_matches = ranked.total;
        report.total_is_exact = true;
        report.next_offset = has_more.then_some(end);
        Ok(Outcome { items, report })
    }
}
