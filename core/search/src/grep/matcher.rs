//! Compiled queries: the engines, and the search for matching lines.
//!
//! Invariant: an error shows the pattern as the caller typed it.

use std::ops::Range;
use std::sync::{Arc, LazyLock, OnceLock};

use grep_matcher::{ByteSet, LineMatchKind, Match, Matcher, NoCaptures};
use grep_regex::RegexMatcherBuilder;
use ransack_base::internal::{ErrorParts, Semaphore, offload};
use ransack_base::{Aborted, CancelToken, Error, ErrorKind, OptionName, Result};
use regex_automata::meta;
use regex_automata::nfa::thompson;
use regex_syntax::hir::Hir;

use super::engine::{Following, MatchSpan, Meter, RegexEngine, line_end, weight};
use super::options::Query;
use super::pattern::{Letters, expression, parse};
use super::recent_queries::RecentQueries;
use super::word_query::word_query;
use crate::scan::WordQuery;

/// Compiled query.
///
/// A carriage return before a line feed is not part of a line, unless a pattern names it. Any other
/// carriage return is an ordinary character, even before `$`. On whole lines, `engine` finds all
/// matching lines plus some others, because it treats each carriage return as a possible line end.
/// For a line that contains a carriage return, `plain` decides, given the line without its line
/// end.
#[derive(Debug)]
pub(crate) struct CompiledGrepQuery {
    engine: RegexEngine,
    /// Engine for text in which only a line feed ends a line, if it differs from `engine`.
    plain: Option<LazyEngine>,
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

/// Maximum size in bytes of one worker's lazily built automaton.
const DFA_SIZE_LIMIT: usize = 16 << 20;

/// Maximum weight of a query that is compiled immediately, in a few milliseconds.
const LIGHT: usize = 20_000;

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
        if weight(&parsed.plain.expressions) <= LIGHT {
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

    /// Returns a `grep-searcher` matcher for this query. It fails only if the token fires.
    pub(crate) fn matcher<'a>(&'a self, token: &'a CancelToken) -> LineMatcher<'a> {
        LineMatcher { query: self, token }
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
        self.engine_for_line(text)
            .each_match(text, Following::Disjoint, meter, each)
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
        self.engine.each_match(text, following, meter, each)
    }

    /// Returns the part of a line, given with its line end, that patterns see.
    pub(crate) fn line_text<'t>(&self, line: &'t [u8]) -> &'t [u8] {
        match self.names_return {
            true => line.strip_suffix(b"\n").unwrap_or(line),
            false => without_line_end(line),
        }
    }

    /// Whether a line matches. `line` may include its line end.
    fn is_matching_line(&self, line: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        let text = self.line_text(line);
        self.engine_for_line(text).is_match(text, meter)
    }

    /// Returns the engine that decides whether a line's text, without its line end, matches.
    fn engine_for_line(&self, text: &[u8]) -> &RegexEngine {
        match &self.plain {
            Some(plain) if memchr::memchr(b'\r', text).is_some() => plain.get(&self.engine),
            _ => &self.engine,
        }
    }

    /// Whether a match found by the whole-line engine is a match in this line, given with its line
    /// end.
    fn trusts_match_in(&self, line: &[u8]) -> bool {
        self.names_return || memchr::memchr(b'\r', line).is_none()
    }

    /// Returns the first matching line, with its line end, at or after the line that starts at
    /// `from`. Only for queries that do not need the whole text. O(patterns × text).
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

/// Engine compiled on first use.
#[derive(Debug)]
struct LazyEngine {
    parsed: ParsedQuery,
    compiled: OnceLock<Option<RegexEngine>>,
}

impl LazyEngine {
    /// Returns the engine. It takes no more memory than `lenient`, so it compiles if `lenient` did.
    fn get<'a>(&'a self, lenient: &'a RegexEngine) -> &'a RegexEngine {
        let compile = || self.parsed.engine(&self.parsed.plain).ok();
        self.compiled
            .get_or_init(compile)
            .as_ref()
            .unwrap_or(lenient)
    }
}

