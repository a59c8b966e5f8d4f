//! Queries, compiled for each language on first use.
//!
//! All workers share one compiled query. Each language is compiled once, by the first worker that
//! needs it. Compile errors are also cached, so a query that is valid in only some languages of a
//! tree skips files in the others.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, OptionName, Result};
use ransack_grammars::internal::{WorkBudget, grammar_of, interrupt_error};
use ransack_grammars::{Language, languages};
use ransack_languages::internal::is_host;
use ransack_search::internal::WordQuery;

use crate::options::AstQuery;
use crate::pattern::explain::{self, PatternReading};
use crate::pattern::literal::EqualQuotes;
use crate::pattern::{Pattern, PatternVariant, error, suggestion};
use crate::rule::{CompiledRule, ParsedRule};
use crate::search::comments;
use crate::search::hidden::texts_of_pattern;
use crate::search::lexical::LexicalRules;
use crate::search::prefilter::{Candidates, Prefilter};
use crate::search::text::SearchTarget;
use crate::strictness::Strictness;

/// Maximum number of hints for one query.
const MAX_HINTS: usize = 10;

/// Query for all languages, compiled lazily.
pub struct CompiledQuery {
    query: AstQuery,
    rule: Option<ParsedRule>,
    token: CancelToken,
    every_pattern: bool,
    /// Option that contains the patterns, for errors about one of several patterns.
    list: OptionName,
    /// Compiled queries, parallel to [`languages()`].
    languages: Vec<OnceLock<Result<LanguageQuery>>>,
    /// Whether code in a language was in scope. Parallel to [`languages()`].
    searched: Vec<AtomicBool>,
    /// Conditions for files whose text decides their language. Parallel to [`languages()`], by the
    /// most common language.
    undecided: Vec<OnceLock<WordQuery>>,
}

/// Returns the position of a language in [`languages()`].
fn number_of(language: &Language) -> usize {
    languages().partition_point(|l| l.name < language.name)
}

/// Query compiled for one language.
pub struct LanguageQuery {
    pub(crate) language: &'static Language,
    pub(crate) strictness: Strictness,
    /// String node kinds, if single and double quotes are equivalent in the language.
    pub(crate) equal_quotes: Option<EqualQuotes>,
    /// Variants of all patterns, in pattern order.
    pub(crate) entries: Vec<QueryEntry>,
    /// Whether a node yields a match for every pattern that it matches, rather than only the first.
    pub(crate) every_pattern: bool,
    /// Prefilters of the entries, without duplicates.
    prefilters: Vec<Prefilter>,
    /// Condition that holds for every text with candidates.
    pub(crate) words: WordQuery,
    /// Ascending indices of the entries that may match each node kind.
    by_kind: Vec<Box<[u16]>>,
    /// Ascending indices of the entries that may match any kind.
    any_kind: Box<[u16]>,
    pub(crate) rule: Option<CompiledRule>,
    /// Value of `AstMatch::pattern` for the rule: the number of patterns.
    pub(crate) rule_index: u32,
    /// Errors of the patterns and of the rule that are invalid in the language, each with its index.
    invalid: Vec<(u32, Error)>,
}

/// One variant of one pattern.
pub(crate) struct QueryEntry {
    /// Index of the pattern in the query.
    pub(crate) pattern: u32,
    pub(crate) names: Vec<String>,
    pub(crate) variant: PatternVariant,
    /// Texts of the pattern's hidden tokens.
    pub(crate) hidden: Vec<Vec<u8>>,
    reading: OnceLock<Arc<PatternReading>>,
}

impl QueryEntry {
    /// Returns the public form of the variant.
    pub(crate) fn reading(&self, language: &Language) -> Arc<PatternReading> {
        let reading = || Arc::new(explain::reading(&self.variant, &self.names, language));
        self.reading.get_or_init(reading).clone()
    }
}

