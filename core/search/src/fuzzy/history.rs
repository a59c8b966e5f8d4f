//! Memory between queries: earlier queries with their matches, and the
//! candidates of a workspace's views.
//!
//! A query that extends an earlier one is answered from the earlier query's
//! matches. Invariants: the result is the same as without the memory; a
//! [`CandidateSet`] contains every candidate that matches.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use ransack_base::internal::lock;
use ransack_base::{Aborted, CancelToken};

use super::query::{FuzzyQuery, Narrowing};
use super::rank::CandidateSource;
use super::score::Candidate;
use super::signature::Signature;
use crate::scan::{EntryKind, EntryRole, Scope, Skips, View, ViewId, Walker};

/// Earlier queries over one list of candidates with their matches, most recent
/// first.
#[derive(Debug, Default)]
pub(super) struct QueryHistory(VecDeque<(Arc<FuzzyQuery>, Arc<[MatchedCandidate]>)>);

/// Maximum number of queries in a history. More than one, so that a query after
/// deleting characters is also answered from memory.
const MAX_QUERIES: usize = 8;

/// Candidate that matches a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchedCandidate {
    pub(crate) index: u32,
    pub(crate) prefix_end: PrefixEnd,
}

/// End of a query in a candidate if each character is matched at its first
/// possible position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrefixEnd {
    /// Not computed.
    Unknown,
    /// The candidate does not contain the characters in this order.
    NotFound,
    /// Byte offset after the last character.
    At(u32),
}

/// Prefix of a query that was already searched for in a candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownPrefix {
    /// Length of the prefix in characters.
    pub(crate) len: usize,
    pub(crate) end: PrefixEnd,
}

impl KnownPrefix {
    pub(crate) const NONE: KnownPrefix = KnownPrefix {
        len: 0,
        end: PrefixEnd::Unknown,
    };
}

/// Matches of an earlier query.
#[derive(Clone, Debug)]
pub(crate) struct EarlierMatches {
    /// Matches in ascending order of their index.
    pub(crate) matches: Arc<[MatchedCandidate]>,
    /// Length in characters of the prefix shared by the two queries.
    pub(crate) prefix_len: usize,
}

/// Candidates that can match a query.
#[derive(Clone, Debug)]
pub(crate) enum CandidateSet {
    /// All candidates.
    All,
    /// Only the matches of an earlier query.
    Only(EarlierMatches),
    /// Matches of an earlier query, and candidates that can match with a typo.
    WithTypos(EarlierMatches),
}

/// Number of signatures that are examined in the time that one candidate takes.
const SIGNATURES_PER_CANDIDATE: usize = 8;

impl QueryHistory {
    /// Returns the smallest set that contains a query's matches among `count`
    /// candidates.
    pub(super) fn candidates_for(&self, query: &FuzzyQuery, count: usize) -> CandidateSet {
        let sets = self.0.iter().filter_map(|(earlier, matches)| {
            let cost = matches.len() * SIGNATURES_PER_CANDIDATE;
            let known = || EarlierMatches {
                matches: matches.clone(),
                prefix_len: query.shared_prefix(earlier),
            };
            match query.narrows(earlier) {
                Narrowing::All => Some((cost, CandidateSet::Only(known()))),
                Narrowing::ExactOnly => Some((cost + count, CandidateSet::WithTypos(known()))),
                Narrowing::None => None,
            }
        });
        let cheapest = sets.min_by_key(|(cost, _)| *cost);
        cheapest.map_or(CandidateSet::All, |(_, set)| set)
    }

    /// Adds a query with all its matches. Drops queries that it does not
    /// extend, and queries that extend or equal it.
    pub(super) fn add(&mut self, query: Arc<FuzzyQuery>, matches: Vec<MatchedCandidate>) {
        self.0.retain(|(earlier, _)| {
            query.narrows(earlier) != Narrowing::None && earlier.narrows(&query) == Narrowing::None
        });
        self.0.truncate(MAX_QUERIES - 1);
        self.0.push_front((query, matches.into()));
    }
}

/// Candidates and query history of the most recently searched workspace views.
#[derive(Debug, Default)]
pub(crate) struct CandidateCache(Mutex<Vec<CachedView>>);

/// Maximum number of views in a [`CandidateCache`].
const MAX_VIEWS: usize = 4;

#[derive(Debug)]
struct CachedView {
    key: CacheKey,
    /// `None` if the view has directories that must be walked.
    rows: Option<Arc<CandidateRows>>,
    history: QueryHistory,
}

