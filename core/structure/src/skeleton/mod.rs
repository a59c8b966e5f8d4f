//! Skeletons: source text without details, such as function bodies.
//!
//! - `cuts`: elides bodies, sections and long values.
//! - `docs`: documentation of files and modules.
//! - `names`: lists of names.
//! - `counter`: counts tokens.
//! - `draft`: the skeleton of one text at the level that fits.
//! - `detail`: one parsed text at several levels.

mod counter;
mod cuts;
pub(crate) mod detail;
mod docs;
mod draft;
mod names;

use std::sync::atomic::{AtomicBool, Ordering};

use ransack_base::internal::{ErrorParts, setters};
use ransack_base::{
    CancelToken, ContentId, Error, ErrorKind, OptionName, Outcome, RelPath, Report, Result,
    SkipReason, Stream,
};
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};

use crate::outline::derive::{self, Derive, Derived};
use crate::outline::name_path;
use crate::outline::options::{OutlineFilesOptions, OutlineOptions};
use crate::outline::text::ParsedText;

use counter::SkeletonTokens;
use cuts::range;
use draft::SkeletonDraft;

pub(crate) use cuts::summary;

/// Level of detail of a skeleton, in order of increasing detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SkeletonLevel {
    /// One line for each definition with its kind and its name, indented by two spaces per depth:
    /// `class Shape`, then `  method area`. Not text in the language of the source.
    Names,
    /// Signatures without documentation; headings of Markdown without text; keys with values of at
    /// most 30 bytes.
    Signatures,
    /// Signatures and documentation; headings of Markdown, each with its first paragraph; keys with
    /// values of at most 100 bytes.
    #[default]
    Docs,
    /// The whole text.
    Full,
}

impl SkeletonLevel {
    /// All levels in order of increasing detail, each with its name.
    pub const ALL: [(&'static str, SkeletonLevel); 4] = [
        ("names", SkeletonLevel::Names),
        ("signatures", SkeletonLevel::Signatures),
        ("docs", SkeletonLevel::Docs),
        ("full", SkeletonLevel::Full),
    ];

    fn name(self) -> &'static str {
        let known = SkeletonLevel::ALL.iter().find(|(_, level)| *level == self);
        known.map_or("", |(name, _)| name)
    }
}

/// Options for [`skeleton`], [`skeleton_file`] and [`skeleton_stream`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SkeletonOptions {
    /// Level of detail; with [`max_tokens`](SkeletonOptions::max_tokens), the highest level.
    /// Default: [`SkeletonLevel::Docs`].
    pub level: SkeletonLevel,
    /// Name paths of definitions to keep in full; see [`definition`](crate::definition()). If a
    /// call reads several files, every definition with such a name is kept. A skeleton at
    /// [`SkeletonLevel::Names`] lists them like all others. Default: empty, which elides every
    /// body.
    pub names: Vec<String>,
    /// Maximum number of tokens of one skeleton. The skeleton has the highest level that fits. If
    /// no level fits, it lists the names that fit: the deepest definitions are omitted first, then
    /// the last ones, and the last line gives their number, as in `... 12 more`. Default: `None`,
    /// no limit.
    pub max_tokens: Option<u64>,
    /// Name of the encoding that counts tokens, as in `o200k_base`. Default: `None`, which is
    /// `o200k_base`.
    pub token_encoding: Option<String>,
}

setters! { SkeletonOptions {
    value(SkeletonLevel) level,
    list(String) names,
    option(u64) max_tokens,
    some(String) token_encoding,
}}

/// Source text with its function bodies, long values and long sections elided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skeleton {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects. Empty for text in memory.
    pub path: RelPath,
    /// Index of the root in [`Scope::roots`](crate::Scope::roots), 0-based.
    pub root: u32,
    /// Content id of the bytes of the file or the text in memory.
    pub version: ContentId,
    /// Name of the language.
    pub language: &'static str,
    /// Text in which each elided body is replaced with a comment that contains `...`, or with the
    /// placeholder that the language's syntax requires; for [`SkeletonLevel::Names`], the list of
    /// names.
    pub text: Vec<u8>,
    /// Level of detail of the text.
    pub level: SkeletonLevel,
    /// Number of elided bodies, sections and values; 0 for a list of names.
    pub elided: u64,
    /// Number of definitions omitted from a list of names that exceeds
    /// [`max_tokens`](SkeletonOptions::max_tokens).
    pub omitted: u64,
    /// Number of tokens in [`Skeleton::text`], in the encoding of the call; 0 without the feature
    /// `tokens`.
    pub tokens: u64,
    /// Number of tokens in the original text, in the encoding of the call; 0 without the feature
    /// `tokens`.
    pub original_tokens: u64,
    /// Number of syntax errors in the original text.
    pub syntax_errors: u64,
}

