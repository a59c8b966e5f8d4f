//! Lines of a text that reads have shown.

use std::ops::Range;

use crate::diff::UnchangedLines;

/// Set of lines, 0-based.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeenLines {
    /// Ranges in ascending order, with at least one line between two of them.
    ranges: Vec<Range<usize>>,
}

impl SeenLines {
    /// Adds lines.
    pub(crate) fn add(&mut self, lines: Range<usize>) {
        if lines.is_empty() {
            return;
        }
        let first = self.ranges.partition_point(|known| known.end < lines.start);
        let last = self
            .ranges
            .partition_point(|known| known.start <= lines.end);
        let touched = &self.ranges[first..last];
        let start = touched.first().map_or(lines.start, |known| known.start);
        let end = touched.last().map_or(lines.end, |known| known.end);
        let joined = lines.start.min(start)..lines.end.max(end);
        self.ranges.splice(first..last, [joined]);
    }

    /// Adds the lines of another set that are unchanged in this set's text.
    pub(crate) fn add_unchanged(&mut self, older: &SeenLines, runs: &[UnchangedLines]) {
        let mut at = 0;
        for lines in &older.ranges {
            // A run may end in the middle of the previous range.
            while at > 0 && runs[at - 1].old.saturating_add(runs[at - 1].len) > lines.start {
                at -= 1;
            }
            while let Some(run) = runs.get(at)
                && run.old < lines.end
            {
                let start = lines.start.max(run.old);
                let end = lines.end.min(run.old.saturating_add(run.len));
                if start < end {
                    self.add(run.new + (start - run.old)..run.new + (end - run.old));
                }
                at += 1;
            }
        }
    }

    /// Returns the first of these lines that is not in the set.
    pub(crate) fn first_missing(&self, lines: &Range<usize>) -> Option<usize> {
        if lines.is_empty() {
            return None;
        }
        let at = self
            .ranges
            .partition_point(|known| known.end <= lines.start);
        match self.ranges.get(at) {
            Some(known) if known.start <= lines.start => {
                (known.end < lines.end).then_some(known.end)
            }
            _ => Some(lines.start),
        }
    }

    /// Returns the number of ranges.
    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }
}

#[cfg(test)]
mod tests;
