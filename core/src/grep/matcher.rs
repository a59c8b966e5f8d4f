//! Compiled queries: the engines, and the search for matching lines.
//!
//! Invariant: an error names the pattern as the caller typed it.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use grep_matcher::{ByteSet, LineMatchKind, LineTerminator, Match, Matcher, NoCaptures};
use grep_regex::RegexMatcherBuilder;
use regex_automata::meta;
use regex_automata::nfa::thompson;
use regex_syntax::hir::Hir;

use super::engine::{Engine, Following, MatchSpan, Meter, line_end, weight};
use super::options::Query;
use super::pattern::{expression, parse};
use super::recent_queries::RecentQueries;
use super::word_query::word_query;
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, ErrorKind, OptionName, Result};
use crate::exec::{self, Semaphore};
use crate::scan::WordQuery;

/// Compiled query.
#[derive(Debug)]
pub(crate) struct CompiledGrepQuery {
    engine: Engine,
    pub(crate) invert: bool,
    /// Whether a match may span lines or depend on the start or end of the text (`\A`, `\z`). The
    /// text must then be searched as a whole.
    pub(crate) needs_whole_text: bool,
    /// Whether a pattern asserts the start or end of the text.
    pub(crate) has_text_anchor: bool,
    /// Condition that every text with a result fulfils.
    pub(crate) words: WordQuery,
}

/// Maximum size in bytes of one worker's lazily built automaton.
const DFA_SIZE_LIMIT: usize = 16 << 20;

/// Weight up to which a query is compiled at once, in a few milliseconds.
const LIGHT: usize = 20_000;

impl CompiledGrepQuery {
    /// Returns the compiled query from the cache, or compiles it. A caller whose token fires does not
    /// wait for the compiler, whose result the next caller finds in the cache.
    pub(crate) fn get(query: &Query, token: &CancelToken) -> Result<Arc<CompiledGrepQuery>> {
        /// Long compilations run one after the other, so that calls that are cancelled soon, one
        /// after the other, do not leave one on each processor.
        static LONG: LazyLock<Semaphore> = LazyLock::new(Semaphore::default);
        if let Some(compiled) = RecentQueries::lock().get(query) {
            return Ok(compiled);
        }
        let parsed = ParsedQuery::new(query)?;
        if weight(&parsed.expressions) <= LIGHT {
            token.heartbeat()?;
            return parsed.compile_and_keep(false);
        }
        let permit = LONG.acquire(token)?;
        if let Some(compiled) = RecentQueries::lock().get(query) {
            // Another call had it compiled meanwhile.
            return Ok(compiled);
        }
        exec::offload(b"", false, token, move |_, _| {
            let _permit = permit;
            parsed.compile_and_keep(true)
        })
    }

    /// The matcher of `grep-searcher` for this query. It fails only if the token fires.
    pub(crate) fn matcher<'a>(&'a self, token: &'a CancelToken) -> LineMatcher<'a> {
        LineMatcher { query: self, token }
    }

    /// Whether a line of `content` may be a result; false is certain.
    pub(crate) fn may_match(&self, content: &[u8], meter: &mut Meter<'_>) -> Result<bool, Aborted> {
        if self.invert {
            return Ok(true);
        }
        if content.len() > self.engine.max_uninterrupted() {
            return match self.needs_whole_text {
                true => self.engine.is_match(content, meter),
                false => Ok(self.matching_line(content, 0, meter)?.is_some()),
            };
        }
        meter.run_uninterrupted(content.len())?;
        // `RegexMatcher` never fails.
        let found = self.engine.matcher.find_candidate_line(content);
        Ok(found.is_ok_and(|found| found.is_some()))
    }

    /// Calls `each` with each match in the line `text` until it returns false. No empty match follows
    /// another match directly.
    pub(crate) fn each_match(
        &self,
        text: &[u8],
        meter: &mut Meter<'_>,
        each: impl FnMut(MatchSpan) -> bool,
    ) -> Result<(), Aborted> {
        self.engine
            .each_match(text, Following::Disjoint, meter, each)
    }

    /// Calls `each` with each match in a text of several lines until it returns false. Inverted, no
    /// match starts in a line that holds an earlier one.
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