/// Checked patterns of a query.
#[derive(Clone, Debug)]
struct ParsedQuery {
    query: Query,
    plain: Form,
    /// Form for whole lines, if it differs.
    lenient: Option<Form>,
    ignore_case: bool,
    has_text_anchor: bool,
    names_return: bool,
}

/// Patterns in the form that an engine is compiled from.
#[derive(Clone, Debug)]
struct Form {
    patterns: Vec<String>,
    expressions: Vec<Hir>,
}

impl Form {
    fn new(patterns: Vec<String>, query: &Query, ignore_case: bool) -> Result<Form> {
        let expressions = std::iter::zip(&patterns, &query.patterns)
            .map(|(pattern, typed)| {
                expression(pattern, query, ignore_case)
                    .ok_or_else(|| invalid(typed, "cannot parse the pattern".to_owned()))
            })
            .collect::<Result<_>>()?;
        Ok(Form {
            patterns,
            expressions,
        })
    }
}

impl ParsedQuery {
    fn new(query: &Query) -> Result<ParsedQuery> {
        if query.patterns.is_empty() {
            return Err(Error::option("no pattern was given"));
        }
        let mut plain = Vec::with_capacity(query.patterns.len());
        let mut lenient = Vec::with_capacity(query.patterns.len());
        let mut has_text_anchor = false;
        let mut has_line_end = false;
        let mut names_return = false;
        let mut letters = Letters::default();
        let of_list = |error, index| of_list(error, query, index);
        for (index, pattern) in query.patterns.iter().enumerate() {
            if pattern.is_empty() {
                let error = Error::new(ErrorKind::InvalidPattern, "the pattern is empty");
                return Err(of_list(error, index));
            }
            if query.literal {
                pattern.chars().for_each(|c| letters.note(c));
                names_return |= pattern.contains('\r');
                plain.push(pattern.clone());
                lenient.push(pattern.clone());
            } else {
                let parsed = parse(pattern, query).map_err(|error| of_list(error, index))?;
                has_text_anchor |= parsed.has_text_anchor;
                has_line_end |= parsed.lenient.is_some();
                names_return |= parsed.names_return;
                letters.any |= parsed.letters.any;
                letters.upper |= parsed.letters.upper;
                lenient.push(parsed.lenient.unwrap_or_else(|| parsed.plain.clone()));
                plain.push(parsed.plain);
            }
        }
        let is_smart = query.smart_case && letters.any && !letters.upper;
        let ignore_case = query.ignore_case || is_smart;
        let lenient = (has_line_end && !has_text_anchor && !names_return)
            .then(|| Form::new(lenient, query, ignore_case))
            .transpose()?;
        Ok(ParsedQuery {
            query: query.clone(),
            plain: Form::new(plain, query, ignore_case)?,
            lenient,
            ignore_case,
            has_text_anchor,
            names_return,
        })
    }

    /// Compiles a query and adds it to the cache. With `all`, compiles all engines now: use it if
    /// they take long, because a search cannot be interrupted while it compiles one.
    fn compile_and_keep(self, all: bool) -> Result<Arc<CompiledGrepQuery>> {
        let query = self.query.clone();
        let compiled = Arc::new(self.compile()?);
        if all {
            compiled.engine.prepare();
        }
        let _not_kept = RecentQueries::lock().add(query, compiled.clone());
        Ok(compiled)
    }

