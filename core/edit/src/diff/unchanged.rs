//! Lines that two texts have in common.

use super::LineDiff;

/// Consecutive lines that are in both texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnchangedLines {
    /// First line in the old text, 0-based.
    pub(crate) old: usize,
    /// First line in the new text, 0-based.
    pub(crate) new: usize,
    /// Number of lines; `usize::MAX` for the lines up to the ends of both texts.
    pub(crate) len: usize,
}

impl LineDiff<'_> {
    /// Returns the unchanged lines of the whole texts, in order. The last run reaches the ends of both
    /// texts and may be empty there.
    pub(crate) fn unchanged(&self) -> Vec<UnchangedLines> {
        let before = self.part.first_line() as usize;
        let (mut old, mut new) = (0, 0);
        let mut runs = Vec::with_capacity(self.changes.len() + 1);
        for change in &self.changes {
            let len = before + change.old.start - old;
            runs.push(UnchangedLines { old, new, len });
            (old, new) = (before + change.old.end, before + change.new.end);
        }
        let len = usize::MAX;
        runs.push(UnchangedLines { old, new, len });
        runs
    }
}
