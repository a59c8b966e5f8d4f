//! Lines named by a snapshot and their numbers in it.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, text_passage};
use ransack_base::{CancelToken, ContentId, Error, ErrorKind, Result, TextPassage};

use super::relocate::{Relocation, relocate};
use super::store::{SnapshotId, with_snapshots};
use crate::diff::{DiffOptions, UnchangedLines, diff_lines};
use crate::text::{TextLines, without_line_end};

/// Number of lines that an error shows before and after the lines in question.
const CONTEXT: usize = 2;

/// Maximum number of lines in a passage of an error.
const MAX_PASSAGE: usize = 100;

/// Returns the hash of a line: four hexadecimal digits, independent of the line end.
pub(crate) fn line_hash(line: &[u8]) -> String {
    let hash = ContentId::of(without_line_end(line)).as_u128() as u16;
    format!("{hash:04x}")
}

/// Lines of a file.
pub(crate) struct Anchor<'a> {
    /// Snapshot in which the lines have their numbers; `None` for the text as it is now.
    pub(crate) snapshot: Option<ContentId>,
    /// First line, 1-based.
    pub(crate) from: u64,
    /// Last line, 1-based.
    pub(crate) to: u64,
    /// Hash of each line; empty to check none.
    pub(crate) hashes: &'a [String],
}

/// Text of a file as it is now.
pub(crate) struct CurrentText<'a> {
    pub(crate) id: SnapshotId,
    pub(crate) text: &'a [u8],
}

/// Lines in the current text, 0-based.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LocatedLines {
    pub(crate) lines: Range<usize>,
    /// Whether reads of the snapshot have shown all of them.
    pub(crate) is_seen: bool,
}

