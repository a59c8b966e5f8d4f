//! Makes the skeleton of one text: picks the level that fits, and keeps the result for later calls.

use std::ops::Range;

use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::OutlineItem;

use crate::outline::cache::{CachedSkeleton, SkeletonKey};
use crate::outline::item::Outline;
use crate::outline::options::OutlineOptions;
use crate::outline::text::ParsedText;
use crate::skeleton::counter::SkeletonTokens;
use crate::skeleton::cuts::{Cuts, range};
use crate::skeleton::docs::file_docs;
use crate::skeleton::names::DefinitionList;
use crate::skeleton::{Skeleton, SkeletonLevel, SkeletonOptions};

/// Text whose skeleton is made.
pub(super) struct SkeletonDraft<'a, 's> {
    pub(super) text: &'a ParsedText<'s>,
    pub(super) outline: &'a Outline,
    /// Ranges to keep in full.
    pub(super) kept: Vec<Range<usize>>,
    pub(super) tokens: SkeletonTokens,
}

impl SkeletonDraft<'_, '_> {
    /// Returns the skeleton with the highest level that fits.
    pub(super) fn make(
        &self,
        options: &SkeletonOptions,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Skeleton, Interrupt> {
        let original_tokens = self.tokens.count_original(self.text);
        let levels = SkeletonLevel::ALL.iter().rev().map(|(_, level)| *level);
        for level in levels.filter(|level| *level <= options.level) {
            let mut made = self.counted(level, parsers, budget)?;
            made.original_tokens = original_tokens;
            if options.max_tokens.is_none_or(|max| made.tokens <= max) {
                return Ok(made);
            }
        }
        let max = options.max_tokens.unwrap_or(u64::MAX);
        let fits = |text: &str| self.tokens.count(text.as_bytes()) <= max;
        let (text, omitted) = DefinitionList::new(self.outline).fitting(fits);
        let text = text.into_bytes();
        Ok(Skeleton {
            omitted,
            tokens: self.tokens.count(&text),
            original_tokens,
            ..self.skeleton(SkeletonLevel::Names, text)
        })
    }

    /// Returns the skeleton with this level and its number of tokens, if possible as computed by an
    /// earlier call.
    fn counted(
        &self,
        level: SkeletonLevel,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Skeleton, Interrupt> {
        if level == SkeletonLevel::Full {
            return Ok(Skeleton {
                tokens: self.tokens.count_original(self.text),
                ..self.skeleton(level, self.text.source.to_vec())
            });
        }
        let key = SkeletonKey {
            level: level.name(),
            encoding: self.tokens.encoding(),
        };
        let cached = self.text.cached().filter(|_| self.kept.is_empty());
        let known = cached.as_ref().and_then(|cached| cached.skeleton(key));
        if let Some(known) = known {
            return Ok(Skeleton {
                elided: known.elided,
                tokens: known.tokens,
                ..self.skeleton(level, known.text.clone())
            });
        }
        let mut made = self.at_level(level, parsers, budget)?;
        made.tokens = self.tokens.count(&made.text);
        if let Some(cached) = cached {
            cached.add_skeleton(
                key,
                CachedSkeleton {
                    text: made.text.clone(),
                    elided: made.elided,
                    tokens: made.tokens,
                },
            );
        }
        Ok(made)
    }

    /// Returns the skeleton with this level, without token counts.
    ///
    /// After a syntax error, eliding the surrounding bodies can make the grammar resume at a
    /// different place. If the skeleton has more errors than the text, it is created again: first
    /// keeping the bodies next to definitions with errors, then keeping all bodies.
    pub(super) fn at_level(
        &self,
        level: SkeletonLevel,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Skeleton, Interrupt> {
        let (text, outline) = (self.text, self.outline);
        if level == SkeletonLevel::Names {
            let names = DefinitionList::new(outline).all();
            return Ok(self.skeleton(level, names.into_bytes()));
        }
        let docs = match level {
            SkeletonLevel::Signatures => file_docs(text, budget)?,
            _ => Vec::new(),
        };
        let mut made = self.elided(level, self.kept.clone(), &docs);
        if outline.syntax_errors > 0 && made.text != text.source {
            let mut beside = self.kept.clone();
            beside_errors(&outline.items, &mut beside);
            let all = outline.items.iter().map(range).collect();
            for kept in [beside, all] {
                let parsed = ParsedText::new(&made.text, text.language, parsers, budget)?;
                let now = parsed.outline(&OutlineOptions::default(), parsers, budget)?;
                if now.syntax_errors <= outline.syntax_errors {
                    break;
                }
                made = self.elided(level, kept, &docs);
            }
        }
        Ok(made)
    }

    /// Elides everything outside the ranges `kept`, and removes the documentation `docs`.
    fn elided(
        &self,
        level: SkeletonLevel,
        kept: Vec<Range<usize>>,
        docs: &[Range<usize>],
    ) -> Skeleton {
        let mut cuts = Cuts::new(self.text, level, kept);
        cuts.add_all(&self.outline.items);
        cuts.remove_docs(docs);
        Skeleton {
            elided: cuts.count,
            ..self.skeleton(level, cuts.apply(0..self.text.source.len()))
        }
    }

    fn skeleton(&self, level: SkeletonLevel, text: Vec<u8>) -> Skeleton {
        Skeleton {
            language: self.outline.language,
            text,
            level,
            syntax_errors: self.outline.syntax_errors,
            ..Skeleton::default()
        }
    }
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