impl CompiledQuery {
    /// Validates the parts of a query that do not depend on a language.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if there is neither a pattern nor a rule; `InvalidPattern` if a pattern is
    /// empty or the rule cannot be parsed.
    pub(crate) fn new(query: &AstQuery, token: &CancelToken) -> Result<CompiledQuery> {
        if query.patterns.is_empty() && query.rule.is_none() {
            return Err(Error::option("no pattern was given"));
        }
        CompiledQuery::of(query, OptionName::Patterns, token)
    }

    fn of(query: &AstQuery, list: OptionName, token: &CancelToken) -> Result<CompiledQuery> {
        if let Some(empty) = query.patterns.iter().position(|p| p.trim().is_empty()) {
            let error = error::empty(&query.patterns[empty]);
            return Err(of_element(error, list, empty, query));
        }
        Ok(CompiledQuery {
            list,
            rule: query.rule.as_deref().map(ParsedRule::parse).transpose()?,
            query: query.clone(),
            token: token.clone(),
            every_pattern: false,
            languages: languages().iter().map(|_| OnceLock::new()).collect(),
            searched: languages().iter().map(|_| AtomicBool::new(false)).collect(),
            undecided: languages().iter().map(|_| OnceLock::new()).collect(),
        })
    }

    /// Validates the query of an edit, which yields a match for every pattern that a node matches,
    /// rather than only the first.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if there are no patterns; `InvalidPattern` if a pattern is empty.
    pub fn of_rewrites(query: &AstQuery, token: &CancelToken) -> Result<CompiledQuery> {
        if query.patterns.is_empty() {
            return Err(Error::option("there are no rewrites"));
        }
        Ok(CompiledQuery {
            every_pattern: true,
            ..CompiledQuery::of(query, OptionName::Rewrites, token)?
        })
    }

