//! Matches of a query in a text, with their capture groups, for operations that replace them.
//!
//! Invariant: the matches are the submatches of the results of a search, without its maximum number
//! of submatches.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use ransack_base::internal::offload;
use ransack_base::{Aborted, CancelToken, Result, SkipReason};
use regex_automata::util::captures::Captures;
use regex_automata::{Anchored, Input, meta};

use super::backtracking::{BacktrackingEnd, UndecidedLines};
use super::blocks::{WholeText, each_block};
use super::engine::{MatchSpan, Meter};
use super::line_feeds::LineFeedText;
use super::matcher::{CompiledGrepQuery, without_line_end};
use super::options::Query;
use super::parsed_query::{GroupNames, ParsedQuery};
use crate::scan::{WordQuery, bom_len};

/// Returns the names of the capture groups of each pattern. A literal has no groups.
///
/// # Errors
///
/// `InvalidPattern`, `InvalidOption`: the query is invalid.
pub fn group_names(query: &Query) -> Result<Vec<GroupNames>> {
    ParsedQuery::new(query)?.group_names()
}

/// Compiled query whose matches are all found, with their groups. Ignores [`Query::invert`].
#[derive(Debug)]
pub struct MatchFinder {
    query: Arc<CompiledGrepQuery>,
    /// Finds the groups of a match, unless the backtracking engine does.
    groups: Option<meta::Regex>,
    finds_groups: bool,
}

/// Memory of one worker, reused from one text to the next.
#[derive(Debug, Default)]
pub struct FinderScratch {
    captures: Option<Captures>,
    groups: Vec<Option<Range<usize>>>,
    /// Bounds of groups in the searched text, in ascending order, with their offsets in the original
    /// text.
    bounds: Vec<(usize, usize)>,
}

/// Match in a text.
#[derive(Debug)]
pub struct FoundMatch<'m> {
    /// Range of the match in the text.
    pub range: Range<usize>,
    /// Index of the pattern that matches.
    pub pattern: u32,
    groups: &'m [Option<Range<usize>>],
}

impl FoundMatch<'_> {
    /// Returns the range of a capture group in the text; `None` if it took no part in the match.
    /// Group 0 is the match.
    pub fn group(&self, number: usize) -> Option<Range<usize>> {
        match number {
            0 => Some(self.range.clone()),
            _ => self.groups.get(number).cloned().flatten(),
        }
    }
}

impl MatchFinder {
    /// Compiles a query. `finds_groups` states whether matches have their groups.
    ///
    /// # Errors
    ///
    /// `InvalidPattern`, `InvalidOption`: the query is invalid. `Aborted`, `Timeout`: the token
    /// fires.
    pub fn new(query: &Query, finds_groups: bool, token: &CancelToken) -> Result<MatchFinder> {
        let compiled = CompiledGrepQuery::get(query, token)?;
        let groups = match finds_groups && compiled.backtracker.is_none() {
            true => Some(compile_groups(query, token)?),
            false => None,
        };
        Ok(MatchFinder {
            query: compiled,
            groups,
            finds_groups,
        })
    }

    /// Whether a pattern names the carriage return, which makes every carriage return an ordinary
    /// character.
    pub fn names_return(&self) -> bool {
        self.query.names_return
    }

    /// Returns the condition on the words of a text with a match.
    pub fn words(&self) -> &WordQuery {
        &self.query.words
    }

    /// Whether `text` may contain a match; false is certain.
    ///
    /// # Errors
    ///
    /// [`Aborted`] if the token fires.
    pub fn may_match(&self, text: &[u8], token: &CancelToken) -> Result<bool, Aborted> {
        let text = &text[bom_len(text)..];
        let meter = &mut Meter::new(token);
        if !self.query.needs_whole_text {
            return self.query.may_match(text, meter);
        }
        // The engine must not see the carriage returns of line ends.
        let is_searched = self.query.names_return || memchr::memchr(b'\r', text).is_none();
        Ok(!is_searched || self.query.engine.is_match(text, meter)?)
    }