    /// Compiles a query. A literal takes microseconds, a class such as `\w` milliseconds, the
    /// largest accepted pattern a quarter of a second.
    fn compile(self) -> Result<CompiledGrepQuery> {
        let query = &self.query;
        let mut engine = self.engine(self.lenient.as_ref().unwrap_or(&self.plain))?;
        let spans_lines = query.multiline
            && (engine.matcher.non_matching_bytes()).is_none_or(|never| !never.contains(b'\n'));
        if spans_lines && self.lenient.is_some() {
            engine = self.engine(&self.plain)?;
        }
        let words = match query.invert {
            true => WordQuery::All,
            false => word_query(&self.plain.expressions),
        };
        Ok(CompiledGrepQuery {
            words,
            engine,
            invert: query.invert,
            needs_whole_text: spans_lines || self.has_text_anchor,
            has_text_anchor: self.has_text_anchor,
            names_return: self.names_return,
            plain: (self.lenient.is_some() && !spans_lines).then(|| LazyEngine {
                parsed: self,
                compiled: OnceLock::new(),
            }),
        })
    }

    fn engine(&self, form: &Form) -> Result<RegexEngine> {
        let builder = self.builder();
        let patterns = &form.patterns;
        let matcher = builder.build_many(patterns).map_err(|error| {
            // If only the patterns together are too large, no single pattern fails.
            let invalid = (0..patterns.len()).find_map(|at| {
                let error = builder.build_many(&patterns[at..=at]).err()?;
                Some(of_list(self.explain(&error, at..at + 1), &self.query, at))
            });
            invalid.unwrap_or_else(|| self.explain(&error, 0..patterns.len()))
        })?;
        let several = (patterns.len() > 1).then(|| self.compile_several(form));
        Ok(RegexEngine::new(
            matcher,
            several.transpose()?,
            form.expressions.clone(),
        ))
    }

    fn builder(&self) -> RegexMatcherBuilder {
        let query = &self.query;
        let mut builder = RegexMatcherBuilder::new();
        builder
            .multi_line(true)
            .unicode(true)
            .octal(false)
            .case_insensitive(self.ignore_case)
            .fixed_strings(query.literal)
            .word(query.word)
            .size_limit(self.size_limit())
            .dfa_size_limit(DFA_SIZE_LIMIT)
            .line_terminator((!query.multiline).then_some(b'\n'))
            .dot_matches_new_line(query.multiline && query.dot_all);
        builder
    }

    /// Compiles the patterns into one automaton whose matches report which pattern matched.
    fn compile_several(&self, form: &Form) -> Result<meta::Regex> {
        let config = meta::Config::new()
            .utf8_empty(false)
            .nfa_size_limit(Some(self.size_limit()))
            .hybrid_cache_capacity(DFA_SIZE_LIMIT);
        meta::Regex::builder()
            .configure(config)
            .build_many_from_hir(&form.expressions)
            .map_err(|error| self.cannot_compile(&error, 0..form.patterns.len()))
    }

    fn size_limit(&self) -> usize {
        self.query.size_limit.unwrap_or(Query::DEFAULT_SIZE_LIMIT)
    }

    /// Creates the error for patterns that parse but cannot be compiled.
    fn explain(&self, error: &grep_regex::Error, failed: Range<usize>) -> Error {
        let pattern = self.query.patterns[failed.clone()].join("|");
        if let grep_regex::ErrorKind::NotAllowed(_) = error.kind() {
            let error = invalid(&pattern, "the pattern contains a line feed".to_owned())
                .with_advice("set", OptionName::Multiline, "to match across lines");
            return match pattern.find('\n').or_else(|| pattern.find(r"\n")) {
                Some(offset) => error.with_offset(offset),
                None => error,
            };
        }
        self.cannot_compile(error, failed)
    }

    fn cannot_compile(&self, error: &dyn std::error::Error, failed: Range<usize>) -> Error {
        let limit = self.size_limit();
        let config = thompson::Config::new()
            .utf8(false)
            .nfa_size_limit(Some(limit));
        let compiled = thompson::Compiler::new()
            .configure(config)
            .build_many_from_hir(&self.plain.expressions[failed.clone()]);
        let is_too_large = compiled.is_err_and(|error| error.size_limit().is_some());
        let patterns = self.query.patterns[failed].join("|");
        if is_too_large {
            let message = format!("the compiled pattern takes more than {limit} bytes");
            let verb = "shorten its repetitions, or raise";
            return invalid(&patterns, message).with_advice(verb, OptionName::SizeLimit, "");
        }
        invalid(&patterns, format!("cannot compile the pattern: {error}"))
    }
}

