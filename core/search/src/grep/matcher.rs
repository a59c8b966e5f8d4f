//! Compiled queries: the engines, and the search for matching lines.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use grep_matcher::{ByteSet, LineMatchKind, Match, Matcher, NoCaptures};
use ransack_base::internal::{Semaphore, offload};
use ransack_base::{Aborted, CancelToken, Result};

use super::backtracking::{Backtracker, UndecidedLines};
use super::engine::{Following, MatchSpan, Meter, RegexEngine, line_end};
use super::line_feeds::LineFeedText;
use super::options::Query;
use super::parsed_query::{LazyEngine, ParsedQuery};
use super::recent_queries::RecentQueries;
use crate::scan::WordQuery;

/// Compiled query.
///
/// A carriage return before a line feed is not part of a line, unless a pattern names it. Any other
/// carriage return is an ordinary character, even before `$`. On whole lines, `engine` finds all
/// matching lines plus some others, because it treats each carriage return as a possible line
/// ending. For a line that contains a carriage return, `plain` decides, given the line without its
/// line ending.
#[derive(Debug)]
pub(crate) struct CompiledGrepQuery {
    pub(super) engine: RegexEngine,
    /// Engine for text in which only a line feed ends a line, if it differs from `engine`.
    pub(super) plain: Option<LazyEngine>,
    /// Engine that decides whether what the other engines find is a match, if a pattern has
    /// look-around or back-references.
    pub(super) backtracker: Option<Backtracker>,
    /// Patterns that the lines of a result must not match.
    pub(super) excluded: Option<ExcludedPatterns>,
    /// Whether a pattern names the carriage return, which makes every carriage return an ordinary
    /// character.
    pub(crate) names_return: bool,
    pub(crate) invert: bool,
    /// Whether a match may span lines or depend on the start or end of the text (`\A`, `\z`). The
    /// text must then be searched as a whole.
    pub(crate) needs_whole_text: bool,
    /// Whether a pattern asserts the start or end of the text.
    pub(crate) has_text_anchor: bool,
    /// Condition that all text with a result satisfies.
    pub(crate) words: WordQuery,
}

/// Engines of the patterns that the lines of a result must not match.
#[derive(Debug)]
pub(super) struct ExcludedPatterns {
    pub(super) engine: RegexEngine,
    pub(super) backtracker: Option<Backtracker>,
}

impl CompiledGrepQuery {
    /// Returns the compiled query from the cache, or compiles it. A caller whose token fires does
    /// not wait for the compilation; the next caller finds the result in the cache.
    pub(crate) fn get(query: &Query, token: &CancelToken) -> Result<Arc<CompiledGrepQuery>> {
        /// Long compilations run one at a time. Otherwise a series of quickly cancelled calls would
        /// leave one on each processor.
        static LONG: LazyLock<Semaphore> = LazyLock::new(Semaphore::default);
        if let Some(compiled) = RecentQueries::lock().get(query) {
            return Ok(compiled);
        }
        let parsed = ParsedQuery::new(query)?;
        if parsed.is_light() {
            token.heartbeat()?;
            return parsed.compile_and_keep(false);
        }
        let permit = LONG.acquire(token)?;
        if let Some(compiled) = RecentQueries::lock().get(query) {
            // Another call compiled it in the meantime.
            return Ok(compiled);
        }
        offload(b"", false, token, move |_, _| {
            let _permit = permit;
            parsed.compile_and_keep(true)
        })
    }

    /// Compiles the parts that are otherwise compiled on first use.
    pub(super) fn prepare(&self) {
        self.engine.prepare();
        if let Some(excluded) = &self.excluded {
            excluded.engine.prepare();
        }
    }

