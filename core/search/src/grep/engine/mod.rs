//! Matching that stops when the token fires, whatever the pattern and the text.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `mod` | choice of the engine; all matches in the text |
//! | `cost` | upper bound on the work per byte, from the syntax of the patterns |
//! | `meter` | step counting, with token checks in between |
//! | `lazy_dfa` | automaton built while it runs; about a nanosecond per byte |
//! | `simulation` | simulation of the automaton; finds all matches in one pass |
//!
//! The `regex` crate's engine is the fastest but cannot be interrupted. It searches text for which
//! the product of length and cost is at most [`MAX_UNINTERRUPTED`]. The lazy automaton searches
//! longer text. It gives up in three cases: if it builds states faster than it uses them, at word
//! boundaries next to non-ASCII characters, and if finding all matches keeps reading the same text.
//! The simulation then continues at that position. It needs O(patterns × text) steps for all
//! matches together.
//!
//! Lines matter here only for [`Following::NextLine`]. All three engines give the same results.

mod cost;
mod lazy_dfa;
mod meter;
mod simulation;

use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::OnceLock;

use grep_matcher::{LineMatchKind, Matcher};
use grep_regex::RegexMatcher;
use ransack_base::Aborted;
use regex_automata::Input;
use regex_automata::MatchKind;
use regex_automata::meta;
use regex_automata::nfa::thompson::{Compiler, Config, NFA, WhichCaptures};
use regex_automata::util::pool::Pool;
use regex_automata::util::prefilter::Prefilter;
use regex_syntax::hir::Hir;

pub(super) use cost::weight;
pub(super) use meter::{Meter, SLICE, line_end, line_start};

use cost::cost;
use lazy_dfa::{Attempt, LazyDfa, LazyDfaCache};
use simulation::{Simulation, SimulationCache};

/// Upper bound on the steps of one call to the engine that cannot be interrupted; a step takes up
/// to 10 ns.
const MAX_UNINTERRUPTED: usize = 1 << 20;

/// Number of matches in one text that are found by searching from each match to the next. Each of
/// these searches may read the text to its end. All further matches are found in one pass.
const MAX_RESCANS: usize = 64;

/// Maximum size in bytes of the reverse automaton. Beyond it, the simulation searches.
const MAX_REVERSE_SIZE: usize = 16 << 20;

/// Upper bound on the length in bytes of the literals that `grep-regex` uses to find candidates; it
/// truncates them to 100.
const MAX_LITERAL: usize = 4096;

/// Position of a match in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MatchSpan {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Index of the first pattern that matches at `start`.
    pub(super) pattern: u32,
}

/// Matching engines for one or more patterns; earlier patterns are preferred.
#[derive(Debug)]
pub(super) struct RegexEngine {
    /// All patterns together.
    pub(super) matcher: RegexMatcher,
    /// All patterns with their indexes, if there is more than one pattern.
    several: Option<meta::Regex>,
    patterns: Vec<Hir>,
    /// Upper bound on the steps per byte of text.
    cost: usize,
    /// Whether `matcher` finds candidates by literals that every match contains.
    has_literals: bool,
    /// Compiled when text is first too long for the uninterruptible engine.
    interruptible: OnceLock<Option<Interruptible>>,
}

/// Engines that check the token.
#[derive(Debug)]
struct Interruptible {
    lazy_dfa: Option<LazyDfa>,
    simulation: Simulation,
    prefilter: Option<Prefilter>,
    caches: Pool<Caches, CreateCaches>,
}

/// Text of one search, and what reading it takes.
struct EngineInput<'a, 'm> {
    text: &'a [u8],
    /// Finds the positions where a match may start.
    prefilter: Option<&'a Prefilter>,
    meter: &'a mut Meter<'m>,
    /// Number of bytes that the lazily built automata have read.
    read: u64,
}

impl EngineInput<'_, '_> {
    /// Returns the first position at or after `at` where a match may start, or `None`.
    fn skip_to_candidate(&mut self, mut at: usize) -> Result<Option<usize>, Aborted> {
        let Some(prefilter) = self.prefilter else {
            return Ok(Some(at));
        };
        let overlap = prefilter.max_needle_len().saturating_sub(1);
        loop {
            let end = self.text.len().min(at.saturating_add(SLICE + overlap));
            let found = prefilter.find(self.text, (at..end).into());
            let passed = found.map_or(end, |span| span.start) - at;
            self.meter.skip(passed)?;
            if found.is_some() || end == self.text.len() {
                return Ok(found.map(|span| span.start));
            }
            at = end - overlap;
        }
    }
}

type CreateCaches = Box<dyn Fn() -> Caches + Send + Sync + UnwindSafe + RefUnwindSafe>;

/// Scratch memory for one search.
#[derive(Debug)]
struct Caches {
    lazy_dfa: Option<LazyDfaCache>,
    simulation: SimulationCache,
}

