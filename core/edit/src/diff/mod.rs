//! Line diffs of two texts.
//!
//! - `lines`: lines of the part in which two texts differ.
//! - `align`: which lines are removed and which are added.
//! - `slide`: moves a change to the most readable of its equivalent positions.
//! - `unified`: the text format of `diff -u`.
//! - `text_edits`: edits at positions of the Language Server Protocol.
//! - `unchanged`: lines that both texts have.
//!
//! Invariants:
//! - Applying a diff to the old text gives exactly the new text, whatever the texts contain.
//! - The diff depends only on the texts and the options.
//! - The time is O(n) in the texts, with a constant that the limits in `align` bound.

mod align;
mod lines;
mod slide;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod text_edits;
mod unchanged;
mod unified;

use std::ops::Range;

use ransack_base::internal::setters;
use ransack_base::{CancelToken, Result};

use lines::{ChangedPart, EqualEnds};
pub use text_edits::{ChangedWords, TextEdit};
pub(crate) use unchanged::UnchangedLines;
pub(crate) use unified::git_diff;

/// Options for [`diff_lines`] and [`unified_diff`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffOptions {
    /// Number of unchanged lines before and after each change. Default: 3.
    pub context: usize,
}

impl Default for DiffOptions {
    fn default() -> DiffOptions {
        DiffOptions { context: 3 }
    }
}

setters! { DiffOptions {
    value(usize) context,
}}

/// Changed lines of two texts, with the unchanged lines around them.
#[derive(Clone, Debug)]
pub struct LineDiff<'t> {
    part: ChangedPart<'t>,
    hunks: Vec<Hunk>,
    /// Changes of all hunks, in order; ranges of lines of `part`.
    changes: Vec<Change>,
}

/// Range of old lines and the range of new lines that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

impl Change {
    /// Whether lines are only added or only removed.
    fn can_slide(&self) -> bool {
        self.old.is_empty() || self.new.is_empty()
    }

    /// Moves the change by a number of lines.
    fn shift(&mut self, lines: isize) {
        for range in [&mut self.old, &mut self.new] {
            let moved = |at: usize| at.wrapping_add_signed(lines);
            *range = moved(range.start)..moved(range.end);
        }
    }
}

/// Consecutive lines of a diff: changed lines, and unchanged lines before, between and after them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hunk {
    /// First old line, 1-based. If the hunk has no old lines, the line after which the new lines
    /// are inserted, or 0 at the start of the text.
    pub old_line: u64,
    /// Number of old lines.
    pub old_count: u64,
    /// First new line, 1-based. If the hunk has no new lines, the line after which the old lines
    /// were removed, or 0 at the start of the text.
    pub new_line: u64,
    /// Number of new lines.
    pub new_count: u64,
    /// Old and new lines of the hunk, as lines of the changed part.
    lines: Change,
    /// Changes of the hunk.
    changes: Range<usize>,
}

/// Line of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffLine<'t> {
    /// Whether the line is in the old text, in the new text or in both.
    pub kind: LineKind,
    /// Bytes of the line with its line ending. Only the last line of a text may lack a line ending.
    pub text: &'t [u8],
}

/// Text that contains a line of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// Both texts.
    Context,
    /// Only the old text.
    Removed,
    /// Only the new text.
    Added,
}

/// Compares two texts line by line. Lines end with `\n`; a preceding `\r` is part of the line.
///
/// # Cost
///
/// O(n) in the texts. Memory: 8 bytes for each line between the first and the last change, and 4
/// more unless this part has more than a million lines.
///
/// The diff is always correct. It is not always minimal: a part of more than 2,048 lines without
/// lines that occur exactly once in both texts is compared piece by piece, and if the pieces have
/// little in common, or if the part has more than a million lines, the rest is replaced as a whole.
///
/// # Errors
///
/// `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, DiffOptions, LineKind, diff_lines};
///
/// let diff = diff_lines(b"a\nb\n", b"a\nc\n", &DiffOptions::default(), &CancelToken::new())?;
/// let hunk = &diff.hunks()[0];
/// assert_eq!((hunk.old_line, hunk.old_count), (1, 2));
/// let lines: Vec<_> = diff.lines(hunk).map(|line| (line.kind, line.text)).collect();
/// assert_eq!(lines[1], (LineKind::Removed, &b"b\n"[..]));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn diff_lines<'t>(
    old: &'t [u8],
    new: &'t [u8],
    options: &DiffOptions,
    token: &CancelToken,
) -> Result<LineDiff<'t>> {
    token.heartbeat()?;
    let ends = EqualEnds::of(old, new, token)?;
    let mut part = ChangedPart::of(old, new, &ends, options.context, token)?;
    let mut changes = align::changes(&part, token)?;
    let outer = [changes.first(), changes.last()];
    if outer.into_iter().flatten().any(Change::can_slide) {
        let margin = options.context.saturating_add(slide::MAX_SLIDE);
        let wider = ChangedPart::of(old, new, &ends, margin, token)?;
        let lines = wider.head() - part.head();
        for change in &mut changes {
            change.shift(lines as isize);
        }
        part = wider;
    }
    slide::slide(&part, &mut changes);
    let hunks = group(&part, &changes, options.context);
    Ok(LineDiff {
        part,
        hunks,
        changes,
    })
}