    /// Returns a `grep-searcher` matcher for this query. It fails only if the token fires.
    pub(crate) fn matcher<'a>(
        &'a self,
        token: &'a CancelToken,
        undecided: &'a UndecidedLines,
    ) -> LineMatcher<'a> {
        LineMatcher {
            query: self,
            token,
            undecided,
        }
    }

    /// Whether a search may spend a long time in the backtracking engine, which cannot be
    /// interrupted.
    pub(super) fn backtracks(&self) -> bool {
        let excluded = self.excluded.as_ref();
        self.backtracker.is_some() || excluded.is_some_and(|list| list.backtracker.is_some())
    }

    /// Whether each line that the other engines find is a result.
    fn finds_results(&self) -> bool {
        self.backtracker.is_none() && self.excluded.is_none()
    }

    /// Whether a line of `content` may be a result; false is certain. Only for queries that do not
    /// need the whole text.
    pub(crate) fn may_match(&self, content: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        if self.invert {
            return Ok(true);
        }
        if content.len() > self.engine.max_uninterrupted() {
            return Ok(self.matching_line(content, 0, meter)?.is_some());
        }
        meter.run_uninterrupted(content.len())?;
        // `RegexMatcher` never fails.
        let found = self.engine.matcher.find_candidate_line(content);
        Ok(found.is_ok_and(|found| found.is_some()))
    }

    /// Calls `each` with each match in the line `text` until it returns false. An empty match never
    /// directly follows another match.
    pub(crate) fn each_match(
        &self,
        text: &[u8],
        meter: &mut Meter<'_>,
        each: impl FnMut(MatchSpan) -> bool,
    ) -> Result<(), Aborted> {
        let following = Following::Disjoint;
        match &self.backtracker {
            Some(backtracker) => {
                let found = backtracker.each_match(text, following, meter, each);
                meter.settle(found, ())
            }
            None => (self.engine_for_line(text)).each_match(text, following, meter, each),
        }
    }

    /// Calls `each` with each match in a multi-line text until it returns false. If the search is
    /// inverted, no match starts in a line that contains an earlier one.
    pub(crate) fn each_match_of_lines(
        &self,
        text: &[u8],
        meter: &mut Meter<'_>,
        each: impl FnMut(MatchSpan) -> bool,
    ) -> Result<(), Aborted> {
        let following = match self.invert {
            true => Following::NextLine,
            false => Following::Adjacent,
        };
        let Some(backtracker) = &self.backtracker else {
            return self.engine.each_match(text, following, meter, each);
        };
        if !self.engine.is_match(text, meter)? {
            return Ok(());
        }
        let found = backtracker.each_match(text, following, meter, each);
        meter.settle(found, ())
    }

    /// Whether a line that the other engines find, given with or without its line ending, is a
    /// match. A line that cannot be decided is not a result.
    pub(crate) fn is_confirmed(&self, line: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        let Some(backtracker) = &self.backtracker else {
            return Ok(true);
        };
        let answer = backtracker.is_match(self.line_text(line), meter);
        meter.settle(answer, self.invert)
    }

    /// Returns the part of a line, given with its line ending, that patterns see.
    pub(crate) fn line_text<'t>(&self, line: &'t [u8]) -> &'t [u8] {
        match self.names_return {
            true => line.strip_suffix(b"\n").unwrap_or(line),
            false => without_line_end(line),
        }
    }

    /// Whether the lines of a result, which may include their last line ending, match an excluded
    /// pattern and thus are no result.
    pub(crate) fn is_excluded(&self, lines: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        let Some(excluded) = &self.excluded else {
            return Ok(false);
        };
        let text = self.line_text(lines);
        let copy = match self.needs_whole_text && !self.names_return {
            true => LineFeedText::new(text, meter)?,
            false => None,
        };
        let text = copy.as_ref().map_or(text, |copy| &copy.text[..]);
        let is_match = excluded.engine.is_match(text, meter)?;
        match &excluded.backtracker {
            Some(backtracker) if is_match => {
                let answer = backtracker.is_match(text, meter);
                meter.settle(answer, true)
            }
            _ => Ok(is_match),
        }
    }

    /// Whether the other engines find a line, which may include its line ending.
    fn is_matching_line(&self, line: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        let text = self.line_text(line);
        self.engine_for_line(text).is_match(text, meter)
    }

    /// Returns the engine that decides whether a line's text, without its line ending, matches.
    fn engine_for_line(&self, text: &[u8]) -> &RegexEngine {
        match &self.plain {
            Some(plain) if memchr::memchr(b'\r', text).is_some() => plain.get(&self.engine),
            _ => &self.engine,
        }
    }

    /// Whether a match found by the whole-line engine is a match in this line, given with its line
    /// ending.
    fn trusts_match_in(&self, line: &[u8]) -> bool {
        self.names_return || memchr::memchr(b'\r', line).is_none()
    }

    /// Returns the first matching line, with its line ending, at or after the line that starts at
    /// `from`. The line may be unconfirmed or excluded. Only for queries that do not need the whole
    /// text. O(patterns × text).
    pub(crate) fn matching_line(
        &self,
        text: &[u8],
        mut from: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Range<usize>>, Aborted> {
        let max = self.engine.max_uninterrupted().min(super::searcher::WINDOW);
        while from < text.len() {
            let near = text.len().min(from.saturating_add(max));
            let last = match near == text.len() {
                true => Some(near),
                false => memchr::memrchr(b'\n', &text[from..near]).map(|feed| from + feed + 1),
            };
            match last {
                Some(end) => {
                    if let Some(line) = self.line_in(&text[from..end], end == text.len(), meter)? {
                        return Ok(Some(from + line.start..from + line.end));
                    }
                    from = end;
                }
                None => {
                    let end = line_end(text, near, meter)?;
                    if self.is_matching_line(&text[from..end], meter)? {
                        return Ok(Some(from..end));
                    }
                    from = end;
                }
            }
        }
        Ok(None)
    }

    /// Returns the first matching line in `lines`, whole lines short enough to search without
    /// interruption.
    fn line_in(
        &self,
        lines: &[u8],
        is_last: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Range<usize>>, Aborted> {
        let mut from = 0;
        while from < lines.len() {
            meter.run_uninterrupted(lines.len() - from)?;
            // `RegexMatcher` never fails.
            let Ok(Some(found)) = self.engine.matcher.find_candidate_line(&lines[from..]) else {
                return Ok(None);
            };
            let (at, is_confirmed) = match found {
                LineMatchKind::Confirmed(at) => (from + at, true),
                LineMatchKind::Candidate(at) => (from + at, false),
            };
            let start = memchr::memrchr(b'\n', &lines[..at]).map_or(0, |feed| feed + 1);
            if start == lines.len() {
                // A match after the last line end belongs to the next line, which is not in
                // `lines`.
                return Ok(None);
            }
            let end = memchr::memchr(b'\n', &lines[at..]).map_or(lines.len(), |feed| at + feed + 1);
            // At the cut, the end of the lines looks like the end of the text.
            let is_certain = is_confirmed
                && (is_last || at < lines.len())
                && self.trusts_match_in(&lines[start..end]);
            if is_certain || self.is_matching_line(&lines[start..end], meter)? {
                return Ok(Some(start..end));
            }
            from = end;
        }
        Ok(None)
    }
}

/// `grep-searcher` matcher that stops when its token fires. Only for queries that do not need the
/// whole text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineMatcher<'a> {
    query: &'a CompiledGrepQuery,
    token: &'a CancelToken,
    undecided: &'a UndecidedLines,
}

