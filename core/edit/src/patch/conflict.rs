//! Describes hunks that do not fit a text.

use std::ops::Range;

use ransack_base::internal::text_passage;
use ransack_base::{Result, TextPassage};

use super::PatchHunk;
use super::apply::{Patcher, without_end};
use crate::diff::LineKind;
use crate::text::nearest::similar_passages;

/// Maximum number of places that an error lists for each hunk.
const MAX_PLACES: usize = 10;

/// Maximum number of hunks of a file that an error message describes and for which similar passages
/// are searched.
pub(crate) const MAX_MESSAGES: usize = 20;

/// Part of a patch that does not fit.
#[derive(Clone, Debug)]
pub(crate) struct PatchConflict {
    /// Description, with the number of the hunk.
    pub(crate) message: String,
    /// Places that the hunk may mean.
    pub(crate) passages: Vec<TextPassage>,
}

/// Reason why a hunk was not applied.
pub(super) enum Misfit {
    /// The old lines are nowhere.
    Missing,
    /// The old lines are at several places; the first lines of these, 0-based.
    Ambiguous(Vec<usize>),
    /// A heading is nowhere.
    Heading(Vec<u8>),
}

impl PatchConflict {
    /// Creates a conflict without passages.
    pub(crate) fn new(message: impl Into<String>) -> PatchConflict {
        PatchConflict {
            message: message.into(),
            passages: Vec::new(),
        }
    }
}

impl Patcher<'_> {
    /// Describes a hunk that does not fit. Similar passages are searched only if `is_explained`.
    pub(super) fn conflict(
        &self,
        hunk: &PatchHunk,
        index: usize,
        misfit: Misfit,
        is_explained: bool,
    ) -> Result<PatchConflict> {
        let name = match hunk.old_line {
            Some(line) => format!("hunk {} (line {line})", index + 1),
            None => format!("hunk {}", index + 1),
        };
        let mut passages = Vec::new();
        let message = match misfit {
            Misfit::Missing => {
                let old = hunk.side(LineKind::Removed).concat();
                if is_explained {
                    passages = similar_passages(&self.lines.concat(), &old, self.token)?;
                }
                if passages.is_empty() {
                    passages.extend(self.lines_at(hunk));
                }
                match (self.place_of_new_lines(hunk), self.place_without_ends(hunk)) {
                    (Some(at), _) => {
                        let line = at + 1;
                        format!("{name} is already applied: line {line} has its new lines")
                    }
                    (None, Some(at)) => {
                        let line = at + 1;
                        format!("the old lines of {name} differ from line {line} only in line ends")
                    }
                    (None, None) => format!("the old lines of {name} are not in the text"),
                }
            }
            Misfit::Heading(heading) => {
                let heading = String::from_utf8_lossy(&heading);
                format!("the heading `{heading}` of {name} is not in the text")
            }
            Misfit::Ambiguous(places) => {
                let len = hunk.side(LineKind::Removed).len();
                let shown = &places[..places.len().min(MAX_PLACES)];
                let end = |at: usize| (at + len).min(self.lines.len());
                passages.extend(shown.iter().map(|at| self.passage(*at..end(*at))));
                let lines: Vec<_> = shown.iter().map(|at| (at + 1).to_string()).collect();
                format!("{name} fits in lines {}", lines.join(", "))
            }
        };
        Ok(PatchConflict { message, passages })
    }

    /// Returns the line at which the new lines of a hunk are, if it adds lines and its new lines are
    /// at its own line or, without a line number, anywhere.
    fn place_of_new_lines(&self, hunk: &PatchHunk) -> Option<usize> {
        let new = hunk.side(LineKind::Added);
        if !hunk.lines.iter().any(|(kind, _)| *kind == LineKind::Added) {
            return None;
        }
        match hunk.old_line {
            Some(line) => {
                let own = (line as usize).saturating_sub(1);
                self.fits(&new, own, hunk).then_some(own)
            }
            None => (0..self.lines.len()).find(|at| self.fits(&new, *at, hunk)),
        }
    }

    /// Returns the line at which the old lines of a hunk would be if line ends were not compared.
    fn place_without_ends(&self, hunk: &PatchHunk) -> Option<usize> {
        let old = hunk.side(LineKind::Removed);
        let is_same = |at: &usize| {
            let now = self.lines.get(*at..*at + old.len());
            let mut pairs = now.into_iter().flatten().zip(&old);
            now.is_some() && pairs.all(|(now, old)| without_end(now) == without_end(old))
        };
        let own = hunk.old_line.map(|line| (line as usize).saturating_sub(1));
        own.into_iter()
            .chain(self.next..self.lines.len())
            .find(is_same)
    }

    /// Returns the lines of the text at the own line of a hunk.
    fn lines_at(&self, hunk: &PatchHunk) -> Option<TextPassage> {
        let first = (hunk.old_line? as usize).saturating_sub(1);
        let end = (first + hunk.side(LineKind::Removed).len()).min(self.lines.len());
        (first < end).then(|| self.passage(first..end))
    }

    fn passage(&self, lines: Range<usize>) -> TextPassage {
        let text = self.lines[lines.clone()].concat();
        text_passage(lines.start as u64 + 1..=lines.end as u64, text, Vec::new())
    }
}
