//! Simulation of the automaton that finds all matches in one pass over the text.
//!
//! A search for the first match keeps one thread for each state of the automaton, in order of
//! preference. It ends when no thread is preferred to the match found. Restarting there would
//! reread, for each match, the text those threads have already read. Here the search for the next
//! match starts immediately after the match found so far: its threads form a new generation, less
//! preferred than all earlier ones. If a thread of an earlier generation finds a match, that match
//! replaces the one found so far, and all later generations are dropped. If all earlier threads
//! die, the match is final. [`Following::NextLine`] delays the next generation to the next line.
//!
//! A thread is dropped if a preferred thread of any generation is in the same state: either both
//! fail, or the preferred one drops the other's generation. There are therefore never more threads
//! than states, and finding all matches takes O(states × text) steps. Matches that may still be
//! replaced are buffered, at most [`MAX_PENDING`].

use std::collections::VecDeque;

use ransack_base::Aborted;
use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use super::{EngineInput, Following, MatchSpan, SearchPosition, line_end};

/// Maximum number of matches that may still be replaced, 24 bytes each. Once it is reached, the
/// search for further matches waits until they are decided; the text after the last match is then
/// read again.
const MAX_PENDING: usize = 1 << 20;

/// Simulation of an automaton.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    nfa: NFA,
    max_pending: usize,
}

/// Scratch memory for one search.
#[derive(Debug)]
pub(super) struct SimulationCache {
    current: Threads,
    next: Threads,
    stack: Vec<StateID>,
    pending: VecDeque<MatchSpan>,
}

/// Path through the automaton to a state that reads a byte or is a match.
#[derive(Clone, Copy, Debug)]
struct Thread {
    state: StateID,
    /// Start of the match that the thread may find.
    start: usize,
    generation: u64,
}

/// Threads at one position, in order of preference.
#[derive(Debug)]
struct Threads {
    list: Vec<Thread>,
    /// Visited states, in the order visited.
    visited: Vec<StateID>,
    /// Index of each state in `visited`; valid if that entry is the state.
    index: Vec<u32>,
}

impl Simulation {
    pub(super) fn new(nfa: NFA) -> Simulation {
        Simulation {
            nfa,
            max_pending: MAX_PENDING,
        }
    }

    #[cfg(test)]
    pub(super) fn with_max_pending(mut self, max_pending: usize) -> Simulation {
        self.max_pending = max_pending;
        self
    }

    #[cfg(test)]
    pub(super) fn states(&self) -> usize {
        self.nfa.states().len()
    }

    pub(super) fn create_cache(&self) -> SimulationCache {
        let states = self.nfa.states().len();
        SimulationCache {
            current: Threads::new(states),
            next: Threads::new(states),
            stack: Vec::new(),
            pending: VecDeque::new(),
        }
    }

    /// Whether the text contains a match.
    pub(super) fn has_match(
        &self,
        cache: &mut SimulationCache,
        input: &mut EngineInput<'_, '_>,
    ) -> Result<bool, Aborted> {
        let mut found = false;
        let position = SearchPosition::start(Following::Disjoint);
        self.run(cache, input, Until::AnyMatch, position, &mut |_| {
            found = true;
            false
        })?;
        Ok(found)
    }

    /// Calls `each` with the matches from `position` on until it returns false.
    pub(super) fn each_match(
        &self,
        cache: &mut SimulationCache,
        input: &mut EngineInput<'_, '_>,
        position: SearchPosition,
        each: &mut dyn FnMut(MatchSpan) -> bool,
    ) -> Result<(), Aborted> {
        let until = Until::Pending(self.max_pending);
        self.run(cache, input, until, position, each)
    }
}

/// When a pass ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// At the first position where a match ends.
    AnyMatch,
    /// Searches for the next match while at most this many matches may still be replaced.
    Pending(usize),
}

/// Condition for starting the search for the next match.
#[derive(Clone, Copy, Debug, Default)]
struct StartGate {
    /// Offset of a match's last byte; the search starts at a line after it.
    last: Option<usize>,
}

impl StartGate {
    fn behind(span: MatchSpan, following: Following) -> StartGate {
        StartGate {
            last: (following == Following::NextLine).then(|| span.last()),
        }
    }

    /// Whether the search may start at `at`. Once true, it is true at every later position.
    fn opens_at(&mut self, text: &[u8], at: usize) -> bool {
        let Some(last) = self.last else { return true };
        let is_line_start = at > last && at < text.len() && text[at - 1] == b'\n';
        if is_line_start {
            self.last = None;
        }
        is_line_start
    }
}

