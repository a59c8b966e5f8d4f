//! Skeletons: source text with the function bodies elided.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use ransack_base::internal::{ErrorParts, setters};
use ransack_base::{
    CancelToken, ContentId, Error, ErrorKind, OptionName, Outcome, RelPath, Report, Result, SkipReason, Stream,
};
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::internal::has_locals;
use ransack_languages::{ItemKind, OutlineItem};

use crate::outline::derive::{self, Derive, Derived};
use crate::outline::item::Outline;
use crate::outline::options::{OutlineFilesOptions, OutlineOptions};
use crate::outline::text::ParsedText;
use crate::outline::{compiled, name_path};

#[cfg(feature = "tokens")]
use ransack_tokens::{Encoding, count_tokens};

/// Level of detail of a skeleton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkeletonLevel {
    /// Signatures without documentation.
    Signatures,
    /// Signatures and documentation.
    #[default]
    Docs,
}

impl SkeletonLevel {
    /// All levels, each with its name.
    pub const ALL: [(&'static str, SkeletonLevel); 2] = [
        ("signatures", SkeletonLevel::Signatures),
        ("docs", SkeletonLevel::Docs),
    ];
}

/// Options for [`skeleton`], [`skeleton_file`] and [`skeleton_stream`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SkeletonOptions {
    /// Level of detail. Default: [`SkeletonLevel::Docs`].
    pub level: SkeletonLevel,
    /// Name paths of definitions to keep in full; see [`definition`](crate::definition()). If a
    /// call reads several files, every definition with such a name is kept. Default: empty, which
    /// elides every body.
    pub names: Vec<String>,
}

setters! { SkeletonOptions {
    value(SkeletonLevel) level,
    list(String) names,
}}

/// Source text with its function bodies elided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skeleton {
    /// Path of the file relative to its root, or the file name if the root is a file. Empty for
    /// text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Content id of the bytes of the file or the text in memory.
    pub version: ContentId,
    /// Name of the language.
    pub language: &'static str,
    /// Text in which each elided body is replaced with a comment that contains `...`, or with the
    /// placeholder that the language's syntax requires.
    pub text: Vec<u8>,
    /// Number of elided bodies.
    pub elided: u64,
    /// Number of tokens in [`Skeleton::text`], counted with the encoding `o200k_base`; 0 without
    /// the feature `tokens`.
    pub tokens: u64,
    /// Number of tokens in the original text, counted with the encoding `o200k_base`; 0 without the
    /// feature `tokens`.
    pub original_tokens: u64,
    /// Number of syntax errors in the original text.
    pub syntax_errors: u64,
}

/// Stream of skeletons returned by [`skeleton_stream`].
pub type SkeletonStream = Stream<Skeleton>;

/// Returns `source` with its function bodies elided.
///
/// Imports, types with their members, constants and statements outside functions are unchanged. A
/// body that is shorter than its replacement is also unchanged.
///
/// The skeleton never has more syntax errors than the original text. To ensure this, bodies next to
/// an error may be kept.
///
/// Computes one [`outline`](crate::outline::outline()) of the text and two token counts, plus up to two
/// outlines of the skeleton if the text has syntax errors.
///
/// # Errors
///
/// - [`UnknownName`](crate::ErrorKind::UnknownName),
///   [`AmbiguousName`](crate::ErrorKind::AmbiguousName): no definition, or more than one, matches
///   one of the [`names`](SkeletonOptions::names); see [`definition`](crate::definition()).
/// - Any error that [`outline`](crate::outline::outline()) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, SkeletonOptions, skeleton};
///
/// let source = b"import os\n\ndef f(a):\n    '''Adds.'''\n    print(a)\n    return a + 1\n";
/// let skeleton = skeleton(source, "python", &SkeletonOptions::default(), &CancelToken::new())?;
/// assert_eq!(skeleton.text, b"import os\n\ndef f(a):\n    '''Adds.'''\n    ...\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn skeleton(
    source: &[u8],
    language: &str,
    options: &SkeletonOptions,
    token: &CancelToken,
) -> Result<Skeleton> {
    derive::derive(source, language, options.clone(), token)?.0
}

