//! Automata whose states are built when a search first reaches them. They run byte by byte and
//! check the token.
//!
//! A search that this engine cannot finish gives up. It may already have reported matches; the next
//! engine continues from the end of the last one.

use ransack_base::Aborted;
use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::nfa::thompson::NFA;
use regex_automata::util::prefilter::Prefilter;
use regex_automata::{Anchored, Input, MatchKind};

use super::meter::CHECK_INTERVAL;
use super::{EngineInput, MatchSpan, SearchPosition};

/// Maximum size in bytes of one automaton's states; when exceeded, all states are dropped.
const CACHE_SIZE: usize = 8 << 20;

/// Number of times the states may be dropped before the bytes per state are checked.
const MIN_CLEARS: usize = 3;

/// Minimum number of bytes per built state; below it, the simulation is faster.
const MIN_BYTES_PER_STATE: usize = 10;

/// Number of bytes read per byte of progress at which a search for all matches gives up.
const MAX_REREADS: u64 = 8;

/// Number of bytes that any search for all matches may read again.
const FREE_REREADS: u64 = 256 << 10;

/// A forward automaton that finds the end of a match, and a reverse one that finds its start.
#[derive(Clone, Debug)]
pub(super) struct LazyDfa {
    forward: DFA,
    reverse: DFA,
    /// Number of bytes between two checks of the token.
    interval: usize,
}

/// States built so far.
#[derive(Debug)]
pub(super) struct LazyDfaCache {
    forward: Cache,
    reverse: Cache,
}

/// Result of a search that this engine may be unable to finish.
#[derive(Debug)]
pub(super) enum Attempt<T> {
    Done(T),
    GaveUp,
}

/// Reason why a search could not finish.
enum Stop {
    Aborted(Aborted),
    GaveUp,
}

impl From<Aborted> for Stop {
    fn from(aborted: Aborted) -> Stop {
        Stop::Aborted(aborted)
    }
}

fn attempt<T>(result: Result<T, Stop>) -> Result<Attempt<T>, Aborted> {
    match result {
        Ok(value) => Ok(Attempt::Done(value)),
        Err(Stop::GaveUp) => Ok(Attempt::GaveUp),
        Err(Stop::Aborted(aborted)) => Err(aborted),
    }
}

impl LazyDfa {
    /// Returns `None` if the automaton of the patterns does not fit into the cache.
    pub(super) fn new(
        forward: &NFA,
        reverse: NFA,
        prefilter: &Option<Prefilter>,
        cost: usize,
    ) -> Option<LazyDfa> {
        let config = Config::new()
            .unicode_word_boundary(true)
            .cache_capacity(CACHE_SIZE)
            .minimum_cache_clear_count(Some(MIN_CLEARS))
            .minimum_bytes_per_state(Some(MIN_BYTES_PER_STATE));
        let build =
            |config: Config, nfa: NFA| DFA::builder().configure(config).build_from_nfa(nfa).ok();
        Some(LazyDfa {
            forward: build(
                config.clone().specialize_start_states(prefilter.is_some()),
                forward.clone(),
            )?,
            reverse: build(config.match_kind(MatchKind::All), reverse)?,
            interval: (CHECK_INTERVAL / cost).clamp(1, 1 << 16),
        })
    }

    pub(super) fn create_cache(&self) -> LazyDfaCache {
        LazyDfaCache {
            forward: self.forward.create_cache(),
            reverse: self.reverse.create_cache(),
        }
    }

    /// Whether the text contains a match.
    pub(super) fn has_match(
        &self,
        cache: &mut LazyDfaCache,
        input: &mut EngineInput<'_, '_>,
    ) -> Result<Attempt<bool>, Aborted> {
        let end = self.find_end(&mut cache.forward, input, 0, true);
        attempt(end.map(|end| end.is_some()))
    }

    /// Calls `each` with the matches from `position` on until it returns false. Also gives up if
    /// searching from each match to the next reads the same bytes many times.
    pub(super) fn each_match(
        &self,
        cache: &mut LazyDfaCache,
        input: &mut EngineInput<'_, '_>,
        position: &mut SearchPosition,
        each: &mut dyn FnMut(MatchSpan) -> bool,
    ) -> Result<Attempt<()>, Aborted> {
        let begin = position.at;
        let text = input.text;
        while position.at <= text.len() {
            let span = match attempt(self.find(cache, input, position.at))? {
                Attempt::Done(Some(span)) => span,
                Attempt::Done(None) => break,
                Attempt::GaveUp => return Ok(Attempt::GaveUp),
            };
            if position.accepts(span) && !each(span) {
                break;
            }
            if !position.advance(span, text, input.meter)? {
                break;
            }
            let progress = (position.at - begin) as u64;
            if input.read > FREE_REREADS + MAX_REREADS * progress {
                return Ok(Attempt::GaveUp);
            }
        }
        Ok(Attempt::Done(()))
    }