    /// Calls `each` with each match, in order, until it breaks. A byte order mark at the start of the
    /// text is part of no match. Returns what the report says about lines that could not be
    /// matched.
    ///
    /// # Errors
    ///
    /// [`Aborted`] if the token fires.
    pub fn each_match(
        &self,
        text: &[u8],
        scratch: &mut FinderScratch,
        token: &CancelToken,
        each: impl FnMut(&FoundMatch<'_>) -> ControlFlow<()>,
    ) -> Result<Vec<(SkipReason, String)>, Aborted> {
        let undecided = UndecidedLines::default();
        let mut run = FinderRun {
            finder: self,
            text,
            start: bom_len(text),
            scratch,
            watch: (token, &undecided),
            meter: Meter::with_undecided(token, &undecided),
            each,
        };
        match self.query.needs_whole_text {
            true => run.run_whole()?,
            false => run.run_lines()?,
        }
        Ok(undecided.skips().collect())
    }
}

/// Whether a match is empty and inside the last line end of its lines, whose text ends at `end`. Such an
/// offset is not a position in a line.
fn is_inside_line_end(span: MatchSpan, end: usize) -> bool {
    span.is_empty() && span.start > end
}

fn compile_groups(query: &Query, token: &CancelToken) -> Result<meta::Regex> {
    let parsed = ParsedQuery::new(query)?;
    match parsed.is_light() {
        true => parsed.compile_groups(),
        false => offload(b"", false, token, move |_, _| parsed.compile_groups()),
    }
}

/// Search of one text.
struct FinderRun<'a, F> {
    finder: &'a MatchFinder,
    text: &'a [u8],
    /// Offset after the byte order mark.
    start: usize,
    scratch: &'a mut FinderScratch,
    watch: (&'a CancelToken, &'a UndecidedLines),
    meter: Meter<'a>,
    each: F,
}

/// Text that an engine has searched.
struct SearchedText<'t> {
    bytes: &'t [u8],
    /// The same text, if the backtracking engine finds the groups.
    utf8: Option<&'t str>,
    /// Offset of the text in the whole text.
    offset: usize,
}