    /// Returns the language that the rule names, if any.
    pub(crate) fn rule_language(&self) -> Option<&'static Language> {
        self.rule.as_ref()?.language
    }

    /// Returns the query for a language in which code is searched, compiling it on the first call.
    pub fn in_language(&self, language: &'static Language) -> Result<&LanguageQuery, &Error> {
        let index = number_of(language);
        self.record(index);
        self.compiled(index)
    }

    /// Records that a file in these languages was in scope and need not be read.
    pub(crate) fn pass_over(&self, target: SearchTarget) {
        self.record(number_of(target.only.unwrap_or(target.host)));
    }

    fn record(&self, index: usize) {
        // Threads share the flags, so each is written once.
        if !self.searched[index].load(Ordering::Relaxed) {
            self.searched[index].store(true, Ordering::Relaxed);
        }
    }

    fn compiled(&self, index: usize) -> Result<&LanguageQuery, &Error> {
        let language = &languages()[index];
        self.languages[index]
            .get_or_init(|| {
                let rule = self.rule.as_ref();
                let compiled =
                    LanguageQuery::compile(&self.query, self.list, rule, language, &self.token)?;
                Ok(LanguageQuery {
                    every_pattern: self.every_pattern,
                    ..compiled
                })
            })
            .as_ref()
    }

    /// Returns a condition that holds for every text in which a search in these languages may find
    /// something.
    ///
    /// Compiles the query for a language on the first call. The condition is `All` for languages in
    /// which the query is invalid, since that must be reported, and for hosts searched along with
    /// embedded code, which may be in any language.
    pub(crate) fn word_query(&self, target: SearchTarget) -> &WordQuery {
        let SearchTarget { host, only } = target;
        if only.is_none() && is_host(host) {
            return &WordQuery::All;
        }
        match self.compiled(number_of(only.unwrap_or(host))) {
            Ok(query) => &query.words,
            Err(_) => &WordQuery::All,
        }
    }

    /// Returns whether the query is valid in a language.
    pub(crate) fn is_valid_in(&self, language: &Language) -> bool {
        self.compiled(number_of(language)).is_ok()
    }

    /// Returns a condition that holds for every text in which a search in any of `targets` may find
    /// something. `first` is the first target, which determines the others.
    pub(crate) fn word_query_of_any(
        &self,
        first: SearchTarget,
        targets: impl Iterator<Item = SearchTarget>,
    ) -> &WordQuery {
        self.undecided[number_of(first.host)].get_or_init(|| {
            WordQuery::any_of(targets.map(|target| self.word_query(target).clone()))
        })
    }

    /// Returns an error if code in at least one language was searched and the query is invalid in
    /// all searched languages.
    pub fn compile_error(&self) -> Result<()> {
        let mut compiled = languages()
            .iter()
            .zip(self.languages.iter().zip(&self.searched))
            .filter(|(_, (_, searched))| searched.load(Ordering::Relaxed))
            .filter_map(|(language, (compiled, _))| Some((language, compiled.get()?)));
        if compiled.clone().any(|(_, compiled)| compiled.is_ok()) {
            return Ok(());
        }
        match compiled.next() {
            Some((language, Err(error))) => Err(suggestion::with_suggestion(
                error.duplicate(),
                language,
                &self.token,
            )),
            _ => Ok(()),
        }
    }

    /// Returns hints for a query without a match. The hint for each pattern is based on the first
    /// searched language in which the pattern is valid; without such a language, it is the error.
    pub fn hints(&self) -> Vec<String> {
        let searched = languages().iter().zip(&self.searched);
        let searched = searched.filter(|(_, searched)| searched.load(Ordering::Relaxed));
        let languages: Vec<&'static Language> = searched.map(|(language, _)| language).collect();
        let own = self.query.patterns.len();
        let of_rule = self.rule.iter().flat_map(|rule| &rule.patterns);
        let patterns = self.query.patterns.iter().chain(of_rule).enumerate();
        let hint = |(index, pattern): (usize, &String)| {
            let mut languages = languages.iter();
            let hint = languages.find_map(|l| suggestion::hint(pattern, l, &self.token))?;
            // A single pattern and the patterns of a rule are not in a list.
            Some(match own > 1 && index < own {
                true => format!("`{}[{index}]`: {hint}", self.list.name()),
                false => hint,
            })
        };
        let invalid = |index: usize| {
            let mut errors = languages.iter().map(|language| {
                let query = self.compiled(number_of(language)).ok()?;
                let mut invalid = query.invalid.iter();
                invalid.find(|(at, _)| *at as usize == index)
            });
            let (_, error) = errors.next()??;
            let in_all = errors.all(|error| error.is_some());
            in_all.then(|| error.to_string())
        };
        let errors = (0..own + 1).filter_map(invalid);
        patterns
            .filter_map(hint)
            .chain(errors)
            .take(MAX_HINTS)
            .collect()
    }

    /// Compiles the query for a language.
    ///
    /// # Errors
    ///
    /// Returns the error for the first pattern, or for the rule, that is invalid in the language,
    /// with a suggested pattern if one is known.
    pub fn require(&self, language: &'static Language) -> Result<()> {
        let error = match self.in_language(language) {
            Ok(query) => query.invalid.first().map(|(_, error)| error),
            Err(error) => Some(error),
        };
        error.map_or(Ok(()), |error| {
            let error = error.duplicate();
            Err(suggestion::with_suggestion(error, language, &self.token))
        })
    }
}

/// Adds the index of the offending pattern to the error. A single pattern can be given without a
/// list.
fn of_element(error: Error, list: OptionName, index: usize, query: &AstQuery) -> Error {
    match list == OptionName::Rewrites || query.patterns.len() > 1 {
        true => error.in_element(list, index),
        false => error,
    }
}