/// Start of the next search after a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Following {
    /// At the end of the match, reporting no empty match there: the rule of the `regex` crate's
    /// iterators.
    Disjoint,
    /// At the end of the match. An empty match there is reported unless the previous match was
    /// empty: the rule of `grep-searcher`'s multi-line search.
    Adjacent,
    /// At the line after the match: the rule of `grep-searcher`'s inverted multi-line search. A
    /// match in the last line ends the search.
    NextLine,
}

/// Position at which a search for all matches continues.
#[derive(Clone, Copy, Debug)]
struct SearchPosition {
    at: usize,
    /// Position at which an empty match is not reported.
    barrier: Option<usize>,
    following: Following,
}

impl RegexEngine {
    /// Creates the engines. `several` is required for more than one pattern.
    pub(super) fn new(
        matcher: RegexMatcher,
        several: Option<meta::Regex>,
        patterns: Vec<Hir>,
    ) -> RegexEngine {
        let cost = cost(&patterns);
        RegexEngine {
            has_literals: has_literals(&matcher, &patterns),
            matcher,
            several,
            patterns,
            cost,
            interruptible: OnceLock::new(),
        }
    }

    /// Returns the maximum length in bytes of text that is searched without checking the token.
    pub(super) fn max_uninterrupted(&self) -> usize {
        (MAX_UNINTERRUPTED / self.cost).max(1)
    }

    /// Compiles the parts that are otherwise compiled on first use.
    pub(super) fn prepare(&self) {
        self.interruptible();
    }

    /// Whether `text` contains a match.
    pub(super) fn is_match(&self, text: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        if text.len() <= self.max_uninterrupted() {
            meter.run_uninterrupted(text.len())?;
            return Ok(self.matcher.is_match(text).unwrap_or(false));
        }
        if self.has_literals && !self.has_candidate(text, meter)? {
            return Ok(false);
        }
        let Some(engines) = self.interruptible() else {
            return Ok(self.matcher.is_match(text).unwrap_or(false));
        };
        let mut caches = engines.caches.get();
        let Caches {
            lazy_dfa,
            simulation,
        } = &mut *caches;
        let input = &mut engines.input(text, meter);
        if let (Some(dfa), Some(cache)) = (&engines.lazy_dfa, lazy_dfa)
            && let Attempt::Done(found) = dfa.has_match(cache, input)?
        {
            return Ok(found);
        }
        engines.simulation.has_match(simulation, input)
    }

    /// Calls `each` with each match, in order, until it returns false. Matches do not overlap.
    /// O(patterns × text).
    pub(super) fn each_match(
        &self,
        text: &[u8],
        following: Following,
        meter: &mut Meter<'_>,
        mut each: impl FnMut(MatchSpan) -> bool,
    ) -> Result<(), Aborted> {
        let mut position = SearchPosition::start(following);
        if text.len() <= self.max_uninterrupted() {
            let mut searches = 0;
            // A search for literals reads nothing after a match.
            while self.cost == 1 || searches < MAX_RESCANS {
                meter.run_uninterrupted(text.len() - position.at)?;
                let Some(span) = self.find_at(text, position.at) else {
                    return Ok(());
                };
                if position.accepts(span) && !each(span) {
                    return Ok(());
                }
                if !position.advance(span, text, meter)? {
                    return Ok(());
                }
                searches += 1;
            }
        }
        self.each_match_from(position, text, meter, &mut each)
    }

    fn each_match_from(
        &self,
        mut position: SearchPosition,
        text: &[u8],
        meter: &mut Meter<'_>,
        each: &mut dyn FnMut(MatchSpan) -> bool,
    ) -> Result<(), Aborted> {
        let Some(engines) = self.interruptible() else {
            while let Some(span) = self.find_at(text, position.at) {
                meter.run_uninterrupted(text.len() - position.at)?;
                let goes_on = !position.accepts(span) || each(span);
                if !goes_on || !position.advance(span, text, meter)? {
                    break;
                }
            }
            return Ok(());
        };
        let mut caches = engines.caches.get();
        let Caches {
            lazy_dfa,
            simulation,
        } = &mut *caches;
        let input = &mut engines.input(text, meter);
        if let (Some(dfa), Some(cache)) = (&engines.lazy_dfa, lazy_dfa)
            && let Attempt::Done(()) = dfa.each_match(cache, input, &mut position, each)?
        {
            return Ok(());
        }
        engines
            .simulation
            .each_match(simulation, input, position, each)
    }

    /// Whether `text` contains one of the literals. False if no position is near a literal.
    fn has_candidate(&self, text: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        let mut at = 0;
        loop {
            let end = text.len().min(at + SLICE + MAX_LITERAL);
            meter.run_uninterrupted(end - at)?;
            // `RegexMatcher` never fails.
            let found = self.matcher.find_candidate_line(&text[at..end]);
            if found.is_ok_and(|found| found.is_some()) {
                return Ok(true);
            }
            if end == text.len() {
                return Ok(false);
            }
            at = end - MAX_LITERAL;
        }
    }

