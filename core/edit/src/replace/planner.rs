//! Plans the replacements in the text of one file.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use ransack_base::internal::{ErrorParts, span_of};
use ransack_base::offsets::LineIndex;
use ransack_base::{Aborted, CancelToken, Error, RelPath, Result};
use ransack_search::internal::{FileRef, FinderScratch, FoundMatch, MatchFinder, WordQuery};

use super::letter_case::with_case_of;
use super::outcome::ReplacedMatch;
use super::template::ReplacementTemplate;
use crate::engine::{
    PlanFile, PlanLimits, PlanStatus, PlanStop, PlannedText, SourceText, TextPlan,
};
use crate::text::line_end_at;

/// Planner of replacements.
#[derive(Debug)]
pub(super) struct ReplacePlanner {
    pub(super) finder: MatchFinder,
    pub(super) template: ReplacementTemplate,
    pub(super) preserve_case: bool,
    /// Maximum number of replacements in one file.
    pub(super) max_per_file: u64,
    /// Maximum size of a text after the replacements, in bytes.
    pub(super) max_size: u64,
    /// Number of matches that equal their replacement.
    pub(super) unchanged: AtomicU64,
}

/// Text with replacements.
struct ReplacedText<'a> {
    planner: &'a ReplacePlanner,
    text: &'a [u8],
    /// Maximum number of replacements.
    max: u64,
    new: Vec<u8>,
    changes: Vec<ReplacedMatch>,
    /// Lines of the text, once there is a replacement.
    lines: Option<LineIndex>,
    /// End of the last replaced match.
    copied: usize,
    unchanged: u64,
    /// Whether there is another replacement beyond the maximum.
    is_cut: bool,
    /// Replacement of the current match.
    after: Vec<u8>,
}

impl ReplacedText<'_> {
    fn take(&mut self, found: &FoundMatch<'_>) -> ControlFlow<()> {
        let (text, planner) = (self.text, self.planner);
        let before = &text[found.range.clone()];
        self.after.clear();
        let line_end = || match planner.finder.names_return() {
            true => b"\n",
            false => line_end_at(text, found.range.start),
        };
        planner
            .template
            .render(text, found, line_end, &mut self.after);
        if planner.preserve_case {
            self.after = with_case_of(before, &self.after);
        }
        if self.after == before {
            self.unchanged += 1;
            return ControlFlow::Continue(());
        }
        if self.changes.len() as u64 == self.max {
            self.is_cut = true;
            return ControlFlow::Break(());
        }
        if self.changes.is_empty() {
            self.new.reserve(text.len() + self.after.len());
        }
        let index = self.lines.get_or_insert_with(|| LineIndex::new(text));
        self.new
            .extend_from_slice(&text[self.copied..found.range.start]);
        self.new.extend_from_slice(&self.after);
        self.copied = found.range.end;
        self.changes.push(ReplacedMatch {
            path: RelPath::default(),
            root: 0,
            pattern: found.pattern,
            span: span_of(index, text, &found.range),
            before: before.to_vec(),
            after: self.after.clone(),
        });
        match self.new.len() as u64 > planner.max_size {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl PlanFile for ReplacePlanner {
    type Change = ReplacedMatch;
    type Scratch = FinderScratch;
    type Target = ();

    const FILTERS_TEXTS: bool = true;

    fn begin(&self) -> Result<()> {
        self.unchanged.store(0, Ordering::Relaxed);
        Ok(())
    }

    fn hints(&self) -> Vec<String> {
        match self.unchanged.load(Ordering::Relaxed) {
            0 => Vec::new(),
            1 => vec!["the only match equals its replacement".to_owned()],
            count => vec![format!(
                "each of the {count} matches equals its replacement"
            )],
        }
    }

    fn words(&self) -> &WordQuery {
        self.finder.words()
    }

    fn may_change(&self, bytes: &[u8], token: &CancelToken) -> Result<bool, Aborted> {
        self.finder.may_match(bytes, token)
    }

    fn target(&self, _file: &FileRef<'_>, _text: &[u8]) -> Result<Option<()>> {
        Ok(Some(()))
    }

    fn plan(
        &self,
        source: &SourceText,
        _target: (),
        _root: u32,
        room: u64,
        scratch: &mut FinderScratch,
        limits: PlanLimits<'_>,
    ) -> Result<PlannedText<ReplacedMatch>, PlanStop> {
        let text = &source.text[..];
        let mut replaced = ReplacedText {
            planner: self,
            text,
            max: room.min(self.max_per_file),
            new: Vec::new(),
            changes: Vec::new(),
            lines: None,
            copied: 0,
            unchanged: 0,
            is_cut: false,
            after: Vec::new(),
        };
        let skips = self
            .finder
            .each_match(text, scratch, limits.token, |found| replaced.take(found))
            .map_err(PlanStop::Aborted)?;
        self.unchanged
            .fetch_add(replaced.unchanged, Ordering::Relaxed);
        let is_capped = replaced.is_cut && self.max_per_file < room;
        let reason = skips.first().map(|(reason, _)| *reason);
        let status = match reason {
            Some(reason) => {
                let details = skips.into_iter().map(|(_, detail)| detail);
                let cut = is_capped.then(|| "the limit per file is reached".to_owned());
                let details: Vec<String> = details.chain(cut).collect();
                PlanStatus::Incomplete(reason, details.join("; "))
            }
            None if is_capped => PlanStatus::Capped,
            None => PlanStatus::Complete,
        };
        let mut new = replaced.new;
        let plan = match replaced.changes.is_empty() {
            true => None,
            false => {
                new.extend_from_slice(&text[replaced.copied..]);
                if new.len() as u64 > self.max_size {
                    let message = format!(
                        "the replacements would make the file longer than the limit of {} bytes",
                        self.max_size
                    );
                    return Err(PlanStop::Error(Error::option(message)));
                }
                Some(TextPlan::new(new, replaced.changes))
            }
        };
        Ok(PlannedText {
            status,
            refused: None,
            plan,
        })
    }
}
