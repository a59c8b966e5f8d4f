//! A query, compiled for each language that is met.

use std::sync::{Arc, OnceLock};

use super::comments;
use super::language::Language;
use super::languages::LANGUAGES;
use super::lexical::LexicalRules;
use super::options::{AstQuery, Strictness};
use super::pattern::{Pattern, PatternVariant};
use super::prefilter::{Candidates, Prefilter};
use super::rule::{CompiledRule, ParsedRule};
use crate::cancel::CancelToken;
use crate::error::{Error, ErrorKind, Result};

/// A query in all languages.
pub(super) struct CompiledQuery {
    query: AstQuery,
    rule: Option<ParsedRule>,
    token: CancelToken,
    every_pattern: bool,
    languages: Vec<OnceLock<Result<LanguageQuery>>>,
}

/// A query in one language.
pub(super) struct LanguageQuery {
    pub(super) language: &'static Language,
    pub(super) strictness: Strictness,
    /// All readings of all patterns, in the order of the patterns.
    pub(super) entries: Vec<QueryEntry>,
    /// Whether code has a match for each pattern that it looks like.
    pub(super) every_pattern: bool,
    /// What a text must hold for one of the entries to match; all different.
    prefilters: Vec<Prefilter>,
    /// The entries for a kind of root node, and those for any, in order.
    by_kind: Vec<Box<[u16]>>,
    any_kind: Box<[u16]>,
    pub(super) rule: Option<CompiledRule>,
    /// The number that stands for the rule: it comes after the patterns.
    pub(super) rule_number: u32,
}

pub(super) struct QueryEntry {
    /// Number of the pattern in the query.
    pub(super) pattern: u32,
    pub(super) names: Vec<String>,
    pub(super) reading: PatternVariant,
}

impl CompiledQuery {
    /// Checks what does not depend on a language.
    pub(super) fn new(query: &AstQuery, token: &CancelToken) -> Result<CompiledQuery> {
        if query.patterns.is_empty() && query.rule.is_none() {
            return Err(Error::option("no pattern was given"));
        }
        if let Some(empty) = query.patterns.iter().find(|p| p.trim().is_empty()) {
            return Err(
                Error::new(ErrorKind::InvalidPattern, "the pattern is empty").with_pattern(empty),
            );
        }
        Ok(CompiledQuery {
            rule: query.rule.as_deref().map(ParsedRule::read).transpose()?,
            query: query.clone(),
            token: token.clone(),
            every_pattern: false,
            languages: LANGUAGES.iter().map(|_| OnceLock::new()).collect(),
        })
    }

    /// The same, with a match for each pattern that code looks like, not only
    /// for the first.
    pub(super) fn for_every_pattern(
        query: &AstQuery,
        token: &CancelToken,
    ) -> Result<CompiledQuery> {
        Ok(CompiledQuery {
            every_pattern: true,
            ..CompiledQuery::new(query, token)?
        })
    }

    /// The language that the rule is for, if it says so.
    pub(super) fn language_of_rule(&self) -> Option<&'static Language> {
        self.rule.as_ref()?.language
    }

    /// The query in this language, compiled at the first call.
    pub(super) fn in_language(
        &self,
        language: &'static Language,
    ) -> Result<&LanguageQuery, &Error> {
        let at = LANGUAGES.partition_point(|l| l.name < language.name);
        self.languages[at]
            .get_or_init(|| {
                let rule = self.rule.as_ref();
                let compiled = LanguageQuery::compile(&self.query, rule, language, &self.token)?;
                Ok(LanguageQuery {
                    every_pattern: self.every_pattern,
                    ..compiled
                })
            })
            .as_ref()
    }

    /// The error of a query that could be read in none of the languages met.
    pub(super) fn compile_error(&self) -> Result<()> {
        let mut met = self.languages.iter().filter_map(OnceLock::get).peekable();
        if met.clone().any(Result::is_ok) {
            return Ok(());
        }
        match met.next() {
            Some(Err(error)) => Err(error.duplicate()),
            _ => Ok(()),
        }
    }
}

impl LanguageQuery {
    /// Patterns that cannot be read in the language are left out, if there is
    /// one that can.
    fn compile(
        query: &AstQuery,
        rule: Option<&ParsedRule>,
        language: &'static Language,
        token: &CancelToken,
    ) -> Result<LanguageQuery> {
        let mut entries = Vec::new();
        let mut fault = None;
        for (pattern, text) in (0u32..).zip(&query.patterns) {
            let selector = query.selector.as_deref();
            match Pattern::compile(text, selector, query.strictness, language, token) {
                Ok(compiled) => {
                    entries.extend(compiled.readings.into_iter().map(|reading| QueryEntry {
                        pattern,
                        names: compiled.names.clone(),
                        reading,
                    }));
                }
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        let rule = match rule.map(|rule| rule.compile(language, token)) {
            None => None,
            Some(Ok(rule)) => Some(rule),
            Some(Err(error)) => {
                fault = fault.or(Some(error));
                None
            }
        };
        if entries.is_empty()
            && rule.is_none()
            && let Some(fault) = fault
        {
            return Err(fault);
        }
        let mut prefilters = Vec::new();
        let tokens = LexicalRules::of(language).map(Arc::new);
        for QueryEntry { reading, .. } in &entries {
            let prefilter = Prefilter::new(reading, query.strictness, language, tokens.as_ref());
            if !prefilters.contains(&prefilter) {
                prefilters.push(prefilter);
            }
        }
        let kinds = language.grammar().node_kind_count();
        let of_kind = |kind: Option<u16>| {
            (0u16..)
                .zip(&entries)
                .filter(|(_, entry)| {
                    entry.reading.root_kind.is_none() || entry.reading.root_kind == kind
                })
                .map(|(at, _)| at)
                .collect()
        };
        Ok(LanguageQuery {
            language,
            strictness: query.strictness,
            every_pattern: false,
            by_kind: (0..kinds as u16).map(|kind| of_kind(Some(kind))).collect(),
            any_kind: of_kind(None),
            prefilters,
            rule,
            rule_number: query.patterns.len() as u32,
            entries,
        })
    }

    /// Where in a text matches can be. If `is_whole`, all of the text is in
    /// this language.
    pub(super) fn places(&self, text: &[u8], is_whole: bool) -> Candidates {
        if self.rule.is_some() {
            return Candidates::All;
        }
        let mut all = Vec::new();
        for prefilter in &self.prefilters {
            match prefilter.places(text) {
                Candidates::All => return Candidates::All,
                Candidates::None => {}
                Candidates::At(places) => all.extend(places),
            }
        }
        all.sort_unstable();
        all.dedup();
        if is_whole && self.prefilters.iter().all(Prefilter::is_of_code) {
            comments::drop_places(self.language, text, &mut all);
        }
        if all.is_empty() {
            return Candidates::None;
        }
        Candidates::At(all)
    }

    /// The entries that a node of this kind may match, in order.
    pub(super) fn entries_of(&self, kind: u16) -> &[u16] {
        self.by_kind
            .get(usize::from(kind))
            .unwrap_or(&self.any_kind)
    }
}
