//! Lines of a patch, and hunks without line numbers, which both formats have.

use ransack_base::{Error, Result};

use super::{PatchHunk, malformed};
use crate::diff::LineKind;

/// Line of a hunk without its first character, and with its line ending.
pub(super) type HunkLine = (LineKind, Vec<u8>);

/// Reads the lines of a patch one after the other. A missing line feed at the end of the patch is
/// read as if it were there.
pub(super) struct PatchLines<'p> {
    lines: Vec<&'p [u8]>,
    /// Number of lines that have been read.
    read: usize,
    /// Whether a carriage return at the end of a line is not part of the line.
    pub(super) strips_returns: bool,
}

impl<'p> PatchLines<'p> {
    pub(super) fn of(patch: &'p [u8]) -> PatchLines<'p> {
        let text = patch.strip_suffix(b"\n").unwrap_or(patch);
        let lines = text.split(|byte| *byte == b'\n');
        PatchLines {
            lines: lines.take_while(|_| !patch.is_empty()).collect(),
            read: 0,
            strips_returns: false,
        }
    }

    /// Returns the line that is `ahead` lines after the next one.
    pub(super) fn peek(&self, ahead: usize) -> Option<&'p [u8]> {
        let line = *self.lines.get(self.read + ahead)?;
        Some(match self.strips_returns {
            true => without_return(line),
            false => line,
        })
    }

    /// Returns whether the line that is `ahead` lines after the next one begins with `start`.
    pub(super) fn starts_with(&self, ahead: usize, start: &[u8]) -> bool {
        self.peek(ahead).is_some_and(|line| line.starts_with(start))
    }

    pub(super) fn next(&mut self) -> Option<&'p [u8]> {
        let line = self.peek(0)?;
        self.read += 1;
        Some(line)
    }

    /// Passes the next lines, which must be there.
    pub(super) fn skip(&mut self, count: usize) {
        self.read += count;
    }

    pub(super) fn next_if(&mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Option<&'p [u8]> {
        self.peek(0).filter(|line| is_wanted(line))?;
        self.next()
    }

    /// Returns the number of empty lines that have been read last.
    pub(super) fn empty_before(&self) -> usize {
        let read = self.lines[..self.read].iter().rev();
        read.take_while(|line| without_return(line).is_empty())
            .count()
    }

    /// Returns the number of the last line that has been read, 1-based.
    pub(super) fn number(&self) -> usize {
        self.read
    }

    /// Returns the error for the last line that has been read.
    pub(super) fn malformed(&self, message: &str) -> Error {
        malformed(self.read, message)
    }

    /// Returns the error for the next line.
    pub(super) fn malformed_next(&self, message: &str) -> Error {
        malformed(self.read + 1, message)
    }

    /// Reads the lines `@@` and `@@ HEADING` before a hunk without line numbers. Returns `None` if the
    /// next line is another one.
    pub(super) fn headings(&mut self) -> Option<Vec<Vec<u8>>> {
        let mut headings = None;
        while let Some(line) = self.next_if(|line| line.starts_with(b"@@")) {
            let heading = line[2..].trim_ascii();
            let heading = heading.strip_suffix(b"@@").unwrap_or(heading);
            let heading = heading.trim_ascii_end();
            let headings = headings.get_or_insert_with(Vec::new);
            headings.extend((!heading.is_empty()).then(|| heading.to_vec()));
        }
        headings
    }

    /// Reads the lines of a hunk without line numbers, up to the line at which `is_end` is true.
    pub(super) fn hunk_lines(
        &mut self,
        is_end: impl Fn(&PatchLines<'_>) -> bool,
    ) -> Result<Vec<HunkLine>> {
        let mut lines = Vec::new();
        while self.peek(0).is_some() && !is_end(self) {
            if self.ends_without_feed(&mut lines)? {
                continue;
            }
            let line = self.next().unwrap_or_default();
            lines.push(hunk_line(line).ok_or_else(|| {
                self.malformed("expected ` `, `-` or `+` at the start of a line of a hunk")
            })?);
        }
        Ok(lines)
    }

    /// Reads the line `\ No newline at end of file`, if it follows, and removes the line feed of the
    /// line before.
    pub(super) fn ends_without_feed(&mut self, lines: &mut [HunkLine]) -> Result<bool> {
        if self.next_if(|line| line.starts_with(b"\\ ")).is_none() {
            return Ok(false);
        }
        let last = lines.last_mut().map(|(_, line)| line);
        match last.and_then(|line| line.pop_if(|byte| *byte == b'\n')) {
            Some(_) => Ok(true),
            None => Err(self.malformed("no line before the missing line feed")),
        }
    }

    /// Creates a hunk without line numbers from the lines that have been read.
    pub(super) fn unnumbered_hunk(
        &self,
        headings: Vec<Vec<u8>>,
        lines: Vec<HunkLine>,
        is_at_end: bool,
    ) -> Result<PatchHunk> {
        let hunk = PatchHunk {
            old_line: None,
            headings,
            is_at_end,
            lines,
        };
        self.check(&hunk)?;
        match hunk.has_changes() {
            true => Ok(hunk),
            false => Err(self.malformed("a hunk without changes")),
        }
    }

    /// Fails if a hunk that has been read has no lines, or lines after one without a line feed.
    pub(super) fn check(&self, hunk: &PatchHunk) -> Result<()> {
        if hunk.lines.is_empty() {
            return Err(self.malformed("a hunk without lines"));
        }
        for kind in [LineKind::Removed, LineKind::Added] {
            let side = hunk.side(kind);
            let before_last = side.split_last().map_or(&[][..], |(_, before)| before);
            if !before_last.iter().all(|line| line.ends_with(b"\n")) {
                return Err(self.malformed("a line without a line feed is not the last one"));
            }
        }
        Ok(())
    }
}

/// Returns a line of a hunk; `None` if the line has another first character.
pub(super) fn hunk_line(line: &[u8]) -> Option<HunkLine> {
    let (kind, text) = match line {
        [b' ', text @ ..] => (LineKind::Context, text),
        [b'-', text @ ..] => (LineKind::Removed, text),
        [b'+', text @ ..] => (LineKind::Added, text),
        // Editors and models cut the blank of an empty line.
        [] | [b'\r'] => (LineKind::Context, line),
        _ => return None,
    };
    Some((kind, [text, b"\n"].concat()))
}

pub(super) fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
