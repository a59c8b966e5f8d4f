//! Checked queries, and their compilation to engines.
//!
//! Invariant: an error shows the pattern as the caller typed it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use grep_matcher::Matcher;
use grep_regex::RegexMatcherBuilder;
use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, OptionName, Result};
use regex_automata::meta;
use regex_automata::nfa::thompson;
use regex_syntax::hir::Hir;

use super::backtracking::Backtracker;
use super::engine::{RegexEngine, weight};
use super::matcher::{CompiledGrepQuery, ExcludedPatterns};
use super::options::Query;
use super::pattern::{Letters, approximate, expression, parse};
use super::recent_queries::RecentQueries;
use super::word_query::word_query;
use crate::scan::WordQuery;

/// Names of the capture groups of a pattern, from group 1; `None` for a group without a name.
pub type GroupNames = Vec<Option<String>>;

/// Maximum number of states and transitions of a query that compiles in a few milliseconds.
const LIGHT: usize = 20_000;

/// Maximum size in bytes of one worker's lazily built automaton.
const DFA_SIZE_LIMIT: usize = 16 << 20;

/// Checked patterns of a query.
#[derive(Clone, Debug)]
pub(super) struct ParsedQuery {
    query: Arc<Query>,
    patterns: PatternList,
    /// Patterns that a result must not match.
    excluded: Option<PatternList>,
    names_return: bool,
}

/// Checked list of patterns.
#[derive(Clone, Debug)]
struct PatternList {
    query: Arc<Query>,
    /// Option that holds the list.
    option: OptionName,
    plain: Form,
    /// Form for whole lines, if it differs.
    lenient: Option<Form>,
    ignore_case: bool,
    has_text_anchor: bool,
    /// Names of the capture groups of each pattern, unless the backtracking engine matches them.
    groups: Vec<GroupNames>,
    /// Patterns in the syntax of the backtracking engine, if any of them needs it. The other forms
    /// are then approximations.
    backtracking: Option<Vec<String>>,
}

/// Patterns in the form that an engine is compiled from.
#[derive(Clone, Debug)]
struct Form {
    patterns: Vec<String>,
    expressions: Vec<Hir>,
}

/// Patterns of a list after their syntax has been checked.
#[derive(Default)]
struct SurveyedList {
    plain: Vec<String>,
    lenient: Vec<String>,
    has_text_anchor: bool,
    has_line_end: bool,
    names_return: bool,
    letters: Letters,
    groups: Vec<GroupNames>,
    /// Patterns in the syntax of the backtracking engine.
    backtracking: Vec<String>,
    needs_backtracking: bool,
}

impl ParsedQuery {
    pub(super) fn new(query: &Query) -> Result<ParsedQuery> {
        if query.patterns.is_empty() {
            return Err(Error::option("no pattern was given"));
        }
        let query = Arc::new(query.clone());
        let patterns = SurveyedList::new(&query, OptionName::Patterns)?;
        let excluded = SurveyedList::new(&query, OptionName::Exclude)?;
        let names_return = patterns.names_return || excluded.names_return;
        let excluded = (!query.exclude.is_empty())
            .then(|| PatternList::new(&query, OptionName::Exclude, excluded, names_return));
        Ok(ParsedQuery {
            patterns: PatternList::new(&query, OptionName::Patterns, patterns, names_return)?,
            excluded: excluded.transpose()?,
            names_return,
            query,
        })
    }

    /// Whether the query compiles in a few milliseconds.
    pub(super) fn is_light(&self) -> bool {
        let mut lists = std::iter::once(&self.patterns).chain(&self.excluded);
        let weight = (lists.clone()).fold(0, |sum: usize, list| {
            sum.saturating_add(weight(&list.plain.expressions))
        });
        weight <= LIGHT && lists.all(|list| list.backtracking.is_none())
    }

    /// Returns the names of the capture groups of each pattern.
    pub(super) fn group_names(&self) -> Result<Vec<GroupNames>> {
        let backtracker = self.patterns.backtracker()?;
        let names = backtracker.map(|engine| engine.group_names());
        Ok(names.unwrap_or_else(|| self.patterns.groups.clone()))
    }

    /// Compiles the patterns for a search for the groups of a match in text in which only a line feed
    /// ends a line.
    pub(super) fn compile_groups(&self) -> Result<meta::Regex> {
        self.patterns.compile_several(&self.patterns.plain)
    }

