//! Process-wide cache of compiled queries.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::matcher::CompiledGrepQuery;
use super::options::Query;

/// Compiled queries, most recent first.
pub(super) struct RecentQueries(Vec<(Query, Arc<CompiledGrepQuery>)>);

impl RecentQueries {
    const CAPACITY: usize = 16;

    /// Maximum total length in bytes of the patterns of a cached query.
    const MAX_LEN: usize = 4096;

    pub(super) fn lock() -> MutexGuard<'static, RecentQueries> {
        static RECENT: Mutex<RecentQueries> = Mutex::new(RecentQueries(Vec::new()));
        RECENT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&mut self, query: &Query) -> Option<Arc<CompiledGrepQuery>> {
        let at = self.0.iter().position(|(recent, _)| recent == query)?;
        self.0[..=at].rotate_right(1);
        Some(self.0[0].1.clone())
    }

    /// Adds a query. Returns the evicted queries, which may be large: dropping them takes
    /// milliseconds.
    #[must_use = "dropped after the lock is released"]
    pub(super) fn add(
        &mut self,
        query: Query,
        compiled: Arc<CompiledGrepQuery>,
    ) -> Vec<(Query, Arc<CompiledGrepQuery>)> {
        let patterns = query.patterns.iter().chain(&query.exclude);
        let length: usize = patterns.map(String::len).sum();
        if length > Self::MAX_LEN || self.0.iter().any(|(recent, _)| *recent == query) {
            return vec![(query, compiled)];
        }
        self.0.insert(0, (query, compiled));
        self.0.split_off(self.0.len().min(Self::CAPACITY))
    }
}
