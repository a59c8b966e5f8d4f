//! Measures one file: its size at each level of detail, its definitions and its words.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use ransack_base::{Aborted, CancelToken};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget, with_stack_of_text};
use ransack_languages::OutlineItem;
use ransack_structure::SkeletonLevel;
use ransack_structure::internal::DetailedText;
use ransack_tokens::{Encoding, count_tokens};

use super::cache::{ShortenedCache, ShortenedKey};
use super::examiner::TextOfFile;
use super::options::PackLevel;
use super::relevance::{Relevance, name_hash, word_hashes};

/// Size of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MeasuredSize {
    pub(super) tokens: u64,
    pub(super) bytes: u64,
}

impl MeasuredSize {
    /// Measures a text.
    pub(super) fn of(text: &[u8], encoding: Encoding) -> MeasuredSize {
        MeasuredSize {
            tokens: count_tokens(text, encoding) as u64,
            bytes: text.len() as u64,
        }
    }

    /// Returns the sum of the sizes of texts.
    pub(super) fn of_all(texts: &[String], encoding: Encoding) -> MeasuredSize {
        let sizes = texts
            .iter()
            .map(|text| MeasuredSize::of(text.as_bytes(), encoding));
        sizes.fold(MeasuredSize::default(), |sum, size| MeasuredSize {
            tokens: sum.tokens + size.tokens,
            bytes: sum.bytes + size.bytes,
        })
    }
}

/// Measurements of one text that do not depend on the call.
#[derive(Clone, Debug, Default)]
pub(super) struct Measure {
    pub(super) whole: MeasuredSize,
    pub(super) uncommented: Option<MeasuredSize>,
    pub(super) skeleton: Option<MeasuredSize>,
    pub(super) outline: Option<MeasuredSize>,
    /// Number of lines.
    pub(super) lines: u64,
    /// Hashes of the names of the definitions, without duplicates.
    pub(super) names: Box<[u32]>,
    /// Hashes of the words of the text, ascending and without duplicates.
    pub(super) words: Box<[u32]>,
}

impl Measure {
    /// Returns the size at a level; `None` if the text does not have the level, or if a higher level
    /// is not longer. `focused` replaces the size of the skeleton.
    pub(super) fn at(
        &self,
        level: PackLevel,
        focused: Option<MeasuredSize>,
    ) -> Option<MeasuredSize> {
        match level {
            PackLevel::Omitted => None,
            PackLevel::Path => Some(MeasuredSize::default()),
            PackLevel::Outline => self.outline,
            PackLevel::Skeleton => focused.or(self.skeleton),
            PackLevel::Uncommented => self.uncommented,
            PackLevel::Whole => Some(self.whole),
        }
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn weight(&self) -> usize {
        size_of::<Measure>() + (self.names.len() + self.words.len()) * size_of::<u32>()
    }
}

/// Relevance of a text for a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Focus {
    /// Whether the text contains a relevant word or matches a relevant pattern.
    pub(super) is_relevant: bool,
    /// Whether the text has relevant definitions.
    pub(super) has_definitions: bool,
    /// Size of the skeleton that keeps the relevant definitions.
    pub(super) skeleton: Option<MeasuredSize>,
}

/// Shortens texts of a call.
pub(super) struct Shortener {
    pub(super) relevance: Relevance,
    pub(super) time_per_file: Option<Duration>,
    /// Texts that earlier calls shortened; `None` without a workspace.
    pub(super) shortened: Option<Arc<ShortenedCache>>,
}

impl Shortener {
    /// Runs `work` on a parsed text. Returns `None` if the text cannot be parsed in time.
    fn parsed<T: Send>(
        &self,
        text: &str,
        language: Option<&'static Language>,
        parsers: &mut Parsers,
        token: &CancelToken,
        work: impl FnOnce(&DetailedText<'_>, &mut Parsers, &mut WorkBudget<'_>) -> Result<T, Interrupt>
        + Send,
    ) -> Result<Option<T>, Aborted> {
        let Some(language) = language else {
            return Ok(None);
        };
        let mut budget = WorkBudget::new(token, self.time_per_file);
        let made = with_stack_of_text(text.len(), || {
            let parsed = DetailedText::parse(text.as_bytes(), language, parsers, &mut budget)?;
            work(&parsed, parsers, &mut budget)
        });
        match made {
            Ok(made) => Ok(Some(made)),
            Err(Interrupt::Aborted(aborted)) => Err(aborted),
            Err(Interrupt::OutOfTime | Interrupt::TooDeep | Interrupt::NoStack) => Ok(None),
        }
    }