    /// Compiles a query and adds it to the cache. With `all`, compiles all engines now: use it if
    /// they take long, because a search cannot be interrupted while it compiles one.
    pub(super) fn compile_and_keep(self, all: bool) -> Result<Arc<CompiledGrepQuery>> {
        let query = Query::clone(&self.query);
        let compiled = Arc::new(self.compile()?);
        if all {
            compiled.prepare();
        }
        let _not_kept = RecentQueries::lock().add(query, compiled.clone());
        Ok(compiled)
    }

    /// Compiles a query. A literal takes microseconds, a class such as `\w` milliseconds, the
    /// largest accepted pattern a quarter of a second.
    pub(super) fn compile(self) -> Result<CompiledGrepQuery> {
        let ParsedQuery {
            query,
            patterns,
            excluded,
            names_return,
        } = self;
        let lines = patterns.lenient.as_ref().unwrap_or(&patterns.plain);
        let mut engine = patterns.engine(lines)?;
        let spans_lines = query.multiline
            && (engine.matcher.non_matching_bytes()).is_none_or(|never| !never.contains(b'\n'));
        if spans_lines && patterns.lenient.is_some() {
            engine = patterns.engine(&patterns.plain)?;
        }
        let words = match query.invert {
            true => WordQuery::All,
            false => word_query(&patterns.plain.expressions),
        };
        let excluded = excluded
            .as_ref()
            .map(ExcludedPatterns::compile)
            .transpose()?;
        let backtracker = patterns.backtracker()?;
        // Look-around may see other lines even if no match spans lines.
        let sees_lines = query.multiline && backtracker.is_some();
        Ok(CompiledGrepQuery {
            words,
            engine,
            backtracker,
            excluded,
            invert: query.invert,
            needs_whole_text: spans_lines || sees_lines || patterns.has_text_anchor,
            has_text_anchor: patterns.has_text_anchor,
            names_return,
            plain: (patterns.lenient.is_some() && !spans_lines).then(|| LazyEngine::new(patterns)),
        })
    }
}

impl SurveyedList {
    /// Checks the syntax of each pattern of the list that `option` holds.
    fn new(query: &Query, option: OptionName) -> Result<SurveyedList> {
        let mut list = SurveyedList::default();
        for (index, pattern) in patterns_of(query, option).iter().enumerate() {
            list.add(pattern, query, option)
                .map_err(|error| of_list(error, query, option, index))?;
        }
        Ok(list)
    }

    fn add(&mut self, pattern: &str, query: &Query, option: OptionName) -> Result<()> {
        if pattern.is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidPattern,
                "the pattern is empty",
            ));
        }
        if query.literal {
            pattern.chars().for_each(|c| self.letters.note(c));
            self.names_return |= pattern.contains('\r');
            self.plain.push(pattern.to_owned());
            self.lenient.push(pattern.to_owned());
            self.groups.push(GroupNames::new());
            return Ok(());
        }
        let (parsed, for_backtracking) = match parse(pattern, query) {
            Err(rejected) if query.backtracking => {
                self.needs_backtracking = true;
                approximate(pattern, query, rejected)?
            }
            parsed => {
                let parsed = parsed.map_err(|rejected| rejected.error)?;
                let plain = parsed.plain.clone();
                (parsed, plain)
            }
        };
        self.backtracking.push(for_backtracking);
        if parsed.has_text_anchor && option == OptionName::Exclude {
            let message = "the pattern asserts the start or end of the text, but it is matched \
                           against the lines of one result: use `^` or `$`";
            return Err(invalid(pattern, message.to_owned()));
        }
        self.has_text_anchor |= parsed.has_text_anchor;
        self.has_line_end |= parsed.lenient.is_some();
        self.names_return |= parsed.names_return;
        self.letters.any |= parsed.letters.any;
        self.letters.upper |= parsed.letters.upper;
        (self.lenient).push(parsed.lenient.unwrap_or_else(|| parsed.plain.clone()));
        self.plain.push(parsed.plain);
        self.groups.push(parsed.groups);
        Ok(())
    }
}