/// Returns the text of one file with its function bodies elided. The file must be the only root of
/// the scope.
///
/// The outcome contains one skeleton, or none if the file is skipped; the report then gives the
/// reason.
///
/// # Errors
///
/// Any error that [`skeleton`] or [`outline_file`](crate::outline::outline_file) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, OutlineFilesOptions, SkeletonOptions, skeleton_file};
///
/// let file = OutlineFilesOptions::new("src/skeleton.rs");
/// let outcome = skeleton_file(&file, &SkeletonOptions::default(), &CancelToken::new())?;
/// assert!(outcome.items[0].tokens < outcome.items[0].original_tokens);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn skeleton_file(
    file: &OutlineFilesOptions,
    options: &SkeletonOptions,
    token: &CancelToken,
) -> Result<Outcome<Skeleton>> {
    derive::one_file_or_error(file, options.clone(), token)
}

/// Starts creating skeletons of files on the worker pool and returns them as a stream, without
/// blocking.
///
/// Yields one skeleton for each file in scope, in path order. Files in languages without outlines
/// are out of scope. All errors, including those caused by invalid options, are reported through
/// the stream.
///
/// # Errors
///
/// - [`UnknownName`](crate::ErrorKind::UnknownName): one of the [`names`](SkeletonOptions::names)
///   is not found in any file. This is known only after all files have been read, so the stream may
///   already have yielded skeletons; a stream that stops early does not report this error.
/// - Any error that [`outline_stream`](crate::outline::outline_stream) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use std::ops::ControlFlow;
/// use ransack::{CancelToken, OutlineFilesOptions, SkeletonOptions, skeleton_stream};
///
/// let files = OutlineFilesOptions::new("src").globs(["outline/*.rs"]);
/// let (mut tokens, mut original) = (0, 0);
/// let options = SkeletonOptions::default();
/// skeleton_stream(&files, &options, &CancelToken::new()).for_each(|skeleton| {
///     tokens += skeleton.tokens;
///     original += skeleton.original_tokens;
///     ControlFlow::Continue(())
/// })?;
/// assert!(tokens < original);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn skeleton_stream(
    files: &OutlineFilesOptions,
    options: &SkeletonOptions,
    token: &CancelToken,
) -> SkeletonStream {
    derive::start(files, SkeletonOfEach::new(options), token)
}

/// Skeleton of one text, or the error of the names to keep.
pub(crate) struct MadeSkeleton(Result<Skeleton>);

impl From<MadeSkeleton> for Result<Skeleton> {
    fn from(made: MadeSkeleton) -> Result<Skeleton> {
        made.0
    }
}

impl SkeletonOptions {
    /// Adds the index of the offending name to the error, if there are several names.
    fn of_name(&self, error: Error, index: usize) -> Error {
        match self.names.len() {
            1 => error,
            _ => error.in_element(OptionName::Names, index),
        }
    }
}

impl Derive for SkeletonOptions {
    type Output = MadeSkeleton;

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<MadeSkeleton, Interrupt> {
        let outline = text.outline(&OutlineOptions::default(), parsers, budget)?;
        let mut kept = Vec::new();
        for (index, name) in self.names.iter().enumerate() {
            match name_path::find(&outline, name, budget)? {
                Ok(item) => kept.push(range(item)),
                Err(error) => return Ok(MadeSkeleton(Err(self.of_name(error, index)))),
            }
        }
        let made = made(text, &outline, self.level, kept, parsers, budget)?;
        Ok(MadeSkeleton(Ok(made)))
    }
}

/// Skeletons of several files.
struct SkeletonOfEach {
    options: SkeletonOptions,
    /// Whether any file has a definition with the name at this index.
    is_found: Vec<AtomicBool>,
}

impl SkeletonOfEach {
    fn new(options: &SkeletonOptions) -> SkeletonOfEach {
        SkeletonOfEach {
            options: options.clone(),
            is_found: options
                .names
                .iter()
                .map(|_| AtomicBool::new(false))
                .collect(),
        }
    }
}