impl<F: FnMut(&FoundMatch<'_>) -> ControlFlow<()>> FinderRun<'_, F> {
    fn run_lines(&mut self) -> Result<(), Aborted> {
        let query = &*self.finder.query;
        let text = self.text;
        let mut meter = Meter::with_undecided(self.watch.0, self.watch.1);
        let mut from = self.start;
        while let Some(line) = query.matching_line(text, from, &mut meter)? {
            from = line.end;
            let bytes = &text[line.clone()];
            if !query.is_confirmed(bytes, &mut meter)? || query.is_excluded(bytes, &mut meter)? {
                continue;
            }
            let searched = self.searched(query.line_text(bytes), line.start);
            let end = without_line_end(bytes).len();
            let mut goes_on = Ok(true);
            query.each_match(searched.bytes, &mut meter, |span| {
                if is_inside_line_end(span, end) {
                    return true;
                }
                let range = line.start + span.start..line.start + span.end;
                goes_on = self.take(&searched, span, range, None);
                matches!(goes_on, Ok(true))
            })?;
            if !goes_on? {
                break;
            }
        }
        Ok(())
    }

    fn run_whole(&mut self) -> Result<(), Aborted> {
        let query = &*self.finder.query;
        let (text, start) = (self.text, self.start);
        let whole = WholeText::new(query, &text[start..], &mut self.meter)?;
        let searched = self.searched(whole.searched(), start);
        each_block(query, &whole, usize::MAX, self.watch, |block| {
            let lines = start + block.lines.start..start + block.lines.end;
            if query.is_excluded(&text[lines.clone()], &mut self.meter)? {
                return Ok(true);
            }
            let end = without_line_end(&text[lines.clone()]).len();
            for (span, at) in std::iter::zip(&block.spans, &block.searched) {
                if is_inside_line_end(*span, end) {
                    continue;
                }
                let range = lines.start + span.start..lines.start + span.end;
                let copy = whole.copy.as_ref();
                let place = copy.map(|copy| (copy, at.start, range.start - start));
                let span = MatchSpan {
                    start: at.start,
                    end: at.end,
                    pattern: span.pattern,
                };
                if !self.take(&searched, span, range, place)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        Ok(())
    }

    fn searched<'t>(&self, bytes: &'t [u8], offset: usize) -> SearchedText<'t> {
        let is_needed = self.finder.finds_groups && self.finder.query.backtracker.is_some();
        SearchedText {
            bytes,
            utf8: is_needed
                .then(|| std::str::from_utf8(bytes))
                .and_then(Result::ok),
            offset,
        }
    }

    /// Takes the match `span` of a searched text, which is `range` in the whole text. `copy` is the
    /// searched copy, if any, with the start of the match in the copy and in its original. Returns
    /// whether more are needed.
    fn take(
        &mut self,
        searched: &SearchedText<'_>,
        span: MatchSpan,
        range: Range<usize>,
        copy: Option<(&LineFeedText<'_>, usize, usize)>,
    ) -> Result<bool, Aborted> {
        self.scratch.groups.clear();
        if self.finder.finds_groups {
            if !self.find_groups(searched, span)? {
                self.meter.settle(Err(BacktrackingEnd::StepLimit), ())?;
                return Ok(true);
            }
            match copy {
                Some((copy, start, original)) => self.place_groups(copy, (start, original))?,
                None => {
                    for group in self.scratch.groups.iter_mut().flatten() {
                        *group = searched.offset + group.start..searched.offset + group.end;
                    }
                }
            }
        }
        let found = FoundMatch {
            range,
            pattern: span.pattern,
            groups: &self.scratch.groups,
        };
        Ok((self.each)(&found).is_continue())
    }

    /// Finds the groups of a match in the searched text. Returns false if that takes too many steps.
    /// O(patterns × match).
    fn find_groups(
        &mut self,
        searched: &SearchedText<'_>,
        span: MatchSpan,
    ) -> Result<bool, Aborted> {
        let FinderScratch {
            captures, groups, ..
        } = &mut *self.scratch;
        let Some(regex) = &self.finder.groups else {
            let backtracker = self.finder.query.backtracker.as_ref();
            let (Some(backtracker), Some(text)) = (backtracker, searched.utf8) else {
                return Ok(false);
            };
            return backtracker.groups_of(text, span, groups, &mut self.meter);
        };
        self.meter.run_uninterrupted(span.end - span.start)?;
        let captures = captures.get_or_insert_with(|| regex.create_captures());
        // No thread that is preferred to the match succeeds, so the end of the range changes nothing.
        let input = Input::new(searched.bytes)
            .range(span.start..span.end)
            .anchored(Anchored::Yes);
        regex.search_captures(&input, captures);
        let range = |group: Option<regex_automata::Span>| group.map(|group| group.range());
        groups.extend(captures.iter().map(range));
        Ok(captures.is_match())
    }

    /// Converts the groups of a match in a copy to the original text.
    fn place_groups(
        &mut self,
        copy: &LineFeedText<'_>,
        (start, original): (usize, usize),
    ) -> Result<(), Aborted> {
        let FinderScratch { groups, bounds, .. } = &mut *self.scratch;
        bounds.clear();
        for group in groups.iter().flatten() {
            bounds.extend([(group.start, 0), (group.end, 0)]);
        }
        bounds.sort_unstable();
        bounds.dedup();
        // A group of a look-behind begins before the match.
        let mut place = match bounds.first() {
            Some((first, _)) if *first < start => copy.start(),
            _ => copy.place(start, original),
        };
        for (bound, original) in bounds.iter_mut() {
            *original = self.start + place.advance(*bound, &mut self.meter)?;
        }
        let original = |bound: usize| {
            let at = bounds.partition_point(|(known, _)| *known < bound);
            bounds[at].1
        };
        for group in groups.iter_mut().flatten() {
            *group = original(group.start)..original(group.end);
        }
        Ok(())
    }
}
