//! Validated options of a call, and what all calls do with the text of a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, CancelToken, Error, OptionName, Outcome, RelPath, Result};
use ransack_grammars::internal::Parsers;
use ransack_search::Scope;
use ransack_search::internal::{
    EntryRules, Request, RootGlobs, Wanted, begin_scope, start, workspace_root,
};
use ransack_tokens::{TokenOptions, Tokenizer};

use super::examiner::{ProcessText, TextExaminer, TextOfFile};
use super::measure::{Shortener, Size};
use super::options::{PackLevel, PackOptions};
use super::outcome::{PackReason, PackedFile};
use super::relevance::Relevance;
use super::rules::{CallRules, PackRules, RuleMode};
use super::section::{FileSection, SectionWriter};
use super::text::TextReader;

/// Maximum that a call divides.
#[derive(Clone, Copy)]
pub(super) enum Maximum {
    Tokens(u64),
    Bytes(u64),
}

impl Maximum {
    pub(super) fn value(self) -> u64 {
        match self {
            Maximum::Tokens(max) | Maximum::Bytes(max) => max,
        }
    }

    /// Returns the part of a size that the maximum counts.
    pub(super) fn cost(self, size: Size) -> u64 {
        match self {
            Maximum::Tokens(_) => size.tokens,
            Maximum::Bytes(_) => size.bytes,
        }
    }
}

/// Validated options of a call.
pub(super) struct PackCall {
    pub(super) options: PackOptions,
    pub(super) scope: Scope,
    pub(super) maximum: Option<Maximum>,
    /// Globs of the levels and of the weights.
    pub(super) levels: RootGlobs,
    pub(super) weights: RootGlobs,
    pub(super) writer: SectionWriter,
    pub(super) shortener: Shortener,
    pub(super) rules: Option<Arc<CallRules>>,
}

impl PackCall {
    pub(super) fn new(options: &PackOptions) -> Result<PackCall> {
        let mut scope = begin_scope(&options.scope);
        let rules = match &options.rules {
            None => None,
            Some(rules) => {
                let root = rule_root(rules, &scope)?;
                // The rules decide about these.
                scope.node_modules = true;
                scope.gitignore &= rules.mode != RuleMode::Jinni;
                Some(Arc::new(CallRules::new(rules, root, options.explain)))
            }
        };
        let maximum = match (options.max_tokens, options.max_bytes) {
            (Some(_), Some(_)) => {
                return Err(Error::option(
                    "both tokens and bytes have a maximum (set one of them)",
                ));
            }
            (Some(tokens), None) => Some(Maximum::Tokens(tokens)),
            (None, Some(bytes)) => Some(Maximum::Bytes(bytes)),
            (None, None) => None,
        };
        for (index, rule) in options.weights.iter().enumerate() {
            if !(rule.weight.is_finite() && rule.weight >= 0.0) {
                let error = Error::option("the weight is not a finite number from 0 on");
                return Err(error
                    .with_pattern(&rule.glob)
                    .in_element(OptionName::Weights, index));
            }
        }
        let levels: Vec<String> = options.levels.iter().map(|r| r.glob.clone()).collect();
        let weights: Vec<String> = options.weights.iter().map(|r| r.glob.clone()).collect();
        Ok(PackCall {
            maximum,
            levels: globs_of(&levels, &scope, OptionName::Levels)?,
            weights: globs_of(&weights, &scope, OptionName::Weights)?,
            writer: SectionWriter {
                format: options.format,
                line_numbers: options.line_numbers,
            },
            shortener: Shortener {
                relevance: Relevance::new(&options.relevant)?,
                time_per_file: options.time_per_file,
            },
            options: options.clone(),
            scope,
            rules,
        })
    }

    /// Returns the highest level at which the file at a path may be shown.
    pub(super) fn max_level(&self, root: u32, path: &RelPath) -> PackLevel {
        let rule = self.levels.last_index(root, path.as_bytes());
        let rule = rule.and_then(|index| self.options.levels.get(index));
        rule.map_or(PackLevel::Whole, |rule| rule.level)
    }

    pub(super) fn weight(&self, root: u32, path: &RelPath) -> f64 {
        let rule = self.weights.last_index(root, path.as_bytes());
        let rule = rule.and_then(|index| self.options.weights.get(index));
        rule.map_or(1.0, |rule| rule.weight)
    }

    /// Processes the texts of all files that `process` needs, in path order.
    pub(super) fn run<P: ProcessText>(
        &self,
        process: P,
        token: &CancelToken,
    ) -> Result<Outcome<P::Output>> {
        let reader = TextReader::new(&self.options)?;
        let request = Request::of_all(self.scope.clone(), self.options.pool.clone());
        let rules = self.rules.clone();
        let examiner = TextExaminer {
            reader,
            process,
            has_rules: rules.is_some(),
        };
        let wanted = Wanted {
            rules: rules.map(|rules| -> Arc<dyn EntryRules> { rules }),
            ..Wanted::default()
        };
        start(request, token, move || Ok((examiner, wanted))).collect_outcome()
    }

    /// Returns the size of a text.
    pub(super) fn size(&self, text: &str, token: &CancelToken) -> Result<Size> {
        let tokenizer = Tokenizer::get(self.options.encoding);
        Ok(Size {
            tokens: tokenizer.count(text, &TokenOptions::default(), token)? as u64,
            bytes: text.len() as u64,
        })
    }

    /// Returns the text of a file's part.
    pub(super) fn section(
        &self,
        text: &TextOfFile,
        level: PackLevel,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<String, Aborted> {
        let (shortener, language) = (&self.shortener, text.language);
        let shortened = shortener.shorten(&text.text, language, level, parsers, token)?;
        let shortened = shortened.map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok(self.writer.file(&FileSection {
            path: &text.path.to_string_lossy(),
            level,
            language: language.map(|language| language.name),
            text: shortened.as_deref().unwrap_or(&text.text),
        }))
    }
}

/// Returns the directory above which a call reads no rules, with links resolved.
fn rule_root(rules: &PackRules, scope: &Scope) -> Result<PathBuf> {
    let root = match (&rules.root, workspace_root(scope)) {
        (Some(root), _) => root,
        (None, Some(root)) => root,
        (None, None) => Path::new("."),
    };
    let real = root.canonicalize();
    real.map_err(|error| Error::io("cannot open", root, error))
}

/// Compiles the globs of a list of rules.
fn globs_of(globs: &[String], scope: &Scope, option: OptionName) -> Result<RootGlobs> {
    for (index, glob) in globs.iter().enumerate() {
        if glob.starts_with('!') {
            let error = Error::option("a rule has no negated glob").with_pattern(glob);
            return Err(error.in_element(option, index));
        }
    }
    RootGlobs::filter_of(globs, &scope.roots, scope.glob_ignore_case, option)
}

/// Returns the parts of the caller's texts.
pub(super) fn given_sections(call: &PackCall) -> Vec<String> {
    let sections = call.options.sections.iter();
    sections.map(|section| call.writer.given(section)).collect()
}

/// Returns the result for a file that is left out.
pub(super) fn packed_file(text: &TextOfFile) -> PackedFile {
    PackedFile {
        path: text.path.clone(),
        root: text.root,
        treatment: PackLevel::Omitted,
        reason: PackReason::Complete,
        tokens: 0,
        original_tokens: 0,
        size: text.text.len() as u64,
        priority: 0.0,
        language: text.language.map(|language| language.name),
        encoding: text.encoding,
        is_encoding_detected: text.is_encoding_detected,
        version: text.version,
        secrets: text.secrets.clone(),
    }
}