/// Compares two texts line by line and returns the differences in the format of `diff -u`, which
/// `git apply` and `patch` read. Returns an empty text if the texts are equal.
///
/// `path` names the file in both lines of the header, as `a/PATH` and `b/PATH`, without slashes at
/// its start. It is quoted as in Git if it contains control characters, quotes or backslashes. A
/// last line without a line ending is followed by `\ No newline at end of file`. Cost as for
/// [`diff_lines`].
///
/// # Errors
///
/// `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_edit as ransack;
/// use ransack::{CancelToken, DiffOptions, unified_diff};
///
/// let (old, new) = (b"a\nb\n", b"a\nc");
/// let diff = unified_diff(old, new, b"f.txt", &DiffOptions::default(), &CancelToken::new())?;
/// let lines = " a\n-b\n+c\n\\ No newline at end of file\n";
/// let expected = format!("--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n{lines}");
/// assert_eq!(String::from_utf8_lossy(&diff), expected);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn unified_diff(
    old: &[u8],
    new: &[u8],
    path: &[u8],
    options: &DiffOptions,
    token: &CancelToken,
) -> Result<Vec<u8>> {
    diff_lines(old, new, options, token)?.unified(path, token)
}

impl<'t> LineDiff<'t> {
    /// Returns the hunks, in order. Empty if the texts are equal.
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// Returns the lines of a hunk of this diff. In each change, the removed lines come first.
    pub fn lines<'d>(&'d self, hunk: &'d Hunk) -> impl Iterator<Item = DiffLine<'t>> + 'd {
        let part = &self.part;
        let old = move |range: Range<usize>, kind| range.map(move |at| part.old_line(kind, at));
        let new = move |range: Range<usize>| range.map(move |at| part.new_line(at));
        let changes = &self.changes[hunk.changes.clone()];
        let starts = std::iter::once(hunk.lines.old.start);
        let starts = starts.chain(changes.iter().map(|change| change.old.end));
        let changed = std::iter::zip(starts, changes).flat_map(move |(start, change)| {
            old(start..change.old.start, LineKind::Context)
                .chain(old(change.old.clone(), LineKind::Removed))
                .chain(new(change.new.clone()))
        });
        let rest = changes.last().map_or(hunk.lines.old.clone(), |change| {
            change.old.end..hunk.lines.old.end
        });
        changed.chain(old(rest, LineKind::Context))
    }
}

/// Groups changes into hunks: changes with at most `2 * context` lines between them share one.
fn group(part: &ChangedPart<'_>, changes: &[Change], context: usize) -> Vec<Hunk> {
    let distance = context.saturating_mul(2);
    let mut hunks = Vec::new();
    let mut first = 0;
    for (at, change) in changes.iter().enumerate() {
        let next = changes.get(at + 1);
        if next.is_some_and(|next| next.old.start - change.old.end <= distance) {
            continue;
        }
        let start = &changes[first];
        let before = context.min(start.old.start);
        let after = context.min(part.old_len() - change.old.end);
        let lines = Change {
            old: start.old.start - before..change.old.end + after,
            new: start.new.start - before..change.new.end + after,
        };
        let line = |lines: &Range<usize>| {
            part.first_line() + lines.start as u64 + u64::from(!lines.is_empty())
        };
        hunks.push(Hunk {
            old_line: line(&lines.old),
            old_count: lines.old.len() as u64,
            new_line: line(&lines.new),
            new_count: lines.new.len() as u64,
            lines,
            changes: first..at + 1,
        });
        first = at + 1;
    }
    hunks
}