/// View and options that determine the list of candidates.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CacheKey {
    pub(super) view: ViewId,
    /// Scope without roots.
    pub(super) scope: Scope,
    pub(super) dirs: bool,
    pub(super) links: bool,
}

/// Rows of a view's table that are candidates, with their signatures: 68 bytes
/// per candidate.
#[derive(Debug, Default)]
pub(super) struct CandidateRows {
    rows: Vec<u32>,
    signatures: Vec<Signature>,
    /// Number of names examined to collect the rows.
    pub(super) names_seen: u64,
    /// Number of entries that only the ignore rules exclude.
    pub(super) ignored: u64,
    pub(super) skips: Skips,
}

/// Candidates of a view, with the table that holds their paths.
pub(super) struct ViewCandidates {
    pub(super) view: Arc<View>,
    pub(super) rows: Arc<CandidateRows>,
}

impl CandidateCache {
    /// Returns the candidates of a view, from `collect` if they are not cached,
    /// and the subset that can match a query. Returns `None` if the view must
    /// be walked.
    pub(super) fn candidates_for(
        &self,
        key: &CacheKey,
        query: &FuzzyQuery,
        collect: impl FnOnce() -> Result<Option<CandidateRows>, Aborted>,
    ) -> Result<Option<(Arc<CandidateRows>, CandidateSet)>, Aborted> {
        if let Some(cached) = lock(&self.0).iter().find(|cached| cached.key == *key) {
            let rows = cached.rows.clone();
            return Ok(rows.map(|rows| {
                let set = cached.history.candidates_for(query, rows.rows.len());
                (rows, set)
            }));
        }
        let rows = collect()?.map(Arc::new);
        let mut views = lock(&self.0);
        views.retain(|cached| cached.key.view.is_alive() && cached.key != *key);
        views.insert(
            0,
            CachedView {
                key: key.clone(),
                rows: rows.clone(),
                history: QueryHistory::default(),
            },
        );
        views.truncate(MAX_VIEWS);
        Ok(rows.map(|rows| (rows, CandidateSet::All)))
    }

    /// Adds a query with all its matches to the history of a view if the view
    /// is still cached.
    pub(super) fn add_query(
        &self,
        key: &CacheKey,
        query: Arc<FuzzyQuery>,
        matches: Vec<MatchedCandidate>,
    ) {
        let mut views = lock(&self.0);
        if let Some(at) = views.iter().position(|cached| cached.key == *key) {
            views[at].history.add(query, matches);
            views[..=at].rotate_right(1);
        }
    }
}

impl CandidateRows {
    /// Collects the candidates of a view. Returns `None` if the view has
    /// directories that must be walked.
    pub(super) fn collect(
        view: &Arc<View>,
        walker: &Walker,
        token: &CancelToken,
    ) -> Result<Option<CandidateRows>, Aborted> {
        let mut rows = CandidateRows::default();
        for (_, part) in view.parts() {
            token.heartbeat()?;
            let listing = walker.open_part(view, part, &mut rows.skips, |_| false);
            rows.names_seen += listing.names_seen;
            rows.ignored += listing.ignored;
            for entry in &listing.entries {
                match entry.role {
                    EntryRole::Walk => return Ok(None),
                    EntryRole::Item(EntryKind::Other) | EntryRole::Denied(_) => {}
                    EntryRole::Item(kind) => {
                        let is_dir = kind == EntryKind::Dir;
                        let signature = Signature::new(listing.name(*entry), is_dir);
                        rows.signatures.push(signature);
                        rows.rows.push(entry.row);
                    }
                }
            }
        }
        Ok(Some(rows))
    }
}

impl ViewCandidates {
    pub(super) fn role(&self, index: usize) -> EntryRole {
        self.view.row(self.rows.rows[index]).1
    }
}

impl CandidateSource for ViewCandidates {
    fn len(&self) -> usize {
        self.rows.rows.len()
    }

    fn signature(&self, index: usize) -> &Signature {
        &self.rows.signatures[index]
    }

    fn get(&self, index: usize) -> Candidate<'_> {
        let (path, role) = self.view.row(self.rows.rows[index]);
        Candidate {
            path,
            is_dir: role == EntryRole::Item(EntryKind::Dir),
            is_file: role == EntryRole::Item(EntryKind::File),
            signature: &self.rows.signatures[index],
        }
    }
}