impl PatternList {
    fn new(
        query: &Arc<Query>,
        option: OptionName,
        list: SurveyedList,
        names_return: bool,
    ) -> Result<PatternList> {
        let letters = list.letters;
        let is_smart = query.smart_case && letters.any && !letters.upper;
        let ignore_case = query.ignore_case || is_smart;
        let form = |patterns| Form::new(patterns, query, option, ignore_case);
        let lenient = (list.has_line_end && !list.has_text_anchor && !names_return)
            .then(|| form(list.lenient))
            .transpose()?;
        Ok(PatternList {
            plain: form(list.plain)?,
            lenient,
            ignore_case,
            has_text_anchor: list.has_text_anchor,
            groups: list.groups,
            backtracking: list.needs_backtracking.then_some(list.backtracking),
            option,
            query: query.clone(),
        })
    }

    /// Compiles the backtracking engine if a pattern needs it.
    fn backtracker(&self) -> Result<Option<Backtracker>> {
        let patterns = self.backtracking.iter().flatten().enumerate();
        let engines = patterns.map(|(at, pattern)| {
            Backtracker::compile(pattern, &self.query, self.ignore_case, self.size_limit())
                .map_err(|error| error.with_pattern(&self.typed()[at]))
                .map_err(|error| of_list(error, &self.query, self.option, at))
        });
        Ok(Backtracker::join(engines.collect::<Result<_>>()?))
    }

    /// Returns the patterns as typed.
    fn typed(&self) -> &[String] {
        patterns_of(&self.query, self.option)
    }

    fn engine(&self, form: &Form) -> Result<RegexEngine> {
        let builder = self.builder();
        let patterns = &form.patterns;
        let matcher = builder.build_many(patterns).map_err(|error| {
            // If only the patterns together are too large, no single pattern fails.
            let invalid = (0..patterns.len()).find_map(|at| {
                let error = builder.build_many(&patterns[at..=at]).err()?;
                let error = self.explain(&error, at..at + 1);
                Some(of_list(error, &self.query, self.option, at))
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
        let pattern = self.typed()[failed.clone()].join("|");
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
        let patterns = self.typed()[failed].join("|");
        if is_too_large {
            let message = format!("the compiled pattern takes more than {limit} bytes");
            let verb = "shorten its repetitions, or raise";
            return invalid(&patterns, message).with_advice(verb, OptionName::SizeLimit, "");
        }
        invalid(&patterns, format!("cannot compile the pattern: {error}"))
    }
}

impl Form {
    fn new(
        patterns: Vec<String>,
        query: &Query,
        option: OptionName,
        ignore_case: bool,
    ) -> Result<Form> {
        let expressions = std::iter::zip(&patterns, patterns_of(query, option))
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

impl ExcludedPatterns {
    /// Compiles the patterns. They see the lines of one result without the last line ending, which
    /// the plain form is for.
    fn compile(list: &PatternList) -> Result<ExcludedPatterns> {
        Ok(ExcludedPatterns {
            engine: list.engine(&list.plain)?,
            backtracker: list.backtracker()?,
        })
    }
}

/// Engine compiled on first use.
#[derive(Debug)]
pub(super) struct LazyEngine {
    patterns: PatternList,
    compiled: OnceLock<Option<RegexEngine>>,
}

impl LazyEngine {
    fn new(patterns: PatternList) -> LazyEngine {
        LazyEngine {
            patterns,
            compiled: OnceLock::new(),
        }
    }

    /// Returns the engine. It takes no more memory than `lenient`, so it compiles if `lenient` did.
    pub(super) fn get<'a>(&'a self, lenient: &'a RegexEngine) -> &'a RegexEngine {
        let compile = || self.patterns.engine(&self.patterns.plain).ok();
        self.compiled
            .get_or_init(compile)
            .as_ref()
            .unwrap_or(lenient)
    }
}

/// Returns the list of patterns that `option` holds.
fn patterns_of(query: &Query, option: OptionName) -> &[String] {
    match option {
        OptionName::Exclude => &query.exclude,
        _ => &query.patterns,
    }
}

/// Adds to the error which pattern it concerns, unless it is the only one to search for.
fn of_list(error: Error, query: &Query, option: OptionName, index: usize) -> Error {
    match option == OptionName::Patterns && query.patterns.len() == 1 {
        true => error,
        false => error.in_element(option, index),
    }
}

fn invalid(pattern: &str, message: String) -> Error {
    Error::new(ErrorKind::InvalidPattern, message).with_pattern(pattern)
}

#[cfg(test)]
mod tests;