impl LanguageQuery {
    /// Compiles a query for a language.
    ///
    /// Leaves out patterns that are invalid in the language, as long as another pattern or the rule
    /// is valid; otherwise returns the error for the first pattern.
    fn compile(
        query: &AstQuery,
        list: OptionName,
        rule: Option<&ParsedRule>,
        language: &'static Language,
        token: &CancelToken,
    ) -> Result<LanguageQuery> {
        let mut entries = Vec::new();
        let mut invalid = Vec::new();
        for (pattern, text) in (0u32..).zip(&query.patterns) {
            let selector = query.selector.as_deref();
            match Pattern::compile(text, selector, query.strictness, language, token) {
                Ok(compiled) => {
                    let budget = WorkBudget::new(token, None);
                    let hidden =
                        texts_of_pattern(text, language, &budget).map_err(interrupt_error)?;
                    entries.extend(compiled.variants.into_iter().map(|variant| QueryEntry {
                        pattern,
                        names: compiled.names.clone(),
                        variant,
                        hidden: hidden.clone(),
                        reading: OnceLock::new(),
                    }));
                }
                Err(error) => {
                    let error = of_element(error, list, pattern as usize, query);
                    invalid.push((pattern, error));
                }
            }
        }
        let rule_index = query.patterns.len() as u32;
        let rule = match rule.map(|rule| rule.compile(language, token)) {
            None => None,
            Some(Ok(rule)) => Some(rule),
            Some(Err(error)) => {
                invalid.push((rule_index, error));
                None
            }
        };
        if entries.is_empty() && rule.is_none() && !invalid.is_empty() {
            return Err(invalid.swap_remove(0).1);
        }
        let mut prefilters = Vec::new();
        let lexical_rules = LexicalRules::of(language).map(Arc::new);
        for QueryEntry { variant, .. } in &entries {
            let prefilter =
                Prefilter::new(variant, query.strictness, language, lexical_rules.as_ref());
            if !prefilters.contains(&prefilter) {
                prefilters.push(prefilter);
            }
        }
        let words = match rule {
            Some(_) => WordQuery::All,
            None => WordQuery::any_of(prefilters.iter().map(Prefilter::word_query)),
        };
        let kinds = grammar_of(language).node_kind_count();
        let equal_quotes = EqualQuotes::of(language);
        let is_same_kind = |a: u16, b: u16| {
            let quotes = equal_quotes.as_ref();
            a == b || quotes.is_some_and(|quotes| quotes.is_same_kind(a, b))
        };
        let entries_of_kind = |kind: Option<u16>| {
            (0u16..)
                .zip(&entries)
                .filter(|(_, entry)| {
                    let root_kind = entry.variant.root_kind;
                    root_kind.is_none_or(|root| kind.is_some_and(|kind| is_same_kind(root, kind)))
                })
                .map(|(index, _)| index)
                .collect()
        };
        let by_kind = (0..kinds as u16)
            .map(|kind| entries_of_kind(Some(kind)))
            .collect();
        let any_kind = entries_of_kind(None);
        Ok(LanguageQuery {
            language,
            strictness: query.strictness,
            equal_quotes,
            every_pattern: false,
            by_kind,
            any_kind,
            prefilters,
            words,
            rule,
            rule_index,
            entries,
            invalid,
        })
    }

    /// Returns the offsets in the text where matches are possible.
    ///
    /// `is_whole` is true if the whole text is in this language; candidates inside comments are
    /// dropped only in that case.
    pub(crate) fn candidates(&self, text: &[u8], is_whole: bool) -> Candidates {
        if self.rule.is_some() {
            return Candidates::All;
        }
        let mut all = Vec::new();
        for prefilter in &self.prefilters {
            match prefilter.candidates(text) {
                Candidates::All => return Candidates::All,
                Candidates::None => {}
                Candidates::At(offsets) => all.extend(offsets),
            }
        }
        all.sort_unstable();
        all.dedup();
        if is_whole && self.prefilters.iter().all(Prefilter::is_outside_comments) {
            comments::drop_commented(self.language, text, &mut all);
        }
        if all.is_empty() {
            return Candidates::None;
        }
        Candidates::At(all)
    }

    /// Returns the ascending indices of the entries that may match a node of this kind.
    pub(crate) fn entries_of(&self, kind: u16) -> &[u16] {
        self.by_kind
            .get(usize::from(kind))
            .unwrap_or(&self.any_kind)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