/// Adds to the error which pattern it concerns, if there are several.
fn of_list(error: Error, query: &Query, index: usize) -> Error {
    match query.patterns.len() {
        0 | 1 => error,
        _ => error.in_element(OptionName::Patterns, index),
    }
}

fn invalid(pattern: &str, message: String) -> Error {
    Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern)
}

/// `grep-searcher` matcher that stops when its token fires. Only for queries that do not need the
/// whole text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineMatcher<'a> {
    query: &'a CompiledGrepQuery,
    token: &'a CancelToken,
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
        // The searcher only asks whether a line matches.
        let is_match = (self.query).is_matching_line(text, &mut Meter::new(self.token))?;
        Ok(is_match.then_some(at))
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
        Ok(line.map(|line| LineMatchKind::Confirmed(line.start)))
    }

    fn non_matching_bytes(&self) -> Option<&ByteSet> {
        self.query.engine.matcher.non_matching_bytes()
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
        match self.query.names_return || !has_return {
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

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;
    use ransack_base::Pool;

    fn compile(query: &Query) -> Result<CompiledGrepQuery> {
        ParsedQuery::new(query)?.compile()
    }

    #[test]
    fn error_offsets_count_in_the_pattern_as_typed() {
        for (pattern, offset) in [
            ("a(b", 1),
            ("{x}(b", 3),
            ("${x}(b", 4),
            (r"ä\p{Nope}", 2),
            ("a**(", 3),
            ("[z-a]", 1),
        ] {
            let error = compile(&Query::new(pattern)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidPattern);
            assert_eq!(error.offset(), Some(offset), "{error}");
            assert_eq!(error.pattern(), Some(pattern));
        }
    }

    #[test]
    fn a_line_feed_needs_multiline() {
        for (pattern, offset) in [("a\nb", 1), (r"ab\nc", 2)] {
            let error = compile(&Query::new(pattern)).unwrap_err();
            assert!(error.to_string().contains("multiline"), "{error}");
            assert_eq!(error.offset(), Some(offset), "{error}");
        }
    }

    #[test]
    fn callers_that_do_not_wait_for_the_compiler_find_its_result_in_the_end() {
        // Takes longer than the time limit of each call.
        let query = Query::new("a{65000}kept");
        let begun = Instant::now();
        let mut timed_out = 0;
        loop {
            let token = CancelToken::with_timeout(Duration::from_millis(4));
            match CompiledGrepQuery::get(&query, &token) {
                Ok(_) => break,
                Err(error) => assert_eq!(error.kind(), ErrorKind::Timeout, "{error}"),
            }
            timed_out += 1;
            while Pool::shared().stats().abandoned > 0 {
                thread::yield_now();
            }
            let limit = Duration::from_secs(60);
            assert!(begun.elapsed() < limit, "{timed_out} calls");
        }
        assert!(timed_out > 0);
    }

    #[test]
    fn of_calls_at_the_same_time_one_compiles() {
        let query = Query::new("a{65000}shared");
        let compiled: Vec<_> = thread::scope(|scope| {
            let calls = [(); 4].map(|()| {
                scope.spawn(|| CompiledGrepQuery::get(&query, &CancelToken::new()).unwrap())
            });
            calls.into_iter().map(|call| call.join().unwrap()).collect()
        });
        for other in &compiled {
            assert!(Arc::ptr_eq(other, &compiled[0]));
        }
    }

    #[test]
    fn of_several_patterns_the_invalid_one_is_named() {
        for wrong in ["b\nc", "b(", r"\w{9000}"] {
            let mut query = Query::new("a");
            query.patterns.push(wrong.to_owned());
            let error = compile(&query).unwrap_err();
            assert_eq!(error.pattern(), Some(wrong), "{error}");
        }
    }
}
