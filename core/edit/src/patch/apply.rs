//! Applies the hunks of one file to its text.
//!
//! Invariant: a hunk is applied where its old lines are, and only there: at its own line, or at the
//! only other place.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, setters};
use ransack_base::{CancelToken, Error, ErrorKind, Result};

use super::conflict::{MAX_MESSAGES, Misfit, PatchConflict};
use super::{FilePatch, PatchHunk};
use crate::diff::LineKind;
use crate::file_change::FileChangeKind;

/// Number of places that are compared between two checks of the token.
const CHECK_INTERVAL: usize = 4096;

const BOM: &[u8] = "\u{feff}".as_bytes();

/// Options for [`FilePatch::apply`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatchOptions {
    /// Number of context lines at each end of a hunk that may differ from the text, if the hunk fits
    /// nowhere otherwise. Default: 0.
    pub fuzz: usize,
}

setters! { PatchOptions {
    value(usize) fuzz,
}}

/// Text with the changes of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatchedText {
    /// New text.
    pub text: Vec<u8>,
    /// Position of each hunk.
    pub hunks: Vec<AppliedHunk>,
}

/// Position at which a hunk was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedHunk {
    /// First line of the hunk in the old text, 1-based; for a hunk without old lines, the line after
    /// the inserted lines.
    pub line: u64,
    /// Difference from the line that the patch gives; 0 if it gives none.
    pub offset: i64,
    /// Number of context lines at each end that were not compared.
    pub fuzz: usize,
}

impl FilePatch {
    /// Applies the hunks to the text of the file. For a file that the patch creates, pass an empty
    /// text.
    ///
    /// A hunk is applied at its own line if it fits there, or else at the only place after the hunks
    /// before it where it fits. If it fits at its own line and also at the offset of the hunk before
    /// it, it does not fit. A hunk without a line number must fit at one place only, after its
    /// headings; of several places, the only one in the block of its last heading is taken, whose
    /// lines are indented more than the heading.
    ///
    /// Lines keep their line endings. If the patch has no `\r`, `\n` in it also stands for `\r\n`; the new
    /// lines of a hunk whose old lines have other line endings than the text get the line ending of the line
    /// before. If the patch has no byte order mark, the one of the text stays.
    ///
    /// # Cost
    ///
    /// O(n) in the text for a hunk that fits at its own line; otherwise it is compared at each line.
    ///
    /// # Errors
    ///
    /// - [`PatchConflict`](ErrorKind::PatchConflict): hunks do not fit, or fit at several places. The
    ///   message names each of them, up to 20; [`Error::passages`] returns the places, or the most
    ///   similar lines.
    /// - `Aborted` or `Timeout` if the token fires.
    pub fn apply(
        &self,
        text: &[u8],
        options: &PatchOptions,
        token: &CancelToken,
    ) -> Result<PatchedText> {
        match self.try_apply(text, options, token)? {
            Ok(patched) => Ok(patched),
            Err(conflicts) => {
                let messages = conflicts.iter().map(|conflict| &*conflict.message);
                let messages: Vec<&str> = messages.take(MAX_MESSAGES).collect();
                let mut message = format!("the patch does not fit: {}", messages.join("; "));
                if conflicts.len() > messages.len() {
                    message += &format!("; and {} more", conflicts.len() - messages.len());
                }
                let passages = conflicts.into_iter().flat_map(|conflict| conflict.passages);
                let error = Error::new(ErrorKind::PatchConflict, message);
                Err(error.with_passages(passages.collect()))
            }
        }
    }

    /// Applies the hunks, or returns the conflict of each hunk that does not fit.
    pub(crate) fn try_apply(
        &self,
        text: &[u8],
        options: &PatchOptions,
        token: &CancelToken,
    ) -> Result<Result<PatchedText, Vec<PatchConflict>>> {
        token.heartbeat()?;
        let has = |is_such: &dyn Fn(&[u8]) -> bool| {
            let mut hunks = self.hunks.iter();
            hunks.any(|hunk| hunk.lines.iter().any(|(_, line)| is_such(line)))
        };
        // Models and editors do not show the mark, so a patch without it does not remove it.
        let bom = match text.starts_with(BOM) && !has(&|line| line.starts_with(BOM)) {
            true => BOM,
            false => b"",
        };
        let mut patcher = Patcher {
            lines: text[bom.len()..]
                .split_inclusive(|byte| *byte == b'\n')
                .collect(),
            is_exact: has(&|line| line.ends_with(b"\r\n")),
            next: 0,
            offset: 0,
            new: Vec::with_capacity(text.len()),
            token,
        };
        let mut hunks = Vec::with_capacity(self.hunks.len());
        let mut conflicts = Vec::new();
        for (index, hunk) in self.hunks.iter().enumerate() {
            match patcher.place(hunk, options.fuzz)? {
                Ok((at, fuzz)) => hunks.push(patcher.apply(hunk, at, fuzz)),
                Err(misfit) => {
                    let is_explained = conflicts.len() < MAX_MESSAGES;
                    conflicts.push(patcher.conflict(hunk, index, misfit, is_explained)?);
                }
            }
        }
        if !conflicts.is_empty() {
            return Ok(Err(conflicts));
        }
        patcher.copy_to(patcher.lines.len());
        let is_deleted = self.change == FileChangeKind::Delete;
        if is_deleted && !self.hunks.is_empty() && !patcher.new.is_empty() {
            let message = "the file to delete has lines that the patch does not remove";
            return Ok(Err(vec![PatchConflict::new(message)]));
        }
        let mut text = patcher.new;
        if !is_deleted {
            text.splice(..0, bom.iter().copied());
        }
        Ok(Ok(PatchedText { text, hunks }))
    }
}