impl Derive for SkeletonOfEach {
    type Output = Skeleton;

    fn check(&self) -> Result<()> {
        let mut names = self.options.names.iter().enumerate();
        names.try_for_each(|(index, name)| {
            name_path::require(name).map_err(|error| self.options.of_name(error, index))
        })
    }

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Skeleton, Interrupt> {
        let outline = text.outline(&OutlineOptions::default(), parsers, budget)?;
        let mut kept = Vec::new();
        for (name, is_found) in self.options.names.iter().zip(&self.is_found) {
            let found = name_path::find_all(&outline, name, budget)?;
            if !found.is_empty() {
                is_found.store(true, Ordering::Relaxed);
            }
            kept.extend(found.into_iter().map(range));
        }
        made(text, &outline, self.options.level, kept, parsers, budget)
    }

    fn verdict(&self) -> Result<()> {
        let mut is_found = self.is_found.iter();
        match is_found.position(|is_found| !is_found.load(Ordering::Relaxed)) {
            Some(index) => {
                let message = "no file has a definition of this name";
                let error = Error::new(ErrorKind::UnknownName, message);
                let error = error.with_pattern(&self.options.names[index]);
                Err(self.options.of_name(error, index))
            }
            None => Ok(()),
        }
    }
}

/// Elides the bodies of the text, except bodies in the ranges `kept`.
///
/// After a syntax error, eliding the surrounding bodies can make the grammar resume at a different
/// place. If the skeleton has more errors than the text, it is created again: first keeping the
/// bodies next to definitions with errors, then keeping all bodies.
fn made(
    text: &ParsedText<'_>,
    outline: &Outline,
    level: SkeletonLevel,
    kept: Vec<Range<usize>>,
    parsers: &mut Parsers,
    budget: &mut WorkBudget<'_>,
) -> Result<Skeleton, Interrupt> {
    let mut made = elided(text, outline, level, kept.clone());
    if outline.syntax_errors > 0 && made.text != text.source {
        let mut beside = kept;
        beside_errors(&outline.items, &mut beside);
        let all = outline.items.iter().map(range).collect();
        for kept in [beside, all] {
            let parsed = ParsedText::new(&made.text, text.language, parsers, budget)?;
            let now = parsed.outline(&OutlineOptions::default(), parsers, budget)?;
            if now.syntax_errors <= outline.syntax_errors {
                break;
            }
            made = elided(text, outline, level, kept);
        }
    }
    made.tokens = token_count(&made.text);
    let count = || token_count(text.source);
    made.original_tokens = match text.cached() {
        Some(cached) => cached.token_count("o200k_base", count),
        None => count(),
    };
    Ok(made)
}

/// Adds the ranges of all siblings of definitions that have a syntax error.
fn beside_errors(items: &[OutlineItem], ranges: &mut Vec<Range<usize>>) {
    for pair in items.windows(2) {
        let [first, second] = pair else { continue };
        if first.has_error {
            ranges.push(range(second));
        }
        if second.has_error {
            ranges.push(range(first));
        }
    }
    for item in items.iter().filter(|item| item.has_error) {
        beside_errors(&item.children, ranges);
    }
}

/// Returns a skeleton without token counts.
fn elided(
    text: &ParsedText<'_>,
    outline: &Outline,
    level: SkeletonLevel,
    kept: Vec<Range<usize>>,
) -> Skeleton {
    let mut cuts = Cuts::new(text, level, kept);
    cuts.add_all(&outline.items);
    Skeleton {
        language: outline.language,
        text: cuts.apply(0..text.source.len()),
        elided: cuts.count,
        syntax_errors: outline.syntax_errors,
        ..Skeleton::default()
    }
}

impl Skeleton {
    /// Returns the report that a call would give for a file with this text, without the path. The
    /// report is complete unless the text has syntax errors.
    pub fn report(&self) -> Report {
        derive::report_of_text(self.has_items(), self.faults())
    }
}

impl Derived for Skeleton {
    fn set_file(&mut self, path: RelPath, root: u32) {
        self.path = path;
        self.root = root;
    }