    /// The first line that matches, its line end included, at or after the line that starts at
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
                    let line = without_line_end(&text[from..end]);
                    if self.engine.is_match(line, meter)? {
                        return Ok(Some(from..end));
                    }
                    from = end;
                }
            }
        }
        Ok(None)
    }

    /// The first line that matches in `lines`, whole lines that are short enough not to be
    /// interrupted.
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
                // A match behind the last line end belongs to the next line, which is not in here.
                return Ok(None);
            }
            let end = memchr::memchr(b'\n', &lines[at..]).map_or(lines.len(), |feed| at + feed + 1);
            // At the cut, the end of the lines looks like the end of the text.
            let is_certain = is_confirmed && (is_last || at < lines.len());
            if is_certain
                || self
                    .engine
                    .is_match(without_line_end(&lines[start..end]), meter)?
            {
                return Ok(Some(start..end));
            }
            from = end;
        }
        Ok(None)
    }
}

/// Checked patterns of a query.
struct ParsedQuery {
    query: Query,
    /// Patterns with their literal braces escaped.
    escaped: Vec<String>,
    expressions: Vec<Hir>,
    ignore_case: bool,
    has_text_anchor: bool,
}

impl ParsedQuery {
    fn new(query: &Query) -> Result<ParsedQuery> {
        if query.patterns.is_empty() {
            return Err(Error::option("no pattern was given"));
        }
        let mut escaped = Vec::with_capacity(query.patterns.len());
        let mut has_text_anchor = false;
        let mut has_upper = false;
        let of_list = |error, index| of_list(error, query, index);
        for (index, pattern) in query.patterns.iter().enumerate() {
            if pattern.is_empty() {
                let error = Error::new(ErrorKind::InvalidPattern, "the pattern is empty");
                return Err(of_list(error, index));
            }
            if query.literal {
                has_upper |= pattern.chars().any(char::is_uppercase);
                escaped.push(pattern.clone());
            } else {
                let parsed = parse(pattern, query).map_err(|error| of_list(error, index))?;
                has_text_anchor |= parsed.has_text_anchor;
                has_upper |= parsed.has_upper;
                escaped.push(parsed.escaped);
            }
        }
        let ignore_case = query.ignore_case || (query.smart_case && !has_upper);
        let expressions = std::iter::zip(&escaped, &query.patterns)
            .map(|(escaped, pattern)| {
                expression(escaped, query, ignore_case)
                    .ok_or_else(|| invalid(pattern, "cannot parse the pattern".to_owned()))
            })
            .collect::<Result<_>>()?;
        Ok(ParsedQuery {
            query: query.clone(),
            escaped,
            expressions,
            ignore_case,
            has_text_anchor,
        })
    }

    /// Compiles a query and adds it to the cache; `all` engines at once if it takes long, because a
    /// search cannot be interrupted while it compiles one.
    fn compile_and_keep(self, all: bool) -> Result<Arc<CompiledGrepQuery>> {
        let query = self.query.clone();
        let compiled = Arc::new(self.compile()?);
        if all {
            compiled.engine.prepare();
        }
        let _not_kept = RecentQueries::lock().add(query, compiled.clone());
        Ok(compiled)
    }

    /// Compiles a query. A literal takes microseconds, a class such as `\w` milliseconds, the largest
    /// accepted pattern a quarter of a second.
    fn compile(self) -> Result<CompiledGrepQuery> {
        let query = &self.query;
        let builder = self.builder();
        let matcher = builder.build_many(&self.escaped).map_err(|error| {
            // No single pattern fails if only all of them together are too large.
            let invalid = (0..self.escaped.len()).find_map(|at| {
                let error = builder.build_many(&self.escaped[at..=at]).err()?;
                Some(of_list(self.explain(&error, at..at + 1), query, at))
            });
            invalid.unwrap_or_else(|| self.explain(&error, 0..self.escaped.len()))
        })?;
        let several = (self.escaped.len() > 1).then(|| self.compile_several());
        let spans_lines = query.multiline
            && matcher
                .non_matching_bytes()
                .is_none_or(|never| !never.contains(b'\n') || !never.contains(b'\r'));
        let words = match query.invert {
            true => WordQuery::All,
            false => word_query(&self.expressions),
        };
        Ok(CompiledGrepQuery {
            words,
            engine: Engine::new(matcher, several.transpose()?, self.expressions),
            invert: query.invert,
            needs_whole_text: spans_lines || self.has_text_anchor,
            has_text_anchor: self.has_text_anchor,
        })
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
            .crlf(true);
        if query.multiline {
            builder
                .line_terminator(None)
                .dot_matches_new_line(query.dot_all);
        }
        builder
    }