impl Simulation {
    /// Passes over the text once.
    fn run(
        &self,
        cache: &mut SimulationCache,
        input: &mut EngineInput<'_, '_>,
        until: Until,
        position: SearchPosition,
        each: &mut dyn FnMut(MatchSpan) -> bool,
    ) -> Result<(), Aborted> {
        let SimulationCache {
            current,
            next,
            stack,
            pending,
        } = cache;
        current.clear();
        next.clear();
        stack.clear();
        pending.clear();
        let max_pending = match until {
            Until::AnyMatch => 0,
            Until::Pending(max) => max,
        };
        let start_state = self.nfa.start_anchored();
        let SearchPosition {
            mut at,
            mut barrier,
            following,
        } = position;
        let text = input.text;
        let mut last_end = at;
        let mut gate = StartGate::default();
        // Number of final matches; the first pending one is of this generation.
        let mut decided = 0;
        // Whether the search after the last pending match has not started.
        let mut is_suspended = false;
        while at <= text.len() {
            if current.list.is_empty() && !gate.opens_at(text, at) {
                at = line_end(text, at, input.meter)?;
                if !gate.opens_at(text, at) {
                    break;
                }
                current.clear();
            }
            if current.list.is_empty() && input.prefilter.is_some() {
                match input.skip_to_candidate(at)? {
                    Some(candidate) => at = candidate,
                    None => break,
                }
                // States whose assertions failed elsewhere may be reachable here.
                current.clear();
            }
            let mut newest = decided + pending.len() as u64;
            if !is_suspended && gate.opens_at(text, at) {
                self.add(input, current, stack, start_state, at, (at, newest))?;
            }
            let mut index = 0;
            while let Some(&thread) = current.list.get(index) {
                if let State::Match { pattern_id } = *self.nfa.state(thread.state) {
                    // All threads from here on are less preferred.
                    current.truncate(index);
                    if thread.start == at && barrier == Some(at) {
                        continue;
                    }
                    let span = MatchSpan {
                        start: thread.start,
                        end: at,
                        pattern: pattern_id.as_u32(),
                    };
                    if until == Until::AnyMatch {
                        each(span);
                        return Ok(());
                    }
                    pending.truncate((thread.generation - decided) as usize);
                    pending.push_back(span);
                    newest = decided + pending.len() as u64;
                    last_end = at;
                    barrier = following.barrier(span).or(barrier);
                    gate = StartGate::behind(span, following);
                    is_suspended = pending.len() > max_pending;
                    if !is_suspended && gate.opens_at(text, at) {
                        self.add(input, current, stack, start_state, at, (at, newest))?;
                    }
                    continue;
                }
                index += 1;
                if let Some(target) = self.step(text, thread.state, at) {
                    let origin = (thread.start, thread.generation);
                    self.add(input, next, stack, target, at + 1, origin)?;
                }
            }
            std::mem::swap(current, next);
            next.clear();
            at += 1;
            let oldest = current.list.first().map_or(newest, |t| t.generation);
            while decided < oldest
                && let Some(span) = pending.pop_front()
            {
                decided += 1;
                if !each(span) {
                    return Ok(());
                }
            }
            if is_suspended && pending.is_empty() {
                is_suspended = false;
                at = last_end;
                current.clear();
            }
        }
        Ok(())
    }

    /// Returns the state after the byte at `at`, or `None` if the thread ends there.
    fn step(&self, text: &[u8], state: StateID, at: usize) -> Option<StateID> {
        match self.nfa.state(state) {
            State::ByteRange { trans } => trans.matches(text, at).then_some(trans.next),
            State::Sparse(sparse) => sparse.matches(text, at),
            State::Dense(dense) => dense.matches(text, at),
            _ => None,
        }
    }

    /// Adds the threads that are in `state` at `at` before a byte is read, unless a preferred
    /// thread has visited their states.
    fn add(
        &self,
        input: &mut EngineInput<'_, '_>,
        threads: &mut Threads,
        stack: &mut Vec<StateID>,
        state: StateID,
        at: usize,
        (start, generation): (usize, u64),
    ) -> Result<(), Aborted> {
        stack.push(state);
        while let Some(state) = stack.pop() {
            input.meter.spend(1)?;
            if !threads.visit(state) {
                continue;
            }
            match self.nfa.state(state) {
                State::Look { look, next } => {
                    if self.nfa.look_matcher().matches(*look, input.text, at) {
                        stack.push(*next);
                    }
                }
                State::Union { alternates } => stack.extend(alternates.iter().rev()),
                State::BinaryUnion { alt1, alt2 } => stack.extend([*alt2, *alt1]),
                State::Capture { next, .. } => stack.push(*next),
                State::Fail => {}
                _ => threads.list.push(Thread {
                    state,
                    start,
                    generation,
                }),
            }
        }
        Ok(())
    }
}

impl Threads {
    fn new(states: usize) -> Threads {
        Threads {
            list: Vec::new(),
            visited: Vec::new(),
            index: vec![0; states],
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.visited.clear();
    }

    /// Keeps the first `len` threads and unmarks the states that only later threads visited: the
    /// match that ends this list was reached from one of them, and must be reachable again.
    fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
        self.visited.clear();
        for at in 0..len {
            self.visit(self.list[at].state);
        }
    }

    /// Marks a state as visited. Returns false if it was already marked.
    fn visit(&mut self, state: StateID) -> bool {
        let index = &mut self.index[state.as_usize()];
        if self.visited.get(*index as usize) == Some(&state) {
            return false;
        }
        *index = self.visited.len() as u32;
        self.visited.push(state);
        true
    }
}