    /// Finds the first match at or after `at`.
    fn find_at(&self, text: &[u8], at: usize) -> Option<MatchSpan> {
        if let Some(several) = &self.several {
            let found = several.find(Input::new(text).range(at..))?;
            return Some(MatchSpan {
                start: found.start(),
                end: found.end(),
                pattern: found.pattern().as_u32(),
            });
        }
        // `RegexMatcher` never fails.
        let found = self.matcher.find_at(text, at).ok()??;
        Some(MatchSpan {
            start: found.start(),
            end: found.end(),
            pattern: 0,
        })
    }

    /// Returns the engines that check the token, or `None` if they cannot be built for the
    /// patterns.
    fn interruptible(&self) -> Option<&Interruptible> {
        let build = || Interruptible::new(&self.patterns, self.cost);
        self.interruptible.get_or_init(build).as_ref()
    }
}

/// Calls `each` with each match, in order, until it returns false. `find` returns the first match
/// at or after a position.
pub(super) fn each_match_by<E: From<Aborted>>(
    text: &[u8],
    following: Following,
    meter: &mut Meter<'_>,
    mut find: impl FnMut(usize, &mut Meter<'_>) -> Result<Option<MatchSpan>, E>,
    mut each: impl FnMut(MatchSpan) -> bool,
) -> Result<(), E> {
    let mut position = SearchPosition::start(following);
    while let Some(span) = find(position.at, meter)? {
        let goes_on = !position.accepts(span) || each(span);
        if !goes_on || !position.advance(span, text, meter)? {
            break;
        }
    }
    Ok(())
}

impl SearchPosition {
    fn start(following: Following) -> SearchPosition {
        SearchPosition {
            at: 0,
            barrier: None,
            following,
        }
    }

    fn accepts(self, span: MatchSpan) -> bool {
        !span.is_empty() || self.barrier != Some(span.end)
    }

    /// Moves to the start of the next search after `span`, the first match at or after the
    /// position. Returns false if no search follows.
    fn advance(
        &mut self,
        span: MatchSpan,
        text: &[u8],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Aborted> {
        if self.following == Following::NextLine {
            self.at = line_end(text, span.last(), meter)?;
            return Ok(self.at < text.len());
        }
        if self.accepts(span) {
            self.at = span.end;
            self.barrier = self.following.barrier(span).or(self.barrier);
        } else {
            self.at += 1;
        }
        Ok(self.at <= text.len())
    }
}

impl Following {
    /// Returns the position at which an empty match may not follow `span`.
    fn barrier(self, span: MatchSpan) -> Option<usize> {
        (span.is_empty() || self == Following::Disjoint).then_some(span.end)
    }
}

impl MatchSpan {
    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the offset of the match's last byte, or its position if it is empty. A match that
    /// ends with a line feed does not reach into the next line.
    pub(super) fn last(self) -> usize {
        self.end - usize::from(!self.is_empty())
    }
}

impl Interruptible {
    fn input<'a, 'm>(&'a self, text: &'a [u8], meter: &'a mut Meter<'m>) -> EngineInput<'a, 'm> {
        EngineInput {
            text,
            prefilter: self.prefilter.as_ref(),
            meter,
            read: 0,
        }
    }

    fn new(patterns: &[Hir], cost: usize) -> Option<Interruptible> {
        let compile = |reverse: bool| -> Option<NFA> {
            let config = Config::new()
                .utf8(false)
                .reverse(reverse)
                .which_captures(WhichCaptures::None)
                .nfa_size_limit(reverse.then_some(MAX_REVERSE_SIZE));
            Compiler::new()
                .configure(config)
                .build_many_from_hir(patterns)
                .ok()
        };
        let forward = compile(false)?;
        let prefilter = Prefilter::from_hirs_prefix(MatchKind::LeftmostFirst, patterns);
        let lazy_dfa =
            compile(true).and_then(|reverse| LazyDfa::new(&forward, reverse, &prefilter, cost));
        let simulation = Simulation::new(forward);
        let create: CreateCaches = {
            let (lazy_dfa, simulation) = (lazy_dfa.clone(), simulation.clone());
            Box::new(move || Caches {
                lazy_dfa: lazy_dfa.as_ref().map(LazyDfa::create_cache),
                simulation: simulation.create_cache(),
            })
        };
        Some(Interruptible {
            lazy_dfa,
            simulation,
            prefilter,
            caches: Pool::new(create),
        })
    }
}

/// Whether `matcher` finds candidates by literals. It does not expose this, so this function asks
/// it for a candidate in text that contains a match.
fn has_literals(matcher: &RegexMatcher, patterns: &[Hir]) -> bool {
    let Some(example) = patterns.first().and_then(cost::example) else {
        return false;
    };
    let found = matcher.find_candidate_line(&example);
    matches!(found, Ok(Some(LineMatchKind::Candidate(_))))
}

#[cfg(test)]
mod tests;
