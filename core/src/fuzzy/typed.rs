use std::collections::VecDeque;
use std::sync::Arc;

use super::query::{Narrows, Query};

/// What matched the queries before, among which are the matches of those that
/// extend them.
#[derive(Debug, Default)]
pub(super) struct Typed(VecDeque<(Arc<Query>, Arc<[Match]>)>);

/// A candidate that matched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) index: u32,
    pub(crate) reach: Reach,
}

/// Where in a candidate the query ends when each of its characters is taken as
/// early as it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Unknown,
    /// Not all of them are there in this order.
    Nowhere,
    To(u32),
}

/// What is known of the matches of an earlier query.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    /// In ascending order.
    pub(crate) matches: Arc<[Match]>,
    /// With how many characters the query begins that were reached then.
    pub(crate) typed: usize,
}

/// How many queries are remembered, so that letters can be taken back.
const REMEMBERED: usize = 8;

/// Which candidates need be looked at.
#[derive(Clone, Debug)]
pub(crate) enum Among {
    Everything,
    /// Only these.
    These(Earlier),
    /// These, and those in which a word can be misspelt.
    AndMisspelt(Earlier),
}

/// As many signatures are looked at in the time of one candidate.
const SIGNATURES: usize = 8;

impl Typed {
    /// Where the matches of this query are, of `count` candidates.
    pub(super) fn among(&self, query: &Query, count: usize) -> Among {
        let among = self.0.iter().filter_map(|(before, all)| {
            let cost = all.len() * SIGNATURES;
            let earlier = || Earlier {
                matches: all.clone(),
                typed: query.typed_after(before),
            };
            match query.narrows(before) {
                Narrows::All => Some((cost, Among::These(earlier()))),
                Narrows::AsTyped => Some((cost + count, Among::AndMisspelt(earlier()))),
                Narrows::Nothing => None,
            }
        });
        let cheapest = among.min_by_key(|(cost, _)| *cost);
        cheapest.map_or(Among::Everything, |(_, among)| among)
    }

    pub(super) fn add(&mut self, query: Arc<Query>, all: Vec<Match>) {
        // Of what is no longer being typed nothing is kept, and what was typed
        // again replaces itself.
        self.0.retain(|(before, _)| {
            query.narrows(before) != Narrows::Nothing && before.narrows(&query) == Narrows::Nothing
        });
        self.0.truncate(REMEMBERED - 1);
        self.0.push_front((query, all.into()));
    }
}