    fn set_version(&mut self, version: ContentId) {
        self.version = version;
    }

    fn weight(&self) -> usize {
        size_of::<Skeleton>() + self.text.len()
    }

    fn faults(&self) -> Vec<(SkipReason, String)> {
        derive::syntax_fault(self.syntax_errors)
            .into_iter()
            .collect()
    }

    fn has_items(&self) -> bool {
        self.elided > 0
    }
}

impl Derived for MadeSkeleton {
    fn set_file(&mut self, path: RelPath, root: u32) {
        if let Ok(skeleton) = &mut self.0 {
            skeleton.set_file(path, root);
        }
    }

    fn set_version(&mut self, version: ContentId) {
        if let Ok(skeleton) = &mut self.0 {
            skeleton.set_version(version);
        }
    }

    fn weight(&self) -> usize {
        self.0.as_ref().map_or(0, Skeleton::weight)
    }

    fn faults(&self) -> Vec<(SkipReason, String)> {
        self.0.as_ref().map_or(Vec::new(), Skeleton::faults)
    }

    fn has_items(&self) -> bool {
        self.0.as_ref().is_ok_and(Skeleton::has_items)
    }
}

#[cfg(feature = "tokens")]
fn token_count(text: &[u8]) -> u64 {
    count_tokens(text, Encoding::O200kBase) as u64
}

#[cfg(not(feature = "tokens"))]
fn token_count(_text: &[u8]) -> u64 {
    0
}

/// Returns the source of a definition with the bodies of its functions elided.
pub(crate) fn summary(text: &ParsedText<'_>, item: &OutlineItem) -> Vec<u8> {
    let mut cuts = Cuts::new(text, SkeletonLevel::Docs, Vec::new());
    cuts.add_all(std::slice::from_ref(item));
    cuts.apply(range(item))
}

fn range(item: &OutlineItem) -> Range<usize> {
    item.span().start.offset..item.span().end.offset
}

/// Returns whether the body of a definition is elided. Accessors of a property belong to its
/// interface, and a test group is a container.
fn is_elided(item: &OutlineItem) -> bool {
    match item.kind {
        ItemKind::Property => false,
        ItemKind::Test => item.children.is_empty(),
        kind => has_locals(kind),
    }
}

/// Replacements that produce a skeleton.
struct Cuts<'s> {
    source: &'s [u8],
    elided: &'static str,
    level: SkeletonLevel,
    /// Ranges to keep in full, ascending and disjoint.
    kept: Vec<Range<usize>>,
    /// Ranges with their replacements, ascending and disjoint.
    edits: Vec<(Range<usize>, String)>,
    count: u64,
}