    /// Returns the text of a file at a level; `None` if it is the whole text.
    pub(super) fn shorten(
        &self,
        file: &TextOfFile,
        level: PackLevel,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Option<Vec<u8>>, Aborted> {
        let (PackLevel::Outline | PackLevel::Skeleton | PackLevel::Uncommented, Some(language)) =
            (level, file.language)
        else {
            return Ok(None);
        };
        let cache = self.shortened.as_ref();
        let cache = cache.filter(|_| level != PackLevel::Skeleton || self.relevance.is_empty());
        let key = ShortenedKey {
            version: file.version,
            language: language.name,
            text_encoding: file.encoding,
            level,
        };
        if let Some(known) = cache.and_then(|cache| cache.get(&key)) {
            return Ok(Some(known.to_vec()));
        }
        let shortened = self.shorten_anew(&file.text, language, level, parsers, token)?;
        if let (Some(cache), Some(text)) = (cache, &shortened) {
            cache.add(key, text);
        }
        Ok(shortened)
    }

    fn shorten_anew(
        &self,
        text: &str,
        language: &'static Language,
        level: PackLevel,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Option<Vec<u8>>, Aborted> {
        let made = self.parsed(
            text,
            Some(language),
            parsers,
            token,
            |parsed, parsers, budget| match level {
                PackLevel::Uncommented => parsed.without_comments(budget),
                PackLevel::Skeleton => {
                    let kept = self.relevant_definitions(&parsed.outline().items);
                    parsed.skeleton(SkeletonLevel::Signatures, kept, parsers, budget)
                }
                _ => parsed.skeleton(SkeletonLevel::Names, Vec::new(), parsers, budget),
            },
        )?;
        Ok(made.flatten())
    }

    /// Returns the ends of the lines in which definitions of a text end, in ascending order; none if
    /// the text cannot be parsed in time.
    pub(super) fn definition_ends(
        &self,
        text: &str,
        language: Option<&'static Language>,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Vec<usize>, Aborted> {
        fn add(items: &[OutlineItem], text: &[u8], ends: &mut Vec<usize>) {
            for item in items {
                let end = item.span().end.offset.min(text.len());
                let line_end = memchr::memchr(b'\n', &text[end..]);
                ends.push(line_end.map_or(text.len(), |feed| end + feed + 1));
                add(&item.children, text, ends);
            }
        }
        let ends = self.parsed(text, language, parsers, token, |parsed, _, _| {
            let mut ends = Vec::new();
            add(&parsed.outline().items, text.as_bytes(), &mut ends);
            ends.sort_unstable();
            Ok(ends)
        })?;
        Ok(ends.unwrap_or_default())
    }

    /// Measures a text.
    pub(super) fn measure(
        &self,
        text: &str,
        language: Option<&'static Language>,
        encoding: Encoding,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Measure, Aborted> {
        let size = |text: Option<Vec<u8>>| text.map(|text| MeasuredSize::of(&text, encoding));
        let made = self.parsed(text, language, parsers, token, |parsed, parsers, budget| {
            let items = &parsed.outline().items;
            let (names, signatures) = (SkeletonLevel::Names, SkeletonLevel::Signatures);
            let outline = parsed.skeleton(names, Vec::new(), parsers, budget)?;
            Ok(Measure {
                uncommented: size(parsed.without_comments(budget)?),
                skeleton: size(parsed.skeleton(signatures, Vec::new(), parsers, budget)?),
                outline: size(outline.filter(|_| !items.is_empty())),
                names: names_of(items).into(),
                ..Measure::default()
            })
        })?;
        token.heartbeat()?;
        let mut measure = made.unwrap_or_default();
        measure.whole = MeasuredSize::of(text.as_bytes(), encoding);
        measure.lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64 + 1;
        measure.words = word_hashes(text).into();
        let mut least = measure.whole;
        for level in [
            &mut measure.uncommented,
            &mut measure.skeleton,
            &mut measure.outline,
        ] {
            *level = level.filter(|size| size.tokens < least.tokens && size.bytes < least.bytes);
            least = level.unwrap_or(least);
        }
        Ok(measure)
    }

    /// Returns the relevance of a text.
    pub(super) fn focus(
        &self,
        text: &str,
        language: Option<&'static Language>,
        encoding: Encoding,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Focus, Aborted> {
        let mut focus = Focus {
            is_relevant: self.relevance.occurs_in(text),
            ..Focus::default()
        };
        if !focus.is_relevant {
            return Ok(focus);
        }
        let made = self.parsed(text, language, parsers, token, |parsed, parsers, budget| {
            let kept = self.relevant_definitions(&parsed.outline().items);
            if kept.is_empty() {
                return Ok(None);
            }
            let signatures = SkeletonLevel::Signatures;
            Ok(Some(parsed.skeleton(signatures, kept, parsers, budget)?))
        })?;
        if let Some(Some(skeleton)) = made {
            let skeleton = skeleton.unwrap_or_else(|| text.into());
            focus.has_definitions = true;
            focus.skeleton = Some(MeasuredSize::of(&skeleton, encoding));
        }
        Ok(focus)
    }

    /// Returns the ranges of the relevant definitions.
    fn relevant_definitions(&self, items: &[OutlineItem]) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        if !self.relevance.is_empty() {
            self.add_relevant(items, &mut ranges);
        }
        ranges
    }

    fn add_relevant(&self, items: &[OutlineItem], ranges: &mut Vec<Range<usize>>) {
        for item in items {
            if self.relevance.names(&item.name) {
                ranges.push(item.span().start.offset..item.span().end.offset);
            } else {
                self.add_relevant(&item.children, ranges);
            }
        }
    }
}

/// Returns the hashes of the names of all definitions, without duplicates.
fn names_of(items: &[OutlineItem]) -> Vec<u32> {
    fn add(items: &[OutlineItem], names: &mut Vec<u32>) {
        for item in items {
            names.extend(name_hash(&item.name));
            add(&item.children, names);
        }
    }
    let mut names = Vec::new();
    add(items, &mut names);
    names.sort_unstable();
    names.dedup();
    names
}
