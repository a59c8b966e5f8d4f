//! Validated options of a call, and what all calls do with the text of a file.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ransack_base::internal::{ErrorParts, slashed};
use ransack_base::{Aborted, CancelToken, Error, OptionName, Outcome, RelPath, Result, Stream};
use ransack_grammars::internal::Parsers;
use ransack_search::internal::{
    EntryRules, Request, RootGlobs, Wanted, begin_scope, start, workspace_root, workspace_value,
};
use ransack_search::{PathsFrom, Scope};
use ransack_tokens::{TokenOptions, Tokenizer};

use super::examiner::{PackTextExaminer, ProcessText, TextOfFile};
use super::joiner::{Frame, join};
use super::measure::{MeasuredSize, Shortener};
use super::options::{PackLevel, PackOptions};
use super::outcome::{PackPart, PackReason, PackedFile};
use super::relevance::Relevance;
use super::rules::{CallRules, PackRules, RuleMode};
use super::section::{FileSection, SectionWriter};
use super::text::PackTextReader;

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
    pub(super) fn cost(self, size: MeasuredSize) -> u64 {
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
    /// Text before the paths of each root in the text of the pack.
    prefixes: Vec<String>,
}

impl PackCall {
    pub(super) fn new(options: &PackOptions) -> Result<PackCall> {
        let mut scope = begin_scope(&options.scope);
        let rules = match &options.rules {
            None => None,
            Some(rules) => {
                let root = rule_root(rules, &scope)?;
                let rules = CallRules::new(rules, root, scope.node_modules, options.explain);
                // The rules decide about these.
                scope.node_modules = true;
                scope.gitignore &= rules.mode() != RuleMode::Jinni;
                Some(Arc::new(rules))
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
                shortened: workspace_value(&scope),
            },
            options: options.clone(),
            prefixes: prefixes(&scope),
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

    /// Returns the path of a file as the text shows it.
    pub(super) fn heading(&self, root: u32, path: &RelPath) -> String {
        let prefix = self.prefixes.get(root as usize);
        let prefix = prefix.map(String::as_str).unwrap_or_default();
        format!("{prefix}{}", path.to_string_lossy())
    }

    /// Processes the texts of all files that `process` needs, in path order.
    pub(super) fn run<P: ProcessText>(
        &self,
        process: P,
        token: &CancelToken,
    ) -> Result<Outcome<P::Output>> {
        self.start(process, token)?.collect_outcome()
    }

    /// Starts processing the texts of all files that `process` needs, in path order.
    pub(super) fn start<P: ProcessText>(
        &self,
        process: P,
        token: &CancelToken,
    ) -> Result<Stream<P::Output>> {
        let reader = PackTextReader::new(&self.options)?;
        let request = Request::of_all(self.scope.clone(), self.options.pool.clone());
        let rules = self.rules.clone();
        let examiner = PackTextExaminer {
            reader,
            process,
            has_rules: rules.is_some(),
        };
        let wanted = Wanted {
            rules: rules.map(|rules| -> Arc<dyn EntryRules> { rules }),
            ..Wanted::default()
        };
        Ok(start(request, token, move || Ok((examiner, wanted))))
    }

    /// Returns the size of a text.
    pub(super) fn size(&self, text: &str, token: &CancelToken) -> Result<MeasuredSize> {
        let tokenizer = Tokenizer::get(self.options.encoding);
        Ok(MeasuredSize {
            tokens: tokenizer.count(text, &TokenOptions::default(), token)? as u64,
            bytes: text.len() as u64,
        })
    }

    /// Returns the pieces of a file at a level: one, or several if the pack has parts that the file
    /// does not fit into.
    pub(super) fn pieces(
        &self,
        text: &TextOfFile,
        level: PackLevel,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Vec<String>, Aborted> {
        let (shortener, language) = (&self.shortener, text.language);
        let shortened = shortener.shorten(text, level, parsers, token)?;
        let shortened = shortened.map(|text| String::from_utf8_lossy(&text).into_owned());
        let shown = shortened.as_deref().unwrap_or(&text.text);
        let section = FileSection {
            path: &self.heading(text.root, &text.path),
            level,
            language: language.map(|language| language.name),
            text: shown,
            first_line: 1,
            part: None,
        };
        let whole = self.writer.file(&section);
        let encoding = self.options.encoding;
        let tokens = |text: &str| MeasuredSize::of(text.as_bytes(), encoding).tokens;
        let Some(max) = self.options.max_part_tokens else {
            return Ok(vec![whole]);
        };
        if tokens(&whole) + PART_MARGIN <= max {
            return Ok(vec![whole]);
        }
        let ends = match level {
            PackLevel::Outline => Vec::new(),
            _ => shortener.definition_ends(shown, language, parsers, token)?,
        };
        let part = |range: Range<usize>, part| FileSection {
            text: &shown[range.clone()],
            first_line: 1 + memchr::memchr_iter(b'\n', &shown.as_bytes()[..range.start]).count()
                as u64,
            part: Some(part),
            ..section
        };
        let fits = |range: Range<usize>| {
            // The numbers of parts are not known yet.
            let text = self.writer.file(&part(range, (99, 99)));
            tokens(&text) + PART_MARGIN <= max
        };
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        while start < shown.len() {
            token.heartbeat()?;
            let end = longest(shown, start, &ends, |end| fits(start..end));
            ranges.push(start..end);
            start = end;
        }
        let count = ranges.len();
        let pieces = ranges.into_iter().zip(1..);
        let pieces = pieces.map(|(range, number)| self.writer.file(&part(range, (number, count))));
        Ok(pieces.collect())
    }

    /// Returns the text of a pack of these pieces of files.
    pub(super) fn join(&self, frame: &Frame, pieces: &[&str]) -> String {
        join(
            self.options.format,
            frame.tree.as_deref(),
            pieces,
            &frame.given,
        )
    }

    /// Returns the parts of a pack; none without a maximum for parts.
    pub(super) fn parts(
        &self,
        frame: &Frame,
        pieces: &[&str],
        token: &CancelToken,
    ) -> Result<Vec<PackPart>> {
        let Some(max) = self.options.max_part_tokens else {
            return Ok(Vec::new());
        };
        let given = &frame.given;
        let mut parts = Vec::new();
        let mut tree = frame.tree.as_deref();
        let (mut from, mut given_from) = (0, 0);
        while from < pieces.len() || given_from < given.len() || tree.is_some() {
            let left = pieces.len() - from + given.len() - given_from;
            let text_of = |count: usize| {
                let files = count.min(pieces.len() - from);
                let texts = &given[given_from..given_from + count - files];
                let files = &pieces[from..from + files];
                join(self.options.format, tree, files, texts)
            };
            // A larger number of pieces never has fewer tokens. The tree alone fits into a part.
            let (mut count, mut above) = (usize::from(tree.is_none()), left + 1);
            let mut step = 1;
            while count + 1 < above {
                let next = (count + step).min(above - 1);
                match self.size(&text_of(next), token)?.tokens <= max {
                    true => (count, step) = (next, step * 2),
                    false => (above, step) = (next, 1),
                }
            }
            let text = text_of(count);
            let files = count.min(pieces.len() - from);
            from += files;
            given_from += count - files;
            tree = None;
            let tokens = self.size(&text, token)?.tokens;
            if tokens > max {
                return Err(Error::option(format!(
                    "a part has at most {max} tokens, and one line of a file has {tokens}"
                )));
            }
            parts.push(PackPart { text, tokens });
        }
        Ok(parts)
    }
}

/// Number of tokens that a piece is shorter than a part, for the frame of the part.
pub(super) const PART_MARGIN: u64 = 24;

/// Returns the end of the longest piece from `start` on that `fits`: the last end of a definition,
/// else the last line end, else the last character. A piece has at least one character.
fn longest(text: &str, start: usize, ends: &[usize], fits: impl Fn(usize) -> bool) -> usize {
    if fits(text.len()) {
        return text.len();
    }
    let last = |candidates: &[usize]| {
        let count = candidates.partition_point(|end| fits(*end));
        count.checked_sub(1).map(|at| candidates[at])
    };
    let ends = &ends[ends.partition_point(|end| *end <= start)..];
    let lines = || {
        let feeds = memchr::memchr_iter(b'\n', &text.as_bytes()[start..]);
        feeds.map(|feed| start + feed + 1).collect::<Vec<usize>>()
    };
    let characters = || {
        let characters = text[start..].char_indices().skip(1);
        characters.map(|(at, _)| start + at).collect::<Vec<usize>>()
    };
    let found = last(ends).or_else(|| last(&lines()));
    found.unwrap_or_else(|| {
        let characters = characters();
        let first = characters.first().copied().unwrap_or(text.len());
        last(&characters).unwrap_or(first)
    })
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

/// Returns the text before the paths of each root. Only paths relative to one of several directories
/// have one.
fn prefixes(scope: &Scope) -> Vec<String> {
    let is_relative = match scope.paths_from {
        None => workspace_root(scope).is_none(),
        Some(from) => from == PathsFrom::Root,
    };
    if !is_relative || scope.roots.len() < 2 {
        return Vec::new();
    }
    let prefix = |root: &PathBuf| {
        let spelled = slashed(root.as_os_str());
        let spelled = String::from_utf8_lossy(&spelled);
        let spelled = spelled.strip_prefix("./").unwrap_or(&spelled);
        let spelled = spelled.trim_end_matches('/');
        match spelled {
            "" | "." => String::new(),
            // The path of a file begins as the root is spelled.
            _ if !root.is_dir() => String::new(),
            _ => format!("{spelled}/"),
        }
    };
    scope.roots.iter().map(prefix).collect()
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