    /// Finds the first match at or after `at`.
    fn find(
        &self,
        cache: &mut LazyDfaCache,
        input: &mut EngineInput<'_, '_>,
        at: usize,
    ) -> Result<Option<MatchSpan>, Stop> {
        let Some((end, pattern)) = self.find_end(&mut cache.forward, input, at, false)? else {
            return Ok(None);
        };
        let start = match end == at {
            true => at,
            false => self.find_start(&mut cache.reverse, input, at, end)?,
        };
        Ok(Some(MatchSpan {
            start,
            end,
            pattern,
        }))
    }

    /// Finds the end and pattern of the first match at or after `at`. With `earliest`, finds the
    /// first position where any match ends.
    fn find_end(
        &self,
        cache: &mut Cache,
        input: &mut EngineInput<'_, '_>,
        mut at: usize,
        earliest: bool,
    ) -> Result<Option<(usize, u32)>, Stop> {
        let dfa = &self.forward;
        let text = input.text;
        let start_state = |cache: &mut Cache, at: usize| {
            dfa.start_state_forward(cache, &Input::new(text).range(at..))
                .map_err(|_| Stop::GaveUp)
        };
        let pattern_of = |cache: &Cache, state| dfa.match_pattern(cache, state, 0).as_u32();
        let mut found = None;
        let mut state = start_state(cache, at)?;
        cache.search_start(at);
        while at < text.len() {
            let from = at;
            let stop = text.len().min(at + self.interval);
            while at < stop {
                state = next(dfa, cache, state, text[at])?;
                if state.is_tagged() {
                    if state.is_match() {
                        // Matches are one byte late.
                        found = Some((at, pattern_of(cache, state)));
                        if earliest {
                            return Ok(found);
                        }
                    } else if state.is_dead() {
                        input.count(at - from)?;
                        return Ok(found);
                    } else if state.is_quit() {
                        return Err(Stop::GaveUp);
                    } else if state.is_start() && found.is_none() {
                        // Only states before a match may be skipped.
                        break;
                    }
                }
                at += 1;
            }
            input.count(at - from)?;
            if at < stop {
                at += 1;
                match input.skip_to_candidate(at)? {
                    None => return Ok(None),
                    Some(candidate) if candidate > at => {
                        at = candidate;
                        state = start_state(cache, at)?;
                    }
                    Some(_) => {}
                }
            }
            cache.search_update(at);
        }
        cache.search_finish(at);
        state = dfa.next_eoi_state(cache, state).map_err(|_| Stop::GaveUp)?;
        if state.is_match() {
            found = Some((text.len(), pattern_of(cache, state)));
        }
        Ok(found)
    }

    /// Finds the start of the match that ends at `end`: the first start at or after `begin`.
    fn find_start(
        &self,
        cache: &mut Cache,
        input: &mut EngineInput<'_, '_>,
        begin: usize,
        end: usize,
    ) -> Result<usize, Stop> {
        let dfa = &self.reverse;
        let text = input.text;
        let range = Input::new(text).range(begin..end).anchored(Anchored::Yes);
        let mut state = dfa
            .start_state_reverse(cache, &range)
            .map_err(|_| Stop::GaveUp)?;
        let mut found = None;
        let mut at = end;
        cache.search_start(at);
        while at > begin {
            let from = at;
            let stop = begin.max(at.saturating_sub(self.interval));
            while at > stop {
                state = next(dfa, cache, state, text[at - 1])?;
                if state.is_match() {
                    found = Some(at);
                } else if state.is_dead() {
                    input.count(from - at)?;
                    return found.ok_or(Stop::GaveUp);
                } else if state.is_quit() {
                    return Err(Stop::GaveUp);
                }
                at -= 1;
            }
            input.count(from - at)?;
            cache.search_update(at);
        }
        cache.search_finish(at);
        state = match begin.checked_sub(1) {
            Some(before) => next(dfa, cache, state, text[before])?,
            None => dfa.next_eoi_state(cache, state).map_err(|_| Stop::GaveUp)?,
        };
        if state.is_match() {
            found = Some(begin);
        } else if state.is_quit() {
            return Err(Stop::GaveUp);
        }
        found.ok_or(Stop::GaveUp)
    }
}

impl EngineInput<'_, '_> {
    fn count(&mut self, bytes: usize) -> Result<(), Aborted> {
        self.read += bytes as u64 + 1;
        // Building a new state takes as many steps as the automaton has states.
        self.meter.spend_and_check(bytes + 1)
    }
}

#[inline]
fn next(dfa: &DFA, cache: &mut Cache, state: LazyStateID, byte: u8) -> Result<LazyStateID, Stop> {
    dfa.next_state(cache, state, byte).map_err(|_| Stop::GaveUp)
}