impl<'s> Cuts<'s> {
    fn new(text: &ParsedText<'s>, level: SkeletonLevel, mut kept: Vec<Range<usize>>) -> Cuts<'s> {
        kept.sort_by_key(|range| range.start);
        kept.dedup_by(|next, last| {
            let overlaps = next.start < last.end;
            if overlaps {
                last.end = last.end.max(next.end);
            }
            overlaps
        });
        Cuts {
            source: text.source,
            elided: compiled::elided(text.language),
            level,
            kept,
            edits: Vec::new(),
            count: 0,
        }
    }

    fn is_kept(&self, whole: &Range<usize>) -> bool {
        let after = self.kept.partition_point(|kept| kept.start <= whole.start);
        let last = after.checked_sub(1).and_then(|at| self.kept.get(at));
        last.is_some_and(|kept| whole.end <= kept.end)
    }

    fn has_kept_inside(&self, whole: &Range<usize>) -> bool {
        let first = self.kept.partition_point(|kept| kept.start < whole.start);
        let first = self.kept.get(first);
        first.is_some_and(|kept| kept.end <= whole.end)
    }

    fn add_all(&mut self, items: &[OutlineItem]) {
        for item in items {
            let whole = range(item);
            if self.is_kept(&whole) {
                continue;
            }
            let has_kept_inside = self.has_kept_inside(&whole);
            let doc = item
                .doc_span()
                .map(|span| span.start.offset..span.end.offset);
            let body = item
                .body_span()
                .map(|span| span.start.offset..span.end.offset);
            let doc_before = doc
                .clone()
                .filter(|doc| doc.end <= item.name_span().start.offset);
            if let Some(doc) = doc_before.filter(|_| self.level == SkeletonLevel::Signatures) {
                self.remove_lines(doc);
            }
            match body {
                Some(body) if is_elided(item) && !has_kept_inside => self.elide(body, doc),
                _ => self.add_all(&item.children),
            }
        }
    }

    /// Replaces a body, except the documentation at its start.
    fn elide(&mut self, mut body: Range<usize>, doc: Option<Range<usize>>) {
        let doc = doc.filter(|doc| body.start <= doc.start && doc.end <= body.end);
        let mut text = self.elided.to_owned();
        if let Some(doc) = doc {
            if doc.end == body.end {
                return;
            }
            if self.level == SkeletonLevel::Docs {
                let indent = self.indentation(doc.start);
                let inner = self.elided.strip_prefix('{');
                let inner = inner.and_then(|inner| inner.strip_suffix('}'));
                text = match inner.map(str::trim) {
                    Some(inner) => {
                        let base = self.indentation(body.start);
                        format!("\n{indent}{inner}\n{base}}}")
                    }
                    None => format!("\n{indent}{}", self.elided),
                };
                body.start = doc.end;
            }
        }
        if self.is_comment() && !self.rest_of_line(body.end).trim_ascii().is_empty() {
            let indent = self.indentation(body.start);
            text = format!("{text}\n{indent}");
        }
        // A word that replaces a punctuation mark must not join the previous word.
        let before = self.source[..body.start].last();
        let is_after_word = before.is_some_and(|byte| !byte.is_ascii_whitespace());
        if is_after_word && text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            text.insert(0, ' ');
        }
        if text.len() < body.len() {
            self.push(body, text);
            self.count += 1;
        }
    }

    /// Returns whether the replacement is a comment that extends to the end of the line.
    fn is_comment(&self) -> bool {
        ["#", "--", "//", "%", ";"]
            .iter()
            .any(|mark| self.elided.starts_with(mark))
    }

    fn rest_of_line(&self, offset: usize) -> &[u8] {
        let rest = self.source.get(offset..).unwrap_or_default();
        rest.split(|byte| *byte == b'\n').next().unwrap_or_default()
    }

    /// Returns the white space at the start of the line of `offset`.
    fn indentation(&self, offset: usize) -> String {
        let before = self.source.get(..offset).unwrap_or_default();
        let start = memchr::memrchr(b'\n', before).map_or(0, |feed| feed + 1);
        let line = self.source[start..].iter();
        let indent: Vec<u8> = line
            .copied()
            .take_while(|b| matches!(b, b' ' | b'\t'))
            .collect();
        String::from_utf8_lossy(&indent).into_owned()
    }

    /// Removes a range and the rest of its last line.
    fn remove_lines(&mut self, mut range: Range<usize>) {
        let rest = self.rest_of_line(range.end);
        if rest.trim_ascii().is_empty() {
            range.end = (range.end + rest.len() + 1).min(self.source.len());
            range.start -= self.indentation(range.start).len();
        }
        self.push(range, String::new());
    }

    fn push(&mut self, range: Range<usize>, text: String) {
        let last = self.edits.last().map_or(0, |(last, _)| last.end);
        if last <= range.start {
            self.edits.push((range, text));
        }
    }

    /// Returns a range of the text with the replacements applied. All replacements must lie in the
    /// range.
    fn apply(&self, whole: Range<usize>) -> Vec<u8> {
        let mut result = Vec::with_capacity(whole.len() / 2);
        let mut at = whole.start;
        for (range, text) in &self.edits {
            result.extend_from_slice(&self.source[at..range.start]);
            result.extend_from_slice(text.as_bytes());
            at = range.end;
        }
        result.extend_from_slice(&self.source[at..whole.end]);
        result
    }
}