impl Anchor<'_> {
    /// Finds the lines in the current text.
    ///
    /// # Errors
    ///
    /// - `InvalidOption`: the lines do not exist in the snapshot, or the number of hashes differs from
    ///   the number of lines.
    /// - `Stale`, with the current lines as passages: a hash differs; the file has changed, and the
    ///   snapshot is not retained, or the place of the lines cannot be proven.
    pub(crate) fn locate(
        &self,
        current: &CurrentText<'_>,
        token: &CancelToken,
    ) -> Result<LocatedLines> {
        let new = TextLines::of(current.text);
        let id = SnapshotId {
            content: self.snapshot.unwrap_or(current.id.content),
            ..current.id
        };
        if id == current.id {
            let lines = self.lines_in(&new, "the file")?;
            self.check_hashes(&new, &lines)?;
            let is_seen = with_snapshots(|snapshots| {
                let seen = snapshots.seen(id);
                seen.is_some_and(|seen| seen.first_missing(&lines).is_none())
            });
            return Ok(LocatedLines { lines, is_seen });
        }
        let retained = with_snapshots(|snapshots| {
            let seen = snapshots.seen(id).cloned();
            Some((snapshots.text(id)?, seen?))
        });
        let Some((text, seen)) = retained else {
            return Err(self.not_retained(&new));
        };
        let old = TextLines::of(&text);
        let lines = self.lines_in(&old, "the snapshot")?;
        self.check_hashes(&old, &lines)?;
        match relocate(&old, &new, &lines, token)? {
            Relocation::Found(found) => Ok(LocatedLines {
                is_seen: seen.first_missing(&lines).is_none(),
                lines: found,
            }),
            Relocation::Missing => {
                let diff = diff_lines(&text, current.text, &DiffOptions::default(), token)?;
                let now = region(&diff.unchanged(), &lines, new.count());
                Err(self.changed(&new, now))
            }
            Relocation::Unproven(places) => Err(self.unproven(&new, &places)),
        }
    }

    /// Returns the lines in the text that has their numbers.
    fn lines_in(&self, text: &TextLines<'_>, noun: &str) -> Result<Range<usize>> {
        let (from, to) = (self.from, self.to);
        if from == 0 || from > to {
            let message = format!("lines {from} to {to}: not a range of lines that begins at 1");
            return Err(Error::option(message));
        }
        let count = text.count() as u64;
        if to > count {
            let message = format!("line {to} does not exist; {noun} has {count} lines");
            return Err(Error::option(message));
        }
        let lines = from as usize - 1..to as usize;
        let hashes = self.hashes.len();
        if hashes != 0 && hashes != lines.len() {
            let message = format!("{hashes} hashes for {} lines", lines.len());
            return Err(Error::option(message));
        }
        Ok(lines)
    }

    fn check_hashes(&self, text: &TextLines<'_>, lines: &Range<usize>) -> Result<()> {
        for (line, hash) in std::iter::zip(lines.clone(), self.hashes) {
            let actual = line_hash(text.get(line));
            if actual != *hash {
                let message = format!(
                    "line {} has the hash {actual}, not `{hash}`; read the lines again",
                    line + 1
                );
                let shown = passage(text, lines.clone());
                return Err(stale(message).with_passages(vec![shown]));
            }
        }
        Ok(())
    }

    /// Returns the error for a snapshot that is not retained.
    fn not_retained(&self, new: &TextLines<'_>) -> Error {
        let message = "the file has changed, and the snapshot is not retained: it was read long \
                       ago, by another process or in another encoding; read the lines again";
        let end = usize::try_from(self.to).unwrap_or(usize::MAX);
        let start = usize::try_from(self.from).unwrap_or(usize::MAX);
        let lines = start.saturating_sub(1).min(new.count())..end.min(new.count());
        let error = stale(message);
        match lines.is_empty() {
            true => error,
            false => error.with_passages(vec![passage(new, lines)]),
        }
    }

    /// Returns the error for lines that are not in the current text.
    fn changed(&self, new: &TextLines<'_>, now: Range<usize>) -> Error {
        let message = format!(
            "{} of the snapshot {} changed since; read the lines again",
            self.name(),
            if self.from == self.to { "has" } else { "have" },
        );
        let shown = now.start.saturating_sub(CONTEXT)..(now.end + CONTEXT).min(new.count());
        let error = stale(message);
        match shown.is_empty() {
            true => error,
            false => error.with_passages(vec![passage(new, shown)]),
        }
    }

    /// Returns the error for lines whose place is not proven.
    fn unproven(&self, new: &TextLines<'_>, places: &[usize]) -> Error {
        let len = (self.to - self.from) as usize + 1;
        let starts: Vec<String> = places.iter().map(|start| (start + 1).to_string()).collect();
        let message = format!(
            "cannot tell where {} of the snapshot {} now: the text around has changed, and there is \
             equal text at line {}; read the lines again",
            self.name(),
            if self.from == self.to { "is" } else { "are" },
            starts.join(", "),
        );
        let shown = places.iter().map(|&start| {
            let end = (start + len + CONTEXT).min(new.count());
            passage(new, start.saturating_sub(CONTEXT)..end)
        });
        stale(message).with_passages(shown.collect())
    }

    /// Returns the name of the lines in error messages.
    fn name(&self) -> String {
        match self.from == self.to {
            true => format!("line {}", self.from),
            false => format!("lines {} to {}", self.from, self.to),
        }
    }
}

fn stale(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Stale, message)
}

/// Returns lines of a text, of which there is at least one, up to a maximum number.
fn passage(text: &TextLines<'_>, lines: Range<usize>) -> TextPassage {
    let end = lines.end.min(lines.start + MAX_PASSAGE);
    let bytes: Vec<u8> = (lines.start..end)
        .flat_map(|line| text.get(line))
        .copied()
        .collect();
    text_passage(lines.start as u64 + 1..=end as u64, bytes, Vec::new())
}

/// Returns the part of a text with `count` lines that replaced old lines.
fn region(runs: &[UnchangedLines], lines: &Range<usize>, count: usize) -> Range<usize> {
    let mut start = 0;
    for run in runs {
        if run.old < lines.start {
            let last = (lines.start - 1 - run.old).min(run.len.saturating_sub(1));
            if run.len > 0 {
                start = run.new + last + 1;
            }
        }
    }
    let next = runs
        .iter()
        .find(|run| run.old.saturating_add(run.len) > lines.end);
    let end = next.map_or(count, |run| run.new + lines.end.saturating_sub(run.old));
    let start = start.min(count);
    start..end.clamp(start, count)
}