/// Text to which hunks are applied in order.
pub(super) struct Patcher<'t> {
    /// Lines of the old text with their line endings.
    pub(super) lines: Vec<&'t [u8]>,
    /// Whether line ends are compared.
    is_exact: bool,
    /// First line that no hunk has passed.
    pub(super) next: usize,
    /// Offset of the last hunk.
    offset: i64,
    new: Vec<u8>,
    pub(super) token: &'t CancelToken,
}

impl Patcher<'_> {
    /// Finds the place of a hunk: the index of the first compared line, and the fuzz.
    fn place(&self, hunk: &PatchHunk, fuzz: usize) -> Result<Result<(usize, usize), Misfit>> {
        let old = hunk.side(LineKind::Removed);
        if old.is_empty() {
            return Ok(self.place_of_insertion(hunk).map(|at| (at, 0)));
        }
        let scope = match self.scope(hunk) {
            Ok(scope) => scope,
            Err(heading) => return Ok(Err(Misfit::Heading(heading))),
        };
        let (before, after) = context_lines(hunk);
        for fuzz in 0..=fuzz.min(before.max(after)) {
            let (skipped, cut) = (fuzz.min(before), fuzz.min(after));
            let compared = &old[skipped..old.len() - cut];
            let own = hunk
                .old_line
                .map(|line| (line as usize).saturating_sub(1) + skipped);
            if let Some(own) = own
                && own >= self.next
                && self.fits(compared, own, hunk)
            {
                // Where the hunk before was moved, its own line may be a repetition.
                let moved = own.wrapping_add_signed(self.offset as isize);
                let is_sure =
                    moved == own || moved < self.next || !self.fits(compared, moved, hunk);
                return Ok(match is_sure {
                    true => Ok((own, fuzz)),
                    false => Err(Misfit::Ambiguous(vec![own.min(moved), own.max(moved)])),
                });
            }
            let mut places = Vec::new();
            for at in scope.clone() {
                if at % CHECK_INTERVAL == 0 {
                    self.token.heartbeat()?;
                }
                if self.fits(compared, at, hunk) {
                    places.push(at);
                }
            }
            if places.len() > 1 {
                let block = self.block(hunk, &scope);
                let mut inside = places.iter().filter(|at| block.contains(at));
                match (inside.next(), inside.next()) {
                    (Some(only), None) => places = vec![*only],
                    _ => return Ok(Err(Misfit::Ambiguous(places))),
                }
            }
            if let Some(at) = places.first() {
                return Ok(Ok((*at, fuzz)));
            }
        }
        Ok(Err(Misfit::Missing))
    }

    /// Finds the place of a hunk without old lines.
    fn place_of_insertion(&self, hunk: &PatchHunk) -> Result<usize, Misfit> {
        let at = match hunk.old_line {
            Some(line) => line as usize,
            None if hunk.headings.is_empty() => self.lines.len(),
            None => self.scope(hunk).map_err(Misfit::Heading)?.start,
        };
        let fits = at >= self.next && at <= self.lines.len();
        match fits {
            true => Ok(at),
            false => Err(Misfit::Missing),
        }
    }

    /// Returns the lines after the headings of a hunk, or the heading that does not exist.
    fn scope(&self, hunk: &PatchHunk) -> Result<Range<usize>, Vec<u8>> {
        let mut next = self.next;
        for heading in &hunk.headings {
            let is_heading = |line: &&[u8]| line.trim_ascii() == heading.trim_ascii();
            match self.lines[next..].iter().position(is_heading) {
                Some(found) => next += found + 1,
                None => return Err(heading.clone()),
            }
        }
        Ok(next..self.lines.len())
    }

    /// Returns the part of a scope that is the block of the last heading; empty without headings.
    fn block(&self, hunk: &PatchHunk, scope: &Range<usize>) -> Range<usize> {
        if hunk.headings.is_empty() {
            return scope.start..scope.start;
        }
        let indent = |line: &[u8]| line.len() - line.trim_ascii_start().len();
        let of_heading = indent(self.lines[scope.start - 1]);
        let ends = |line: &&[u8]| !line.trim_ascii().is_empty() && indent(line) <= of_heading;
        let end = self.lines[scope.clone()].iter().position(ends);
        scope.start..end.map_or(scope.end, |end| scope.start + end)
    }

    /// Returns whether the lines of the text at `at` are the given lines.
    pub(super) fn fits(&self, lines: &[&[u8]], at: usize, hunk: &PatchHunk) -> bool {
        let Some(now) = self.lines.get(at..at + lines.len()) else {
            return false;
        };
        let is_last = at + lines.len() == self.lines.len();
        (is_last || !hunk.is_at_end)
            && std::iter::zip(now, lines)
                .enumerate()
                .all(|(step, (now, line))| {
                    self.is_equal(
                        now,
                        line,
                        hunk.old_line.is_none() && is_last && step + 1 == lines.len(),
                    )
                })
    }

    /// Compares a line of the text with a line of the patch. A patch without line numbers does not
    /// say whether the last line of a file has a line ending.
    fn is_equal(&self, now: &[u8], line: &[u8], ignores_end: bool) -> bool {
        let now_without = without_end(now);
        match () {
            () if ignores_end => now_without == without_end(line),
            () if self.is_exact => now == line,
            () => now_without == without_end(line) && now.ends_with(b"\n") == line.ends_with(b"\n"),
        }
    }

    /// Applies a hunk at the place that was found for it.
    fn apply(&mut self, hunk: &PatchHunk, at: usize, fuzz: usize) -> AppliedHunk {
        let (before, after) = context_lines(hunk);
        let (skipped, cut) = (fuzz.min(before), fuzz.min(after));
        self.copy_to(at);
        let changed = &hunk.lines[skipped..hunk.lines.len() - cut];
        let old = hunk.side(LineKind::Removed);
        let compared = &old[skipped.min(old.len())..old.len() - cut.min(old.len())];
        let keeps_ends = match compared {
            [] => hunk.old_line.is_some(),
            _ => std::iter::zip(compared, &self.lines[at..])
                .all(|(line, now)| line.ends_with(b"\r\n") == now.ends_with(b"\r\n")),
        };
        for (kind, line) in changed {
            match kind {
                LineKind::Context => self.copy_to(self.next + 1),
                LineKind::Removed => self.next += 1,
                LineKind::Added => self.add(line, hunk, keeps_ends),
            }
        }
        let first = at - skipped;
        let line = first as u64 + 1;
        let own = hunk
            .old_line
            .map_or(line, |own| match hunk.side(LineKind::Removed).is_empty() {
                true => own + 1,
                false => own,
            });
        self.offset = line as i64 - own as i64;
        AppliedHunk {
            line,
            offset: self.offset,
            fuzz,
        }
    }

    /// Adds a new line with its own line ending or, unless `keeps_ends`, with the line ending in
    /// use.
    fn add(&mut self, line: &[u8], hunk: &PatchHunk, keeps_ends: bool) {
        // A line after a last line without a line end.
        if !self.new.is_empty() && !self.new.ends_with(b"\n") {
            let end = self.line_end();
            self.new.extend_from_slice(end);
        }
        let end = match (keeps_ends, line.ends_with(b"\n")) {
            (true, _) => &line[without_end(line).len()..],
            (false, true) => self.line_end(),
            (false, false) => b"",
        };
        self.new.extend_from_slice(without_end(line));
        // Without line numbers, the missing line end of the last line stays.
        let is_last = self.next == self.lines.len() && hunk.old_line.is_none();
        let lacks_end = self.lines.last().is_some_and(|last| !last.ends_with(b"\n"));
        if !(is_last && lacks_end) {
            self.new.extend_from_slice(end);
        }
    }

    /// Returns the line ending in use before the next line.
    fn line_end(&self) -> &'static [u8] {
        let (before, after) = self.lines.split_at(self.next);
        let mut near = before.iter().rev().chain(after);
        match near.find(|line| line.ends_with(b"\n")) {
            Some([.., b'\r', b'\n']) => b"\r\n",
            _ => b"\n",
        }
    }

    /// Copies the lines before `end` that no hunk has passed.
    fn copy_to(&mut self, end: usize) {
        for line in &self.lines[self.next..end] {
            self.new.extend_from_slice(line);
        }
        self.next = end;
    }
}

/// Returns the number of context lines at the start and at the end of a hunk.
fn context_lines(hunk: &PatchHunk) -> (usize, usize) {
    let is_context = |(kind, _): &&(LineKind, Vec<u8>)| *kind == LineKind::Context;
    let before = hunk.lines.iter().take_while(is_context).count();
    let after = hunk.lines.iter().rev().take_while(is_context).count();
    (before, after.min(hunk.lines.len() - before))
}

pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