impl Matcher for LineMatcher<'_> {
    type Captures = NoCaptures;
    type Error = Aborted;

    fn find_at(&self, text: &[u8], at: usize) -> Result<Option<Match>, Aborted> {
        let mut found = None;
        self.query
            .each_match(text, &mut Meter::new(self.token), |span| {
                let is_found = span.start >= at;
                found = is_found.then(|| Match::new(span.start, span.end));
                !is_found
            })?;
        Ok(found)
    }

    fn new_captures(&self) -> Result<NoCaptures, Aborted> {
        Ok(NoCaptures::new())
    }

    fn shortest_match_at(&self, text: &[u8], at: usize) -> Result<Option<usize>, Aborted> {
        // The searcher only asks whether a line matches. An excluded line counts as the opposite of
        // a result.
        let meter = &mut Meter::with_undecided(self.token, self.undecided);
        let is_match =
            self.query.is_matching_line(text, meter)? && self.query.is_confirmed(text, meter)?;
        let is_excluded = is_match != self.query.invert && self.query.is_excluded(text, meter)?;
        Ok((is_match != is_excluded).then_some(at))
    }

    fn find_candidate_line(&self, text: &[u8]) -> Result<Option<LineMatchKind>, Aborted> {
        let engine = &self.query.engine;
        if text.len() <= engine.max_uninterrupted() {
            self.token.heartbeat()?;
            // `RegexMatcher` never fails.
            let found = engine.matcher.find_candidate_line(text).unwrap_or(None);
            return Ok(found.map(|found| self.trusted(text, found)));
        }
        let mut meter = Meter::new(self.token);
        let line = self.query.matching_line(text, 0, &mut meter)?;
        Ok(line.map(|line| match self.query.finds_results() {
            true => LineMatchKind::Confirmed(line.start),
            false => LineMatchKind::Candidate(line.start),
        }))
    }

    fn non_matching_bytes(&self) -> Option<&ByteSet> {
        // Without them, the searcher asks about each line. Candidates would not include the
        // excluded lines of an inverted search.
        let asks_each = self.query.invert && self.query.excluded.is_some();
        let bytes = self.query.engine.matcher.non_matching_bytes();
        bytes.filter(|_| !asks_each)
    }
}

impl LineMatcher<'_> {
    /// Returns the kind of match that the searcher may conclude from a match in `text`.
    fn trusted(self, text: &[u8], found: LineMatchKind) -> LineMatchKind {
        let LineMatchKind::Confirmed(at) = found else {
            return found;
        };
        // The nearest of these on either side, if it is a carriage return, lies within the line.
        let before = memchr::memrchr2(b'\r', b'\n', &text[..at]).map(|found| text[found]);
        let after = memchr::memchr2(b'\r', b'\n', &text[at..]).map(|found| text[at + found]);
        let has_return = [before, after].contains(&Some(b'\r'));
        let is_certain = self.query.names_return || !has_return;
        match is_certain && self.query.finds_results() {
            true => found,
            false => LineMatchKind::Candidate(at),
        }
    }
}

/// Returns the line without a trailing `\r\n` or `\n`.
pub(crate) fn without_line_end(line: &[u8]) -> &[u8] {
    match line.strip_suffix(b"\n") {
        Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
        None => line,
    }
}