/// Stream of skeletons returned by [`skeleton_stream`].
pub type SkeletonStream = Stream<Skeleton>;

/// Returns `source` with its function bodies elided, or with the level of detail that fits a number
/// of tokens.
///
/// Imports, types with their members, constants and statements outside functions are unchanged. A
/// body that is shorter than its replacement is also unchanged. Sections of Markdown and long
/// values of JSON, TOML and YAML are elided too; see [`SkeletonLevel`].
///
/// Except for a list of names, the skeleton is text in the language of the source, and never has
/// more syntax errors than the original text. To ensure this, bodies next to an error may be kept.
///
/// Computes one [`outline`](crate::outline::outline()) of the text and two token counts, plus up to two
/// outlines of the skeleton if the text has syntax errors. A limit on the tokens adds the cost of
/// each level that does not fit.
///
/// # Errors
///
/// - `InvalidOption`: the encoding is unknown, or tokens are limited without the feature `tokens`.
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
    let one = SkeletonOfOne::new(options)?;
    derive::derive(source, language, one, token)?.0
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
/// let file = OutlineFilesOptions::new("src/skeleton/mod.rs");
/// let outcome = skeleton_file(&file, &SkeletonOptions::default(), &CancelToken::new())?;
/// assert!(outcome.items[0].tokens < outcome.items[0].original_tokens);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn skeleton_file(
    file: &OutlineFilesOptions,
    options: &SkeletonOptions,
    token: &CancelToken,
) -> Result<Outcome<Skeleton>> {
    derive::one_file_or_error(file, SkeletonOfOne::new(options)?, token)
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

/// Skeleton of one file or text.
struct SkeletonOfOne {
    options: SkeletonOptions,
    tokens: SkeletonTokens,
}

impl SkeletonOfOne {
    fn new(options: &SkeletonOptions) -> Result<SkeletonOfOne> {
        Ok(SkeletonOfOne {
            options: options.clone(),
            tokens: SkeletonTokens::new(options)?,
        })
    }
}

impl Derive for SkeletonOfOne {
    type Output = MadeSkeleton;

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<MadeSkeleton, Interrupt> {
        let outline = text.outline(&OutlineOptions::default(), parsers, budget)?;
        let mut kept = Vec::new();
        for (index, name) in self.options.names.iter().enumerate() {
            match name_path::find(&outline, name, budget)? {
                Ok(item) => kept.push(range(item)),
                Err(error) => return Ok(MadeSkeleton(Err(self.options.of_name(error, index)))),
            }
        }
        let draft = SkeletonDraft {
            text,
            outline: &outline,
            kept,
            tokens: self.tokens,
        };
        let made = draft.make(&self.options, parsers, budget)?;
        Ok(MadeSkeleton(Ok(made)))
    }
}

/// Skeletons of several files.
struct SkeletonOfEach {
    options: SkeletonOptions,
    tokens: SkeletonTokens,
    /// Whether any file has a definition with the name at this index.
    is_found: Vec<AtomicBool>,
}

impl SkeletonOfEach {
    fn new(options: &SkeletonOptions) -> SkeletonOfEach {
        SkeletonOfEach {
            options: options.clone(),
            // `check` reports the error.
            tokens: SkeletonTokens::new(options).unwrap_or_default(),
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
        SkeletonTokens::new(&self.options)?;
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
        let draft = SkeletonDraft {
            text,
            outline: &outline,
            kept,
            tokens: self.tokens,
        };
        draft.make(&self.options, parsers, budget)
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

    fn place(&self) -> Option<(u32, &RelPath)> {
        Some((self.root, &self.path))
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
        self.elided > 0 || self.level == SkeletonLevel::Names
    }
}

impl Derived for MadeSkeleton {
    fn set_file(&mut self, path: RelPath, root: u32) {
        if let Ok(skeleton) = &mut self.0 {
            skeleton.set_file(path, root);
        }
    }

    fn place(&self) -> Option<(u32, &RelPath)> {
        self.0.as_ref().ok().and_then(Derived::place)
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