    /// The patterns as one automaton whose matches say which pattern matched.
    fn compile_several(&self) -> Result<meta::Regex> {
        let config = meta::Config::new()
            .utf8_empty(false)
            .nfa_size_limit(Some(self.size_limit()))
            .hybrid_cache_capacity(DFA_SIZE_LIMIT);
        meta::Regex::builder()
            .configure(config)
            .build_many_from_hir(&self.expressions)
            .map_err(|error| self.cannot_compile(&error, 0..self.escaped.len()))
    }

    fn size_limit(&self) -> usize {
        self.query.size_limit.unwrap_or(Query::DEFAULT_SIZE_LIMIT)
    }

    /// Error for patterns that parse and still cannot be compiled.
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
            .build_many_from_hir(&self.expressions[failed.clone()]);
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

/// Names the pattern that an error is about, if there are several.
fn of_list(error: Error, query: &Query, index: usize) -> Error {
    match query.patterns.len() {
        0 | 1 => error,
        _ => error.in_element(OptionName::Patterns, index),
    }
}

fn invalid(pattern: &str, message: String) -> Error {
    Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern)
}

/// Matcher of `grep-searcher` that stops when its token fires. Only for queries that do not need the
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
        let engine = &self.query.engine;
        if text.len() <= engine.max_uninterrupted() {
            self.token.heartbeat()?;
            // `RegexMatcher` never fails.
            return Ok(engine.matcher.shortest_match_at(text, at).unwrap_or(None));
        }
        // The searcher only asks whether a line matches.
        let is_match = engine.is_match(text, &mut Meter::new(self.token))?;
        Ok(is_match.then_some(at))
    }

    fn find_candidate_line(&self, text: &[u8]) -> Result<Option<LineMatchKind>, Aborted> {
        let engine = &self.query.engine;
        if text.len() <= engine.max_uninterrupted() {
            self.token.heartbeat()?;
            // `RegexMatcher` never fails.
            return Ok(engine.matcher.find_candidate_line(text).unwrap_or(None));
        }
        let mut meter = Meter::new(self.token);
        let line = self.query.matching_line(text, 0, &mut meter)?;
        Ok(line.map(|line| LineMatchKind::Confirmed(line.start)))
    }

    fn line_terminator(&self) -> Option<LineTerminator> {
        self.query.engine.matcher.line_terminator()
    }

    fn non_matching_bytes(&self) -> Option<&ByteSet> {
        self.query.engine.matcher.non_matching_bytes()
    }
}

/// The line without `\r\n` or `\n` at its end.
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
    use crate::exec::Pool;

    fn compile(query: &Query) -> Result<CompiledGrepQuery> {
        ParsedQuery::new(query)?.compile()
    }

    #[test]
    fn braces_that_cannot_repeat_are_literal() {
        for (typed, expected) in [
            ("${platform}", r"\$\{platform\}"),
            ("a$|^${b}$", r"a$|^\$\{b\}$"),
            (r"\${a}[$]{b}${2}", r"\$\{a\}[$]\{b\}${2}"),
            ("interface {", r"interface \{"),
            ("a{,5}", r"a\{,5\}"),
            ("a{2}b{3,}c{4,5}", "a{2}b{3,}c{4,5}"),
            ("{2}", r"\{2\}"),
            ("(a|{2})", r"(a|\{2\})"),
            ("({2})", r"(\{2\})"),
            (r"\p{Greek}{2}", r"\p{Greek}{2}"),
            (r"\x{e9}\u{e9}\b{start}a", r"\x{e9}\u{e9}\b{start}a"),
            (r"\{a\}", r"\{a\}"),
            ("[{}]{2}", "[{}]{2}"),
            ("[]{}]x", "[]{}]x"),
            ("(?P<n>a){2}", "(?P<n>a){2}"),
            ("fn () {}", r"fn () \{\}"),
            ("ä{1}{x}", r"ä{1}\{x\}"),
        ] {
            let (escaped, _) = super::super::pattern::escape_braces(typed);
            assert_eq!(escaped, expected, "{typed}");
            assert!(compile(&Query::new(typed)).is_ok(), "{typed}");
        }
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
