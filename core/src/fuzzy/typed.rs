use std::collections::VecDeque;
use std::sync::Arc;

use super::query::{Narrows, Query};

/// What matched the queries before, among which are the matches of those that
/// extend them.
#[derive(Debug, Default)]
pub(super) struct Typed(VecDeque<(Arc<Query>, Arc<[u32]>)>);

/// How many queries are remembered, so that letters can be taken back.
const REMEMBERED: usize = 8;

/// Which candidates need be looked at.
#[derive(Clone, Debug)]
pub(crate) enum Among {
    Everything,
    /// Only these, which are in ascending order.
    These(Arc<[u32]>),
    /// These, and those in which a word can be misspelt.
    AndMisspelt(Arc<[u32]>),
}

/// As many signatures are looked at in the time of one candidate.
const SIGNATURES: usize = 8;

impl Typed {
    /// Where the matches of this query are, of `count` candidates.
    pub(super) fn among(&self, query: &Query, count: usize) -> Among {
        let among = self.0.iter().filter_map(|(before, all)| {
            let cost = all.len() * SIGNATURES;
            match query.narrows(before) {
                Narrows::All => Some((cost, Among::These(all.clone()))),
                Narrows::AsTyped => Some((cost + count, Among::AndMisspelt(all.clone()))),
                Narrows::Nothing => None,
            }
        });
        let cheapest = among.min_by_key(|(cost, _)| *cost);
        cheapest.map_or(Among::Everything, |(_, among)| among)
    }

    pub(super) fn add(&mut self, query: Arc<Query>, all: Vec<u32>) {
        // Of what is no longer being typed nothing is kept, and what was typed
        // again replaces itself.
        self.0.retain(|(before, _)| {
            query.narrows(before) != Narrows::Nothing && before.narrows(&query) == Narrows::Nothing
        });
        self.0.truncate(REMEMBERED - 1);
        self.0.push_front((query, all.into()));
    }
}
